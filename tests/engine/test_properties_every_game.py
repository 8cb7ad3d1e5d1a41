"""What holds of every match of every game, on matches that are made up."""

import itertools
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.logs import write_match
from engine.logs.fupan.reading import read_match
from engine.record.match import HandResult, Match, MatchResult, Setup
from engine.replay.outcome import HandOutcome
from engine.rulebook.findings import Severity
from engine.verdict.check import Checker
from engine.verdict.report import Report, Verdict
from tests.playouts import GAMES, drawn_rules, generate
from tests.playouts.judging import every_frame, faults, judged, replayed
from tests.playouts.mutations import ACTION_MUTATIONS, MUTATIONS, mutate
from tests.playouts.strategies import few, matches_of, mutants_of, seeds, styles
from tests.playouts.unknowns import UNKNOWNS

every_game = pytest.mark.parametrize("game", sorted(GAMES))

_FACTS = ("finish", "scores", "roles", "levels", "units")
"""What a report says of a hand that can be recorded."""
_LOOKS_BACK = {"report-missing", "tribute-wrong-seat"}
"""Codes that may be found at an earlier action than the one that makes them so."""


def facts(outcome: HandOutcome) -> dict[str, Any]:
    """What a hand comes to, as far as the game has it and it is known."""
    values = {name: getattr(outcome, name) for name in _FACTS}
    return {name: value for name, value in values.items() if value is not None and value is not msgspec.UNSET}


def with_every_result(match: Match) -> Match:
    """A legal match with all that can be recorded of it recorded in full, as computed."""
    replay = replayed(match)
    hands = [
        msgspec.structs.replace(hand, result=HandResult(**facts(outcome)))
        for hand, outcome in zip(match.hands, replay.hands, strict=True)
    ]
    result = MatchResult(totals=replay.totals, winner=replay.winner or msgspec.UNSET)
    return msgspec.structs.replace(match, hands=hands, result=result)


# Legal matches


@every_game
@few(100)
@given(data=st.data())
def test_legal_matches_are_clean(game: str, data: st.DataObject) -> None:
    """There may be notices in them, and nothing else."""
    match = data.draw(matches_of(game))
    record = read_match(msgspec.json.encode(match), "made up")
    assert record.match == match
    report = Checker().check(record)
    assert faults(report) == []
    assert report.verdict is Verdict.CLEAN


@every_game
@few(40)
@given(data=st.data())
def test_totals_and_winner_are_the_recorded_ones(game: str, data: st.DataObject) -> None:
    match = data.draw(matches_of(game, results=1))
    replay = replayed(match)
    assert isinstance(match.result, MatchResult)
    recorded = match.result.winner
    assert (replay.winner or []) == ([] if recorded is msgspec.UNSET else recorded)
    assert match.result.totals == replay.totals


# Frames


@every_game
@few(30)
@given(data=st.data())
def test_a_prefix_of_actions_gives_a_prefix_of_frames(game: str, data: st.DataObject) -> None:
    mutant = data.draw(mutants_of(game))
    match, number = mutant.match, mutant.hand
    hand = match.hands[number]
    length = data.draw(st.integers(0, len(hand.actions)))
    cut = msgspec.structs.replace(hand, actions=hand.actions[:length])
    shorter = msgspec.structs.replace(match, hands=[*match.hands[:number], cut])
    begun = [msgspec.structs.replace(frame, steps=length) for frame in every_frame(match, number)[: length + 1]]
    frames = every_frame(shorter, number)
    # A hand of Chinese poker shows from its deal on the cards that its setting names later.
    if game != "chinese_poker" or not any(seat.hidden for seat in frames[0].seats):
        assert frames == begun


@every_game
@few(30)
@given(data=st.data())
def test_frames_follow_one_another(game: str, data: st.DataObject) -> None:
    """A frame more than there are actions; steps, actions and the order of finish only go on."""
    match = data.draw(st.one_of(matches_of(game), mutants_of(game).map(lambda mutant: mutant.match)))
    for number, hand in enumerate(match.hands):
        sequence = every_frame(match, number)
        assert [frame.step for frame in sequence] == list(range(len(hand.actions) + 1))
        assert [frame.action for frame in sequence] == [None, *hand.actions]
        assert all(tuple(seat.seat for seat in frame.seats) == match.seats for frame in sequence)
        for before, after in itertools.pairwise(sequence):
            assert after.finish[: len(before.finish)] == before.finish
            assert all(one.hidden >= 0 and one.count >= 0 for one in after.seats)


# Names


def names_of(length: int, count: int) -> st.SearchStrategy[tuple[str, ...]]:
    name = st.text(alphabet="ABCxyz019_", min_size=length, max_size=length)
    return st.lists(name, min_size=count, max_size=count, unique=True).map(tuple)


def named(value: Any, names: Mapping[str, str]) -> Any:
    """A value with the names of seats replaced, alone or in pairs, wherever they stand as data."""
    if isinstance(value, str):
        one, mark, other = value.partition("-")
        return names.get(one, one) + mark + names.get(other, other)
    if isinstance(value, Mapping):
        return {named(key, names): named(each, names) for key, each in value.items()}
    if isinstance(value, Sequence):
        return [named(each, names) for each in value]
    return value


