"""The pages of disputes: the list, opening one, and all that is done in one."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from flask import Response, g, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as Answer

from app.database.row_pages import PER_PAGE
from app.database.sort_keys import sort_key
from app.database.tables.matches import storable
from app.disputes.audit_check.words import difference_words
from app.disputes.audit_log.actors import NAME, TEXT, ActorRole
from app.disputes.cases import acts
from app.disputes.cases.acts import dispute_of
from app.disputes.cases.evidence import BYTES, EvidenceKind, add_evidence, evidence_bytes
from app.disputes.cases.inquiry import Under, found_words, under_words
from app.disputes.cases.judged import change_since
from app.disputes.cases.listing import COUNTED, DisputeFilter, disputes, number_of
from app.disputes.cases.proposals import agree, decide, withdraw
from app.disputes.cases.reading import ShownEvidence, WholeDispute
from app.disputes.cases.rulings import MOST_VOTES, Adjusting, Decision, rules_of_game
from app.disputes.cases.states import FOLLOWING, CannotAct, DisputeState, MayNot, RulingOutcome, outcome_words
from app.disputes.cases.words import subject_words
from app.disputes.verdicts.public_keys import fingerprint
from app.matches.installation import this_installation
from app.matches.store import StoredMatch
from app.text.catalogue import all_codes
from app.text.glossary import game_title
from app.text.language import _, _n, marked
from app.text.language.sentence import capital
from app.text.readable import card_sign, readable_hand
from app.text.seats import player_names
from app.web.http.addresses import address_of
from app.web.http.errors import Refusal
from app.web.http.left_out import LeftOut
from app.web.http.pages import May, Of, Only, Pages
from app.web.http.paging import known_arguments, whole
from app.web.http.this_login import is_club, this_login
from app.web.parts.acting_as import acting_before, acting_now, arbiter_named, forget, status_of
from app.web.parts.issued_verdict import keys_in_use
from app.web.parts.offered_acts import dispute_shown, offered_acts
from app.web.parts.open_match import stored_match
from app.web.parts.option_effects import rules_address
from app.web.parts.steps import step_of
from engine.games import GAMES
from engine.record.actions import parse_action
from engine.rulebook.options import RulesUnknown
from engine.statistics.person import normal
from engine.verdict.proof.form import Claim, Subject

BLUEPRINT: Final = Pages("disputes", __name__)


MOST_LISTED: Final = 500
"""The most hands, steps or lines that the form offers as a list; more are asked for by number."""
_CARDS: Final = 14
"""The most words of an action in such a list."""
ROWS: Final = 3
"""Rows for adjustments in the form of a ruling, unless more are asked for."""
MOST_ROWS: Final = 15
VOTERS: Final = 4
"""Lines for the votes of other arbiters."""
FILTERS: Final = ("state", "game", "player", "match", "event", "changed")
"""The arguments of an address that filter disputes."""
_PLACES: Final[Mapping[str, str]] = {
    "hand": marked("The hand is not a number from 1."),
    "step": marked("The step is not a number from 1."),
    "line": marked("The line is not a number from 1."),
}
_CLAIMS: Final = ("scores", "totals", "finding", "text")
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,19}")


@BLUEPRINT.get("/disputes/", may=May.FOLLOW)
def listed() -> str:
    """The disputes that the filter of the address lets through, the newest first."""
    chosen = chosen_of(request.args)
    wanted = filter_of(chosen)
    with this_installation().sessions() as opened:
        rows = disputes(opened, wanted, whole(request.args.get("before")))
        number, every = number_of(opened, wanted, DisputeFilter()) if chosen else (0, 0)
    return render_template(
        "disputes/list.html",
        rows=rows[:PER_PAGE],
        more=rows[PER_PAGE - 1].id if len(rows) > PER_PAGE else None,
        chosen=chosen,
        left_out_rows=LeftOut(count_words, number, every, COUNTED) if chosen else None,
        states=list(DisputeState),
        games={name: game_title(name) for name in GAMES},
        subject_words=subject_words,
    )


def count_words(count: int) -> str:
    """A number of disputes."""
    return _n("{count} dispute", "{count} disputes", count)


def chosen_of(arguments: Mapping[str, str]) -> dict[str, str]:
    """The arguments of an address that filter disputes.  An empty event is that of matches without one."""
    event = {"event": ""} if "event" in arguments else {}
    return event | known_arguments(arguments, FILTERS)


def filter_of(chosen: Mapping[str, str]) -> DisputeFilter:
    """The filter that arguments of an address name.  Raises Refusal for a state or a game that does not exist."""
    state, game, event = (chosen.get(name) for name in ("state", "game", "event"))
    if state is not None and state not in list(DisputeState):
        raise Refusal(400, _("There is no such state. The states are {names}.", names=", ".join(DisputeState)))
    if game is not None and game not in GAMES:
        raise Refusal(400, _("There is no such game. The games are {names}.", names=", ".join(GAMES)))
    return DisputeFilter(
        state=state,
        match=whole(chosen.get("match")),
        game=game,
        player=chosen.get("player"),
        event=None if event is None else normal(storable(event)),
        changed="changed" in chosen,
    )


@BLUEPRINT.get("/matches/<int:identity>/dispute", may=May.TAKE_PART, of=Of.MATCH, only=Only.PLAYER_OR_RECORDER)
def form(identity: int) -> str:
    """The form that opens a dispute: ``?hand=``, ``?step=``, ``?line=`` (from 1), ``?finding=``, ``?claim=``."""
    stored = stored_match(identity)
    with this_installation().sessions() as session:
        try:
            acts.refuse_stranger(session, identity)
        except MayNot as reason:
            raise Refusal(403, str(reason)) from None
    return _form(stored, request.args)


def may_dispute(identity: int) -> bool:
    """Whether pages offer to open a dispute about a match."""
    answers: dict[int, bool] = g.setdefault("fupan_may_dispute", {})
    if identity not in answers:
        with this_installation().sessions() as session:
            answers[identity] = acts.may_dispute(session, identity)
    return answers[identity]


@BLUEPRINT.post("/matches/<int:identity>/dispute", may=May.TAKE_PART, of=Of.MATCH, only=Only.PLAYER_OR_RECORDER)
def open_one(identity: int) -> Answer | tuple[str, int]:
    """Opens a dispute, and leads to it."""
    stored = stored_match(identity)
    try:
        made = acts.open_dispute(this_installation(), identity, acting_now(), _subject(request.form), _claim(stored))
    except CannotAct as reason:
        return _form(stored, request.form, str(reason)), status_of(reason)
    return redirect(url_for("disputes.page", identity=made), 303)


@BLUEPRINT.get("/disputes/<int:identity>", may=May.FOLLOW, of=Of.DISPUTE)
def page(identity: int) -> str:
    """Shows a dispute: the claim, its check, comments, evidence and rulings, and the acts that are possible now."""
    return dispute_page(identity)


@BLUEPRINT.post("/disputes/<int:identity>/acting", may=May.TAKE_PART, of=Of.DISPUTE)
def act_as(identity: int) -> Answer | tuple[str, int]:
    """Remembers who acts: the fields ``acting-name`` and ``acting-role``; without a name, forgets it.

    In a club who is logged in acts, and there is nothing to remember.
    """
    if is_club():
        raise NotFound
    if not request.form.get("acting-name", "").strip():
        forget()
        return _back(identity)
    return _done(identity, acting_now)


@BLUEPRINT.post("/disputes/<int:identity>/comment", may=May.TAKE_PART, of=Of.DISPUTE)
def comment(identity: int) -> Answer | tuple[str, int]:
    """Adds a comment."""
    return _done(
        identity, lambda: acts.comment(this_installation(), identity, acting_now(), request.form.get("text", ""))
    )


@BLUEPRINT.post("/disputes/<int:identity>/review", may=May.RULE, of=Of.DISPUTE, only=Only.NO_PLAYER)
def review(identity: int) -> Answer | tuple[str, int]:
    """Takes a dispute under review."""
    return _done(identity, lambda: acts.take_up(this_installation(), identity, acting_now()))


@BLUEPRINT.post("/disputes/<int:identity>/close", may=May.RULE, of=Of.DISPUTE, only=Only.NO_PLAYER)
def close(identity: int) -> Answer | tuple[str, int]:
    """Makes a ruling final."""
    return _done(identity, lambda: acts.close(this_installation(), identity, acting_now()))


@BLUEPRINT.post("/disputes/<int:identity>/appeal", may=May.TAKE_PART, of=Of.DISPUTE, only=Only.OPENER_OR_PLAYER)
def appeal(identity: int) -> Answer | tuple[str, int]:
    """Appeals against a ruling."""
    return _done(
        identity, lambda: acts.appeal(this_installation(), identity, acting_now(), request.form.get("text", ""))
    )


@BLUEPRINT.post("/disputes/<int:identity>/evidence", may=May.TAKE_PART, of=Of.DISPUTE)
def evidence(identity: int) -> Answer | tuple[str, int]:
    """Adds a log or a photo.  The page that follows says it if what is kept differs from the file."""
    file = request.files.get("file")
    try:
        if file is None or not file.filename:
            raise CannotAct(_("No file was chosen."))
        name, data = storable(file.filename), file.stream.read(BYTES + 1)
        given = add_evidence(this_installation(), identity, acting_now(), name, data)
    except CannotAct as reason:
        return dispute_page(identity, str(reason)), 422
    return redirect(url_for("disputes.page", identity=identity, given=given), 303)


@BLUEPRINT.get("/disputes/<int:identity>/evidence/<int:number>", may=May.FOLLOW, of=Of.DISPUTE)
def shown(identity: int, number: int) -> Response:
    """A piece of evidence: a photo to be looked at, a log to be saved."""
    with this_installation().sessions() as opened:
        file = evidence_bytes(opened, identity, number)
    if file is None:
        raise Refusal(404, _("There is no such evidence."))
    kind, data = file
    answer = Response(data, mimetype="application/octet-stream" if kind is EvidenceKind.LOG else f"image/{kind}")
    if kind is EvidenceKind.LOG:
        answer.headers["Content-Disposition"] = f'attachment; filename="evidence-{number}.log"'
    return answer


@BLUEPRINT.post("/disputes/<int:identity>/rule", may=May.RULE, of=Of.DISPUTE, only=Only.NO_PLAYER)
def rule_on(identity: int) -> Answer | tuple[str, int]:
    """Rules on a dispute, or proposes a ruling to a second arbiter."""
    before = whole(request.form.get("before")) or 0
    return _done(identity, lambda: decide(this_installation(), identity, acting_now(), _decision(), before))


@BLUEPRINT.post("/disputes/<int:identity>/proposal", may=May.RULE, of=Of.DISPUTE, only=Only.NO_PLAYER)
def answer_proposal(identity: int) -> Answer | tuple[str, int]:
    """Votes for a proposed ruling or, with the field ``withdraw``, withdraws the own one.  Only a club has any."""
    if not is_club():
        raise NotFound
    fupan, proposal = this_installation(), whole(request.form.get("proposal")) or 0
    if "withdraw" in request.form:
        return _done(identity, lambda: withdraw(fupan, identity, proposal, arbiter_named))
    return _done(identity, lambda: agree(fupan, identity, acting_now(), proposal, arbiter_named))


def _done(identity: int, work: Callable[[], object]) -> Answer | tuple[str, int]:
    try:
        work()
    except CannotAct as reason:
        return dispute_page(identity, str(reason)), status_of(reason)
    return _back(identity)


def _back(identity: int) -> Answer:
    return redirect(url_for("disputes.page", identity=identity), 303)


def dispute_page(identity: int, refused: str = "") -> str:
    """The page of a dispute; ``refused`` says why something was not done."""
    fupan = this_installation()
    with fupan.sessions() as opened:
        acting = acting_before()
        whole_dispute = dispute_shown(opened, identity, acting)
    if whole_dispute is None:
        raise Refusal(404, _("There is no dispute {number}.", number=identity))
    stored = None if whole_dispute.dispute.match is None else fupan.match(whole_dispute.dispute.match)
    with fupan.sessions() as opened:
        since = None if stored is None else change_since(opened, stored, whole_dispute.judged_as)
        offered = None if acting is None else offered_acts(opened, dispute_of(opened, identity), acting)
    me, proposal, audited = this_login(), whole_dispute.proposal, whole_dispute.audited
    rows = min(max(ROWS, whole(request.values.get("rows")) or 0), MOST_ROWS)
    report = None if stored is None else stored.report
    return render_template(
        "disputes/dispute/page.html",
        dispute=whole_dispute,
        subject=subject_words(whole_dispute.dispute),
        found_words=found_words(whole_dispute.found),
        under=[
            (
                under_words(under, whole_dispute.dispute.game),
                _address(stored, under),
                bool(under.changes),
                under.verdict,
            )
            for under in whole_dispute.found.under
        ],
        next_states=[str(state) for state in FOLLOWING[DisputeState(whole_dispute.dispute.state)]],
        given=_given(whole_dispute),
        outcomes={str(outcome): outcome_words(outcome) for outcome in RulingOutcome},
        names=_names(stored),
        rules=[(rule.id, _(rule.title)) for rule in rules_of_game(None if stored is None else stored.row.game)],
        report=report,
        log_erased=stored is not None and stored.erased_at is not None,
        judged_otherwise=whole_dispute.dispute.changed,
        since=since,
        engine_of_match="" if stored is None else stored.engine,
        differences=[difference_words(difference) for difference in audited.differs] if audited else [],
        keys=[(key.name, fingerprint(key.public)) for key in keys_in_use()] if whole_dispute.rulings else [],
        acting=acting,
        offered=offered,
        own_proposal=proposal is not None and me is not None and proposal.account == me.account,
        roles=list(ActorRole),
        refused=refused,
        sent=request.form,
        rows=rows,
        most_rows=MOST_ROWS,
        voters=VOTERS,
        longest={"name": NAME, "text": TEXT},
    )


def _given(whole_dispute: WholeDispute) -> ShownEvidence | None:
    """The evidence that was given just now, if what is kept of it differs from the file."""
    number = whole(request.args.get("given"))
    return next((piece for piece in whole_dispute.evidence if piece.id == number and piece.changed), None)


def _form(stored: StoredMatch, fields: Mapping[str, str], refused: str = "") -> str:
    subject = Subject(hand=_index(fields, "hand"), action=_index(fields, "step"), line=_index(fields, "line"))
    hands = stored.report.hands
    computed = stored.report.totals
    scores: Mapping[str, int | None] = {}
    if subject.hand is not None and 0 <= subject.hand < len(hands):
        scores = hands[subject.hand].scores or {}
    claim = fields.get("claim") or ("finding" if fields.get("finding") else "scores" if scores else "text")
    return render_template(
        "disputes/new.html",
        match=stored.row,
        fields=fields,
        subject=subject,
        subject_words=subject_words(subject),
        hands=len(hands),
        claim=claim if claim in _CLAIMS else "text",
        names=_names(stored),
        scores=scores,
        totals=computed,
        places=_places_of(stored, subject.hand),
        codes=sorted(all_codes().values(), key=lambda code: sort_key(capital(_(code.meaning)))),
        acting=acting_before(),
        roles=list(ActorRole),
        refused=refused,
        longest={"name": NAME, "text": TEXT},
    )


def _places_of(stored: StoredMatch, index: int | None) -> dict[str, list[tuple[int, str]]]:
    """The hands of a match, and the steps and the lines of the score of one of them, by number and in words.

    What is too long for a list is left out.
    """
    report, match = stored.report, this_installation().replayable(stored)
    places = {"hands": [(number, _("Hand {number}", number=number)) for number in range(1, len(report.hands) + 1)]}
    if match is not None and index is not None and 0 <= index < len(match.hands):
        names = player_names(match.players)
        actions = match.hands[index].actions[: MOST_LISTED + 1]
        places["steps"] = [(number, _step_words(number, text, names)) for number, text in enumerate(actions, 1)]
        lines = readable_hand(report.hands[index], names).breakdown
        places["lines"] = [(number, f"{number} · {line.text}") for number, line in enumerate(lines, 1)]
    return {name: choices for name, choices in places.items() if 0 < len(choices) <= MOST_LISTED}


def _step_words(number: int, action: str, names: Mapping[str, str]) -> str:
    step = step_of(number, action, list(names))
    words = [card_sign(word) for word in parse_action(action).words[:_CARDS]]
    return " ".join([f"{number} ·", names.get(step.seat or "", step.seat or ""), step.brief, *words])


def _names(stored: StoredMatch | None) -> dict[str, str]:
    """By seat the names that pages show; empty where the log could not be read."""
    if stored is None or not stored.report.totals:
        return {}
    seats = list(stored.report.totals)
    decoded = this_installation().decoded.get(stored)
    called = {} if decoded is None else player_names(decoded.players)
    return {seat: called.get(seat, seat) for seat in seats}


def _index(fields: Mapping[str, str], name: str) -> int | None:
    """A number from 1 in an address or a form, counted from 0; None for any other text."""
    number = whole(fields.get(name))
    return number - 1 if number else None


def _subject(fields: Mapping[str, str]) -> Subject:
    for name in _PLACES:
        if fields.get(name, "").strip() and not whole(fields.get(name)):
            raise CannotAct(_(_PLACES[name]))
    return Subject(hand=_index(fields, "hand"), action=_index(fields, "step"), line=_index(fields, "line"))


def _claim(stored: StoredMatch) -> Claim:
    wanted = request.form.get("claim", "")
    seats = list(stored.report.totals)
    if wanted == "scores":
        return Claim(scores=_points("score", seats))
    if wanted == "totals":
        return Claim(totals=_points("total", seats))
    if wanted == "finding":
        return Claim(finding=request.form.get("finding", "").strip())
    if wanted == "text":
        return Claim(text=request.form.get("text", ""))
    raise CannotAct(_("Choose what is claimed: scores, totals, a finding, or something in words."))


def _points(prefix: str, seats: list[str]) -> dict[str, int]:
    return {seat: _number(request.form.get(f"{prefix}-{seat}", ""), seat) for seat in seats}


def _number(text: str, whose: str) -> int:
    written = text.strip().replace("\u2212", "-")
    if _NUMBER.fullmatch(written) is None:
        typed_text = text.strip()[:40] or _("(empty)")
        raise CannotAct(_("The points of {whose} are not a whole number: {text}.", whose=whose, text=typed_text))
    return int(written)


def _decision() -> Decision:
    fields = request.form
    outcome = fields.get("outcome", "")
    if outcome not in list(RulingOutcome):
        raise CannotAct(_("Choose an outcome."))
    votes = [
        (name, fields.get(f"vote-{number}") != "against")
        for number in range(1, MOST_VOTES)
        if (name := fields.get(f"voter-{number}", "").strip())
    ]
    return Decision(
        outcome=RulingOutcome(outcome),
        text=fields.get("text", ""),
        adjustments=_adjustments(fields),
        agrees=fields.get("vote-0") != "against",
        votes=votes,
        dissent=fields.get("dissent", ""),
    )


def _adjustments(fields: Mapping[str, str]) -> list[Adjusting]:
    """The rows that are filled, in order."""
    adjustments = []
    for row in range(1, MOST_ROWS + 1):
        prefix = f"score-{row}-"
        written = {name.removeprefix(prefix): text for name, text in fields.items() if name.startswith(prefix)}
        reason, by_rule = fields.get(f"reason-{row}", ""), storable(fields.get(f"rule-{row}", "")).strip()
        if not any(text.strip() for text in written.values()) and not reason.strip():
            continue
        hand = whole(fields.get(f"hand-{row}"))
        if hand is None:
            raise CannotAct(_("Row {number} of the adjustments names no hand.", number=row))
        scores = {
            seat: _number(text, _("{seat} in hand {hand}", seat=seat, hand=hand)) for seat, text in written.items()
        }
        adjustments.append(Adjusting(hand - 1, scores, reason, by_rule or None))
    return adjustments


def _address(stored: StoredMatch | None, under: Under) -> str | None:
    """The address of the match under other rules."""
    if stored is None:
        return None
    fupan = this_installation()
    decoded = fupan.decoded.get(stored)
    if decoded is None:
        return None
    try:
        rules = fupan.rules(stored, decoded)
    except RulesUnknown:
        return None
    address = rules_address(rules, under.changes) if under.changes else {"rules": under.preset}
    return address_of("matches.match", {"identity": stored.id, **address})
