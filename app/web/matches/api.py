"""For programs: reports and logs as they are, the frames of a hand, uploads."""

from io import BytesIO
from itertools import islice
from typing import BinaryIO, Final, cast
from urllib.parse import urlsplit

import msgspec
from flask import Blueprint, Response, abort, jsonify, request, send_file, url_for
from msgspec import Struct, to_builtins

from app.database.bounded_stores import StoreFull
from app.database.opening import transact
from app.judging.rules_of_match.asked import Asked
from app.judging.rules_of_match.refusal import RulesRefused, refusal_sentence
from app.judging.rules_of_match.words import chosen_title
from app.matches import jobs, store
from app.matches.ingest import Ingested, ingest
from app.matches.installation import this_installation
from app.matches.uploading import Budget, queue_if_large, spooled
from app.matches.uploads import acts, names
from app.matches.uploads.deletion import CannotDelete
from app.matches.uploads.file_names import download_name
from app.matches.uploads.refusals import StoredRefusal, refusal
from app.players.search.export import as_record, people_of
from app.players.search.finding import find
from app.players.search.matched import in_words
from app.players.search.starts import Place
from app.players.search.wording import text_of
from app.text.language import DEFAULT, _, current
from app.text.language.reports import put_report
from app.web.http.errors import Refusal
from app.web.http.language import ARGUMENT as LANGUAGE
from app.web.http.paging import whole
from app.web.http.visitor import this_visitor
from app.web.matches.jobs import facts
from app.web.matches.recorded_page import hand_in_full, judged_match, refuse_hand
from app.web.matches.rules_of_match import make_own, tried
from app.web.matches.uploads import asked_for_upload
from app.web.players.hand_search import asked_query
from app.web.replay.open_hand import open_hand, step_asked
from app.web.replay.plays import offer
from app.web.replay.steps import by_step
from engine.replay.fold import frames
from engine.replay.views import seen
from engine.verdict.recorded_sheet.lines import as_dict, entry_facts
from engine.verdict.recorded_sheet.sheet import sheet_of
from engine.verdict.stored_report import read_report

BLUEPRINT: Final = Blueprint("api", __name__, url_prefix="/api")

FRAMES: Final = 1_000
"""Frames of one answer; `start` asks for those that follow."""
NAME: Final = 255
"""Characters of an upload's name."""


class Renaming(Struct, frozen=True, forbid_unknown_fields=True):
    """What a match and its players are to be called."""

    title: str | None = None
    names: dict[str, str] = {}


@BLUEPRINT.get("/matches/<int:identity>/report")
def report(identity: int) -> Response:
    """The report of a match under its rules: the line that `fupan check --json` prints, without its end.

    With `?rules=` (`claim`, a preset, or `house:` and a name) and options, such as `&a_failures=3`, it is the report
    under these rules; where it takes long to judge, the status is 202, and `Location` names the computation.
    With `?lang=` its sentences are in another language than English.
    """
    fupan = this_installation()
    stored = fupan.match(identity)
    if stored is None:
        abort(404)
    asked = {name: text for name, text in request.args.items() if name != LANGUAGE}
    if not asked:
        return _report(stored.report_json)
    match = fupan.decoded.get(stored)
    if match is None:
        raise Refusal(404, "This match could not be read, or its log is not kept: it cannot be judged again.")
    try:
        return _report(tried(fupan, stored, match, asked).stored.report_json)
    except RulesRefused as refused:
        raise Refusal(400, refusal_sentence(refused)) from None


@BLUEPRINT.get("/matches/<int:identity>/recorded")
def recorded(identity: int) -> Response:
    """Every recorded value of a match with the derived one: the line that `fupan check --recorded --json` prints.

    With `?rules=` and options the values are derived under these rules.
    """
    judged = judged_match(identity)
    report = judged.stored.report
    return _json(msgspec.json.encode(as_dict(sheet_of(judged.match, report), judged.match, report)))


@BLUEPRINT.get("/matches/<int:identity>/hands/<int:number>/recorded")
def recorded_hand(identity: int, number: int) -> Response:
    """Every recorded value of a hand (hands count from 1) with the derived one, and what its actions state.

    Answers ``{"hand", "lines", "claims"}``; ``step`` is the step of the replay that decides a value.
    """
    judged = judged_match(identity)
    refuse_hand(judged, number)
    lines, claims = hand_in_full(judged, sheet_of(judged.match, judged.stored.report), number)
    return _json(
        msgspec.json.encode(
            {
                "hand": number,
                "lines": [line.as_dict() for line in lines],
                "claims": [entry_facts(entry) | {"step": entry.step, "rule": entry.rule or None} for entry in claims],
            }
        )
    )