def renamed(report: Report, names: Mapping[str, str]) -> Report:
    """A report with other names for the seats."""
    replay = report.replay
    assert replay is not None
    for hand in replay.hands:
        for name, value in facts(hand).items():
            levels = name == "levels"
            setattr(hand, name, {names[key]: each for key, each in value.items()} if levels else named(value, names))
        for line in hand.breakdown:
            line.points = named(line.points, names)
    replay.totals = named(replay.totals, names)
    replay.winner = named(replay.winner, names)
    findings = [msgspec.structs.replace(each, seat=each.seat and names[each.seat]) for each in report.findings]
    return Report(report.source, report.rules, findings, replay)


@every_game
@few(40)
@given(data=st.data(), style=styles, seed=seeds, kind=st.sampled_from((None, *ACTION_MUTATIONS)))
def test_renaming_seats_renames_the_report(
    game: str, data: st.DataObject, style: Any, seed: int, kind: str | None
) -> None:
    """Names of one length, so that columns stay; the made-up play does not hang on names."""
    preset, options = drawn_rules(game, seed)
    plain = generate(game, seed, preset=preset, options=options, hands=2, style=style)
    count = max(len(plain.seats), 4)
    length = data.draw(st.integers(1, 8))
    seats, names = data.draw(names_of(length, count)), data.draw(names_of(length, count))
    one, other = (
        generate(game, seed, preset=preset, options=options, hands=2, style=style.with_seats(each))
        for each in (seats, names)
    )
    if kind is not None:
        one, other = mutate(one, kind, seed).match, mutate(other, kind, seed).match
    back = renamed(judged(other), dict(zip(names, seats, strict=True)))
    assert back.digest == judged(one).digest


# Unknown cards


@every_game
@few(80)
@given(data=st.data(), kind=st.sampled_from(sorted(UNKNOWNS)), seed=seeds)
def test_unknown_cards_are_no_error(game: str, data: st.DataObject, kind: str, seed: int) -> None:
    report = judged(UNKNOWNS[kind](data.draw(matches_of(game)), Random(seed)))
    assert [each.code.id for each in report.findings if each.severity is Severity.ERROR] == []
    assert report.verdict in (Verdict.CLEAN, Verdict.INCOMPLETE)


# Faults


@every_game
@few(200)
@given(data=st.data(), kind=st.sampled_from(MUTATIONS), seed=seeds)
def test_one_fault_is_survived_and_changes_no_result_in_silence(
    game: str, data: st.DataObject, kind: str, seed: int
) -> None:
    """A mutant that is found clean comes to the very results of the match that it was made of.

    Every finding has a place that is there, and words; the frames of the hand are there to the last.
    """
    whole = with_every_result(data.draw(matches_of(game)))
    expected = replayed(whole)
    mutant = mutate(whole, kind, seed)
    report = Checker().check(read_match(write_match(mutant.match), "made up"))
    assert report.verdict is not Verdict.UNREADABLE
    msgspec.json.decode(report.as_json())
    for each in report.findings:
        assert each.message
        if each.hand is not None:
            actions = mutant.match.hands[each.hand].actions
            assert each.action is None or each.action < len(actions)
            assert each.column is None or (
                each.action is not None and 0 <= each.column <= max(len(actions[each.action]), 1)
            )
    if report.verdict is Verdict.CLEAN:
        assert report.replay is not None
        assert [facts(hand) for hand in report.replay.hands] == [facts(hand) for hand in expected.hands]
        assert (report.replay.totals, report.replay.winner) == (expected.totals, expected.winner)
    assert len(every_frame(mutant.match, mutant.hand)) == len(mutant.match.hands[mutant.hand].actions) + 1


@every_game
@few(120)
@given(data=st.data())
def test_nothing_is_found_before_the_fault(game: str, data: st.DataObject) -> None:
    mutant = data.draw(mutants_of(game, sorted(ACTION_MUTATIONS)))
    for each in judged(mutant.match).findings:
        if each.severity is Severity.NOTICE or each.hand is None:
            continue
        assert each.hand >= mutant.hand
        if each.hand == mutant.hand and each.action is not None and each.code.id not in _LOOKS_BACK:
            assert mutant.action is not None
            assert each.action >= mutant.action, each.message


# Rotation


def names_every_dealer(match: Match) -> bool:
    return all(isinstance(hand.setup, Setup) and bool(hand.setup.dealer) for hand in match.hands)


def names_no_dweller(match: Match) -> bool:
    """Of shared places ``dweller`` names the seat that is listed later."""
    rules = judged(match).rules
    return rules is not None and rules.options["equal_tribute_lead"] != "dweller"


TURNING = {"chinese_poker": names_every_dealer, "guandan": names_no_dweller}
"""Which matches come to the same whoever is listed first, by game."""


@pytest.mark.parametrize("game", sorted(TURNING))
@few(30)
@given(data=st.data(), turns=st.integers(1, 3))
def test_listing_the_players_from_another_seat_keeps_the_scores(game: str, data: st.DataObject, turns: int) -> None:
    match = data.draw(matches_of(game).filter(TURNING[game]))
    turned = msgspec.structs.replace(match, players=[*match.players[turns:], *match.players[:turns]])
    one, other = replayed(match), replayed(turned)
    assert faults(judged(turned)) == []
    assert [hand.scores for hand in one.hands] == [hand.scores for hand in other.hands]
    assert one.totals == other.totals
    assert set(one.winner or ()) == set(other.winner or ())
