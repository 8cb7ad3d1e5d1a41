"""The open-face records of other programs replay to what they recorded: royalties, fouls, points, fantasyland."""

import json
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from made_messages import format_named

from engine.logs import read_logs
from engine.logs.record import LogRecord
from engine.verdict.check import Checker
from engine.verdict.report import Report

Read = Callable[[str], bytes]
Facts = dict[str, Any]

ROWS = {"front": "top", "middle": "middle", "back": "bottom"}
GAMES = {"ofc.jsonl": 4, "ofc-pineapple.jsonl": 3, "ofc-progressive.jsonl": 3}
"""The files, and how many hands each has."""


def read(name: str, raw: bytes, format: str | None = None) -> list[LogRecord]:
    return list(read_logs(BytesIO(raw), name, format=format))


def reports(name: str, raw: bytes) -> list[Report]:
    return [Checker().check(record) for record in read(name, raw)]


def showdowns(raw: bytes) -> dict[int, dict[str, Facts]]:
    """By hand and seat what the record says of a board at its end."""
    found: dict[int, dict[str, Facts]] = {}
    for line in map(json.loads, raw.splitlines()):
        event = line.get("ev", {})
        if event.get("event") == "showdown":
            found.setdefault(line["hand"], {})[f"P{event['seat']}"] = event
    return found


def paid_royalties(report: Report, hand: int) -> dict[tuple[str, str], int]:
    """By seat and row the royalties that a report's score lines name."""
    assert report.replay is not None
    paid: dict[tuple[str, str], int] = {}
    for line in report.replay.hands[hand].breakdown:
        if line.rule == "chinese_poker.royalties":
            row = line.text.split(" ")[1].rstrip(":")
            seat = next(seat for seat, points in line.points.items() if points > 0)
            paid[seat, row] = line.points[seat]
    return paid


@pytest.mark.parametrize(("name", "hands"), GAMES.items())
def test_every_hand_replays_to_the_recorded_points(peer: Read, name: str, hands: int) -> None:
    checked = reports(name, peer(f"chinese_poker/{name}"))
    assert [str(report.verdict) for report in checked] == ["clean"] * len(checked)
    assert sum(len(report.replay.hands) for report in checked if report.replay) == hands
    for record in read(name, peer(f"chinese_poker/{name}")):
        assert record.match is not None
        for hand in record.match.hands:
            assert hand.result
            assert set(hand.result.scores or ()) == set(record.match.seats)


@pytest.mark.parametrize("name", GAMES)
def test_every_hand_replays_to_the_recorded_royalties_and_fouls(peer: Read, name: str) -> None:
    raw = peer(f"chinese_poker/{name}")
    recorded = list(showdowns(raw).values())
    place = 0
    for report in reports(name, raw):
        assert report.replay is not None
        for hand in range(len(report.replay.hands)):
            boards = recorded[place]
            place += 1
            fouls = {each.seat for each in report.findings if each.code.id == "foul" and each.hand == hand}
            assert fouls == {seat for seat, board in boards.items() if board["fouled"]}
            lone = len(fouls) == len(boards) - 1 or not fouls
            paid = paid_royalties(report, hand)
            held = {
                (seat, row): board["royalties"][theirs]
                for seat, board in boards.items()
                for row, theirs in ROWS.items()
                if board["royalties"][theirs] and not board["fouled"]
            }
            assert paid == held or (not lone and paid.items() <= held.items())
    assert place == len(recorded)


@pytest.mark.parametrize("name", GAMES)
def test_fantasyland_follows_from_the_hand_before(peer: Read, name: str) -> None:
    raw = peer(f"chinese_poker/{name}")
    following = {
        hand + 1: {seat: board["next_fantasyland"] for seat, board in boards.items() if board["next_fantasyland"]}
        for hand, boards in showdowns(raw).items()
    }
    in_fantasyland = 0
    for record in read(name, raw):
        assert record.match is not None
        assert record.match.match
        first = int(str(record.match.match.note).split()[1])
        for number, hand in enumerate(record.match.hands):
            assert hand.setup
            stated = hand.setup.fantasyland or {}
            if number:
                assert stated == following[first + number]
                in_fantasyland += len(stated)
    assert in_fantasyland == 1


def test_seventeen_cards_are_set_in_progressive_fantasyland(peer: Read) -> None:
    (_, record) = read("ofc-progressive.jsonl", peer("chinese_poker/ofc-progressive.jsonl"))
    assert record.match is not None
    hand = record.match.hands[1]
    assert hand.deal
    assert len(hand.deal["P1"].split()) == 17
    assert hand.actions[0].startswith("P1 set ")
    (_, report) = reports("ofc-progressive.jsonl", peer("chinese_poker/ofc-progressive.jsonl"))
    assert report.replay is not None
    assert report.replay.hands[1].scores == {"P0": -18, "P1": 48, "P2": -30}


