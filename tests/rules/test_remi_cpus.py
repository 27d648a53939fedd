"""The CPUs of Remi: what they know, that they are sensible, and what they wait for."""

import random
from collections.abc import Iterator
from typing import Any

from games.rules.core.cardsets import cards_in
from games.rules.core.dice import Dice
from games.rules.core.game import Options
from games.rules.core.playout import Ending
from games.rules.core.shuffle import cpu_key
from games.rules.remi import GAME
from games.rules.remi.actions import Close, Discard
from games.rules.remi.knowledge import knowledge_of
from games.rules.remi.masks import best_cover
from games.rules.remi.playout import CORE
from games.rules.remi.search import SEARCH, worlds, worth
from games.rules.remi.state import SEATS, RemiState
from tests.rules import laws
from tests.rules.test_remi_rules import at

KEY = bytes(32)


def positions(number: int) -> Iterator[RemiState]:
    """The states of a match with deep positions and odd moves."""
    rng = random.Random(number)
    for moment in laws.play(GAME, rng.randbytes(32), laws.lively(GAME, rng)):
        yield moment.state


def answer(state: RemiState, level: str, key: bytes = KEY) -> Any:
    assert state.to_move is not None
    return GAME.choose(GAME.view(state, state.to_move), level, key)


def test_a_seat_knows_the_pile_and_what_others_picked_up() -> None:
    picked = 0
    for state in positions(1):
        seat = state.to_move
        assert seat is not None
        seen = knowledge_of(GAME.view(state, seat))
        assert bytes(seen.pile) == state.discards
        assert seen.hand == state.hands[seat]
        for other, known in enumerate(seen.known):
            assert known & ~state.hands[other] == 0
            picked += known.bit_count()
        unseen = set(cards_in(seen.unseen))
        hidden = set(state.stock) | {
            card for other in range(SEATS) if other != seat for card in cards_in(state.hands[other])
        }
        assert unseen == hidden
    assert picked > 100


def test_what_is_declined_and_thrown_is_remembered() -> None:
    state = next(state for state in positions(1) if state.turn == 9)
    seen = knowledge_of(GAME.view(state, state.to_move))
    assert [len(thrown) for thrown in seen.thrown] == [2, 2, 2, 2]
    assert any(seen.declined)


def test_worlds_differ_from_the_truth_only_in_what_is_hidden() -> None:
    hands = set()
    for number, state in enumerate(positions(2)):
        seat = state.to_move
        assert seat is not None
        view = GAME.view(state, seat)
        world = worlds(view, seat)(Dice(number))
        truth = CORE.position(state)
        for slot in ("laid", "sequence", "discards", "drawing", "gone", "seat", "ending"):
            assert getattr(world, slot) == getattr(truth, slot), slot
        assert world.hands[seat] == truth.hands[seat]
        assert [hand.bit_count() for hand in world.hands] == list(view.hand_sizes)
        assert len(world.stock) == view.stock
        cards = [*world.stock, *world.discards, *cards_in(sum(world.hands) | sum(world.laid))]
        assert sorted(cards) == list(range(52))
        for other, known in enumerate(knowledge_of(view).known):
            assert known & ~world.hands[other] == 0
        hands.add(tuple(world.hands) == tuple(truth.hands))
    assert False in hands


def test_hard_weighs_legal_actions_and_closes_among_them() -> None:
    ready = at("4H 5H 6H 9S 9H 9D 9C AS", phase="discard", stock=12)
    assert SEARCH.candidates(GAME.view(ready, 0), 0)[0] == Close(0)
    for state in [ready, *positions(3)]:
        seat = state.to_move
        assert seat is not None
        view = GAME.view(state, seat)
        candidates = SEARCH.candidates(view, seat)
        assert candidates
        assert set(candidates) <= set(view.legal)
        closes = {isinstance(action, Close) for action in view.legal}
        assert (True in closes) == any(isinstance(action, Close) for action in candidates)
        for action in candidates:
            position = CORE.position(state)
            assert position.action(SEARCH.move(position, action)) == action


def test_hard_takes_the_close_with_an_ace() -> None:
    state = at("4H 5H 6H 9S 9H 9D 9C AS", phase="discard", stock=12)
    assert answer(state, "hard") == Close(0)


def test_an_ending_is_worth_what_it_is_above_the_others() -> None:
    state, _ = GAME.setup(Options(), bytes(32))
    of_ending = worth(GAME.view(state, 1), 1)
    better = of_ending(Ending("close", None, 1, (0, 60, 0, 0)))
    assert better > of_ending(Ending("close", None, 1, (10, 60, 0, 0)))
    assert better > of_ending(Ending("close", None, 1, (0, 55, 0, 0)))


def test_normal_waits_with_a_cheap_close_while_there_is_time() -> None:
    hand = "4H 5H 6H 9S 9H 9D 9C 2C"
    early = at(hand, phase="discard", stock=16)
    assert answer(early, "normal") == Discard(40)
    late = at(hand, phase="discard", stock=2)
    assert answer(late, "normal") == Close(40)
    dear = at("4H 5H 6H 9S 9H 9D 9C AS", phase="discard", stock=16)
    assert answer(dear, "normal") == Close(0)


def test_normal_gives_nobody_what_they_are_seen_to_collect() -> None:
    """A seat that picked up two fives is not given a third while another card will do."""
    given = kept = 0
    for number in range(3):
        for state in positions(10 + number):
            seat = state.to_move
            if seat is None or state.phase != "discard" or len(state.stock) < 8:
                continue
            seen = knowledge_of(GAME.view(state, seat))
            action = answer(state, "normal")
            if not isinstance(action, Discard):
                continue
            for other, known in enumerate(seen.known):
                mates = [card for card in cards_in(known) if card % 13 == action.card % 13]
                if other != seat and len(mates) >= 2:
                    given += 1
                else:
                    kept += 1
    assert kept > 500
    assert given <= kept // 100


def test_easy_never_throws_away_a_made_combination() -> None:
    thrown = 0
    for number in range(3):
        for state in positions(20 + number):
            seat = state.to_move
            if seat is None or state.phase != "discard":
                continue
            action = answer(state, "easy")
            if isinstance(action, Discard):
                hand = state.hands[seat]
                sets, runs = best_cover(hand, True)
                loose = hand & ~(sets | runs)
                if loose:
                    assert loose >> action.card & 1
                    thrown += 1
    assert thrown > 300


def test_easy_overlooks_some_closes_and_takes_others() -> None:
    state = at("4H 5H 6H 9S 9H 9D 9C 2C", phase="discard", stock=12)
    answers = [answer(state, "easy", cpu_key(bytes([n]) * 32)) for n in range(60)]
    closed = sum(isinstance(action, Close) for action in answers)
    assert 30 < closed < 60


def test_levels_are_known_by_their_names() -> None:
    for state in list(positions(4))[:40]:
        assert answer(state, "normal") == answer(state, "normal@1")
