"""What holds of every match of Big A, on matches that are made up."""

import itertools
from collections import Counter
from random import Random
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from engine.record.match import Hand, HandResult, Match
from engine.replay.outcome import HandOutcome
from engine.verdict.report import Verdict
from tests.offenders import for_every
from tests.playouts import Style, drawn_rules, generate
from tests.playouts.big_a.forms import CARDS
from tests.playouts.big_a.rules import PRESETS, VALUES
from tests.playouts.judging import every_frame, faults, judged, replayed
from tests.playouts.strategies import few, matches, seeds
from tests.playouts.unknowns import UNKNOWNS
from tests.profiles import cases

DECK = Counter(CARDS) + Counter(CARDS)


def moved(action: str) -> tuple[str, list[str]]:
    """Verb and cards of an action as it is written, by reading it once more."""
    words = [word for word in action.partition("#")[0].split() if word[0] not in "@^"]
    cards = [word.upper().replace("10", "T") for word in words[2:]]
    return words[1], [card if card in ("BJ", "RJ") else card[0] + card[1].lower() for card in cards]


# Legal matches


@few(60)
@given(match=matches(game="big_a", most_hands=3))
def test_legal_matches_are_clean(match: Match) -> None:
    report = judged(match)
    assert faults(report) == []
    assert report.verdict is Verdict.CLEAN


def outcomes(match: Match) -> list[tuple[Hand, HandOutcome]]:
    """The hands of a match, and what each comes to."""
    return list(zip(match.hands, replayed(match).hands, strict=True))


def test_every_course_of_the_drawing_and_every_row_of_the_scores_comes_up() -> None:
    """Under every preset with every value of each option; with void deals, overcalls, reveals, captures."""
    seen: Counter[str] = Counter()
    rows: set[tuple[int, int, bool]] = set()
    settings = list(
        enumerate(itertools.product(PRESETS, *(sorted(set(values), key=str) for values in VALUES.values())))
    )
    for seed, (preset, *values) in cases(settings, settings[::3]):
        options = dict(zip(VALUES, values, strict=True))
        match = generate(
            "big_a",
            seed,
            preset=preset,
            options=options,
            policy=("greedy", "mixed")[seed % 2],
            style=Style.drawn(Random(seed)),
        )
        report = judged(match)
        assert (faults(report), report.verdict) == ([], Verdict.CLEAN)
        limit = options["hands"]
        assert report.replay is not None
        played = [hand for hand in report.replay.hands if hand.finish]
        assert len(played) == limit or (len(match.hands) == 12 and (not limit or len(played) < limit))
        for hand, outcome in outcomes(match):
            verbs = [action.split()[1] for action in hand.actions]
            seen.update(verbs)
            exposes = [action.split()[0] for action in hand.actions if action.split()[1] == "expose"]
            seen["overcall"] += len(set(exposes)) > 1
            roles = outcome.roles
            assert isinstance(roles, dict)
            if not roles:
                seen["void"] += 1
                continue
            alone = roles["declarer"] == roles["partner"]
            seen["alone" if alone else "partner"] += 1
            seen["by hearts"] += not exposes
            finish = outcome.finish
            assert isinstance(finish, list)
            place = {seat: number for number, seats in enumerate(finish, 1) for seat in seats}
            exposed = verbs.count("reveal") > 0 or any(
                " ".join(moved(each)[1][:2]).count("A") > 1 for each in hand.actions
            )
            if not alone:
                rows.add((place[roles["declarer"]], place[roles["partner"]], exposed))
    assert {"expose", "reveal", "redeal", "capture", "overcall", "void", "alone", "partner", "by hearts"} <= set(+seen)
    assert len({row[:2] for row in rows}) >= 12


# Frames


@few(25)
@given(match=matches(game="big_a", most_hands=2))
def test_cards_are_conserved(match: Match) -> None:
    """What the hands hold, what lies on the table and what has been played is the pack; captures give cards back."""
    for number, hand in enumerate(match.hands):
        gone: Counter[str] = Counter()
        lying: list[str] = []
        for frame, action in zip(every_frame(match, number), [None, *hand.actions], strict=True):
            verb, cards = moved(action) if action is not None else ("deal", [])
            if verb in ("play", "capture"):
                if verb == "capture":
                    gone.subtract(lying)
                gone.update(cards)
                lying = cards
            held = Counter(card for seat in frame.seats for card in (*seat.cards, *seat.face_down))
            assert held + gone == DECK
            assert min(gone.values(), default=0) >= 0
            assert all(seat.hidden == 0 for seat in frame.seats)
            assert all(seat.count == len(seat.cards) + len(seat.face_down) for seat in frame.seats)
            assert all(not Counter(seat.public) - Counter(seat.cards) for seat in frame.seats)


