"""Uploading logs: the form, and what was found in each file."""

from pathlib import Path
from typing import BinaryIO, Final, cast

from flask import current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from app.judging.rules_of_match.asked import games_of
from app.judging.rules_of_match.form import fields_of
from app.judging.rules_of_match.records import houses
from app.matches.installation import this_installation
from app.matches.uploading import Budget, unfinished_uploads
from app.matches.uploads import acts
from app.matches.uploads.deletion import CannotDelete
from app.matches.uploads.uploads import PER_PAGE, uploads
from app.text.language import _
from app.web.http.errors import Refusal, size_words
from app.web.http.pages import May, Of, Pages
from app.web.http.paging import known_arguments, whole
from app.web.parts.upload_lines import asked_for_upload, lines_of, lines_or_queued, table
from engine.games import GAMES
from engine.logs import FORMATS

BLUEPRINT: Final = Pages("uploads", __name__, url_prefix="/upload")
KEPT: Final = Pages("stored_uploads", __name__, url_prefix="/uploads")

NAME: Final = 255
"""Characters of a file's name."""
SAMPLE: Final = "samples/spring-cup.json"
"""A match to begin with, among the static files."""


@BLUEPRINT.get("", may=May.TAKE_PART)
def form() -> str:
    """The form; ``?game=`` and ``?rules=`` name rules to judge under, whose options it then shows."""
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
    return render_template(
        "matches/uploads/form.html",
        sample=SAMPLE,
        games=GAMES,
        houses=all_houses,
        jobs=waiting,
        base=base,
        fields=[] if base is None else fields_of(base.rules.game, base.rules.options, base.rules.options, {}),
        most=current_app.config["MAX_CONTENT_LENGTH"],
        bound=size_words(current_app.config["MAX_CONTENT_LENGTH"]),
        formats=[log_format.title for log_format in FORMATS.values()],
        **table(),
    )


@BLUEPRINT.post("", may=May.TAKE_PART)
def take() -> str:
    """Keeps the matches of the files sent, and says what was found; ``?part=results`` is that without a page around."""
    files = [file for file in request.files.getlist("logs") if file.filename]
    if not files:
        raise Refusal(400, _("No file was chosen. Go back and choose one or more logs."))
    asked = asked_for_upload(this_installation(), request.form.to_dict(), ("csrf_token",))
    budget = Budget()
    lines = [
        line
        for file in files
        for line in lines_or_queued(cast(BinaryIO, file.stream), (file.filename or "")[:NAME], budget, asked)
    ]
    bare = request.args.get("part") == "results"
    return render_template("matches/uploads/results.html" if bare else "matches/uploads/done.html", **table(lines))


@BLUEPRINT.post("/sample", may=May.TAKE_PART)
def sample() -> Response:
    """Keeps the sample match, and leads to its page."""
    path = Path(current_app.static_folder or "") / SAMPLE
    with path.open("rb") as stream:
        (line,) = lines_of(stream, path.name)
    return redirect(url_for("matches.match", identity=line.matches[0].id), 303)


@KEPT.get("/", may=May.RECORD)
def listed() -> str:
    """The files that brought something that is still there, the newest first."""
    before = whole(request.args.get("before"))
    with this_installation().sessions() as session:
        rows = uploads(session, before)
    more = rows[-1].id if len(rows) == PER_PAGE else None
    return render_template("matches/uploads/list.html", uploads=rows, before=before, more=more)


@KEPT.post("/<int:identity>/delete", may=May.MANAGE, of=Of.UPLOAD)
def delete(identity: int) -> Response:
    """Deletes all that an upload brought, and shows what was deleted."""
    try:
        deleted = acts.delete_upload(this_installation().sessions, identity)
    except CannotDelete as reason:
        raise Refusal(409, str(reason)) from None
    if deleted is None:
        raise Refusal(
            404, _("There is no upload {identity}. What it brought may have been deleted.", identity=identity)
        )
    return redirect(url_for("deleted.listed", done=deleted.deletion), 303)
