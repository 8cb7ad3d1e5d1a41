"""Score sheets made in the browser: begun, filled tap by tap, and made matches."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from flask import Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from app.database.opening import transact
from app.judging.rules_of_match.refusal import RulesRefused
from app.judging.rules_of_match.stored import rules_of
from app.matches.installation import this_installation
from app.sheets.sheet import drafts
from app.sheets.sheet.drafts import SheetChanged, SheetDraft, title_of
from app.sheets.sheet.rules import claim_of, rules_of_sheet
from app.sheets.sheet.seating import usual_seats
from app.sheets.sheet.sheet import SheetRefused, match_of, sheet_of
from app.sheets.sheet.standing import judged_sheet
from app.sheets.sheet.writing import write_sheet
from app.text.language import _, marked
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of, Pages
from app.web.http.paging import whole
from app.web.parts.open_sheet import CHANGED, finish, found_sheet, rules_there, why_unknown
from app.web.sheets.sheet_form import LONGEST, refused_rules, rules_part, sheet_of_form
from app.web.sheets.sheet_page import sheet_view
from engine.games import GAMES
from engine.logs import write_match
from engine.rulebook.options import RulesUnknown

BLUEPRINT: Final = Pages("sheets", __name__, url_prefix="/sheets")

DONE: Final = marked("The sheet has become a match, and is not changed any more.")


@BLUEPRINT.get("/", may=May.FOLLOW, strict_slashes=False)
def listed() -> str:
    """The sheets that are being filled."""
    with this_installation().sessions() as session:
        recent_sheets, damaged = drafts.recent(session)
    sheets = [(draft, title_of(draft)) for draft in recent_sheets]
    return render_template("sheets/list.html", sheets=sheets, damaged=damaged, games=GAMES)


@BLUEPRINT.get("/new", may=May.RECORD)
def new() -> str:
    """The form for a new sheet of the game of ``?game=``; without one, the games to choose from."""
    game = request.args.get("game", "")
    if game not in GAMES:
        return render_template("sheets/games.html", games=GAMES)
    return _form(game, "")


@BLUEPRINT.post("/new", may=May.RECORD)
def create() -> Answer | tuple[str, int]:
    """Keeps a new sheet, and leads to its page; with ``show``, the form again with the options of its rules."""
    game = request.form.get("game", "")
    if game not in GAMES:
        raise Refusal(400, _("The form named no game. Go back and choose one."))
    if "show" in request.form:
        return _form(game, refused_rules(game)), 200
    try:
        sheet, house = sheet_of_form(game)
        identity = transact(this_installation().sessions, lambda session: drafts.add(session, sheet, house))
    except SheetRefused as refused:
        return _form(game, str(refused)), 422
    return redirect(url_for("sheets.sheet", identity=identity), 303)


def _form(game: str, refused: str) -> str:
    return render_template(
        "sheets/new.html",
        game=GAMES[game],
        seats=usual_seats(game),
        asked=request.form,
        part=rules_part(game, request.form or request.args),
        refused=refused,
        now=datetime.now(UTC),
        longest=LONGEST,
    )


@BLUEPRINT.get("/<int:identity>", may=May.FOLLOW, of=Of.SHEET)
def sheet(identity: int) -> Answer:
    """The page of a sheet; ``?part=sheet`` is what changes of it, ``?all=1`` lists every hand."""
    return _shown(found_sheet(this_installation(), identity))


@BLUEPRINT.post("/<int:identity>/tap", may=May.RECORD, of=Of.SHEET)
def tap(identity: int) -> Answer:
    """Does a tap to the version of the sheet that the form names, and shows the sheet."""
    fupan = this_installation()
    version = whole(request.form.get("version"))
    said, status, draft = "", 200, None
    try:
        text = _tap_text(request.form.get("tap", ""))
        draft = transact(
            fupan.sessions, lambda session: drafts.tap(session, identity, -1 if version is None else version, text)
        )
    except SheetChanged:
        said, status = _(CHANGED), 409
    except SheetRefused as refused:
        said, status = _("Not taken: {reason}.", reason=refused), 422
    draft = draft or found_sheet(fupan, identity)
    if status == 409 and draft.log_id is not None:
        said = _(DONE)
    if status == 200 and request.args.get("part") != "sheet":
        return redirect(url_for("sheets.sheet", identity=identity), 303)
    return _shown(draft, said, status)


def _tap_text(text: str) -> str:
    """The tap of a form; one of numbers takes them from fields such as ``units-A-B``, ``score-A``, ``total-A``.

    The winners are the fields named ``won-A``.
    """
    if text == "winner":
        return " ".join([text, *(name.removeprefix("won-") for name in request.form if name.startswith("won-"))])
    field = {"units": "units-", "scores": "score-", "totals": "total-"}.get(text)
    if field is None:
        return text
    typed = {
        name.removeprefix(field): "".join(value.split())
        for name, value in request.form.items()
        if name.startswith(field) and value.strip()
    }
    return " ".join([text, *(word for pair in typed.items() for word in pair)])


@BLUEPRINT.post("/<int:identity>/done", may=May.RECORD, of=Of.SHEET)
def done(identity: int) -> Answer:
    """Makes the sheet a match like any other, and leads to its page."""
    fupan = this_installation()
    draft = found_sheet(fupan, identity)
    if draft.log_id is not None:
        return redirect(url_for("matches.match", identity=draft.log_id), 303)
    try:
        match = finish(fupan, draft, whole(request.form.get("version")), stopped=request.form.get("ended") == "time")
    except SheetChanged:
        return _shown(found_sheet(fupan, identity), _(CHANGED), 409)
    except SheetRefused as refused:
        return _shown(draft, _("Not taken: {reason}.", reason=refused), 422)
    return redirect(url_for("matches.match", identity=match), 303)


@BLUEPRINT.post("/<int:identity>/drop", may=May.RECORD, of=Of.SHEET)
def drop(identity: int) -> Answer:
    """Deletes a sheet that has not become a match."""
    fupan = this_installation()
    found_sheet(fupan, identity)
    version = whole(request.form.get("version"))
    try:
        transact(fupan.sessions, lambda session: drafts.drop(session, identity, -1 if version is None else version))
    except SheetChanged:
        return _shown(found_sheet(fupan, identity), _(CHANGED), 409)
    return redirect(url_for("sheets.listed"), 303)


@BLUEPRINT.post("/from/<int:identity>", may=May.RECORD, of=Of.MATCH)
def from_match(identity: int) -> Answer:
    """Begins a sheet with all that a match has, to go on with it or to correct it."""
    fupan = this_installation()
    stored = fupan.match(identity)
    match = None if stored is None else fupan.decoded.get(stored)
    if match is None:
        raise Refusal(404, _("There is no match {identity} that could be read.", identity=identity))
    chosen = None if stored is None else stored.chosen
    try:
        sheet = sheet_of(match)
        if chosen is not None:
            sheet = replace(sheet, rules=claim_of(rules_of(fupan.checker, chosen, match)))
        house = None if chosen is None else chosen.house
        rules_of_sheet(sheet, house)
        number = transact(fupan.sessions, lambda session: drafts.add(session, sheet, house))
    except SheetRefused as refused:
        raise Refusal(422, _("This match is not a score sheet: {reason}.", reason=refused)) from None
    except (RulesUnknown, RulesRefused) as unknown:
        raise Refusal(422, _("No sheet can begin with this match: {reason}.", reason=why_unknown(unknown))) from None
    return redirect(url_for("sheets.sheet", identity=number), 303)


@BLUEPRINT.get("/<int:identity>/sheet.json", may=May.FOLLOW, of=Of.SHEET)
def as_match(identity: int) -> Answer:
    """The sheet so far as `fupan/1`."""
    draft = found_sheet(this_installation(), identity)
    answer = Response(write_match(match_of(draft.filling.kept), indented=True) + b"\n", mimetype="application/json")
    answer.headers["Content-Disposition"] = f"attachment; filename=sheet-{identity}.json"
    return answer


@BLUEPRINT.get("/<int:identity>/sheet.csv", may=May.FOLLOW, of=Of.SHEET)
def as_csv(identity: int) -> Answer:
    """The rows of the sheet so far as CSV."""
    draft = found_sheet(this_installation(), identity)
    try:
        text = write_sheet(draft.filling.kept)
    except SheetRefused as refused:
        raise Refusal(422, _("There is no CSV of this sheet: {reason}.", reason=refused)) from None
    answer = Response(text.encode(), mimetype="text/csv")
    answer.headers["Content-Disposition"] = f"attachment; filename=sheet-{identity}.csv"
    return answer


def _shown(draft: SheetDraft, said: str = "", status: int = 200) -> Answer:
    fupan = this_installation()
    chosen = rules_there(draft)
    standing = judged_sheet(draft.filling, fupan.checker)
    part = request.args.get("part") == "sheet"
    answer = make_response(
        render_template(
            "sheets/part.html" if part else "sheets/page.html",
            draft=draft,
            view=sheet_view(draft, standing, chosen.rules, whole=request.args.get("all") == "1"),
            game=GAMES[draft.filling.sheet.game],
            chosen=chosen,
            said=said,
        ),
        status,
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer
