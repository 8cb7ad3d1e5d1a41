"""The totals of a match, unfolded into what the log states before its hands and what each hand adds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.record.match import Match, Setup
from engine.recorded.basis import hand_cut_off
from engine.recorded.setup import SetupFacts
from engine.verdict.stored_report import StoredReport

Totals = Mapping[str, int | None]
"""Points by seat; None if they are unknown."""


class Adds(StrEnum):
    """What an entry does to the totals."""

    STARTS = "starts"
    """The points before the first hand: as the log states them, else 0."""
    STATES = "states"
    """The log states the totals before a later hand, which go on from there."""
    COUNTS = "counts"
    """The scores of a hand are added; a void deal adds 0."""
    UNKNOWN = "unknown"
    """The scores of a hand are unknown, and so are the totals after it."""
    CUT_OFF = "cut-off"
    """The clock cut off the hand, which counts nothing."""
    AFTER = "after-match"
    """The hand was played after the match was won, and counts nothing."""


@dataclass(frozen=True, slots=True)
class TotalsEntry:
    """One entry of the totals."""

    adds: Adds
    hand: int | None
    """The hand, from 0; None for the start."""
    points: Totals
    """What is added; of a start or a statement, what the totals are from then on."""
    totals: Totals
    """The totals after it."""


def totals_entries(match: Match, report: StoredReport) -> list[TotalsEntry]:
    """The entries of the totals of a judged match, in order; the totals after the last are those of the report.

    ``report`` is a report of this match, with its hands.
    """
    return list(_entries(match, report))


def _entries(match: Match, report: StoredReport) -> Iterator[TotalsEntry]:
    seats = match.seats
    stated = _stated(match)
    totals: Totals = dict.fromkeys(seats, 0) | stated.pop(0, {})
    after = report.after_match
    cut_off = hand_cut_off(match)
    yield TotalsEntry(Adds.STARTS, None, totals, totals)
    for index, hand in enumerate(report.hands):
        if index in stated:
            totals = stated[index]
            yield TotalsEntry(Adds.STATES, index, totals, totals)
        scores: Totals = hand.scores or dict.fromkeys(seats)
        if after is not None and index >= after:
            adds = Adds.AFTER
        elif index == cut_off and not hand.complete:
            adds = Adds.CUT_OFF
        else:
            unknown = None in scores.values()
            adds = Adds.UNKNOWN if unknown else Adds.COUNTS
            totals = _added(totals, scores, unknown=unknown)
        yield TotalsEntry(adds, index, scores, totals)


def _added(totals: Totals, scores: Totals, *, unknown: bool) -> Totals:
    if unknown or None in totals.values():
        return dict.fromkeys(totals)
    return {seat: (total or 0) + (scores[seat] or 0) for seat, total in totals.items()}


def _stated(match: Match) -> dict[int, dict[str, int]]:
    """By hand, the totals that the log states before it, as far as they can be read."""
    by_hand: dict[int, dict[str, int]] = {}
    for index, hand in enumerate(match.hands):
        if isinstance(hand.setup, Setup):
            facts = SetupFacts(match.seats, index, hand.setup)
            facts.read_totals()
            if facts.totals:
                by_hand[index] = {match.seats[seat]: points for seat, points in facts.totals.items()}
    return by_hand
