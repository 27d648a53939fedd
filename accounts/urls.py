"""The HTTP paths of accounts."""

from django.urls import path

from accounts.api import GuestView

urlpatterns = [path("api/guest", GuestView.as_view(), name="guest")]
