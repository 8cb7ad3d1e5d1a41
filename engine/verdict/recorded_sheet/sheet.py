"""Every recorded entry of a match, and the first that is wrong."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Final

from engine.games import GAMES
from engine.record.match import Hand, Match, MatchResult, Number, given_value, setup_of
from engine.recorded.points import whole_point, whole_points
from engine.rulebook.codes import AFTER_MATCH, SETUP_MISMATCH, TOTAL_MISMATCH, WINNER_MISMATCH
from engine.rulebook.sentences import Text, enumerated, listed, marked, say
from engine.verdict.recorded_sheet.entry import Key, RecordedEntry, Standing
from engine.verdict.recorded_sheet.hands import SUM, HandEntries, compared_points
from engine.verdict.recorded_sheet.levels import LevelChains, levels_before
from engine.verdict.recorded_sheet.outcomes import is_cut_off
from engine.verdict.recorded_sheet.rescoring import Rescorer, scores_alone
from engine.verdict.recorded_sheet.running import TotalsOffset
from engine.verdict.recorded_sheet.setup import setup_entries
from engine.verdict.recorded_sheet.words import points_text
from engine.verdict.stored_report import StoredFinding, StoredReport

_RESULT_FIELDS = ("finish", "roles", "units", "factor", "exposed")
"""The recorded fields that the scores of a hand follow from."""


@dataclass(frozen=True)
class Sheet:
    """The recorded entries of a match, compared with the derived values."""

    hands: Mapping[int, tuple[RecordedEntry, ...]]
    """By the number of the hand, from 1, its entries, if it has any; the totals before a hand come first."""
    match: tuple[RecordedEntry, ...]
    """The entries about the match: totals and winner."""
    facts: Mapping[int, tuple[RecordedEntry, ...]] = field(default_factory=dict)
    """By the number of the hand, from 1, the facts before it that do not differ, but for totals, if there are any."""

    @cached_property
    def entries(self) -> tuple[RecordedEntry, ...]:
        """All entries, in order."""
        return (*(entry for entries in self.hands.values() for entry in entries), *self.match)

    @cached_property
    def first_wrong(self) -> RecordedEntry | None:
        """The first wrong entry; None if there is none."""
        return next((entry for entry in self.entries if entry.standing is Standing.DIFFERS), None)

    @property
    def sentence(self) -> Text:
        """A sentence that names the first wrong entry, or says that there is none."""
        wrong = self.first_wrong
        if wrong is not None:
            place, values = wrong.place, both_values(wrong)
            if wrong.difference:
                return say(
                    "The first recorded number that does not follow is the {place}: {values}.",
                    place=place,
                    values=values,
                )
            return say(
                "The first recorded entry that does not follow is the {place}: {values}.", place=place, values=values
            )
        standings = {entry.standing for entry in self.entries}
        if standings == {Standing.FOLLOWS}:
            return say("Every recorded entry follows.")
        if Standing.FOLLOWS in standings:
            return say("Every recorded entry that can be checked follows.")
        return say("No recorded entry can be checked.")

    @property
    def counts(self) -> Text:
        """The number of entries with each result of the comparison, in words."""
        count = f"{len(self.entries):,}"
        one = len(self.entries) == 1
        if all(entry.standing is Standing.FOLLOWS for entry in self.entries):
            return (
                say("{count} entry was compared.", count=count)
                if one
                else say("{count} entries were compared.", count=count)
            )
        words = tally(self.entries)
        return (
            say("Of {count} entry, {tally}.", count=count, tally=words)
            if one
            else say("Of {count} entries, {tally}.", count=count, tally=words)
        )


def both_values(entry: RecordedEntry) -> Text:
    """The recorded and the computed value of an entry."""
    values = {"recorded": entry.recorded, "computed": entry.computed}
    commas = ", " in entry.recorded + entry.computed
    if entry.what == SUM:
        return say("recorded {recorded}, expected {computed}", **values)
    if commas:
        return say("recorded {recorded}; computed {computed}", **values)
    return say("recorded {recorded}, computed {computed}", **values)


_ONE: Final = MappingProxyType(
    {
        Standing.FOLLOWS: marked("{count} follows"),
        Standing.DIFFERS: marked("{count} does not follow"),
        Standing.CARRIED: marked("{count} differs only because of another"),
        Standing.TAKEN: marked("{count} was taken as recorded"),
        Standing.UNKNOWN: marked("{count} cannot be checked"),
    }
)
_SEVERAL: Final = MappingProxyType(
    {
        Standing.FOLLOWS: marked("{count} follow"),
        Standing.DIFFERS: marked("{count} do not follow"),
        Standing.CARRIED: marked("{count} differ only because of another"),
        Standing.TAKEN: marked("{count} were taken as recorded"),
        Standing.UNKNOWN: marked("{count} cannot be checked"),
    }
)


def tally(entries: Sequence[RecordedEntry]) -> str:
    """The number of entries with each result of the comparison, in words; those that agree come first."""
    counts = {kind: sum(entry.standing is kind for entry in entries) for kind in _ONE}
    parts = []
    for standing, count in counts.items():
        template = _ONE[standing] if count == 1 else _SEVERAL[standing]
        if standing is Standing.DIFFERS and counts[Standing.FOLLOWS]:
            template = marked("{count} does not") if count == 1 else marked("{count} do not")
        if count:
            parts.append(say(template, count=f"{count:,}"))
    return enumerated(parts)


def sheet_of(match: Match, report: StoredReport) -> Sheet:
    """The recorded entries of a match, compared with a report of it that has its hands."""
    return _Reading(match, report).read()


@dataclass
class _Reading:
    """The reading of a match from its first hand on, with what is carried from hand to hand."""

    match: Match
    report: StoredReport
    totals: dict[str, int] | None = None
    """The derived totals before the next hand, by seat; None if they are unknown."""
    running: TotalsOffset = field(init=False)
    """By how much recorded totals may differ from the derived ones, because earlier entries do."""
    levels: LevelChains = field(init=False)
    rescorer: Rescorer = field(init=False)
    counted_last: bool = True
    """Whether the last hand counts."""
    over: bool = False
    """Whether the match was won before the hand that is read."""
    ended_by: tuple[Key, ...] = ()
    """The wrong totals of a setup by which the match was won; a table that had others went on counting."""

    def __post_init__(self) -> None:
        self.rescorer = Rescorer(self.match, self.report)
        self.levels = LevelChains(self.match.seats, self.rescorer)
        self.running = TotalsOffset(self.match.seats)
        self.totals = dict.fromkeys(self.match.seats, 0)

    @property
    def match_rule(self) -> str:
        """The rule that says how the match is won."""
        return f"{self.match.game}.match"

    def read(self) -> Sheet:
        match = self.match
        by_hand: dict[int, list[StoredFinding]] = {}
        for finding in self.report.findings:
            if finding.hand is not None:
                by_hand.setdefault(finding.hand, []).append(finding)
        over_from = min(
            (hand for hand, findings in by_hand.items() if any(fault.code == AFTER_MATCH.id for fault in findings)),
            default=len(match.hands),
        )
        hands: dict[int, tuple[RecordedEntry, ...]] = {}
        right: dict[int, tuple[RecordedEntry, ...]] = {}
        finish: RecordedEntry | None = None
        for index, (hand, outcome) in enumerate(zip(match.hands, self.report.hands, strict=False)):
            said = by_hand.get(index, [])
            self.over = index > over_from or (index == over_from and not self._ends_by_its_setup(index, said))
            before = self._totals_before(index)
            if index == over_from and not self.over:
                self.ended_by = tuple(entry.key for entry in before if entry.difference)
            facts = self._setup(index, hand, said, finish)
            counted = index < over_from and not is_cut_off(match, index, outcome)
            entries = [*HandEntries(index + 1, hand, outcome, said, GAMES[match.game], match.seats).all()]
            entries = self._explain_scores(index, entries)
            entries = self.levels.after(index, hand, entries, outcome, counted=counted)
            self.counted_last = counted
            if counted:
                self._count(entries, outcome.scores)
            elif self.ended_by:
                self._count_perhaps(entries, outcome.scores or {})
            finish = next((entry for entry in entries if entry.field == "finish"), None)
            off = [entry for entry in facts if entry.standing in (Standing.DIFFERS, Standing.CARRIED)]
            right[index + 1] = tuple(entry for entry in facts if entry not in off)
            shown = (*before, *off, *entries)
            if shown:
                hands[index + 1] = shown
        return Sheet(hands, self._of_match(), {number: facts for number, facts in right.items() if facts})

    def _setup(
        self, index: int, hand: Hand, said: Sequence[StoredFinding], finish: RecordedEntry | None
    ) -> list[RecordedEntry]:
        """The entries of the setup of a hand, but for its totals."""
        before = self.report.hands[index - 1] if index else None
        wrong = (
            finding.rule for finding in said if finding.code == SETUP_MISMATCH.id and finding.rule != self.match_rule
        )
        game = GAMES[self.match.game]
        facts = setup_entries(index, hand, before, said, self.match_rule, self.levels, finish, game)
        if "levels" not in game.result_fields:
            return facts
        return facts + self.levels.before(levels_before(index, hand, before, next(wrong, ""), self.match.seats))

    def _ends_by_its_setup(self, index: int, said: Sequence[StoredFinding]) -> bool:
        """Whether the match was won by the totals that the setup of a hand states, not by the hands before."""
        if given_value(setup_of(self.match.hands[index]).totals) is None:
            return False
        differs = any(finding.code == SETUP_MISMATCH.id and finding.rule == self.match_rule for finding in said)
        return differs or (self.totals is None and None not in self.report.totals.values())

    def _totals_before(self, index: int) -> list[RecordedEntry]:
        """The entries of the totals in the setup of a hand.  If it has all totals, the next hands are derived from
        them; those that are stated after the match was won change nothing.
        """
        stated: Mapping[str, Number] | None = given_value(setup_of(self.match.hands[index]).totals)
        if stated is None:
            return []
        read = {seat: points for seat, points in whole_points(stated).items() if seat in self.match.seats}
        whole = (index == 0 or len(read) == len(self.match.seats)) and not self.over
        known = self.totals if index and whole else None
        entries = []
        for seat, value in stated.items():
            computed = None if known is None else known.get(seat)
            entry = RecordedEntry(
                index + 1,
                say("total"),
                seat,
                points_text(value),
                points_text(computed),
                Standing.UNKNOWN,
                when="before",
                field="totals",
                rule=self.match_rule,
            )
            entry = compared_points(entry, read.get(seat), computed, wrong=True, taken=whole and known is None)
            entries.append(self.running.settle(seat, entry))
        if whole:
            self.totals = {seat: read.get(seat, 0) for seat in self.match.seats}
            if known is None:
                self.running.forget()
            for entry in entries if known is not None else ():
                self.running.restate(entry.of, entry.difference, entry)
        return entries

    def _explain_scores(self, index: int, entries: list[RecordedEntry]) -> list[RecordedEntry]:
        """The entries of a hand; scores that follow from another wrong entry of its result are marked as carried."""
        wrong = [entry for entry in entries if entry.field in _RESULT_FIELDS and entry.standing is Standing.DIFFERS]
        off = [
            entry for entry in entries if entry.field == "scores" and entry.standing is Standing.DIFFERS and entry.of
        ]
        if not wrong or not off:
            return entries
        written = self.rescorer.as_written(index)
        hand = None if written is None else self.rescorer.outcome(index, written)
        scores: Mapping[str, int | None] = (None if hand is None else hand.outcome.scores) or {}
        derived: Mapping[str, int | None] = self.report.hands[index].scores or {}
        causes = [entry.key for entry in wrong]
        return [
            entry.carried(causes)
            if entry in off and (derived.get(entry.of) or 0) + entry.difference == scores.get(entry.of)
            else entry
            for entry in entries
        ]

    def _count(self, entries: Sequence[RecordedEntry], scores: Mapping[str, int | None] | None) -> None:
        for entry in entries:
            if entry.what == SUM:
                for seat in self.match.seats:
                    self.running.may_differ(seat, -entry.difference, entry.key)
            elif entry.field == "scores" and entry.difference:
                causes = entry.causes if entry.standing is Standing.CARRIED else (entry.key,)
                self.running.add(entry.of, entry.difference, causes)
        known = {seat: score for seat, score in (scores or {}).items() if score is not None}
        if self.totals is None or len(known) < len(self.totals):
            self.totals = None
        else:
            self.totals = {seat: total + known[seat] for seat, total in self.totals.items()}

    def _count_perhaps(self, entries: Sequence[RecordedEntry], scores: Mapping[str, int | None]) -> None:
        """Lets later totals differ by the recorded scores of a hand that counts but for a wrong total before it."""
        off = {entry.of: entry.difference for entry in entries if entry.field == "scores"}
        for seat, score in scores.items():
            if score is not None:
                self.running.may_differ(seat, score + off.get(seat, 0), self.ended_by[0])

    def _of_match(self) -> tuple[RecordedEntry, ...]:
        recorded = self.match.result if isinstance(self.match.result, MatchResult) else MatchResult()
        wrong = {finding.code for finding in self.report.findings if finding.hand is None}
        totals = []
        for seat, value in (given_value(recorded.totals) or {}).items():
            computed = self.report.totals.get(seat)
            entry = RecordedEntry(
                None,
                say("total"),
                seat,
                points_text(value),
                points_text(computed),
                Standing.UNKNOWN,
                field="totals",
                rule=self.match_rule,
            )
            entry = compared_points(entry, whole_point(value), computed, wrong=TOTAL_MISMATCH.id in wrong, taken=False)
            totals.append(self.running.settle(seat, entry))
        stated: Sequence[str] | None = given_value(recorded.winner)
        if stated is None:
            return tuple(totals)
        return (*totals, self._winner(stated, totals, WINNER_MISMATCH.id in wrong))

    def _winner(self, stated: Sequence[str], totals: Sequence[RecordedEntry], wrong: bool) -> RecordedEntry:
        winner: Sequence[str] | None = self.report.winner
        computed = say("nobody yet") if winner is None else listed(winner)
        if wrong:
            standing = Standing.DIFFERS
        else:
            standing = Standing.FOLLOWS if set(stated) == set(winner or ()) else Standing.UNKNOWN
        entry = RecordedEntry(
            None,
            say("winner"),
            "",
            listed(stated) or say("nobody"),
            computed,
            standing,
            field="winner",
            rule=self.match_rule,
        )
        if standing is not Standing.DIFFERS:
            return entry
        if "levels" in GAMES[self.match.game].result_fields:
            causes = next((chain.causes for chain in self.levels.chains if set(chain.winner or ()) == set(stated)), ())
        else:
            causes = self._winner_causes(stated, totals)
        return entry.carried(causes) if causes else entry

    def _winner_causes(self, stated: Sequence[str], totals: Sequence[RecordedEntry]) -> tuple[Key, ...]:
        """The wrong entries that give the recorded winner; none if nothing wrong gives it."""
        points: dict[str, int] = {}
        causes: list[Key] = []
        for seat, derived in self.report.totals.items():
            if derived is None:
                return ()
            entry = next((total for total in totals if total.of == seat), None)
            if entry is not None and entry.standing is not Standing.UNKNOWN:
                amount, since = entry.difference, entry.causes or ((entry.key,) if entry.difference else ())
            else:
                amount, since = self.running.recorded(seat)
            points[seat] = derived + amount
            causes += since if amount else ()
        if not causes or set(stated) != self._highest(points):
            return ()
        return tuple(dict.fromkeys(causes))

    def _highest(self, points: Mapping[str, int]) -> set[str]:
        """Who has won with some totals; those with the highest ones, if that cannot be worked out."""
        index = len(self.report.hands) - 1
        last = self.report.hands[index].scores if index >= 0 else None
        scores = {seat: score for seat, score in (last or {}).items() if score is not None}
        if self.counted_last and last is not None and len(scores) == len(last):
            before = {seat: total - scores[seat] for seat, total in points.items()}
            setup = self.rescorer.setup_with(index, totals=before)
            outcome = self.rescorer.outcome(index, scores_alone(scores), setup)
            if outcome is not None and outcome.winner is not None:
                return set(outcome.winner)
        return {seat for seat, total in points.items() if total == max(points.values())}
