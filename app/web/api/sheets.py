"""Score sheets for programs: begun from a log of results, filled tap by tap, and made matches."""

from datetime import datetime
from typing import Annotated, Final

from flask import request
from msgspec import Meta, Raw, Struct

from app.database.opening import transact
from app.judging.rules_of_match.refusal import RulesRefused
from app.matches.installation import this_installation
from app.sheets.sheet import drafts
from app.sheets.sheet.drafts import DamagedDraft, SheetChanged, SheetDraft, title_of
from app.sheets.sheet.rules import rules_of_sheet
from app.sheets.sheet.sheet import SheetRefused, match_of, sheet_of
from app.text.language import _
from app.web.api.matches import MatchFacts, facts_of
from app.web.api.operations import BODY_BYTES, EXAMPLE, Answer, operation
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of
from app.web.parts.open_match import stored_match
from app.web.parts.open_sheet import CHANGED, finish, found_sheet
from engine.logs import write_match
from engine.logs.fupan.reading import read_match
from engine.rulebook.options import RulesUnknown

_SUBJECT: Final = "sheets"
_Version = Annotated[int, Meta(ge=0, lt=2**31)]


class ListedSheet(Struct, frozen=True):
    """A score sheet."""

    id: int
    title: str
    game: str
    version: int
    """Grows with each change; a change names the version that it is made to."""
    hands: int
    changed_at: datetime
    match: int | None
    """The match that it has become."""


class Sheets(Struct, frozen=True):
    """The sheets that are being filled, the one changed last first."""

    sheets: tuple[ListedSheet, ...]
    damaged: tuple[DamagedDraft, ...]


class SheetFacts(Struct, frozen=True):
    """A score sheet with what is written down so far."""

    sheet: ListedSheet
    log: Raw
    """The sheet so far as a log in the format ``fupan/1``."""


class Tap(Struct, frozen=True, forbid_unknown_fields=True):
    """A tap as the page of a sheet sends it, such as ``finish E N W S``; ``undo`` takes the last one back."""

    version: _Version
    tap: Annotated[str, Meta(max_length=1_000)]


class Finishing(Struct, frozen=True, forbid_unknown_fields=True):
    """Which version becomes a match."""

    version: _Version
    stopped: bool = False
    """Whether the table stopped by the clock."""


class Dropping(Struct, frozen=True, forbid_unknown_fields=True):
    """Which version is deleted."""

    version: _Version


class DeletedSheet(Struct, frozen=True):
    """A sheet that was deleted."""

    dropped: bool


@operation("GET", "/sheets", may=May.FOLLOW, subject=_SUBJECT, gives=Sheets)
def listed_sheets() -> Sheets:
    """Lists the score sheets that are being filled."""
    with this_installation().sessions() as session:
        recent_sheets, damaged = drafts.recent(session)
    return Sheets(tuple(map(_listed, recent_sheets)), tuple(damaged))


@operation(
    "GET", "/sheets/<int:number>", may=May.FOLLOW, of=Of.SHEET, subject=_SUBJECT, gives=SheetFacts, errors=(404,)
)
def one_sheet(number: int) -> SheetFacts:
    """Gives a score sheet."""
    return _facts(found_sheet(this_installation(), number))


@operation(
    "POST",
    "/sheets",
    may=May.RECORD,
    subject=_SUBJECT,
    gives={201: SheetFacts},
    takes_files=True,
    errors=(413, 422),
    examples={"body": EXAMPLE},
)
def begin_sheet() -> Answer:
    """Begins a score sheet.  The body is a log in the format ``fupan/1`` with players, and results of hands alone."""
    if (request.content_length or 0) > BODY_BYTES:
        raise Refusal(413, _("The body has more than {most} KiB.", most=BODY_BYTES // 1024))
    match = read_match(request.get_data(), "sheet").match
    if match is None:
        raise Refusal(422, _("Nothing of this could be read as a match."))
    try:
        sheet = sheet_of(match)
        rules_of_sheet(sheet, None)
        number = transact(this_installation().sessions, lambda session: drafts.add(session, sheet))
    except SheetRefused as refused:
        raise Refusal(422, _("This match is not a score sheet: {reason}.", reason=refused)) from None
    except (RulesUnknown, RulesRefused) as unknown:
        raise Refusal(422, _("No sheet can begin with this match: {reason}.", reason=unknown)) from None
    return Answer(201, _facts(found_sheet(this_installation(), number)))


@operation(
    "POST",
    "/sheets/<int:number>/taps",
    may=May.RECORD,
    of=Of.SHEET,
    subject=_SUBJECT,
    gives=SheetFacts,
    body=Tap,
    errors=(404, 409, 422),
    examples={"body": {"version": 0, "tap": "finish E"}},
)
def tap(number: int, body: Tap) -> SheetFacts:
    """Does a tap to a score sheet."""
    fupan = this_installation()
    found_sheet(fupan, number)
    try:
        return _facts(transact(fupan.sessions, lambda session: drafts.tap(session, number, body.version, body.tap)))
    except SheetChanged:
        raise _changed() from None
    except SheetRefused as refused:
        raise Refusal(422, _("Not taken: {reason}.", reason=refused)) from None


@operation(
    "POST",
    "/sheets/<int:number>/done",
    may=May.RECORD,
    of=Of.SHEET,
    subject=_SUBJECT,
    gives={201: MatchFacts},
    body=Finishing,
    errors=(404, 409, 422),
    examples={"body": {"version": 0}},
)
def finish_sheet(number: int, body: Finishing) -> Answer:
    """Makes a score sheet a match."""
    fupan = this_installation()
    draft = found_sheet(fupan, number)
    try:
        match = finish(fupan, draft, body.version, stopped=body.stopped)
    except SheetChanged:
        raise _changed() from None
    except SheetRefused as refused:
        raise Refusal(422, _("Not taken: {reason}.", reason=refused)) from None
    return Answer(201, facts_of(stored_match(match)))


@operation(
    "DELETE",
    "/sheets/<int:number>",
    may=May.RECORD,
    of=Of.SHEET,
    subject=_SUBJECT,
    gives=DeletedSheet,
    query=Dropping,
    errors=(404, 409),
    examples={"version": 0},
)
def drop_sheet(number: int, query: Dropping) -> DeletedSheet:
    """Deletes a score sheet that has not become a match."""
    fupan = this_installation()
    found_sheet(fupan, number)
    try:
        transact(fupan.sessions, lambda session: drafts.drop(session, number, query.version))
    except SheetChanged:
        raise _changed() from None
    return DeletedSheet(True)


def _facts(draft: SheetDraft) -> SheetFacts:
    return SheetFacts(_listed(draft), Raw(write_match(match_of(draft.filling.kept))))


def _listed(draft: SheetDraft) -> ListedSheet:
    sheet = draft.filling.kept
    return ListedSheet(
        draft.id, title_of(draft), sheet.game, draft.version, len(sheet.rows), draft.changed_at, draft.log_id
    )


def _changed() -> Refusal:
    return Refusal(409, _(CHANGED))
