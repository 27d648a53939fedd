"""Lua scripts: called by their hash, sent in full once where the server does not know them."""

from collections.abc import Sequence
from hashlib import sha1
from pathlib import Path
from typing import Any

from games.store.errors import StoreError
from games.store.line import Word
from games.store.link import Caller

FOLDER = Path(__file__).parent / "lua"

Call = tuple[Sequence[str], Sequence[Word]]
"""Keys and arguments of one call."""


class Script:
    """The script in `lua/NAME.lua`, after the functions of `common.lua` and of `libraries`."""

    def __init__(self, name: str, *libraries: str) -> None:
        names = ("common", *libraries, name)
        self._text = b"\n".join((FOLDER / f"{part}.lua").read_bytes() for part in names)
        self._sha = sha1(self._text, usedforsecurity=False).hexdigest()

    async def run(self, link: Caller, keys: Sequence[str], words: Sequence[Word]) -> Any:
        """Its answer. Raises StoreDown or StoreError."""
        try:
            return await link.call("EVALSHA", self._sha, len(keys), *keys, *words)
        except StoreError as error:
            if not _is_unknown(error):
                raise
        return await link.call("EVAL", self._text, len(keys), *keys, *words)

    async def run_each(self, link: Caller, calls: Sequence[Call]) -> list[Any]:
        """The answers of calls sent together. Raises StoreDown, or the first StoreError."""
        answers = await self._batch(link, ("EVALSHA", self._sha), calls)
        unknown = [i for i, answer in enumerate(answers) if _is_unknown(answer)]
        if unknown:
            again = await self._batch(link, ("EVAL", self._text), [calls[i] for i in unknown])
            for i, answer in zip(unknown, again, strict=True):
                answers[i] = answer
        for answer in answers:
            if isinstance(answer, StoreError):
                raise answer
        return answers

    @staticmethod
    async def _batch(link: Caller, head: tuple[Word, Word], calls: Sequence[Call]) -> list[Any]:
        return await link.batch([(*head, len(keys), *keys, *words) for keys, words in calls])


def _is_unknown(answer: object) -> bool:
    return isinstance(answer, StoreError) and answer.reply_code == "NOSCRIPT"
