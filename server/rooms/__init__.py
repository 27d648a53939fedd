"""Rooms: their pure transitions, the one write path, the socket and the worker."""
