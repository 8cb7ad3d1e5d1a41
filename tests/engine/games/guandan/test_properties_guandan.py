"""What holds of every match of any game, and of those of Guandan, on matches that are made up."""

import itertools
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.games import GAMES
from engine.logs import write_match
from engine.logs.fupan.reading import read_match
from engine.record.match import HandResult, Match, MatchResult
from engine.rulebook.findings import Severity
from engine.verdict.check import Checker
from engine.verdict.report import Report, Verdict
from tests.playouts import Style, drawn_rules, generate
from tests.playouts.guandan.forms import CARDS
from tests.playouts.guandan.rules import PRESETS
from tests.playouts.judging import every_frame, faults, judged, replayed
from tests.playouts.mutations import ACTION_MUTATIONS, MUTATIONS, Mutant, mutate
from tests.playouts.strategies import climbing_games, few, matches, maybe_faulty, mutants, seeds, styles
from tests.playouts.unknowns import UNKNOWNS

DECK = Counter(CARDS) + Counter(CARDS)


def played_cards(action: str) -> list[str]:
    """The cards of an action that is a play, as they are written, by reading it once more."""
    words = action.partition("#")[0].split()
    if len(words) < 2 or words[1] != "play":
        return []
    cards = [word.partition("=")[0] for word in words[2:] if not word.startswith("@")]
    return [
        card.upper().replace("10", "T")[:1] + (card[-1].upper() if card[-1] in "jJ" else card[-1].lower())
        for card in cards
    ]


# Legal matches


@few(150)
@given(match=matches())
def test_legal_matches_are_clean(match: Match) -> None:
    record = read_match(write_match(match), "made up")
    assert record.match is not None
    report = Checker().check(record)
    assert faults(report) == []
    assert report.verdict is Verdict.CLEAN


@few(60)
@given(match=matches(results=1))
def test_the_winner_is_the_recorded_one(match: Match) -> None:
    replay = replayed(match)
    assert isinstance(match.result, MatchResult)
    recorded = match.result.winner
    assert (replay.winner or []) == ([] if recorded is msgspec.UNSET else recorded)
    assert match.result.totals == replay.totals


def test_whole_matches_are_clean() -> None:
    """Matches from 2 to A under every preset; a fall from A and a hand at every level are among them."""
    levels: set[str | None] = set()
    falls = 0
    for seed, preset, limit in itertools.product(range(3), PRESETS, (1, 4)):
        match = generate(
            "guandan",
            seed,
            preset=preset,
            options={"a_failures": limit},
            policy="greedy",
            style=Style.drawn(Random(seed)),
        )
        report = judged(match)
        assert faults(report) == []
        assert report.verdict is Verdict.CLEAN
        assert report.replay is not None
        assert report.replay.winner is not None
        for hand in report.replay.hands:
            assert isinstance(hand.levels, dict)
            levels |= set(hand.levels.values())
            falls += any(line.rule == "guandan.failures" for line in hand.breakdown)
    assert levels >= set("3456789TJQKA")
    assert falls > 0


# Frames


@few(25)
@given(match=matches(most_hands=2, game="guandan"))
def test_cards_are_conserved(match: Match) -> None:
    for number, hand in enumerate(match.hands):
        played: Counter[str] = Counter()
        for frame, action in zip(every_frame(match, number), ["", *hand.actions], strict=True):
            played.update(played_cards(action))
            held = Counter(card for seat in frame.seats for card in seat.cards)
            assert held + played == DECK
            assert all(seat.hidden == 0 and seat.count == len(seat.cards) for seat in frame.seats)
            assert all(not Counter(seat.public) - Counter(seat.cards) for seat in frame.seats)
            assert sum(seat.count for seat in frame.seats) + played.total() == 108


@few(25)
@given(match=matches(most_hands=2, game="guandan"), kind=st.sampled_from(sorted(UNKNOWNS)), seed=seeds)
def test_counts_are_right_with_unknown_cards(match: Match, kind: str, seed: int) -> None:
    hidden = UNKNOWNS[kind](match, Random(seed))
    for number, hand in enumerate(hidden.hands):
        known = every_frame(match, number)
        gone = 0
        for frame, open_frame, action in zip(every_frame(hidden, number), known, ["", *hand.actions], strict=True):
            gone += len(played_cards(action))
            assert sum(seat.count for seat in frame.seats) + gone == 108
            for seat, open_seat in zip(frame.seats, open_frame.seats, strict=True):
                assert seat.count == len(seat.cards) + seat.hidden
                if frame.stage != "tribute":
                    # A returned card of which nobody can tell who gets it moves when all are given.
                    assert seat.count == open_seat.count
                    unheld = Counter(seat.cards) - Counter(open_seat.cards)
                    assert not unheld, "a card is shown that the seat does not hold"
            assert (frame.turn, frame.finish, frame.stage) == (open_frame.turn, open_frame.finish, open_frame.stage)


