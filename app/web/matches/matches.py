"""The list of matches, and the page of each."""

from dataclasses import replace
from typing import Final

from flask import redirect, render_template, request, url_for
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response

from app.database.opening import transact
from app.database.sort_keys import in_order
from app.disputes.cases.words import subject_words
from app.judging.rules_of_match.refusal import RulesRefused
from app.matches import store
from app.matches.installation import this_installation
from app.matches.list_query import COUNTED, COUNTED_EACH
from app.matches.listing import repeated_titles
from app.matches.store import ListPlace, MatchFilter
from app.matches.uploads import acts, names
from app.matches.uploads.deletion import CannotDelete
from app.matches.uploads.redirects import whereabouts
from app.text.language import _
from app.web.http.addresses import address_of
from app.web.http.compression import without_secrets
from app.web.http.errors import Refusal
from app.web.http.language import ARGUMENT as LANGUAGE
from app.web.http.left_out import LeftOut, match_count
from app.web.http.pages import May, Of, Pages
from app.web.http.paging import day, known_arguments
from app.web.matches.files import shown_deleted
from app.web.matches.match_page import MatchPage, match_page
from app.web.matches.rules_of_match import rules_page
from app.web.parts.erase_page import erase_page
from app.web.parts.open_match import PAGERS, links_keep, no_match, rules_trial, wants_trial

BLUEPRINT: Final = Pages("matches", __name__)

FILTERS: Final = ("text", "game", "player", "verdict", "since", "until")
_NAME_FIELD: Final = "name-"


@BLUEPRINT.get("/matches/", may=May.READ)
def listed() -> str:
    """The matches that the filter of the address lets through, the newest upload first."""
    chosen = known_arguments(request.args, FILTERS)
    wanted = MatchFilter(
        game=chosen.get("game"),
        player=chosen.get("player"),
        verdict=chosen.get("verdict"),
        since=day(chosen.get("since")),
        until=day(chosen.get("until")),
        text=chosen.get("text"),
    )
    with this_installation().sessions() as session:
        before, after = (ListPlace.read(request.args.get(name, "")) for name in ("before", "after"))
        page = store.matches(session, wanted, before=before, after=after)
        left_out = _left_out(session, wanted, page.total) if wanted != MatchFilter() else None
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
        left_out_rows=left_out,
        empty=not verdicts,
        repeated=repeated_titles(page.items),
        counted=COUNTED,
        counted_each=COUNTED_EACH,
    )


def _left_out(session: Session, wanted: MatchFilter, shown: int) -> LeftOut:
    """What a filter that lets some matches through leaves out."""
    undated = None
    if wanted.since or wanted.until:
        undated = store.number_of(session, replace(wanted, since=None, until=None, undated=True))
    return LeftOut(match_count, shown, store.number_of(session, MatchFilter()), COUNTED, undated)


@BLUEPRINT.get("/matches/<int:identity>", may=May.READ, of=Of.MATCH, strict_slashes=False)
@without_secrets
def match(identity: int) -> str | tuple[str, int] | Response:
    """A match: its verdict, the rules it was judged under, hands, totals, findings.

    With ``?rules=`` (``claim``, a preset, or ``house:`` and a name) and options, such as ``&a_failures=3``, the match
    under these rules instead.  The match keeps its own rules.
    """
    fupan = this_installation()
    stored = fupan.match(identity)
    if stored is None:
        return _elsewhere(identity)
    decoded = fupan.decoded.get(stored)
    arguments = {name: text for name, text in request.args.items() if name != LANGUAGE}
    if decoded is None or not wants_trial(arguments, decoded.game):
        return _page(match_page(fupan, stored, decoded, None))
    try:
        trial = rules_trial(fupan, stored, decoded, arguments)
    except RulesRefused as refused:
        return rules_page(fupan, stored, decoded, arguments, str(refused))
    address = trial.chosen.address
    if address | known_arguments(request.args, PAGERS) != arguments:
        return redirect(
            address_of("matches.match", {"identity": identity, **address, **known_arguments(request.args, PAGERS)})
        )
    links_keep(address)
    return _page(match_page(fupan, trial.stored, decoded, trial))


def _page(page: MatchPage) -> str:
    return render_template("matches/match.html", page=page, dispute_subject=subject_words)


@BLUEPRINT.get("/matches/<int:identity>/manage", may=May.RECORD, of=Of.MATCH)
def manage(identity: int) -> str | Response:
    """The forms that rename a match, join it with another, split it and delete it."""
    fupan = this_installation()
    stored = fupan.match(identity)
    if stored is None:
        return _elsewhere(identity)
    page = match_page(fupan, stored, fupan.decoded.get(stored), None)
    return render_template("matches/manage.html", page=page, longest={"title": names.TITLE, "name": names.NAME})


@BLUEPRINT.post("/matches/<int:identity>/delete", may=May.MANAGE, of=Of.MATCH)
def delete(identity: int) -> Response | tuple[str, int]:
    """Deletes a match, and shows what was deleted; or why it is not, and what can be erased of it instead."""
    try:
        deleted = acts.delete_match(this_installation().sessions, identity)
    except CannotDelete as reason:
        return erase_page(identity, not_deleted=str(reason)), 409
    if deleted is None:
        raise no_match(identity)
    return shown_deleted(deleted)


@BLUEPRINT.post("/matches/<int:identity>/rename", may=May.RECORD, of=Of.MATCH)
def rename(identity: int) -> Response:
    """Gives a match a title, and its players other names: the fields ``title`` and ``name-SEAT``."""
    given_names = {
        field.removeprefix(_NAME_FIELD): text for field, text in request.form.items() if field.startswith(_NAME_FIELD)
    }
    title = request.form.get("title")
    try:
        done = transact(
            this_installation().sessions, lambda session: names.rename(session, identity, title, given_names)
        )
    except names.UnfitName as unfit:
        raise Refusal(400, str(unfit)) from None
    if not done:
        raise no_match(identity)
    return redirect(url_for("matches.match", identity=identity), 303)


def _elsewhere(identity: int) -> Response:
    """Redirects from a removed match to its successor.  Raises Refusal if it has none."""
    with this_installation().sessions() as session:
        place = whereabouts(session, identity)
    if place.refusal is not None:
        return redirect(url_for("files.unread", identity=place.refusal), 301)
    if place.match is not None:
        return redirect(url_for("matches.match", identity=place.match), 301)
    if place.deleted:
        raise Refusal(410, _("Match {number} was deleted. It can be brought back on the page Files.", number=identity))
    if place.retired:
        raise Refusal(410, _("Match {number} was deleted, and its files were removed.", number=identity))
    raise no_match(identity)
