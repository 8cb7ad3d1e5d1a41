"""Which rules give a result that somebody claims: those of a match, or others."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.games import GAMES
from engine.logs.record import LogRecord
from engine.recorded.basis import Basis
from engine.rulebook.codes import AFTER_MATCH
from engine.rulebook.options import OptionValue, RuleSet, RulesUnknown
from engine.verdict.check import Checker
from engine.verdict.option_effects import changes_of_one
from engine.verdict.proof.form import Claim, Subject
from engine.verdict.reconciliation import Goal, nearest
from engine.verdict.report import Report, Verdict
from engine.verdict.variants import Variants

SHOWN: Final = 5
"""The most rule sets that are named for one claim."""
_SEARCHED_SETS: Final = 6_000


@dataclass(frozen=True, slots=True)
class Under:
    """Rules that give what is claimed."""

    preset: str
    changes: Mapping[str, OptionValue]
    """The options that differ from the rules of the match; empty for the preset as it is."""
    verdict: Verdict
    """The verdict on the match under them."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Which rules give what is claimed."""

    given: bool
    """Whether the rules of the match do."""
    alone: tuple[int, ...]
    """The hands, from 0, that the rules of the match know by their written scores alone, where the claim rests on
    these: then it cannot be said whether they give it."""
    under: tuple[Under, ...]
    """Other rules that do, at most ``SHOWN``; none if those of the match do."""
    complete: bool
    """Whether no rule set was left out because the match is too long."""


def rules_for_claim(
    checker: Checker, record: LogRecord, rules: RuleSet, subject: Subject, claim: Claim, *, most_actions: int
) -> Answer | None:
    """Which rules give the scores, totals or finding of a claim about a match that is judged under some rules.

    Tried are these rules, every option changed alone, every preset, and the rules nearest to these under which every
    recorded result comes out or no error is found.  No more is tried after ``most_actions`` replayed actions.  Rules
    under which the scores or totals of a claim rest on written scores alone do not give it: they would give any.  Nor
    do rules under which they rest on a written result where those of the match know the play of the hand to its end.
    Returns None if nothing in the claim can be compared, or the record has no match.
    """
    wanted = _wanted(subject, claim)
    if wanted is None or record.match is None:
        return None
    answers: list[Under] = []
    complete = True
    with checker.lent(rules.game) as judges:
        variants = Variants(judges, record, record.match)
        here = variants.report(rules)
        if wanted(here):
            return Answer(True, (), (), True)
        alone = _alone(here, subject, claim)

        def gives(report: Report) -> bool:
            return wanted(report) and not _replays_less(report, here, subject, claim)

        for preset, changes, changed in _candidates(rules):
            if variants.actions >= most_actions:
                complete = False
                break
            report = variants.report(changed)
            if gives(report):
                answers.append(Under(preset, changes, report.verdict))
            if len(answers) == SHOWN:
                break
        if not answers and complete:
            answers, complete = _nearest(variants, rules, gives, most_actions)
    return Answer(False, alone, tuple(answers), complete)


def written_alone(
    subject: Subject, claim: Claim, hands: Sequence[Basis | None], after_match: int | None
) -> tuple[int, ...]:
    """The hands, from 0, that are known by their written scores alone and whose scores or totals a claim is about.

    ``hands`` is what each rests on, ``after_match`` the first hand after the match was won: from there on none counts
    in the totals.  For a claim about neither scores nor totals, none.
    """
    return tuple(
        number for number in _hands_asked(subject, claim, len(hands), after_match) if hands[number] is Basis.SCORES
    )


def _hands_asked(subject: Subject, claim: Claim, hands: int, after_match: int | None) -> range:
    """The hands of so many whose scores, or totals that these add up to, a claim is about."""
    if isinstance(claim.scores, dict) and subject.hand is not None:
        return range(min(subject.hand, hands), min(subject.hand + 1, hands))
    if isinstance(claim.totals, dict):
        return range(hands if after_match is None else after_match)
    return range(0)


def _alone(report: Report, subject: Subject, claim: Claim) -> tuple[int, ...]:
    if report.replay is None:
        return ()
    return written_alone(subject, claim, [hand.basis for hand in report.replay.hands], _after_match(report))


def _after_match(report: Report) -> int | None:
    return next((finding.hand for finding in report.findings if finding.code is AFTER_MATCH), None)


def _replays_less(report: Report, here: Report, subject: Subject, claim: Claim) -> bool:
    """Whether a hand that a claim is about rests on its play in one report, and in another merely on what is written.

    ``here`` is the report under the rules of the match.
    """
    if report.replay is None or here.replay is None:
        return False
    hands = list(zip(report.replay.hands, here.replay.hands, strict=True))
    return any(
        here_of.basis is Basis.PLAY and there_of.basis is not Basis.PLAY
        for there_of, here_of in (hands[n] for n in _hands_asked(subject, claim, len(hands), _after_match(report)))
    )


def _wanted(subject: Subject, claim: Claim) -> Callable[[Report], bool] | None:
    """Whether a report gives what is claimed, as something that follows from the rules."""
    given = _given(subject, claim)
    return None if given is None else lambda report: given(report) and not _alone(report, subject, claim)


def _given(subject: Subject, claim: Claim) -> Callable[[Report], bool] | None:
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
                finding.code.id == code
                and (subject.hand is None or finding.hand == subject.hand)
                and (subject.action is None or finding.action == subject.action)
                for finding in report.findings
            )
        )
    return None


def _candidates(rules: RuleSet) -> Iterator[tuple[str, Mapping[str, OptionValue], RuleSet]]:
    """Other rules to try: a preset, the options that differ from the rules of the match, and what both come to."""
    book = GAMES[rules.game].rules
    for option, value in changes_of_one(book, rules):
        try:
            changed = book.resolve(rules.preset, {**rules.options, option.name: value})
        except RulesUnknown:
            continue
        yield rules.preset, {option.name: value}, changed
    for preset in book.presets:
        plain = book.resolve(preset)
        if plain.key != rules.key:
            yield preset, {}, plain


def _nearest(
    variants: Variants, rules: RuleSet, wanted: Callable[[Report], bool], most_actions: int
) -> tuple[list[Under], bool]:
    complete = True
    for goal in (Goal.SCORES, Goal.CLEAN):
        reconciliation = nearest(variants, rules, goal, most_sets=_SEARCHED_SETS, most_actions=most_actions)
        complete = complete and reconciliation.complete
        under = [
            Under(rules.preset, solution.changes, solution.verdict)
            for solution in reconciliation.solutions[: 4 * SHOWN]
            if solution.changes and wanted(variants.report(solution.rules))
        ]
        if under:
            return under[:SHOWN], complete
    return [], complete
