"""Ladder Rummy's answers to rule cases.

A case may name a card of the pack without its number (``10H``, ``JK``); it then means any
of the twins, and the answer names it so.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, cast

from games.rules.core.cards import Card
from games.rules.core.cardsets import mask_of
from games.rules.core.cases import Case, Given, described, match_end, split_unseen, tried
from games.rules.core.errors import RuleError
from games.rules.core.events import DealLog
from games.rules.core.plain import Json
from games.rules.ladder.actions import CODEC, PACK, DrawDiscard, DrawStock
from games.rules.ladder.contracts import RUNGS
from games.rules.ladder.deals import next_seat
from games.rules.ladder.events import LOG
from games.rules.ladder.finder import contract_with, find_contract
from games.rules.ladder.melds import JOKERS, ends_for, new_meld, penalty, represented
from games.rules.ladder.rules import apply, legal_actions
from games.rules.ladder.scoring import match_outcome, score_deal
from games.rules.ladder.state import SEATS, LadderState, Phase, is_match_over

MOVER: Final = 0
"""The seat whose hand a position shows."""
_TURN: Final = 9
"""The turn that a position is in; contracts laid earlier were laid in turn 1."""
_LAID_IN: Final = {"no": 0, "this_turn": _TURN, "earlier": 1}
_TWINS: Final = {
    name.partition("#")[0]: [twin for twin in PACK.names if twin.startswith(name[:-1])]
    for name in PACK.names
}
"""The cards of the pack by their faces."""


def answer(case: Case) -> Mapping[str, Json]:
    """Everything known about the case. Raises RuleError where it makes no sense in Ladder."""
    twins = _Twins()
    given = Given(twins.tell_apart(case.given), PACK)
    match case.kind:
        case "meld_valid" | "meld_invalid":
            return _judge_meld(given)
        case "layoff":
            return _judge_lay_off(given)
        case "contract_find":
            return _find(given)
        case "legal" | "illegal":
            wanted, before = case.wanted(), position(given)
            form = twins.find_again(wanted)
            return tried(
                before,
                lambda: apply(before, MOVER, CODEC.parse(form))[0],
                lambda state: _describe(state, twins),
            )
        case "score":
            return _score(case.given, given)
        case "end" if given.word("question") == "turn_start":
            return _turn_start(position(given))
        case "end":
            return _end(given)
    raise RuleError("unknown_kind", kind=case.kind)


class _Twins:
    """Gives every card that a case names without a number the number of one of its twins."""

    def __init__(self) -> None:
        self._used: set[str] = set()
        self._given: dict[str, list[str]] = {}
        self._called: dict[str, str] = {}

    def tell_apart(self, values: Mapping[str, Json]) -> dict[str, Json]:
        """The position with every card's own name; `blocked` is one of the cards elsewhere in it.

        Raises RuleError `impossible_position` when a face is there too often.
        """
        self._used.update(name for name in _texts(values) if "#" in name)
        apart = {key: _mapped(values[key], self._assign) for key in values if key != "blocked"}
        if "blocked" in values:
            apart["blocked"] = self.find_again(values["blocked"])
        return apart

    def find_again(self, value: Json) -> Json:
        """`value`, of cards that the position holds already, with their own names."""
        left = {face: list(names) for face, names in self._given.items()}
        return _mapped(
            value, lambda name: left[name].pop(0) if left.get(name) else self._assign(name)
        )

    def called(self, cards: Iterable[Card]) -> list[str]:
        """The names of `cards` as the case has them."""
        return [self._called.get(name, name) for name in PACK.name_all(cards)]

    def _assign(self, name: str) -> str:
        twins = _TWINS.get(name)
        if twins is None:
            return name
        free = next((twin for twin in twins if twin not in self._used), None)
        if free is None:
            raise RuleError("impossible_position")
        self._used.add(free)
        self._called[free] = name
        self._given.setdefault(name, []).append(free)
        return free


def _texts(value: Json) -> Iterator[str]:
    """Every text within `value`."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, Sequence):
        for item in value:
            yield from _texts(item)


