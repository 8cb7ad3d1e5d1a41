"""The verdict `fupan-verdict/1`: its fields, at every depth, and what they have to agree on."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, UnsetType

from engine.record import bounds
from engine.rulebook.sentences import Text, say
from engine.verdict.proof import canonical
from engine.verdict.proof.fields import (
    KEY,
    SIGNATURE,
    Count,
    Form,
    FormFault,
    Hash,
    Moment,
    Points,
    Scores,
    is_moment,
    refuse,
)
from engine.verdict.proof.report_form import ReportForm, Seats, check_report, check_seats

FORMAT: Final = "fupan-verdict/1"
SIGNED: Final = FORMAT.encode() + b"\n"
"""The bytes before the body in what is signed."""
SIGNATURES: Final = 16
"""The most signatures of a verdict."""
NO_HEAD: Final = "0" * 64
"""The head of an empty record."""


class LogOf(Form, frozen=True):
    """The bytes that a match was read from, and which match of them it is."""

    sha256: Hash
    bytes: Count
    format: str
    position: Count


class Subject(Form, frozen=True):
    """What a dispute is about; hand, action and line of the breakdown count from 0."""

    hand: Count | None
    action: Count | None
    line: Count | None


class Claim(Form, frozen=True):
    """What a party wants: exactly one of the fields."""

    scores: Points | UnsetType = UNSET
    totals: Points | UnsetType = UNSET
    finding: str | UnsetType = UNSET
    text: str | UnsetType = UNSET


class Adjustment(Form, frozen=True):
    """The scores of a hand that an arbiter sets instead of the computed ones."""

    hand: Count
    scores: Points
    rule: str | None
    reason: str


class Dispute(Form, frozen=True):
    """A dispute and its ruling."""

    id: str
    ruling: Annotated[int, Meta(ge=1)]
    """Which ruling of the dispute it is, from 1."""
    state: Literal["ruled", "appealed", "final"]
    """That of the dispute when the verdict was issued."""
    replaces: Hash | None
    """The hash of the body of the last verdict on the dispute with an earlier ruling or state."""
    subject: Subject
    claim: Claim
    outcome: Literal["upheld", "corrected", "stands", "adjusted", "void"]
    adjustments: Annotated[list[Adjustment], Meta(max_length=bounds.HANDS)]
    text: str


class Chain(Form, frozen=True):
    """The record of disputes when a verdict was issued: how many entries, and the hash of the last."""

    length: Count
    head: Hash


class Body(Form, frozen=True):
    """What is signed."""

    verdict: Literal["fupan-verdict/1"]
    id: str
    issued_at: Moment
    issuer: str
    log: LogOf
    report: ReportForm
    engine: str
    hands: Annotated[list[Scores | None], Meta(max_length=bounds.HANDS)] | None
    totals: Scores | None
    winner: Seats | None
    dispute: Dispute | None
    chain: Chain | None

    @property
    def adjustments(self) -> list[Adjustment]:
        """The adjustments of the ruling; none without a dispute."""
        return [] if self.dispute is None else self.dispute.adjustments

    def signed(self) -> bytes:
        """The bytes that signatures are over.  Raises NotCanonical."""
        return SIGNED + canonical.write(self)


class Signature(Form, frozen=True):
    """A signature over the body."""

    alg: Literal["Ed25519"]
    key: Annotated[str, Meta(pattern=KEY)]
    sig: Annotated[str, Meta(pattern=SIGNATURE)]


class VerdictFile(Form, frozen=True):
    """A verdict with its signatures."""

    body: Body
    signatures: Annotated[list[Signature], Meta(max_length=SIGNATURES)]

    def as_bytes(self) -> bytes:
        """The file.  Raises NotCanonical."""
        return canonical.write(self) + b"\n"


def read_verdict(raw: bytes) -> VerdictFile:
    """The verdict that the bytes of a file are.

    Raises FormFault, with the place and the reason, if they are not exactly a verdict.
    """
    if len(raw) > canonical.BYTES:
        raise FormFault(
            say(
                "the file has {count} bytes; a verdict has at most {most}",
                count=f"{len(raw):,}",
                most=f"{canonical.BYTES:,}",
            )
        )
    if not raw.endswith(b"\n"):
        raise FormFault(say("the file does not end with a line feed") if raw else say("the file is empty"))
    try:
        verdict_file = canonical.read(raw[:-1], VerdictFile)
    except canonical.NotCanonical as fault:
        raise FormFault(fault.reason) from None
    check_verdict(verdict_file)
    return verdict_file


def body_of(fields: Mapping[str, Any]) -> Body:
    """The body with the given fields, checked like one that is read.  Raises FormFault."""
    try:
        verdict_file = canonical.read(canonical.write({"body": fields, "signatures": []}), VerdictFile)
    except canonical.NotCanonical as fault:
        raise FormFault(fault.reason) from None
    check_verdict(verdict_file)
    return verdict_file.body


def check_verdict(verdict: VerdictFile) -> None:
    """Checks what the types of the fields do not say.  Raises FormFault, with the place, for the first fault."""
    body = verdict.body
    if not is_moment(body.issued_at):
        refuse("body.issued_at", say("there is no such day or time"))
    check_report(body.report)
    if body.log.sha256 != body.report.log.sha256:
        refuse("body.log.sha256", say("body.report.log.sha256 is another hash"))
    if body.engine != body.report.engine:
        refuse("body.engine", say("body.report.engine is another version"))
    if body.chain is not None and (body.chain.length == 0) != (body.chain.head == NO_HEAD):
        refuse("body.chain", say("length 0 and a head of 64 zeros go together"))
    _check_ruled(body)
    if body.dispute is not None:
        _check_dispute(body.dispute, body)
    keys = [signature.key for signature in verdict.signatures]
    if len(set(keys)) != len(keys):
        refuse("signatures", say("the same key signs twice"))


def _seats_expected(seats: Iterable[str]) -> Text:
    return say("the seats {seats} are expected", seats=", ".join(seats))


def _hands_counted(count: int) -> Text:
    return say("the match has {count} hands, counted from 0", count=count)


def _check_ruled(body: Body) -> None:
    """Checks the fields that the ruling gives: those of a readable log name its seats, and of each hand all of them."""
    seats, hands = body.report.totals, body.report.hands
    if isinstance(seats, UnsetType) or isinstance(hands, UnsetType):
        for name, value in (("hands", body.hands), ("totals", body.totals), ("winner", body.winner)):
            if value is not None:
                refuse(f"body.{name}", say("null is expected, as the log is unreadable"))
        return
    if body.totals is None:
        refuse("body.totals", say("an object is expected"))
    if body.totals.keys() != seats.keys():
        refuse("body.totals", _seats_expected(seats))
    if body.winner is not None:
        check_seats(body.winner, seats, "body.winner")
    if body.hands is not None:
        if len(body.hands) != len(hands):
            refuse("body.hands", say("{count} hands are expected, as in the report", count=len(hands)))
        for number, scores in enumerate(body.hands):
            if scores is not None and scores.keys() != seats.keys():
                refuse(f"body.hands[{number}]", _seats_expected(seats))


def _check_dispute(dispute: Dispute, body: Body) -> None:
    hands = body.report.hands
    count = 0 if isinstance(hands, UnsetType) else len(hands)
    subject, place = dispute.subject, "body.dispute"
    if subject.hand is None:
        for name, value in (("action", subject.action), ("line", subject.line)):
            if value is not None:
                refuse(f"{place}.subject.{name}", say("it is of no hand"))
    elif subject.hand >= count:
        refuse(f"{place}.subject.hand", _hands_counted(count))
    elif subject.line is not None and not isinstance(hands, UnsetType):
        lines = len(hands[subject.hand].breakdown)
        if subject.line >= lines:
            refuse(
                f"{place}.subject.line", say("the breakdown of the hand has {count} lines, counted from 0", count=lines)
            )
    _check_claim(dispute.claim, subject, body)
    _check_adjustments(dispute, body, count)


def _check_claim(claim: Claim, subject: Subject, body: Body) -> None:
    fields = [claim.scores, claim.totals, claim.finding, claim.text]
    if sum(field is not UNSET for field in fields) != 1:
        refuse("body.dispute.claim", say("exactly one of scores, totals, finding and text is expected"))
    if claim.scores is not UNSET and subject.hand is None:
        refuse("body.dispute.claim.scores", say("the subject names no hand that they are of"))
    seats = {} if isinstance(body.report.totals, UnsetType) else body.report.totals
    for name, points in (("scores", claim.scores), ("totals", claim.totals)):
        if not isinstance(points, UnsetType):
            check_seats(points, seats, f"body.dispute.claim.{name}")


def _check_adjustments(dispute: Dispute, body: Body, count: int) -> None:
    place = "body.dispute.adjustments"
    given = dispute.adjustments
    if dispute.outcome == "adjusted" and not given:
        refuse(place, say("the outcome `adjusted` has one or more"))
    if dispute.outcome in ("upheld", "corrected", "stands") and given:
        refuse(place, say("the outcome `{outcome}` has none", outcome=dispute.outcome))
    if dispute.outcome == "void":
        if len(given) != 1:
            refuse(place, say("the outcome `void` has one"))
        if given[0].hand != dispute.subject.hand:
            refuse(f"{place}[0].hand", say("the hand of the subject is expected, as the outcome is `void`"))
        if any(given[0].scores.values()):
            refuse(f"{place}[0].scores", say("zeros are expected, as the outcome is `void`"))
    seen: set[int] = set()
    for number, adjustment in enumerate(given):
        if adjustment.hand >= count:
            refuse(f"{place}[{number}].hand", _hands_counted(count))
        if adjustment.hand in seen:
            refuse(f"{place}[{number}].hand", say("the hand is adjusted twice"))
        seen.add(adjustment.hand)
        assert not isinstance(body.report.totals, UnsetType)
        if adjustment.scores.keys() != body.report.totals.keys():
            refuse(f"{place}[{number}].scores", _seats_expected(body.report.totals))
