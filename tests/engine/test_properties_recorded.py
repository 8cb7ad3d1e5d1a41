"""What holds of hands that are known by their recorded results, on matches that are made up."""

import re
from math import prod
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.games import GAMES
from engine.logs.fupan.reading import read_match
from engine.record.match import Hand, HandResult, Match, MatchResult, RulesClaim
from engine.replay.outcome import HandOutcome
from engine.rulebook.findings import Severity
from engine.verdict.check import Checker
from engine.verdict.report import Report, Verdict
from tests.playouts import GAMES as PLAYOUTS
from tests.playouts.judging import replayed
from tests.playouts.strategies import few, matches_of

every_game = pytest.mark.parametrize("game", sorted(PLAYOUTS))

_FACTS = ("finish", "scores", "roles", "levels", "units")


def true_result(outcome: HandOutcome, game: str) -> HandResult:
    """All that a table can record of a hand, as it came to."""
    values = {name: getattr(outcome, name) for name in _FACTS}
    values = {name: value for name, value in values.items() if value is not None and value is not msgspec.UNSET}
    if game == "bao_huang":
        lines = [line.text for line in outcome.breakdown if line.rule == "bao_huang.declarations"]
        values["factor"] = prod(int(re.findall(r"times (\d)|(\d) times", text)[0][0] or 3) for text in lines)
    if game == "big_a" and outcome.breakdown:
        values["exposed"] = "; both Big A exposed" in outcome.breakdown[0].text
    return HandResult(**values)


def recorded_in_full(match: Match) -> tuple[Match, list[HandOutcome]]:
    """A legal match with the true result of everything, but for void deals; and what its hands come to.

    A match that begins with a void deal is not one: its first setup would be lost with that hand.
    """
    replay = replayed(match)
    kept = [
        (hand, outcome)
        for hand, outcome in zip(match.hands, replay.hands, strict=True)
        if outcome.finish is msgspec.UNSET or outcome.finish
    ]
    assume(kept and kept[0][0] is match.hands[0])
    hands = [msgspec.structs.replace(hand, result=true_result(outcome, match.game)) for hand, outcome in kept]
    before = match.result if isinstance(match.result, MatchResult) else MatchResult()
    result = msgspec.structs.replace(before, totals=replay.totals, winner=replay.winner or msgspec.UNSET)
    return msgspec.structs.replace(match, hands=hands, result=result), [outcome for _, outcome in kept]


def judged(match: Match) -> Report:
    return Checker().check(read_match(msgspec.json.encode(match), "made up"))


def errors(report: Report) -> list[tuple[str, int | None]]:
    return [(each.code.id, each.hand) for each in report.findings if each.severity is Severity.ERROR]


def first_play(hand: Hand) -> int:
    """How many actions come before the first play: what they declare or expose is part of the score."""
    plays = (number for number, text in enumerate(hand.actions) if text.split()[1:2] == ["play"])
    return next(plays, len(hand.actions))


def in_fantasyland(match: Match) -> bool:
    """Whether the play of a hand says how the next one is dealt."""
    claim = match.rules if isinstance(match.rules, RulesClaim) else RulesClaim()
    options = {} if claim.options is msgspec.UNSET else claim.options
    preset = None if claim.preset is msgspec.UNSET else claim.preset
    return GAMES[match.game].rules.resolve(preset, options).options.get("fantasyland", "none") != "none"


@every_game
@few(60)
@given(data=st.data())
def test_cutting_the_play_off_and_keeping_the_true_result_makes_no_error(game: str, data: st.DataObject) -> None:
    """Anywhere from the first play on, or before the first action."""
    match, _ = recorded_in_full(data.draw(matches_of(game)))
    assume(match.hands)
    last = len(match.hands) - 1
    number = last if in_fantasyland(match) else data.draw(st.integers(0, last))
    hand = match.hands[number]
    begins = min(first_play(hand) + 1, len(hand.actions)) if game != "chinese_poker" else 0
    length = data.draw(st.one_of(st.just(0), st.integers(begins, len(hand.actions))))
    cut = msgspec.structs.replace(hand, actions=hand.actions[:length])
    report = judged(msgspec.structs.replace(match, hands=[*match.hands[:number], cut, *match.hands[number + 1 :]]))
    assert report.replay is not None
    # A hand of which one seat is left has ended, though that seat may still surrender one of its two hands.
    assume(cut == hand or report.replay.hands[number].basis != "play")
    assert errors(report) == []
    assert report.replay.totals == match.result.totals  # type: ignore[union-attr]


