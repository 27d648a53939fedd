"""`/healthz`: whether this process reaches its database and its Redis."""

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse

from games.store.probe import store_answers


def healthz(request: HttpRequest) -> JsonResponse:  # noqa: ARG001
    """200 `{"status": "ok"}`, or 503 with one code for each part that does not answer."""
    codes = []
    if not _database_answers():
        codes.append("database_unreachable")
    if not store_answers(settings.REDIS_URL):
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