def _mapped(value: Json, change: Callable[[str], str]) -> Json:
    """`value` with every text within it changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, Mapping):
        return {key: _mapped(item, change) for key, item in value.items()}
    if isinstance(value, Sequence):
        return [_mapped(item, change) for item in value]
    return value


def position(given: Given) -> LadderState:
    """A state with `MOVER` to move that shows what the case gives.

    `MOVER` laid the melds. Unseen cards make the stock; the rest of them is the next
    seat's hand. Raises RuleError `impossible_position` when a card is there twice, cards
    run out, or the blocked card is not in hand.
    """
    hand, discards = given.cards("hand"), given.cards("discard")
    melds = tuple(new_meld(cards, MOVER) for cards in given.melds("melds"))
    shown = [*hand, *discards, *(card for meld in melds for card in meld.cards)]
    size, rung = given.number("stock", 0), given.number("rung", 1)
    phase, laid = given.word("phase", "draw"), given.word("laid", "no")
    blocked = given.card("blocked") if "blocked" in given else None
    stock, rest = split_unseen(PACK, shown, size)
    if (
        not 1 <= rung <= RUNGS
        or phase not in ("draw", "play")
        or laid not in _LAID_IN
        or blocked not in (None, *hand)
    ):
        raise RuleError("impossible_position")
    others = (0,) * (SEATS - 1)
    return LadderState(
        seed=bytes(32),
        first_dealer=MOVER,
        dealer=MOVER,
        deal=1,
        turn=_TURN,
        step=0 if phase == "draw" else 1,
        to_move=MOVER,
        phase=cast(Phase, phase),
        hands=(mask_of(hand), rest, *others[1:]),
        melds=melds,
        stock=stock,
        discards=bytes(discards),
        laid_in=(_LAID_IN[laid], *others),
        blocked=blocked,
        reshuffles=0,
        forced=0,
        idle=0,
        completed=(rung - 1, *others),
        totals=(0, *others),
        log=DealLog(LOG),
    )


def _judge_meld(given: Given) -> Mapping[str, Json]:
    try:
        meld = new_meld(given.cards("cards"), MOVER)
    except RuleError as refused:
        if refused.code == "unknown_card":
            raise
        return {"valid": False, "code": refused.code}
    return {"valid": True, "type": meld.kind, "represents": list(meld.represents)}


def _judge_lay_off(given: Given) -> Mapping[str, Json]:
    """Where the card fits the first meld."""
    meld, card = new_meld(given.melds("melds")[0], MOVER), given.card("card")
    ends = ends_for(meld, card)
    return {
        "fits": bool(ends),
        "ends": list(ends) if meld.kind == "run" else [],
        "represents": {end: represented(meld, card, end) for end in ends},
    }


def _find(given: Given) -> Mapping[str, Json]:
    """What a hand holds: the fewest jokers that a contract takes, and the most cards that any lays.

    The contract that is laid need not be that largest one (LR-21).
    """
    hand, rung = mask_of(given.cards("hand")), given.number("rung")
    found = find_contract(hand, rung)
    if found is None:
        return {"possible": False}
    jokers = (hand & JOKERS).bit_count()
    others = [contract_with(hand, rung, number, None) for number in range(jokers + 1)]
    return {
        "possible": True,
        "min_jokers": sum(JOKERS >> card & 1 for meld in found for card in meld),
        "max_laid": max(sum(len(meld) for meld in other) for other in others if other),
    }


def _describe(state: LadderState, twins: _Twins) -> Mapping[str, Json]:
    return {
        **described(state, MOVER, twins.called),
        "melds": [twins.called(meld.cards) for meld in state.melds],
        "blocked": None if state.blocked is None else twins.called((state.blocked,))[0],
        "laid": state.laid(MOVER),
    }


def _turn_start(state: LadderState) -> Mapping[str, Json]:
    """What a player finds at the start of a turn (LR-9, LR-10, LR-16)."""
    legal = legal_actions(state, MOVER)
    take = DrawDiscard() in legal
    return {
        "deal_over": False,
        "draw_stock": DrawStock() in legal,
        "take_possible": take,
        "take_depths": [1] if take else [],
    }


def _score(values: Mapping[str, Json], given: Given) -> Mapping[str, Json]:
    """A deal's penalties and who climbs (LR-17, LR-18); or what one `hand` costs."""
    if "hand" in given:
        return {"penalty": penalty(given.cards("hand"))}
    laid = values.get("laid")
    if not isinstance(laid, Sequence) or any(not isinstance(flag, bool) for flag in laid):
        raise RuleError("wrong_field", field="laid")
    hands = tuple(mask_of(cards) for cards in given.melds("hands"))
    completed, before = given.numbers("completed"), given.numbers("penalty")
    if not {len(laid), len(hands), len(completed), len(before)} == {SEATS}:
        raise RuleError("wrong_field", field="hands")
    result = score_deal("out", None, MOVER, hands, [flag is True for flag in laid], completed)
    return {
        "deal": list(result.scores),
        "penalty": [cost + more for cost, more in zip(before, result.scores, strict=True)],
        "completed": list(result.completed),
    }


def _end(given: Given) -> Mapping[str, Json]:
    """Who deals next (LR-1), or whether the match is over and who won (LR-19)."""
    if given.word("question") in ("next_deal", "next_dealer"):
        dealer = next_seat(given.number("last_dealer"))
        return {"dealer": dealer, "first_player": next_seat(dealer)}
    completed, penalties = given.numbers("completed"), given.numbers("penalty")
    if {len(completed), len(penalties)} != {SEATS}:
        raise RuleError("wrong_field", field="completed")
    over = is_match_over(given.number("deals_played"), completed)
    winners = match_outcome(completed, penalties).winners
    return match_end(over, winners)
