"""Verdicts that were issued, for programs."""

from datetime import datetime
from typing import Final

from flask import request
from msgspec import Struct

from app.disputes.cases.listing import PER_PAGE
from app.disputes.verdicts.issued import VerdictFilter, verdict_bytes, verdict_row, verdicts
from app.disputes.verdicts.verifying import Outcome, Standing
from app.disputes.verdicts.words import conclusion
from app.matches.installation import this_installation
from app.text.language import _
from app.web.api.disputes import ActingAs, Actor, Row, acted, dispute_facts
from app.web.api.operations import EXAMPLE, Answer, Written, cursor_of, number_of, operation, shaped
from app.web.disputes.acting_as import acting_as
from app.web.disputes.issued_verdicts import issued_on
from app.web.disputes.verify import NotAsked, verified
from app.web.http.errors import Refusal
from engine.verdict.proof.canonical import BYTES
from engine.verdict.proof.form import VerdictFile

_SUBJECT: Final = "disputes"


class VerdictsAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """Which verdicts are listed."""

    match: Row | None = None
    dispute: Row | None = None
    game: str | None = None
    player: str | None = None
    changed: bool = False
    cursor: str = ""


class ListedVerdict(Struct, frozen=True):
    """A verdict as a list has it."""

    id: int
    match: int | None
    title: str
    game: str | None
    dispute: int | None
    body_sha256: str
    engine: str
    key: str | None
    """The public key that signed it, in hexadecimal."""
    by: Actor
    at: datetime
    kept: bool
    """Whether its file is there."""
    changed: bool
    replaced_by: int | None


class Verdicts(Struct, frozen=True):
    """A page of verdicts, the newest first."""

    verdicts: tuple[ListedVerdict, ...]
    next: str | None


class Issuing(Struct, frozen=True, forbid_unknown_fields=True):
    """What a verdict is issued with."""

    key: str
    """The name of the key that signs it."""
    ruling: Row
    """The number of the ruling that it carries."""
    acting: ActingAs = ActingAs()


class CheckFacts(Struct, frozen=True):
    """A check of a verdict."""

    outcome: Outcome
    reason: str


class Verified(Struct, frozen=True):
    """What the checks of a verdict come to."""

    standing: Standing
    conclusion: str
    checks: dict[str, CheckFacts]


@operation("GET", "/verdicts", subject=_SUBJECT, gives=Verdicts, query=VerdictsAsked)
def listed_verdicts(query: VerdictsAsked) -> Verdicts:
    """Lists the verdicts that were issued."""
    wanted = VerdictFilter(query.match, query.dispute, query.game, query.player, query.changed)
    with this_installation().sessions() as session:
        found = verdicts(session, wanted, number_of(query.cursor))
    shown = tuple(shaped(each, ListedVerdict) for each in found[:PER_PAGE])
    return Verdicts(shown, cursor_of(shown[-1].id if len(found) > PER_PAGE else None))


@operation("GET", "/verdicts/<int:number>", subject=_SUBJECT, gives=VerdictFile, errors=(404, 410))
def verdict_file(number: int) -> Written:
    """Gives the file of a verdict, byte for byte as it was issued."""
    with this_installation().sessions() as session:
        found, raw = verdict_row(session, number), verdict_bytes(session, number)
    if found is None:
        raise Refusal(404, _("There is no verdict {number}.", number=number))
    if raw is None:
        raise Refusal(
            410, _("A name or a text in verdict {number} was erased, so its file was removed here.", number=number)
        )
    return Written(raw)


@operation(
    "POST",
    "/disputes/<int:number>/verdicts",
    subject=_SUBJECT,
    gives={201: ListedVerdict},
    body=Issuing,
    errors=(404, 422),
    examples={"body": {"key": "key-1", "ruling": 1, "acting": {"name": "Zhao", "role": "arbiter"}}},
)
def issue(number: int, body: Issuing) -> Answer:
    """Issues a verdict on a dispute that was ruled on, signed by a key of the server."""
    dispute_facts(number)
    made = acted(
        lambda: issued_on(number, acting_as(body.acting.name, body.acting.role), body.key, body.ruling),
    )
    with this_installation().sessions() as session:
        return Answer(201, shaped(verdict_row(session, made.number), ListedVerdict))


@operation(
    "POST",
    "/verify",
    subject=_SUBJECT,
    gives=Verified,
    takes_files=True,
    errors=(413, 422),
    examples={"body": EXAMPLE},
)
def verify_verdict() -> Verified:
    """Checks a verdict, and keeps nothing of it.

    The body is the file of a verdict, or a form with the file ``verdict``, and with ``logs``, ``keys``, ``head`` and
    ``hash`` to check it with.
    """
    if request.mimetype == "multipart/form-data":
        file = request.files.get("verdict")
        raw = b"" if file is None else file.stream.read(BYTES + 1)
    else:
        raw = request.stream.read(BYTES + 1)
    if not raw:
        raise Refusal(400, _("The request holds no verdict."))
    try:
        found = verified(raw)
    except NotAsked as refused:
        raise Refusal(422, str(refused)) from None
    checks = {name: CheckFacts(each.outcome, str(each.reason)) for name, each in found.checks.items()}
    return Verified(found.standing, conclusion(found), checks)
