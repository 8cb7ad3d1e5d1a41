"""Notes for programs: those of a hand, and writing, changing and removing them."""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Final, TypeVar

from msgspec import Meta, Struct
from sqlalchemy.orm import Session

from app.database.opening import transact
from app.matches.installation import this_installation
from app.replay.notes.drawn import ARROWS, MARKS, Arrow, Mark, NoteDrawing
from app.replay.notes.reading import KeptNote, may_remove, may_rewrite, notes_of_hand
from app.replay.notes.targets import UnfitNote, fitted_drawing
from app.replay.notes.writing import AUTHOR, TEXT, ChangedMeanwhile, NoteDraft, add_note, change_note, remove_note
from app.text.language import _, marked
from app.web.api.operations import Answer, operation
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of, Only
from app.web.parts.noted_hand import author_of, note_there, open_with_notes
from app.web.parts.open_hand import OpenHand, step_asked

_SUBJECT: Final = "hands"
_PATH: Final = "/matches/<int:match>/hands/<int:number>/notes"
_NONE: Final = marked("There is no such note of this hand.")
T = TypeVar("T")
_Version = Annotated[int, Meta(ge=0, lt=2**31)]


class NoteFacts(Struct, frozen=True):
    """A note."""

    id: int
    step: int
    text: str
    author: str
    marks: tuple[Mark, ...]
    arrows: tuple[Arrow, ...]
    version: int
    """Grows with each change; a change names the version that it is made to."""
    created_at: datetime
    changed_at: datetime
    damaged: bool
    """Whether its marks and arrows are not what was stored: ``marks`` and ``arrows`` are empty then."""


class NotesOfHand(Struct, frozen=True):
    """The notes of a hand, by step."""

    notes: tuple[NoteFacts, ...]


class AtStep(Struct, frozen=True, forbid_unknown_fields=True):
    """At which step."""

    step: Annotated[int, Meta(ge=0, le=10**6)] = 0


class NoteText(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a note says: a text, marks on cards and seats (``E``, ``E 9s``), and arrows between them."""

    text: Annotated[str, Meta(max_length=TEXT)] = ""
    marks: Annotated[tuple[Mark, ...], Meta(max_length=MARKS)] = ()
    arrows: Annotated[tuple[Arrow, ...], Meta(max_length=ARROWS)] = ()
    author: Annotated[str, Meta(max_length=AUTHOR)] = ""
    """Who writes it; in a club who is logged in, whatever is here."""


class ChangedNote(NoteText, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a note is to say."""

    version: _Version


class OfVersion(Struct, frozen=True, forbid_unknown_fields=True):
    """Which version is removed."""

    version: _Version


class NoteRemoved(Struct, frozen=True):
    """A note that was removed."""

    removed: bool


@operation("GET", _PATH, may=May.FOLLOW, of=Of.MATCH, subject=_SUBJECT, gives=NotesOfHand, errors=(404,))
def notes(match: int, number: int) -> NotesOfHand:
    """Lists the notes of a hand."""
    opened = open_with_notes(match, number)
    with this_installation().sessions() as session:
        return NotesOfHand(tuple(map(_facts, notes_of_hand(session, opened.stored.row.id, number - 1))))


@operation(
    "POST",
    _PATH,
    may=May.TAKE_PART,
    of=Of.MATCH,
    subject=_SUBJECT,
    gives={201: NoteFacts},
    query=AtStep,
    body=NoteText,
    errors=(404, 422),
    examples={"body": {"text": "Look at this play."}},
)
def write_note(match: int, number: int, query: AtStep, body: NoteText) -> Answer:  # noqa: ARG001 (read from the address)
    """Adds a note to a step of a hand."""
    opened = open_with_notes(match, number)
    step = step_asked(opened)
    written = _written(opened, step, body, None)
    made = _done(lambda session: add_note(session, match, number - 1, step, written))
    return Answer(201, _facts(_there(opened, made)))


@operation(
    "PATCH",
    f"{_PATH}/<int:note>",
    may=May.TAKE_PART,
    of=Of.MATCH,
    only=Only.AUTHOR,
    subject=_SUBJECT,
    gives=NoteFacts,
    body=ChangedNote,
    errors=(403, 404, 409, 422),
    examples={"body": {"version": 1, "text": "Look at this play once more."}},
)
def rewrite_note(match: int, number: int, note: int, body: ChangedNote) -> NoteFacts:
    """Changes a note."""
    opened = open_with_notes(match, number)
    there = _there(opened, note, may_rewrite)
    written = _written(opened, there.step, body, there)
    _done(lambda session: change_note(session, match, number - 1, note, body.version, written))
    return _facts(_there(opened, note))


@operation(
    "DELETE",
    f"{_PATH}/<int:note>",
    may=May.TAKE_PART,
    of=Of.MATCH,
    only=Only.AUTHOR_OR_RECORDER,
    subject=_SUBJECT,
    gives=NoteRemoved,
    query=OfVersion,
    errors=(403, 404, 409),
    examples={"version": 2},
)
def drop_note(match: int, number: int, note: int, query: OfVersion) -> NoteRemoved:
    """Removes a note."""
    _there(open_with_notes(match, number), note, may_remove)
    _done(lambda session: remove_note(session, match, number - 1, note, query.version))
    return NoteRemoved(True)


def _written(opened: OpenHand, step: int, body: NoteText, there: KeptNote | None) -> NoteDraft:
    try:
        drawn = fitted_drawing(NoteDrawing(body.marks, body.arrows), opened.frames(step)[step])
        return NoteDraft.of(body.text, author_of(there, body.author), drawn)
    except UnfitNote as unfit:
        raise Refusal(422, str(unfit)) from None


def _there(opened: OpenHand, identity: int, may: Callable[[Session, KeptNote], bool] = may_rewrite) -> KeptNote:
    """A note of the hand, with which who asks may do something.  Raises Refusal."""
    note = note_there(opened, identity, may)
    if note is None:
        raise Refusal(404, _(_NONE))
    return note


def _done(work: Callable[[Session], T]) -> T:
    try:
        return transact(this_installation().sessions, work)
    except UnfitNote as unfit:
        raise Refusal(422, str(unfit)) from None
    except ChangedMeanwhile:
        raise Refusal(409, _("The note was changed meanwhile. Read it again.")) from None


def _facts(note: KeptNote) -> NoteFacts:
    return NoteFacts(
        note.id,
        note.step,
        note.text,
        note.author,
        note.drawn.marks,
        note.drawn.arrows,
        note.version,
        note.created_at,
        note.changed_at,
        note.damaged,
    )
