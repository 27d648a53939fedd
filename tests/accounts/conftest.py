"""Limits on a real Valkey."""

import pytest
from pytest_django import Settings


@pytest.fixture
def shared_cache(redis_url: str, settings: Settings) -> None:
    """Django's cache on an empty Valkey."""
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": redis_url}}