@BLUEPRINT.get("/matches/<int:identity>/reports/<int:judgement>")
def kept_report(identity: int, judgement: int) -> Response:
    """A report that is kept of a match, by its number: under whichever rules, by whichever version of the engine."""
    with this_installation().sessions() as session:
        data = store.kept_report(session, identity, judgement)
    if data is None:
        abort(404)
    return _report(data)


@BLUEPRINT.post("/matches/<int:identity>/rules")
def choose(identity: int) -> Response:
    """Makes the rules of `?rules=` and of the options in the address those of a match.

    `rules=claim` without options goes back to those that its log claims.  Answers ``{"id", "verdict", "rules",
    "digest", "report"}``; ``rules`` is None where the log's claim applies.  Like an upload it needs no CSRF token.
    """
    _refuse_other_sites()
    if "rules" not in request.args:
        raise Refusal(400, "The address names no rules, such as ?rules=claim.")
    fupan = this_installation()
    stored = fupan.match(identity)
    match = None if stored is None else fupan.decoded.get(stored)
    if stored is None or match is None:
        abort(404)
    try:
        make_own(fupan, stored, match, request.args.to_dict())
    except RulesRefused as refused:
        raise Refusal(400, f"Nothing was changed: {refusal_sentence(refused)}") from None
    chosen = fupan.match(identity)
    assert chosen is not None
    return jsonify(
        id=identity,
        verdict=chosen.row.verdict,
        rules=None if chosen.chosen is None else chosen_title(chosen.chosen),
        digest=chosen.report.digest,
        report=url_for("api.report", identity=identity),
    )


@BLUEPRINT.get("/hands")
def found_hands() -> Response:
    """A page of the hands that the line `?q=` lets through, of those before the place `?before=`.

    Answers ``{"query", "hands": [{"match", "hand", …, "seats": [{"seat", "person", "name", "matched"}]}], "next",
    "stopped"}``; ``next`` is the address of the hands after these, or null where there are none; ``stopped`` says
    whether only so many hands were looked at, so that there may be fewer here than a page holds.
    """
    query = asked_query()
    with this_installation().sessions() as session:
        found = find(session, query, Place.read(request.args.get("before", "")))
        hands = in_words(session, query, found)
        people = people_of(session, hands)
    line = text_of(query)
    return jsonify(
        query=line,
        hands=[as_record(hand, people) for hand in hands],
        next=None if found.older is None else url_for("api.found_hands", q=line, before=found.older),
        stopped=found.stopped,
    )


@BLUEPRINT.get("/matches/<int:identity>/raw")
def raw(identity: int) -> Response:
    """The bytes of a match as they came, to be saved as a file."""
    with this_installation().sessions() as session:
        data, source = store.raw(session, identity), store.source(session, identity)
        erased = data is not None and store.has_erased_name(session, identity)
    if data is None:
        raise Refusal(404, "There is no such match, or its bytes were too many to be kept.")
    if erased:
        raise Refusal(410, _("A player's name in this log was erased, so the log as it came is given to nobody."))
    return _file(data, download_name(source or "", f"match-{identity}.log"))


@BLUEPRINT.get("/refusals/<int:identity>/report")
def refusal_report(identity: int) -> Response:
    """The report of a file that could not be read."""
    return _report(_refusal(identity).report_json)


@BLUEPRINT.get("/refusals/<int:identity>/raw")
def refusal_raw(identity: int) -> Response:
    """The bytes of a file that could not be read, to be saved as a file."""
    stored = _refusal(identity)
    if not stored.kept:
        raise Refusal(404, "The bytes of this file are not kept.")
    return _file(stored.raw, download_name(stored.row.source, f"file-{identity}"))


@BLUEPRINT.delete("/matches/<int:identity>")
@BLUEPRINT.delete("/refusals/<int:identity>", endpoint="delete_refusal")
@BLUEPRINT.delete("/uploads/<int:identity>", endpoint="delete_upload")
def delete(identity: int) -> Response:
    """Deletes a match, a file that could not be read, or all that an upload brought.

    Answers ``{"deletion", "what", "undo"}``: it can be undone for thirty days.  No CSRF token: see `upload`.
    """
    _refuse_other_sites()
    acts_of = {
        "api.delete": acts.delete_match,
        "api.delete_refusal": acts.delete_refusal,
        "api.delete_upload": acts.delete_upload,
    }
    try:
        deleted = acts_of[request.endpoint or ""](this_installation().sessions, identity)
    except CannotDelete as reason:
        raise Refusal(409, str(reason)) from None
    if deleted is None:
        abort(404)
    return jsonify(deletion=deleted.deletion, what=deleted.what, undo=url_for("api.undo", identity=deleted.deletion))


