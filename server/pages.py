"""The single-page app's one page, and what Django answers when no view did."""

# ruff: noqa: ARG001 - Django fixes what its views are called with

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.views.decorators.http import require_safe


@require_safe
def page(request: HttpRequest, status: int = 200, **route: str) -> HttpResponse:
    """The app's index.html; which page that is, the frontend reads from the address."""
    try:
        html = (settings.FRONTEND_DIST / "index.html").read_bytes()
    except FileNotFoundError:
        return JsonResponse({"code": "frontend_not_built", "data": {}}, status=503)
    return HttpResponse(html, status=status, headers={"Cache-Control": "no-cache"})


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponseBase:
    """404: a code below /api/ and /static/, else the app, which shows its own not-found page."""
    if request.path.startswith(("/api/", "/static/", "/ws/")):
        return JsonResponse({"code": "not_found", "data": {}}, status=404)
    return page(request, status=404)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponseBase:
    """400 for what Django itself refuses, such as a Host that is not ours."""
    return JsonResponse({"code": "bad_request", "data": {}}, status=400)


def server_error(request: HttpRequest) -> HttpResponseBase:
    """500 for a fault of ours; the log has it."""
    return JsonResponse({"code": "server_error", "data": {}}, status=500)
