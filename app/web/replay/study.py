"""A study of several hands: its chapters in order, which the address names, and the file of them."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from flask import Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from app.matches.installation import this_installation
from app.matches.listing import MatchRow, match_rows
from app.players.search.finding import find
from app.players.search.grammar import read
from app.replay.notes.chapters import CHAPTERS, TITLE, Chapter, chapters_of, read_chapters, title_line, write_chapters
from app.replay.notes.reading import noted_steps
from app.replay.notes.study import StudyRefused, export_study
from app.text.language import _
from app.web.http.computing import computes_in_turn
from app.web.http.errors import Refusal
from app.web.http.pages import May, Pages
from app.web.parts.hand_list import HandList

BLUEPRINT: Final = Pages("study", __name__, url_prefix="/study")

_ADDRESS: Final = re.compile(r"/matches/([0-9]{1,9})/hands/([0-9]{1,5})")


@dataclass(frozen=True, slots=True)
class ShownChapter:
    """A chapter as the page lists it."""

    chapter: Chapter
    row: MatchRow | None
    """None where the match is not, or no longer, there."""
    notes: int
    first: int
    """The first step with a note; 0 without notes."""
    earlier: str | None
    """The study with this chapter one place earlier."""
    later: str | None
    without: str | None
    """The study without it."""


@BLUEPRINT.get("", may=May.TAKE_PART)
def page() -> str:
    """The chapters of the study that ``?chapters=`` names, such as ``40.1|61.2 The bomb``, called ``?title=``."""
    return _page(_title(), _chapters())


@BLUEPRINT.get("/change", may=May.TAKE_PART)
@computes_in_turn
def change() -> Answer | tuple[str, int]:
    """Leads to a study after a change of titles, with a hand that is added, or hands with notes that a search finds."""
    title = _title()
    names = request.args.getlist("named")
    chapters = [
        replace(entry, title=title_line(names[place])) if place < len(names) else entry
        for place, entry in enumerate(_bounded(lambda: chapters_of(request.args.getlist("chapter"))))
    ]
    added = request.args.get("hand", "").strip()
    line = request.args.get("q", "").strip()
    refused = ""
    if added:
        chapter = _added(added)
        if chapter is None:
            refused = _("{text} is not a match and a hand, such as 40.1", text=added[:40])
        else:
            chapters = chapters_of(map(str, [*chapters, chapter]))
    if line and not refused:
        refused, new_chapters = _found(line)
        chapters = chapters_of(map(str, [*chapters, *new_chapters]))
    if len(chapters) > CHAPTERS:
        refused = _("A study has at most {most} chapters.", most=CHAPTERS)
    if refused:
        return _page(title, chapters[:CHAPTERS], refused=refused, added=added, line=line), 422
    return redirect(_address(title, chapters), 303)


@BLUEPRINT.get("/file", may=May.TAKE_PART)
@computes_in_turn
def file() -> Response:
    """The study as a file: see `app.replay.notes.study`."""
    chapters = _chapters()
    if not chapters:
        raise Refusal(404, _("This study has no chapters."))
    try:
        data = export_study(this_installation(), _title(), chapters)
    except StudyRefused as refused:
        raise Refusal(404, str(refused)) from None
    return Response(
        data,
        content_type="application/json",
        headers={"Content-Disposition": "attachment; filename=study.json"},
    )


def _page(title: str, chapters: Sequence[Chapter], *, refused: str = "", added: str = "", line: str = "") -> str:
    matches = {entry.match for entry in chapters}
    with this_installation().sessions() as session:
        rows = {row.id: row for row in match_rows(session, sorted(matches))}
        noted = noted_steps(session, matches)
    shown = []
    for place, chapter in enumerate(chapters):
        notes, first = noted.get((chapter.match, chapter.hand - 1), (0, 0))
        shown.append(
            ShownChapter(
                chapter=chapter,
                row=rows.get(chapter.match),
                notes=notes,
                first=first,
                earlier=_address(title, _moved(chapters, place, -1)) if place else None,
                later=_address(title, _moved(chapters, place, 1)) if place + 1 < len(chapters) else None,
                without=_address(title, [other for other in chapters if other is not chapter]),
            )
        )
    text = write_chapters(chapters)
    return render_template(
        "replay/notes/chapters.html",
        title=title,
        shown=shown,
        carried=HandList("study", {"title": title, "chapters": text}).text,
        saved=url_for("study.file", title=title or None, chapters=text),
        refused=refused,
        added=added,
        line=line,
        longest=TITLE,
    )


def _title() -> str:
    return title_line(request.args.get("title", ""))


def _chapters() -> list[Chapter]:
    """The chapters of the address.  Raises Refusal."""
    return _bounded(lambda: read_chapters(request.args.get("chapters", "")))


def _bounded(made: Callable[[], list[Chapter]]) -> list[Chapter]:
    try:
        chapters = made()
    except ValueError as wrong:
        text = str(wrong)[:40]
        raise Refusal(404, _("{text} is not a match and a hand, such as 40.1", text=text)) from None
    if len(chapters) > CHAPTERS:
        raise Refusal(404, _("A study has at most {most} chapters.", most=CHAPTERS))
    return chapters


def _added(text: str) -> Chapter | None:
    """The chapter that somebody typed: a match and a hand, or the address of a replay."""
    text_match = _ADDRESS.search(text)
    return Chapter.read(f"{text_match[1]}.{text_match[2]}" if text_match else text)


def _found(line: str) -> tuple[str, list[Chapter]]:
    """Why the hands of a search cannot be added, and those of them that have notes."""
    reading = read(f"{line} notes>=1")
    if reading.troubles:
        return _("The line cannot be read. {troubles}", troubles=" ".join(map(str, reading.troubles))), []
    with this_installation().sessions() as session:
        hands_page = find(session, reading.query, limit=CHAPTERS)
    if not hands_page.hands:
        return _("No hand with notes was found."), []
    return "", [Chapter(hand.match, hand.hand + 1) for hand in reversed(hands_page.hands)]


def _moved(chapters: Sequence[Chapter], place: int, by: int) -> list[Chapter]:
    order = list(chapters)
    order.insert(place + by, order.pop(place))
    return order


def _address(title: str, chapters: Sequence[Chapter]) -> str:
    return url_for("study.page", title=title or None, chapters=write_chapters(chapters) or None)
