"""Every recorded entry of a match, and the first that is wrong."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from app.basis_words import is_cut_off
from app.recorded.carried import Carried, CarriedLevels
from app.recorded.entry import Entry, Standing, points_text
from app.recorded.hands import SUM, Facts, HandEntries, compared_points
from engine.games import GAMES
from engine.record.match import Match, MatchResult, Number, given, setup_of
from engine.recorded.points import whole_point, whole_points
from engine.rulebook.codes import AFTER_MATCH, TOTAL_MISMATCH, WINNER_MISMATCH


@dataclass(frozen=True)
class Sheet:
    """The recorded entries of a match, compared with the computed values."""

    hands: Mapping[int, tuple[Entry, ...]]
    """By the number of the hand, from 1, its entries, if it has any; the totals before a hand come first."""
    match: tuple[Entry, ...]
    """The entries about the match: totals and winner."""

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """All entries, in order."""
        return (*(entry for entries in self.hands.values() for entry in entries), *self.match)

    @cached_property
    def first_wrong(self) -> Entry | None:
        """The first wrong entry; None if there is none."""
        return next((entry for entry in self.entries if entry.standing is Standing.DIFFERS), None)

    @property
    def sentence(self) -> str:
        """A sentence that names the first wrong entry, or says that there is none."""
        wrong = self.first_wrong
        if wrong is not None:
            kind = "number" if wrong.difference else "entry"
            return f"The first recorded {kind} that does not follow is the {wrong.place}: {both_values(wrong)}."
        standings = {entry.standing for entry in self.entries}
        if standings == {Standing.FOLLOWS}:
            return "Every recorded entry follows."
        if Standing.FOLLOWS in standings:
            return "Every recorded entry that can be checked follows."
        return "No recorded entry can be checked."

    @property
    def counts(self) -> str:
        """The number of entries with each result of the comparison, in words."""
        total = len(self.entries)
        if all(entry.standing is Standing.FOLLOWS for entry in self.entries):
            return f"{total:,} {'entry was' if total == 1 else 'entries were'} compared."
        return f"Of {total:,} {'entry' if total == 1 else 'entries'}, {tally(self.entries)}."


def both_values(entry: Entry) -> str:
    """The recorded and the computed value of an entry."""
    apart = "; " if ", " in entry.recorded + entry.computed else ", "
    return f"recorded {entry.recorded}{apart}{'expected' if entry.what == SUM else 'computed'} {entry.computed}"


def tally(entries: Sequence[Entry]) -> str:
    """The number of entries with each result of the comparison, in words; those that agree come first."""
    count = {each: sum(entry.standing is each for entry in entries) for each in Standing}
    follows, differs, carried = count[Standing.FOLLOWS], count[Standing.DIFFERS], count[Standing.CARRIED]
    taken, unknown = count[Standing.TAKEN], count[Standing.UNKNOWN]
    parts = [
        f"{follows:,} {'follows' if follows == 1 else 'follow'}" if follows else "",
        f"{differs:,} {'does' if differs == 1 else 'do'} not" if differs and follows else "",
        f"{differs:,} {'does' if differs == 1 else 'do'} not follow" if differs and not follows else "",
        f"{carried:,} {'differs' if carried == 1 else 'differ'} only because of another" if carried else "",
        f"{taken:,} {'was' if taken == 1 else 'were'} taken as recorded" if taken else "",
        f"{unknown:,} cannot be checked" if unknown else "",
    ]
    return ", ".join(filter(None, parts))


def sheet_of(match: Match, report: Mapping[str, Any]) -> Sheet:
    """The recorded entries of a match, compared with a report of it that has its hands."""
    return _Reading(match, report).read()


@dataclass
class _Reading:
    """The reading of a match from its first hand on, with what is carried from hand to hand."""

    match: Match
    report: Mapping[str, Any]
    totals: dict[str, int] | None = None
    """The computed totals before the next hand, by seat; None if they are unknown."""
    carried: Carried = field(default_factory=Carried)
    """By seat, how much recorded totals may exceed the computed ones, because a recorded score did."""

    def read(self) -> Sheet:
        match, seats = self.match, self.match.seats
        by_hand: dict[int, list[Facts]] = {}
        for finding in self.report["findings"]:
            if finding["hand"] is not None:
                by_hand.setdefault(finding["hand"], []).append(finding)
        over_from = min(
            (hand for hand, found in by_hand.items() if any(each["code"] == AFTER_MATCH.id for each in found)),
            default=len(match.hands),
        )
        self.totals = dict.fromkeys(seats, 0)
        levels = CarriedLevels(seats)
        hands: dict[int, tuple[Entry, ...]] = {}
        for index, (hand, outcome) in enumerate(zip(match.hands, self.report["hands"], strict=False)):
            before = self._totals_before(index)
            entries = [*HandEntries(index + 1, hand, outcome, by_hand.get(index, ()), GAMES[match.game], seats).all()]
            if given(setup_of(hand).levels) is not None:
                levels.forget()
            entries = levels.settle(index + 1, entries)
            if index < over_from and not is_cut_off(match, index, outcome):
                self._count(index, entries, outcome["scores"])
            if before or entries:
                hands[index + 1] = (*before, *entries)
        return Sheet(hands, self._of_match())

    def _totals_before(self, index: int) -> list[Entry]:
        """The entries of the totals in the setup of a hand.  If it has all totals, the next hands are computed from
        them.
        """
        stated: Mapping[str, Number] | None = given(setup_of(self.match.hands[index]).totals)
        if stated is None:
            return []
        read = {seat: points for seat, points in whole_points(stated).items() if seat in self.match.seats}
        whole = index == 0 or len(read) == len(self.match.seats)
        known = self.totals if index and whole else None
        entries = []
        for seat, value in stated.items():
            computed = None if known is None else known.get(seat)
            entry = Entry(
                index + 1, "total", seat, points_text(value), points_text(computed), Standing.UNKNOWN, when="before"
            )
            entry = compared_points(entry, read.get(seat), computed, wrong=True, taken=whole and known is None)
            entries.append(self.carried.settle(seat, entry))
        if whole:
            self.totals = {seat: read.get(seat, 0) for seat in self.match.seats}
            self.carried.forget()
        return entries

    def _count(self, index: int, entries: Sequence[Entry], scores: Mapping[str, int | None] | None) -> None:
        for entry in entries:
            if entry.what == "score" and entry.difference:
                self.carried.add(entry.of, entry.difference, index + 1)
        known = {seat: score for seat, score in (scores or {}).items() if score is not None}
        if self.totals is None or len(known) < len(self.totals):
            self.totals = None
        else:
            self.totals = {seat: total + known[seat] for seat, total in self.totals.items()}

    def _of_match(self) -> tuple[Entry, ...]:
        recorded = self.match.result if isinstance(self.match.result, MatchResult) else MatchResult()
        wrong = {each["code"] for each in self.report["findings"] if each["hand"] is None}
        totals = []
        for seat, value in (given(recorded.totals) or {}).items():
            computed = (self.report["totals"] or {}).get(seat)
            entry = Entry(None, "total", seat, points_text(value), points_text(computed), Standing.UNKNOWN)
            entry = compared_points(entry, whole_point(value), computed, wrong=TOTAL_MISMATCH.id in wrong, taken=False)
            totals.append(self.carried.settle(seat, entry))
        stated: Sequence[str] | None = given(recorded.winner)
        if stated is None:
            return tuple(totals)
        return (*totals, self._winner(stated, totals, whole_points(given(recorded.totals) or {}), wrong))

    def _winner(
        self, stated: Sequence[str], totals: Sequence[Entry], recorded: Mapping[str, int], wrong: set[str]
    ) -> Entry:
        winner: Sequence[str] | None = self.report["winner"]
        computed = "nobody yet" if winner is None else " and ".join(winner)
        if WINNER_MISMATCH.id in wrong:
            standing = Standing.DIFFERS
        else:
            standing = Standing.FOLLOWS if set(stated) == set(winner or ()) else Standing.UNKNOWN
        entry = Entry(None, "winner", "", " and ".join(stated) or "nobody", computed, standing)
        if standing is not Standing.DIFFERS or not winner or "levels" in GAMES[self.match.game].result_fields:
            return entry
        if recorded:
            highest = {seat for seat, total in recorded.items() if total == max(recorded.values())}
            since = tuple(sorted({hand for total in totals for hand in total.since}))
            off = any(total.standing in (Standing.DIFFERS, Standing.CARRIED) for total in totals)
        else:
            points = {
                seat: total + self.carried.by(seat)
                for seat, total in self.report["totals"].items()
                if total is not None
            }
            highest = {seat for seat, total in points.items() if total == max(points.values())}
            since = self.carried.since()
            off = bool(since)
        return entry.carried(since) if off and highest == set(stated) else entry
