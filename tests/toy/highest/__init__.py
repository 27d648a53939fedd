"""Highest: two seats, five cards each; the higher card takes the trick. Two deals."""

from games.rules.highest.game import Highest

GAME = Highest()
