"""Stored matches under other rules than their own: judged under them, and with them made their own."""

from collections.abc import Mapping
from typing import Final

from app.database.opening import transact
from app.judging.fault_barrier import guarded_check
from app.judging.judged import judged
from app.judging.rereading import LogLost
from app.judging.rules_of_match.form import asked_in
from app.judging.rules_of_match.refusal import RulesRefused
from app.matches import store
from app.matches.ingest import reread
from app.matches.installation import Installation
from app.matches.store import ChosenReport, StoredMatch
from app.text.language import _, _n
from engine.record.match import Match
from engine.rulebook.options import RuleSet
from engine.verdict.check import Checker
from engine.verdict.report import Report

ACTIONS_AT_ONCE: Final = 60_000
"""The most actions of a match that a print of a verdict replays."""
ACTIONS: Final = 2_000_000
"""The most actions of a match that is judged when its rules are chosen on a page."""


def report_under(checker: Checker, stored: StoredMatch, rules: RuleSet) -> Report:
    """The report of a stored match under some rules.

    Raises RulesRefused if its log cannot be read, if the match has more than `ACTIONS` actions, or if the engine fails
    on it.
    """
    try:
        match, record = reread(stored)
    except LogLost as lost:
        raise RulesRefused(_("this match cannot be judged again: {reason}", reason=_(str(lost)))) from None
    if match is not None:
        refuse_long(match)
    report = guarded_check(checker, record, rules)
    if report.rules is None:
        raise RulesRefused(_("Fupan failed on this match under these rules"))
    return report


def refuse_long(match: Match) -> None:
    """Raises RulesRefused if a match has too many actions to be judged here."""
    actions = actions_of(match)
    if actions > ACTIONS:
        raise RulesRefused(
            _(
                "{what}; at most {most} are judged here. In a terminal, fupan import --rules judges a match of any "
                "length",
                what=_n("this match has {count} action", "this match has {count} actions", actions),
                most=f"{ACTIONS:,}",
            )
        )


def actions_of(match: Match) -> int:
    """The number of actions of a match."""
    return sum(len(hand.actions) for hand in match.hands)


def make_own(
    fupan: Installation, stored: StoredMatch, match: Match, arguments: Mapping[str, str], others: tuple[str, ...] = ()
) -> None:
    """Makes the rules that some arguments name those of a match, and judges it under them.

    Raises RulesRefused where that cannot be done; then nothing is changed.
    """
    with fupan.sessions() as session:
        asked = asked_in(session, arguments, others)
    if asked.is_claim:
        _claim_again(fupan, stored)
        return
    chosen = asked.for_match(match)
    report = ChosenReport(chosen.rules, chosen.house, report_under(fupan.checker, stored, chosen.rules))
    transact(fupan.sessions, lambda session: store.choose_rules(session, stored.id, report))


def _claim_again(fupan: Installation, stored: StoredMatch) -> None:
    try:
        _, record = reread(stored)
    except LogLost as lost:
        raise RulesRefused(_("this match cannot be judged again: {lost}", lost=str(lost))) from None
    report = judged(guarded_check(fupan.checker, record))
    transact(fupan.sessions, lambda session: store.choose_claim(session, stored.id, report))
