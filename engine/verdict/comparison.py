"""One match under every preset of its game: the outcome of each, and the options that make the difference."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final

import msgspec

from engine.games import GAMES
from engine.logs.record import LogRecord
from engine.record.match import Match
from engine.rulebook.findings import Severity
from engine.rulebook.options import OptionValue, RuleSet, RulesUnknown
from engine.verdict.check import Checker, source_of
from engine.verdict.report import Report, Source, Verdict, hand_facts
from engine.verdict.variants import Variants

FORMAT: Final = "fupan-comparison/1"
REPLAYS: Final = 400
"""The largest number of replays of one match."""


class Aspect(StrEnum):
    """A part of an outcome that may differ."""

    VERDICT = "verdict"
    ERRORS = "errors"
    TOTALS = "totals"
    WINNER = "winner"
    HANDS = "hands"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The parts of a report that are compared."""

    verdict: Verdict
    errors: tuple[tuple[str, int | None, int | None], ...]
    """Code, hand and action of each finding that is an error."""
    totals: Mapping[str, int | None]
    winner: tuple[str, ...] | None
    hands: tuple[Mapping[str, Any], ...]
    """The facts of each hand in the report, without the score lines."""

    def against(self, other: "Outcome") -> tuple[Aspect, ...]:
        """The aspects in which two outcomes differ."""
        return tuple(each for each in Aspect if getattr(self, each) != getattr(other, each))


@dataclass(frozen=True, slots=True)
class Column:
    """A match under one rule set."""

    name: str
    """The name of the preset; empty if the rules are not those of a preset."""
    rules: RuleSet
    checked: bool
    """Whether the match was checked under these rules."""
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Change:
    """An option that makes a difference."""

    option: str
    here: OptionValue
    """Its value in the rules that the match was checked under."""
    there: OptionValue
    moves: tuple[Aspect, ...]
    """The aspects that differ if this change alone is left out.  Empty if the other changes are not allowed without it,
    or if no replays were left to try it."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Why some presets have another outcome than the rules that the match was checked under."""

    presets: tuple[str, ...]
    changes: tuple[Change, ...]
    """With only these options changed, the rules that the match was checked under give the outcome of the presets."""
    minimal: bool
    """Whether trials have shown that none of the changes can be left out."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A match under every preset of its game."""

    source: Source
    columns: tuple[Column, ...]
    """The presets in their order.  If the match was checked under other rules, these come first."""
    differences: tuple[Difference, ...]
    replays: int
    """The number of times that the match was replayed."""

    @property
    def checked(self) -> Column:
        """The column of the rules that the match was checked under."""
        return next(column for column in self.columns if column.checked)

    @property
    def aspects(self) -> tuple[Aspect, ...]:
        """The aspects in which some preset differs from the rules that the match was checked under."""
        here = self.checked.outcome
        found = {aspect for column in self.columns for aspect in column.outcome.against(here)}
        return tuple(each for each in Aspect if each in found)

    @property
    def hands(self) -> tuple[int, ...]:
        """The numbers, from 0, of the hands whose outcome is not the same in every column."""
        outcomes = [column.outcome.hands for column in self.columns]
        return tuple(
            number
            for number, of_hand in enumerate(zip(*outcomes, strict=True))
            if any(x != of_hand[0] for x in of_hand)
        )

    def as_json(self) -> bytes:
        """The comparison as one line of JSON, without the end of the line."""
        different = self.hands
        return msgspec.json.encode(
            {
                "comparison": FORMAT,
                "log": self.source.facts(),
                "rulings": [_column_facts(column, different) for column in self.columns],
                "differences": [
                    {
                        "presets": each.presets,
                        "options": [
                            {"option": change.option, "here": change.here, "there": change.there, "moves": change.moves}
                            for change in each.changes
                        ],
                        "minimal": each.minimal,
                    }
                    for each in self.differences
                ],
                "replays": self.replays,
            }
        )


def compare(checker: Checker, record: LogRecord, report: Report, replays: int = REPLAYS) -> Comparison | None:
    """The match of a record under every preset of its game, compared with a report of it.

    ``report`` is the report of the record by ``checker``.  Returns None if the report is `unreadable`.  The options
    that make the difference are found by trying them, until the match has been replayed ``replays`` times; the presets
    themselves are always tried.
    """
    if record.match is None or report.rules is None:
        return None
    with checker.lent(report.rules.game) as judges:
        trial = _Trial(Variants(judges, record, record.match), report, replays)
        return _compared(trial, report.rules)


def _compared(trial: "_Trial", rules_here: RuleSet) -> Comparison:
    match = trial.variants.match
    book = GAMES[rules_here.game].rules
    presets = {name: rules for name in book.presets if _seats_fit(match, rules := book.resolve(name))}
    columns = [Column(name, rules, rules.key == rules_here.key, trial.known(rules)) for name, rules in presets.items()]
    here = trial.known(rules_here)
    if not any(column.checked for column in columns):
        columns.insert(0, Column("", rules_here, True, here))
    differences: list[Difference] = []
    for column in columns:
        if column.outcome != here:
            changes, minimal = trial.changes(rules_here, column.rules)
            _add_difference(differences, Difference((column.name,), changes, minimal))
    return Comparison(source_of(trial.variants.record), tuple(columns), tuple(differences), trial.spent)


