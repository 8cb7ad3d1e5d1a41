"""Issued verdicts for programs: their list, their files, and the signatures that are added to these."""

from collections.abc import Mapping

from flask import request
from msgspec import Struct

from app.database.row_pages import PER_PAGE
from app.disputes.verdicts.countersigning import CannotSign, keep_signatures
from app.disputes.verdicts.issued import VerdictFilter, VerdictRow, verdict_row, verdicts
from app.disputes.verdicts.verifying import Check, OverallResult
from app.disputes.verdicts.words import conclusion
from app.matches.installation import this_installation
from app.text.language import _
from app.text.language.errors import text_of
from app.web.api.disputes import SUBJECT, ActingAs, Row, dispute_facts, result_of_act
from app.web.api.operations import EXAMPLE, Answer, WrittenJson, cursor_of, number_of, operation
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of, Only
from app.web.parts.acting_as import acting_as
from app.web.parts.issued_verdict import issued_on, kept_file
from app.web.parts.verification import NotAsked, verification
from engine.verdict.proof.canonical import BYTES
from engine.verdict.proof.fields import FormFault
from engine.verdict.proof.form import VerdictFile


class VerdictsAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """Which verdicts are listed."""

    match: Row | None = None
    dispute: Row | None = None
    game: str | None = None
    player: str | None = None
    changed: bool = False
    cursor: str = ""


class Verdicts(Struct, frozen=True):
    """A page of verdicts, the newest first."""

    verdicts: tuple[VerdictRow, ...]
    next: str | None


class Signers(Struct, frozen=True):
    """Who has signed a verdict."""

    keys: tuple[str, ...]
    """The public keys, in hexadecimal."""


class Issuing(Struct, frozen=True, forbid_unknown_fields=True):
    """What a verdict is issued with."""

    key: str
    """The name of the key that signs it."""
    ruling: Row
    """The number of the ruling that it carries."""
    acting: ActingAs = ActingAs()


class VerdictChecks(Struct, frozen=True):
    """Overall result of the checks of a verdict."""

    standing: OverallResult
    conclusion: str
    checks: Mapping[str, Check]


@operation("GET", "/verdicts", may=May.READ, subject=SUBJECT, gives=Verdicts, query=VerdictsAsked)
def listed_verdicts(query: VerdictsAsked) -> Verdicts:
    """Lists the verdicts that were issued."""
    wanted = VerdictFilter(query.match, query.dispute, query.game, query.player, query.changed)
    with this_installation().sessions() as session:
        rows = verdicts(session, wanted, number_of(query.cursor))
    shown = tuple(rows[:PER_PAGE])
    return Verdicts(shown, cursor_of(shown[-1].id if len(rows) > PER_PAGE else None))


@operation(
    "GET", "/verdicts/<int:number>", may=May.READ, of=Of.VERDICT, subject=SUBJECT, gives=VerdictFile, errors=(404, 410)
)
def verdict_file(number: int) -> WrittenJson:
    """Gives the file of a verdict, byte for byte as it was issued, with the signatures that were added since."""
    return WrittenJson(kept_file(number)[1])


@operation(
    "POST",
    "/verdicts/<int:number>/signatures",
    may=May.RULE,
    of=Of.VERDICT,
    only=Only.NO_PLAYER,
    subject=SUBJECT,
    gives=Signers,
    takes_files=True,
    errors=(403, 404, 410, 422),
)
def sign_verdict(number: int) -> Signers:
    """Keeps the signatures that were added elsewhere to the file of a verdict, which is the body."""
    kept_file(number)
    sent = next(iter(request.files.values()), None)
    raw = (request.stream if sent is None else sent.stream).read(BYTES + 1)
    try:
        return Signers(tuple(result_of_act(lambda: keep_signatures(this_installation(), number, raw))))
    except (CannotSign, FormFault) as reason:
        raise Refusal(422, _("No signature was added: {reason}.", reason=text_of(reason))) from None


@operation(
    "POST",
    "/disputes/<int:number>/verdicts",
    may=May.RULE,
    of=Of.DISPUTE,
    only=Only.NO_PLAYER,
    subject=SUBJECT,
    gives={201: VerdictRow},
    body=Issuing,
    errors=(403, 404, 422),
    examples={"body": {"key": "key-1", "ruling": 1, "acting": {"name": "Zhao", "role": "arbiter"}}},
)
def issue(number: int, body: Issuing) -> Answer:
    """Issues a verdict on a dispute that was ruled on, signed by a key of the server."""
    dispute_facts(number)
    made = result_of_act(
        lambda: issued_on(number, acting_as(body.acting.name, body.acting.role), body.key, body.ruling),
    )
    with this_installation().sessions() as session:
        return Answer(201, verdict_row(session, made.number))


@operation(
    "POST",
    "/verify",
    may=May.READ,
    subject=SUBJECT,
    gives=VerdictChecks,
    takes_files=True,
    errors=(413, 422),
    examples={"body": EXAMPLE},
)
def verify_verdict() -> VerdictChecks:
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
        result = verification(raw)
    except NotAsked as refused:
        raise Refusal(422, str(refused)) from None
    return VerdictChecks(result.standing, conclusion(result), result.checks)
