"""The options that make the difference between two rule sets in one match, found by trying them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.games import GAMES
from engine.rulebook.options import OptionValue, RuleSet
from engine.verdict.decisions import Key, Keys, keys_of
from engine.verdict.outcomes import Aspect, Judging, Outcomes
from engine.verdict.variants import Variants


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


class DifferenceSearch:
    """Searches the options that lead from the outcome of a match under some rules to that under others."""

    def __init__(self, variants: Variants, here: RuleSet, replays: int) -> None:
        """No more is tried after the match has been judged under ``replays`` rule sets besides its own."""
        self.spent = 0
        """The number of rule sets, besides its own, that the match was judged under."""
        self._replays: Final = replays
        self._outcomes: Final = Outcomes(variants)
        self._here: Final = here
        self._keys: Final = keys_of(here.options)
        self._judgings: Final[dict[tuple[Key, ...], Judging]] = {}
        self._judgings[tuple(self._keys.values())] = self._outcomes.under(here.options, self._keys)

    def known(self, rules: RuleSet) -> Judging:
        """The match under a rule set, even if nothing more is tried.  The rules must allow the number of players."""
        keys = keys_of(rules.options)
        place = tuple(keys.values())
        known = self._judgings.get(place)
        if known is None:
            known = self._judgings[place] = self._outcomes.under(rules.options, keys)
            self.spent += 1
        return known

    def _tried(self, there: "_There", names: Sequence[str]) -> tuple[Judging | None, bool]:
        """The match with some options changed to the values that they have in other rules.

        None if the game does not allow them together, which the flag says, or not for the number of players, or if
        nothing more is tried.
        """
        keys = self._keys | {name: there.keys[name] for name in names}
        place = tuple(keys.values())
        known = self._judgings.get(place)
        if known is None:
            changed = {**self._here.options, **{name: there.rules.options[name] for name in names}}
            known = self._outcomes.under(changed, keys)
            if not known.allowed or self.spent >= self._replays:
                return None, known.refused
            self._judgings[place] = known
            self.spent += 1
        return known, False

    def changes(self, there: RuleSet) -> tuple[tuple[Change, ...], bool]:
        """The options that lead to the outcome under other rules.

        The flag says whether trials have shown that none of them can be left out.  If nothing more is tried, the
        options may be more than are needed.
        """
        goal, other = self.known(there), _There(there, keys_of(there.options))
        options = GAMES[there.game].rules.options
        names = [option.name for option in options if self._here.options[option.name] != there.options[option.name]]
        alone = {name: self._tried(other, [name])[0] for name in names}
        enough = next((name for name in names if _agree(alone[name], goal)), None)
        if enough is not None:
            chosen = [enough]
        else:
            start = self.known(self._here)
            moving = [name for name in names if not _agree(alone[name], start)]
            chosen = moving if _agree(self._tried(other, moving)[0], goal) else names
        return self._reduced(other, chosen, goal)

    def _reduced(self, there: "_There", chosen: Sequence[str], goal: Judging) -> tuple[tuple[Change, ...], bool]:
        """Leaves out one option after another as long as the outcome stays the same."""
        minimal = True
        left = list(chosen)
        without: dict[str, Judging | None] = {}
        at = 0
        while at < len(left):
            name = left[at]
            tried, refused = self._tried(there, [other for other in left if other != name])
            if _agree(tried, goal):
                left.remove(name)
                without.clear()
                at = 0
                continue
            minimal = minimal and (tried is not None or refused)
            without[name] = tried
            at += 1
        here = self._here
        return tuple(
            Change(
                name,
                here.options[name],
                there.rules.options[name],
                () if (tried := without[name]) is None else tried.outcome.against(goal.outcome),
            )
            for name in left
        ), minimal


@dataclass(frozen=True, slots=True)
class _There:
    """Other rules, and the keys of the values of their options."""

    rules: RuleSet
    keys: Keys


def _agree(tried: Judging | None, goal: Judging) -> bool:
    return tried is not None and tried.agrees(goal)
