"""Which entries differ by themselves, on made-up matches of which everything was recorded rightly, and then was not."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.logs.fupan.reading import read_match
from engine.record.match import Hand, Match, setup_of
from engine.verdict.check import Checker
from engine.verdict.recorded_sheet.entry import Standing
from engine.verdict.recorded_sheet.sheet import Sheet, sheet_of
from engine.verdict.stored_report import as_stored
from tests.engine.test_properties_recorded import recorded_in_full
from tests.playouts import GAMES as PLAYOUTS
from tests.playouts.strategies import few, matches_of

every_game = pytest.mark.parametrize("game", sorted(PLAYOUTS))
Root = tuple[int | None, str]
"""The hand, from 1, and the field of an entry that differs by itself."""
Draw = Callable[..., Any]


@st.composite
def right_matches(draw: st.DrawFn, game: str) -> Match:
    """A legal match of which all results are recorded as they are, with totals and levels before some hands."""
    match, outcomes = recorded_in_full(draw(matches_of(game, 3)))
    totals = dict.fromkeys(match.seats, 0) | (
        {} if setup_of(match.hands[0]).totals is msgspec.UNSET else dict(setup_of(match.hands[0]).totals)  # type: ignore[arg-type]
    )
    hands = []
    for index, (hand, outcome) in enumerate(zip(match.hands, outcomes, strict=True)):
        stated: dict[str, Any] = {}
        if index and draw(st.booleans()):
            stated["totals"] = dict(totals)
        if index and game == "guandan" and draw(st.booleans()):
            stated["levels"] = outcomes[index - 1].levels
        hands.append(msgspec.structs.replace(hand, setup=msgspec.structs.replace(setup_of(hand), **stated)))
        totals = {seat: total + (outcome.scores or {})[seat] for seat, total in totals.items()}  # type: ignore[operator]
    found = msgspec.structs.replace(match, hands=hands)
    assume(wrong_of(found) == set())
    assume(not any(each.code.id == "after-match" for each in report_of(found).findings))
    return found


def report_of(match: Match) -> Any:
    return Checker().check(read_match(msgspec.json.encode(match), "made up"))


def sheet(match: Match) -> Sheet:
    return sheet_of(match, as_stored(report_of(match)))


def wrong_of(match: Match) -> set[Root]:
    """The entries that differ by themselves."""
    return {(each.hand, each.field) for each in sheet(match).entries if each.standing is Standing.DIFFERS}


def altered(match: Match, draw: Draw) -> tuple[Match, Root]:
    """A match with one recorded value changed, and which it is."""
    places: list[Root] = [(None, "totals")] if match.result.totals else []  # type: ignore[union-attr]
    if match.result.winner is not msgspec.UNSET:  # type: ignore[union-attr]
        places.append((None, "winner"))
    for number, hand in enumerate(match.hands, 1):
        recorded = msgspec.structs.asdict(hand.result)  # type: ignore[call-overload]
        places += [(number, name) for name, value in recorded.items() if value is not msgspec.UNSET and value != {}]
        if number > 1 and setup_of(hand).totals is not msgspec.UNSET:
            places.append((number, "before"))
    number, name = draw(st.sampled_from(places))
    if number is None:
        value = msgspec.structs.asdict(match.result)[name]  # type: ignore[call-overload]
        result = msgspec.structs.replace(match.result, **{name: other(match, name, value, draw)})  # type: ignore[type-var]
        return msgspec.structs.replace(match, result=result), (None, name)
    hand = match.hands[number - 1]
    changed = change(match, hand, name, draw)
    hands = [*match.hands[: number - 1], changed, *match.hands[number:]]
    return msgspec.structs.replace(match, hands=hands), (number, "totals" if name == "before" else name)


def change(match: Match, hand: Hand, name: str, draw: Draw) -> Hand:
    if name == "before":
        setup = setup_of(hand)
        return msgspec.structs.replace(
            hand, setup=msgspec.structs.replace(setup, totals=other(match, "totals", setup.totals, draw))
        )
    value = msgspec.structs.asdict(hand.result)[name]  # type: ignore[call-overload]
    result = msgspec.structs.replace(hand.result, **{name: other(match, name, value, draw)})  # type: ignore[type-var]
    return msgspec.structs.replace(hand, result=result)


def other(match: Match, name: str, value: Any, draw: Draw) -> Any:
    """Another value for a recorded field."""
    if name == "winner":
        return sorted(set(match.seats) - set(value))[:1]
    if name == "exposed":
        return not value
    if name == "factor":
        return value + 1
    if name == "finish":
        places = [list(each) for each in value]
        assume(len(places) > 1)
        place = draw(st.integers(0, len(places) - 2))
        places[place][0], places[place + 1][0] = places[place + 1][0], places[place][0]
        return places
    named = draw(st.sampled_from(sorted(value)))
    if name == "roles":
        return {**value, named: draw(st.sampled_from(sorted(set(match.seats) - {value[named]})))}
    if name == "levels":
        ranks = "23456789TJQKA"
        return {**value, named: draw(st.sampled_from([rank for rank in ranks if rank != value[named]]))}
    return {**value, named: value[named] + draw(st.sampled_from((-7, -3, 5, 11)))}


@every_game
@few(1500)
@given(data=st.data())
def test_one_wrong_entry_is_said_once(game: str, data: st.DataObject) -> None:
    match, root = altered(data.draw(right_matches(game)), data.draw)
    assert wrong_of(match) == {root}


@every_game
@few(25)
@given(data=st.data())
def test_of_two_wrong_entries_each_is_said_unless_it_follows_from_the_other(game: str, data: st.DataObject) -> None:
    once, first = altered(data.draw(right_matches(game)), data.draw)
    twice, second = altered(once, data.draw)
    assume(first != second)
    found = sheet(twice)
    roots = {(each.hand, each.field) for each in found.entries if each.standing is Standing.DIFFERS}
    carried = {(each.hand, each.field) for each in found.entries if each.standing is Standing.CARRIED}
    right = {(each.hand, each.field) for each in found.entries if each.standing is Standing.FOLLOWS and each.despite}
    assert roots
    assert roots <= {first, second}
    assert {first, second} <= roots | carried | right


@every_game
@few(25)
@given(data=st.data())
def test_scores_of_two_seats_are_two_roots_and_the_totals_follow(game: str, data: st.DataObject) -> None:
    match = data.draw(right_matches(game))
    assume(len(match.hands) > 1)
    one, other_hand = data.draw(st.permutations(range(len(match.hands))))[:2]
    seats = data.draw(st.permutations(match.seats))[:2]
    wrong = scored(scored(match, one, seats[0], 4), other_hand, seats[1], -9)
    assert wrong_of(wrong) == {(one + 1, "scores"), (other_hand + 1, "scores")}


@every_game
@few(25)
@given(data=st.data())
def test_errors_that_cancel_each_other_are_both_seen_and_so_is_that_they_cancel(game: str, data: st.DataObject) -> None:
    match = data.draw(right_matches(game))
    assume(len(match.hands) > 1 and match.result.totals)  # type: ignore[union-attr]
    bare = [
        msgspec.structs.replace(hand, setup=unstated(hand)) if number else hand
        for number, hand in enumerate(match.hands)
    ]
    match = msgspec.structs.replace(match, hands=bare)
    one, two = sorted(data.draw(st.permutations(range(len(match.hands))))[:2])
    seat = data.draw(st.sampled_from(match.seats))
    found = sheet(scored(scored(match, one, seat, 5), two, seat, -5))
    roots = {(each.hand, each.field) for each in found.entries if each.standing is Standing.DIFFERS}
    assert roots == {(one + 1, "scores"), (two + 1, "scores")}
    total = next(each for each in found.match if each.field == "totals" and each.of == seat)
    assert total.standing is Standing.FOLLOWS
    assert total.cancelled
    assert {each.hand for each in total.despite} == {one + 1, two + 1}


def scored(match: Match, index: int, seat: str, by: int) -> Match:
    """A match with more points recorded for a seat in a hand."""
    hand = match.hands[index]
    result: Any = hand.result
    result = msgspec.structs.replace(result, scores={**result.scores, seat: result.scores[seat] + by})
    changed = msgspec.structs.replace(hand, result=result)
    return msgspec.structs.replace(match, hands=[*match.hands[:index], changed, *match.hands[index + 1 :]])


def unstated(hand: Hand) -> Any:
    return msgspec.structs.replace(setup_of(hand), totals=msgspec.UNSET)
