"""Uploading logs: the form, and what was found in each file."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final, cast

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from app.database.bounded_stores import StoreFull
from app.judging.rules_of_match.asked import NOTHING_ASKED, Asked, games_of, known_option, known_preset
from app.judging.rules_of_match.form import asked_in, fields_of
from app.judging.rules_of_match.records import houses
from app.judging.rules_of_match.refusal import RulesRefused, refusal_sentence
from app.matches import jobs
from app.matches.ingest import Ingested, ingest
from app.matches.installation import Installation, this_installation
from app.matches.uploading import Budget, Queued, queue_if_large
from app.matches.uploads import acts
from app.matches.uploads.deletion import CannotDelete
from app.matches.uploads.uploads import PER_PAGE, uploads
from app.text.language import _
from app.text.verdict_names import VERDICT_NAMES
from app.web.http.errors import Refusal
from app.web.http.paging import known, whole
from app.web.http.visitor import this_visitor
from engine.games import GAMES

BLUEPRINT: Final = Blueprint("uploads", __name__, url_prefix="/upload")
KEPT: Final = Blueprint("kept_uploads", __name__, url_prefix="/uploads")

SHOWN: Final = 50
"""Matches of a file that are listed one by one."""
NAME: Final = 255
"""Characters of a file's name."""
SAMPLE: Final = "samples/spring-cup.json"
"""A match to begin with, among the static files."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What a file held: how many matches of each verdict, and the first of them."""

    name: str
    total: int
    """Matches; what could not be read is not among them."""
    new: int
    verdicts: tuple[tuple[str, int], ...]
    """With how many matches have it, the worst first; those whose rules alone are unknown are counted apart."""
    rules_unknown: int
    shown: tuple[Ingested, ...]
    unread: int
    """Records, or the whole file, that could not be read as a match."""
    shown_unread: tuple[Ingested, ...]
    upload: int | None
    """The number of the upload; None where it brought nothing new."""


@BLUEPRINT.get("")
def form() -> str:
    """The form; ``?game=`` and ``?rules=`` name rules to judge under, whose options it then shows."""
    fupan = this_installation()
    arguments = known(request.args, ("game", "rules"))
    base = None
    if "rules" in arguments:
        asked = asked_for_upload(fupan, arguments)
        of = asked.game or games_of(asked.preset, asked.house)[0].name
        base = None if asked.is_claim else asked.of_game(of)
    with fupan.sessions() as session:
        found = houses(session)
        waiting = jobs.unfinished(session)
    return render_template(
        "matches/uploads/form.html",
        sample=SAMPLE,
        games=GAMES,
        houses=found,
        jobs=waiting,
        base=base,
        fields=[] if base is None else fields_of(base.rules.game, base.rules.options, base.rules.options, {}),
    )


@BLUEPRINT.post("")
def take() -> str:
    """Keeps the matches of the files sent, and says what was found; ``?part=results`` is that without a page around."""
    files = [file for file in request.files.getlist("logs") if file.filename]
    if not files:
        raise Refusal(400, _("No file was chosen. Go back and choose one or more logs."))
    asked = asked_for_upload(this_installation(), request.form.to_dict(), ("csrf_token",))
    budget = Budget()
    results = [
        taken_or_queued(cast(BinaryIO, file.stream), (file.filename or "")[:NAME], budget, asked) for file in files
    ]
    bare = request.args.get("part") == "results"
    return render_template("matches/uploads/results.html" if bare else "matches/uploads/done.html", results=results)


@BLUEPRINT.post("/sample")
def sample() -> Response:
    """Keeps the sample match, and leads to its page."""
    path = Path(current_app.static_folder or "") / SAMPLE
    with path.open("rb") as stream:
        result = taken(stream, path.name)
    return redirect(url_for("matches.match", identity=result.shown[0].id), 303)


def asked_for_upload(fupan: Installation, arguments: Mapping[str, str], others: tuple[str, ...] = ()) -> Asked:
    """The rules that an upload asks for.  ``game`` among the arguments is the only game that they are meant for.

    Raises Refusal for rules that no game, or not this game, has.
    """
    game = arguments.get("game") or None
    try:
        with fupan.sessions() as session:
            asked = asked_in(session, arguments, ("game", *others), game)
        if asked.house is not None:
            game = asked.house.game
        if game is not None and game not in GAMES:
            raise RulesRefused(
                _("there is no game {game}; the games are {names}", game=repr(game[:60]), names=", ".join(GAMES))
            )
        if game is not None:
            asked.of_game(game)
        if asked.preset is not None:
            known_preset(asked.preset)
        for name, value in asked.options.items():
            known_option(name, value, [GAMES[game]] if game else games_of(asked.preset))
    except RulesRefused as refused:
        raise Refusal(
            400, _("The rules to judge under cannot be had: {reason}", reason=refusal_sentence(refused))
        ) from None
    return asked


def taken_or_queued(
    stream: BinaryIO, name: str, budget: Budget | None = None, asked: Asked = NOTHING_ASKED
) -> Taken | Queued:
    """Keeps the matches of a file, or queues it where it is over the budget of its request.  Raises Refusal."""
    budget = budget or Budget()
    try:
        queued = queue_if_large(this_installation(), stream, name, budget, asked, this_visitor())
    except StoreFull as full:
        raise Refusal(503, full.sentence) from None
    return queued or taken(stream, name, asked)


def taken(stream: BinaryIO, name: str, asked: Asked = NOTHING_ASKED) -> Taken:
    """Keeps the matches of a file, judged under rules that are asked for."""
    fupan = this_installation()
    counted: Counter[str] = Counter()
    shown: list[Ingested] = []
    shown_unread: list[Ingested] = []
    new = unread = rules_unknown = 0
    upload = None
    for each in ingest(fupan.sessions, fupan.checker, stream, name, asked=asked):
        upload = each.upload or upload
        if each.unread:
            unread += 1
            if len(shown_unread) < SHOWN:
                shown_unread.append(each)
            continue
        if each.rules_unknown:
            rules_unknown += 1
        else:
            counted[each.shown] += 1
        new += each.new
        if len(shown) < SHOWN:
            shown.append(each)
    return Taken(
        name=name,
        total=counted.total() + rules_unknown,
        rules_unknown=rules_unknown,
        new=new,
        verdicts=tuple((verdict, counted[verdict]) for verdict in VERDICT_NAMES if counted[verdict]),
        shown=tuple(shown),
        unread=unread,
        shown_unread=tuple(shown_unread),
        upload=upload,
    )


@KEPT.get("/")
def listed() -> str:
    """The files that brought something that is still there, the newest first."""
    before = whole(request.args.get("before"))
    with this_installation().sessions() as session:
        found = uploads(session, before)
    more = found[-1].id if len(found) == PER_PAGE else None
    return render_template("matches/uploads/list.html", uploads=found, before=before, more=more)


@KEPT.post("/<int:identity>/delete")
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
