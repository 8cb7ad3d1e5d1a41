"""A stored match as the address of a request asks for it: under its own rules, or under others that it names."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from flask import g, request

from app.errors import Refusal
from app.fupan import this_fupan
from app.rule_choice.refusal import RulesRefused, sentence
from app.store import StoredMatch
from app.views.choosing import Tried, tried, wants_trial
from engine.record.match import Match
from engine.rulebook.options import RuleSet, RulesUnknown


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """A match with its report and the rules of that report."""

    stored: StoredMatch
    match: Match
    rules: RuleSet
    trial: Tried | None
    """The match under the rules that the address names in place of its own."""


def open_match(identity: int, places: Collection[str], *, what: str, otherwise: str) -> OpenMatch:
    """A match of which a page shows the hands.

    ``places`` are the arguments of the address that do not name rules.  ``what`` ends the sentence about rules that are
    refused, such as ``the hand cannot be replayed``; ``otherwise`` says what is missing if the match has no hands.
    Raises Refusal.
    """
    fupan = this_fupan()
    stored = fupan.match(identity)
    if stored is None:
        raise Refusal(404, f"There is no match {identity}.")
    match = fupan.decoded.get(stored)
    if match is None:
        raise Refusal(404, f"This match could not be read, or its log is not kept: {otherwise}.")
    arguments = {name: text for name, text in request.args.items() if name not in places}
    trial = None
    try:
        if wants_trial(arguments, match.game):
            trial = tried(fupan, stored, match, arguments)
            stored = trial.stored
            links_keep(trial.chosen.address)
        rules = fupan.rules(stored, match) if trial is None else trial.chosen.rules
    except RulesRefused as refused:
        raise Refusal(400, f"{what} under these rules: {sentence(refused)}") from None
    except RulesUnknown:
        raise Refusal(
            404,
            f"This match has rules that do not exist: {otherwise}. Its page offers to judge it under others.",
        ) from None
    if fupan.replayable(stored) is None:
        raise Refusal(404, f"The report of this match has no hands, or not those of its log: {otherwise}.")
    return OpenMatch(stored, match, rules, trial)


def keep_rules(_endpoint: str, values: dict[str, Any]) -> None:
    """Has the links of a page that shows a match under rules that are tried lead to hands under the same rules."""
    for name, text in g.get("rules_tried", {}).items():
        values.setdefault(name, text)


def links_keep(rules: Mapping[str, str]) -> None:
    """Lets all links to hands on the page that is being made have these arguments, which name rules."""
    g.rules_tried = rules