@few(40)
@given(mutant=mutants(), data=st.data())
def test_a_prefix_of_actions_gives_a_prefix_of_frames(mutant: Mutant, data: st.DataObject) -> None:
    match = mutant.match
    hand = match.hands[mutant.hand]
    length = data.draw(st.integers(0, len(hand.actions)))
    cut = msgspec.structs.replace(hand, actions=hand.actions[:length])
    shorter = msgspec.structs.replace(match, hands=[*match.hands[: mutant.hand], cut])
    begun = [msgspec.structs.replace(frame, steps=length) for frame in every_frame(match, mutant.hand)[: length + 1]]
    assert every_frame(shorter, mutant.hand) == begun


@few(30)
@given(match=maybe_faulty())
def test_frames_follow_one_another(match: Match) -> None:
    """A frame more than there are actions; steps, actions and the order of finish only go on."""
    number = len(match.hands) - 1
    actions = match.hands[number].actions
    sequence = every_frame(match, number)
    assert [frame.step for frame in sequence] == list(range(len(actions) + 1))
    assert [frame.action for frame in sequence] == [None, *actions]
    for before, after in itertools.pairwise(sequence):
        assert after.finish[: len(before.finish)] == before.finish
        assert all(one.hidden >= 0 and one.count >= 0 for one in after.seats)
    outcome = replayed(match).hands[number]
    if outcome.basis != "result":
        assert [list(place) for place in sequence[-1].finish] == outcome.finish


# Names and rotation


def names_of(length: int, seats: int) -> st.SearchStrategy[tuple[str, ...]]:
    letters = "ABCxyz019_"
    name = st.text(alphabet=letters, min_size=length, max_size=length)
    return st.lists(name, min_size=seats, max_size=seats, unique=True).map(tuple)


def named_back(report: Report, names: Sequence[str], seats: Sequence[str]) -> Report:
    """A report with the names of the seats replaced wherever they stand as data."""
    back = dict(zip(names, seats, strict=True))

    def keys(points: Any) -> Any:
        return {back[name]: value for name, value in points.items()} if isinstance(points, dict) else points

    replay = report.replay
    assert replay is not None
    for hand in replay.hands:
        if isinstance(hand.finish, list):
            hand.finish = [[back[name] for name in place] for place in hand.finish]
        if isinstance(hand.roles, dict):
            hand.roles = {role: back[name] for role, name in hand.roles.items()}
        hand.scores, hand.levels = keys(hand.scores), keys(hand.levels)
        for line in hand.breakdown:
            line.points = keys(line.points)
    replay.totals = keys(replay.totals)
    replay.winner = replay.winner and [back[name] for name in replay.winner]
    findings = [msgspec.structs.replace(each, seat=each.seat and back[each.seat]) for each in report.findings]
    return Report(report.source, report.rules, findings, replay)


@few(60)
@given(
    data=st.data(),
    game=climbing_games,
    style=styles,
    seed=seeds,
    kind=st.sampled_from((None, *ACTION_MUTATIONS)),
)
def test_renaming_seats_renames_the_report(
    data: st.DataObject, game: str, style: Style, seed: int, kind: str | None
) -> None:
    """Names of one length, so that columns stay; the made-up play does not hang on names."""
    length = data.draw(st.integers(1, 8))
    several = names_of(length, GAMES[game].players[-1])
    seats, names = data.draw(several), data.draw(several)
    preset, chosen = drawn_rules(game, seed)
    one, other = (
        generate(game, seed, preset=preset, options=chosen, hands=2, style=style.with_seats(each))
        for each in (seats, names)
    )
    if kind is not None:
        one, other = mutate(one, kind, seed).match, mutate(other, kind, seed).match
    back = named_back(judged(other), names, seats)
    assert back.digest == judged(one).digest


@few(40)
@given(
    match=matches(most_hands=3, game="guandan", options={"equal_tribute_lead": "after_banker"}), turns=st.integers(1, 3)
)
def test_listing_the_players_from_another_seat_changes_no_score(match: Match, turns: int) -> None:
    """``dweller`` is left out: of shared places it names the seat that is listed later."""
    turned = msgspec.structs.replace(match, players=[*match.players[turns:], *match.players[:turns]])
    one, other = judged(match), judged(turned)
    assert (faults(other), other.verdict) == ([], one.verdict)
    assert one.replay is not None
    assert other.replay is not None
    partner = dict(zip(match.seats, match.seats[2:] + match.seats[:2], strict=True))
    for mine, theirs in zip(one.replay.hands, other.replay.hands, strict=True):
        assert mine.scores == theirs.scores
        assert [set(place) for place in mine.finish or []] == [set(place) for place in theirs.finish or []]
        assert isinstance(mine.levels, dict)
        assert isinstance(theirs.levels, dict)
        both = theirs.levels | {partner[seat]: level for seat, level in theirs.levels.items()}
        assert mine.levels == {seat: both[seat] for seat in mine.levels}
    assert one.replay.totals == other.replay.totals
    assert set(one.replay.winner or ()) == set(other.replay.winner or ())


