"""Players: who somebody is, from the first click. Knows neither rooms nor games."""
