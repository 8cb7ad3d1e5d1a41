"""Issued verdicts: their list, each with its file and signatures, and issuing one on a dispute."""

from typing import Final

from flask import Response, redirect, render_template, request, url_for
from msgspec.structs import replace
from werkzeug.wrappers import Response as Answer

from app.database.row_pages import PER_PAGE
from app.disputes.cases.listing import COUNTED
from app.disputes.cases.partial import refuse_to_sign, why_not
from app.disputes.cases.reading import dispute
from app.disputes.cases.states import CannotAct, MayNot
from app.disputes.verdicts.countersigning import CannotSign, keep_signatures
from app.disputes.verdicts.ed25519 import key_of
from app.disputes.verdicts.issued import (
    VerdictFilter,
    number_of_verdicts,
    verdicts,
)
from app.disputes.verdicts.public_keys import fingerprint
from app.disputes.verdicts.words import facts
from app.drawing.files.fonts import NoFont
from app.judging.rereading import LogLost
from app.matches.ingest import reread
from app.matches.installation import this_installation
from app.matches.store import has_erased_name
from app.text.glossary import game_title
from app.text.language import _, _n, marked
from app.text.language.errors import text_of
from app.web.disputes.disputes import dispute_page
from app.web.disputes.prints import discussed_in, printed_verdict, short_enough
from app.web.http.computing import computes_in_turn
from app.web.http.errors import Refusal
from app.web.http.left_out import LeftOut
from app.web.http.pages import May, Of, Only, Pages
from app.web.http.paging import known_arguments, whole
from app.web.parts.acting_as import acting_now, status_of
from app.web.parts.issued_verdict import issued_on, kept_file, kept_verdict
from engine.games import GAMES
from engine.logs import LogRecord
from engine.verdict.proof.canonical import BYTES
from engine.verdict.proof.fields import FormFault
from engine.verdict.proof.form import VerdictFile, read_verdict

BLUEPRINT: Final = Pages("issued_verdicts", __name__)

DAMAGED: Final = marked(
    "The file that is kept here is not a verdict any more: it was changed, or an earlier version of Fupan made it."
)
_FILTERS: Final = ("match", "dispute", "game", "player", "changed")


@BLUEPRINT.get("/verdicts/", may=May.READ)
def listed() -> str:
    """The verdicts that the filter of the address lets through, the newest first."""
    chosen = known_arguments(request.args, _FILTERS)
    if "game" in chosen and chosen["game"] not in GAMES:
        raise Refusal(400, _("There is no such game. The games are {names}.", names=", ".join(GAMES)))
    wanted = VerdictFilter(
        match=whole(chosen.get("match")),
        dispute=whole(chosen.get("dispute")),
        game=chosen.get("game"),
        player=chosen.get("player"),
        changed="changed" in chosen,
    )
    with this_installation().sessions() as session:
        rows = verdicts(session, wanted, whole(request.args.get("before")))
        number, every = number_of_verdicts(session, wanted, VerdictFilter()) if chosen else (0, 0)
    return render_template(
        "disputes/verdicts/list.html",
        rows=rows[:PER_PAGE],
        more=rows[PER_PAGE - 1].id if len(rows) > PER_PAGE else None,
        chosen=chosen,
        left_out_rows=LeftOut(_count_words, number, every, COUNTED) if chosen else None,
        games={name: game_title(name) for name in GAMES},
    )


def _count_words(count: int) -> str:
    return _n("{count} verdict", "{count} verdicts", count)


@BLUEPRINT.get("/verdicts/<int:number>", may=May.READ, of=Of.VERDICT)
def page(number: int) -> str:
    """A verdict: what it says, and its file."""
    return _page(number)


@BLUEPRINT.get("/verdicts/<int:number>.json", may=May.READ, of=Of.VERDICT)
def file(number: int) -> Response:
    """The file of a verdict, byte for byte as it was issued, with the signatures that were added since."""
    answer = Response(kept_file(number)[1], mimetype="application/json")
    answer.headers["Content-Disposition"] = f'attachment; filename="verdict-{number}.json"'
    return answer


