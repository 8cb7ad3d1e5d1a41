"""The rule sets nearest to the claim of a log under which no error is found, or every recorded result comes out."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import msgspec

from engine.games import GAMES
from engine.logs.record import LogRecord
from engine.rulebook.options import OptionValue, RuleSet
from engine.verdict.check import Checker
from engine.verdict.course import EndedPart, OpenedPart
from engine.verdict.decisions import DecisionNode, key_of, keys_of
from engine.verdict.report import Faults, Verdict
from engine.verdict.searched import Values, every_value, searched, size_of_space
from engine.verdict.steps import Part, ReplayPlace
from engine.verdict.unproved import UnprovedSteps
from engine.verdict.variants import RefusedOptions, Variants, WrongPlayers

MOST_SETS: Final = 100_000
"""The most rule sets that one search tries."""
MOST_ACTIONS: Final = 2_000_000
"""The most actions that one search replays, besides the presets."""
MOST_KEPT: Final = 40_000
"""The most steps of replays that one search keeps; a step takes up to about eleven kilobytes."""


class Goal(StrEnum):
    """What a rule set is searched for."""

    CLEAN = "clean"
    """No error is found."""
    SCORES = "scores"
    """Every recorded result comes out, whatever the play.

    A recorded score that is merely taken over has not come out, unless the claim takes it over too; nor has one that
    is unknown, unless the claim does not know it either.
    """

    def missed(self, faults: Faults) -> bool:
        """Whether some findings keep a rule set from the goal."""
        return faults.errors if self is Goal.CLEAN else faults.results


@dataclass(frozen=True, slots=True)
class Solution:
    """A rule set that reaches the goal."""

    changes: Mapping[str, OptionValue]
    """The options that differ from the claim, by name in alphabetical order."""
    verdict: Verdict
    rules: RuleSet


@dataclass(frozen=True, slots=True)
class NamedRules:
    """A preset, or house rules, that reach the goal."""

    name: str
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Reconciliation:
    """The nearest rule sets to the claim of a log that come to the goal, and the presets that do."""

    goal: Goal
    hand: int | None
    """The hand, from 0, whose findings alone decide; None if all do."""
    base: RuleSet
    """The rules that the log claims, or those given instead of them."""
    solutions: tuple[Solution, ...]
    """All with the same number of changes."""
    presets: tuple[NamedRules, ...]
    """Every preset of the game that reaches the goal, in the order of the game."""
    house: tuple[NamedRules, ...]
    """The same of house rules."""
    house_tried: tuple[str, ...]
    """The names of the house rules that were tried."""
    tried: int
    """The number of rule sets of the space that were tried, at least until they missed the goal."""
    space: int
    """The number of rule sets that the search is about; presets and house rules are not counted."""
    complete: bool
    """Whether every rule set with fewer changes, and every one with as many, was tried or makes no difference."""
    left_out: tuple[str, ...]
    """The options of the game with values that were not tried."""

    @property
    def found(self) -> bool:
        """Whether some rules reach the goal."""
        return bool(self.solutions or self.presets or self.house)

    def facts(self) -> dict[str, Any]:
        """The reconciliation, ready for JSON."""
        return {
            "goal": str(self.goal),
            "base": {"preset": self.base.preset, "options": dict(self.base.options)},
            "solutions": [
                {"changes": dict(solution.changes), "verdict": str(solution.verdict)} for solution in self.solutions
            ],
            "presets": [{"preset": preset.name, "verdict": str(preset.verdict)} for preset in self.presets],
            "tried": self.tried,
            "space": self.space,
            "complete": self.complete,
            "left_out": self.left_out,
        }

    def as_json(self) -> bytes:
        """The reconciliation as one line of JSON, without the end of the line."""
        return msgspec.json.encode(self.facts())


def reconcile(
    checker: Checker,
    record: LogRecord,
    goal: Goal = Goal.CLEAN,
    rules: RuleSet | None = None,
    *,
    hand: int | None = None,
    house: Mapping[str, RuleSet] = MappingProxyType({}),
    options: Collection[str] | None = None,
    most_sets: int = MOST_SETS,
    most_actions: int = MOST_ACTIONS,
    most_kept: int = MOST_KEPT,
) -> Reconciliation | None:
    """The rule sets nearest to the one that the checker judges a record under, and that come to a goal.

    ``rules`` take the place of that one.  With ``hand``, from 0, only findings of that hand decide.  With ``options``
    only these are changed.  Every preset of the game, and every rule set of ``house``, is tried first, whole.
    Returns None if the record has no match.  Raises RulesUnknown if its rules do not exist, and IndexError if it does
    not have that hand.  The search ends early, and is then not complete, after ``most_sets`` rule sets,
    ``most_actions`` actions replayed after the presets, or ``most_kept`` steps.
    """
    match = record.match
    if match is None:
        return None
    if hand is not None and not 0 <= hand < len(match.hands):
        raise IndexError(hand)
    base = checker.rules(match) if rules is None else rules
    book = GAMES[base.game].rules
    with checker.lent(base.game) as judges:
        # What the presets leave is kept for the search as long as there is room for its own steps.
        variants = Variants(judges, record, match)
        sought = _Sought(variants, base, goal, hand)
        reached: list[list[NamedRules]] = []
        for named in ({name: book.resolve(name) for name in book.presets}, house):
            reached.append([])
            for name, whole in named.items():
                if sought.reached(variants, whole):
                    reached[-1].append(NamedRules(name, variants.report(whole).verdict))
                if variants.kept >= most_kept // 2:
                    variants = Variants(judges, record, match)
        reconciliation = _nearest(variants, sought, options, most_sets, variants.actions + most_actions, most_kept)
    return replace(reconciliation, presets=tuple(reached[0]), house=tuple(reached[1]), house_tried=tuple(house))


def nearest(
    variants: Variants, base: RuleSet, goal: Goal, *, most_sets: int = MOST_SETS, most_actions: int = MOST_ACTIONS
) -> Reconciliation:
    """The same without presets for a match with variants that have been judged already: what these replayed counts."""
    return _nearest(variants, _Sought(variants, base, goal, None), None, most_sets, most_actions, MOST_KEPT)


def _nearest(
    variants: Variants,
    sought: "_Sought",
    options: Collection[str] | None,
    most_sets: int,
    most_actions: int,
    most_kept: int,
) -> Reconciliation:
    base = sought.base
    book = GAMES[base.game].rules
    values = searched(book, base, options)
    search = _Search(variants, sought, values, most_sets, most_actions, most_kept)
    search.run()
    solutions = [_solution(variants, base, changes) for changes in search.solutions]
    return Reconciliation(
        goal=sought.goal,
        hand=sought.hand,
        base=base,
        solutions=tuple(sorted(solutions, key=_order)),
        presets=(),
        house=(),
        house_tried=(),
        tried=search.tried,
        space=size_of_space(book, base, values),
        complete=not search.stopped,
        left_out=tuple(option.name for option in book.options if option.name not in values or not every_value(option)),
    )


def _solution(variants: Variants, base: RuleSet, changes: Mapping[str, OptionValue]) -> Solution:
    rules = GAMES[base.game].rules.resolve(base.preset, {**base.options, **changes})
    return Solution(dict(sorted(changes.items())), variants.report(rules).verdict, rules)


def _order(solution: Solution) -> tuple[list[str], list[str]]:
    changes = solution.changes
    return list(changes), [msgspec.json.encode(value).decode() for value in changes.values()]


class _Sought:
    """What is searched for: the goal, in one hand or in all."""

    def __init__(self, variants: Variants, base: RuleSet, goal: Goal, hand: int | None) -> None:
        self.base: Final = base
        """The claimed rules."""
        self.goal: Final = goal
        self.hand: Final = hand
        read = variants.record.findings
        self.hopeless: Final = goal.missed(Faults.of([finding for finding in read if hand in (None, finding.hand)]))
        """Whether the reader of the log found what keeps all rules from the goal."""
        self._unproved: Final = (
            UnprovedSteps(variants.match, variants.parts(base)) if goal is Goal.SCORES and not self.hopeless else None
        )

    def missed(self, part: Part) -> bool:
        """Whether the result of a step keeps a rule set from the goal."""
        if isinstance(part, RefusedOptions | WrongPlayers):
            return True
        if self.hand is not None and not (isinstance(part, OpenedPart | EndedPart) and part.index == self.hand):
            return False
        return self.goal.missed(part.faults) or (self._unproved is not None and self._unproved.has(part))

    def decided(self, part: Part) -> bool:
        """Whether nothing that follows a step matters."""
        return self.hand is not None and isinstance(part, EndedPart) and part.index == self.hand

    def reached(self, variants: Variants, rules: RuleSet) -> bool:
        """Whether some rules reach the goal."""
        if self.hopeless:
            return False
        for part in variants.steps(rules.options, keys_of(rules.options)):
            if self.missed(part):
                return False
            if self.decided(part):
                break
        return True


@dataclass(slots=True)
class _Path:
    """A place in the replay that some rule sets lead to: those with the decided values, whatever the other options."""

    place: ReplayPlace
    reading: DecisionNode[Part]
    decided: "_Decided | None"


class _Decided(NamedTuple):
    """The options that are decided on a path, the last first.  Paths that branch off one path share its decisions."""

    option: str
    value: OptionValue
    before: "_Decided | None"


def _listed(decided: _Decided | None) -> dict[str, OptionValue]:
    """The decided options with their values."""
    values: dict[str, OptionValue] = {}
    while decided is not None:
        values[decided.option] = decided.value
        decided = decided.before
    return values


class _Search:
    """Goes through the rule sets by the number of their changes, the fewest first.

    Where a step of the replay reads an option that is not decided yet, the path goes on with the value of the claim,
    and a path branches off for each other value; these have one change more.  So an option that no step reads is never
    changed.
    """

    def __init__(
        self, variants: Variants, sought: _Sought, values: Values, most_sets: int, most_actions: int, most_kept: int
    ) -> None:
        self.solutions: list[dict[str, OptionValue]] = []
        self.tried = 0
        self.stopped = False
        self._variants: Final = variants
        self._sought: Final = sought
        self._base: Final = sought.base.options
        self._values: Final = values
        self._most_sets: Final = most_sets
        self._most_actions: Final = most_actions
        self._most_kept: Final = most_kept

    def run(self) -> None:
        """Searches until a number of changes has solutions, nothing is left to try, or the search is stopped."""
        if self._sought.hopeless:
            return
        first = self._variants.first
        level = [_Path(first, first.step.tree, None)]
        while level and not self.solutions and not self.stopped:
            following: list[_Path] = []
            for path in level:
                if self._spent():
                    self.stopped = True
                    break
                values = _listed(path.decided)
                if self._reaches_the_goal(path, values, following):
                    changed = {name: value for name, value in values.items() if value != self._base[name]}
                    self.solutions.append(changed)
            level = following

    def _spent(self) -> bool:
        variants = self._variants
        return (
            self.tried >= self._most_sets or variants.actions >= self._most_actions or variants.kept >= self._most_kept
        )

    def _reaches_the_goal(self, path: _Path, values: dict[str, OptionValue], aside: list[_Path]) -> bool:
        """Follows a path, of whose decided options ``values`` are the values, and then with the values of the claim.

        ``aside`` gets the paths that branch off.
        """
        while True:
            reading = path.reading
            if reading.option is not None:
                self._decide(path, values, reading.option, aside)
                continue
            part = reading.result
            if part is None:
                path.place.step.learn({**self._base, **values})
                continue
            if isinstance(part, RefusedOptions):
                return False
            if self._sought.missed(part):
                self.tried += 1
                return False
            following = None if self._sought.decided(part) else part.after(path.place)
            if following is None:
                self.tried += 1
                return True
            path.place, path.reading = following, following.step.tree

    def _decide(self, path: _Path, values: dict[str, OptionValue], option: str, aside: list[_Path]) -> None:
        reading = path.reading
        if option not in values:
            usual = self._base[option]
            # Once there is a solution, nothing with more changes is looked for.
            for value in () if self.solutions else self._values.get(option, ()):
                if value != usual:
                    aside.append(
                        _Path(
                            path.place,
                            reading.branch(key_of(value)),
                            _Decided(option, value, path.decided),
                        )
                    )
            path.decided = _Decided(option, usual, path.decided)
            values[option] = usual
        path.reading = reading.branch(key_of(values[option]))
