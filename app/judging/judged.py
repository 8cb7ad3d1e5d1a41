"""A report as the table of judgements stores it."""

from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Final

import msgspec

from app.database.packing import BytesDamaged, Content, packed_for, unpacked
from app.judging.counted import CountOfMatch
from app.judging.counting import count_of
from app.text.verdict_names import unchecked_of
from engine import __version__
from engine.rulebook.findings import Severity
from engine.verdict.report import Report
from engine.verdict.stored_report import StoredReport, read_report


@dataclass(frozen=True, slots=True)
class StoredJudgement:
    """A report as the table of judgements stores it: without the replay, so that it is small."""

    rules_sha256: str
    rules_key: str
    preset: str | None
    verdict: str
    unchecked_hands: int | None
    errors: int
    warnings: int
    notices: int
    report: bytes = field(repr=False)
    report_size: int
    digest: str
    counted: int
    counts: bytes | None = field(repr=False)
    counts_size: int
    unpacked_counts: CountOfMatch | None = field(default=None, repr=False, compare=False)
    """The content of ``counts`` before packing; set only in the process that judged the match."""

    def __getstate__(self) -> list[Any]:
        """The fields as they are sent to another process, which gets the packed counts alone."""
        return [None if entry.name == "unpacked_counts" else getattr(self, entry.name) for entry in fields(self)]


_STORED: Final = tuple(
    entry.name for entry in fields(StoredJudgement) if entry.name not in ("unpacked_counts", "rules_key")
)
"""The fields of `StoredJudgement` that are columns."""


def judged(report: Report) -> StoredJudgement:
    """A report, ready to be stored, with what it counts for statistics."""
    text = report.as_json()
    weights = [finding.severity for finding in report.findings]
    count = count_of(report)
    return StoredJudgement(
        rules_sha256=rules_sha256_of(report),
        rules_key="" if report.rules is None else report.rules.key,
        preset=None if report.rules is None else report.rules.preset,
        verdict=str(report.verdict),
        unchecked_hands=unchecked_of(report),
        errors=weights.count(Severity.ERROR),
        warnings=weights.count(Severity.WARNING),
        notices=weights.count(Severity.NOTICE),
        report=packed_for(report.source.game, Content.REPORT, text),
        report_size=len(text),
        digest=report.digest,
        counted=count.state,
        counts=count.data,
        counts_size=count.size,
        unpacked_counts=count.counted,
    )


def stored_report(data: bytes, size: int) -> StoredReport:
    """The report in a packed value.  Raises BytesDamaged if it is not what was stored."""
    return report_in(unpacked(data, size))


def report_in(text: bytes) -> StoredReport:
    """The report in a stored text.  Raises BytesDamaged if the text is not that of a report."""
    try:
        return read_report(text)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BytesDamaged(str(error)) from error


def rules_sha256_of(report: Report | StoredJudgement) -> str:
    """The hash of the rules of a report."""
    if isinstance(report, StoredJudgement):
        return report.rules_sha256
    return sha256_of("" if report.rules is None else f"{report.rules.preset} {report.rules.key}")


def judgement_values(log_id: int, report: StoredJudgement, own: bool) -> dict[str, object]:
    """The row of a judgement that is not shown yet."""
    return {name: getattr(report, name) for name in _STORED} | {
        "log_id": log_id,
        "engine": __version__,
        "own": own,
        "current": False,
        "judged_at": datetime.now(UTC),
    }


def sha256_of(text: str) -> str:
    """The hash of a text, in hexadecimal."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
