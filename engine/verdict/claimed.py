"""Which rules give a result that somebody claims: those of a match, or others."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from engine.games import GAMES
from engine.logs.record import LogRecord
from engine.rulebook.options import OptionValue, RuleSet, RulesUnknown
from engine.verdict.alone import changes_of_one
from engine.verdict.check import Checker
from engine.verdict.proof.form import Claim, Subject
from engine.verdict.reconciliation import Goal, nearest
from engine.verdict.report import Report
from engine.verdict.variants import Variants

SHOWN: Final = 5
"""The most rule sets that are named for one claim."""
_SEARCHED_SETS: Final = 2_000


@dataclass(frozen=True, slots=True)
class Under:
    """Rules that give what is claimed."""

    preset: str
    changes: Mapping[str, OptionValue]
    """The options that differ from the rules of the match; empty for the preset as it is."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Which rules give what is claimed."""

    given: bool
    """Whether the rules of the match do."""
    under: tuple[Under, ...]
    """Other rules that do, at most ``SHOWN``; none if those of the match do."""
    complete: bool
    """Whether no rule set was left out because the match is too long."""


def rules_for_claim(
    checker: Checker, record: LogRecord, rules: RuleSet, subject: Subject, claim: Claim, *, most_actions: int
) -> Answer | None:
    """Which rules give the scores, totals or finding of a claim about a match that is judged under some rules.

    Tried are these rules, every option changed alone, every preset, and the rules nearest to these under which every
    recorded result comes out or no error is found.  No more is tried after ``most_actions`` replayed actions.
    Returns None if nothing in the claim can be compared, or the record has no match.
    """
    wanted = _wanted(subject, claim)
    if wanted is None or record.match is None:
        return None
    found: list[Under] = []
    complete = True
    with checker.lent(rules.game) as judges:
        variants = Variants(judges, record, record.match)
        if wanted(variants.report(rules)):
            return Answer(True, (), True)
        for under, changed in _candidates(rules):
            if variants.actions >= most_actions:
                complete = False
                break
            if wanted(variants.report(changed)):
                found.append(under)
            if len(found) == SHOWN:
                break
        if not found and complete:
            found, complete = _nearest(variants, rules, wanted, most_actions)
    return Answer(False, tuple(found), complete)


def _wanted(subject: Subject, claim: Claim) -> Callable[[Report], bool] | None:
    if isinstance(claim.scores, dict) and subject.hand is not None:
        scores, hand = claim.scores, subject.hand
        return lambda report: (
            report.replay is not None and hand < len(report.replay.hands) and report.replay.hands[hand].scores == scores
        )
    if isinstance(claim.totals, dict):
        totals = claim.totals
        return lambda report: report.replay is not None and report.replay.totals == totals
    if isinstance(claim.finding, str):
        code = claim.finding
        return lambda report: (
            report.replay is not None
            and any(
                each.code.id == code
                and (subject.hand is None or each.hand == subject.hand)
                and (subject.action is None or each.action == subject.action)
                for each in report.findings
            )
        )
    return None


def _candidates(rules: RuleSet) -> Iterator[tuple[Under, RuleSet]]:
    book = GAMES[rules.game].rules
    for option, value in changes_of_one(book, rules):
        try:
            changed = book.resolve(rules.preset, {**rules.options, option.name: value})
        except RulesUnknown:
            continue
        yield Under(rules.preset, {option.name: value}), changed
    for preset in book.presets:
        plain = book.resolve(preset)
        if plain.key != rules.key:
            yield Under(preset, {}), plain


def _nearest(
    variants: Variants, rules: RuleSet, wanted: Callable[[Report], bool], most_actions: int
) -> tuple[list[Under], bool]:
    complete = True
    for goal in (Goal.SCORES, Goal.CLEAN):
        found = nearest(variants, rules, goal, most_sets=_SEARCHED_SETS, most_actions=most_actions)
        complete = complete and found.complete
        under = [
            Under(rules.preset, each.changes)
            for each in found.solutions[: 4 * SHOWN]
            if each.changes and wanted(variants.report(each.rules))
        ]
        if under:
            return under[:SHOWN], complete
    return [], complete
