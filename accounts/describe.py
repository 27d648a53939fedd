"""What the API's schema says of a call: made of the same types that the call reads and answers."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, TypeVar

import msgspec
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema

from accounts.requests import Answer, Body

ViewT = TypeVar("ViewT", bound=Callable[..., Any])

BODY_CODES: Final[Mapping[int, tuple[str, ...]]] = {
    400: ("malformed", "unknown_field", "missing_field", "wrong_field"),
    413: ("body_too_large",),
    415: ("json_expected",),
}
"""What `read_body` refuses, by status."""
_MEANINGS: Final = {
    200: "Done.",
    201: "Made.",
}
_SECURITY: Final[dict[str, list[dict[str, list[str]]]]] = {
    "needed": [{"player": []}],
    "welcome": [{}, {"player": []}],
    "unused": [{}],
}


class Refusal(Answer):
    """Why a call was refused: a stable code with data, never a sentence."""

    code: str
    data: dict[str, Any]


def describe(
    summary: str,
    *,
    tag: str,
    name: str,
    body: type[Body] | None = None,
    answers: Mapping[int | tuple[int, str], Any],
    refusals: Mapping[int, Sequence[str]] | None = None,
    player: Literal["needed", "welcome", "unused"] = "unused",
    parameters: Sequence[OpenApiParameter] = (),
) -> Callable[[ViewT], ViewT]:
    """Tell the schema of one method of a view; its docstring becomes the description.

    `name` is the operation's id. `answers` are an `Answer` class (or another schema) by status, or
    by status and media type; `refusals` are codes by status: those of a bad body and of a missing
    player are added.
    """
    codes: dict[int, list[str]] = {}
    for part in (
        BODY_CODES if body is not None else {},
        {401: ("no_player",)} if player == "needed" else {},
        refusals or {},
    ):
        for status, more in part.items():
            codes.setdefault(status, []).extend(more)
    responses: dict[int | tuple[int, str], OpenApiResponse] = {}
    for key, form in answers.items():
        status = key if isinstance(key, int) else key[0]
        responses[key] = OpenApiResponse(form, description=_MEANINGS[status])
    for status in sorted(codes):
        said = ", ".join(f"`{code}`" for code in codes[status])
        responses[status] = OpenApiResponse(Refusal, description=f"Refused: {said}.")
    security: Any = _SECURITY[player]  # the library's hint says names; it puts them in as they are
    described = extend_schema(
        operation_id=name,
        summary=summary,
        tags=[tag],
        parameters=[*parameters],
        request=body,
        responses=responses,
        auth=security,
    )
    return described


_component: Final[Any] = ResolvedComponent


class StructSchema(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Bodies and answers in the schema: msgspec knows their JSON Schema."""

    target_class = "msgspec.Struct"
    match_subclasses = True

    def get_name(self, auto_schema: AutoSchema, direction: Any) -> str:
        """The class's own name."""
        name: str = self.target.__name__
        return name

    def map_serializer(self, auto_schema: AutoSchema, direction: Any) -> dict[str, Any]:
        """The schema of the class; those of the classes it holds become components."""
        _, parts = msgspec.json.schema_components(
            [self.target], ref_template="#/components/schemas/{name}"
        )
        own: dict[str, Any] = parts.pop(self.target.__name__)
        for name, part in parts.items():
            auto_schema.registry.register_on_missing(
                _component(name=name, type=ResolvedComponent.SCHEMA, object=name, schema=part)
            )
        return own
