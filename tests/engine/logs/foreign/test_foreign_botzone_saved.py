"""Whatever a visitor of Botzone can save of a match is the same match, and its stated end is compared."""

import json
import tracemalloc
from collections.abc import Callable
from typing import Any, Final

import pytest
from made_botzone import exchanges, judge_log, single_hands
from made_messages import format_named
from made_records import SEATS

from engine.logs import detect
from engine.logs.json.pieces import pieces_of
from engine.logs.json.strict import MatchRefused, check, parse
from engine.logs.record import LogRecord
from engine.record import bounds
from engine.record.match import Match
from engine.verdict.check import Checker
from tests.offenders import for_every
from tests.playouts import Style, generate

NAMES: Final = ("Bot甲", "Bot乙", "Bot丙", "Bot丁")
IDENTITY: Final = "0123456789abcdef01234567"
BEGAN: Final = {"allocation": [], "seed": "1", "level": ["0", "2"], "tribute": 0, "first": None, "last": None}


def log() -> list[Any]:
    style = Style(claims=1, seats=SEATS)
    (match, *_) = single_hands(generate("guandan", 3, preset="botzone", hands=1, policy="mixed", style=style))
    entries: list[Any] = judge_log(exchanges(match))["log"]
    return entries


def text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def page(entries: Any, script: str = "") -> str:
    names = text([{"name": name, "imgid": "/a.png"} for name in NAMES])
    logged = json.dumps(json.dumps(entries))
    return (
        f"<!DOCTYPE html><title>Botzone</title><script>{script}\nplayerNames = {names};\n"
        f"var _rawLogJSON = {logged};\nmatchID='{IDENTITY}';</script>"
    )


def pack(entries: Any, **fields: Any) -> dict[str, Any]:
    return {"_id": {"$oid": IDENTITY}, "players": list(NAMES), **fields, "log": entries}


def answered_in_strings(entries: list[Any]) -> list[Any]:
    return [
        {
            seat: answer | {"response": json.dumps(answer["response"])} if "response" in answer else answer
            for seat, answer in entry.items()
        }
        if "output" not in entry
        else {**entry, "output": {**entry["output"], "content": json.dumps(entry["output"]["content"])}}
        for entry in entries
    ]


def records(raw: str) -> list[LogRecord]:
    return format_named("botzone").read(raw.encode(), "it")


def match_of(raw: str) -> Match:
    (record,) = records(raw)
    assert record.match is not None, record.findings[0].message
    return record.match


def said(raw: str) -> str:
    (record,) = records(raw)
    return "\n".join(str(finding.message) for finding in record.findings)


def verdict(raw: str) -> str:
    (record,) = records(raw)
    return str(Checker().check(record).verdict)


SAVED: Final[dict[str, Callable[[list[Any]], str]]] = {
    "page": page,
    "pack": lambda entries: text(pack(entries)),
    "pack with a text": lambda entries: text(pack(json.dumps(entries))),
    "bare": text,
    "text": lambda entries: text(text(entries)),
    "answers": lambda entries: text(answered_in_strings(entries)),
    "logs": lambda entries: text({"logs": entries}),
}


@for_every("form", SAVED)
def test_every_form_is_the_same_hand(form: str) -> None:
    entries = log()
    raw = SAVED[form](entries)
    known = detect(raw.encode()[: 64 * 1024])
    assert known is not None
    assert known.name == "botzone"
    match = match_of(raw)
    assert match.hands == match_of(text(entries)).hands
    assert verdict(raw) == "clean"
    if form.startswith("pa"):
        assert tuple(player.name for player in match.players) == NAMES
        assert getattr(match.match, "id", None) == IDENTITY


def test_lines_of_a_pack_are_matches() -> None:
    line = text(pack(log()))
    assert [record.source for record in records(f"{line}\n{line}\n")] == ["it#1", "it#2"]
    assert all(record.match is not None for record in records(f"{line}\n{line}\n"))


def test_levels_and_dealt_cards_that_a_hand_began_with() -> None:
    entries = log()
    entries[0]["output"]["initdata"] = BEGAN
    setup = match_of(text(entries)).hands[0].setup
    assert getattr(setup, "levels", None) == {"P0": "T", "P1": "2"}
    assert "levels" not in said(text(pack(entries)))
    assert match_of(text(pack(log(), initdata=json.dumps(BEGAN)))).hands[0].setup == setup
    entries[0]["output"]["initdata"] = {**BEGAN, "allocation": [[0] * 27]}
    assert "allocation has Ah" in said(text(entries))


