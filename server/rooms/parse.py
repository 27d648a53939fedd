"""The edge: a frame's text becomes a closed message, or a refusal with a code."""

from typing import Any, Final, get_args

import msgspec

from games.rules.core.errors import RuleError
from server.rooms.protocol import MAX_MESSAGE_BYTES, AnyClientMessage, ClientMessage

_decoder: Final = msgspec.json.Decoder(AnyClientMessage)
_BY_TYPE: Final[dict[str, type[ClientMessage]]] = {
    cls.__struct_config__.tag: cls for cls in get_args(AnyClientMessage)
}


class Malformed(RuleError):
    """A frame that is no message; `id` is the message's id where one could be read."""

    def __init__(self, code: str, message_id: str | None = None, **data: Any) -> None:
        super().__init__(code, **data)
        self.id = message_id


def parse_message(text: str | None) -> AnyClientMessage:
    """The message that a text frame spells; a binary frame comes as None.

    Raises Malformed `message_not_text`, `message_too_long`, `malformed_message`,
    `unknown_type`, `unknown_field`, `missing_field` or `wrong_field`.
    """
    if text is None:
        raise Malformed("message_not_text")
    if len(text) > MAX_MESSAGE_BYTES or len(text.encode(errors="replace")) > MAX_MESSAGE_BYTES:
        raise Malformed("message_too_long", limit=MAX_MESSAGE_BYTES)
    try:
        message: AnyClientMessage = _decoder.decode(text)
        return message
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        raise _diagnose(text) from fault


def _diagnose(text: str) -> Malformed:
    """Say what is wrong with a text that the decoder refused."""
    try:
        form: Any = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return Malformed("malformed_message")
    if not isinstance(form, dict):
        return Malformed("malformed_message")
    given = form.get("id")
    message_id = given if isinstance(given, str) and len(given) <= 40 else None
    name = form.pop("type", None)
    cls = _BY_TYPE.get(name) if isinstance(name, str) else None
    if cls is None:
        return Malformed(
            "unknown_type", message_id, message=name[:40] if isinstance(name, str) else None
        )
    fields = msgspec.structs.fields(cls)
    known = {field.encode_name for field in fields}
    for key in form:
        if key not in known:
            return Malformed("unknown_field", message_id, field=key[:40])
    for field in fields:
        if field.encode_name not in form:
            if field.required:
                return Malformed("missing_field", message_id, field=field.encode_name)
            continue
        try:
            msgspec.convert(form[field.encode_name], field.type)
        except msgspec.ValidationError:
            return Malformed("wrong_field", message_id, field=field.encode_name)
    return Malformed("malformed_message", message_id)
