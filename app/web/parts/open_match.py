"""A stored match as the address of a request asks for it: under its own rules, or under others that it names."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from flask import g, request

from app.judging.rules_of_match.refusal import RulesRefused, refusal_sentence
from app.matches.installation import this_installation
from app.matches.store import StoredMatch
from app.text.language import _
from app.web.http.errors import Refusal
from app.web.http.language import ARGUMENT as LANGUAGE
from app.web.matches.lost_log import without_log
from app.web.matches.rules_of_match import RulesTrial, rules_trial, wants_trial
from engine.record.match import Match
from engine.rulebook.options import RuleSet, RulesUnknown


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """A match with its report and the rules of that report."""

    stored: StoredMatch
    match: Match
    rules: RuleSet
    trial: RulesTrial | None
    """The match under the rules that the address names, not its own."""


def open_match(identity: int, places: Collection[str], *, what: str, otherwise: str) -> OpenMatch:
    """A match whose hands a page shows.

    ``places`` are the arguments of the address that do not name rules.  ``what`` begins the sentence about rules that
    are refused, such as ``The hand cannot be replayed``; ``otherwise`` says what is missing if the match has no hands.
    Both are marked texts.  Raises Refusal.
    """
    fupan = this_installation()
    stored = fupan.match(identity)
    if stored is None:
        raise Refusal(404, _("There is no match {number}.", number=identity))
    match = fupan.decoded.get(stored)
    if match is None:
        raise without_log(stored, _("This match could not be read, or its log is not kept: {what}.", what=_(otherwise)))
    arguments = {name: text for name, text in request.args.items() if name not in (*places, LANGUAGE)}
    trial = None
    try:
        if wants_trial(arguments, match.game):
            trial = rules_trial(fupan, stored, match, arguments)
            stored = trial.stored
            links_keep(trial.chosen.address)
        rules = fupan.rules(stored, match) if trial is None else trial.chosen.rules
    except RulesRefused as refused:
        raise Refusal(
            400, _("{what} under these rules: {reason}", what=_(what), reason=refusal_sentence(refused))
        ) from None
    except RulesUnknown:
        raise Refusal(
            404,
            _(
                "This match has rules that do not exist: {what}. Its page offers to judge it under others.",
                what=_(otherwise),
            ),
        ) from None
    if fupan.replayable(stored) is None:
        raise Refusal(
            404, _("The report of this match has no hands, or not those of its log: {what}.", what=_(otherwise))
        )
    return OpenMatch(stored, match, rules, trial)


def keep_rules(_endpoint: str, values: dict[str, object]) -> None:
    """Keeps the rules that a page tries in its links to hands."""
    for name, text in g.get("rules_tried", {}).items():
        values.setdefault(name, text)


def links_keep(rules: Mapping[str, str]) -> None:
    """Lets all links to hands on the page that is being made have these arguments, which name rules."""
    g.rules_tried = rules
