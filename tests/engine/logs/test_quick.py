"""The quick reading of a JSON text gives what the exact one gives, or leaves it to that."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.logs.json.quick import document
from engine.logs.json.strict import MatchRefused, check, parse
from engine.record import bounds
from tests.offenders import for_every
from tests.playouts.strategies import few

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=12,
)


def exactly(text: bytes) -> Any:
    found = parse(text)
    check(found)
    return found


def agrees(text: bytes) -> bool:
    """Whether the quick reading gives nothing, or just what the exact one gives."""
    quick = document(text)
    if quick is None:
        return True
    return json.dumps(quick) == json.dumps(exactly(text))


@few(300)
@given(value=values, indent=st.sampled_from((None, 0, 1)), spaced=st.booleans())
def test_any_document_is_read_alike(value: Any, indent: int | None, spaced: bool) -> None:
    text = json.dumps(value, ensure_ascii=False, indent=indent, separators=(", ", ": ") if spaced else (",", ":"))
    assert agrees(text.encode(errors="surrogatepass"))


@few(300)
@given(text=st.lists(st.sampled_from(['"', "a", ":", ",", "{", "}", "[", "]", "1", "e", "-", ".", " ", "\\", "null"])))
def test_any_signs_are_read_alike(text: list[str]) -> None:
    assert agrees("".join(text).encode())


@for_every("text", [b'{"a":[1,"b",{"c":null}]}', b'{"a":-12.5}', b'[{"a":"\xe7\x89\x8c"},{"a":2}]', b'{"":1}'])
def test_a_plain_document_is_read_quickly(text: bytes) -> None:
    assert document(text) == exactly(text) is not None


@for_every(
    "text",
    [
        b'{"a":1,"a":2}',
        b'[{"a":1},{"b":{"c":1,"c":1}}]',
        b'{"a":"' + b"x" * (bounds.TEXT + 1) + b'"}',
        b'{"' + b"x" * (bounds.TEXT + 1) + b'":1}',
        b"[%d]" % (bounds.NUMBER + 1),
        b"[-%d]" % (bounds.NUMBER + 1),
        b"[1e13]",
        b"[1E+13]",
        b"[10.0e12]",
        b'["\\ud800"]',
        b"[NaN]",
        b"[Infinity]",
        b"[" * (bounds.DEPTH + 1) + b"]" * (bounds.DEPTH + 1),
        b'{"a":' * (bounds.DEPTH + 1) + b"1" + b"}" * (bounds.DEPTH + 1),
        b'["\xff"]',
        b'["\xed\xa0\x80"]',
        b'["a\tb"]',
        b"[1] 2",
        b"",
    ],
)
def test_what_is_to_be_refused_is_left_to_the_exact_reading(text: bytes) -> None:
    assert document(text) is None
    with pytest.raises(MatchRefused):
        exactly(text)


@for_every(("opening", "inside", "closing"), [(b"[", b"", b"]"), (b'{"a":', b"1", b"}")])
def test_nesting_up_to_the_bound_is_read_quickly(opening: bytes, inside: bytes, closing: bytes) -> None:
    text = opening * bounds.DEPTH + inside + closing * bounds.DEPTH
    assert document(text) == exactly(text) is not None
