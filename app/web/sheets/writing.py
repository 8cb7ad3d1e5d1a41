"""Writing a log: begun from a form or a text, written line by line or by taps, checked as it grows, handed in."""

from io import BytesIO
from typing import Final

import msgspec
from flask import Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from app.database.opening import transact
from app.judging.rules_of_match.asked import HOUSE, NOTHING_ASKED, AskedRules, MatchRules
from app.judging.rules_of_match.refusal import RulesRefused
from app.matches.ingest import ingest
from app.matches.installation import this_installation
from app.sheets.sheet.rules import asked_of
from app.sheets.writing import drafts, texts
from app.sheets.writing.check import CheckedHand, check_hand, check_head, next_facts
from app.sheets.writing.drafts import DraftChanged, UnfinishedLog
from app.sheets.writing.texts import NotTaken, Parts
from app.text.language import _, marked, said
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of, Pages
from app.web.http.paging import whole
from app.web.parts.steps import found_by
from app.web.parts.writing_pad import card_of, chosen_cards
from app.web.sheets.writing_begin import forget
from app.web.sheets.writing_page import (
    DEAL,
    WritingRequest,
    gutter_of,
    hand_view,
    names_of,
    next_seat,
    pack_of,
    title_of,
)
from engine.games import GAMES
from engine.logs import write_match
from engine.logs.loose.writing import setup_line
from engine.record import bounds
from engine.record.match import Match, MatchInfo, given_value
from engine.rulebook.findings import Severity
from engine.rulebook.options import RulesUnknown

BLUEPRINT: Final = Pages("writing", __name__, url_prefix="/writing")

CHANGED: Final = marked(
    "The draft was changed elsewhere in the meantime. Nothing was saved: your text is below. Save it again to replace "
    "what was written elsewhere."
)
DONE: Final = marked("The draft has become a match, and is not changed any more.")
_LONGEST_LINE: Final = bounds.TEXT
_SOURCE: Final = "draft"


@BLUEPRINT.get("/<key>", may=May.TAKE_PART, of=Of.DRAFT)
def page(key: str) -> Answer:
    """The page of a draft, at the hand of ``?hand=`` (the last one without it; 0: the lines before the hands)."""
    draft = _found(key)
    asked = WritingRequest(mode=request.args.get("mode", ""), seat=request.args.get("seat", ""))
    return _shown(draft, _number(draft, request.args.get("hand")), asked)


@BLUEPRINT.post("/<key>", may=May.TAKE_PART, of=Of.DRAFT)
def write(key: str) -> Answer:
    """Saves the text of a hand, does what the button says, and shows what is found; ``?part=1``: what changes alone."""
    draft = _found(key)
    form = request.form
    number = _number(draft, form.get("hand"))
    text = texts.plain_ends(form.get("text", ""))
    chosen = chosen_cards(form.get("chosen", ""))
    asked = WritingRequest(form.get("mode", ""), form.get("seat", ""), chosen, form.get("row", ""))
    if "to-mode" in form or "to-seat" in form:
        asked = WritingRequest(form.get("to-mode", asked.mode), form.get("to-seat", ""), (), asked.row)
    if draft.log_id is not None:
        return _shown(draft, number, asked, _(DONE), 409)
    if whole(form.get("version")) != draft.version and not _is_saved(draft, number, text, asked):
        return _shown(draft, number, asked, _(CHANGED), 409, text)
    try:
        draft, number, asked = _done(draft, number, text, asked)
    except DraftChanged:
        return _shown(_found(key), number, asked, _(CHANGED), 409, text)
    except NotTaken as refused:
        return _shown(draft, number, asked, _("Not saved: {reason}.", reason=refused), 422, text)
    return _shown(draft, number, asked, saved=True)


@BLUEPRINT.get("/<key>/log.json", may=May.TAKE_PART, of=Of.DRAFT)
def as_match(key: str) -> Answer:
    """The log so far as `fupan/1`."""
    match = _readable(_found(key))
    answer = Response(write_match(match, indented=True) + b"\n", mimetype="application/json")
    answer.headers["Content-Disposition"] = "attachment; filename=log.json"
    return answer


@BLUEPRINT.get("/<key>/log.txt", may=May.TAKE_PART, of=Of.DRAFT)
def as_text(key: str) -> Answer:
    """The log so far as it is written."""
    answer = Response(texts.whole_of(_found(key).parts), mimetype="text/plain")
    answer.headers["Content-Disposition"] = "attachment; filename=log.txt"
    return answer


