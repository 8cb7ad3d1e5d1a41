"""What is computed of each kind, and how it is written for the database and read again."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any, Final, TypeVar, get_type_hints

import msgspec
from msgspec.structs import replace

from app.judging.comparison import PresetComparison, comparison_of
from app.judging.fault_barrier import guarded_work
from app.matches.computed.wanted import Beside, ComputationKind, Question, pairs_of
from app.matches.ingest import reread
from app.matches.installation import Installation
from app.matches.store import StoredMatch
from app.matches.trials import actions_of, report_under
from engine.games import GAMES
from engine.match_diff import CannotPair, MatchComparison, compare_records
from engine.record.match import Match
from engine.rulebook.options import OptionValue, RuleSet, RulesUnknown
from engine.verdict.comparison import REPLAYS, check_and_compare
from engine.verdict.option_effects import Effects, each_alone
from engine.verdict.reconciliation import Goal, Reconciliation, Solution, reconcile
from engine.verdict.report import Verdict

COMPARED: Final = 2_000_000
"""The most actions replayed to find the options that make the difference between presets."""
CHANGED: Final = 200_000
"""The most actions replayed to try options alone, and in a search for rules."""
SETS: Final = 4_000
"""The most rule sets tried in one search."""
WEIGHED: Final = 150_000
"""The most actions × seats² replayed to weigh what two records say otherwise."""
UNLIKE: Final = (msgspec.MsgspecError, LookupError, TypeError, ValueError)
"""What reading raises where another state of the program wrote."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Task:
    """Something that is asked about a stored match."""

    fupan: Installation
    stored: StoredMatch
    wanted: Question


@dataclass(frozen=True, slots=True)
class Recipe:
    """How something is computed, written and read."""

    made: Callable[[Task], Any]
    """The result; None where the engine fails.  Raises LogLost, CannotPair and RulesRefused."""
    written: Callable[[Any], bytes]
    read: Callable[[bytes, Task], Any]
    """The result that was written.  Raises one of `UNLIKE` for what another state of the program wrote."""


def too_long_to_compare(match: Match) -> bool:
    """Whether a match has more actions than are replayed under every preset."""
    return actions_of(match) * len(GAMES[match.game].rules.presets) > COMPARED


def _compared(task: Task) -> PresetComparison | None:
    match, record = reread(task.stored)
    replays = REPLAYS if match is None else COMPARED // max(actions_of(match), 1)
    checked = guarded_work(
        f"comparing presets for {record.source}",
        lambda: check_and_compare(task.fupan.checker, record, task.wanted.rules, replays),
    )
    if checked is None or checked[1] is None:
        return None
    # What a file and a match are called may name somebody, and is said when the comparison is shown.
    shown = comparison_of(checked[1])
    return replace(shown, log=replace(shown.log, source="", match=None))


def _alone(task: Task) -> Effects | None:
    record, rules = reread(task.stored)[1], task.wanted.rules
    return guarded_work(
        f"changing single options for {record.source}",
        lambda: each_alone(task.fupan.checker, record, rules, most_actions=CHANGED),
    )


def _reconciled(task: Task) -> Reconciliation | None:
    record, wanted = reread(task.stored)[1], task.wanted
    goal, rules = Goal(wanted.goal), wanted.rules
    beside = msgspec.json.decode(wanted.content, type=Beside)
    house = {name: _rules(rules.game, preset, options) for name, preset, options in beside.house}
    return guarded_work(
        f"searching rules for {record.source}",
        lambda: reconcile(
            task.fupan.checker,
            record,
            goal,
            rules,
            hand=beside.hand,
            house=house,
            most_sets=SETS,
            most_actions=CHANGED,
        ),
        RulesUnknown,
    )


def _tried(task: Task) -> bytes | None:
    return report_under(task.fupan.checker, task.stored, task.wanted.rules).as_json()


def _records(task: Task) -> MatchComparison | None:
    first, second = both_records(task)
    work = WEIGHED // pairs_of(first)
    return guarded_work(
        "comparing two records", lambda: compare_records(task.fupan.checker, first, second, work), CannotPair
    )


