"""Made-up matches as the platform's messages: they come out as they went in, whichever way they are read."""

from unittest.mock import patch

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from engine.logs.foreign.guandan import njupt
from engine.logs.foreign.guandan.njupt import read_wrapped
from engine.logs.fupan.reading import read_match
from engine.logs.fupan.writing import write_match
from engine.logs.record import LogRecord
from engine.verdict.check import Checker
from tests.offenders import for_every
from tests.platform_messages import as_messages, made_up
from tests.playouts.strategies import few, policies, seeds


def read(raw: bytes) -> LogRecord:
    (record,) = read_wrapped(raw, "made up")
    return record


@few(60)
@given(seed=seeds, policy=policies)
def test_a_match_told_in_messages_is_the_match(seed: int, policy: str) -> None:
    match = made_up(seed, policy, hands=4)
    told = Checker("njupt").check(read(as_messages(match)))
    own = Checker("njupt").check(read_match(write_match(match), "made up"))
    assert [each for each in told.findings if each.severity != "notice"] == []
    assert told.replay is not None
    assert own.replay is not None
    assert told.replay.hands == own.replay.hands
    assert told.replay.totals == own.replay.totals


def exactly(raw: bytes) -> LogRecord:
    """What the reader says that looks into every value."""
    with patch.object(njupt, "_wrapped_quickly", return_value=None):
        return read(raw)


ODD = (
    (b'"curPos":0', b'"curPos": 0'),
    (b'"curPos":0', b'"curPos" :0'),
    (b'"curPos":0', b'"curPos":0,"curPos":0'),
    (b'"curPos":0', b'"curPos":0,"seat":0'),
    (b'"curPos":0', b'"curPos":0,"seat":9'),
    (b'"curPos":0', b'"curPos":0,"unheard":{"of":[]}'),
    (b'"curPos":0', b'"curPos":4'),
    (b'"curPos":0', b'"curPos":"0"'),
    (b'"curPos":0', b'"curPos":0.0'),
    (b'"curPos":0', b'"curPos":0,"greaterPos":"nobody"'),
    (b'"greaterPos":0', b'"greaterPos":1000000000001'),
    (b'"greaterPos":0', b'"greaterPos":1e13'),
    (b'"greaterPos":0', b'"greaterPos":{"deep":' + b"[" * 40 + b"]" * 40 + b"}"),
    (b'"greaterPos":0', b'"greaterPos":' + b"[" * 29 + b"]" * 29),
    (b'"greaterPos":0', b'"greaterPos":' + b"[" * 30 + b"]" * 30),
    (b'"PASS"', b'"\\u0050ASS"'),
    (b'"PASS"', b'"\\ud800"'),
    (b'"PASS"', b'"' + b"x" * 4096 + b'"'),
    (b'"PASS"', b'"' + b"x" * 4097 + b'"'),
    (b'"PASS"', b'":"'),
    (b'"PASS"', b'"\xff"'),
    (b'"PASS"', b"null"),
    (b'"notify"', b'"act"'),
    (b'"notify"', b'"shout"'),
    (b'"play"', b'"plays"'),
    (b'"messages"', b'"finished":true,"messages"'),
    (b'"messages"', b'"finished":1,"messages"'),
    (b'"messages"', b'"extra":"x","messages"'),
    (b'"messages"', b'"seed":0,"messages"'),
    (b'"source"', b'"\xe7\x89\x8c":1,"source"'),
    (b'"messages":[', b'"messages":[[],'),
    (b'"messages":[', b'"messages":[null,'),
    (b'"messages":[', b'"messages":["text",'),
    (b"]}", b"]}]"),
    (b"{", b"\xef\xbb\xbf{"),
)


@for_every("count", [1, -1])
@for_every(("old", "new"), ODD)
def test_the_quick_reading_says_what_the_exact_one_says(old: bytes, new: bytes, count: int) -> None:
    raw = as_messages(made_up(7, hands=2))
    assert old in raw
    changed = raw.replace(old, new, count)
    assert read(changed) == exactly(changed)


@few(150)
@given(seed=st.integers(0, 20), data=st.data())
def test_bytes_changed_anywhere_are_read_alike(seed: int, data: st.DataObject) -> None:
    raw = as_messages(made_up(seed, "greedy", hands=1))
    start = data.draw(st.integers(0, len(raw)))
    end = start + data.draw(st.integers(0, 12))
    changed = (
        raw[:start] + data.draw(st.binary(max_size=6) | st.sampled_from([b'"', b",", b":", b"[]", b"{}"])) + raw[end:]
    )
    assert read(changed) == exactly(changed)


def test_most_messages_are_read_quickly() -> None:
    raw = as_messages(made_up(7, hands=2))
    with patch.object(msgspec, "convert", wraps=msgspec.convert) as convert:
        read(raw)
    assert convert.call_count == raw.count(b'"stage"') - raw.count(b'"stage":"play"')
