"""The Django app `games`."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """What outlives a room: finished matches."""

    name = "games"
    default_auto_field = "django.db.models.BigAutoField"
