"""`/healthz`: whether this process reaches its database and its Redis."""

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse


def healthz(request: HttpRequest) -> JsonResponse:  # noqa: ARG001
    """200 `{"status": "ok"}`, or 503 with one code for each part that does not answer."""
    codes = []
    if not _database_answers():
        codes.append("database_unreachable")
    if not _redis_answers():
        codes.append("redis_unreachable")
    if codes:
        return JsonResponse({"status": "failing", "codes": codes}, status=503)
    return JsonResponse({"status": "ok"})


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def _redis_answers() -> bool:
    try:
        with redis.Redis.from_url(
            settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1
        ) as client:
            client.ping()
    except (redis.RedisError, OSError):
        return False
    return True
