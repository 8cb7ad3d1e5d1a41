"""The recorded values of a match line by line: a line for each value of a hand, with the entries of all its seats."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from engine.games import GAMES
from engine.record.match import Match, given_value
from engine.replay.game import Game
from engine.rulebook.options import RulesUnknown
from engine.rulebook.sentences import Text, listed, say, say_of
from engine.verdict.recorded_sheet.entry import Key, RecordedEntry, Standing, of_hand
from engine.verdict.recorded_sheet.hands import SUM, rule_of
from engine.verdict.recorded_sheet.sheet import Sheet
from engine.verdict.recorded_sheet.words import UNKNOWN, places_text, points_text
from engine.verdict.stored_report import StoredHand, StoredReport

TITLES: Final = MappingProxyType(
    {
        "finish": say("order of finish"),
        "factor": say("factor"),
        "exposed": say("exposed"),
        "scores": say("scores"),
        "units": say("units"),
        "levels": say("levels"),
        "totals": say("totals"),
        "roles": say("roles"),
        "winner": say("winner"),
    }
)
"""What the values are called, by the field of the log."""
_WORST: Final = (
    Standing.DIFFERS,
    Standing.CARRIED,
    Standing.UNKNOWN,
    Standing.TAKEN,
    Standing.FOLLOWS,
    Standing.ABSENT,
)


@dataclass(frozen=True, slots=True)
class ComparedLine:
    """One value of a hand, or of the match: what was recorded of it, and what the rules give."""

    hand: int | None
    """The hand, from 1; None for the match."""
    field: str
    when: str
    entries: tuple[RecordedEntry, ...]
    """One for each seat, team, pair or role, or one in all."""

    @property
    def label(self) -> str:
        """What the line is about: ``scores``, ``levels after the hand``."""
        name = TITLES.get(self.field, self.entries[0].what)
        return name if self.hand is None else of_hand(name, self.when)

    @property
    def standing(self) -> Standing:
        """That of its entries which matters most."""
        standings = {entry.standing for entry in self.entries}
        return next(worst for worst in _WORST if worst in standings)

    @property
    def rule(self) -> str:
        """The rule that gives the derived value; empty if no single one does."""
        telling = [entry.rule for entry in self.entries if entry.rule and entry.standing is self.standing]
        return next((rule for rule in (*telling, *(entry.rule for entry in self.entries)) if rule), "")

    @property
    def step(self) -> int | None:
        """The step of the replay that decides the value; None if no single one does."""
        return next((entry.step for entry in self.entries if entry.step is not None), None)

    @property
    def causes(self) -> tuple[Key, ...]:
        """The lines that this one follows from, each by its first entry."""
        by_place: dict[tuple[int | None, str, str], Key] = {}
        for entry in self.entries:
            for key in entry.causes or entry.despite:
                by_place.setdefault((key.hand, key.field, key.when), key)
        return tuple(by_place.values())

    @property
    def words(self) -> Text:
        """How the entries compare, in words: those of the entry that matters most."""
        return next(
            entry.words for entry in self.entries if entry.standing is self.standing and _is_telling(self, entry)
        )


def lines_of_hand(sheet: Sheet, match: Match, report: StoredReport, number: int) -> list[ComparedLine]:
    """The lines of a hand, ``number`` from 1: facts before it, then its result; with values that were not recorded."""
    outcome = report.hands[number - 1]
    entries = [*sheet.facts.get(number, ()), *sheet.hands.get(number, ())]
    before = [entry for entry in entries if _is_before(entry)]
    lines = _grouped(before)
    game = GAMES[match.game]
    written = _written_fields(game, report)
    for field in ("finish", "roles", "units", "factor", "exposed", "scores", "levels"):
        of_field = [entry for entry in entries if entry.field == field and not _is_before(entry)]
        if of_field or (field in game.result_fields and field in written):
            both = [*of_field, *_absent(field, of_field, outcome, match, number)]
            lines += _grouped(sorted(both, key=lambda entry: _seat(entry, match.seats)))
    return [line for line in lines if line.entries]


def lines_of_match(sheet: Sheet, match: Match, report: StoredReport) -> list[ComparedLine]:
    """The lines of the result of the match: totals and winner."""
    totals = [entry for entry in sheet.match if entry.field == "totals"]
    named = {entry.of for entry in totals}
    rule = f"{match.game}.match"
    for seat, points in report.totals.items():
        if seat not in named:
            totals.append(_not_recorded(None, "totals", say("total"), seat, points_text(points), rule))
    winner = [entry for entry in sheet.match if entry.field == "winner"]
    if not winner:
        derived = listed(report.winner) if report.winner else say("nobody yet")
        winner = [_not_recorded(None, "winner", say("winner"), "", derived, rule)]
    return _grouped([*sorted(totals, key=lambda entry: _seat(entry, match.seats)), *winner])


def _is_telling(line: ComparedLine, entry: RecordedEntry) -> bool:
    """Whether an entry says more than others of the line with the same standing."""
    return bool(entry.despite) or not any(e.despite for e in line.entries if e.standing is entry.standing)


def _is_before(entry: RecordedEntry) -> bool:
    return entry.when == "before" or entry.field not in TITLES


def _written_fields(game: Game, report: StoredReport) -> frozenset[str]:
    assert report.rules is not None
    try:
        return game.written_fields(game.rules.resolve(report.rules.preset, report.rules.options))
    except RulesUnknown:
        return game.result_fields


def _grouped(entries: Sequence[RecordedEntry]) -> list[ComparedLine]:
    """A line for each field, in the order in which the fields come."""
    lines: dict[tuple[str, str], list[RecordedEntry]] = {}
    for entry in entries:
        lines.setdefault((entry.field, entry.when), []).append(entry)
    return [ComparedLine(of_line[0].hand, field, when, tuple(of_line)) for (field, when), of_line in lines.items()]


def _absent(
    field: str, recorded: Sequence[RecordedEntry], outcome: StoredHand, match: Match, number: int
) -> Iterator[RecordedEntry]:
    """The entries of a field that the log does not record."""
    named = {entry.what if field == "roles" else entry.of for entry in recorded}
    game = GAMES[match.game]
    rule = rule_of(game, field, "", outcome)
    if field == "finish":
        finish = given_value(outcome.finish) or []
        if not recorded:
            places = places_text(finish) if finish else ""
            yield _not_recorded(number, field, say("order of finish"), "", places, rule)
    elif field == "roles":
        for role, seat in (given_value(outcome.roles) or {}).items():
            if role not in named:
                words = say_of(game.name, role)
                yield _not_recorded(number, field, words, "", seat, rule_of(game, field, role, outcome))
    elif field in ("factor", "exposed"):
        if not recorded:
            yield _not_recorded(number, field, TITLES[field], "", "", rule)
    elif not any(entry.what == SUM for entry in recorded):
        values: Mapping[str, Any] = given_value(getattr(outcome, field)) or {}
        names = {"scores": say("score"), "levels": say("level"), "units": say("units")}
        when = "after" if field == "levels" else "in"
        for of, value in values.items():
            if of in named or _is_named(field, of, named, match.seats):
                continue
            text = points_text(value) if field != "levels" else value or UNKNOWN
            yield _not_recorded(number, field, names[field], of, text, rule, when)


def _seat(entry: RecordedEntry, seats: Sequence[str]) -> int:
    """The sort key of an entry: its seat; other entries keep their order, after those of seats."""
    return seats.index(entry.of) if entry.of in seats else len(seats)


def _is_named(field: str, of: str, named: set[str], seats: Sequence[str]) -> bool:
    """Whether a team or a pair was recorded by another of its names."""
    if field == "levels":
        return any(name in seats and (seats.index(name) - seats.index(of)) % 2 == 0 for name in named)
    return field == "units" and "-".join(reversed(of.split("-"))) in named


def _not_recorded(
    number: int | None, field: str, what: str, of: str, derived: str, rule: str, when: str = "in"
) -> RecordedEntry:
    return RecordedEntry(number, what, of, "", derived, Standing.ABSENT, when=when, field=field, rule=rule)
