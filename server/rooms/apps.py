"""The Django app of the rooms: gatherings and reports in the database, and how to read them."""

from django.apps import AppConfig


class RoomsConfig(AppConfig):
    """Gatherings and reports."""

    name = "server.rooms"
    label = "rooms"
