"""The Django app `accounts`."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Players and their names."""

    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"