@BLUEPRINT.patch("/matches/<int:identity>")
def rename(identity: int) -> Response:
    """Renames a match and its players: ``{"title": TEXT, "names": {SEAT: TEXT}}``, both optional.

    An empty text is again what the log has.  No CSRF token: see `upload`.
    """
    _refuse_other_sites()
    try:
        wanted = msgspec.json.decode(request.get_data(), type=Renaming)
    except msgspec.DecodeError as error:
        raise Refusal(400, f"The request is not understood: {error}.") from None
    try:
        done = transact(
            this_installation().sessions, lambda session: names.rename(session, identity, wanted.title, wanted.names)
        )
    except names.UnfitName as unfit:
        raise Refusal(400, str(unfit)) from None
    if not done:
        abort(404)
    return jsonify(renamed=True)


@BLUEPRINT.post("/deletions/<int:identity>/undo")
def undo(identity: int) -> Response:
    """Brings back what a deletion took; answers ``{"undone": true}``.  No CSRF token: see `upload`."""
    _refuse_other_sites()
    if not acts.undo(this_installation().sessions, identity):
        abort(404)
    return jsonify(undone=True)


@BLUEPRINT.get("/matches/<int:identity>/hands/<int:number>/frames")
def hand_frames(identity: int, number: int) -> Response:
    """A list of the frames of a hand (hands count from 1): the deal, then the state after each action.

    Each has the fields of `engine.replay.frames.Frame` and ``findings``: those of its action as the report has them;
    those about the whole hand are at the deal.  With `view` (``table``, or a seat) the frames are as the table or the
    seat saw them, and have no ``findings``, which may speak of any card.  With `rules` and options the hand is replayed
    under these rules, as `report` has it.  At most 1,000 an answer, from the step `start` (default 0); each frame's
    ``steps`` says how many there are.
    """
    start = whole(request.args.get("start", "0"))
    if start is None:
        raise Refusal(400, "The step to start from must be a number, such as ?start=0.")
    opened = open_hand(identity, number)
    found = islice(frames(opened.judge, opened.match, number - 1, start, before=opened.before()), FRAMES)
    if not opened.view.whole:
        return _json(msgspec.json.encode([_facts(seen(frame, opened.view)) for frame in found]))
    said = by_step(opened.report.findings, number - 1)
    shown = (_facts(seen(each, opened.view)) | {"findings": said.get(each.step, ())} for each in found)
    return _json(msgspec.json.encode(list(shown)))


@BLUEPRINT.get("/matches/<int:identity>/hands/<int:number>/plays")
def hand_plays(identity: int, number: int) -> Response:
    """The plays that the rules allow the seat in turn after the step `step` (default 0, the deal) of a hand.

    Answers ``{"seat", "reason", "legal"}``; if the plays are not known, ``legal`` is null and ``reason`` says why.
    ``legal`` has the fields of `engine.replay.legal.LegalPlays`, and ``plays`` and ``ways``, the numbers of plays and
    of choices of cards.  Of each group 40 plays are listed, with `count` as many, 1,000 at the most; its ``plays`` says
    how many there are.  With `view` only cards that the view shows are used; `rules` and options are as in `frames`.
    """
    opened = open_hand(identity, number)
    offered = offer(opened, step_asked(opened))
    legal = offered.legal
    facts = None if legal is None else _facts(legal) | {"plays": legal.plays, "ways": legal.ways}
    return _json(
        msgspec.json.encode({"seat": offered.seat, "reason": offered.reason or None, "legal": facts}),
    )


