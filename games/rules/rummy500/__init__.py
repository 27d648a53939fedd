"""Rummy 500: two players, thirteen cards, takes from any depth of the open discard pile."""

from games.rules.rummy500.game import Rummy500

GAME = Rummy500()