@BLUEPRINT.post("/<key>/done", may=May.TAKE_PART, of=Of.DRAFT)
def done(key: str) -> Answer:
    """Makes the draft a match like any other, and leads to its page."""
    fupan = this_installation()
    draft = _found(key)
    if draft.log_id is not None:
        return redirect(url_for("matches.match", identity=draft.log_id), 303)
    if whole(request.form.get("version")) != draft.version:
        return _shown(draft, len(draft.parts.hands), WritingRequest(), _(CHANGED), 409)
    match = _readable(draft)
    if not any(hand.actions or given_value(hand.result) for hand in match.hands):
        raise Refusal(422, _("Nothing is handed in: no hand has an action or a result yet."))
    info = given_value(match.match) or MatchInfo()
    if not given_value(info.id):
        match = msgspec.structs.replace(match, match=msgspec.structs.replace(info, id=f"written-{draft.id}"))
    (result,) = ingest(
        fupan.sessions,
        fupan.checker,
        BytesIO(write_match(match)),
        f"written-{draft.id}.json",
        asked=_rules(draft, match),
    )
    if result.unread:
        raise Refusal(422, _("Nothing is handed in: {reason}", reason=result.reason))
    try:
        transact(fupan.sessions, lambda session: drafts.become(session, draft, result.id))
    except DraftChanged:
        return _shown(_found(key), len(draft.parts.hands), WritingRequest(), _(CHANGED), 409)
    return redirect(url_for("matches.match", identity=result.id), 303)


@BLUEPRINT.post("/<key>/drop", may=May.TAKE_PART, of=Of.DRAFT)
def drop(key: str) -> Answer:
    """Deletes a draft; a match that it has become stays."""
    draft = _found(key)
    transact(this_installation().sessions, lambda session: drafts.drop(session, draft))
    forget(key)
    return redirect(url_for("writing_begin.page"), 303)


def _is_saved(draft: UnfinishedLog, number: int, text: str, asked: WritingRequest) -> bool:
    """Whether the draft already has what the request saves, as when it is sent again because its answer was lost."""
    do = request.form.get("do", "")
    if do not in ("check", "choose", DEAL) or not 0 < number <= len(draft.parts.hands):
        return False
    return _acted(draft, text, asked, do)[0] == draft.parts.hands[number - 1]


def _done(
    draft: UnfinishedLog, number: int, text: str, asked: WritingRequest
) -> tuple[UnfinishedLog, int, WritingRequest]:
    """The draft after its text was saved and what the button says was done, and what is to be shown then."""
    sessions = this_installation().sessions
    if number == 0:
        parts = texts.parts_of(text)
        if parts.hands:
            whole_log = Parts(parts.head, (*parts.hands, *draft.parts.hands))
            return transact(sessions, lambda session: drafts.write_all(session, draft, whole_log)), 0, asked
        return transact(sessions, lambda session: drafts.write_head(session, draft, text)), 0, asked
    do = request.form.get("do", "")
    if do == "drop-hand":
        return (
            transact(sessions, lambda session: drafts.drop_hand(session, draft, number)),
            max(1, number - 1),
            WritingRequest(),
        )
    split = texts.parts_of(text)
    if split.hands:
        before, after = draft.parts.hands[: number - 1], draft.parts.hands[number:]
        here = (split.head, *split.hands) if split.head.strip() else split.hands
        whole_log = Parts(draft.parts.head, (*before, *here, *after))
        return transact(sessions, lambda session: drafts.write_all(session, draft, whole_log)), number, WritingRequest()
    if text != draft.parts.hands[number - 1] and do in ("add", "check", ""):
        asked = WritingRequest(row=asked.row)
    text, asked = _acted(draft, text, asked, do)
    written = transact(sessions, lambda session: drafts.write_hand(session, draft, number, text))
    if do == "next":
        return _next_hand(written, number)
    if do == DEAL or (asked.mode == DEAL and "card" in request.form):
        checked = check_hand(written, number, this_installation().checker)
        if isinstance(checked, CheckedHand):
            most = pack_of(checked).most
            if len(asked.chosen) >= most > 0:
                asked = WritingRequest(DEAL, next_seat(checked, asked.seat, most))
    return written, number, asked


