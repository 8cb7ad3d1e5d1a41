"""A hand replayed from what stands before it is the hand as a replay of the whole match comes to it."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from engine.games import GAMES
from engine.logs import read_logs
from engine.record.match import Match
from engine.replay import fold
from engine.replay.fold import HandStarts, frames, replay
from engine.replay.game import Judge
from engine.replay.outcome import HandOutcome
from engine.verdict.check import Checker
from tests.golden import SAMPLES
from tests.offenders import for_every
from tests.profiles import cases

HANDS = 5
LOGS = [path for path in sorted(SAMPLES.rglob("*.json*")) if not path.name.endswith(".report.jsonl")]


def _matches(paths: list[Path]) -> list[Match]:
    found = []
    for path in paths:
        with path.open("rb") as stream:
            found += [record.match for record in read_logs(stream, path.name) if record.match is not None]
    return [match for match in found if match.hands and len(match.hands) > 1]


def _facts(judge: Judge, match: Match, index: int, starts: HandStarts) -> tuple[Any, Any]:
    """The frames, the findings and the outcome of a hand by itself."""
    hand = match.hands[index]
    shown = list(frames(judge, match, index, before=starts.before(index)))
    before = starts.before(index)
    opened = before.open(index, hand)
    opened.run(hand.actions)
    return shown, (_plain(before.close(opened, hand)), opened.findings)


def _plain(outcome: HandOutcome) -> Any:
    return msgspec.to_builtins(
        outcome, enc_hook=lambda value: list(value) if isinstance(value, Sequence) else str(value)
    )


@for_every("game", GAMES)
@for_every("preset", cases([None, "last"], [None]))
def test_hands_in_any_order_are_those_of_the_whole_match(game: str, preset: str | None) -> None:
    """Of every sample: each hand's frames and outcome, then the match's findings, totals and winner."""
    presets = list(GAMES[game].rules.presets)
    rules = GAMES[game].rules.resolve(presets[-1] if preset else None)
    compared = 0
    for match in _matches([path for path in LOGS if game in path.parts]):
        if len(match.players) not in GAMES[game].seats_under(rules):
            continue
        judge = Checker().judge(rules)
        whole = replay(judge, match)
        starts = HandStarts(judge, match)
        order = list(range(min(len(match.hands), HANDS)))
        Random(len(match.hands)).shuffle(order)
        for index in order + order[:2]:
            shown, (outcome, findings) = _facts(judge, match, index, starts)
            assert shown == list(frames(judge, match, index))
            assert outcome == _plain(whole.hands[index])
            assert findings == [each for each in whole.findings if each.hand == index]
            compared += 1
        last = len(match.hands) - 1
        end = starts.before(last)
        opened = end.open(last, match.hands[last])
        opened.run(match.hands[last].actions)
        end.close(opened, match.hands[last])
        totals, winner, undecided = end.conclude(match.result if match.result is not msgspec.UNSET else None)
        assert (totals, winner, undecided) == (whole.totals, whole.winner, whole.undecided)
    assert compared > 20


def test_a_hand_that_is_not_there() -> None:
    (match, *_) = _matches(LOGS)
    starts = HandStarts(Checker().judge(GAMES[match.game].rules.resolve()), match)
    for index in (-1, len(match.hands)):
        with pytest.raises(IndexError):
            starts.before(index)


def test_each_hand_before_is_replayed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    match = max(_matches(LOGS), key=lambda each: len(each.hands))
    played: list[int] = []
    play = fold._played

    def counted(match_replay: Any, of: Match, index: int) -> Any:
        played.append(index)
        return play(match_replay, of, index)

    monkeypatch.setattr("engine.replay.fold._played", counted)
    starts = HandStarts(Checker().judge(GAMES[match.game].rules.resolve()), match)
    for index in (3, 1, 3, 2, 0):
        starts.before(index)
    assert played == [0, 1, 2]
