"""What the lines of a score rest on, in words, for pages and the command line."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from app.judging.rules_of_match.words import value_words
from app.text.catalogue import all_rules
from app.text.glossary import preset_title
from app.text.language import _, marked
from app.text.language.sentence import capital
from engine.games import GAMES
from engine.replay.grounds import AT_DEAL, Fact, OptionInForce, Origin, ProvedLine
from engine.rulebook.options import RuleSet

_WHERE: Final[Mapping[Origin, str]] = MappingProxyType(
    {
        Origin.DEAL: marked("the deal"),
        Origin.SETUP: marked("stated before the hand"),
        Origin.RECORD: marked("recorded, not replayed"),
        Origin.RULE: marked("follows from the rules"),
    }
)


@dataclass(frozen=True, slots=True)
class Governing:
    """An option that governs a line, as pages and the command line show it."""

    name: str
    text: str
    """What the option is about, as a sentence without its full stop."""
    value: str
    why: str
    """Who says so: the preset, or what chose it; and the default, where that is another value."""
    rule: str
    source: str
    """The source that the page of the rule names."""


def governing(option: OptionInForce, rules: RuleSet, chosen_by: str) -> Governing:
    """An option of a line in words.  ``chosen_by`` says what sets options otherwise than the preset has them."""
    preset = preset_title(rules.game, rules.preset)
    if option.is_chosen:
        usual = value_words(option.in_preset)
        why = _("{source}, in place of {value} in the preset {preset}", source=chosen_by, value=usual, preset=preset)
    elif option.value == option.default:
        why = _("the preset {preset}, as by default", preset=preset)
    else:
        why = _("the preset {preset}", preset=preset)
    if option.default not in (option.value, option.in_preset):
        why = _("{reason}; {value} by default", reason=why, value=value_words(option.default))
    elif option.is_chosen and option.default == option.value:
        why = _("{reason}; it is the default", reason=why)
    page = all_rules()[option.rule]
    named = GAMES[rules.game].rules.option(option.name)
    return Governing(option.name, capital(_(named.text)), value_words(option.value), why, option.rule, _(page.source))


def place_words(fact: Fact) -> str:
    """Where a fact is found, in words; hands and steps count from 1."""
    if fact.origin is Origin.STEP:
        return _("step {step}", step=step_of(fact))
    if fact.origin is Origin.HAND:
        return _("from hand {hand}", hand=(fact.hand or 0) + 1)
    return _(_WHERE[fact.origin])


def step_of(fact: Fact) -> int | None:
    """The step of the replay that shows a fact, 0 for the deal; None if no step of the hand does."""
    if fact.origin is Origin.DEAL:
        return AT_DEAL + 1
    return None if fact.action is None else fact.action + 1


def steps_of(line: ProvedLine) -> dict[int, tuple[str, ...]]:
    """By step of the replay that a line rests on, what the step shows; in order."""
    found: dict[int, tuple[str, ...]] = {}
    for fact in line.facts:
        step = step_of(fact)
        if step is not None:
            found[step] = (*found.get(step, ()), fact.text)
    return dict(sorted(found.items()))
