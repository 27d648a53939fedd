"""The HTTP paths of games."""

from django.urls import path

from games.api import RecordView

urlpatterns = [path("api/matches/<str:match_id>/record", RecordView.as_view(), name="record")]
