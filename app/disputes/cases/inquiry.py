"""What Fupan finds of a claim when a dispute is opened: whether the rules give it, or which others would."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

import msgspec
from msgspec import UNSET, UnsetType

from app.disputes.cases.claims import comes_out, written_scores
from app.judging.fault_barrier import guarded_work
from app.judging.rereading import LogLost
from app.judging.rules_of_match.words import option_words
from app.matches.ingest import reread
from app.matches.installation import Installation
from app.matches.store import StoredMatch
from app.matches.trials import actions_of
from app.text.glossary import preset_title
from app.text.language import _, said
from engine.rulebook.options import OptionValue, RulesUnknown
from engine.rulebook.sentences import enumerated
from engine.verdict.claimed import rules_for_claim
from engine.verdict.proof.form import Claim, Subject
from engine.verdict.recorded_sheet.words import listed_hands

WORK: Final = 200_000
"""The most actions that are replayed for one claim."""
LONGEST: Final = 20_000
"""The most actions of a match for which other rules are tried."""


class ClaimResult(StrEnum):
    """What was found of a claim."""

    GIVEN = "given"
    OTHER_RULES = "other-rules"
    NO_RULES = "no-rules"
    NOT_GIVEN = "not-given"
    """The rules of the match do not give it, and no others were tried."""
    CANNOT_BE_SAID = "cannot-be-said"
    """The claim touches hands that have only recorded scores."""
    IN_WORDS = "in-words"


class Under(msgspec.Struct, frozen=True):
    """Rules under which the claim is right: a preset with some options changed, and the verdict under them."""

    preset: str
    changes: dict[str, OptionValue]
    verdict: str


class Inquiry(msgspec.Struct, frozen=True):
    """What was found of a claim."""

    found: ClaimResult
    hands: list[int] | UnsetType = UNSET
    """Hands (0-based) that have only recorded scores, where the claim cannot be checked because of them."""
    under: list[Under] = []
    complete: bool = True
    """Whether all rules were searched."""


def inquire(fupan: Installation, stored: StoredMatch, subject: Subject, claim: Claim) -> Inquiry:
    """What the rules of a match, and others, give of a claim."""
    given = comes_out(stored.report, subject, claim)
    if given is None:
        return Inquiry(ClaimResult.IN_WORDS)
    alone = written_scores(stored.report, subject, claim)
    if given and not alone:
        return Inquiry(ClaimResult.GIVEN)
    try:
        match, record = reread(stored)
        rules = None if match is None else fupan.rules(stored, match)
    except (LogLost, RulesUnknown):
        return _not_searched(alone)
    if match is None or rules is None or actions_of(match) > LONGEST:
        return _not_searched(alone)
    answer = guarded_work(
        f"searching rules for a claim about {record.source}",
        lambda: rules_for_claim(fupan.checker, record, rules, subject, claim, most_actions=WORK),
    )
    if answer is None:
        return _not_searched(alone)
    if answer.given:
        return Inquiry(ClaimResult.GIVEN)
    under = [
        Under(other_rules.preset, dict(other_rules.changes), str(other_rules.verdict)) for other_rules in answer.under
    ]
    if answer.alone:
        return _cannot_be_said(answer.alone, under, complete=answer.complete)
    return Inquiry(ClaimResult.OTHER_RULES if under else ClaimResult.NO_RULES, under=under, complete=answer.complete)


def found_words(inquired: Inquiry) -> str:
    """What was found, as a sentence."""
    result = inquired.found
    if result is ClaimResult.GIVEN:
        return _("The claim is right under this match's rules.")
    if result is ClaimResult.CANNOT_BE_SAID:
        return _alone_words(inquired)
    if result is ClaimResult.IN_WORDS:
        return _("The claim is in words, so nothing was computed.")
    if result is ClaimResult.NOT_GIVEN:
        return _("The claim is wrong under this match's rules. Other rules were not tried.")
    if result is ClaimResult.OTHER_RULES:
        return _("The claim is wrong under this match's rules. It is right under other rules:")
    if inquired.complete:
        return _("The claim is wrong under this match's rules and all others tried.")
    return _(
        "The claim is wrong under this match's rules and all others tried. The search stopped at "
        "its limit, so not all were tried."
    )


def under_words(under: Under, game: str | None) -> str:
    """Rules under which the claim is right, in words."""
    changes = said(enumerated([option_words(game or "", name, value) for name, value in under.changes.items()]))
    return changes or _("the preset {name}", name=preset_title(game or "", under.preset))


def _alone_words(inquired: Inquiry) -> str:
    numbers = [hand + 1 for hand in inquired.hands or ()]
    hands = said(listed_hands(numbers))
    if len(numbers) == 1:
        words = _("Cannot check the claim: {hands} has only a recorded score.", hands=hands)
    else:
        words = _("Cannot check the claim: {hands} have only recorded scores.", hands=hands)
    if not inquired.under:
        return words
    return _("{sentence} Rules under which the scores are computed and the claim is right:", sentence=words)


def _cannot_be_said(hands: Sequence[int], under: list[Under], *, complete: bool) -> Inquiry:
    return Inquiry(ClaimResult.CANNOT_BE_SAID, list(hands), under, complete)


def _not_searched(alone: Sequence[int]) -> Inquiry:
    """What was found where no other rules were tried; ``alone`` are the hands that have only recorded scores."""
    return _cannot_be_said(alone, [], complete=False) if alone else Inquiry(ClaimResult.NOT_GIVEN, complete=False)
