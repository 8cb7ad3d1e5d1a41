"""Levels from hand to hand: which wrong ones follow from an earlier wrong entry."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.cards.packed import parse_rank
from engine.record.match import Hand, HandResult, given_value, setup_of
from engine.recorded.points import whole_points
from engine.rulebook.sentences import say
from engine.verdict.recorded_sheet.entry import Key, RecordedEntry, Standing
from engine.verdict.recorded_sheet.rescoring import RescoredHand, Rescorer, scores_alone
from engine.verdict.stored_report import StoredHand

_TEAMS: Final = 2
_MOST: Final = 4

Levels = Mapping[int, str]
"""By team."""


@dataclass(frozen=True, slots=True)
class ContinuedLevels:
    """Levels with which a table may have continued instead of the derived ones."""

    levels: Levels
    causes: tuple[Key, ...]
    """The wrong entries that they follow from."""
    winner: tuple[str, ...] | None
    """Who has won the match by them; None if nobody has, or it is not known."""


class LevelChains:
    """The levels that follow from wrong entries, with the derived ones.  There are none while all entries are right."""

    def __init__(self, seats: Sequence[str], rescorer: Rescorer) -> None:
        self.chains: list[ContinuedLevels] = []
        self._seats: Final = tuple(seats)
        self._rescorer: Final = rescorer
        self._teams: Final = {seat: number % _TEAMS for number, seat in enumerate(seats)}
        self._derived: dict[int, str] = {}

    def before(self, entries: Iterable[RecordedEntry]) -> list[RecordedEntry]:
        """The entries of the levels that a setup states.  The derived levels go on from these."""
        recorded_entries = [self._settled(entry) if entry.field == "levels" else entry for entry in entries]
        stated = {self._teams[entry.of]: entry.recorded for entry in recorded_entries if entry.of in self._teams}
        wrong = [entry for entry in recorded_entries if entry.standing in (Standing.DIFFERS, Standing.CARRIED)]
        after = {**self._derived, **stated}
        if wrong:
            causes = _causes(wrong)
            others = [ContinuedLevels(dict(self._derived), causes, None)]
            others += [ContinuedLevels(chain.levels, _joined(chain.causes, causes), None) for chain in self.chains]
            self.chains = [levels for levels in others if not _equal(levels.levels, after)][:_MOST]
        elif stated:
            self.chains = []
        self._derived = after
        return recorded_entries

    def level_causes(self, level: str) -> tuple[Key, ...]:
        """The wrong entries by which a team would be at a level before the hand; none if nothing explains it."""
        rank = parse_rank(level)
        return next(
            (chain.causes for chain in self.chains if any(parse_rank(text) == rank for text in chain.levels.values())),
            (),
        )

    def after(
        self, index: int, hand: Hand, entries: Sequence[RecordedEntry], outcome: StoredHand, *, counted: bool = True
    ) -> list[RecordedEntry]:
        """The entries of a hand, with its levels compared also with those that follow from wrong entries."""
        derived = self._by_team(given_value(outcome.levels) or {})
        wrong = [
            entry
            for entry in entries
            if entry.standing in (Standing.DIFFERS, Standing.CARRIED) and entry.field not in ("levels", "")
        ]
        chains: list[ContinuedLevels] = []
        if counted and derived and (wrong or self.chains):
            chains = list(self._moved(index, hand, wrong, outcome))
        self.chains = _distinct(chains, derived)
        recorded_entries = [self._settled(entry) if entry.field == "levels" else entry for entry in entries]
        stated = [entry for entry in recorded_entries if entry.field == "levels"]
        if {self._teams.get(entry.of) for entry in stated if entry.standing is Standing.FOLLOWS} >= set(range(_TEAMS)):
            self.chains = []
        roots = [entry for entry in stated if entry.standing is Standing.DIFFERS]
        if roots:
            self._go_on_from(index, roots, outcome, derived)
        self._derived = derived
        return recorded_entries

    def _moved(
        self, index: int, hand: Hand, wrong: Sequence[RecordedEntry], outcome: StoredHand
    ) -> Iterable[ContinuedLevels]:
        """The levels after a hand by each of the levels before it, and by the recorded result."""
        results: list[tuple[HandResult, tuple[Key, ...]]] = []
        recorded = hand.result if isinstance(hand.result, HandResult) else HandResult()
        written = self._rescorer.as_written(index)
        if written is not None:
            results.append((written, _causes(entry for entry in wrong if entry.field != "scores")))
        if any(entry.field == "scores" for entry in wrong):
            scores = {**_known(outcome.scores), **whole_points(given_value(recorded.scores) or {})}
            results.append((scores_alone(scores), _causes(e for e in wrong if e.field == "scores")))
        for before in (*self.chains, None):
            for result, causes in results:
                setup = None
                if before is not None:
                    levels = {self._seats[team]: level for team, level in before.levels.items()}
                    setup = self._rescorer.setup_with(index, levels=levels)
                rescored_hand = self._rescorer.outcome(index, result, setup)
                if rescored_hand is not None and rescored_hand.outcome.levels:
                    since = _joined(() if before is None else before.causes, causes)
                    yield self._chain(rescored_hand, since)

    def _go_on_from(self, index: int, roots: Sequence[RecordedEntry], outcome: StoredHand, derived: Levels) -> None:
        """Adds the levels that were recorded wrongly, with which the table may have gone on."""
        levels = {**derived, **{self._teams[root.of]: root.recorded for root in roots if root.of in self._teams}}
        scores = _known(outcome.scores)
        named = {self._seats[team]: level for team, level in levels.items()}
        hand = self._rescorer.outcome(index, scores_alone(scores, named))
        winner = None if hand is None else hand.winner
        self.chains = _distinct([ContinuedLevels(levels, _causes(roots), winner), *self.chains], derived)

    def _chain(self, hand: RescoredHand, causes: tuple[Key, ...]) -> ContinuedLevels:
        return ContinuedLevels(self._by_team(given_value(hand.outcome.levels)), causes, hand.winner)

    def _settled(self, entry: RecordedEntry) -> RecordedEntry:
        recorded, derived = parse_rank(entry.recorded), parse_rank(entry.computed)
        if entry.standing is not Standing.DIFFERS or recorded is None or derived is None:
            return entry
        entry = replace(entry, difference=recorded - derived)
        team = self._teams.get(entry.of)
        for chain in self.chains:
            if team is not None and parse_rank(chain.levels.get(team, "")) == recorded and chain.causes:
                return entry.carried(chain.causes)
        return entry

    def _by_team(self, levels: Mapping[str, str | None]) -> dict[int, str]:
        return {self._teams[seat]: level for seat, level in levels.items() if seat in self._teams and level}


def levels_before(
    index: int, hand: Hand, before: StoredHand | None, rule: str, seats: Sequence[str]
) -> list[RecordedEntry]:
    """The entries of the levels in the setup of a hand (``index`` from 0).

    ``before`` is the hand before in a report, ``rule`` the rule of a finding that the setup
    contradicts it (empty: there is none).
    """
    known: Mapping[str, str | None] = (None if before is None else given_value(before.levels)) or {}
    entries = []
    for seat, level in (given_value(setup_of(hand).levels) or {}).items():
        derived = known.get(seats[seats.index(seat) % _TEAMS]) if seat in seats else None
        if derived is None:
            standing = Standing.TAKEN
        elif parse_rank(level) == parse_rank(derived):
            standing = Standing.FOLLOWS
        else:
            standing = Standing.DIFFERS if rule else Standing.TAKEN
        shown = level if derived is None or standing is Standing.TAKEN else derived
        entries.append(
            RecordedEntry(
                index + 1, say("level"), seat, level, shown, standing, when="before", field="levels", rule=rule
            )
        )
    return entries


def _known(scores: Mapping[str, int | None] | None) -> dict[str, int]:
    return {seat: score for seat, score in (scores or {}).items() if score is not None}


def _causes(entries: Iterable[RecordedEntry]) -> tuple[Key, ...]:
    """The entries that differ by themselves among some and their causes."""
    keys = [key for entry in entries for key in (entry.causes if entry.standing is Standing.CARRIED else (entry.key,))]
    return tuple(dict.fromkeys(keys))


def _joined(some: tuple[Key, ...], others: tuple[Key, ...]) -> tuple[Key, ...]:
    return tuple(dict.fromkeys((*some, *others)))


def _equal(some: Levels, others: Levels) -> bool:
    return {team: parse_rank(level) for team, level in some.items()} == {
        team: parse_rank(level) for team, level in others.items()
    }


def _distinct(chains: Iterable[ContinuedLevels], derived: Levels) -> list[ContinuedLevels]:
    others: list[ContinuedLevels] = []
    for chain in chains:
        if (
            chain.causes
            and not _equal(chain.levels, derived)
            and not any(_equal(chain.levels, x.levels) for x in others)
        ):
            others.append(chain)
    return others[:_MOST]
