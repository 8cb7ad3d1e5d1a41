"""Studies: all notes of a hand in order as a page to read and print, and as a file."""

from dataclasses import dataclass
from typing import Final

from flask import Response, render_template, request

from app.database.row_pages import PER_PAGE
from app.matches.installation import this_installation
from app.replay.notes.chapters import Chapter
from app.replay.notes.reading import notes_of_hand
from app.replay.notes.spots import DrawnTable
from app.replay.notes.study import StudyRefused, export_study
from app.web.http.compression import without_secrets
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of, Pages
from app.web.http.paging import page_of, whole
from app.web.parts.hand_list import keep_list
from app.web.parts.noted_hand import open_with_notes
from app.web.replay.note_marks import ShownNote, shown_note
from app.web.replay.notes import symbols_of, tables_of

BLUEPRINT: Final = Pages("studies", __name__)
BLUEPRINT.url_defaults(keep_list)


@dataclass(frozen=True, slots=True)
class StudyStep:
    """A step that has notes, with the table as they draw on it."""

    step: int
    notes: tuple[ShownNote, ...]
    tables: dict[str, DrawnTable]


@BLUEPRINT.get("/matches/<int:identity>/hands/<int:number>/study", may=May.TAKE_PART, of=Of.MATCH)
@without_secrets
def page(identity: int, number: int) -> str:
    """All notes of a hand, a drawing of the table for each step that has some; ``?page=`` from the first on."""
    opened = open_with_notes(identity, number)
    with this_installation().sessions() as session:
        notes = notes_of_hand(session, identity, number - 1)
    of_steps: dict[int, list[ShownNote]] = {}
    for note in notes:
        if note.step <= opened.steps:
            of_steps.setdefault(note.step, []).append(shown_note(note, opened.names))
    part = page_of(sorted(of_steps), whole(request.args.get("page")) or 1, PER_PAGE)
    frames = opened.frames(max(part.items, default=0))
    steps = [
        StudyStep(
            step,
            tuple(of_steps[step]),
            tables_of(opened, frames[step], [shown.note.drawn for shown in of_steps[step]]),
        )
        for step in part.items
    ]
    return render_template(
        "replay/notes/study.html",
        match=opened.stored.row,
        number=number,
        steps=steps,
        last=opened.steps,
        count=len(notes),
        part=part,
        names=opened.names,
        symbols=symbols_of(table for step in steps for table in step.tables.values()),
    )


@BLUEPRINT.get("/matches/<int:identity>/hands/<int:number>/study.json", may=May.TAKE_PART, of=Of.MATCH)
@without_secrets
def file(identity: int, number: int) -> Response:
    """The study as a file: see `app.replay.notes.study`."""
    open_with_notes(identity, number)
    fupan = this_installation()
    try:
        data = export_study(fupan, "", [Chapter(identity, number)])
    except StudyRefused as refused:
        raise Refusal(404, str(refused)) from None
    return Response(
        data,
        content_type="application/json",
        headers={"Content-Disposition": f"attachment; filename=study-{identity}-{number}.json"},
    )
