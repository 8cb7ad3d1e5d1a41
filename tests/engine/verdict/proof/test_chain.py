"""The chain of the record: every line that does not fit is named."""

from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.verdict.proof.chain import EVENTS, ChainResult, Last, check_chain, hash_of, next_entry
from tests.offenders import for_every

ZEROS = "0" * 64


def record(count: int, **fields: Any) -> list[bytes]:
    lines: list[bytes] = []
    last = None
    for number in range(count):
        entry = next_entry(
            last, f"2026-05-01T18:00:{number:02}Z", "actor", EVENTS[number % 12], "match 1", {"n": number}
        )
        lines.append(entry.as_bytes() + b"\n")
        last = Last(entry.n, entry.at, hash_of(lines[-1][:-1]))
    return lines


LINES = record(5)
HEADS = [ZEROS, *(hash_of(line[:-1]) for line in LINES)]


def test_a_record_is_checked_whole() -> None:
    assert check_chain(LINES) == ChainResult(5, HEADS[5])
    assert check_chain([]) == ChainResult(0, ZEROS)
    assert HEADS[5] == sha256(LINES[4].rstrip(b"\n")).hexdigest()


def test_an_entry_names_the_hash_of_the_one_before() -> None:
    assert LINES[0].endswith(b'"prev":"' + b"0" * 64 + b'","subject":"match 1"}\n')
    assert HEADS[1].encode() in LINES[1]
    assert LINES[0].startswith(
        b'{"actor":"actor","at":"2026-05-01T18:00:00Z","data":{"n":0},"event":"dispute-opened","n":1'
    )


@given(st.integers(0, 4), st.data())
def test_any_bit_that_is_flipped_is_found_with_the_head(number: int, data: st.DataObject) -> None:
    line = bytearray(LINES[number])
    line[data.draw(st.integers(0, len(line) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    found = check_chain([*LINES[:number], bytes(line), *LINES[number + 1 :]], HEADS[5], 5)
    assert not found.whole
    assert found.breaks_at in (number + 1, number + 2, 5)


def test_every_bit_that_is_flipped_is_found_with_the_head() -> None:
    whole = b"".join(LINES[:3])
    for bit in range(len(whole) * 8):
        flipped = bytearray(whole)
        flipped[bit // 8] ^= 1 << bit % 8
        assert not check_chain(bytes(flipped).splitlines(keepends=True), HEADS[3], 3).whole, bit


def broken(lines: list[bytes]) -> int | None:
    found = check_chain(lines)
    assert not found.whole
    return found.breaks_at


def test_entries_removed_swapped_and_replayed() -> None:
    for at in range(4):
        assert broken(LINES[:at] + LINES[at + 1 :]) == at + 1
        assert broken([*LINES[:at], LINES[at + 1], LINES[at], *LINES[at + 2 :]]) == at + 1
        assert broken([*LINES[: at + 1], LINES[at], *LINES[at + 1 :]]) == at + 2
    assert broken([*LINES, LINES[0]]) == 6
    assert broken([*LINES, b"\n"]) == 6
    assert broken([*LINES[:4], LINES[4][:-1]]) == 5
    assert broken([*LINES[:4], LINES[4][:-1] + b"\r\n"]) == 5


def test_a_record_that_was_shortened_is_whole_without_a_head_and_is_found_with_one() -> None:
    short = LINES[:3]
    assert check_chain(short).whole
    for asked in ({"head": HEADS[5]}, {"length": 5}, {"head": HEADS[5], "length": 5}):
        assert not check_chain(short, **asked).whole  # type: ignore[arg-type]
    assert check_chain(short, length=4).breaks_at == 4


def test_an_old_head_checks_a_record_that_has_grown() -> None:
    for length, head in enumerate(HEADS):
        assert check_chain(LINES, head=head).whole
        assert check_chain(LINES, length=length).whole
        assert check_chain(LINES, head=head, length=length).whole
    assert check_chain(LINES, head="1" * 64) == ChainResult(5, HEADS[5], None, f"no entry has the hash {'1' * 64}")
    assert check_chain(LINES, head=HEADS[2], length=3).breaks_at == 3
    assert not check_chain(LINES, head=HEADS[2], length=0).whole
    assert not check_chain(LINES, head=ZEROS, length=2).whole


def test_a_record_linked_anew_behind_a_head_is_found() -> None:
    anew = record(5)
    entry = next_entry(Last(2, "2026-05-01T18:00:01Z", HEADS[2]), "2026-05-01T18:00:02Z", "another", "ruled", "", {})
    anew[2:] = [entry.as_bytes() + b"\n"]
    assert check_chain(anew).whole
    assert check_chain(anew, HEADS[2], 2).whole
    assert not check_chain(anew, HEADS[3], 3).whole


@for_every(
    ("old", "new", "reason"),
    [
        (b'"n":1', b'"n":2', "n: 1 expected, 2 found"),
        (b'"prev":"0', b'"prev":"1', "prev: 000"),
        (b"2026-05-01T18", b"2026-13-01T18", "at: there is no such day"),
        (b'"at":"2026', b'"at":"226', "at: expected a moment"),
        (b"dispute-opened", b"disputed", "event: there is no event"),
        (b'"data":{"n":0}', b'"data":[]', "data: expected an object"),
        (b'"data":{"n":0}', b'"data":{"n":0.5}', "not whole"),
        (b'"data":{"n":0}', b'"data":{"n": 0}', "white space"),
        (b'"data":{"n":0},', b"", "a field is missing: `data`"),
        (b'"n":1', b'"m":0,"n":1', "there is no field `m`"),
        (b'"actor":"actor"', b'"actor":null', "actor: expected a text"),
    ],
)
def test_a_line_that_does_not_fit_has_a_reason(old: bytes, new: bytes, reason: str) -> None:
    assert old in LINES[0]
    found = check_chain([LINES[0].replace(old, new, 1)])
    assert (found.entries, found.head, found.breaks_at) == (0, ZEROS, 1)
    assert reason in found.reason


def test_a_line_that_is_too_long_is_not_read() -> None:
    for length, reason in ((2**20, "expected an object, got a text"), (2**20 + 1, "more than 1,048,576 bytes")):
        assert reason in check_chain([b'"' + b"a" * (length - 2) + b'"\n']).reason


def test_moments_never_decrease() -> None:
    first = next_entry(None, "2026-05-01T18:00:00Z", "a", "state", "", {})
    last = Last(1, first.at, hash_of(first.as_bytes()))
    second = next_entry(last, "2025-01-01T00:00:00Z", "a", "state", "", {})
    assert second.at == first.at
    lines = [first.as_bytes() + b"\n", second.as_bytes().replace(b"2026", b"2025") + b"\n"]
    assert (
        check_chain(lines).reason
        == "at: 2025-05-01T18:00:00Z is before 2026-05-01T18:00:00Z, the moment of the entry before"
    )


def test_an_unknown_event_is_not_appended() -> None:
    with pytest.raises(ValueError, match="no event"):
        next_entry(None, "2026-05-01T18:00:00Z", "a", "won", "", {})
