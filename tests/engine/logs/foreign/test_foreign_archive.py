"""Archives of the NJUPT platform: pickles that are read without loading them, and what they state is compared."""

import pickle
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import made_records
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from made_messages import format_named
from test_foreign_round_trips import with_levels

from engine.logs import read_logs
from engine.logs.foreign.guandan.pickles import pickled_events
from engine.logs.json.strict import MatchRefused
from engine.logs.record import LogRecord
from engine.record.match import MatchInfo, given_value
from engine.verdict.check import Checker
from engine.verdict.report import Report
from tests.offenders import for_every
from tests.platform_messages import made_up
from tests.profiles import tried

NAME: Final = "A_B_20201018_165352_0.data"


@pytest.fixture(scope="module")
def events() -> list[Any]:
    """A match of three hands, with tribute and with resistance."""
    raw = made_records.njupt_archive(with_levels(made_up(14, "mixed", hands=3)))
    stream = BytesIO(raw)
    made = []
    while stream.tell() < len(raw):
        made.append(pickle.load(stream))
    return made


def archived(events: list[Any]) -> bytes:
    return b"".join(pickle.dumps(event, 3) for event in events)


def read(raw: bytes, name: str = NAME) -> LogRecord:
    (record,) = read_logs(BytesIO(raw), name)
    return record


def report(events: list[Any], name: str = NAME) -> Report:
    return Checker().check(read(archived(events), name))


def codes(events: list[Any]) -> set[str]:
    return {finding.code.id for finding in report(events).findings if finding.severity != "notice"}


def said(record: LogRecord) -> list[str]:
    return [finding.message for finding in record.findings]


def refusal(raw: bytes) -> str:
    (record,) = format_named("njupt-archive").read(raw, NAME)
    assert record.match is None
    return record.findings[0].message


def test_a_field_file_is_clean_and_dated(shared: Path) -> None:
    path = shared / "found" / "TeamA_TeamB_20201018_165352_0.data"
    record = read(path.read_bytes(), str(path))
    assert str(Checker().check(record).verdict) == "clean"
    assert record.match is not None
    assert record.match.match == MatchInfo(event="TeamA_TeamB", played_at="2020-10-18T16:53:52+08:00")
    assert [player.name for player in record.match.players] == ["TeamA", "TeamB"] * 2
    assert [len(cards.split()) for cards in given_value(record.match.hands[0].deal).values()] == [27] * 4


@for_every(
    ("name", "names", "event", "played_at"),
    [
        ("x/y.zip/A_B_20201018_165352_0.data", ["A", "B", "A", "B"], "A_B", "2020-10-18T16:53:52+08:00"),
        ("甲_乙_20201018_165352_12.data.gz", ["甲", "乙", "甲", "乙"], "甲_乙", "2020-10-18T16:53:52+08:00"),
        ("A_1_B_20201018_165352_0.data", [None] * 4, "A_1_B", "2020-10-18T16:53:52+08:00"),
        ("A_B_20201318_165352_0.data", ["A", "B", "A", "B"], "A_B", None),
        ("log.data", [None] * 4, None, None),
    ],
)
def test_the_name_of_a_file_has_the_teams_and_the_time(
    events: list[Any], name: str, names: list[str | None], event: str | None, played_at: str | None
) -> None:
    match = read(archived(events), name).match
    assert match is not None
    info = given_value(match.match) or MatchInfo()
    assert [given_value(player.name) for player in match.players] == names
    assert (given_value(info.event), given_value(info.played_at)) == (event, played_at)


def test_a_match_under_another_name_has_the_same_digest(events: list[Any]) -> None:
    assert report(events).digest == report(events, "log.data").digest


def test_a_made_match_is_clean_with_tribute_and_resistance(events: list[Any]) -> None:
    assert codes(events) == set()
    match = read(archived(events)).match
    assert match is not None
    verbs = {action.split()[1] for hand in match.hands for action in hand.actions}
    assert verbs == {"play", "pass", "tribute", "return", "resist"}


def place_of(events: list[Any], letter: str) -> int:
    return next(at for at, event in enumerate(events) if event[0] == letter)


@for_every("at", range(1, 6))
def test_each_value_of_a_false_verdict_is_reported(events: list[Any], at: int) -> None:
    place = place_of(events, "V")
    verdict = list(events[place][1])
    honest = said(read(archived(events)))
    if at == 1:
        assert any("the second value of V" in each for each in honest)
        return
    verdict[at] = verdict[at] % 13 + 2
    changed = [*events[:place], ("V", tuple(verdict)), *events[place + 1 :]]
    assert codes(changed) & {"score-mismatch", "level-mismatch"}


def test_a_false_team_in_a_verdict_is_reported(events: list[Any]) -> None:
    place = place_of(events, "V")
    name, *others = events[place][1]
    changed = [*events[:place], ("V", ("B" if name == "A" else "A", *others)), *events[place + 1 :]]
    assert "score-mismatch" in codes(changed)


@for_every("seat", range(4))
def test_false_points_are_reported(events: list[Any], seat: int) -> None:
    place = place_of(events, "F")
    points = list(events[place][1])
    points[seat] += 1
    changed = [*events[:place], ("F", points), *events[place + 1 :]]
    assert "score-mismatch" in codes(changed)
    assert any("F has other points" in each for each in said(read(archived(changed))))


@for_every("team", range(2))
def test_a_false_level_of_a_team_is_reported(events: list[Any], team: int) -> None:
    second = [at for at, event in enumerate(events) if event[:2] == ("R", team)][1]
    changed = [*events[:second], ("R", team, 14), *events[second + 1 :]]
    assert "setup-mismatch" in codes(changed)