@BLUEPRINT.post("/verdicts/<int:number>/signatures", may=May.RULE, of=Of.VERDICT, only=Only.NO_PLAYER)
def add_signatures(number: int) -> Answer | tuple[str, int]:
    """Keeps the signatures that were added elsewhere to the file of a verdict: the field ``file``."""
    kept_file(number)
    sent = request.files.get("file")
    try:
        if sent is None or not sent.filename:
            raise CannotSign(_("no file was chosen"))
        keep_signatures(this_installation(), number, sent.stream.read(BYTES + 1))
    except (CannotSign, FormFault) as reason:
        return _page(number, _("No signature was added: {reason}.", reason=text_of(reason))), 422
    except MayNot as reason:
        return _page(number, str(reason)), 403
    return redirect(url_for("issued_verdicts.page", number=number), 303)


@BLUEPRINT.get("/verdicts/<int:number>.<any(html, pdf):kind>", may=May.READ, of=Of.VERDICT)
@computes_in_turn
def printed(number: int, kind: str) -> Response:
    """The verdict to print, with the table at each finding if the log of the match is stored."""
    row, raw = kept_file(number)
    with this_installation().sessions() as session:
        whole_dispute = None if row.dispute is None else dispute(session, row.dispute)
    verdict = _read(raw)
    if verdict is None:
        raise Refusal(410, _(DAMAGED))
    try:
        return printed_verdict(verdict, _log_of(row.match), kind, discussed_in(verdict, whole_dispute))
    except NoFont as reason:
        raise Refusal(503, str(reason)) from None


def _page(number: int, refused: str = "") -> str:
    """The page of a verdict; ``refused`` says why something was not done."""
    row, raw = kept_verdict(number)
    verdict = None if raw is None else _read(raw)
    issuer = [] if row.key is None else [bytes.fromhex(row.key)]
    signed = issuer if verdict is None else [key_of(signature) for signature in verdict.signatures]
    with this_installation().sessions() as session:
        has_log = row.match is not None and not has_erased_name(session, row.match)
        not_signing = why_not(lambda: refuse_to_sign(session, row.match))
    return render_template(
        "disputes/verdicts/verdict.html",
        verdict=row,
        has_log=has_log,
        damaged=_(DAMAGED) if raw is not None and verdict is None else "",
        refused=refused,
        not_signing=not_signing,
        facts=[] if verdict is None else facts(verdict),
        signed_by=[fingerprint(key) for key in signed],
    )


def _read(raw: bytes) -> VerdictFile | None:
    """The verdict that a kept file is; None if it is damaged, or has the form of an earlier version."""
    try:
        return read_verdict(raw)
    except FormFault:
        return None


def _log_of(match: int | None) -> LogRecord | None:
    """The log of a stored match as it is read; None if it is lost, or longer than a page reads at once."""
    fupan = this_installation()
    stored = None if match is None else fupan.match(match)
    try:
        record = None if stored is None else short_enough(reread(stored)[1])
    except LogLost:
        return None
    shown = None if stored is None or record is None else fupan.decoded.get(stored)
    return record if record is None or shown is None else replace(record, match=shown)


@BLUEPRINT.post("/disputes/<int:identity>/verdict", may=May.RULE, of=Of.DISPUTE, only=Only.NO_PLAYER)
def issue(identity: int) -> Answer | tuple[str, int]:
    """Issues a verdict on a dispute that was ruled on: the fields ``key`` and ``ruling``."""
    try:
        made = issued_on(identity, acting_now(), request.form.get("key", ""), whole(request.form.get("ruling")) or 0)
    except CannotAct as reason:
        return dispute_page(identity, str(reason)), status_of(reason)
    return redirect(url_for("issued_verdicts.page", number=made.number), 303)