# Unknown cards


@few(120)
@given(match=matches(), kind=st.sampled_from(sorted(UNKNOWNS)), seed=seeds)
def test_unknown_cards_are_no_error(match: Match, kind: str, seed: int) -> None:
    """Where not even the sizes of the hands are known, it cannot be said that a hand has come to its end."""
    report = judged(UNKNOWNS[kind](match, Random(seed)))
    assert [each for each in faults(report) if "incomplete-hand" not in each or match.game == "guandan"] == []
    assert report.verdict in (Verdict.CLEAN, Verdict.INCOMPLETE)


@few(40)
@given(match=matches(game="guandan"), kind=st.sampled_from(sorted({*UNKNOWNS} - {"levels"})), seed=seeds)
def test_unknown_cards_change_no_result(match: Match, kind: str, seed: int) -> None:
    """Every hand has 27 cards, so who is out and what is scored follows from the numbers of cards played."""
    known, unknown = replayed(match), replayed(UNKNOWNS[kind](match, Random(seed)))
    assert unknown.hands == known.hands
    assert (unknown.totals, unknown.winner, unknown.undecided) == (known.totals, known.winner, known.undecided)


# Faults


def with_every_result(match: Match) -> Match:
    """A legal match with all that can be recorded of it recorded in full, as computed."""
    replay = replayed(match)
    hands = [
        msgspec.structs.replace(
            hand,
            result=HandResult(finish=outcome.finish, scores=outcome.scores, levels=outcome.levels, roles=outcome.roles),
        )
        for hand, outcome in zip(match.hands, replay.hands, strict=True)
    ]
    result = MatchResult(totals=replay.totals, winner=replay.winner or msgspec.UNSET)
    return msgspec.structs.replace(match, hands=hands, result=result)


@few(250)
@given(match=matches(most_hands=3), kind=st.sampled_from(MUTATIONS), seed=seeds)
def test_one_fault_is_survived_and_changes_no_result_in_silence(match: Match, kind: str, seed: int) -> None:
    """A mutant that is found clean comes to the very results of the match that it was made of.

    Every finding has a place that is there, and words.
    """
    whole = with_every_result(match)
    expected = replayed(whole)
    mutant = mutate(whole, kind, seed)
    record = read_match(write_match(mutant.match), "made up")
    report = Checker().check(record)
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
        for mine, theirs in zip(report.replay.hands, expected.hands, strict=True):
            assert (mine.finish, mine.scores) == (theirs.finish, theirs.scores)
            assert (mine.levels, mine.roles) == (theirs.levels, theirs.roles)
        assert (report.replay.totals, report.replay.winner) == (expected.totals, expected.winner)


_LOOKS_BACK = {"report-missing", "tribute-wrong-seat"}
"""Codes that may be found at an earlier action than the one that makes them so."""


@few(150)
@given(mutant=mutants(sorted(ACTION_MUTATIONS)))
def test_nothing_is_found_before_the_fault(mutant: Mutant) -> None:
    for each in judged(mutant.match).findings:
        if each.severity is Severity.NOTICE or each.hand is None:
            continue
        assert each.hand >= mutant.hand
        if each.hand == mutant.hand and each.action is not None and each.code.id not in _LOOKS_BACK:
            assert mutant.action is not None
            assert each.action >= mutant.action, each.message


@few(80)
@given(match=matches(most_hands=3), twice=st.booleans(), data=st.data())
def test_a_turn_too_few_or_too_many_is_found(match: Match, twice: bool, data: st.DataObject) -> None:
    """A pass left out, or a play or pass written twice, is against the order of play whatever comes after it.

    But where a seat passes and then has the lead that its partner leaves it, its lead may pass for a follow.
    """
    number = data.draw(st.integers(0, len(match.hands) - 1))
    hand = match.hands[number]
    verbs = ("pass", "play") if twice else ("pass",)
    moves = [place for place, text in enumerate(hand.actions) if text.split(" ")[1] in ("pass", "play")]
    assume(moves)
    actors = [hand.actions[place].split(" ")[0] for place in moves]
    places = [
        place
        for place, actor, after in zip(moves, actors, [*actors[1:], ""], strict=True)
        if hand.actions[place].split(" ")[1] in verbs and actor != after
    ]
    assume(places)
    place = data.draw(st.sampled_from(places))
    actions = list(hand.actions)
    actions[place : place + 1] = [actions[place]] * (2 * twice)
    changed = msgspec.structs.replace(hand, actions=actions)
    hands = [*match.hands[:number], changed, *match.hands[number + 1 :]]
    report = judged(msgspec.structs.replace(match, hands=hands))
    assert report.verdict is Verdict.ILLEGAL
    first = next(each for each in report.findings if each.severity is Severity.ERROR)
    assert first.hand == number
    assert first.action is not None
    assert first.action >= place
