"""For programs: reports and logs as they are, the frames of a hand, uploads."""

from collections import defaultdict
from io import BytesIO
from itertools import islice
from typing import Any, BinaryIO, Final, cast
from urllib.parse import urlsplit

import msgspec
from flask import Blueprint, Response, abort, jsonify, request, send_file, url_for
from msgspec import Struct, to_builtins

from app import store
from app.errors import Refusal
from app.fupan import this_fupan
from app.ingest import Ingested, ingest
from engine.replay.fold import frames
from engine.replay.views import ALL, seen, view_named
from engine.rulebook.options import RulesUnknown

BLUEPRINT: Final = Blueprint("api", __name__, url_prefix="/api")

FRAMES: Final = 1_000
"""Frames of one answer; `start` asks for those that follow."""
NAME: Final = 255
"""Characters of an upload's name."""


@BLUEPRINT.get("/matches/<int:identity>/report")
def report(identity: int) -> Response:
    """The report of a match under its own rules: the line that `fupan check --json` prints, without its end."""
    stored = this_fupan().match(identity)
    if stored is None:
        abort(404)
    return _json(stored.report_json)


@BLUEPRINT.get("/matches/<int:identity>/raw")
def raw(identity: int) -> Response:
    """The bytes of a match as they came, to be saved as a file."""
    with this_fupan().sessions() as session:
        data = store.raw(session, identity)
    if data is None:
        raise Refusal(404, "There is no such match, or its bytes were too many to be kept.")
    return send_file(
        BytesIO(data),
        mimetype="application/octet-stream",
        as_attachment=True,
        download_name=f"match-{identity}.log",
        conditional=False,
        etag=False,
    )


@BLUEPRINT.get("/matches/<int:identity>/hands/<int:number>/frames")
def hand_frames(identity: int, number: int) -> Response:
    """A list of the frames of a hand (hands count from 1): the deal, then the state after each action.

    Each has the fields of `engine.replay.frames.Frame` and ``findings``: those of its action as the report has them;
    those about the whole hand are at the deal.  With `view` (``table``, or a seat) the frames are as the table or the
    seat saw them, and have no ``findings``, which may speak of any card.  At most 1,000 an answer, from the step
    `start` (default 0); each frame's ``steps`` says how many there are.
    """
    fupan = this_fupan()
    start = request.args.get("start", 0, type=int)
    stored = fupan.match(identity)
    if stored is None or start < 0:
        abort(404)
    match = fupan.replayable(stored)
    if match is None or not 1 <= number <= len(match.hands):
        abort(404)
    try:
        judge = fupan.checker.judge(fupan.rules(stored, match))
    except RulesUnknown:
        abort(404)
    view = view_named(request.args.get("view", ALL.name), match.seats)
    if view is None:
        abort(404)
    shown = (_facts(seen(frame, view)) for frame in islice(frames(judge, match, number - 1, start), FRAMES))
    if not view.whole:
        return _json(msgspec.json.encode(list(shown)))
    said = defaultdict(list)
    for finding in stored.report["findings"]:
        if finding["hand"] == number - 1:
            said[0 if finding["action"] is None else finding["action"] + 1].append(finding)
    return _json(msgspec.json.encode([frame | {"findings": said[frame["step"]]} for frame in shown]))


@BLUEPRINT.post("/matches")
def upload() -> tuple[Response, int]:
    """Keeps the matches of a request: the files of a multipart form, or the body itself (`?name=` names it).

    Answers ``{"matches": [{"id", "source", "new", "verdict", "game", "digest", "report"}]}`` in order; status 201 where
    something is new, else 200.

    It needs no CSRF token: it reads neither cookie nor session, so that a page of another site gains nothing from a
    visitor's browser sending the request.  A server that only the visitor can reach would still take what such a page
    sends, so a browser's request from another site is refused all the same (`Sec-Fetch-Site`, `Origin`).
    """
    _refuse_other_sites()
    kept = [each for stream, name in _streams() for each in _ingested(stream, name)]
    return jsonify(matches=kept), 201 if any(each["new"] for each in kept) else 200


def _refuse_other_sites() -> None:
    site = request.headers.get("Sec-Fetch-Site", "none")
    origin = request.headers.get("Origin")
    if site not in ("none", "same-origin") or (origin is not None and urlsplit(origin).netloc != request.host):
        raise Refusal(403, "A page of another site may not send logs here.")


def _streams() -> list[tuple[BinaryIO, str]]:
    if request.mimetype == "multipart/form-data":
        files = [each for _, each in request.files.items(multi=True) if each.filename]
        if not files:
            raise Refusal(400, "The form holds no file.")
        return [(cast(BinaryIO, each.stream), (each.filename or "")[:NAME]) for each in files]
    if not request.content_length:
        raise Refusal(400, "The request holds no log.")
    return [(cast(BinaryIO, request.stream), request.args.get("name", "upload")[:NAME])]


def _ingested(stream: BinaryIO, name: str) -> list[dict[str, Any]]:
    fupan = this_fupan()
    return [_said_of(each) for each in ingest(fupan.sessions, fupan.checker, stream, name)]


def _said_of(kept: Ingested) -> dict[str, Any]:
    return {
        "id": kept.id,
        "source": kept.source,
        "new": kept.new,
        "verdict": kept.verdict,
        "game": kept.game,
        "digest": kept.report.digest,
        "report": url_for("api.report", identity=kept.id),
    }


def _facts(frame: Struct) -> dict[str, Any]:
    facts: dict[str, Any] = to_builtins(frame)
    return facts


def _json(data: bytes) -> Response:
    return Response(data, mimetype="application/json")
