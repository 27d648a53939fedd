"""Every error of the API is a code with data."""

import json

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import CharField, Serializer
from rest_framework.test import APIRequestFactory
from rest_framework.views import APIView

from accounts.errors import ApiError
from games.rules.core.errors import RuleError


class Name(Serializer[object]):
    name = CharField(max_length=3)


def ask(fault: Exception | None, body: str = "{}", kind: str = "application/json") -> Response:
    class View(APIView):
        def post(self, request: Request) -> Response:
            if fault is not None:
                raise fault
            Name(data=request.data).is_valid(raise_exception=True)
            return Response({})

    request = APIRequestFactory().post("/api/x", data=body, content_type=kind)
    answer = View.as_view()(request)
    answer.render()
    return answer


@pytest.mark.parametrize(
    ("fault", "status", "code", "data"),
    [
        (ApiError("room_not_found", 404, code="ABC"), 404, "room_not_found", {"code": "ABC"}),
        (RuleError("not_seated", seat=2), 400, "not_seated", {"seat": 2}),
        (Http404("anything"), 404, "not_found", {}),
        (PermissionDenied("anything"), 403, "forbidden", {}),
        (exceptions.MethodNotAllowed("POST"), 405, "method_not_allowed", {}),
        (exceptions.Throttled(wait=2), 429, "too_many_requests", {"wait_ms": 2000}),
        (exceptions.APIException("anything"), 500, "server_error", {}),
    ],
)
def test_what_a_view_raises(fault: Exception, status: int, code: str, data: object) -> None:
    answer = ask(fault)
    assert (answer.status_code, json.loads(answer.content)) == (
        status,
        {"code": code, "data": data},
    )


def test_what_a_client_gets_wrong() -> None:
    assert json.loads(ask(None, body="{").content) == {"code": "malformed", "data": {}}
    assert json.loads(ask(None, kind="text/plain").content)["code"] == "json_expected"
    assert json.loads(ask(None, body='{"name": "long"}').content) == {
        "code": "invalid",
        "data": {"fields": {"name": ["max_length"]}},
    }


def test_a_throttled_client_is_told_when_to_come_back() -> None:
    assert ask(exceptions.Throttled(wait=2)).headers["Retry-After"] == "3"
