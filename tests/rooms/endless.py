"""A decision that never comes, for a child process: light, as the child imports it."""

import os
import signal
from dataclasses import dataclass

from server.rooms.thinking import Form, Question

LONGEST_S = 30
"""A child that nobody has ended by then says so, and ends."""


@dataclass(frozen=True, slots=True)
class Endless(Question):
    """Says on standard output that it is thinking, and thinks."""

    def answer(self, level: str | None = None) -> Form:
        signal.signal(signal.SIGALRM, _give_up)
        signal.alarm(LONGEST_S)
        os.write(1, b"thinking\n")
        while True:
            pass


def _give_up(_number: int, _frame: object) -> None:
    os.write(1, b"nobody ended it\n")
    os._exit(1)