def sheet_of(match: Match, outcomes: list[HandOutcome]) -> Match:
    """The score sheet of a match: no cards, no actions, and of the setup only what comes before the log."""
    hands = [msgspec.structs.replace(hand, deal=msgspec.UNSET, actions=[]) for hand in match.hands]
    if match.game == "chinese_poker":
        hands = [
            msgspec.structs.replace(hand, setup=msgspec.structs.replace(hand.setup, fantasyland=msgspec.UNSET))
            if hand.setup is not msgspec.UNSET
            else hand
            for hand in hands
        ]
    assert len(hands) == len(outcomes)
    return msgspec.structs.replace(match, hands=hands)


@every_game
@few(60)
@given(data=st.data())
def test_the_sheet_of_a_clean_match_is_incomplete_with_the_same_scores(game: str, data: st.DataObject) -> None:
    match, outcomes = recorded_in_full(data.draw(matches_of(game)))
    assume(outcomes)
    report = judged(sheet_of(match, outcomes))
    assert errors(report) == []
    assert report.verdict is Verdict.INCOMPLETE
    assert report.replay is not None
    assert [hand.scores for hand in report.replay.hands] == [hand.scores for hand in outcomes]
    assert [hand.finish for hand in report.replay.hands] == [hand.finish for hand in outcomes]
    assert report.replay.totals == match.result.totals  # type: ignore[union-attr]
    winner = match.result.winner  # type: ignore[union-attr]
    assert report.replay.winner == (None if winner is msgspec.UNSET else winner)


def changed(hand: Hand, data: st.DataObject) -> tuple[Hand, str]:
    """A hand with one recorded number changed, and the code that says so."""
    result: Any = hand.result
    fields = ["scores"] + (["levels"] if result.levels is not msgspec.UNSET else [])
    field = data.draw(st.sampled_from(fields))
    entries = dict(getattr(result, field))
    name = data.draw(st.sampled_from(sorted(entries)))
    if field == "scores":
        entries[name] += data.draw(st.sampled_from([-2, -1, 1, 2]))
    else:
        entries[name] = data.draw(st.sampled_from([each for each in "23456789TJQKA" if each != entries[name]]))
    wrong = msgspec.structs.replace(result, **{field: entries})
    return msgspec.structs.replace(hand, result=wrong), "score-mismatch" if field == "scores" else "level-mismatch"


@every_game
@few(60)
@given(data=st.data())
def test_a_sheet_with_one_number_changed_is_misscored_at_that_number(game: str, data: st.DataObject) -> None:
    match, outcomes = recorded_in_full(data.draw(matches_of(game)))
    assume(outcomes)
    sheet = sheet_of(match, outcomes)
    bases = [hand.basis for hand in judged(sheet).replay.hands]  # type: ignore[union-attr]
    derived = [number for number, basis in enumerate(bases) if basis == "result"]
    assume(derived)
    number = data.draw(st.sampled_from(derived))
    hand, code = changed(sheet.hands[number], data)
    report = judged(msgspec.structs.replace(sheet, hands=[*sheet.hands[:number], hand, *sheet.hands[number + 1 :]]))
    assert report.verdict is Verdict.MISSCORED
    assert errors(report)[0] == (code, number)


@every_game
@few(30)
@given(data=st.data())
def test_a_sheet_with_a_total_changed_is_misscored_at_the_totals(game: str, data: st.DataObject) -> None:
    match, outcomes = recorded_in_full(data.draw(matches_of(game)))
    assume(outcomes)
    sheet = sheet_of(match, outcomes)
    totals = dict(sheet.result.totals)  # type: ignore[union-attr]
    totals[data.draw(st.sampled_from(sorted(totals)))] += data.draw(st.sampled_from([-1, 1]))
    wrong = msgspec.structs.replace(sheet.result, totals=totals)  # type: ignore[type-var]
    report = judged(msgspec.structs.replace(sheet, result=wrong))
    assert report.verdict is Verdict.MISSCORED
    assert errors(report) == [("total-mismatch", None)]
