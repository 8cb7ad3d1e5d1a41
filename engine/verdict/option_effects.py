"""What each option of a game would change, if it alone were changed in the rules that a match is judged under."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from engine.games import GAMES
from engine.logs.record import LogRecord
from engine.rulebook.options import Option, OptionValue, RuleBook, RuleSet, RulesUnknown
from engine.verdict.check import Checker
from engine.verdict.outcomes import Aspect, Outcome, outcome_of
from engine.verdict.report import Verdict
from engine.verdict.searched import every_value, tried_values
from engine.verdict.variants import Variants

MOST_ACTIONS: Final = 2_000_000
"""The most actions that are replayed for one match."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What one option would change, with one other value."""

    option: str
    here: OptionValue
    """Its value in the rules that the match is judged under."""
    there: OptionValue
    verdict: Verdict
    errors: int
    """How many errors more are found; negative if fewer are."""
    hands: tuple[int, ...]
    """The numbers, from 0, of the hands whose outcome would be another."""
    points: dict[str, int | None]
    """By seat, how many points more its total would have; None if a total is unknown."""
    moves: tuple[Aspect, ...]
    """The aspects of the outcome that would be others."""

    @property
    def moved(self) -> int:
        """The points of all seats together that would change."""
        return sum(abs(points) for points in self.points.values() if points is not None)

    def facts(self) -> dict[str, Any]:
        """The effect, ready for JSON."""
        return {
            "option": self.option,
            "here": self.here,
            "there": self.there,
            "verdict": str(self.verdict),
            "errors": self.errors,
            "hands": self.hands,
            "points": self.points,
            "moves": self.moves,
        }


@dataclass(frozen=True, slots=True)
class Effects:
    """Every option changed alone."""

    rules: RuleSet
    """The rules that the match is judged under."""
    verdict: Verdict
    """The verdict under these rules."""
    effects: tuple[Effect, ...]
    """In the order of the options and of their values."""
    refused: tuple[tuple[str, OptionValue], ...]
    """Options and values that the rules do not allow with the other options, or with this number of players."""
    left_out: tuple[str, ...]
    """Options with too many values to try each."""
    complete: bool
    """Whether no change was left out because the match is too long."""


def each_alone(
    checker: Checker, record: LogRecord, rules: RuleSet, *, most_actions: int = MOST_ACTIONS
) -> Effects | None:
    """What each option would change in a match that is judged under some rules.

    Tried are all values of options whose values are words, yes and no or at most ten numbers, and of other options the
    values that presets have.  No more is tried after ``most_actions`` replayed actions.  Returns None if the match is
    `unreadable` under the rules.
    """
    if record.match is None or len(record.match.players) not in GAMES[rules.game].seats_under(rules):
        return None
    book = GAMES[rules.game].rules
    effects: list[Effect] = []
    refused: list[tuple[str, OptionValue]] = []
    complete = True
    with checker.lent(rules.game) as judges:
        variants = Variants(judges, record, record.match)
        here = outcome_of(variants.report(rules))
        for option, value in changes_of_one(book, rules):
            if variants.actions >= most_actions:
                complete = False
                break
            outcome = _under(variants, rules, option, value)
            if outcome is None:
                refused.append((option.name, value))
            else:
                effects.append(_effect(here, outcome, option.name, rules.options[option.name], value))
    left_out = tuple(option.name for option in book.options if not every_value(option))
    return Effects(rules, here.verdict, tuple(effects), tuple(refused), left_out, complete)


def changes_of_one(book: RuleBook, rules: RuleSet) -> Iterator[tuple[Option, OptionValue]]:
    """Every option with each value that is tried instead of the one in the rules."""
    for option in book.options:
        for value in _other_values(book, option, rules):
            yield option, value


def _other_values(book: RuleBook, option: Option, rules: RuleSet) -> tuple[OptionValue, ...]:
    """The values to try instead of the one in the rules."""
    return tried_values(book, option, rules.options[option.name])[1:]


def _under(variants: Variants, rules: RuleSet, option: Option, value: OptionValue) -> Outcome | None:
    """The outcome with an option changed; None if the rules then do not exist or do not allow the players."""
    try:
        changed = GAMES[rules.game].rules.resolve(rules.preset, {**rules.options, option.name: value})
    except RulesUnknown:
        return None
    report = variants.report(changed)
    return None if report.replay is None else outcome_of(report)


def _effect(here: Outcome, outcome: Outcome, option: str, value: OptionValue, there: OptionValue) -> Effect:
    return Effect(
        option=option,
        here=value,
        there=there,
        verdict=outcome.verdict,
        errors=len(outcome.errors) - len(here.errors),
        hands=tuple(
            number for number, (one, other) in enumerate(zip(here.hands, outcome.hands, strict=True)) if one != other
        ),
        points={
            seat: None if total is None or (other := outcome.totals[seat]) is None else other - total
            for seat, total in here.totals.items()
        },
        moves=here.against(outcome),
    )
