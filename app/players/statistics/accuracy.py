"""What decisions of a person cost on average, by the reviews of their matches: never compared between people."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt
from typing import Final

from sqlalchemy import and_, func, select
from sqlalchemy.orm import Session

from app.database.tables.reviews import REVIEWED_SEATS
from app.database.tables.statistics import COUNTED_MATCHES, FACTS, SEAT_RESULTS
from app.players.statistics.filters import FactFilter, conditions
from app.players.statistics.intervals import t_quantile
from app.players.statistics.people import person_of
from app.players.statistics.scales import mixed_under
from app.text.language import _, _n
from engine.games import GAMES

LEAST: Final = 100
"""Decisions from which on the mean is shown."""
_UNIT: Final = 1_000


@dataclass(frozen=True, slots=True)
class Accuracy:
    """The mean cost of a decision of a person in a game: of those that were not forced and whose cost, by what the
    seat could know, is counted.
    """

    decisions: int
    hands: int
    """The hands that have such decisions."""
    matches: int
    mixed: bool
    """Whether costs of unlike scales would be added: there is no mean."""
    mean: float | None
    """In levels in Guandan, in points in other games; None of fewer than `LEAST` decisions."""
    half: float | None
    """Half the width of its 95 % interval.  The hand is the sample: decisions of one hand go together."""


def accuracy_of(session: Session, game: str, wanted: FactFilter) -> Accuracy:
    """What the decisions in a game of the person that a filter names cost, in the hands that it lets through."""
    person = None if wanted.player is None else person_of(session, wanted.player)
    facts, seats, matches, results = FACTS.c, REVIEWED_SEATS.c, COUNTED_MATCHES.c, SEAT_RESULTS.c
    of_hands = (
        select(facts.match, func.sum(seats.decisions).label("decisions"), func.sum(seats.cost).label("cost"))
        .select_from(SEAT_RESULTS)
        .join(COUNTED_MATCHES, matches.match == results.match)
        .join(
            REVIEWED_SEATS,
            and_(
                seats.match == results.match,
                seats.seat == results.seat,
                seats.judgement == matches.judgement,
                seats.decisions > 0,
            ),
        )
        .join(
            FACTS,
            and_(
                facts.person == results.person,
                facts.match == seats.match,
                facts.hand == seats.hand,
                facts.seat == seats.seat,
            ),
        )
        .where(results.person == person, *conditions(session, replace(wanted, game=game)))
        .group_by(facts.match, facts.hand)
        .subquery()
    )
    c = of_hands.c
    alike = select(c.decisions, c.cost, func.count()).group_by(c.decisions, c.cost)
    rows = [(int(decisions), int(cost), int(hands)) for decisions, cost, hands in session.execute(alike)]
    count = session.scalar(select(func.count(c.match.distinct()))) or 0
    mixed = bool(rows) and mixed_under(session, game, wanted, person)
    return _of_rows(rows, count, mixed=mixed)


def _of_rows(rows: Sequence[tuple[int, int, int]], matches: int, *, mixed: bool) -> Accuracy:
    """Of rows with the decisions and the cost of a hand, and how many hands are so."""
    decisions = sum(number * hands for number, _, hands in rows)
    hands = sum(times for *_, times in rows)
    if decisions < LEAST or mixed:
        return Accuracy(decisions, hands, matches, mixed, None, None)
    mean = Fraction(sum(cost * times for _, cost, times in rows), decisions)
    squares = sum(times * (cost - mean * number) ** 2 for number, cost, times in rows)
    half = None
    if hands > 1:
        variance = squares * hands / (hands - 1) / decisions**2
        half = round(t_quantile(hands - 1) * sqrt(variance) / _UNIT, 3)
    return Accuracy(decisions, hands, matches, mixed, float(round(mean / _UNIT, 3)), half)


def accuracy_words(accuracy: Accuracy, game: str) -> str:
    """What the decisions cost on average, as a phrase; else why that is not said."""
    if accuracy.mixed:
        return _("No average: presets score differently; choose one.")
    if accuracy.mean is None:
        return _n(
            "said from {least} decisions on: {count} is missing",
            "said from {least} decisions on: {count} are missing",
            LEAST - accuracy.decisions,
            least=LEAST,
        )
    amount = f"{accuracy.mean:.3f}" if accuracy.half is None else f"{accuracy.mean:.3f} ± {accuracy.half:.3f}"
    if GAMES[game].statistics.levels:
        return _("{amount} levels a decision", amount=amount)
    return _("{amount} points a decision", amount=amount)


def rests_on(accuracy: Accuracy) -> str:
    """What the mean rests on, a sentence."""
    return _(
        "Reviewed decisions with a choice: {decisions}; hands: {hands}; matches: {matches}.",
        decisions=f"{accuracy.decisions:,}",
        hands=f"{accuracy.hands:,}",
        matches=f"{accuracy.matches:,}",
    )
