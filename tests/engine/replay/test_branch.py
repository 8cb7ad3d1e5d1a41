"""Branches of hands: with the recorded actions they are the record, and as logs of their own they say the same."""

import json
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from msgspec import structs

from engine.games import GAMES
from engine.logs import LogRecord, read_logs, write_match
from engine.record.match import Match, RulesClaim
from engine.replay.branch import branched_match, is_allowed, judged_branch, passes, setup_alone, tried_action
from engine.replay.fold import HandStarts, frames, hand_at
from engine.replay.game import Judge
from engine.rulebook.findings import Finding, Severity
from engine.rulebook.options import RulesUnknown
from engine.verdict.check import Checker
from tests.builders import dealt, hand, match
from tests.golden import SAMPLES, samples
from tests.offenders import for_every

HANDS = 4
"""Hands of one match that are branched."""
NAMES = [path.relative_to(SAMPLES).as_posix() for path in samples() if path.suffix in (".json", ".jsonl")]


@cache
def checker() -> Checker:
    return Checker()


def records(path: Path) -> Iterator[tuple[LogRecord, Match, Judge]]:
    with path.open("rb") as stream:
        for record in read_logs(stream, path.name):
            if record.match is None:
                continue
            try:
                rules = checker().rules(record.match)
            except RulesUnknown:
                continue
            if len(record.match.players) in GAMES[record.match.game].seats_under(rules):
                yield record, record.match, checker().judge(rules)


def place(each: Finding) -> tuple[str, int | None, int | None, str | None]:
    return each.code.id, each.action, each.column, each.seat


@for_every("name", NAMES)
def test_the_recorded_continuation_is_the_record(name: str) -> None:
    """The same frames, scores and levels; and the hand alone in a log breaks the same rules and has the same score."""
    for record, whole, judge in records(SAMPLES / name):
        replay = checker().check(record).replay
        assert replay is not None
        starts = HandStarts(judge, whole)
        for index, each in enumerate(whole.hands[:HANDS]):
            step = len(each.actions) // 3
            branch = branched_match(whole, index, step, each.actions[step:])
            assert branch.hands[index].actions == each.actions
            assert [*branch.hands[:index], each, *branch.hands[index + 1 :]] == list(whole.hands)
            found = judged_branch(starts.before(index), branch, index)
            recorded = replay.hands[index]
            if recorded.basis == "play":
                assert (found.outcome.scores, found.outcome.finish) == (recorded.scores, recorded.finish)
                assert found.outcome.levels == recorded.levels
            shown = list(frames(judge, whole, index, max(len(each.actions) - 3, 0), before=starts.before(index)))
            again = list(frames(judge, branch, index, max(len(each.actions) - 3, 0), before=starts.before(index)))
            assert shown == again

            setup = setup_alone(starts.before(index), branch, index, GAMES[whole.game].branching)
            rules = checker().rules(whole)
            alone = structs.replace(
                branch,
                hands=[structs.replace(branch.hands[index], setup=setup)],
                rules=RulesClaim(preset=rules.preset, options=dict(rules.options)),
            )
            (read,) = read_logs(BytesIO(write_match(alone)), "alone.json")
            report = checker().check(read)
            assert report.replay is not None
            errors = {place(one) for one in report.findings if one.severity is Severity.ERROR}
            of_branch = [one for one in found.findings if one.severity is Severity.ERROR]
            assert errors <= {place(one) for one in of_branch}
            assert errors >= {place(one) for one in of_branch if one.action is not None}
            if recorded.basis == "play":
                assert report.replay.hands[0].scores == recorded.scores
                assert report.replay.hands[0].levels == recorded.levels


DEAL = dealt(E="9s 9h 2h 5c 5d 6s", N="Ts Th Tc 6h", W="As Ad Ac Ah", S="Ks Kd")


def opened(actions: str) -> tuple[HandStarts, Match, Judge]:
    (record,) = read_logs(BytesIO(json.dumps(match(hand(actions, DEAL))).encode()), "log.json")
    assert record.match is not None
    judge = checker().judge(checker().rules(record.match))
    return HandStarts(judge, record.match), record.match, judge


def test_the_others_pass_until_a_turn_or_the_end_of_the_trick() -> None:
    starts, whole, _judge = opened("E play 9s 9h; N play Ts Th")
    assert passes(starts.before(0), whole, 0, None) == ("W pass", "S pass", "E pass")
    assert passes(starts.before(0), whole, 0, "E") == ("W pass", "S pass")
    assert passes(starts.before(0), whole, 0, "W") == ()
    branch = branched_match(whole, 0, 2, ["W pass", "S pass", "E pass"])
    assert passes(starts.before(0), branch, 0, None) == ()


def test_an_action_is_tried_with_what_it_breaks() -> None:
    starts, whole, _judge = opened("E play 9s 9h")
    good = tried_action(starts.before(0), whole, 0, "N play Ts Th")
    assert good.allowed
    assert good.frame.why_legal is not None
    assert good.frame.turn == "W"
    low = tried_action(starts.before(0), whole, 0, "N play 6h")
    assert [each.code.id for each in low.findings] == ["does-not-beat"]
    assert not low.allowed
    assert is_allowed(starts.before(0), whole, 0, "N pass")
    assert not is_allowed(starts.before(0), whole, 0, "W pass")


@for_every(
    ("cards", "wanted"),
    [
        ("5c 5d 2h", {("5c", "5d", "2h")}),
        ("9s 9h 5c 5d 2h", {("9s", "9h", "5c", "5d", "2h"), ("9s", "9h", "5c", "5d", "2h=5")}),
    ],
)
def test_wild_cards_are_written_down_in_each_way(cards: str, wanted: set[tuple[str, ...]]) -> None:
    _starts, whole, judge = opened("E play 6s")
    seat = whole.seats.index("E")
    branching = GAMES["guandan"].branching
    found = branching.readings(hand_at(judge, whole, 0, 0), seat, cards.split())
    assert {reading.cards for reading in found} == wanted


@for_every("step", [-1, 3])
def test_a_branch_begins_within_the_record(step: int) -> None:
    _starts, whole, _judge = opened("E play 9s 9h; N play Ts Th")
    with pytest.raises(IndexError):
        branched_match(whole, 0, step, [])
