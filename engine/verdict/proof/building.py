"""Building a verdict from a judged match."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from engine.games import GAMES
from engine.logs.record import LogRecord
from engine.record.match import Match
from engine.rulebook.sentences import say
from engine.verdict.proof import canonical
from engine.verdict.proof.arithmetic import ruled_scores, stated_totals
from engine.verdict.proof.fields import FormFault
from engine.verdict.proof.form import FORMAT, Body, Chain, body_of
from engine.verdict.proof.report_form import ReportForm, ReportRules, reduced
from engine.verdict.report import Report

_NO_RULING: Final[Mapping[str, Any]] = {"hands": None, "totals": None, "winner": None}


def build(
    record: LogRecord,
    position: int,
    report: Report,
    *,
    identity: str,
    issued_at: str,
    issuer: str,
    dispute: Mapping[str, Any] | None = None,
    chain: Chain | None = None,
) -> Body:
    """The body of a verdict on a match, with the scores, totals and winner that the adjustments of a dispute give.

    ``report`` is the report of the record, and ``position`` says which match of its bytes it is (0: the only one).
    ``dispute`` has the fields of the contract.  Raises FormFault, with the place, if the verdict would not have its
    form, if the bytes of the log are not there, and if the dispute names what the match or its game does not have.
    """
    if not record.raw:
        raise FormFault(say("the log: its bytes are not there, so a verdict on it could not be checked"))
    fields: dict[str, Any] = {
        "verdict": FORMAT,
        "id": identity,
        "issued_at": issued_at,
        "issuer": issuer,
        "log": {
            "sha256": record.sha256,
            "bytes": len(record.raw),
            "format": record.format,
            "position": position,
        },
        "report": reduced(report.as_dict()),
        "dispute": dispute,
        "chain": chain,
        **_NO_RULING,
    }
    fields["engine"] = fields["report"]["engine"]
    if report.replay is None or record.match is None:
        return body_of(fields)
    # The form of the dispute is checked before anything is worked out from its adjustments.
    asked = body_of(fields | {"totals": report.replay.totals})
    fault = misnamed_place(asked, record.match)
    if fault:
        raise FormFault(fault)
    after = ruled_scores(asked.report, asked.adjustments, stated_totals(record.match), record.match.seats)
    return body_of(fields | {"hands": after.hands, "totals": after.totals, "winner": after.winner})


def same_report(carried: ReportForm, report: Report) -> bool:
    """Whether a report is the one that a verdict carries, whatever the versions of the engine are."""
    ours = canonical.write(reduced(report.as_dict()) | {"engine": ""})
    return ours == canonical.write(msgspec.structs.replace(carried, engine=""))


def misnamed_place(body: Body, match: Match | None) -> str:
    """The first name in the dispute of a body that its match or game does not have, with its place; empty without one.

    These are the action of the subject, and the rules of the adjustments: the form of a verdict holds its hands and
    lines to the report already.  ``match`` is the match of its log, None if it cannot be read.
    """
    if body.dispute is None or match is None:
        return ""
    subject = body.dispute.subject
    if subject.hand is not None and subject.action is not None:
        count = len(match.hands[subject.hand].actions) if subject.hand < len(match.hands) else 0
        if subject.action >= count:
            return say(
                "{place}: {reason}",
                place="body.dispute.subject.action",
                reason=say("the hand has {count} actions, counted from 0", count=count),
            )
    rules = body.report.rules
    known = {rule.id for rule in GAMES[rules.game].pages} if isinstance(rules, ReportRules) else set()
    for number, adjustment in enumerate(body.dispute.adjustments):
        if adjustment.rule is not None and adjustment.rule not in known:
            return say(
                "{place}: {reason}",
                place=f"body.dispute.adjustments[{number}].rule",
                reason=say("the game has no rule {rule}", rule=repr(adjustment.rule)),
            )
    return ""
