"""Evidence: another log, or a photo of a sheet.  Its type is found from its bytes, and it is checked on arrival."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from hashlib import sha256
from io import BytesIO
from typing import Final

from sqlalchemy import func, insert, or_, select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database import bounded_stores
from app.database.bounded_stores import StoreFull, make_room, refuse_over
from app.database.packing import packed, unpacked
from app.database.seeing import visible
from app.database.tables.disputes import Dispute, Evidence
from app.database.tables.matches import Blob
from app.disputes.audit_log.actors import actor_id, keep_text
from app.disputes.audit_log.appending import next_moment
from app.disputes.cases.acts import act, dispute_of, join, note
from app.disputes.cases.photos import kept_photo
from app.disputes.cases.states import Acting, CannotAct, DisputeState
from app.judging.fault_barrier import guarded_limit_exceeded, guarded_read
from app.matches.installation import Installation
from app.text.language import _
from app.text.language.keeping import kept_text
from engine.logs import AT_ONCE, Meter
from engine.match_diff import CannotPair
from engine.match_diff.differences import aligned_hands, differences
from engine.match_diff.seating import seating
from engine.record.content import content_key
from engine.record.match import Match
from engine.rulebook.sentences import Text, say

BYTES: Final = 8 * 1024 * 1024
"""The most bytes of one piece of evidence."""
MOST: Final = 20
"""The most pieces of evidence in one dispute."""
NAME: Final = 200
"""Characters of the name of a file that are kept."""


class EvidenceKind(StrEnum):
    """What a piece of evidence is."""

    LOG = "log"
    JPEG = "jpeg"
    PNG = "png"
    WEBP = "webp"


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """What the check of a file found."""

    kind: EvidenceKind
    said: Text
    """A sentence."""
    kept: bytes
    """What is kept of it: a photo upright and without EXIF, the original log."""


def check_evidence(data: bytes, name: str, match: Match | None) -> CheckedFile:
    """What a file is, found from its bytes.  ``match`` is the disputed one.

    Raises CannotAct for a file that is empty, too large, cut off, or neither a photo nor a log, and for
    a photo that cannot be read.
    """
    if not data:
        raise CannotAct(_("The file is empty."))
    if len(data) > BYTES:
        raise CannotAct(_("The file is larger than evidence may be, which is {count} MiB.", count=BYTES // 2**20))
    kind = _photo(data)
    if kind is None:
        return CheckedFile(EvidenceKind.LOG, _log(data, name, match), data)
    if not _is_whole(kind, data):
        raise CannotAct(_("The photo is cut off. Send the whole file."))
    photo = kept_photo(data)
    said = say("A photo ({kind}), {size}. What it shows was not read.", kind=kind.upper(), size=_size(len(photo)))
    return CheckedFile(kind, said, photo)


def add_evidence(
    fupan: Installation, dispute: int, acting: Acting, name: str, data: bytes, now: datetime | None = None
) -> int:
    """Adds a file to a dispute, and returns the number of the evidence.

    Raises CannotAct, also once the dispute is final.
    """
    with fupan.sessions() as session:
        log_id = dispute_of(session, dispute).log_id
    stored = None if log_id is None else fupan.match(log_id)
    checked = check_evidence(data, name, None if stored is None else fupan.decoded.get(stored))
    given, data = sha256(data).hexdigest(), checked.kept
    digest = sha256(data).hexdigest()

    def work(session: Session) -> int:
        row = dispute_of(session, dispute)
        if row.state == DisputeState.FINAL:
            raise CannotAct(_("The dispute is final: nothing is added to it."))
        here = select(func.count()).where(col(Evidence.dispute_id) == dispute)
        if (session.scalar(here) or 0) >= MOST:
            raise CannotAct(_("There are {count} files in this dispute; no more are taken.", count=MOST))
        if session.scalar(
            here.where(or_(col(Evidence.blob_sha256).in_((digest, given)), col(Evidence.given_sha256) == given))
        ):
            raise CannotAct(_("This file is in the dispute already."))
        try:
            make_room(session, bounded_stores.EVIDENCE)
            refuse_over(session, fupan.config.database_bytes)
        except StoreFull as full:
            raise CannotAct(full.sentence) from None
        blob = session.get(Blob, digest)
        if blob is None:
            session.execute(insert(Blob).values(sha256=digest, data=packed(data), size=len(data)))
        elif blob.erased_at is not None:
            raise CannotAct(_("This file has a name that was erased; it is not kept again."))
        elif blob.data is None:
            blob.data, blob.size = packed(data), len(data)
            session.flush()
        moment = next_moment(session, now)
        actor = actor_id(session, acting.name, acting.role, moment)
        name_id = keep_text(session, name[:NAME], moment)
        said = kept_text(checked.said)
        number = session.execute(
            insert(Evidence)
            .values(
                dispute_id=dispute,
                actor_id=actor,
                name_id=name_id,
                kind=str(checked.kind),
                blob_sha256=digest,
                given_sha256=given,
                size=len(data),
                said=said,
                at=moment,
            )
            .returning(col(Evidence.id))
        ).scalar_one()
        assert number is not None
        join(session, dispute, actor)
        facts = {"sha256": digest, "given_sha256": given, "bytes": len(data), "kind": str(checked.kind)}
        note(session, dispute, actor, "evidence", facts | {"name": name_id, "said": said}, moment)
        return number

    return act(fupan, work)


def evidence_bytes(session: Session, dispute: int, evidence: int) -> tuple[EvidenceKind, bytes] | None:
    """The kind and the bytes of a piece of evidence; None where there is none of the number."""
    if not 0 < evidence < 2**31:
        return None
    row = session.execute(
        select(col(Evidence.kind), col(Blob.data), col(Blob.size))
        .join(Blob, col(Blob.sha256) == col(Evidence.blob_sha256))
        .join(Dispute, col(Dispute.id) == col(Evidence.dispute_id))
        .where(
            col(Evidence.id) == evidence,
            col(Evidence.dispute_id) == dispute,
            visible(session, col(Dispute.log_id)),
        )
    ).first()
    if row is None or row[1] is None:
        return None
    return EvidenceKind(row[0]), unpacked(row[1], row[2])


def _photo(data: bytes) -> EvidenceKind | None:
    if data.startswith(b"\xff\xd8\xff"):
        return EvidenceKind.JPEG
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return EvidenceKind.PNG
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return EvidenceKind.WEBP
    return None


def _is_whole(kind: EvidenceKind, data: bytes) -> bool:
    """Whether a photo has its end: the end marker, or the length that its beginning names."""
    if kind is EvidenceKind.JPEG:
        return b"\xff\xd9" in data[-4096:]
    if kind is EvidenceKind.PNG:
        return b"IEND\xaeB`\x82" in data[-4096:]
    return int.from_bytes(data[4:8], "little") + 8 <= len(data)


def _log(data: bytes, name: str, match: Match | None) -> Text:
    """What a log holds, as a sentence.  Raises CannotAct if it is none, or too long to be read at once."""
    bound = guarded_limit_exceeded(BytesIO(data), name, Meter(AT_ONCE, {}))
    if bound is not None:
        raise CannotAct(_("The log has more than {bound}, which is more than evidence may have.", bound=bound))
    all_matches = [record.match for record in guarded_read(BytesIO(data), name)]
    matches = [other for other in all_matches if other is not None]
    if not matches:
        raise CannotAct(_("The file is neither a photo (JPEG, PNG or WebP) nor a log that Fupan can read."))
    count = say("A log with one match")
    if len(matches) > 1:
        count = say("A log with {count} matches", count=f"{len(matches):,}")
    if len(matches) < len(all_matches):
        unread = f"{len(all_matches) - len(matches):,}"
        count = say("{log}, and {count} parts that cannot be read", log=count, count=unread)
    if match is None:
        return say("{log}.", log=count)
    if any(content_key(other) == content_key(match) for other in matches):
        return say("{log}; the disputed match is in it, action by action.", log=count)
    parted = [place for other in matches if (place := parting(match, other)) is not None]
    if not parted:
        return say("{log}; it differs from the disputed match.", log=count)
    hand = max(parted)
    if hand < len(match.hands):
        return say("{log}; it parts from the disputed match at hand {hand}.", log=count, hand=hand + 1)
    return say("{log}; its hands are those of the disputed match, but not all else.", log=count)


def parting(match: Match, other: Match) -> int | None:
    """The first hand, from 0, at which another record differs from a match; None if it is no record of that match.

    The number of hands of the match if they differ in no hand of it.
    """
    try:
        turned = seating(match, other).applied(other, match)
    except CannotPair:
        return None
    between = differences(match, turned, aligned_hands(match, turned))
    hands = [
        difference.second_hand if difference.first_hand is None else difference.first_hand for difference in between
    ]
    return min((hand for hand in hands if hand is not None), default=len(match.hands))


def matches_in(data: bytes, name: str) -> list[Match]:
    """The matches of a log that was given as evidence, without parts that cannot be read."""
    return [record.match for record in guarded_read(BytesIO(data), name) if record.match is not None]


def _size(number: int) -> str:
    return f"{number / 2**20:.1f} MiB" if number >= 2**20 else f"{max(1, number // 2**10):,} KiB"
