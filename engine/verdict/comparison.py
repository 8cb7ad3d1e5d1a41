"""One match under every preset of its game: what each comes to, and which options make the difference."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

import msgspec

from engine.games import GAMES
from engine.logs.record import LogRecord
from engine.record.match import Match
from engine.rulebook.findings import Severity
from engine.rulebook.options import OptionValue, RuleSet, RulesUnknown
from engine.verdict.check import Checker, judged, source_of
from engine.verdict.report import Report, Source, Verdict, hand_facts

FORMAT: Final = "fupan-comparison/1"
REPLAYS: Final = 400
"""Replays of one match at the most."""


class Aspect(StrEnum):
    """What may come out otherwise."""

    VERDICT = "verdict"
    ERRORS = "errors"
    TOTALS = "totals"
    WINNER = "winner"
    HANDS = "hands"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a match comes to under a rule set, as far as it is compared."""

    verdict: Verdict
    errors: tuple[tuple[str, int | None, int | None], ...]
    """Of each finding that is an error its code, hand and action."""
    totals: Mapping[str, int | None]
    winner: tuple[str, ...] | None
    hands: tuple[Mapping[str, Any], ...]
    """Of each hand what a report says, without the reasons."""

    def against(self, other: "Outcome") -> tuple[Aspect, ...]:
        """In what two outcomes differ."""
        return tuple(each for each in Aspect if getattr(self, each) != getattr(other, each))


@dataclass(frozen=True, slots=True)
class Column:
    """A match under one rule set."""

    name: str
    """The preset's; that of rules which are no plain preset is empty."""
    rules: RuleSet
    checked: bool
    """Whether these are the rules that the match was checked under."""
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Change:
    """An option that makes a difference."""

    option: str
    here: OptionValue
    """Its value in the rules that the match was checked under."""
    there: OptionValue
    moves: tuple[Aspect, ...]
    """What comes out otherwise when it alone of the changes is left out; nothing where the others cannot be without it,
    or where too much had been spent to try."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Why some presets come to another outcome than the rules that the match was checked under."""

    presets: tuple[str, ...]
    changes: tuple[Change, ...]
    """With these options changed, and no other, the rules checked under give the presets' outcome."""
    minimal: bool
    """Whether it has been tried that none of the changes can be left out."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A match under every preset of its game."""

    source: Source
    columns: tuple[Column, ...]
    """The rules checked under first where they are no plain preset, then the presets in their order."""
    differences: tuple[Difference, ...]
    replays: int
    """How often the match was replayed."""

    @property
    def checked(self) -> Column:
        """The column of the rules that the match was checked under."""
        return next(column for column in self.columns if column.checked)

    @property
    def aspects(self) -> tuple[Aspect, ...]:
        """In what some preset differs from the rules checked under."""
        here = self.checked.outcome
        found = {aspect for column in self.columns for aspect in column.outcome.against(here)}
        return tuple(each for each in Aspect if each in found)

    @property
    def hands(self) -> tuple[int, ...]:
        """The hands, from 0, that do not come to the same in every column."""
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
    """The match of a record under every preset of its game, beside the report of it by a checker.

    None where the report is of no match.  Which options make the difference is found by trying them: after the presets
    themselves, at most ``replays`` replays in all are spent on that.
    """
    if record.match is None or report.rules is None:
        return None
    trial = _Trial(checker, record, record.match, report, replays)
    book = GAMES[report.rules.game].rules
    presets = {name: rules for name in book.presets if _seats_fit(record.match, rules := book.resolve(name))}
    columns = [
        Column(name, rules, rules.key == report.rules.key, trial.known(rules)) for name, rules in presets.items()
    ]
    here = trial.known(report.rules)
    if not any(column.checked for column in columns):
        columns.insert(0, Column("", report.rules, True, here))
    alike: dict[tuple[tuple[Change, ...], bool], list[str]] = {}
    for column in columns:
        if column.outcome != here:
            alike.setdefault(trial.changes(report.rules, column.rules), []).append(column.name)
    differences = tuple(Difference(tuple(names), *found) for found, names in alike.items())
    return Comparison(source_of(record), tuple(columns), differences, trial.spent)


@dataclass(slots=True)
class _Trial:
    """One match tried under many rule sets, each once."""

    checker: Checker
    record: LogRecord
    match: Match
    report: Report
    replays: int
    spent: int = 0
    outcomes: dict[str, Outcome] = field(default_factory=dict)

    def __post_init__(self) -> None:
        assert self.report.rules is not None
        self.outcomes[self.report.rules.key] = _outcome(self.report)

    def known(self, rules: RuleSet) -> Outcome:
        """What the match comes to, whatever has been spent; the judge is one that the checker remembers."""
        if rules.key not in self.outcomes:
            self.spent += 1
            self.outcomes[rules.key] = _outcome(judged(self.record, self.match, rules, self.checker.judge(rules)))
        return self.outcomes[rules.key]

    def tried(self, rules: RuleSet | None) -> Outcome | None:
        """The same for rules that nobody plays, by a judge that is let go.

        None where there can be no such rules, or too much has been spent.
        """
        if rules is None or not _seats_fit(self.match, rules):
            return None
        if rules.key not in self.outcomes:
            if self.spent >= self.replays:
                return None
            self.spent += 1
            judge = GAMES[rules.game].judge(rules)
            self.outcomes[rules.key] = _outcome(judged(self.record, self.match, rules, judge))
        return self.outcomes[rules.key]

    def changes(self, here: RuleSet, there: RuleSet) -> tuple[tuple[Change, ...], bool]:
        """Options that lead from one rule set's outcome to another's, none of which can be left out.

        The flag says whether that is so: when too much has been spent, more than are needed may be named.
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
        """Leaves out one option after another as long as the outcome stays."""
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
    """A rule set with some options as another has them; None where the game does not allow them together."""
    options = dict(here.options) | {name: there.options[name] for name in names}
    try:
        return GAMES[here.game].rules.resolve(here.preset, options)
    except RulesUnknown:
        return None


def _seats_fit(match: Match, rules: RuleSet) -> bool:
    """Whether a match has as many players as its rules want."""
    return len(match.players) in GAMES[rules.game].seats_under(rules)


def _outcome(report: Report) -> Outcome:
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
