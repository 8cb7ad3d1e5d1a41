"""Add: files or a pasted text, a new score sheet, a new log; and what was found in the files and the text."""

from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Final, cast

from flask import current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from app.database.tables.matches import storable
from app.judging.fault_barrier import guarded_limit_exceeded
from app.judging.rules_of_match.asked import AskedRules, games_of
from app.judging.rules_of_match.form import fields_of
from app.judging.rules_of_match.records import houses
from app.matches.installation import this_installation
from app.matches.uploading import Budget, unfinished_uploads
from app.matches.uploads.advice import Advice, kind_of_text
from app.replay.notes.chapters import write_chapters
from app.replay.notes.study import BYTES, StudyRefused, bring_study, read_study
from app.sheets.sheet import drafts
from app.sheets.sheet.drafts import title_of
from app.sheets.sheet.grid import MOST_BYTES, decoded_text
from app.sheets.sheet.sheet import SheetRefused
from app.sheets.sheet.workbook import is_workbook_file
from app.sheets.writing.texts import NotTaken
from app.text.language import _, current
from app.text.language.reports import put_report
from app.web.http.errors import Refusal, size_words
from app.web.http.pages import May, Pages
from app.web.http.paging import known_arguments
from app.web.parts.upload_lines import UploadLine, asked_for_upload, lines_of, lines_or_queued, table
from app.web.sheets.paste import MOST_CHARACTERS, choose_game, refuse_long
from app.web.sheets.writing import drafts_here, go_on_with
from engine.games import GAMES
from engine.logs import AT_ONCE, FORMATS, Meter, detect
from engine.logs.input.reading import SNIFFED
from engine.verdict.stored_report import as_stored

BLUEPRINT: Final = Pages("add", __name__, url_prefix="/add")

_FIELDS: Final = frozenset({"csrf_token", "text", "as"})
"""Fields of the form that are not rules to judge under."""
PASTED: Final = "pasted.txt"
"""The name under which a text that was pasted is kept."""
DRAFT: Final = "draft"
"""What a text is taken for that somebody goes on writing."""
NAME: Final = 255
"""Characters of a file's name."""
OPEN_SHOWN: Final = 5
"""Open sheets that are shown at once."""
SAMPLE: Final = "samples/spring-cup.json"
"""A match to begin with, among the static files."""


@BLUEPRINT.get("", may=May.TAKE_PART)
def page() -> str:
    """The doors; ``?game=`` and ``?rules=`` name rules to judge under, whose options it then shows."""
    return _page("", "")


@BLUEPRINT.post("", may=May.TAKE_PART)
def take() -> Answer | tuple[str, int] | str:
    """Takes the files and the text that were sent for what they are, or the text for what ``as`` says.

    ``?part=results`` is what was found without a page around.
    """
    files = [file for file in request.files.getlist("logs") if file.filename]
    text = request.form.get("text", "")
    if not files and not text.strip():
        raise Refusal(400, _("Nothing was sent. Go back, and choose a file or paste a text."))
    refuse_long(text)
    data = text.encode("utf-8", "replace")
    taken = request.form.get("as") or kind_of_text(data[:SNIFFED])
    if text.strip() and taken == DRAFT:
        try:
            return go_on_with(text)
        except NotTaken as refused:
            return _page(text, str(refused)), 422
    if not files and taken == Advice.TABLE:
        return choose_game(text)
    asked = asked_for_upload(
        this_installation(), {name: value for name, value in request.form.items() if name not in _FIELDS}
    )
    budget = Budget()
    lines = []
    for file in files:
        stream = cast(BinaryIO, file.stream)
        kind = kind_of_text(stream.read(SNIFFED))
        stream.seek(0)
        lines += _lines(stream, storable(file.filename or "")[:NAME], kind, budget, asked)
    if text.strip():
        lines += _lines(BytesIO(data), PASTED, taken, budget, asked)
    bare = request.args.get("part") == "results"
    return render_template(
        "matches/uploads/results.html" if bare else "sheets/added.html",
        **table(lines),
        text=text,
        taken=taken,
        known=detect(data[:SNIFFED]),
        most_text=MOST_CHARACTERS,
        faults=[
            (result.source, put_report(as_stored(result.report), current()).findings)
            for line in lines
            for result in line.refused
            if text and len(result.report.findings) > 1
        ],
    )


@BLUEPRINT.post("/sample", may=May.TAKE_PART)
def sample() -> Answer:
    """Keeps the sample match, and leads to its page."""
    path = Path(current_app.static_folder or "") / SAMPLE
    with path.open("rb") as stream:
        (line,) = lines_of(stream, path.name)
    return redirect(url_for("matches.match", identity=line.matches[0].id), 303)


def _lines(stream: BinaryIO, name: str, kind: str, budget: Budget, asked: AskedRules) -> list[UploadLine]:
    try:
        if kind == Advice.STUDY:
            return [UploadLine(name, study=_study(stream.read(BYTES + 1), name))]
        if kind == Advice.TABLE or is_workbook_file(stream):
            return [UploadLine(name, cells=decoded_text(stream.read(MOST_BYTES + 1)))]
    except (StudyRefused, SheetRefused) as refused:
        return [UploadLine(name, not_taken=str(refused))]
    return lines_or_queued(stream, name, budget, asked)


def _study(data: bytes, name: str) -> str:
    """Stores the matches and the notes of a study; returns the address of it, or of the hand that it is about."""
    study = read_study(data)
    meter = Meter(AT_ONCE, {})
    for log in study.logs:
        bound = guarded_limit_exceeded(BytesIO(log), name, meter)
        if bound is not None:
            raise StudyRefused(
                _(
                    "The study is larger than what is judged while you wait ({bound}). Give the file to fupan study "
                    "import.",
                    bound=bound,
                )
            )
    brought = bring_study(this_installation(), study, name)
    chapters = [chapter.chapter for chapter in brought.chapters]
    if brought.title or len(chapters) > 1 or chapters[0].title:
        return url_for("study.page", title=brought.title or None, chapters=write_chapters(chapters))
    return url_for("studies.page", identity=chapters[0].match, number=chapters[0].hand)


def _page(text: str, refused: str) -> str:
    """The page with a text that was refused as a draft, and why."""
    fupan = this_installation()
    arguments = known_arguments(request.args, ("game", "rules"))
    base = None
    if "rules" in arguments:
        asked = asked_for_upload(fupan, arguments)
        of = asked.game or games_of(asked.preset, asked.house)[0].name
        base = None if asked.is_claim else asked.of_game(of)
    with fupan.sessions() as session:
        all_houses = houses(session)
        waiting = unfinished_uploads(session)
        sheets, damaged = drafts.recent(session)
    most = current_app.config["MAX_CONTENT_LENGTH"]
    return render_template(
        "sheets/add.html",
        text=text,
        refused=refused,
        most_text=MOST_CHARACTERS,
        sample=SAMPLE,
        games=GAMES,
        houses=all_houses,
        jobs=waiting,
        base=base,
        fields=[] if base is None else fields_of(base.rules.game, base.rules.options, base.rules.options, {}),
        most=most,
        bound=size_words(most),
        formats=[log_format.title for log_format in FORMATS.values()],
        sheets=[(draft, title_of(draft)) for draft in sheets],
        damaged=damaged,
        open_shown=OPEN_SHOWN,
        drafts=drafts_here(),
        **table(),
    )
