"""Uploading logs: the form, and what was found in each file."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Final, cast

from flask import current_app, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from app.database.bounded_stores import StoreFull
from app.judging.rules_of_match.asked import NOTHING_ASKED, AskedRules, games_of, known_option, known_preset
from app.judging.rules_of_match.form import asked_in, fields_of
from app.judging.rules_of_match.records import houses
from app.judging.rules_of_match.refusal import RulesRefused, refusal_sentence
from app.matches.ingest import IngestResult, ingest
from app.matches.installation import Installation, this_installation
from app.matches.uploading import Budget, QueuedUpload, queue_if_large, unfinished_uploads
from app.matches.uploads import acts
from app.matches.uploads.deletion import CannotDelete
from app.matches.uploads.uploads import PER_PAGE, uploads
from app.text.language import _
from app.text.verdict_names import VERDICT_NAMES
from app.web.http.errors import Refusal, size_words
from app.web.http.language import ARGUMENT as LANGUAGE
from app.web.http.pages import May, Of, Pages
from app.web.http.paging import known_arguments, whole
from app.web.http.visitor import this_visitor
from engine.games import GAMES
from engine.logs import FORMATS
from engine.verdict.report import Verdict

BLUEPRINT: Final = Pages("uploads", __name__, url_prefix="/upload")
KEPT: Final = Pages("stored_uploads", __name__, url_prefix="/uploads")

SHOWN: Final = 50
"""Matches of a file that are listed one by one."""
NAME: Final = 255
"""Characters of a file's name."""
RULES_UNKNOWN: Final = "rules-unknown"
UNREAD: Final = "unread"
QUEUED: Final = "queued"
KNOWN: Final = "known"
COUNTED: Final = (
    *reversed([name for name in VERDICT_NAMES if name != Verdict.UNREADABLE]),
    RULES_UNKNOWN,
    UNREAD,
    QUEUED,
    KNOWN,
)
"""What the table counts and can be filtered by, in the order in which the page shows it."""
_NUMBER: Final = re.compile(r"[:#]\d+$")
SAMPLE: Final = "samples/spring-cup.json"
"""A match to begin with, among the static files."""


@dataclass(slots=True)
class UploadLine:
    """What a file held, or a file in a zip: a line of the table."""

    name: str
    within: str = ""
    """The zip that it is in; empty for a file that was sent as it is."""
    verdicts: Counter[str] = field(default_factory=Counter)
    """The count of matches of each verdict or mark."""
    rules_unknown: int = 0
    """The count of matches whose rules alone are unknown; these have no verdict."""
    unread: int = 0
    """The count of records that could not be read as a match; 1 if that is the whole file."""
    known: int = 0
    """The count of matches and records that were there before."""
    matches: list[IngestResult] = field(default_factory=list)
    """The first matches."""
    refused: list[IngestResult] = field(default_factory=list)
    """The first of what could not be read."""
    queued: QueuedUpload | None = None

    @property
    def total(self) -> int:
        """The count of matches."""
        return self.verdicts.total() + self.rules_unknown

    @property
    def counts(self) -> dict[str, int]:
        """What the line counts, by the names of `COUNTED`, without what it has none of."""
        numbers = {
            **{verdict: self.verdicts[verdict] for verdict in VERDICT_NAMES},
            RULES_UNKNOWN: self.rules_unknown,
            UNREAD: self.unread,
            QUEUED: int(self.queued is not None),
            KNOWN: self.known,
        }
        return {name: count for name, count in numbers.items() if count}

    def add(self, result: IngestResult) -> None:
        """Counts a match or a refusal."""
        self.known += not result.new and not result.restored
        if result.unread:
            self.unread += 1
        elif result.rules_unknown:
            self.rules_unknown += 1
        else:
            self.verdicts[result.shown] += 1
        shown = self.refused if result.unread else self.matches
        if len(shown) < SHOWN:
            shown.append(result)


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


def asked_for_upload(fupan: Installation, arguments: Mapping[str, str], others: tuple[str, ...] = ()) -> AskedRules:
    """The rules that an upload asks for.  ``game`` among the arguments is the only game that they are meant for.

    Raises Refusal for rules that no game, or not this game, has.
    """
    game = arguments.get("game") or None
    try:
        with fupan.sessions() as session:
            asked = asked_in(session, arguments, ("game", LANGUAGE, *others), game)
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


def lines_or_queued(
    stream: BinaryIO, name: str, budget: Budget | None = None, asked: AskedRules = NOTHING_ASKED
) -> list[UploadLine]:
    """Keeps the matches of a file, or queues it where it is over the budget of its request.  Raises Refusal."""
    try:
        queued = queue_if_large(this_installation(), stream, name, budget or Budget(), asked, this_visitor())
    except StoreFull as full:
        raise Refusal(503, full.sentence) from None
    return lines_of(stream, name, asked) if queued is None else [UploadLine(name, queued=queued)]


def lines_of(stream: BinaryIO, name: str, asked: AskedRules = NOTHING_ASKED) -> list[UploadLine]:
    """Keeps the matches of a file, judged under rules that are asked for."""
    fupan = this_installation()
    lines: dict[str, UploadLine] = {}
    for result in ingest(fupan.sessions, fupan.checker, stream, name, asked=asked):
        source = result.source if result.source == name else _NUMBER.sub("", result.source)
        if source not in lines:
            member = source.removeprefix(f"{name}/")
            lines[source] = UploadLine(member, name if member != source else "")
        lines[source].add(result)
    return list(lines.values()) or [UploadLine(name)]


def table(lines: Sequence[UploadLine] = ()) -> dict[str, object]:
    """What the template of the table is given."""
    counts: Counter[str] = Counter()
    for line in lines:
        counts.update(line.counts)
    return {"lines": lines, "counted": [(name, counts[name]) for name in COUNTED]}


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
