"""The cache that all processes share, through one pool of connections in each."""

from functools import cache

from django.conf import settings
from django.core.cache import BaseCache, caches


def shared_cache() -> BaseCache:
    """Django's default cache.

    Under ASGI `django.core.cache.cache` is another object for each request, each with a pool of
    its own whose connections stay open until the garbage collector comes by.
    """
    return _opened(str(settings.CACHES["default"].get("LOCATION", "")))


@cache
def _opened(location: str) -> BaseCache:  # noqa: ARG001 - one for each address
    return caches.create_connection("default")
