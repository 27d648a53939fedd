"""Every address the server answers: health, the API of each part, and the one page."""

from django.urls import include, path

from server.ops.health import healthz
from server.pages import page

urlpatterns = [
    path("healthz", healthz),
    path("", include("accounts.urls")),
    path("", include("games.urls")),
    path("", include("server.rooms.urls")),
    path("", page),
    path("r/<str:code>", page),
    path("g/<str:code>", page),
    path("rooms", page),
    path("rules", page),
    path("rules/<str:game>", page),
]

handler400 = "server.pages.bad_request"
handler404 = "server.pages.not_found"
handler500 = "server.pages.server_error"
