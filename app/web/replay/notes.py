"""The page on which notes of a step are written, changed and removed.

It is a page of its own, so that the replay has neither forms nor sessions.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from flask import redirect, render_template, request, session, url_for
from markupsafe import Markup
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response

from app.database.opening import transact
from app.database.packing import BytesDamaged
from app.drawing.table.places import Layout
from app.drawing.table.svg import definitions
from app.matches.installation import this_installation
from app.replay.notes.drawn import ARROWS, LONGEST, MARKS, NOTHING, SHAPE_WORDS, Arrow, Mark, MarkShape, NoteDrawing
from app.replay.notes.indexing import used_tags
from app.replay.notes.reading import KeptNote, may_remove, may_rewrite, notes_of_hand
from app.replay.notes.spots import DrawnTable, drawn_table
from app.replay.notes.targets import UnfitNote, drawn_words, fitted_drawing, target_words, targets_of
from app.replay.notes.writing import AUTHOR, TEXT, ChangedMeanwhile, NoteDraft, add_note, change_note, remove_note
from app.text.language import _
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of, Only, Pages
from app.web.http.paging import whole
from app.web.parts.hand_list import keep_list
from app.web.parts.noted_hand import author_of, note_there, open_with_notes
from app.web.parts.open_hand import OpenHand, step_asked
from app.web.replay.drawings import sight_of
from app.web.replay.note_marks import shown_note
from engine.replay.frames import Frame

BLUEPRINT: Final = Pages("notes", __name__, url_prefix="/matches/<int:identity>/hands/<int:number>/notes")
BLUEPRINT.url_defaults(keep_list)

_TAGS: Final = 12
"""Tags that the form offers."""
_DRAW: Final = "draw"
"""The button that adds to the drawing and keeps nothing."""
_AUTHOR: Final = "note-author"
"""What the session remembers the name of the author by."""


@dataclass(frozen=True, slots=True)
class NoteForm:
    """The form of a note as it is shown."""

    text: str = ""
    author: str = ""
    drawn: NoteDrawing = NOTHING
    note: int | None = None
    """The number of the note that is changed; None for another one."""
    version: int = 0
    """The version of it that was read."""


@BLUEPRINT.get("", may=May.TAKE_PART, of=Of.MATCH)
def page(identity: int, number: int) -> str:
    """The notes of the step of ``?step=``, and the form for another one; with ``?note=`` the form changes that one."""
    opened = open_with_notes(identity, number)
    asked = request.args.get("note")
    if asked is None:
        return _page(opened, _empty_form())
    note = note_there(opened, whole(asked) or 0, may_rewrite)
    if note is None or note.step != step_asked(opened):
        raise Refusal(404, _("There is no such note at this step."))
    return _page(opened, _form_of(note))


@BLUEPRINT.post("", may=May.TAKE_PART, of=Of.MATCH)
def add(identity: int, number: int) -> Response | tuple[str, int]:
    """Adds a note to the step of ``?step=``, and leads back to the replay."""
    opened = open_with_notes(identity, number)
    step = step_asked(opened)

    def work(session: Session, written: NoteDraft) -> None:
        add_note(session, identity, number - 1, step, written)

    return _write(opened, _author(None), None, 0, work)


@BLUEPRINT.post("/<int:note>", may=May.TAKE_PART, of=Of.MATCH, only=Only.AUTHOR)
def change(identity: int, number: int, note: int) -> Response | tuple[str, int]:
    """Changes a note that has the version of the form; if it changed meanwhile, shows it next to what was typed."""
    opened = open_with_notes(identity, number)
    version = _version()
    there = note_there(opened, note, may_rewrite)
    if there is not None and there.step != step_asked(opened):
        raise Refusal(404, _("There is no such note at this step."))

    def work(session: Session, written: NoteDraft) -> None:
        change_note(session, identity, number - 1, note, version, written)

    return _write(opened, _author(there), note, version, work)


@BLUEPRINT.post("/<int:note>/delete", may=May.TAKE_PART, of=Of.MATCH, only=Only.AUTHOR_OR_RECORDER)
def remove(identity: int, number: int, note: int) -> Response | tuple[str, int]:
    """Removes a note that has the version of the form."""
    opened = open_with_notes(identity, number)
    version = _version()
    note_there(opened, note, may_remove)
    try:
        transact(
            this_installation().sessions, lambda session: remove_note(session, identity, number - 1, note, version)
        )
    except ChangedMeanwhile as changed:
        if changed.now is not None:
            return _page(
                opened, _form_of(changed.now), refused=_("The note was changed meanwhile. Read it again.")
            ), 409
    return _back(opened)


def _write(
    opened: OpenHand, author: str, note: int | None, version: int, work: Callable[[Session, NoteDraft], None]
) -> Response | tuple[str, int]:
    text, drawn = request.form.get("text", ""), NOTHING
    try:
        drawn = _drawn_now(_frame(opened))
        form = NoteForm(text, author, drawn, note, version)
        if request.form.get("act") == _DRAW:
            return _page(opened, form), 200
        written = NoteDraft.of(text, author, drawn)
        transact(this_installation().sessions, lambda session: work(session, written))
    except UnfitNote as unfit:
        return _page(opened, NoteForm(text, author, drawn, note, version), refused=str(unfit)), 422
    except ChangedMeanwhile as changed:
        return _conflict(opened, NoteForm(text, author, drawn, note, version), changed.now), 409
    _remember_author(written.author)
    return _back(opened)


def _conflict(opened: OpenHand, form: NoteForm, now: KeptNote | None) -> str:
    """What was typed, with the note as it is now: sending it again puts it in that one's place."""
    if now is None:
        again = NoteForm(form.text, form.author, form.drawn)
        reason = _("The note was deleted meanwhile. What you typed is below; sending it makes another note.")
        return _page(opened, again, refused=reason)
    again = NoteForm(form.text, form.author, form.drawn, now.id, now.version)
    reason = _(
        "The note was changed meanwhile, so nothing was overwritten. It is shown as it is now; what you typed is "
        "below, and sending it again puts it in its place."
    )
    return _page(opened, again, refused=reason)


def _page(opened: OpenHand, form: NoteForm, *, refused: str = "") -> str:
    step = step_asked(opened)
    frame = _frame(opened)
    with this_installation().sessions() as session:
        notes = [note for note in notes_of_hand(session, opened.stored.row.id, opened.number - 1) if note.step == step]
        rewritable = {note.id for note in notes if may_rewrite(session, note)}
        removable = {note.id for note in notes if may_remove(session, note)}
        tags = used_tags(session, _TAGS)
    names = opened.names
    tables = tables_of(opened, frame, [form.drawn])
    return render_template(
        "replay/notes/page.html",
        match=opened.stored.row,
        number=opened.number,
        step=step,
        steps=opened.steps,
        names=names,
        tables=tables,
        symbols=symbols_of(tables.values()),
        notes=[shown_note(note, names) for note in notes],
        rewritable=rewritable,
        removable=removable,
        form=form,
        tags=tags,
        words=drawn_words(form.drawn, names),
        targets={
            seat: [(text, target_words(text, names)) for text in texts] for seat, texts in targets_of(frame).items()
        },
        shapes=[(shape, _(SHAPE_WORDS[shape])) for shape in MarkShape],
        refused=refused,
        most={"text": TEXT, "author": AUTHOR, "marks": MARKS, "arrows": ARROWS},
    )


def tables_of(opened: OpenHand, frame: Frame, drawn: list[NoteDrawing]) -> dict[str, DrawnTable]:
    """The drawings of a frame for wide and for narrow pages, with marks and arrows."""
    return {str(layout): drawn_table(frame, sight_of(opened, frame, layout, None), drawn) for layout in Layout}


def symbols_of(tables: Iterable[DrawnTable]) -> Markup:
    """The symbols that some drawings place, each once, as an element of a page."""
    return Markup(definitions(table.drawing for table in tables))  # noqa: S704 (drawings escape their words themselves)


def _frame(opened: OpenHand) -> Frame:
    step = step_asked(opened)
    return opened.frames(step)[step]


def _version() -> int:
    return min(whole(request.form.get("version")) or 0, 2**31 - 1)


def _back(opened: OpenHand) -> Response:
    """Leads to the replay at the step."""
    return redirect(
        url_for(
            "replay.hand",
            identity=opened.stored.row.id,
            number=opened.number,
            step=step_asked(opened),
            _anchor="notes",
        ),
        303,
    )


def _empty_form() -> NoteForm:
    """The form of another note, with the name that was typed last."""
    name = session.get(_AUTHOR)
    return NoteForm(author=name if isinstance(name, str) else "")


def _form_of(note: KeptNote) -> NoteForm:
    """The form that changes a note."""
    return NoteForm(note.text, note.author, note.drawn, note.id, note.version)


def _remember_author(name: str) -> None:
    """Keeps the name that was typed, for the next note."""
    session[_AUTHOR] = name[:AUTHOR]


def _author(there: KeptNote | None) -> str:
    return author_of(there, request.form.get("author", ""))


def _drawn_now(frame: Frame) -> NoteDrawing:
    """The marks and arrows of the form that was sent: those that it had, without those chosen to be removed, and more.

    Raises UnfitNote for what the frame does not show.
    """
    fields = request.form
    before = _had(fields)
    gone_marks, gone_arrows = set(fields.getlist("remove-mark")), set(fields.getlist("remove-arrow"))
    marks = [mark for number, mark in enumerate(before.marks) if str(number) not in gone_marks]
    arrows = [arrow for number, arrow in enumerate(before.arrows) if str(number) not in gone_arrows]
    on, shape = fields.get("mark-on", ""), fields.get("mark-shape", MarkShape.RING)
    if on:
        if shape not in tuple(MarkShape):
            raise UnfitNote(
                _("There is no shape {name}; there are: {names}.", name=shape[:20], names=", ".join(MarkShape))
            )
        marks.append(Mark(MarkShape(shape), on))
    start, end = fields.get("arrow-from", ""), fields.get("arrow-to", "")
    if start and end:
        arrows.append(Arrow(start, end))
    elif start or end:
        raise UnfitNote(_("An arrow needs both: where it begins, and where it ends."))
    return fitted_drawing(NoteDrawing(tuple(marks), tuple(arrows)), frame)


def _had(fields: Mapping[str, str]) -> NoteDrawing:
    text = fields.get("drawn", "") or NOTHING.text()
    try:
        if len(text) <= LONGEST:
            return NoteDrawing.stored(text)
    except BytesDamaged:
        pass
    raise UnfitNote(_("The marks and arrows of the form cannot be read. Load the page again."))