def both_records(task: Task) -> tuple[Match, Match]:
    """The two records that are compared, with the names that are shown.  Raises LookupError where one is gone."""
    second = None if task.wanted.second is None else task.fupan.match(task.wanted.second)
    matches = [None if match is None else task.fupan.decoded.get(match) for match in (task.stored, second)]
    if matches[0] is None or matches[1] is None:
        raise LookupError(task.wanted.second)
    return matches[0], matches[1]


def write_effects(effects: Effects) -> bytes:
    """All of some effects but the rules as JSON; `read_effects` gives them back."""
    return _written(effects, {"rules"})


def read_effects(text: bytes, rules: RuleSet) -> Effects:
    """The effects that were written, of changes of some rules.  Raises one of `UNLIKE`."""
    return _read(Effects, text, rules=rules)


def write_reconciliation(reconciliation: Reconciliation) -> bytes:
    """All of a search but the rules that it began with as JSON; `read_reconciliation` gives it back."""
    solutions = [(dict(solution.changes), solution.verdict) for solution in reconciliation.solutions]
    return _written(reconciliation, {"base", "solutions"}, solutions=solutions)


def read_reconciliation(text: bytes, base: RuleSet) -> Reconciliation:
    """The search that was written, which began with some rules.  Raises one of `UNLIKE`."""
    facts = msgspec.json.decode(text, type=dict[str, msgspec.Raw])
    written = msgspec.json.decode(facts["solutions"], type=list[tuple[dict[str, OptionValue], Verdict]])
    solutions = tuple(
        Solution(changes, verdict, _rules(base.game, base.preset, {**base.options, **changes}))
        for changes, verdict in written
    )
    return _read(Reconciliation, text, base=base, solutions=solutions)


def write_records(compared: MatchComparison) -> bytes:
    """All of two records compared but the matches as JSON; `read_records` gives it back."""
    return _written(compared, {"first", "second"})


def read_records(text: bytes, first: Match, second: Match) -> MatchComparison:
    """What was written of two records.  Raises one of `UNLIKE`."""
    comparison = _read(MatchComparison, text, first=first, second=second)
    return _read(MatchComparison, text, first=first, second=comparison.seating.applied(second, first))


def _written(result: Any, left_out: set[str], **others: Any) -> bytes:
    facts = {field.name: getattr(result, field.name) for field in fields(result) if field.name not in left_out}
    return msgspec.json.encode(facts | others)


def _read(kind: type[T], text: bytes, **given: Any) -> T:
    facts = msgspec.json.decode(text, type=dict[str, msgspec.Raw])
    hints = get_type_hints(kind)
    values = {name: msgspec.json.decode(facts[name], type=hints[name]) for name in facts if name not in given}
    return kind(**values, **given)


def _rules(game: str, preset: str, options: Mapping[str, OptionValue]) -> RuleSet:
    try:
        return GAMES[game].rules.resolve(preset, options)
    except RulesUnknown as unknown:
        raise ValueError(str(unknown)) from None


RECIPES: Final[Mapping[ComputationKind, Recipe]] = MappingProxyType(
    {
        ComputationKind.COMPARISON: Recipe(
            _compared, msgspec.json.encode, lambda text, _: msgspec.json.decode(text, type=PresetComparison)
        ),
        ComputationKind.ALONE: Recipe(_alone, write_effects, lambda text, task: read_effects(text, task.wanted.rules)),
        ComputationKind.RECONCILIATION: Recipe(
            _reconciled, write_reconciliation, lambda text, task: read_reconciliation(text, task.wanted.rules)
        ),
        ComputationKind.TRIAL: Recipe(_tried, lambda report: report, lambda text, _: text),
        ComputationKind.RECORDS: Recipe(
            _records, write_records, lambda text, task: read_records(text, *both_records(task))
        ),
    }
)
"""By kind, how it is computed and kept."""
