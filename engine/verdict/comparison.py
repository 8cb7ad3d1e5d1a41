"""One match under every preset of its game: the outcome of each, and the options that make the difference."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import Final

from engine.games import GAMES
from engine.logs.record import LogRecord
from engine.record.match import Match
from engine.rulebook.options import RuleSet, RulesUnknown
from engine.verdict.check import Checker, source_of
from engine.verdict.differing import Change, DifferenceSearch
from engine.verdict.outcomes import Aspect, Outcome
from engine.verdict.report import Report, Source
from engine.verdict.variants import Variants

REPLAYS: Final = 400
"""The largest number of replays of one match."""


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
class PresetDifference:
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
    differences: tuple[PresetDifference, ...]
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
        all_aspects = {aspect for column in self.columns for aspect in column.outcome.against(here)}
        return tuple(aspect for aspect in Aspect if aspect in all_aspects)

    @property
    def hands(self) -> tuple[int, ...]:
        """The numbers, from 0, of the hands whose outcome is not the same in every column."""
        outcomes = [column.outcome.hands for column in self.columns]
        return tuple(
            number
            for number, of_hand in enumerate(zip(*outcomes, strict=True))
            if any(x != of_hand[0] for x in of_hand)
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
        return _compared(Variants(judges, record, record.match), report.rules, replays)


def check_and_compare(
    checker: Checker, record: LogRecord, rules: RuleSet | None = None, replays: int = REPLAYS
) -> tuple[Report, Comparison | None]:
    """The report of a record, as ``checker`` gives it but without facts for statistics, and its comparison.

    It costs less than a check and a ``compare``, because the match is replayed under its own rules only once.
    """
    if record.match is not None:
        try:
            rules = rules or checker.rules(record.match)
        except RulesUnknown:
            return checker.check(record), None
        with checker.lent(rules.game) as judges:
            variants = Variants(judges, record, record.match)
            report = variants.report(rules)
            return report, None if report.rules is None else _compared(variants, rules, replays)
    return checker.check(record, rules), None


def _compared(variants: Variants, here: RuleSet, replays: int) -> Comparison:
    search = DifferenceSearch(variants, here, replays)
    checked = search.known(here).outcome
    columns = [
        Column(name, rules, rules.key == here.key, search.known(rules).outcome)
        for name, rules in _presets(here.game).items()
        if _seats_fit(variants.match, rules)
    ]
    if not any(column.checked for column in columns):
        columns.insert(0, Column("", here, True, checked))
    differences: list[PresetDifference] = []
    for column in columns:
        if column.outcome != checked:
            changes, minimal = search.changes(column.rules)
            _add_difference(differences, PresetDifference((column.name,), changes, minimal))
    return Comparison(source_of(variants.record), tuple(columns), tuple(differences), search.spent)


@cache
def _presets(game: str) -> Mapping[str, RuleSet]:
    """The rule set of each preset of a game."""
    book = GAMES[game].rules
    return MappingProxyType({name: book.resolve(name) for name in book.presets})


def _add_difference(differences: list[PresetDifference], difference: PresetDifference) -> None:
    """Adds a difference, or its presets to those of the same difference.

    Differences are compared and not hashed, as the value of an option may be a table.
    """
    for place, preset_difference in enumerate(differences):
        if (preset_difference.changes, preset_difference.minimal) == (difference.changes, difference.minimal):
            differences[place] = replace(preset_difference, presets=preset_difference.presets + difference.presets)
            return
    differences.append(difference)


def _seats_fit(match: Match, rules: RuleSet) -> bool:
    """Whether the rules allow the number of players of a match."""
    return len(match.players) in GAMES[rules.game].seats_under(rules)