def test_deuce_to_seven_is_read_and_its_points_left_aside(peer: Read) -> None:
    records = read("ofc-27.jsonl", peer("chinese_poker/ofc-27.jsonl"))
    assert len(records) == 4
    for record in records:
        assert record.match is not None
        assert [hand.result for hand in record.match.hands] == [record.match.hands[0].result]
        assert not record.match.hands[0].result
        assert "kept" in {finding.variant for finding in record.findings}
        assert str(Checker().check(record).verdict) == "clean"


def test_the_boards_of_pineapple_score_as_they_were_scored(peer: Read) -> None:
    raw = peer("chinese_poker/pineapple-boards.jsonl")
    checked = reports("boards.jsonl", raw)
    lines = [json.loads(line) for line in raw.splitlines()]
    assert len(checked) == len(lines) == 21
    for report, line in zip(checked, lines, strict=True):
        assert str(report.verdict) == "clean"
        assert report.replay is not None
        assert report.replay.hands[0].scores == dict(zip(("P0", "P1"), line["raw_score"], strict=True))
        fouls = {each.seat for each in report.findings if each.code.id == "foul"}
        assert fouls == {f"P{seat}" for seat, busted in enumerate(line["busted"]) if busted}


@pytest.mark.parametrize(
    ("name", "preset", "fantasyland"),
    [
        ("evening/ofc-progressive.jsonl", "pineapple", "progressive"),
        ("ofc-pineapple.jsonl", "pineapple", "standard"),
        ("table.jsonl", "pineapple", "standard"),
        ("OFC-27.jsonl", "pineapple", "standard"),
    ],
)
def test_the_name_of_the_file_tells_the_game(
    sample: Callable[[str], bytes], name: str, preset: str, fantasyland: str
) -> None:
    record = read(name, sample("poker-arena"))[0]
    assert record.match is not None
    assert record.match.rules
    assert (record.match.rules.preset, (record.match.rules.options or {})["fantasyland"]) == (preset, fantasyland)
    assert "the arena's game" in record.findings[0].message


def test_the_format_that_is_asked_for_tells_the_game(sample: Callable[[str], bytes]) -> None:
    (record,) = read("ofc.jsonl", sample("poker-arena"), format="poker-arena-progressive")
    assert record.format == "poker-arena-progressive"
    assert record.match is not None
    assert record.match.rules
    assert record.match.rules.options == {"fantasyland": "progressive"}
    assert not any("the arena's game" in finding.message for finding in record.findings)
    assert not format_named("poker-arena-progressive").sniff(sample("poker-arena"))


def test_hands_that_do_not_follow_each_other_are_matches_apart(sample: Callable[[str], bytes]) -> None:
    raw = sample("poker-arena")
    assert len(read("it", raw)) == 1
    apart = read("it", raw.replace(b'"hand":12', b'"hand":14'))
    assert [len(record.match.hands) for record in apart if record.match] == [1, 1]
    others = read("it", raw.replace(b'{"hand":12,"seats":["Ines"', b'{"hand":12,"seats":["Lou"'))
    assert [record.source for record in others] == ["it#1", "it#2"]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (b'"row":"top"', b'"row":"tip"', "tip is not a row"),
        (b'"card":"Qs"', b'"card":"Qx"', "Qx is not a card"),
        (b'"event":"place","seat":1', b'"event":"place","seat":7', "seat 7"),
        (b'"seats":["Ines","Jo","Kim"]', b'"seats":["Ines"]', "seat 1"),
        (b'"seats":["Ines","Jo","Kim"]', b'"seats":[]', "seat"),
        (b'{"hand":11,"seats":["Ines","Jo","Kim"]}\n', b"", "before the players are named"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(
    sample: Callable[[str], bytes], old: bytes, new: bytes, reason: str
) -> None:
    raw = sample("poker-arena")
    assert old in raw
    record = read("it", raw.replace(old, new))[0]
    assert record.match is None
    (refusal,) = record.findings
    assert reason in refusal.message
    assert "line " in refusal.message


@pytest.mark.parametrize("seats", ["A", "ABCDE"])
def test_a_table_of_one_or_five_is_refused(seats: str) -> None:
    raw = json.dumps({"hand": 11, "seats": list(seats)}).encode()
    (refusal,) = read("it", raw, format="poker-arena")[0].findings
    assert refusal.message.startswith(f"seats: {len(seats)} players")


def test_an_unfinished_hand_is_read_as_far_as_it_goes(sample: Callable[[str], bytes]) -> None:
    lines = sample("poker-arena").splitlines(keepends=True)
    (report,) = reports("it", b"".join(lines[:9]))
    assert str(report.verdict) == "incomplete"
    assert {each.code.id for each in report.findings} == {"read-as", "incomplete-hand"}
