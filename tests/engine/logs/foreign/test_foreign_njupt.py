"""The NJUPT platform's records: whole matches, levels, claims, and what does not fit."""

import gzip
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from made_messages import HAND, beginning, format_named, play, told

from engine.logs.foreign.guandan.njupt import _spoken
from engine.logs.record import LogRecord
from engine.record import bounds
from engine.record.match import Hand, HandResult, Match, MatchInfo, MatchResult, RulesClaim, Setup, given_value
from engine.verdict.check import Checker
from tests.offenders import for_every

Records = Callable[[str, bytes], list[LogRecord]]
Read = Callable[[str], bytes]

SETS = ("njupt/greedy.jsonl.gz", "njupt/random.jsonl.gz")


def read(*messages: Any) -> LogRecord:
    (record,) = format_named("njupt-messages").read(json.dumps(messages).encode(), "it")
    return record


def match_of(record: LogRecord) -> Match:
    assert record.match is not None, record.findings[0].message
    return record.match


def actions(*messages: Any) -> list[str]:
    return match_of(read(*messages)).hands[0].actions


def refusal(*messages: Any) -> str:
    record = read(*messages)
    assert record.match is None
    return record.findings[0].message


@pytest.fixture(scope="module")
def converted(peer: Read) -> list[LogRecord]:
    """The records of all 40 matches."""
    lines = [line for name in SETS for line in peer(name).splitlines()]
    return [record for line in lines for record in format_named("njupt").read(line, "it")]


def test_all_matches_are_clean(converted: list[LogRecord]) -> None:
    checker = Checker()
    assert Counter(str(checker.check(record).verdict) for record in converted) == {"clean": 40}
    assert {finding.code.id for record in converted for finding in record.findings} == {"read-as", "not-recorded"}


def test_the_matches_are_those_that_another_program_made_of_them(shared: Path, converted: list[LogRecord]) -> None:
    with gzip.open(shared / "conformance" / "guandan" / "njupt.log.jsonl.gz") as lines:
        others = {
            given_value(match.match).id: match for match in (msgspec.json.decode(line, type=Match) for line in lines)
        }
    compared = 0
    for record in converted:
        match, other = match_of(record), others[record.match_id]
        assert match.rules == other.rules
        assert match.result == other.result
        assert len(match.hands) == len(other.hands)
        for hand, twin in zip(match.hands, other.hands, strict=True):
            assert (hand.setup, hand.deal, hand.result) == (twin.setup, twin.deal, twin.result)
            assert [without_claims(a) for a in hand.actions] == [without_claims(a) for a in twin.actions]
            for action, same in zip(hand.actions, twin.actions, strict=True):
                compared += len(claimed_ranks(action))
                assert not claimed_ranks(action) or sorted(claimed_ranks(action)) == sorted(claimed_ranks(same))
    assert compared > 1000


def without_claims(action: str) -> str:
    return " ".join(word.partition("=")[0] for word in action.split())


def claimed_ranks(action: str) -> list[str]:
    return [word.partition("=")[2][0] for word in action.split() if "=" in word]


def test_wild_cards_are_claimed_in_every_type_that_needs_it(peer: Read, converted: list[LogRecord]) -> None:
    lines = [json.loads(line) for name in SETS for line in peer(name).splitlines()]
    claimed: Counter[str] = Counter()
    silent: Counter[str] = Counter()
    for line, record in zip(lines, converted, strict=True):
        plays = [m["curAction"][0] for m in line["messages"] if m["type"] == "notify" and m["stage"] == "play"]
        hands = match_of(record).hands
        texts = [(hand, a) for hand in hands for a in hand.actions if a.split()[1] in ("play", "pass")]
        assert len(plays) == len(texts)
        for kind, (hand, action) in zip(plays, texts, strict=True):
            wild = f"{given_value(given_value(hand.setup).level)}h"
            if any(word.partition("=")[0] == wild for word in action.split()[2:]):
                (claimed if "=" in action else silent)[kind] += 1
    assert claimed == {
        "ThreePair": 399,
        "Bomb": 173,
        "StraightFlush": 131,
        "ThreeWithTwo": 97,
        "TwoTrips": 94,
        "Straight": 81,
        "Pair": 6,
        "Trips": 3,
    }
    assert silent == {"Bomb": 9, "Pair": 6, "Trips": 1, "Single": 1}


