"""The Django app that carries the management commands of the server."""

from django.apps import AppConfig


class ServerConfig(AppConfig):
    name = "server"
