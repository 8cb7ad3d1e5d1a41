"""The list of matches, and the page of each."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final
from urllib.parse import quote

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from app.database.opening import transact
from app.database.sort_keys import in_order
from app.disputes.cases.adjusted import after_rulings
from app.disputes.cases.in_force import in_force
from app.disputes.cases.listing import DisputeFilter, disputes
from app.disputes.cases.words import subject_words
from app.disputes.verdicts.issued import VerdictFilter, newest_verdicts
from app.judging.clock_words import by_the_clock
from app.judging.rules_of_match.claims import claim_is_known, claim_words, nearest, rules_are_unknown
from app.judging.rules_of_match.refusal import RulesRefused
from app.matches import store
from app.matches.installation import Fupan, this_fupan
from app.matches.list_query import COUNTED, COUNTED_EACH
from app.matches.store import MatchFilter, Place, StoredMatch
from app.matches.uploads import acts, names
from app.matches.uploads.copies import copies_of
from app.matches.uploads.deletion import CannotDelete, is_proven
from app.matches.uploads.join_split import parts_of
from app.matches.uploads.redirects import whereabouts
from app.players.statistics.people import people_of_match
from app.text.catalogue import all_codes
from app.text.language import _
from app.web.disputes.erasing import erase_page
from app.web.http.errors import Refusal
from app.web.http.language import ARGUMENT as LANGUAGE
from app.web.http.paging import day, known, page_of, whole
from app.web.matches.comparison import compared_quickly
from app.web.matches.ladder import ladders
from app.web.matches.match_charts import totals_chart
from app.web.matches.match_rows import REASONS, MatchRows, ends_otherwise
from app.web.matches.open_match import links_keep
from app.web.matches.recorded_summary import written
from app.web.matches.rules_of_match import PAGERS, Tried, choose_page, tried, wants_trial
from app.web.replay.scene import called, teams
from app.web.replay.steps import Facts
from engine.games import GAMES
from engine.record.match import Match, MatchInfo, given
from engine.rulebook.codes import SETUP_MISMATCH
from engine.rulebook.findings import Rule
from engine.rulebook.options import RulesUnknown, value_text
from engine.verdict.written.outcomes import is_cut_off
from engine.verdict.written.sheet import Sheet, sheet_of

BLUEPRINT: Final = Blueprint("matches", __name__)

FILTERS: Final = ("text", "game", "player", "verdict", "since", "until")
_NAME_FIELD: Final = "name-"
HANDS: Final = 100
"""Hands of one page of a match."""
_PLACE: Final = 987_654_321
"""Stands for the number of a hand in an address."""
TITLE: Final = 80
"""Characters of a match's name that a page shows."""
FINDINGS: Final = 100
"""Findings of one page of a match."""
_ABOUT_RECORDED: Final = frozenset(
    {name for name, code in all_codes().items() if code.about_result} | {SETUP_MISMATCH.id}
)
"""The codes of findings about recorded values."""


@dataclass(frozen=True, slots=True)
class Changed:
    """An option that a match claims with another value than its preset has."""

    name: str
    text: str
    value: str
    usual: str
    rules: tuple[Rule, ...]
    """The pages of the rules that it governs."""


@BLUEPRINT.get("/matches/")
def listed() -> str:
    """The matches that the filter of the address lets through, the newest upload first."""
    chosen = known(request.args, FILTERS)
    wanted = MatchFilter(
        game=chosen.get("game"),
        player=chosen.get("player"),
        verdict=chosen.get("verdict"),
        since=day(chosen.get("since")),
        until=day(chosen.get("until")),
        text=chosen.get("text"),
    )
    with this_fupan().sessions() as session:
        before, after = (Place.read(request.args.get(name, "")) for name in ("before", "after"))
        page = store.matches(session, wanted, before=before, after=after)
        games = store.games(session)
        verdicts = store.verdicts(session)
        people = store.player_names(session) if page.items else ()
    unread = [name for name in ("since", "until") if name in chosen and day(chosen[name]) is None]
    return render_template(
        "matches/list.html",
        page=page,
        games=games,
        verdicts=verdicts,
        names=in_order(people),
        chosen=chosen,
        unread=unread,
        empty=not verdicts,
        repeated=repeated_titles(page.items),
        counted=COUNTED,
        counted_each=COUNTED_EACH,
    )


