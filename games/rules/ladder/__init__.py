"""Ladder Rummy: four players, two packs with jokers, each with an own ladder of ten contracts."""

from games.rules.ladder.game import Ladder

GAME = Ladder()
