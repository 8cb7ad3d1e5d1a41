"""What a verdict says and what its checks come to, in words, for the command line and the page."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import msgspec
from msgspec import UnsetType

from app.disputes.words import dispute_name, subject_words
from app.glossary import game_title
from app.language import DEFAULT, _, _n, current, marked, said
from app.verdicts.ed25519 import holds, key_of
from app.verdicts.public_keys import fingerprint
from app.verdicts.verifying import Outcome, Standing, Verification
from engine.games import GAMES
from engine.rulebook.options import RulesUnknown
from engine.rulebook.sentences import enumerated
from engine.verdict.proof.form import Adjustment, Body, Claim, Dispute, Signature, VerdictFile
from engine.verdict.proof.report_form import Rules

HEADLINES: Final[Mapping[Standing, str]] = {
    Standing.VERIFIED: marked("Verified"),
    Standing.NOT_VERIFIED: marked("Not verified"),
    Standing.FAILED: marked("Failed"),
}
TITLES: Final[Mapping[str, str]] = {
    "form": marked("Form"),
    "signature": marked("Signature"),
    "key": marked("Key"),
    "log": marked("Log"),
    "result": marked("Result"),
    "arithmetic": marked("Arithmetic"),
    "head": marked("Head of the record"),
    "hash": marked("Hash on paper"),
}
OUTCOMES_OF_CHECKS: Final[Mapping[Outcome, str]] = {
    Outcome.OK: marked("ok"),
    Outcome.FAILED: marked("failed"),
    Outcome.SKIPPED: marked("skipped"),
}
_OPTIONS: Final = 12
"""Options that differ from the preset, that are named at most."""
OUTCOMES: Final[Mapping[str, str]] = {
    "upheld": marked("upheld: the computed result stands"),
    "corrected": marked("corrected: the record is corrected to the computed result"),
    "stands": marked("stands: illegal, but it stood"),
    "adjusted": marked("adjusted: the arbiter sets another result"),
    "void": marked("void: the hand counts nothing"),
}


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of what a verdict says: a label and a text."""

    label: str
    text: str


def conclusion(found: Verification) -> str:
    """What the checks come to, as one or two sentences."""
    if found.standing is Standing.VERIFIED:
        return _("The keys given have signed it, and the log under its rules comes to what it says.")
    if found.standing is Standing.FAILED:
        failed = [_(TITLES[name]).lower() for name, each in found.checks.items() if each.outcome is Outcome.FAILED]
        if found.verdict is None:
            return _("This file is not a verdict as it was issued. Nothing in it counts.")
        return _("Do not rely on it. These checks failed: {checks}.", checks=said(enumerated(failed)))
    sentences = [_("Nothing was found wrong, but not everything was checked."), *_wanted(found)]
    return (" " if current() is DEFAULT else "").join(sentences)


def _wanted(found: Verification) -> Iterator[str]:
    """What else has to be given."""
    skipped = {name for name, each in found.checks.items() if each.outcome is Outcome.SKIPPED}
    if "signature" in skipped:
        yield _("Nobody has signed it, so anybody can have made it.")
    elif "key" in skipped:
        yield _("Give the issuer's key, got from the issuer and not with this file.")
    if "log" in skipped:
        yield _("Give the log, so that it can be judged again.")
    elif "result" in skipped:
        yield _("It was not confirmed that the log comes to this: {reason}.", reason=found.checks["result"].reason)


def facts(verdict: VerdictFile) -> list[Fact]:
    """What a verdict says.  None of it is true but by the checks."""
    body = verdict.body
    message = body.signed()
    return [
        Fact(_("Issued by"), _("“{name}” (a claim: what counts is the key)", name=body.issuer)),
        *(signature_fact(each, message) for each in verdict.signatures),
        Fact(_("Identifier"), body.id),
        Fact(_("Issued at"), body.issued_at),
        Fact(_("Match"), _match(body)),
        Fact(_("Log"), _("SHA-256 {hash}, {count} bytes", hash=body.log.sha256, count=f"{body.log.bytes:,}")),
        Fact(_("Rules"), _rules(body)),
        Fact(
            _("Verdict on the log"),
            _("{verdict}, with {errors}", verdict=_(str(body.report.verdict)), errors=_findings(body)),
        ),
        Fact(_("Engine"), _("version {version}", version=body.engine)),
        *_result(body),
        *_dispute(body.dispute),
        Fact(
            _("Record"),
            _("none")
            if body.chain is None
            else _("{count} entries, head {head}", count=f"{body.chain.length:,}", head=body.chain.head),
        ),
    ]


