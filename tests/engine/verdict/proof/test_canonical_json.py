"""Canonical JSON: RFC 8785 with whole numbers alone, read strictly."""

import json
import math
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.verdict.proof.canonical import BYTES, NUMBER, NotCanonical, read, write
from tests.offenders import for_every

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-NUMBER, NUMBER)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"]), max_size=4), inner, max_size=4)
    ),
    max_leaves=12,
)


def by_hand(value: Any) -> str:
    """The canonical form, written down from the text of RFC 8785."""
    if isinstance(value, dict):
        fields = sorted(value.items(), key=lambda field: field[0].encode("utf-16-be"))
        return "{" + ",".join(f"{by_hand(name)}:{by_hand(item)}" for name, item in fields) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(by_hand, value)) + "]"
    if isinstance(value, str):
        short = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
        return '"' + "".join(short.get(c) or (f"\\u{ord(c):04x}" if c < " " else c) for c in value) + '"'
    if isinstance(value, bool) or value is None:
        return "null" if value is None else str(value).lower()
    return str(value)


@given(VALUES)
def test_writing_is_rfc_8785_and_reading_undoes_it(value: Any) -> None:
    raw = write(value)
    assert raw.decode() == by_hand(value)
    again = read(raw, Any)
    assert again == value
    assert write(again) == raw


@given(VALUES, st.data())
def test_any_other_spelling_is_refused(value: Any, data: st.DataObject) -> None:
    """White space anywhere, other escapes, another order: what a reader of JSON takes alike."""
    raw = write(value)
    spelled = json.dumps(value, indent=data.draw(st.sampled_from([None, 0, 1])), separators=(", ", ": ")).encode()
    at = data.draw(st.integers(0, len(raw)))
    for other in (spelled, raw[:at] + b" " + raw[at:]):
        if other != raw and is_same(other, value):
            with pytest.raises(NotCanonical):
                read(other, Any)


def is_same(raw: bytes, value: Any) -> bool:
    """Whether a text is JSON for a value."""
    try:
        return bool(json.loads(raw) == value)
    except ValueError:
        return False


def test_names_are_in_the_order_of_utf_16() -> None:
    assert write({"\ufb33": 1, "\U0001f600": 2, "é": 3, "a": 4}).decode() == '{"a":4,"é":3,"\U0001f600":2,"\ufb33":1}'
    with pytest.raises(NotCanonical, match="out of order, or twice"):
        read('{"\ufb33":1,"\U0001f600":2}'.encode(), Any)


@for_every(
    ("raw", "reason"),
    [
        (b'{"a": 1}', "byte 6: white space"),
        (b"[1]\n", "byte 4: white space"),
        (b'{"b":1,"a":2}', "byte 3: the name of a field is out of order, or twice"),
        (b'{"a":1,"a":2}', "the name of a field is out of order, or twice"),
        (b'["\\u0041"]', "byte 3: an escape"),
        (b'["\\/"]', "byte 3: an escape"),
        (b'["\\u000A"]', "an escape"),
        (b'["\\u001F"]', "an escape"),
        (b'["\\ud83d\\ude00"]', "byte 3: an escape"),
        (b"[-0]", "byte 2: a number that canonical JSON writes otherwise"),
        (b"[1.0]", "[0]: a number that is not whole"),
        (b"[1e3]", "[0]: a number that is not whole"),
        (b"[9007199254740992]", "[0]: a number beyond"),
        (b"[-9007199254740992]", "[0]: a number beyond"),
        (b"[1e999]", "number out of range"),
        (b"[" + b"9" * 100_000 + b"]", "out of range"),
        (b"[01]", "not JSON"),
        (b"[NaN]", "not JSON"),
        (b"[1,]", "not JSON"),
        (b'{"a":1}{}', "not JSON"),
        (b'["\n"]', "not JSON"),
        (b'["\xff"]', "byte 3 is not UTF-8"),
        (b'["\xed\xa0\x80"]', "byte 3 is not UTF-8"),
        (b'["\\ud800"]', "not JSON"),
        (b"\xef\xbb\xbf[]", "not JSON"),
        (b"", "not JSON"),
    ],
)
def test_a_fault_is_named_with_its_place(raw: bytes, reason: str) -> None:
    with pytest.raises(NotCanonical) as refused:
        read(raw, Any)
    assert reason in str(refused.value)


@for_every("value", [1.5, math.inf, math.nan, 2**53, -(2**53), "\ud800", {"\udfff": 1}, {1: 2}])
def test_what_has_no_canonical_form_is_not_written(value: object) -> None:
    with pytest.raises(NotCanonical):
        write([value])


def nested(levels: int) -> bytes:
    return b"[" * levels + b"]" * levels


def test_depth_is_32() -> None:
    assert read(nested(32), Any)
    for levels in (33, 500, 2_000_000):
        with pytest.raises(NotCanonical, match="more than 32 objects and arrays"):
            read(nested(levels), Any)
    with pytest.raises(NotCanonical, match="more than 32"):
        read(b'{"a":' * 33 + b"{}" + b"}" * 33, Any)


def test_size_is_16_mib() -> None:
    assert len(read(b'"' + b"a" * (BYTES - 2) + b'"', str)) == BYTES - 2
    with pytest.raises(NotCanonical, match="16,777,217 bytes"):
        read(b'"' + b"a" * (BYTES - 1) + b'"', str)


def test_large_documents_are_read_quickly() -> None:
    value = [{"name": f"entry {number}", "values": [number, None, True]} for number in range(50_000)]
    raw = write(value)
    start = time.process_time()
    assert read(raw, Any) == value
    with pytest.raises(NotCanonical):
        read(raw.replace(b"entry 49999", b"entry\\u002049999"), Any)
    assert time.process_time() - start < 5
