"""Addresses of the rooms' HTTP API."""

from django.urls import path

from server.rooms.api import GamesView, ProtocolView, RoomsView, RoomView

urlpatterns = [
    path("api/games", GamesView.as_view()),
    path("api/rooms", RoomsView.as_view()),
    path("api/rooms/<str:code>", RoomView.as_view()),
    path("api/protocol.json", ProtocolView.as_view()),
]