def test_a_hand_from_end_to_end() -> None:
    record = read(
        *(
            beginning(seat, [f"S{seat + 3}", "H5"], rank="5", own=(5, "3")[seat % 2], other=(3, "5")[seat % 2])
            for seat in range(4)
        ),
        told("tribute", result=[[1, 0, "SB"], [3, 2, "HR"]]),
        told("back", result=[[0, 1, "S2"], [2, 3, "CT"]]),
        play(3, "Pair", "9", ["H5", "D9"]),
        play(0),
        told("episodeOver", curRank="5", order=[0, 2, 1, 3], restCards=[]),
        *(beginning(seat, ["S3"], rank=8, own=(8, 3)[seat % 2], other=(3, 8)[seat % 2]) for seat in range(4)),
        told("anti-tribute", antiNum=2, antiPos=[3, 1]),
        told("episodeOver", curRank="8", order=[1, 0, 3, 2], restCards=[]),
        told("gameOver", curTimes=1, settingTimes=1),
        told("gameResult", victoryNum=[0, 1, 0, 1], draws=[0, 0, 0, 0]),
    )
    match = match_of(record)
    assert match.rules == RulesClaim(preset="njupt")
    assert match.seats == ("P0", "P1", "P2", "P3")
    assert match.hands[0] == Hand(
        setup=Setup(level="5", levels={"P0": "5", "P1": "3"}),
        deal={"P0": "3s 5h", "P1": "4s 5h", "P2": "5s 5h", "P3": "6s 5h"},
        actions=[
            "P1 tribute BJ > P0",
            "P3 tribute RJ > P2",
            "P0 return 2s > P1",
            "P2 return Tc > P3",
            "P3 play 5h=9 9d",
            "P0 pass",
        ],
        result=HandResult(finish=["P0", "P2", ["P1", "P3"]], levels={"P0": "8", "P1": "3"}),
    )
    assert match.hands[1].actions == ["P3 resist"]
    assert match.hands[1].result == HandResult(finish=["P1", "P0", "P3", "P2"])
    assert match.result == MatchResult(winner=["P1", "P3"])
    assert {finding.variant for finding in record.findings} == {"preset", ""}


@for_every(
    ("rank", "level"),
    [
        (2, "2"),
        ("2", "2"),
        (10, "T"),
        ("10", "T"),
        ("T", "T"),
        (11, "J"),
        ("J", "J"),
        ("12", "Q"),
        (13, "K"),
        (14, "A"),
        ("A", "A"),
    ],
)
def test_levels_of_any_kind(rank: int | str, level: str) -> None:
    hand = match_of(read(beginning(0, HAND, rank, rank, rank))).hands[0]
    assert hand.setup == Setup(level=level, levels={"P0": level, "P1": level})


@for_every("rank", [0, 1, 15, "", "B", "1"])
def test_levels_that_are_none(rank: int | str) -> None:
    assert "is not a level" in refusal(beginning(0, HAND, rank))


def test_the_end_of_a_hand_tells_a_level_that_its_beginning_does_not() -> None:
    quiet = {"type": "notify", "stage": "beginning", "handCards": HAND, "myPos": 1}
    hand = match_of(read(quiet, play(1, "Pair", "4", ["H5", "S4"]), told("episodeOver", order=[0], curRank="5"))).hands[
        0
    ]
    assert hand.setup == Setup(level="5")
    assert hand.actions == ["P1 play 5h=4 4s"]
    unknown = read(quiet, play(1, "Pair", "4", ["H5", "S4"]))
    assert match_of(unknown).hands[0].actions == ["P1 play 5h 4s"]
    assert any("the level of the hand" in finding.message for finding in unknown.findings)
    assert any("dealt to P0, P2, P3" in finding.message and finding.hand == 0 for finding in unknown.findings)


