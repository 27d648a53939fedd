"""The ASGI application: Django for HTTP, the room's consumer for websockets."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "server.settings")

from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.urls import re_path

from server.ops.origin import nowhere, same_origin
from server.ops.proxies import behind_proxies

http = get_asgi_application()

from server.rooms.consumer import RoomConsumer  # noqa: E402 - models need the apps set up

websocket = URLRouter(
    [
        re_path(r"^ws/rooms/(?P<code>[A-Za-z0-9]{1,12})\Z", RoomConsumer.as_asgi()),
        re_path("", nowhere),  # type: ignore[arg-type] # an ASGI application, as Channels wants
    ]
)

application = behind_proxies(
    same_origin(ProtocolTypeRouter({"http": http, "websocket": websocket})),
    settings.MEJA_PROXIES,
)
