"""Remi: four players, seven cards, combinations laid with one of the top three discards."""

from games.rules.remi.game import Remi

GAME = Remi()
