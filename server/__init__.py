"""The Django project, and everything live: rooms, sockets, workers."""