def _add_difference(differences: list[Difference], found: Difference) -> None:
    """Adds a difference, or its presets to those of the same difference.

    Differences are compared and not hashed, as the value of an option may be a table.
    """
    for place, each in enumerate(differences):
        if (each.changes, each.minimal) == (found.changes, found.minimal):
            differences[place] = replace(each, presets=each.presets + found.presets)
            return
    differences.append(found)


@dataclass(slots=True)
class _Trial:
    """One match judged under many rule sets, once under each."""

    variants: Variants
    report: Report
    replays: int
    spent: int = 0
    outcomes: dict[str, Outcome] = field(default_factory=dict)

    def __post_init__(self) -> None:
        assert self.report.rules is not None
        self.outcomes[self.report.rules.key] = outcome_of(self.report)

    def known(self, rules: RuleSet) -> Outcome:
        """The outcome under a rule set, even if no replays are left."""
        if rules.key not in self.outcomes:
            self.spent += 1
            self.outcomes[rules.key] = outcome_of(self.variants.report(rules))
        return self.outcomes[rules.key]

    def tried(self, rules: RuleSet | None) -> Outcome | None:
        """The outcome under a rule set that is only tried.

        None if the rules do not exist or do not allow the number of players, or if no replays are left.
        """
        if rules is None or not _seats_fit(self.variants.match, rules):
            return None
        if rules.key not in self.outcomes:
            if self.spent >= self.replays:
                return None
            self.spent += 1
            self.outcomes[rules.key] = outcome_of(self.variants.report(rules))
        return self.outcomes[rules.key]

    def changes(self, here: RuleSet, there: RuleSet) -> tuple[tuple[Change, ...], bool]:
        """The options that lead from the outcome of one rule set to that of another.

        The flag says whether trials have shown that none of them can be left out.  If no replays are left, the options
        may be more than are needed.
        """
        goal = self.known(there)
        options = GAMES[here.game].rules.options
        names = [each.name for each in options if here.options[each.name] != there.options[each.name]]
        alone = {name: self.tried(_changed(here, there, [name])) for name in names}
        enough = next((name for name in names if alone[name] == goal), None)
        if enough is not None:
            chosen = [enough]
        else:
            start = self.known(here)
            moving = [name for name in names if alone[name] != start]
            chosen = moving if self.tried(_changed(here, there, moving)) == goal else names
        return self._reduced(here, there, chosen, goal)

    def _reduced(
        self, here: RuleSet, there: RuleSet, chosen: Sequence[str], goal: Outcome
    ) -> tuple[tuple[Change, ...], bool]:
        """Leaves out one option after another as long as the outcome stays the same."""
        minimal = True
        moves: dict[str, tuple[Aspect, ...]] = {}
        left = list(chosen)
        at = 0
        while at < len(left):
            name = left[at]
            rules = _changed(here, there, [each for each in left if each != name])
            without = self.tried(rules)
            if without == goal:
                left.remove(name)
                moves.clear()
                at = 0
                continue
            minimal = minimal and (without is not None or rules is None)
            moves[name] = () if without is None else without.against(goal)
            at += 1
        return tuple(Change(name, here.options[name], there.options[name], moves[name]) for name in left), minimal


def _changed(here: RuleSet, there: RuleSet, names: Sequence[str]) -> RuleSet | None:
    """A rule set with some options changed to those of another; None if the game does not allow them together."""
    options = dict(here.options) | {name: there.options[name] for name in names}
    try:
        return GAMES[here.game].rules.resolve(here.preset, options)
    except RulesUnknown:
        return None


def _seats_fit(match: Match, rules: RuleSet) -> bool:
    """Whether the rules allow the number of players of a match."""
    return len(match.players) in GAMES[rules.game].seats_under(rules)


def outcome_of(report: Report) -> Outcome:
    """The parts of a report that are compared.  The report must not be `unreadable`."""
    assert report.replay is not None
    winner = report.replay.winner
    return Outcome(
        verdict=report.verdict,
        errors=tuple(
            (each.code.id, each.hand, each.action) for each in report.findings if each.severity is Severity.ERROR
        ),
        totals=report.replay.totals,
        winner=None if winner is None else tuple(winner),
        hands=tuple(map(hand_facts, report.replay.hands)),
    )


def _column_facts(column: Column, hands: Sequence[int]) -> dict[str, Any]:
    plain = GAMES[column.rules.game].rules.resolve(column.rules.preset).options
    outcome = column.outcome
    return {
        "preset": column.rules.preset,
        "options": {name: value for name, value in column.rules.options.items() if value != plain[name]},
        "checked": column.checked,
        "verdict": str(outcome.verdict),
        "errors": len(outcome.errors),
        "totals": outcome.totals,
        "winner": outcome.winner,
        "hands": [{"hand": number} | dict(outcome.hands[number]) for number in hands],
    }
