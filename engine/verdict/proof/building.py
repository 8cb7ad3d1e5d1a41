"""Building a verdict from a judged match."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from engine.logs.record import LogRecord
from engine.rulebook.sentences import say
from engine.verdict.proof import canonical
from engine.verdict.proof.arithmetic import ruled, stated_totals
from engine.verdict.proof.fields import FormFault
from engine.verdict.proof.form import FORMAT, Body, Chain, body_of
from engine.verdict.proof.named import misnamed
from engine.verdict.proof.report_form import ReportForm, reduced
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
    fault = misnamed(asked, record.match)
    if fault:
        raise FormFault(fault)
    after = ruled(asked.report, asked.adjustments, stated_totals(record.match), record.match.seats)
    return body_of(fields | {"hands": after.hands, "totals": after.totals, "winner": after.winner})


def same_report(carried: ReportForm, report: Report) -> bool:
    """Whether a report is the one that a verdict carries, whatever the versions of the engine are."""
    ours = canonical.write(reduced(report.as_dict()) | {"engine": ""})
    return ours == canonical.write(msgspec.structs.replace(carried, engine=""))
