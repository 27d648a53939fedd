"""Messages that Hypothesis makes from the protocol's types: right, nearly right, and anything."""

from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
from hypothesis import strategies as st

from server.rooms.protocol import AnyClientMessage

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=8,
)
_CARDS = st.sampled_from(["AS", "10H", "KD", "10H#1", "AS#2", "JK#3", "11X", ""])
_ACTIONS = st.fixed_dictionaries(
    {
        "type": st.sampled_from(
            ["draw_stock", "take_discard", "discard", "meld", "layoff", "close", "x"]
        )
    },
    optional={
        "card": _CARDS,
        "cards": st.lists(_CARDS, max_size=5),
        "with": st.lists(_CARDS, max_size=4),
        "melds": st.lists(st.lists(_CARDS, max_size=4), max_size=3),
        "depth": st.integers(-1, 60),
        "meld": st.integers(-1, 9),
        "end": st.sampled_from(["low", "high", "up"]),
    },
)


def _of_type(kind: Any) -> st.SearchStrategy[Any]:
    """Values of a field's type, and a few of another one."""
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return st.one_of(*map(_of_type, get_args(kind)))
    if origin is Literal:
        return st.sampled_from(get_args(kind))
    if hasattr(kind, "__metadata__"):
        metas = [one for one in kind.__metadata__ if isinstance(one, msgspec.Meta)]
        pattern = next((one.pattern for one in metas if one.pattern), None)
        if pattern is not None:
            return st.from_regex(pattern, fullmatch=True)
        return _of_type(kind.__origin__)
    plain: dict[Any, st.SearchStrategy[Any]] = {
        int: st.integers(-2, 20),
        str: st.text(max_size=60),
        bool: st.booleans(),
        type(None): st.none(),
    }
    return plain.get(kind, _ACTIONS)


def _message(cls: Any) -> st.SearchStrategy[dict[str, Any]]:
    fields = msgspec.structs.fields(cls)
    right = {one.name: _of_type(one.type) for one in fields}
    loose = {name: strategy | JSON for name, strategy in right.items()}
    kind = st.just(cls.__struct_config__.tag)
    whole = st.fixed_dictionaries({"type": kind, **right})
    bent = st.fixed_dictionaries({"type": kind}, optional={**loose, "crown": JSON})
    return whole | bent


MESSAGES = st.one_of(*map(_message, get_args(AnyClientMessage))) | JSON
FRAMES = st.lists(
    MESSAGES.map(lambda form: msgspec.json.encode(form).decode(errors="replace"))
    | st.text(max_size=200)
    | st.binary(max_size=100),
    min_size=20,
    max_size=40,
)
