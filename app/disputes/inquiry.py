"""What Fupan finds of a claim when a dispute is opened: whether the rules give it, or which others would."""

from enum import StrEnum
from typing import Any, Final

from app.disputes.claims import comes_out
from app.fupan import Fupan
from app.glossary import preset_title
from app.ingest import reread
from app.language import _
from app.rereading import LogLost
from app.rule_choice.words import value_words
from app.search_barrier import rules_for_claim_carefully
from app.store import StoredMatch
from app.trials import actions_of
from engine.rulebook.options import RulesUnknown
from engine.verdict.proof.form import Claim, Subject

WORK: Final = 200_000
"""The most actions that are replayed for one claim."""
LONGEST: Final = 20_000
"""The most actions of a match for which other rules are tried."""


class Found(StrEnum):
    """What was found of a claim."""

    GIVEN = "given"
    OTHER_RULES = "other-rules"
    NO_RULES = "no-rules"
    NOT_GIVEN = "not-given"
    """The rules of the match do not give it, and no others were tried."""
    IN_WORDS = "in-words"


def inquire(fupan: Fupan, stored: StoredMatch, subject: Subject, claim: Claim) -> dict[str, Any]:
    """What was found of a claim, ready for JSON: ``found``, ``under`` (rules that give it), ``complete``."""
    given = comes_out(stored.report, subject, claim)
    if given is None:
        return _facts(Found.IN_WORDS)
    if given:
        return _facts(Found.GIVEN)
    try:
        match, record = reread(stored)
        rules = None if match is None else fupan.rules(stored, match)
    except (LogLost, RulesUnknown):
        return _facts(Found.NOT_GIVEN)
    if match is None or rules is None or actions_of(match) > LONGEST:
        return _facts(Found.NOT_GIVEN)
    answer = rules_for_claim_carefully(fupan.checker, record, rules, subject, claim, WORK)
    if answer is None:
        return _facts(Found.NOT_GIVEN)
    if answer.given:
        return _facts(Found.GIVEN)
    under = [{"preset": each.preset, "changes": dict(each.changes)} for each in answer.under]
    return {
        "found": str(Found.OTHER_RULES if under else Found.NO_RULES),
        "under": under,
        "complete": answer.complete,
    }


def found_words(facts: dict[str, Any]) -> str:
    """What was found, as a sentence."""
    found = Found(facts["found"])
    if found is Found.GIVEN:
        return _("The rules of the match give what is claimed.")
    if found is Found.IN_WORDS:
        return _("The claim is in words, so nothing was computed.")
    if found is Found.NOT_GIVEN:
        return _("The rules of the match do not give what is claimed. Other rules were not tried.")
    if found is Found.OTHER_RULES:
        return _("The rules of the match do not give what is claimed. Other rules would:")
    if facts["complete"]:
        return _("Neither the rules of the match nor any others that were searched give what is claimed.")
    return _(
        "Neither the rules of the match nor any others that were searched give what is claimed. The search stopped at "
        "its limit, so not all were tried."
    )


def under_words(under: dict[str, Any], game: str | None) -> str:
    """Rules that give what is claimed, in words."""
    changes = ", ".join(f"{name} = {value_words(value)}" for name, value in under["changes"].items())
    return changes or _("the preset {name}", name=preset_title(game or "", under["preset"]) or under["preset"])


def _facts(found: Found) -> dict[str, Any]:
    return {"found": str(found), "under": [], "complete": found is not Found.NOT_GIVEN}
