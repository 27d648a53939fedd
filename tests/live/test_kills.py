"""`kill -9` in the middle of matches: they go on and nothing is lost or played twice."""

from tests.live.conftest import running_server
from tests.live.kills import play_under_kills


async def test_matches_survive_the_death_of_a_socket_process_and_the_worker(tmp_path):
    with running_server(tmp_path, MEJA_CPU_DELAY_MS="20") as served:
        report = await play_under_kills(served, 4, ("socket", "worker"), 0.8, most=4)
    assert report.matches == 4
    assert {"socket", "worker"} <= set(report.kills)
