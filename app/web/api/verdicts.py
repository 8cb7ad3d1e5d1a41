"""Verdicts that were issued, for programs."""

from datetime import datetime
from typing import Final

from msgspec import Struct

from app.disputes.cases.listing import PER_PAGE
from app.disputes.verdicts.issued import VerdictFilter, verdict_bytes, verdict_row, verdicts
from app.matches.installation import this_installation
from app.text.language import _
from app.web.api.disputes import Actor, Row
from app.web.api.operations import Written, cursor_of, number_of, operation, shaped
from app.web.http.errors import Refusal
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
