"""The edge of the socket: every bad frame has its own code, and none passes."""

import contextlib
import json
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.rooms.bucket import Bucket
from server.rooms.parse import Malformed, parse_message
from server.rooms.protocol import Act, AnyClientMessage, Configure, Ping, Sit, Swap


@pytest.mark.parametrize(
    ("text", "code", "message_id"),
    [
        (None, "message_not_text", None),
        ("", "malformed_message", None),
        ("hello", "malformed_message", None),
        ("[1,2]", "malformed_message", None),
        ("null", "malformed_message", None),
        ('{"type":"sit"', "malformed_message", None),
        ("[" * 3000, "malformed_message", None),
        ('{"id":"a"}', "unknown_type", "a"),
        ('{"type":7,"id":"a"}', "unknown_type", "a"),
        ('{"type":"win","id":"a"}', "unknown_type", "a"),
        ('{"type":"run_out","id":"a"}', "unknown_type", "a"),
        ('{"type":"advance","id":"a"}', "unknown_type", "a"),
        ('{"type":"sit"}', "missing_field", None),
        ('{"type":"sit","id":7}', "wrong_field", None),
        ('{"type":"sit","id":""}', "wrong_field", ""),
        ('{"type":"sit","id":"a b"}', "wrong_field", "a b"),
        ('{"type":"sit","id":"a","seat":-1}', "wrong_field", "a"),
        ('{"type":"sit","id":"a","seat":"0"}', "wrong_field", "a"),
        ('{"type":"sit","id":"a","seat":1.5}', "wrong_field", "a"),
        ('{"type":"sit","id":"a","as":"host"}', "unknown_field", "a"),
        ('{"type":"sit","id":"a","seat":8}', "wrong_field", "a"),
        ('{"type":"sit","id":"a","player":"p2"}', "unknown_field", "a"),
        ('{"type":"sit","id":"a","commitment":"ab"}', "wrong_field", "a"),
        ('{"type":"swap","id":"a"}', "missing_field", "a"),
        ('{"type":"kick","id":"a","seat":null}', "wrong_field", "a"),
        ('{"type":"configure","id":"a","clock":7}', "wrong_field", "a"),
        ('{"type":"configure","id":"a","quick":true}', "unknown_field", "a"),
        ('{"type":"configure","id":"a","pace":"slow"}', "wrong_field", "a"),
        ('{"type":"commit","id":"a","match":"m"}', "missing_field", "a"),
        (f'{{"type":"reveal","id":"a","match":"m","nonce":"{"A" * 64}"}}', "wrong_field", "a"),
        (f'{{"type":"reveal","id":"a","match":"m","nonce":"{"a" * 64}\\n"}}', "wrong_field", "a"),
        ('{"type":"say","id":"a","kind":"shout","what":"x"}', "wrong_field", "a"),
        ('{"type":"say","id":"a","kind":"text","what":"' + "x" * 801 + '"}', "wrong_field", "a"),
        ('{"type":"rename","id":"a","name":"Bo"}', "unknown_field", "a"),
        ('{"type":"ping","id":"a"}', "unknown_field", "a"),
        ('{"type":"act","id":"a","match":"m","deal":1,"turn":1,"step":0}', "missing_field", "a"),
        (
            '{"type":"act","id":"a","match":"m","deal":1,"turn":1,"step":0,"action":"draw"}',
            "wrong_field",
            "a",
        ),
        ('{"type":"ready","id":"' + "a" * 41 + '"}', "wrong_field", None),
        (json.dumps({"type": "sit", "id": "x" * 4096}), "message_too_long", None),
        ('{"type":"ready","id":"' + "আ" * 2000 + '"}', "message_too_long", None),
        ('{"type":"ready","id":"\ud800"}', "malformed_message", None),
    ],
)
def test_bad_frames(text, code, message_id):
    with pytest.raises(Malformed) as caught:
        parse_message(text)
    assert (caught.value.code, caught.value.id) == (code, message_id)


def test_good_frames():
    assert parse_message('{"type":"ping"}') == Ping()
    assert parse_message('{"type":"sit","id":"a"}') == Sit("a", None)
    assert parse_message('{"type":"swap","id":"a","seat":null}') == Swap("a", None)
    assert parse_message('{"type":"configure","id":"a","clock":15}') == Configure("a", clock=15)
    assert parse_message(' {"seat":3,"type":"sit","id":"a"} ') == Sit("a", 3)
    action = {"type": "discard", "card": "KD"}
    text = json.dumps(
        {"type": "act", "id": "a", "match": "m", "deal": 1, "turn": 2, "step": 1, "action": action}
    )
    assert parse_message(text) == Act("a", "m", 1, 2, 1, action)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
types = (
    st.sampled_from([cls.__struct_config__.tag for cls in get_args(AnyClientMessage)]) | st.text()
)


@given(
    st.text()
    | json_values.map(json.dumps)
    | st.dictionaries(
        st.sampled_from(
            ["id", "seat", "action", "deal", "level", "match", "nonce", "kind", "what", "clock"]
        ),
        json_values,
    ).flatmap(lambda form: types.map(lambda name: json.dumps({"type": name, **form})))
)
def test_anything_is_a_message_or_a_code(text):
    with contextlib.suppress(Malformed):
        message = parse_message(text)
        assert message.__struct_config__.tag == json.loads(text)["type"]


def test_the_bucket_refuses_a_flood_and_recovers():
    bucket = Bucket(20, now=0.0)
    passed = sum(bucket.take(now=0.0) for _ in range(1000))
    assert passed == 60
    assert bucket.refused == 940
    assert bucket.take(now=1.0)
    assert bucket.refused == 0
    assert sum(bucket.take(now=1.0) for _ in range(100)) == 19
