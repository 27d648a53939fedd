"""Addresses of the rooms' HTTP API, and of the API's own description."""

from django.urls import path

from server.rooms.api.catalogue import GamesView, ProtocolView
from server.rooms.api.docs import SchemaView, docs_file, docs_page
from server.rooms.api.gatherings import GatheringJoinView, GatheringsView, GatheringView
from server.rooms.api.quick import QuickView
from server.rooms.api.reports import ReportView
from server.rooms.api.rooms import JoinView, RoomsView, RoomView, StateView

urlpatterns = [
    path("api/games", GamesView.as_view()),
    path("api/rooms", RoomsView.as_view()),
    path("api/rooms/<str:code>", RoomView.as_view()),
    path("api/rooms/<str:code>/join", JoinView.as_view()),
    path("api/rooms/<str:code>/state", StateView.as_view()),
    path("api/rooms/<str:code>/report", ReportView.as_view()),
    path("api/quick", QuickView.as_view()),
    path("api/gatherings", GatheringsView.as_view()),
    path("api/gatherings/<str:code>", GatheringView.as_view()),
    path("api/gatherings/<str:code>/join", GatheringJoinView.as_view()),
    path("api/protocol.json", ProtocolView.as_view()),
    path("api/schema/", SchemaView.as_view()),
    path("api/docs", docs_page),
    path("api/docs/<str:name>", docs_file),
]