def test_levels_that_clients_disagree_on_stay_as_first_told() -> None:
    record = read(beginning(0, HAND, 2), beginning(1, HAND, 3))
    assert given_value(match_of(record).hands[0].setup).level == "2"
    assert any(finding.variant == "kept" and "curRank" in finding.message for finding in record.findings)


def test_cards_that_are_not_of_the_type_told_are_kept_and_pointed_out() -> None:
    record = read(beginning(0, HAND), play(0, "Straight", "3", ["S3", "S4", "S5", "S6", "D8"]))
    assert match_of(record).hands[0].actions == ["P0 play 3s 4s 5s 6s 8d"]
    (notice,) = [finding for finding in record.findings if finding.variant == "kept"]
    assert (notice.hand, notice.action) == (0, 0)
    assert "Straight 3" in notice.message


def test_jokers() -> None:
    messages = [play(0, "Pair", "B", ["SB", "SB"]), play(1, "FourKings", "B", ["SB", "SB", "HR", "HR"])]
    record = read(beginning(0, HAND), *messages, play(2, "Single", "R", ["HR"]))
    assert match_of(record).hands[0].actions == ["P0 play BJ BJ", "P1 play BJ BJ RJ RJ", "P2 play RJ"]
    assert not [finding for finding in record.findings if finding.variant == "kept"]