@BLUEPRINT.post("/matches")
def upload() -> tuple[Response, int] | tuple[Response, int, dict[str, str]]:
    """Keeps the matches of a request: the files of a multipart form, or the body itself (`?name=` names it).

    With `?rules=` and options in the address these rules become those of each match that can be judged under them.

    Answers ``{"matches": [{"id", "source", "new", "verdict", "game", "digest", "report", "rules", "refused"}],
    "refusals": [{"id", "source", "new", "reason", "report"}]}``, each in order; status 201 where something is new, else
    200.  ``rules`` are those chosen for the match, now or before, in words, or None where its log's claim applies.
    ``refused`` says why a match is not judged under the rules of the address, or is None.  Refusals are what could not
    be read as a match.

    An upload that is more work than is done at once is queued: the answer then has ``jobs`` too, each as
    `app.web.matches.jobs.facts` has it, with status 202 and the address of the first as `Location`.

    """
    asked = asked_for_upload(this_installation(), request.args.to_dict(), ("name",))
    kept: list[Ingested] = []
    queued: list[dict[str, object]] = []
    budget = Budget()
    try:
        for stream, name in _streams():
            with spooled(stream) as held:
                found = queue_if_large(this_installation(), held, name, budget, asked, this_visitor())
                if found is None:
                    kept += _ingested(held, name, asked)
                else:
                    queued.append(_job(found.job))
    except StoreFull as full:
        raise Refusal(503, full.sentence) from None
    matches = [_said_of(each) for each in kept if not each.unread]
    unread = [_said_of_unread(each) for each in kept if each.unread]
    if queued:
        return jsonify(matches=matches, refusals=unread, jobs=queued), 202, {"Location": str(queued[0]["address"])}
    return jsonify(matches=matches, refusals=unread), 201 if any(each.new for each in kept) else 200


def _job(identity: int) -> dict[str, object]:
    with this_installation().sessions() as session:
        found = jobs.job(session, identity)
        assert found is not None
        return facts(found)


@BLUEPRINT.before_request
def _refuse_other_sites() -> None:
    """Refuses what changes something if a page of another site has a browser send it (`Sec-Fetch-Site`, `Origin`)."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    site = request.headers.get("Sec-Fetch-Site", "none")
    origin = request.headers.get("Origin")
    if site not in ("none", "same-origin") or (origin is not None and urlsplit(origin).netloc != request.host):
        raise Refusal(403, "A page of another site may not change anything here.")


def _streams() -> list[tuple[BinaryIO, str]]:
    if request.mimetype == "multipart/form-data":
        files = [each for _, each in request.files.items(multi=True) if each.filename]
        if not files:
            raise Refusal(400, "The form holds no file.")
        return [(cast(BinaryIO, each.stream), (each.filename or "")[:NAME]) for each in files]
    if not request.content_length:
        raise Refusal(400, "The request holds no log.")
    return [(cast(BinaryIO, request.stream), request.args.get("name", "upload")[:NAME])]


def _ingested(stream: BinaryIO, name: str, asked: Asked) -> list[Ingested]:
    fupan = this_installation()
    return list(ingest(fupan.sessions, fupan.checker, stream, name, asked=asked))


def _said_of_unread(kept: Ingested) -> dict[str, object]:
    return {
        "id": kept.id,
        "source": kept.source,
        "new": kept.new,
        "reason": kept.reason,
        "report": url_for("api.refusal_report", identity=kept.id),
    }


def _refusal(identity: int) -> StoredRefusal:
    with this_installation().sessions() as session:
        stored = refusal(session, identity)
    if stored is None:
        abort(404)
    return stored


def _file(data: bytes, name: str) -> Response:
    return send_file(
        BytesIO(data),
        mimetype="application/octet-stream",
        as_attachment=True,
        download_name=name,
        conditional=False,
        etag=False,
    )


def _said_of(kept: Ingested) -> dict[str, object]:
    return {
        "id": kept.id,
        "source": kept.source,
        "new": kept.new,
        "verdict": kept.verdict,
        "game": kept.game,
        "digest": kept.report.digest,
        "report": url_for("api.report", identity=kept.id),
        "rules": None if kept.chosen is None else chosen_title(kept.chosen),
        "refused": kept.rules_refused or None,
    }


def _facts(frame: Struct) -> dict[str, object]:
    facts: dict[str, object] = to_builtins(frame, enc_hook=str)
    return facts


def _report(data: bytes) -> Response:
    """A report as the engine wrote it; its sentences are in the language that the address names."""
    if current() is DEFAULT:
        return _json(data)
    return _json(put_report(read_report(data), current()).as_json())


def _json(data: bytes) -> Response:
    return Response(data, mimetype="application/json")


WITHOUT_CSRF: Final = (upload, choose, delete, undo, rename)
"""Views that need no CSRF token: they refuse what another site has a browser send."""