@for_every(
    "points", [(0, 3, 0, 3), (3, 3, 0, 0), (0, 0, 0, 0), (9, 0, 9, 0), (1, 0, -2, 1), (0, 1, 0, 1), (1, 1, 1, 1)]
)
def test_an_end_that_does_not_follow_is_misscored(points: tuple[int, ...]) -> None:
    entries = log()
    true = entries[-1]["output"]["content"]
    false = {str(seat): value for seat, value in enumerate(points)}
    entries[-1]["output"]["content"] = false
    assert true != false
    one = {seat: min(value, 1) for seat, value in true.items()}
    assert verdict(text(entries)) == ("clean" if false == one else "misscored")


def test_an_end_of_one_for_both_winners_is_kept_with_a_notice() -> None:
    entries = log()
    true = entries[-1]["output"]["content"]
    one = {seat: min(value, 1) for seat, value in true.items()}
    entries[-1]["output"]["content"] = one
    assert ("although the play gives" in said(text(entries))) is (one != true)


def test_an_end_by_a_fault_is_said() -> None:
    entries = [*log()[:9], {"1": {"verdict": "TLE"}}]
    entries.append({"output": {"command": "finish", "content": {"0": 1, "1": -2, "2": 1, "3": 0}, "display": {}}})
    assert "-2 points for P1 is read as the end of the hand by a fault of P1 (TLE)" in said(text(entries))
    assert verdict(text(entries)) == "incomplete"
    entries[-1]["output"]["display"] = {"error": "INVALID_CARD"}
    assert "a fault of P1 (TLE, INVALID_CARD)" in said(text(entries))
    entries[-1]["output"]["content"] = {"0": -2, "1": 1, "2": 0, "3": 1}
    assert "verdicts P1 TLE of other seats" in said(text(entries))


@for_every(
    "raw",
    [
        "<html>botzone</html>",
        page([])[:200],
        page({"a": 1}),
        "<html>_rawLogJSON = '\\x41';</html>",
        text(text(text(text(text([]))))),
        text(pack("[1, 2")),
        text(pack("not JSON")),
        text({"_id": 3, "log": []}),
        '"' * 50,
        "<" + "_rawLogJSON=" * 5000,
        '<script>playerNames=["' + "\\" * 50_000,
        '{"stage' + "\\" * 50_000,
    ],
)
def test_what_is_no_match_is_refused_in_words_or_read(raw: str) -> None:
    for record in records(raw):
        assert record.findings
        assert all(finding.message for finding in record.findings)
    format_named("botzone").sniff(raw.encode())


def test_too_many_values_are_refused() -> None:
    assert "limit: 1,000,000" in said("[" + "[]," * 700_000 + "[]]")


def test_a_long_page_takes_at_most_eight_times_its_bytes() -> None:
    entries = log()
    filled = [{**entry, "filler": "x" * 4000} if "output" in entry else entry for entry in entries]
    raw = page(filled, script="x" * 200_000).encode()
    assert len(raw) < bounds.MATCH_BYTES
    tracemalloc.start()
    try:
        format_named("botzone").read(raw, "it")
        assert tracemalloc.get_traced_memory()[1] < 8 * len(raw)
    finally:
        tracemalloc.stop()


@for_every(
    "raw",
    [
        '{"a":[1,2,{"b":3}],"c":{"d":[1]},"e":[]}',
        "[1,[2],{}]",
        '{"a":1,"a":2}',
        '{"a":{"b":1,"b":2}}',
        "[1,]",
        "[1 2]",
        '{"a" 1}',
        "{a:1}",
        "[1] x",
        "[NaN]",
        '["\\ud800"]',
        "[1e300]",
        '{"x":[1e300]}',
        "[" * 50 + "]" * 50,
        '["' + "x" * 5000 + '"]',
        "",
    ],
)
def test_pieces_are_refused_as_the_whole_is(raw: str) -> None:
    def outcome(read: Callable[[], Any]) -> str:
        try:
            read()
        except MatchRefused as refused:
            return str(refused.refusal.message)
        return ""

    def whole() -> None:
        check(parse(raw.encode()))

    assert outcome(lambda: list(pieces_of(raw))) == outcome(whole)


@pytest.mark.parametrize("cut", range(0, 4000, 131))
def test_a_page_cut_off_is_refused_or_read(cut: int) -> None:
    for record in records(page(log())[:cut]):
        assert record.findings