@BLUEPRINT.get("/matches/<int:identity>", strict_slashes=False)
def match(identity: int) -> str | tuple[str, int] | Response:
    """A match: its verdict, the rules it was judged under, hands, totals, findings.

    With ``?rules=`` (``claim``, a preset, or ``house:`` and a name) and options, such as ``&a_failures=3``, the match
    under these rules instead.  The match keeps its own rules.
    """
    fupan = this_fupan()
    stored = fupan.match(identity)
    if stored is None:
        return _elsewhere(identity)
    decoded = fupan.decoded.get(stored)
    arguments = {name: text for name, text in request.args.items() if name != LANGUAGE}
    if decoded is None or not wants_trial(arguments, decoded.game):
        return _page(fupan, stored, decoded, None)
    try:
        trial = tried(fupan, stored, decoded, arguments)
    except RulesRefused as refused:
        return choose_page(fupan, stored, decoded, arguments, str(refused))
    address = trial.chosen.address
    if address | known(request.args, PAGERS) != arguments:
        values: dict[str, Any] = {"identity": identity, **address, **known(request.args, PAGERS)}
        return redirect(url_for("matches.match", **values))
    links_keep(address)
    return _page(fupan, trial.stored, decoded, trial)


def _page(fupan: Fupan, stored: StoredMatch, decoded: Match | None, trial: Tried | None) -> str:
    """The page of a match, under its own rules or those that are tried."""
    report = stored.report
    pagers = ("hands", "findings") if trial is None else PAGERS
    address = {"identity": stored.id} | ({} if trial is None else trial.chosen.address)
    findings: Sequence[Facts] = report["findings"]
    called_by_seat = {} if decoded is None else {each.seat: given(each.name) or each.seat for each in decoded.players}
    replayable = fupan.replayable(stored)
    judged = replayable is not None
    sheet = Sheet({}, ()) if replayable is None else sheet_of(replayable, report)
    with fupan.sessions() as session:
        recorded_names = names.recorded_names(session, stored.id)
        copies = copies_of(session, stored.id)
        parts = parts_of(session, stored.id)
        people = people_of_match(session, stored.id)
        disputed = disputes(session, DisputeFilter(match=stored.id))
        adjustments = in_force(session, stored.id) if disputed else []
        proven = is_proven(session, stored.id)
        issued = newest_verdicts(session, VerdictFilter(match=stored.id))
    hands = page_of(
        range(1, 1 + (0 if replayable is None else len(report["hands"]))),
        whole(request.args.get(pagers[0])) or 1,
        HANDS,
    )
    on_paper = None if replayable is None else MatchRows(replayable, report, sheet, adjustments)
    rows = [] if on_paper is None or not hands.items else on_paper.rows(hands.items[0], hands.items[-1])
    shown = page_of(findings, whole(request.args.get(pagers[1])) or 1, FINDINGS)
    return render_template(
        "matches/match.html",
        match=stored.row,
        stored=stored,
        report=report,
        info=MatchInfo() if decoded is None else given(decoded.match) or MatchInfo(),
        names=called_by_seat,
        teams=() if decoded is None else teams(decoded.game, decoded.seats),
        judged=judged,
        preset=_preset(report),
        changed=_changed(report),
        hands=hands,
        written=written(sheet, hands),
        rows=rows,
        sides=() if on_paper is None else on_paper.sides,
        ends={} if on_paper is None else {side.number: ends_otherwise(side, sheet) for side in on_paper.sides},
        proof=_proofs(stored.id),
        with_reasons=sum(len(row.outcome.get("breakdown", ())) for row in rows) <= REASONS,
        ladders=() if replayable is None else ladders(replayable, report),
        winner_unknown=decoded is not None and judged and _winner_unknown(decoded, report),
        by_the_clock=None if replayable is None else by_the_clock(replayable, report),
        findings=shown,
        about_results=_ABOUT_RECORDED,
        counts=_counts(findings),
        actions=_actions(decoded, shown.items),
        kept=stored.kept,
        recorded_names=recorded_names,
        copies=copies,
        disputes=disputed,
        proven=proven,
        dispute_subject=subject_words,
        adjustments=adjustments,
        issued=issued,
        after_rulings=None if decoded is None else after_rulings(report, decoded, adjustments),
        parts=parts,
        people=people,
        hand_count=0 if decoded is None else len(decoded.hands),
        longest={"title": names.TITLE, "name": names.NAME},
        comparable=judged and trial is None,
        compared=None if replayable is None or trial is not None else compared_quickly(fupan, stored, replayable),
        pagers=pagers,
        address=address,
        trial=trial,
        linked=judged,
        chart=None
        if replayable is None
        else totals_chart(replayable, report, called_by_seat, partial(_replay, stored.id), sheet),
        rules_unknown=decoded is not None and rules_are_unknown(report),
        near=nearest(decoded) if decoded is not None and "rules" not in report else None,
        claim=None if decoded is None else claim_words(decoded),
        claim_known=decoded is not None and claim_is_known(decoded),
        kept_reports=_kept_reports(fupan, stored),
        is_sheet=decoded is not None and bool(decoded.hands) and not any(hand.actions for hand in decoded.hands),
    )


def _replay(identity: int, number: int) -> str:
    """The address of the replay of a hand, by its number from 1."""
    return url_for("replay.hand", identity=identity, number=number)