@for_every(
    ("messages", "place"),
    [
        ([7], "messages[0]"),
        ([{"type": "notify"}], "messages[0]"),
        ([{"stage": "play"}], "messages[0]"),
        ([told("beginning", handCards=HAND)], "messages[0]"),
        ([told("beginning", handCards="S3", myPos=0)], "messages[0].handCards"),
        ([told("beginning", handCards=HAND, myPos=4)], "messages[0].myPos"),
        ([beginning(0, ["3S"])], "messages[0].handCards[0]"),
        ([beginning(0, ["s3"])], "messages[0].handCards[0]"),
        ([beginning(0, HAND), play(4)], "messages[1].curPos"),
        ([beginning(0, HAND), play(0, "Pear", "3", HAND)], "messages[1].curAction"),
        ([beginning(0, HAND), play(0, "Pair", "3", "S3")], "messages[1].curAction"),
        ([beginning(0, HAND), play(0, "Pair", "3", [])], "messages[1].curAction"),
        ([beginning(0, HAND), play(0, "Pair", "3", ["S3", "X3"])], "messages[1].curAction[2][1]"),
        ([beginning(0, HAND), told("play", curPos=0)], "messages[1]"),
        ([beginning(0, HAND), told("tribute", result=[[0, 1]])], "messages[1].result[0]"),
        ([beginning(0, HAND), told("tribute", result=[[0, 1, "S"]])], "messages[1].result[0]"),
        ([beginning(0, HAND), told("anti-tribute", antiNum=1, antiPos=[])], "messages[1].antiPos"),
        ([beginning(0, HAND), told("episodeOver", order=[0, 0])], "messages[1].order"),
        ([told("gameResult", victoryNum=[1])], "messages[0].victoryNum"),
        ([], "messages"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(messages: list[Any], place: str) -> None:
    assert refusal(*messages).startswith(place + ":")


def test_what_is_not_known_is_noted_once() -> None:
    news = told("weather", sky="blue")
    strange = beginning(0, HAND) | {"luck": 1}
    record = read(strange, strange | {"myPos": 1}, news, news, {"type": "chat", "stage": "play"})
    match_of(record)
    unknown = [finding.message for finding in record.findings if finding.code.id == "unknown-field"]
    assert len(unknown) == 3
    assert any("messages.luck" in message for message in unknown)
    assert any("stage weather" in message for message in unknown)
    assert any("type chat" in message for message in unknown)


def test_notices_have_an_end() -> None:
    record = read(beginning(0, HAND), *(told(f"stage {number}") for number in range(1000)))
    match_of(record)
    assert len(record.findings) < 110
    assert any(finding.variant == "more" for finding in record.findings)


def test_what_clients_answer_is_passed_over() -> None:
    act = {"type": "act", "stage": "play", "curRank": 9, "actionList": [["PASS", "PASS", "PASS"]]}
    assert actions(beginning(0, HAND), act, play(0)) == ["P0 pass"]


def test_several_matches_in_one_text() -> None:
    game = [beginning(0, HAND), play(0), told("gameOver", curTimes=1, settingTimes=2)]
    messages = [
        *game,
        beginning(0, ["S4"]),
        play(1),
        told("gameOver"),
        told("gameResult", victoryNum=[2, 0, 2, 0], draws=[]),
    ]
    foreign = format_named("njupt-messages")
    for raw in (json.dumps(messages, indent=1).encode(), "\n".join(map(json.dumps, messages)).encode()):
        first, second = foreign.read(raw, "it")
        assert (first.source, second.source) == ("it#1", "it#2")
        assert [match_of(record).hands[0].actions for record in (first, second)] == [["P0 pass"], ["P1 pass"]]
        assert given_value(match_of(second).result) is None
        assert any("victoryNum" in finding.message for finding in second.findings)
        for record in (first, second):
            (again,) = foreign.read(record.raw, record.source)
            assert again == record


def test_a_bad_match_does_not_spoil_the_others() -> None:
    game = [beginning(0, HAND), play(0), told("gameOver")]
    raw = json.dumps([*game, beginning(0, HAND), play(9), *game]).encode()
    first, second = format_named("njupt-messages").read(raw, "it")
    assert first.match is not None
    assert second.match is None


def test_a_wrapped_match() -> None:
    wrapped = {
        "source": "somewhere",
        "policy": "greedy",
        "seed": 7,
        "finished": False,
        "messages": [beginning(0, HAND)],
        "x": 1,
    }
    for raw in (json.dumps(wrapped).encode(), json.dumps(wrapped, indent=2).encode()):
        assert format_named("njupt").sniff(raw)
        assert not format_named("njupt-messages").sniff(raw)
        (record,) = format_named("njupt").read(raw, "set.jsonl:4")
        assert record.match_id == "greedy-7"
        assert record.raw == raw
        assert match_of(record).match == MatchInfo(id="greedy-7", note="somewhere")
        assert any("x is not a known part" in finding.message for finding in record.findings)


@for_every(
    ("messages", "what"),
    [
        ([beginning(0, HAND), *([play(0), play(1), play(2), play(3)] * 2501)], "actions of a hand"),
        (
            [message for _ in range(2001) for message in (beginning(0, HAND), play(0), told("episodeOver", order=[]))],
            "hands of a match",
        ),
        ([beginning(0, ["S3"] * 1400)], "characters of a text"),
    ],
)
def test_bounds(messages: list[Any], what: str) -> None:
    assert what in refusal(*messages)


def test_depth_and_texts_are_bounded() -> None:
    deep: Any = 1
    for _ in range(bounds.DEPTH + 1):
        deep = [deep]
    assert "nesting" in refusal(
        beginning(0, HAND), told("play", curPos=0, curAction=["PASS", "PASS", "PASS"], greaterAction=deep)
    )
    assert "characters" in refusal(beginning(0, HAND) | {"note": "x" * (bounds.TEXT + 1)})


def test_a_line_that_is_no_json_is_named() -> None:
    raw = json.dumps(beginning(0, HAND)).encode() + b"\n\n{,}\n"
    (record,) = format_named("njupt-messages").read(raw, "it")
    assert record.match is None
    assert "line 3" in record.findings[0].message


def test_what_is_no_card_is_not_remembered() -> None:
    before = _spoken.cache_info()
    for number in range(3):
        refusal(beginning(0, HAND), play(0, "Single", "2", [f"{number}" * 4_000]))
        read(beginning(0, HAND), play(0, "Single", f"{number}" * 4_000, HAND * 40))
    assert _spoken.cache_info() == before