@for_every(
    "event", [("V", "x"), ("V", ("A", 1, 3, 5, 5)), ("V", ("A", 1, 3, 99, 5, 2)), ("F", [1]), ("F", "x"), ("C", 1, 2)]
)
def test_what_is_not_compared_is_named(events: list[Any], event: Any) -> None:
    place = place_of(events, event[0])
    changed = [*events[:place], event, *events[place + 1 :]]
    assert codes(changed) == set()
    assert any(repr(event)[:6] in each for each in said(read(archived(changed))))


def test_actions_after_the_points_are_named_and_not_played(events: list[Any]) -> None:
    place = place_of(events, "F")
    last = next(event for event in reversed(events[:place]) if event[0] == "P")
    changed = [*events[: place + 1], last, *events[place + 1 :]]
    assert read(archived(changed)).match == read(archived(events)).match
    assert any("after F" in each for each in said(read(archived(changed))))


@for_every(
    ("raw", "reason"),
    [
        (b"\x80\x03cos\nsystem\n", "byte 2: the opcode GLOBAL"),
        (archived([("R", -1, 2)]) + b"\x80\x03cos\nsystem\n(X\1\0\0\0atR.", "the opcode GLOBAL"),
        (b"\x80\x03K\x01R.", "byte 4: the opcode REDUCE"),
        (b"\x80\x03N.", "byte 2: the opcode NONE"),
        (b"\x80\x03}q\0.", "byte 2: the opcode EMPTY_DICT"),
        (b"\x80\x03C\1a.", "byte 2: the opcode SHORT_BINBYTES"),
        (b"\x80\x03\xff.", "byte 2: the opcode 0xFF"),
        (b"\x80\x04K\x01.", "a pickle of protocol 4"),
        (b"\x80\x03\x8a\x09" + b"1" * 9 + b".", "a whole number of 9 bytes"),
        (b"\x80\x03X\xff\xff\xff\xff", "a text of 4,294,967,295 bytes"),
        (b"\x80\x03X\x01\0\0\0\xff.", "a text that is not valid UTF-8"),
        (b"\x80\x03]q\0h\0a.", "a list that is not complete"),
        (b"\x80\x03h\7.", "the number of no value"),
        (b"\x80\x03q\0.", "a number for no value"),
        (b"\x80\x03" + b"(" * 100, "an event with more values"),
        (b"\x80\x03" + b"]" * 20 + b"a" * 19 + b".", "an event with more values"),
        (b"\x80\x03]" + b"K\1a" * 2_000 + b".", "an event with more values"),
        (b"\x80\x03]q\0" + b"(h\0" * 0 + b"K\1" * 2_000, "an event with more values"),
        (b"\x80\x03K\1" + b"".join(b"q%ch%c\x86" % (n, n) for n in range(20)) + b".", "an event with more values"),
        (b"\x80\x03K\1K\2.", "more than one value"),
        (b"\x80\x03.", "an opcode that needs more values"),
        (b"\x80\x03t.", "an opcode that needs more values"),
        (b"\x80\x03K\1K\2a.", "items for what is not a list"),
        (b"\x80\x03K\1", "the end of the text within a pickle"),
        (b"\x80\x03G\x7f\xf8\0\0\0\0\0\0.", "a number that is not finite"),
        (archived([("R", -1, 2)]) + b"rest", "the byte 0x72"),
        (archived([3]), "3 is not an event"),
        (archived([("P", 0, 1)]), "before a hand begins"),
        (archived([("R", -1, 2), ("X", 1)]), "('X', 1) is not an event"),
        (archived([("R", -1, 15)]), "15 is not a level"),
        (archived([("R", 2, 2)]), "this is not a level"),
        (archived([("R", -1, 2), ("P", 4, 1)]), "this event has no seat"),
        (archived([("R", -1, 2), ("P", 0)]), "this event has no seat"),
        (archived([("R", -1, 2), ("P", 0, 2)]), "this event has no cards"),
        (archived([("R", -1, 2), ("P", 0, [])]), "a play without cards"),
        (archived([("R", -1, 2), ("P", 0, [56])]), "56 is not a card"),
        (archived([("R", -1, 2), ("I", 0, [2]), ("I", 0, [2])]), "a second hand"),
        (archived([("R", -1, 2), ("T", 0, 1, [2])]), "(2,) is not a card"),
        (archived([("R", 0, 2)]), "there is no hand"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(raw: bytes, reason: str) -> None:
    assert reason in refusal(raw)


def test_nothing_of_a_pickle_is_executed(tmp_path: Path) -> None:
    class Harmful:
        def __reduce__(self) -> Any:
            return Path.touch, (tmp_path / "touched",)

    for protocol in range(6):
        read(archived([("R", -1, 2)]) + pickle.dumps(Harmful(), protocol))
        format_named("njupt-archive").read(pickle.dumps(Harmful(), protocol), NAME)
    assert not (tmp_path / "touched").exists()


values = st.recursive(
    st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=5) | st.lists(inner, max_size=5).map(tuple),
    max_leaves=20,
)


def as_tuples(value: Any) -> Any:
    return tuple(map(as_tuples, value)) if isinstance(value, list | tuple) else value


@tried(300)
@given(made=st.lists(values, max_size=4))
def test_values_are_those_that_were_pickled(made: list[Any]) -> None:
    try:
        found = [event.value for event in pickled_events(archived(made))]
    except MatchRefused as refused:
        reason = refused.refusal.message
        found = None
    else:
        reason = ""
    assert found == [as_tuples(value) for value in made] or "more values" in reason


@tried(200, allowed=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_damaged_archives_are_read_or_refused(events: list[Any], data: st.DataObject) -> None:
    raw = bytearray(archived(events[:40]))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(raw)))
        raw[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    (record,) = format_named("njupt-archive").read(bytes(raw), NAME)
    assert record.findings
    Checker().check(record)