def _proofs(identity: int) -> Callable[[int, str], str]:
    """The address of the proof of a score, by the number of the hand, from 1, and the seat."""
    before, _place, after = url_for("score.hand", identity=identity, number=_PLACE).partition(str(_PLACE))
    joined = "&" if "?" in after else "?"
    return lambda number, seat: f"{before}{number}{after}{joined}seat={quote(seat, safe='')}"


def _kept_reports(fupan: Fupan, stored: StoredMatch) -> list[store.KeptReport]:
    with fupan.sessions() as session:
        return store.judgements(session, stored.id)


@BLUEPRINT.post("/matches/<int:identity>/delete")
def delete(identity: int) -> Response | tuple[str, int]:
    """Deletes a match, and shows what was deleted; or why it is not, and what can be erased of it instead."""
    try:
        deleted = acts.delete_match(this_fupan().sessions, identity)
    except CannotDelete as reason:
        return erase_page(identity, not_deleted=str(reason)), 409
    if deleted is None:
        raise Refusal(404, _("There is no match {number}.", number=identity))
    return redirect(url_for("deleted.listed", done=deleted.deletion), 303)


@BLUEPRINT.post("/matches/<int:identity>/rename")
def rename(identity: int) -> Response:
    """Gives a match a title, and its players other names: the fields ``title`` and ``name-SEAT``."""
    given_names = {
        field.removeprefix(_NAME_FIELD): text for field, text in request.form.items() if field.startswith(_NAME_FIELD)
    }
    title = request.form.get("title")
    try:
        done = transact(this_fupan().sessions, lambda session: names.rename(session, identity, title, given_names))
    except names.UnfitName as unfit:
        raise Refusal(400, str(unfit)) from None
    if not done:
        raise Refusal(404, _("There is no match {number}.", number=identity))
    return redirect(url_for("matches.match", identity=identity), 303)


def _elsewhere(identity: int) -> Response:
    """Leads to what a match that is not there became.  Raises Refusal where it became nothing."""
    with this_fupan().sessions() as session:
        found = whereabouts(session, identity)
    if found.refusal is not None:
        return redirect(url_for("refusals.page", identity=found.refusal), 301)
    if found.match is not None:
        return redirect(url_for("matches.match", identity=found.match), 301)
    if found.deleted:
        raise Refusal(
            410, _("Match {number} was deleted. It can be brought back on the page Deleted.", number=identity)
        )
    if found.retired:
        raise Refusal(410, _("Match {number} was deleted, and its files were removed.", number=identity))
    raise Refusal(404, _("There is no match {number}.", number=identity))


def repeated_titles(rows: Iterable[store.MatchRow]) -> frozenset[str]:
    """The titles that several of some matches have: lists show the file and the time of upload with these."""
    return frozenset(title for title, count in Counter(map(title_of, rows)).items() if count > 1)


def title_of(row: store.MatchRow) -> str:
    """What a match is called: what people here call it, else its own id, else its event, else its number here."""
    return called(row.title or row.match_id or row.event or _("Match {number}", number=row.id), TITLE)


def _winner_unknown(decoded: Match, report: Mapping[str, Any]) -> bool:
    """Whether a winner that a report does not name hangs on totals, or in Guandan on levels, that nobody knows."""
    if report["winner"] is not None:
        return False
    counted = [outcome for index, outcome in enumerate(report["hands"]) if not is_cut_off(decoded, index, outcome)]
    if "levels" in (counted[-1] if counted else {}):
        return None in (counted[-1]["levels"] or {"": None}).values()
    return not report["totals"] or None in report["totals"].values()


def _preset(report: Mapping[str, Any]) -> str:
    """What the preset of a report is; empty where it has none that this version knows."""
    rules = report.get("rules")
    game = GAMES.get(rules["game"]) if rules else None
    return game.rules.presets.get(rules["preset"], "") if rules and game else ""


def _changed(report: Mapping[str, Any]) -> list[Changed]:
    rules = report.get("rules")
    game = GAMES.get(rules["game"]) if rules else None
    if not rules or game is None:
        return []
    try:
        usual = game.rules.resolve(rules["preset"]).options
    except RulesUnknown:
        return []
    return [
        Changed(
            name=option.name,
            text=option.text,
            value=value_text(rules["options"][option.name]),
            usual=value_text(usual[option.name]),
            rules=tuple(rule for rule in game.pages if option.name in rule.options),
        )
        for option in game.rules.options
        if option.name in rules["options"] and rules["options"][option.name] != usual[option.name]
    ]


def _counts(findings: Sequence[Facts]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for finding in findings:
        counts[finding["severity"]] = counts.get(finding["severity"], 0) + 1
    return counts


def _actions(decoded: Match | None, findings: Sequence[Facts]) -> dict[tuple[int, int], str]:
    if decoded is None:
        return {}
    return {
        (each["hand"], each["action"]): decoded.hands[each["hand"]].actions[each["action"]]
        for each in findings
        if each["hand"] is not None
        and each["action"] is not None
        and each["hand"] < len(decoded.hands)
        and each["action"] < len(decoded.hands[each["hand"]].actions)
    }
