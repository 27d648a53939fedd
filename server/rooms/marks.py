"""Marks: which moves a CPU made in a person's place, or at another level than its seat's."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class By:
    """A move that was not simply that of the seat's own player: which CPU made it.

    `level` is the one that played; `held` says that it played for the person of a held seat,
    `instead_of` the level that it should have had, where it was another.
    """

    level: str
    held: bool = False
    instead_of: str | None = None

    def form(self) -> dict[str, Any]:
        """The wire form."""
        return {"level": self.level, "held": self.held, "instead_of": self.instead_of}


@dataclass(frozen=True, slots=True)
class Mark:
    """The seat's events among the `count` ones from place `first` of the deal log on are `by`'s."""

    seat: int
    first: int
    count: int
    by: By


def mark_events(forms: Iterable[dict[str, Any]], seat: int, by: By) -> None:
    """Say in the events' wire forms that what `seat` did was `by`'s."""
    for form in forms:
        if form.get("seat") == seat:
            form["by"] = by.form()


def with_mark(marks: tuple[Mark, ...], mark: Mark) -> tuple[Mark, ...]:
    """`marks` and one more; moves that follow each other become one."""
    last = marks[-1] if marks else None
    if last is None or (last.seat, last.by) != (mark.seat, mark.by):
        return (*marks, mark)
    if last.first + last.count != mark.first:
        return (*marks, mark)
    return (*marks[:-1], replace(last, count=last.count + mark.count))
