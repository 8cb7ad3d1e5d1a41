"""Beginning to write a log: the games, the form for a new one, the box for a text to go on with."""

from datetime import UTC, datetime
from io import BytesIO
from typing import Final

from flask import redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response as Answer

from app.database.opening import transact
from app.judging.fault_barrier import guarded_read
from app.matches.installation import this_installation
from app.sheets.sheet.seating import usual_seats
from app.sheets.sheet.sheet import SheetRefused, match_of
from app.sheets.writing import drafts, texts
from app.sheets.writing.check import check_head
from app.sheets.writing.texts import NotTaken, Parts
from app.text.language import Language, _, current, said
from app.web.http.errors import Refusal
from app.web.http.pages import May, Pages
from app.web.http.this_login import this_visitor
from app.web.sheets.sheet_form import LONGEST, refused_rules, rules_part, sheet_of_form
from app.web.sheets.writing_page import title_of
from engine.games import GAMES
from engine.logs import AT_ONCE
from engine.logs.loose.vocabulary import CHINESE, ENGLISH

BLUEPRINT: Final = Pages("writing_begin", __name__, url_prefix="/writing")

_MINE: Final = "writing"
"""The name in the session of the drafts that were begun in this browser."""
_MOST_MINE: Final = 20


@BLUEPRINT.get("/", may=May.TAKE_PART, strict_slashes=False)
def page() -> str:
    """The games to choose from, a box for a text to go on with, and the drafts of this browser."""
    return _begin("", "")


@BLUEPRINT.get("/new", may=May.TAKE_PART)
def new() -> str:
    """The form for a new log of the game of ``?game=``."""
    game = request.args.get("game", "")
    return _form(game, "") if game in GAMES else _begin("", "")


@BLUEPRINT.post("/new", may=May.TAKE_PART)
def create() -> Answer | tuple[str, int]:
    """Keeps a new draft, and leads to its page; with ``show``, the form again with the options of its rules."""
    game = request.form.get("game", "")
    if game not in GAMES:
        raise Refusal(400, _("The form named no game. Go back and choose one."))
    if "show" in request.form:
        return _form(game, refused_rules(game)), 200
    try:
        sheet, house = sheet_of_form(game)
        match = match_of(sheet)
        language = _text_language()
        head = texts.parts_of_match(match, language).head
        parts = Parts(head, ("",))
        visitor = this_visitor()
        key = transact(
            this_installation().sessions,
            lambda database: drafts.add(database, game, parts, language, house, visitor=visitor),
        )
    except (SheetRefused, NotTaken) as refused:
        return _form(game, str(refused)), 422
    return _opened(key)


@BLUEPRINT.post("/paste", may=May.TAKE_PART)
def paste() -> Answer | tuple[str, int]:
    """Keeps a draft of a text: `fupan/1`, loose text in English or Chinese, or another format that can be read."""
    text = request.form.get("text", "")
    if not text.strip():
        return _begin(text, _("the text is empty")), 422
    try:
        game, parts, language = _pasted(text)
        visitor = this_visitor()
        key = transact(
            this_installation().sessions, lambda database: drafts.add(database, game, parts, language, visitor=visitor)
        )
    except NotTaken as refused:
        return _begin(text, str(refused)), 422
    return _opened(key)


def forget(key: str) -> None:
    """Removes a draft from the list of this browser."""
    session[_MINE] = [other for other in session.get(_MINE, []) if other != key]


def _begin(text: str, refused: str) -> str:
    fupan = this_installation()
    with fupan.sessions() as database:
        mine = drafts.drafts_of(database, [key for key in session.get(_MINE, []) if isinstance(key, str)])
    titles = [(draft, title_of(draft, check_head(draft.parts.head, fupan.checker).match)) for draft in mine]
    return render_template(
        "sheets/writing/begin.html", games=GAMES, text=text, refused=refused, drafts=titles, most=texts.MOST_ALTOGETHER
    )


def _form(game: str, refused: str) -> str:
    return render_template(
        "sheets/writing/new.html",
        game=GAMES[game],
        seats=usual_seats(game),
        asked=request.form,
        part=rules_part(game, request.form or request.args),
        refused=refused,
        now=datetime.now(UTC),
        longest=LONGEST,
        chinese=_text_language() == CHINESE,
    )


def _text_language() -> str:
    chosen = request.form.get("language", "")
    return chosen if chosen in (ENGLISH, CHINESE) else ENGLISH if current() is Language.ENGLISH else CHINESE


def _opened(key: str) -> Answer:
    """Leads to the page of a draft that was begun in this browser."""
    others = [other for other in session.get(_MINE, []) if isinstance(other, str) and other != key]
    session[_MINE] = [key, *others][:_MOST_MINE]
    return redirect(url_for("writing.page", key=key), 303)


def _pasted(text: str) -> tuple[str, Parts, str]:
    """The game, the parts and the language of a text that was pasted.  Raises NotTaken."""
    if len(text) > texts.MOST_ALTOGETHER:
        raise NotTaken(
            _(
                "{count} characters found; at most {most} are taken",
                count=f"{len(text):,}",
                most=f"{texts.MOST_ALTOGETHER:,}",
            )
        )
    text = texts.plain_ends(text)
    records = list(guarded_read(BytesIO(text.encode("utf-8", "replace")), "pasted", limits=AT_ONCE))
    if len(records) > 1:
        raise NotTaken(_("{count} matches found; a draft has one", count=len(records)))
    (record,) = records
    language = CHINESE if any("\u4e00" <= letter <= "\u9fff" for letter in text[:200]) else ENGLISH
    if record.format == "text" and record.game is not None:
        # A typed text stays as it is: what cannot be read of it is named beside its lines.
        parts = texts.parts_of(text)
        return record.game, Parts(parts.head, parts.hands or ("",)), language
    if record.match is None:
        messages = [said(finding.message) for finding in record.findings[:5]]
        raise NotTaken("; ".join(messages) or _("it is not a match"))
    parts = texts.parts_of_match(record.match, _text_language())
    named = [finding.recorded for finding in record.findings if finding.recorded]
    comments = [f"# {' '.join(str(name).split())}" for name in named]
    head_text = "\n".join([parts.head, *comments])
    return record.match.game, Parts(head_text, parts.hands or ("",)), _text_language()
