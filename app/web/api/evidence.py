"""Evidence of disputes, for programs: giving a log or a photo, and reading it."""

from typing import Final

from msgspec import Struct

from app.database.tables.matches import storable
from app.disputes.audit_log.actors import ActorRole
from app.disputes.cases.evidence import BYTES, EvidenceKind, add_evidence, evidence_bytes
from app.disputes.cases.reading import WholeDispute
from app.matches.installation import this_installation
from app.text.language import _
from app.web.api.disputes import dispute_facts, result_of_act
from app.web.api.operations import EXAMPLE, Answer, File, operation
from app.web.api.uploads import streams
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of
from app.web.parts.acting_as import acting_as

_SUBJECT: Final = "disputes"


class EvidenceAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """How the file is called, and who gives it where nobody logs in."""

    name: str = "evidence"
    by: str = ""
    role: ActorRole = ActorRole.PLAYER


@operation(
    "POST",
    "/disputes/<int:number>/evidence",
    may=May.TAKE_PART,
    of=Of.DISPUTE,
    subject=_SUBJECT,
    gives={201: WholeDispute},
    query=EvidenceAsked,
    takes_files=True,
    errors=(404, 413, 422),
    examples={"body": EXAMPLE, "by": "Li"},
)
def give_evidence(number: int, query: EvidenceAsked) -> Answer:
    """Adds a log, or a photo of a sheet, to a dispute.  The body is the file, or a form with it."""
    dispute_facts(number)
    stream, name = next(streams(query.name))
    data = stream.read(BYTES + 1)
    result_of_act(
        lambda: add_evidence(this_installation(), number, acting_as(query.by, query.role), storable(name), data),
    )
    return Answer(201, dispute_facts(number))


@operation(
    "GET",
    "/disputes/<int:number>/evidence/<int:piece>",
    may=May.FOLLOW,
    of=Of.DISPUTE,
    subject=_SUBJECT,
    gives=File,
    errors=(404,),
)
def evidence_file(number: int, piece: int) -> File:
    """Gives the bytes of a piece of evidence."""
    with this_installation().sessions() as session:
        file = evidence_bytes(session, number, piece)
    if file is None:
        raise Refusal(404, _("There is no such evidence."))
    kind, data = file
    return File(data, f"evidence-{piece}.{'log' if kind is EvidenceKind.LOG else kind}")