def signature_fact(signature: Signature, message: bytes) -> Fact:
    """The key of a signature, and whether the signature of the message holds."""
    key = fingerprint(key_of(signature))
    if holds(signature, message):
        return Fact(_("Signed by the key"), key)
    return Fact(_("Not signed by the key"), _("{key}: its signature does not hold", key=key))


def _match(body: Body) -> str:
    log = body.report.log
    name = _("“{name}”", name=log.match) if log.match else _("a match without a name")
    parts = [name, game_title(log.game) if log.game in GAMES else _("of an unknown game")]
    if body.log.position:
        parts.append(_("number {number} in its log", number=body.log.position + 1))
    return said(enumerated(parts))


def _rules(body: Body) -> str:
    rules = body.report.rules
    if not isinstance(rules, Rules):
        return _("none: the log is unreadable")
    try:
        usual: Mapping[str, object] = GAMES[rules.game].rules.resolve(rules.preset).options
    except RulesUnknown:
        return _("preset {preset}, which this version does not have", preset=rules.preset)
    other = [
        f"{name}={msgspec.json.encode(value, order='sorted').decode().strip(chr(34))}"
        for name, value in rules.options.items()
        if name not in usual or usual[name] != value
    ]
    if not other:
        return _("preset {preset}", preset=rules.preset)
    options = said(enumerated(other[:_OPTIONS]))
    if len(other) > _OPTIONS:
        options = _("{names} and {count} more", names=options, count=len(other) - _OPTIONS)
    return _("preset {preset} with {options}", preset=rules.preset, options=options)


def _findings(body: Body) -> str:
    count = sum(each.severity == "error" for each in body.report.findings)
    return _n("{count} error", "{count} errors", count) if count else _("no errors")


def _result(body: Body) -> Iterator[Fact]:
    if body.totals is None:
        return
    winner = _("none yet") if body.winner is None else said(enumerated(body.winner))
    if body.adjustments:
        yield Fact(_("Totals after adjustment"), scores_text(body.totals))
        yield Fact(_("Winner after adjustment"), winner)
    else:
        yield Fact(_("Totals"), scores_text(body.totals))
        yield Fact(_("Winner"), winner)


def scores_text(scores: Mapping[str, int | None]) -> str:
    """Points by seat: ``E +3, N unknown``."""
    shown = [f"{seat} {_('unknown') if points is None else signed_points(points)}" for seat, points in scores.items()]
    return said(enumerated(shown))


def signed_points(points: int) -> str:
    """Points with their sign, a true minus."""
    return f"+{points:,}" if points > 0 else f"{points:,}".replace("-", "−")


def _dispute(dispute: Dispute | None) -> Iterator[Fact]:
    if dispute is None:
        yield Fact(_("Dispute"), _("none"))
        return
    yield Fact(
        _("Dispute"), _("{id}, about {subject}", id=dispute_name(dispute.id), subject=subject_words(dispute.subject))
    )
    yield Fact(_("Claim"), claim_words(dispute.claim))
    yield Fact(_("Ruling"), _(OUTCOMES[dispute.outcome]))
    yield from (Fact(_("Adjustment"), adjustment_words(each)) for each in dispute.adjustments)
    yield Fact(_("Reasons"), dispute.text)


def claim_words(claim: Claim) -> str:
    """What a party wants."""
    if not isinstance(claim.scores, UnsetType):
        return _("the scores of the hand are {scores}", scores=scores_text(claim.scores))
    if not isinstance(claim.totals, UnsetType):
        return _("the totals are {totals}", totals=scores_text(claim.totals))
    if not isinstance(claim.finding, UnsetType):
        return _("the finding {code}", code=claim.finding)
    return _("“{name}”", name="" if isinstance(claim.text, UnsetType) else claim.text)


def adjustment_words(adjustment: Adjustment) -> str:
    """The scores that an arbiter sets, by which rule and why."""
    scores = scores_text(adjustment.scores)
    if adjustment.rule:
        scores = _("{scores}, by {rule}", scores=scores, rule=adjustment.rule)
    return _("hand {number}: {scores}; {reason}", number=adjustment.hand + 1, scores=scores, reason=adjustment.reason)
