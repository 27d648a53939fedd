"""Reports: kept with the talk they are about, shown to the people who run the server."""

from io import StringIO

import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command

from server.rooms.models import Report
from server.rooms.protocol import Say
from tests.rooms_api.caller import Caller, refused
from tests.rooms_api.conftest import NewCaller


async def say(caller: Caller, code: str, what: str, number: int = 1) -> None:
    message = Say(f"s{number}", "text", what)
    await caller.runtime.service.say(code, caller.player, caller.name, message)


async def test_a_report_keeps_the_last_lines_and_is_shown(caller: NewCaller):
    ann, bea, cid = await caller("Ann"), await caller("Bea"), await caller("Cid")
    code = await ann.make()
    await ann.sit(code)
    await bea.sit(code)
    await say(bea, code, "something nasty")
    await say(cid, code, "only watching")
    path = f"/api/rooms/{code}/report"
    assert await ann.post(path, {"player": bea.player, "reason": " rude "}) == (201, {})
    assert await ann.post(path, {"player": cid.player}) == (201, {})
    report = await Report.objects.aget(player=bea.player)
    assert (report.room_code, report.reporter, report.name) == (code, ann.player, "Bea")
    assert report.reason == "rude"
    assert [(line["n"], line["player"], line["what"]) for line in report.talk] == [
        (1, bea.player, "something nasty"),
        (2, cid.player, "only watching"),
    ]
    shown = StringIO()
    await sync_to_async(call_command)("reports", stdout=shown)
    assert f"{bea.player} (Bea), reported by {ann.player}" in shown.getvalue()
    assert "something nasty" in shown.getvalue()
    one = StringIO()
    await sync_to_async(call_command)("reports", "--player", cid.player, stdout=one)
    assert one.getvalue().count("reported by") == 1


@pytest.mark.parametrize(
    ("reason", "code"),
    [(5, "wrong_field"), ("a\u202eb", "bad_characters"), ("x " * 150, "text_too_long")],
)
async def test_a_reason_is_a_text_or_nothing(caller: NewCaller, reason: object, code: str):
    ann, bea = await caller(), await caller()
    room = await ann.make()
    await bea.sit(room)
    answer = await ann.post(f"/api/rooms/{room}/report", {"player": bea.player, "reason": reason})
    assert refused(answer)[:2] == (400, code)
    assert not await Report.objects.aexists()


async def test_only_somebody_who_is_there_can_be_reported(caller: NewCaller):
    ann, bea = await caller(), await caller()
    room = await ann.make()
    await ann.sit(room)
    path = f"/api/rooms/{room}/report"
    assert refused(await ann.post(path, {"player": bea.player})) == (
        404,
        "no_such_player",
        {"player": bea.player},
    )
    assert refused(await ann.post(path, {"player": ann.player}))[:2] == (400, "own_seat")
    assert refused(await ann.post("/api/rooms/ZZZZZZ/report", {"player": "p"}))[0] == 404
    assert not await Report.objects.aexists()


async def test_one_player_reports_only_so_often(caller: NewCaller):
    ann, bea = await caller(), await caller()
    room = await ann.make()
    await bea.sit(room)
    path = f"/api/rooms/{room}/report"
    for _ in range(20):
        assert (await ann.post(path, {"player": bea.player}))[0] == 201
    assert refused(await ann.post(path, {"player": bea.player}))[:2] == (429, "too_many_requests")
    assert await Report.objects.acount() == 20
