"""A report read back from its JSON, with the values that an earlier version of the engine did not write."""

from typing import Any, Final

import msgspec
from msgspec import UNSET, Struct, UnsetType

from engine.recorded.basis import Basis
from engine.rulebook.codes import AFTER_MATCH
from engine.rulebook.findings import Severity
from engine.verdict.report import FORMAT, Report, Source, Verdict

Json = Any
"""A value of JSON that is passed on as it is: what a sentence is made from, the value of an option."""

_OF_HANDS: Final = ("rules", "hands", "totals", "winner")
"""The fields that the report of an unreadable log does not have."""


class StoredRules(Struct, frozen=True):
    """The rule set that a report is under."""

    game: str
    preset: str
    options: dict[str, Json] = {}


class SentenceParts(Struct, frozen=True, rename={"values": "with"}):
    """What the sentences of a finding are made from."""

    variant: str
    values: dict[str, Json]


class StoredFinding(Struct, frozen=True, kw_only=True):
    """A finding; hand, action and column count from 0."""

    code: str
    severity: Severity
    rule: str = ""
    hand: int | None = None
    action: int | None = None
    column: int | None = None
    seat: str | None = None
    message: str = ""
    recorded: str | None = None
    expected: str | None = None
    made: SentenceParts | UnsetType | None = UNSET


class StoredLine(Struct, frozen=True, kw_only=True):
    """A line of the score of a hand."""

    rule: str
    text: str = ""
    made: Json | UnsetType = UNSET
    points: dict[str, int]


class StoredHand(Struct, frozen=True, kw_only=True):
    """The outcome of a hand.  A field that the game does not have is unset."""

    complete: bool
    basis: Basis | None = UNSET  # type: ignore[assignment]
    """A hand that was stored without it rests on its play if it is complete, else on nothing."""
    finish: list[list[str]] | UnsetType = UNSET
    roles: dict[str, str] | UnsetType = UNSET
    levels: dict[str, str | None] | UnsetType | None = UNSET
    units: dict[str, int | None] | UnsetType | None = UNSET
    scores: dict[str, int | None] | None = None
    breakdown: list[StoredLine] = []

    def __post_init__(self) -> None:
        if self.basis is UNSET:  # type: ignore[comparison-overlap]
            msgspec.structs.force_setattr(self, "basis", Basis.PLAY if self.complete else None)

    @property
    def has_levels(self) -> bool:
        """Whether the game has levels."""
        return self.levels is not UNSET

    @property
    def has_units(self) -> bool:
        """Whether the game has units that one seat wins of another."""
        return self.units is not UNSET


class StoredReport(Struct, frozen=True, kw_only=True):
    """A report.  That of an unreadable log has no rules, and so no hands and no totals."""

    report: str = FORMAT
    log: Source
    rules: StoredRules | None = None
    engine: str
    verdict: Verdict
    findings: list[StoredFinding]
    hands: list[StoredHand] = []
    written_totals: dict[str, int | None] | None = msgspec.field(default=None, name="totals")
    winner: list[str] | None = None
    digest: str

    @property
    def totals(self) -> dict[str, int | None]:
        """The totals by seat; empty if the report has none."""
        return self.written_totals or {}

    @property
    def after_match(self) -> int | None:
        """The first hand, from 0, that was played after the match was won; None if there is none."""
        return min(
            (finding.hand for finding in self.findings if finding.code == AFTER_MATCH.id and finding.hand is not None),
            default=None,
        )

    def as_json(self) -> bytes:
        """The report as one line of JSON, without the end of the line."""
        if self.rules is not None:
            return msgspec.json.encode(self)
        fields = msgspec.to_builtins(self)
        return msgspec.json.encode({name: value for name, value in fields.items() if name not in _OF_HANDS})


_READER: Final = msgspec.json.Decoder(StoredReport)


def read_report(text: bytes) -> StoredReport:
    """A report from its JSON, whichever version of the engine wrote it.

    Raises msgspec.DecodeError for anything else.
    """
    return _READER.decode(text)


def as_stored(report: Report) -> StoredReport:
    """A report as it is read back after it was stored."""
    return read_report(report.as_json())
