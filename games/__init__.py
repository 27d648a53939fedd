"""The games and their authoritative state."""