def _acted(draft: UnfinishedLog, text: str, asked: WritingRequest, do: str) -> tuple[str, WritingRequest]:
    """The text of a hand and what is shown, after what the button says."""
    form = request.form
    line, act, card = form.get("line", "").strip(), form.get("act", ""), form.get("card", "")
    if do == "add" and line:
        if len(line) > _LONGEST_LINE:
            raise NotTaken(_("the line has more than {most} characters", most=f"{_LONGEST_LINE:,}"))
        return texts.with_line(text, line), WritingRequest(row=asked.row)
    match = check_head(draft.parts.head, this_installation().checker).match
    if match is None:
        return text, asked
    if act:
        if len(act) > _LONGEST_LINE:
            raise NotTaken(_("the line has more than {most} characters", most=f"{_LONGEST_LINE:,}"))
        return texts.with_action(match, text, act, draft.language), WritingRequest(row=asked.row)
    chosen = asked.chosen
    if card:
        chosen = (*chosen, *chosen_cards(f"{card}:{asked.row}" if asked.row and asked.mode != DEAL else card))
    elif do == "undo":
        chosen = chosen[:-1]
        if not asked.chosen and asked.mode != DEAL:
            return texts.without_last_line(text), WritingRequest(asked.mode)
    elif do not in (DEAL, "choose"):
        return text, asked
    asked = WritingRequest(asked.mode, asked.seat, chosen, asked.row)
    if asked.mode == DEAL and asked.seat in match.seats:
        cards = [card_of(word) for word in chosen]
        text = texts.with_deal(draft.parts.head, text, match, asked.seat, cards, draft.language)
    return text, asked


def _next_hand(draft: UnfinishedLog, number: int) -> tuple[UnfinishedLog, int, WritingRequest]:
    """The draft with a hand after the last one, whose setup follows from the one before where the game has such."""
    last = len(draft.parts.hands)
    checked = check_hand(draft, last, this_installation().checker) if last else None
    lines = []
    if isinstance(checked, CheckedHand):
        known = next_facts(checked)
        lines = [
            setup_line(checked.match, name, known[name], draft.language)
            for name in sorted(checked.game.setup_fields)
            if known.get(name, "?") != "?"
        ]
    text = "\n".join(lines)
    written = transact(this_installation().sessions, lambda session: drafts.write_hand(session, draft, last + 1, text))
    return written, max(number, last + 1), WritingRequest()


def _found(key: str) -> UnfinishedLog:
    with this_installation().sessions() as session:
        draft = drafts.find(session, key)
    if draft is None:
        raise Refusal(404, _("There is no draft at this address. It may have been deleted."))
    return draft


def _number(draft: UnfinishedLog, text: str | None) -> int:
    """The hand that an address or a form names, the last one where it names none; 0 for the lines before the hands."""
    number = whole(text)
    last = len(draft.parts.hands)
    return last if number is None or number > last else number


def _readable(draft: UnfinishedLog) -> Match:
    """The match of a draft.  Raises Refusal, with the lines that cannot be read."""
    try:
        record = texts.record_of(draft.parts, _SOURCE)
    except NotTaken as refused:
        raise Refusal(422, _("The log cannot be read: {reason}.", reason=refused)) from None
    if record.match is None:
        message = "; ".join(said(finding.message) for finding in record.findings[:5])
        raise Refusal(422, _("The log cannot be read yet; mend these lines of its text first. {found}", found=message))
    return record.match


def _rules(draft: UnfinishedLog, match: Match) -> AskedRules:
    """What is asked for when the draft is handed in: its house rules, with the options that its text changes."""
    if draft.house is None:
        return NOTHING_ASKED
    try:
        rules = this_installation().checker.rules(match)
        begins = draft.house.rules()
    except (RulesUnknown, RulesRefused):
        return NOTHING_ASKED
    differing = {name: value for name, value in rules.options.items() if value != begins.options[name]}
    return asked_of(MatchRules(rules, HOUSE + draft.house.reference, draft.house, differing))


def _shown(
    draft: UnfinishedLog,
    number: int,
    asked: WritingRequest,
    said_to: str = "",
    status: int = 200,
    text: str | None = None,
    saved: bool = False,
) -> Answer:
    """The page of a draft at a hand; ``text`` is what was typed where it was not saved."""
    checker = this_installation().checker
    head = check_head(draft.parts.head, checker)
    stored_text = draft.parts.head if number == 0 else draft.parts.hands[number - 1]
    view = None if number == 0 else hand_view(draft, number, check_hand(draft, number, checker), asked)
    remarks = head.remarks if view is None else view.remarks
    part = request.args.get("part") == "1"
    answer = make_response(
        render_template(
            "sheets/writing/part.html" if part else "sheets/writing/page.html",
            draft=draft,
            number=number,
            title=title_of(draft, head.match),
            game=GAMES[draft.game],
            text=stored_text if text is None else text,
            view=view,
            gutter=gutter_of(stored_text, head.remarks) if view is None else view.gutter,
            grave=[remark for remark in remarks if remark.finding.severity is not Severity.NOTICE],
            guessed=[remark for remark in remarks if remark.finding.severity is Severity.NOTICE],
            found_by=found_by,
            names={} if head.match is None else names_of(head.match),
            head_unread=head.match is None,
            said=said_to,
            saved=saved,
            most=texts.MOST_CHARACTERS,
        ),
        status,
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer
