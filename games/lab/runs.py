"""A run: pieces of work, done in any number of processes and saved as they are finished."""

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from games.lab.progress import Progress
from games.lab.saving import SaveFile, Settings
from games.lab.workers import in_order

Piece = Mapping[str, Any]
Result = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Run:
    """What is to be done.

    `settings` make the run what it is. `work`, a function of a module, does one of `pieces`;
    both it and its result are JSON. `size` tells how much a piece is on the progress bar.
    `enough` is shown the results so far after each, and may end the run.
    """

    settings: Settings
    pieces: Sequence[Piece]
    work: Callable[[Piece], Result]
    size: Callable[[Piece], int]
    enough: Callable[[Sequence[Result]], bool] = lambda _: False


def perform(run: Run, path: Path, *, resume: bool, processes: int, stream: TextIO) -> list[Result]:
    """The results of the pieces, in their order, the same for any number of `processes`.

    They are saved in `path`; with `resume` those that are there already are not done again.
    The progress bar is shown on `stream`. Raises LabError.
    """
    with SaveFile(path, run.settings, resume) as save:
        there = len(save.results)
        sizes = [run.size(piece) for piece in run.pieces]
        if run.enough(save.results):
            return save.results
        bar = Progress(sum(sizes), sum(sizes[:there]), stream)
        try:
            with closing(in_order(run.work, run.pieces[there:], processes)) as rest:
                for size, result in zip(sizes[there:], rest, strict=True):
                    # As it will be read again, so that a resumed run has equal results.
                    save.add(json.loads(json.dumps(result)))
                    bar.add(size)
                    if run.enough(save.results):
                        break
        finally:
            bar.close()
        return save.results