@few(25)
@given(match=matches(game="big_a", most_hands=2), kind=st.sampled_from(("cards", "one seat", "bars")), seed=seeds)
def test_what_is_shown_of_unknown_cards_is_true(match: Match, kind: str, seed: int) -> None:
    hidden = UNKNOWNS[kind](match, Random(seed))
    for number in range(len(match.hands)):
        for frame, open_frame in zip(every_frame(hidden, number), every_frame(match, number), strict=True):
            for seat, open_seat in zip(frame.seats, open_frame.seats, strict=True):
                assert (seat.count, seat.place) == (open_seat.count, open_seat.place)
                known = Counter((*seat.cards, *(card for card in seat.face_down if card != "??")))
                assert seat.count == len(seat.cards) + len(seat.face_down) + seat.hidden
                assert not known - Counter((*open_seat.cards, *open_seat.face_down)), "not held"


# The order of the players


@few(40)
@given(match=matches(game="big_a", most_hands=3), turns=st.integers(1, 4))
def test_listing_the_players_from_another_seat_changes_no_score(match: Match, turns: int) -> None:
    turned = msgspec.structs.replace(match, players=[*match.players[turns:], *match.players[:turns]])
    one, other = judged(match), judged(turned)
    assert (faults(other), other.verdict) == ([], one.verdict)
    assert one.replay is not None
    assert other.replay is not None
    for mine, theirs in zip(one.replay.hands, other.replay.hands, strict=True):
        assert (mine.scores, mine.roles) == (theirs.scores, theirs.roles)
        assert [set(place) for place in mine.finish or []] == [set(place) for place in theirs.finish or []]
    assert one.replay.totals == other.replay.totals
    assert set(one.replay.winner or ()) == set(other.replay.winner or ())


# Unknown cards


@few(80)
@given(match=matches(game="big_a", most_hands=3), kind=st.sampled_from(sorted(UNKNOWNS)), seed=seeds)
def test_what_is_told_of_unknown_cards_is_true(match: Match, kind: str, seed: int) -> None:
    """No fault is found, and no role, place or score is told that is another with all cards open."""
    report = judged(UNKNOWNS[kind](match, Random(seed)))
    assert [each for each in faults(report) if "incomplete-hand" not in each] == []
    known, unknown = replayed(match), report.replay
    assert unknown is not None
    for mine, theirs in zip(unknown.hands, known.hands, strict=True):
        assert as_items(mine.roles) <= as_items(theirs.roles)
        if mine.complete:
            assert mine.finish == theirs.finish
            assert as_items(mine.scores) <= as_items(theirs.scores)
    assert report.verdict in (Verdict.CLEAN, Verdict.INCOMPLETE)
    if report.verdict is Verdict.CLEAN:
        assert (unknown.hands, unknown.totals, unknown.winner) == (known.hands, known.totals, known.winner)


def as_items(values: Any) -> set[tuple[str, object]]:
    """What is told, each by its name."""
    return {(name, value) for name, value in (values or {}).items() if value is not None}


@few(40)
@given(match=matches(game="big_a", most_hands=3), seed=seeds)
def test_a_seat_left_out_changes_no_result(match: Match, seed: int) -> None:
    """Its cards are the rest of the pack, and who leads tells what the order of drawing does not."""
    known, unknown = replayed(match), replayed(UNKNOWNS["one seat"](match, Random(seed)))
    assert unknown.hands == known.hands
    assert (unknown.totals, unknown.winner, unknown.undecided) == (known.totals, known.winner, known.undecided)


# Faults


@for_every("seed", range(12))
def test_a_wrong_score_is_found_and_nothing_else(seed: int) -> None:
    preset, options = drawn_rules("big_a", seed)
    match = generate("big_a", seed, preset=preset, options=options, hands=2, policy="greedy")
    *before, hand = match.hands
    result = hand.result
    assert isinstance(result, HandResult)
    assert isinstance(result.scores, dict)
    scores = dict(result.scores)
    seat = sorted(scores)[seed % len(scores)] if scores else match.seats[0]
    scores[seat] = scores.get(seat, 0) + 1
    changed = msgspec.structs.replace(hand, result=msgspec.structs.replace(result, scores=scores))
    report = judged(msgspec.structs.replace(match, hands=[*before, changed]))
    assert report.verdict is Verdict.MISSCORED
    assert [each.code.id for each in report.findings] == ["score-mismatch"]
    assert report.findings[0].hand == len(before)
