"""The rules of every game: pure Python, standard library only.

`core` is what the games share; every other folder here is one game, found by
`games.rules.core.registry`. Nothing outside a game's folder names a game.
"""
