"""A toy game in one folder, to prove that a game is nothing but its folder."""
