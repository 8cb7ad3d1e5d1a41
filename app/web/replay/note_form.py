"""What the form of a note says: its text, its author, and what it draws."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import msgspec
from flask import request, session

from app.database.tables.matches import storable
from app.replay.notes.drawn import LONGEST, NOTHING, Arrow, Drawn, Mark, Shape
from app.replay.notes.reading import KeptNote
from app.replay.notes.targets import UnfitNote, fitted
from app.replay.notes.writing import AUTHOR
from app.text.language import _
from engine.replay.frames import Frame

_AUTHOR: Final = "note-author"
"""What the session remembers the name of the author by."""


@dataclass(frozen=True, slots=True)
class NoteForm:
    """The form of a note as it is shown."""

    text: str = ""
    author: str = ""
    drawn: Drawn = NOTHING
    note: int | None = None
    """The number of the note that is changed; None for another one."""
    version: int = 0
    """The version of it that was read."""


def empty_form() -> NoteForm:
    """The form of another note, with the name that was typed last."""
    name = session.get(_AUTHOR)
    return NoteForm(author=name if isinstance(name, str) else "")


def form_of(note: KeptNote) -> NoteForm:
    """The form that changes a note."""
    return NoteForm(note.text, note.author, note.drawn, note.id, note.version)


def remember_author(name: str) -> None:
    """Keeps the name that was typed, for the next note."""
    session[_AUTHOR] = name[:AUTHOR]


def typed() -> tuple[str, str]:
    """The text and the name that were typed."""
    return request.form.get("text", ""), storable(request.form.get("author", ""))


def drawn_now(frame: Frame) -> Drawn:
    """The marks and arrows of the form that was sent: those that it had, without those chosen to be removed, and more.

    Raises UnfitNote for what the frame does not show.
    """
    fields = request.form
    before = _had(fields)
    gone_marks, gone_arrows = set(fields.getlist("remove-mark")), set(fields.getlist("remove-arrow"))
    marks = [each for number, each in enumerate(before.marks) if str(number) not in gone_marks]
    arrows = [each for number, each in enumerate(before.arrows) if str(number) not in gone_arrows]
    on, shape = fields.get("mark-on", ""), fields.get("mark-shape", Shape.RING)
    if on:
        if shape not in tuple(Shape):
            raise UnfitNote(_("There is no shape {name}; there are: {names}.", name=shape[:20], names=", ".join(Shape)))
        marks.append(Mark(Shape(shape), on))
    start, end = fields.get("arrow-from", ""), fields.get("arrow-to", "")
    if start and end:
        arrows.append(Arrow(start, end))
    elif start or end:
        raise UnfitNote(_("An arrow needs both: where it begins, and where it ends."))
    return fitted(Drawn(tuple(marks), tuple(arrows)), frame)


def _had(fields: Mapping[str, str]) -> Drawn:
    text = fields.get("drawn", "") or NOTHING.text()
    try:
        if len(text) <= LONGEST:
            return Drawn.stored(text)
    except msgspec.MsgspecError:
        pass
    raise UnfitNote(_("The marks and arrows of the form cannot be read. Load the page again."))
