"""What a verdict says and the result of its checks, in words, for the command line and the page."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import msgspec
from msgspec import UnsetType

from app.disputes.cases.words import dispute_name, reasons_once, subject_words
from app.disputes.verdicts.ed25519 import holds, key_of
from app.disputes.verdicts.public_keys import fingerprint
from app.disputes.verdicts.verifying import CheckOutcome, OverallResult, Verification
from app.judging.rules_of_match.words import option_words
from app.text.decimals import score_shown
from app.text.glossary import game_title, option_title, preset_title
from app.text.language import DEFAULT, _, _n, current, marked, said
from engine.games import GAMES
from engine.rulebook.options import RulesUnknown
from engine.rulebook.sentences import enumerated
from engine.verdict.proof import canonical
from engine.verdict.proof.form import Adjustment, Body, Claim, Dispute, Signature, VerdictFile
from engine.verdict.proof.report_form import ReportRules

HEADLINES: Final[Mapping[OverallResult, str]] = {
    OverallResult.VERIFIED: marked("Verified"),
    OverallResult.NOT_VERIFIED: marked("Not verified"),
    OverallResult.FAILED: marked("Failed"),
}
TITLES: Final[Mapping[str, str]] = {
    "form": marked("Form"),
    "signature": marked("Signature"),
    "key": marked("Key"),
    "log": marked("Log"),
    "result": marked("Result"),
    "arithmetic": marked("Arithmetic"),
    "head": marked("Last hash of the record"),
    "hash": marked("Hash on paper"),
}
OUTCOMES_OF_CHECKS: Final[Mapping[CheckOutcome, str]] = {
    CheckOutcome.OK: marked("ok"),
    CheckOutcome.FAILED: marked("failed"),
    CheckOutcome.SKIPPED: marked("skipped"),
}
_OPTIONS: Final = 12
"""Options that differ from the preset, that are named at most."""
_STATES: Final[Mapping[str, str]] = {
    "ruled": marked("ruling {number}; an appeal may still change it"),
    "appealed": marked("ruling {number}, appealed against: another ruling may take its place"),
    "final": marked("ruling {number}, final"),
}
"""The states of a dispute that a verdict carries, in words."""
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


def conclusion(result: Verification) -> str:
    """Overall result of the checks, in one or two sentences."""
    if result.standing is OverallResult.VERIFIED:
        return _("The keys given have signed it, and the log under its rules gives this result.")
    if result.standing is OverallResult.FAILED:
        failed = [
            _(TITLES[name]).lower() for name, check in result.checks.items() if check.outcome is CheckOutcome.FAILED
        ]
        if result.verdict is None:
            return _("This file is not a verdict as it was issued. Nothing in it counts.")
        return _("Do not rely on it. These checks failed: {checks}.", checks=said(enumerated(failed)))
    sentences = [_("Nothing was found wrong, but not everything was checked."), *_wanted(result)]
    return (" " if current() is DEFAULT else "").join(sentences)


def _wanted(result: Verification) -> Iterator[str]:
    """What else has to be given."""
    skipped = {name for name, check in result.checks.items() if check.outcome is CheckOutcome.SKIPPED}
    if "signature" in skipped:
        yield _("Nobody has signed it, so anybody can have made it.")
    elif "key" in skipped:
        yield _("Give the issuer's key, got from the issuer and not with this file.")
    if "log" in skipped:
        yield _("Give the log, so that it can be judged again.")
    elif "result" in skipped:
        yield _("It was not confirmed that the log gives this result: {reason}.", reason=result.checks["result"].reason)


def facts(verdict: VerdictFile, keys: Collection[bytes] = ()) -> list[Fact]:
    """What a verdict says.  None of it is true but by the checks.

    ``keys`` are the public keys that were given to verify it with; the signatures by them are marked.
    """
    body = verdict.body
    message = body.signed()
    return [
        Fact(_("Issued by"), _("“{name}” (a claim: what counts is the key)", name=body.issuer)),
        *(signature_fact(signature, message, keys) for signature in verdict.signatures),
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


def signature_fact(signature: Signature, message: bytes, keys: Collection[bytes] = ()) -> Fact:
    """The key of a signature, whether the signature of the message holds, and whether the key is one of those given."""
    public = key_of(signature)
    key = fingerprint(public)
    if not holds(signature, message):
        return Fact(_("Not signed by the key"), _("{key}: its signature does not hold", key=key))
    return Fact(_("Signed by the key"), _("{key} (given to verify it with)", key=key) if public in keys else key)


def _match(body: Body) -> str:
    log = body.report.log
    name = _("“{name}”", name=log.match) if log.match else _("a match without a name")
    parts = [name, game_title(log.game) if log.game in GAMES else _("of an unknown game")]
    if body.log.position:
        parts.append(_("number {number} in its log", number=body.log.position + 1))
    return said(enumerated(parts))


def _rules(body: Body) -> str:
    rules = body.report.rules
    if not isinstance(rules, ReportRules):
        return _("none: the log is unreadable")
    changed = changed_options(rules)
    if changed is None:
        return _("preset {preset}, which this version does not have", preset=rules.preset)
    preset = _("preset {preset}", preset=preset_words(rules, preset_title(rules.game, rules.preset)))
    if not changed:
        return preset
    options = said(
        enumerated([_changed_words(rules.game, name, value) for name, value in [*changed.items()][:_OPTIONS]])
    )
    if len(changed) > _OPTIONS:
        options = _("{names} and {count} more", names=options, count=len(changed) - _OPTIONS)
    return _("{rules}: {options}", rules=preset, options=options)


def changed_options(rules: ReportRules) -> Mapping[str, object] | None:
    """The options of rules that have another value than in their preset, or that only one of both names.

    The value is None for one that the rules do not name.  None where this version does not have the preset.
    """
    try:
        usual = msgspec.to_builtins(dict(GAMES[rules.game].rules.resolve(rules.preset).options))
    except RulesUnknown:
        return None
    left_out = {name: None for name in usual if name not in rules.options}
    return {
        name: value
        for name, value in rules.options.items()
        if name not in usual or canonical.write(usual[name]) != canonical.write(value)
    } | left_out


def preset_words(rules: ReportRules, preset: str) -> str:
    """What the preset of rules is called: its name alone only where every option has its value."""
    count = len(changed_options(rules) or ())
    return (
        _n("{preset} with {count} change", "{preset} with {count} changes", count, preset=preset) if count else preset
    )


def _changed_words(game: str, name: str, value: object) -> str:
    if value is None:
        return _("{name} not named", name=option_title(game, name))
    if isinstance(value, bool | int | str | Mapping):
        return option_words(game, name, value)
    return f"{option_title(game, name)}: {msgspec.json.encode(value).decode()}"


def _findings(body: Body) -> str:
    count = sum(finding.severity == "error" for finding in body.report.findings)
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
    shown = [f"{seat} {_('unknown') if points is None else score_shown(points)}" for seat, points in scores.items()]
    return said(enumerated(shown))


def _dispute(dispute: Dispute | None) -> Iterator[Fact]:
    if dispute is None:
        yield Fact(_("Dispute"), _("none"))
        return
    yield Fact(
        _("Dispute"), _("{id}, about {subject}", id=dispute_name(dispute.id), subject=subject_words(dispute.subject))
    )
    yield Fact(_("Claim"), claim_words(dispute.claim))
    yield Fact(_("Ruling"), _(OUTCOMES[dispute.outcome]))
    yield Fact(_("Number and state"), ruling_words(dispute))
    if dispute.replaces is not None:
        yield Fact(_("Replaces"), _("the verdict whose body has the SHA-256 {hash}", hash=dispute.replaces))
    reasons = reasons_once(dispute.text, (setting.reason for setting in dispute.adjustments))
    for adjustment, reason in zip(dispute.adjustments, reasons, strict=True):
        yield Fact(_("Adjustment"), adjustment_words(adjustment, reason))
    yield Fact(_("Reasons"), dispute.text)


def ruling_words(dispute: Dispute) -> str:
    """Which ruling of a dispute it is, and how far that was when the verdict was issued."""
    return _(_STATES[dispute.state], number=dispute.ruling)


def claim_words(claim: Claim) -> str:
    """What a party wants."""
    if not isinstance(claim.scores, UnsetType):
        return _("the scores of the hand are {scores}", scores=scores_text(claim.scores))
    if not isinstance(claim.totals, UnsetType):
        return _("the totals are {totals}", totals=scores_text(claim.totals))
    if not isinstance(claim.finding, UnsetType):
        return _("the finding {code}", code=claim.finding)
    return _("“{name}”", name="" if isinstance(claim.text, UnsetType) else claim.text)


def adjustment_words(adjustment: Adjustment, reason: str) -> str:
    """The scores that an arbiter sets, by which rule and, unless it is said elsewhere, why."""
    scores = scores_text(adjustment.scores)
    if adjustment.rule:
        scores = _("{scores}, by {rule}", scores=scores, rule=adjustment.rule)
    if not reason:
        return _("hand {number}: {scores}", number=adjustment.hand + 1, scores=scores)
    return _("hand {number}: {scores}; {reason}", number=adjustment.hand + 1, scores=scores, reason=reason)
