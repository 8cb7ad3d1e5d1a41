"""What a verdict says and what its checks come to, in words, for the command line and the page."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import msgspec
from msgspec import UnsetType

from app.disputes.words import subject_words
from app.verdicts.ed25519 import holds, key_of
from app.verdicts.public_keys import fingerprint
from app.verdicts.verifying import Outcome, Standing, Verification
from engine.games import GAMES
from engine.rulebook.options import RulesUnknown
from engine.verdict.proof.form import Adjustment, Body, Claim, Dispute, Signature, VerdictFile
from engine.verdict.proof.report_form import Rules

HEADLINES: Final[Mapping[Standing, str]] = {
    Standing.VERIFIED: "Verified",
    Standing.NOT_VERIFIED: "Not verified",
    Standing.FAILED: "Failed",
}
TITLES: Final[Mapping[str, str]] = {
    "form": "Form",
    "signature": "Signature",
    "key": "Key",
    "log": "Log",
    "result": "Result",
    "arithmetic": "Arithmetic",
    "head": "Head of the record",
    "hash": "Hash on paper",
}
_OPTIONS: Final = 12
"""Options that differ from the preset, that are named at most."""
OUTCOMES: Final[Mapping[str, str]] = {
    "upheld": "upheld: the computed result stands",
    "corrected": "corrected: the record is corrected to the computed result",
    "stands": "stands: illegal, but it stood",
    "adjusted": "adjusted: the arbiter sets another result",
    "void": "void: the hand counts nothing",
}


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of what a verdict says: a label and a text."""

    label: str
    text: str


def conclusion(found: Verification) -> str:
    """What the checks come to, as one or two sentences."""
    if found.standing is Standing.VERIFIED:
        return "The keys given have signed it, and the log under its rules comes to what it says."
    if found.standing is Standing.FAILED:
        failed = [TITLES[name].lower() for name, each in found.checks.items() if each.outcome is Outcome.FAILED]
        if found.verdict is None:
            return "This file is not a verdict as it was issued. Nothing in it counts."
        return f"Do not rely on it. These checks failed: {', '.join(failed)}."
    return f"Nothing was found wrong, but not everything was checked. {' '.join(_wanted(found))}".strip()


def _wanted(found: Verification) -> Iterator[str]:
    """What else has to be given."""
    skipped = {name for name, each in found.checks.items() if each.outcome is Outcome.SKIPPED}
    if "signature" in skipped:
        yield "Nobody has signed it, so anybody can have made it."
    elif "key" in skipped:
        yield "Give the issuer's key, got from the issuer and not with this file."
    if "log" in skipped:
        yield "Give the log, so that it can be judged again."
    elif "result" in skipped:
        yield f"It was not confirmed that the log comes to this: {found.checks['result'].reason}."


def facts(verdict: VerdictFile) -> list[Fact]:
    """What a verdict says.  None of it is true but by the checks."""
    body = verdict.body
    message = body.signed()
    return [
        Fact("Issued by", f"“{body.issuer}” (a claim: what counts is the key)"),
        *(signature_fact(each, message) for each in verdict.signatures),
        Fact("Identifier", body.id),
        Fact("Issued at", body.issued_at),
        Fact("Match", _match(body)),
        Fact("Log", f"SHA-256 {body.log.sha256}, {body.log.bytes:,} bytes"),
        Fact("Rules", _rules(body)),
        Fact("Verdict on the log", f"{body.report.verdict}, with {_findings(body)}"),
        Fact("Engine", f"version {body.engine}"),
        *_result(body),
        *_dispute(body.dispute),
        Fact("Record", "none" if body.chain is None else f"{body.chain.length:,} entries, head {body.chain.head}"),
    ]


def signature_fact(signature: Signature, message: bytes) -> Fact:
    """The key of a signature, and whether the signature of the message holds."""
    key = fingerprint(key_of(signature))
    if holds(signature, message):
        return Fact("Signed by the key", key)
    return Fact("Not signed by the key", f"{key}: its signature does not hold")


def _match(body: Body) -> str:
    log = body.report.log
    game = GAMES.get(log.game or "")
    name = f"“{log.match}”" if log.match else "a match without a name"
    which = f", number {body.log.position + 1} in its log" if body.log.position else ""
    return f"{name}, {game.title if game else 'of an unknown game'}{which}"


def _rules(body: Body) -> str:
    rules = body.report.rules
    if not isinstance(rules, Rules):
        return "none: the log is unreadable"
    try:
        usual: Mapping[str, object] = GAMES[rules.game].rules.resolve(rules.preset).options
    except RulesUnknown:
        return f"preset {rules.preset}, which this version does not have"
    other = [
        f"{name}={msgspec.json.encode(value, order='sorted').decode().strip(chr(34))}"
        for name, value in rules.options.items()
        if name not in usual or usual[name] != value
    ]
    more = f" and {len(other) - _OPTIONS} more" if len(other) > _OPTIONS else ""
    return f"preset {rules.preset}" + (f" with {', '.join(other[:_OPTIONS])}{more}" if other else "")


def _findings(body: Body) -> str:
    count = sum(each.severity == "error" for each in body.report.findings)
    return "1 error" if count == 1 else f"{count or 'no'} errors"


def _result(body: Body) -> Iterator[Fact]:
    if body.totals is None:
        return
    after = " after adjustment" if body.adjustments else ""
    yield Fact(f"Totals{after}", scores_text(body.totals))
    yield Fact(f"Winner{after}", "none yet" if body.winner is None else ", ".join(body.winner))


def scores_text(scores: Mapping[str, int | None]) -> str:
    """Points by seat: ``E +3, N unknown``."""
    return ", ".join(
        f"{seat} {'unknown' if points is None else signed_points(points)}" for seat, points in scores.items()
    )


def signed_points(points: int) -> str:
    """Points with their sign, a true minus."""
    return f"+{points:,}" if points > 0 else f"{points:,}".replace("-", "−")


def _dispute(dispute: Dispute | None) -> Iterator[Fact]:
    if dispute is None:
        yield Fact("Dispute", "none")
        return
    yield Fact("Dispute", f"{dispute.id}, about {subject_words(dispute.subject)}")
    yield Fact("Claim", claim_words(dispute.claim))
    yield Fact("Ruling", OUTCOMES[dispute.outcome])
    yield from (Fact("Adjustment", adjustment_words(each)) for each in dispute.adjustments)
    yield Fact("Reasons", dispute.text)


def claim_words(claim: Claim) -> str:
    """What a party wants."""
    if not isinstance(claim.scores, UnsetType):
        return f"the scores of the hand are {scores_text(claim.scores)}"
    if not isinstance(claim.totals, UnsetType):
        return f"the totals are {scores_text(claim.totals)}"
    if not isinstance(claim.finding, UnsetType):
        return f"the finding {claim.finding}"
    return f"“{'' if isinstance(claim.text, UnsetType) else claim.text}”"


def adjustment_words(adjustment: Adjustment) -> str:
    """The scores that an arbiter sets, by which rule and why."""
    rule = f", by {adjustment.rule}" if adjustment.rule else ""
    return f"hand {adjustment.hand + 1}: {scores_text(adjustment.scores)}{rule}; {adjustment.reason}"
