"""Positions that play seldom comes to, where a fast core could part from the rules."""

import random
from dataclasses import replace
from typing import Any, get_args

import pytest

from games.rules.core.agreement import check_play_out
from games.rules.core.cardsets import mask_of
from games.rules.core.cases import Given
from games.rules.core.game import AnyGame
from games.rules.core.playout import Policy, core_of
from games.rules.core.registry import get_game
from games.rules.ladder.actions import PACK
from games.rules.ladder.cases import position as ladder_position
from tests.rules import laws
from tests.rules.rummy500_table import LONG_RUN, bound_to, playing
from tests.rules.rummy500_table import at as rummy500_at
from tests.rules.test_remi_rules import at as remi_at


def ladder_at(hand: str, melds: str = "", **more: Any) -> Any:
    """A position in which the contract lies from an earlier turn."""
    laid = [meld.split() for meld in melds.split(",")]
    given = {"hand": hand.split(), "melds": laid, "laid": "earlier", "stock": 30, **more}
    return ladder_position(Given({"phase": "play", "discard": ["2H#2"], **given}, PACK))


ALL_BUT_ACE_AND_KING = LONG_RUN.removesuffix(" KH")
EDGES = {
    "remi: no card would be left": remi_at("4H 5H 6H", "7H"),
    "remi: one card is left": remi_at("4H 5H 6H KC", "7H"),
    "remi: the cards above are left": remi_at("4H 5H", "6H 2D"),
    "remi: a set beside its sequence": remi_at("9S 9H 4D 5D 6D KC", "9D"),
    "remi: a set without a sequence": remi_at("9S 9H 4D 5D 7D KC", "9D"),
    "remi: a set on the table's sequence": remi_at("9S 9H KC", "9D", "JS QS KS"),
    "remi: the last card closes": remi_at("KC", "", "JS QS KS", "discard"),
    "remi: eight of eight": remi_at("AS AH AD AC 4H 5H 6H 7H", "", "", "discard"),
    "remi: nothing can go": remi_at("QS QH QD KS KH KD", "", "2S 3S 4S", "discard"),
    "remi: an empty stock": remi_at("4H 5H KC", "6H", "", "draw", 0),
    "rummy500: a meld strands the blocked card": playing("3S 4S 5S 9D", blocked="9D"),
    "rummy500: a meld that takes the blocked card": playing("3S 4S 5S 6S 9D", blocked="6S"),
    "rummy500: the blocked card goes on the new meld": playing("3S 4S 5S 6S", blocked="6S"),
    "rummy500: a lay-off strands the blocked card": playing("6S 9D", "3S 4S 5S", blocked="9D"),
    "rummy500: a lay-off opens the way": playing("6S 7S", "3S 4S 5S", blocked="7S"),
    "rummy500: an ace at either end": playing("AH 9D 3C", LONG_RUN),
    "rummy500: the king, then the ace": playing("AH KH 9D", ALL_BUT_ACE_AND_KING),
    "rummy500: a whole suit": playing(f"AH {LONG_RUN} 9D"),
    "rummy500: the fourth of a set": playing("8C 2D 4D", "8S 8H 8D"),
    "rummy500: the ace that both fit": playing("AS 2D", "2S 3S 4S,JS QS KS"),
    "rummy500: a duty": bound_to("8H", "8H 8S 8D 2C"),
    "rummy500: a duty on the table": bound_to("8H", "8H 8S 2C", "9H 10H JH"),
    "rummy500: an empty stock": rummy500_at("8S 8D 2C", "8H KC 3S QD", stock=0),
    "ladder: a lay-off strands the blocked card": ladder_at(
        "8S#1 9D#1", "4S#1 5S#1 6S#1 7S#1", blocked="9D#1"
    ),
    "ladder: a lay-off opens the way": ladder_at(
        "8S#1 9S#1", "4S#1 5S#1 6S#1 7S#1", blocked="9S#1"
    ),
    "ladder: a joker at either end": ladder_at(
        "JK#1 9D#1 3C#1", "4S#1 5S#1 6S#1 7S#1,8H#1 8H#2 8D#1"
    ),
    "ladder: the ace closes an end": ladder_at("AS#1 AS#2 JK#2", "JS#1 QS#1 KS#1 JK#1"),
    "ladder: twelve in a run": ladder_at(
        "AS#1 AS#2 JK#2 3C#1",
        "2S#1 3S#1 4S#1 5S#1 6S#1 7S#1 8S#1 9S#1 10S#1 JS#1 QS#1 KS#1",
    ),
}


def dealt(game: AnyGame, state: Any, rng: random.Random) -> Any:
    """The same for the seat to move; all that it does not see is shared out by chance."""
    seen = replace(state, stock=b"", hands=(state.hands[0], *[0] * (game.seats - 1)))
    unseen = sorted(set(range(game.pack.size)) - set(game.cards_of(seen)))
    rng.shuffle(unseen)
    stock = bytes(unseen[: len(state.stock)])
    others = len(state.hands) - 1
    hands = [mask_of(unseen[len(stock) + n :: others]) for n in range(others)]
    return replace(state, stock=stock, hands=(state.hands[0], *hands))


@pytest.mark.parametrize("name", EDGES)
def test_it_is_played_out_by_the_rules(name: str) -> None:
    game = get_game(name.partition(":")[0])
    core = core_of(game.name)
    assert core is not None
    policies: tuple[Policy, ...] = get_args(Policy)
    for seed in range(6):
        state = dealt(game, EDGES[name], random.Random(seed))
        laws.check_whole(game, state)
        for policy in policies:
            check_play_out(game, core, state, [policy] * game.seats, seed)
