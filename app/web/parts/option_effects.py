"""Every option of a match's rules changed alone, as a table sorted by what it changes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from app.judging.reconciliation_words import left_out_sentence
from app.judging.rules_of_match.house import changed_options
from app.judging.rules_of_match.words import value_words
from app.text.language import marked, said
from app.text.seats import player_names
from engine.record.match import Match
from engine.rulebook.options import OptionValue, RuleSet, value_text
from engine.rulebook.sentences import enumerated
from engine.verdict.option_effects import Effect, Effects
from engine.verdict.report import Verdict

LONGEST: Final = 200_000
"""The most actions of a match whose options are tried."""
HANDS: Final = 8
"""The most hands that a row names."""
_WORST: Final = tuple(Verdict)

Order = Callable[[Effect, Verdict], tuple[int, ...]]

SORTS: Final[Mapping[str, Order]] = MappingProxyType(
    {
        "effect": lambda effect, here: (effect.verdict is here, -len(effect.hands), -effect.moved, -abs(effect.errors)),
        "option": lambda effect, here: (),  # noqa: ARG005
        "verdict": lambda effect, here: (effect.verdict is here, -_WORST.index(effect.verdict)),
        "errors": lambda effect, here: (effect.errors,),  # noqa: ARG005
        "hands": lambda effect, here: (-len(effect.hands),),  # noqa: ARG005
        "points": lambda effect, here: (-effect.moved,),  # noqa: ARG005
    }
)
"""By name, how the effects can be sorted; those that are equal are in the order of the options."""

_SORT_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "effect": marked("effect"),
        "option": marked("option"),
        "verdict": marked("verdict"),
        "errors": marked("errors"),
        "hands": marked("hands"),
        "points": marked("points"),
    }
)


@dataclass(frozen=True, slots=True)
class Alone:
    """The effects, and the other values that the page needs."""

    found: Effects
    effects: tuple[Effect, ...]
    """Those that change something, sorted."""
    same: tuple[tuple[str, str], ...]
    """Options, and the values of each that change nothing, in words."""
    sort: str
    names: Mapping[str, str]
    """By seat."""

    @property
    def sort_names(self) -> Mapping[str, str]:
        """By name, what the orders are called."""
        return _SORT_NAMES

    @property
    def columns(self) -> Mapping[str, str]:
        """The columns of the table, with their heads."""
        return {name: words for name, words in _SORT_NAMES.items() if name != "effect"}

    def hands(self, effect: Effect) -> tuple[tuple[int, ...], int]:
        """The first hands, from 1, that an option changes, and how many more there are."""
        return tuple(hand + 1 for hand in effect.hands[:HANDS]), max(0, len(effect.hands) - HANDS)

    @property
    def left_out(self) -> str:
        """Of which options not every value was tried."""
        return left_out_sentence(self.found.rules.game, self.found.left_out)

    def address(self, effect: Effect) -> dict[str, str]:
        """The arguments of an address for the match with an option changed."""
        return rules_address(self.found.rules, {effect.option: effect.there})


def rules_address(rules: RuleSet, changes: Mapping[str, OptionValue]) -> dict[str, str]:
    """The arguments of an address that asks for some rules with options changed."""
    changed = RuleSet(rules.game, rules.preset, {**rules.options, **changes}, rules.base)
    return {"rules": rules.preset} | {name: value_text(value) for name, value in changed_options(changed).items()}


def alone(effects: Effects, match: Match, sort: str) -> Alone:
    """What each option would change in a match.

    ``sort`` is one of `SORTS`; any other name sorts by the effect.
    """
    chosen = sort if sort in SORTS else next(iter(SORTS))
    moving = [effect for effect in effects.effects if effect.moves]
    moving.sort(key=lambda effect: SORTS[chosen](effect, effects.verdict))
    same: dict[str, list[str]] = {}
    for other in effects.effects:
        if not other.moves:
            same.setdefault(other.option, []).append(value_words(other.there))
    unmoved = tuple((option, said(enumerated(values))) for option, values in same.items())
    return Alone(effects, tuple(moving), unmoved, chosen, player_names(match.players))
