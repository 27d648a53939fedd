"""The API's own description, and a page to try it; everything on it comes from this server."""

from importlib.resources import files
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.requests import JsonView

_LIBRARY: Final = (
    files("drf_spectacular_sidecar") / "static/drf_spectacular_sidecar/swagger-ui-dist"
)
_TYPES: Final = {
    "swagger-ui.css": "text/css; charset=utf-8",
    "swagger-ui-bundle.js": "text/javascript; charset=utf-8",
    "favicon-32x32.png": "image/png",
}
_PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Meja API</title>
<link rel="icon" href="/api/docs/favicon-32x32.png">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<script defer src="/api/docs/swagger-ui-bundle.js"></script>
<script defer src="/api/docs/start.js"></script>
</head>
<body><main id="docs"></main></body>
</html>
"""
_START: Final = """SwaggerUIBundle({
  url: "/api/schema/",
  dom_id: "#docs",
  deepLinking: true,
  validatorUrl: null,
});
"""


_generator: Final[Any] = SchemaGenerator


class SchemaView(JsonView):
    """The OpenAPI schema of every call."""

    schema = None

    def get(self, request: Request) -> Response:
        """OpenAPI 3.1 as JSON."""
        schema: dict[str, Any] = _generator().get_schema(request=None, public=True)
        return Response(schema)


@require_safe
def docs_page(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """The page to try the API."""
    return HttpResponse(_PAGE)


@require_safe
def docs_file(request: HttpRequest, name: str) -> HttpResponse:  # noqa: ARG001
    """A part of the page."""
    if name == "start.js":
        return HttpResponse(_START, content_type="text/javascript; charset=utf-8")
    if name not in _TYPES:
        raise Http404
    answer = HttpResponse((_LIBRARY / name).read_bytes(), content_type=_TYPES[name])
    answer.headers["Cache-Control"] = "public, max-age=86400"
    return answer
