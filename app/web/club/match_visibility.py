"""Who sees a match: saying so, taking in what members upload, and the links of unlisted matches."""

from typing import Final

from flask import redirect, render_template, request, url_for
from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from app.accounts import acts
from app.accounts.acts import Act
from app.database.joined_players import tied_accounts
from app.database.opening import transact
from app.database.seeing import match_of_link, visibility_of
from app.database.tables.access import MatchUploader
from app.matches.access import offered_matches, show_to
from app.matches.installation import this_installation
from app.players.statistics.people import people_of_match
from app.text.language import _
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of, Pages
from app.web.http.this_login import open_unlisted, this_login
from app.web.parts.club_words import SHOWN, visibility_choices
from app.web.parts.open_match import no_match

BLUEPRINT: Final = Pages("match_visibility", __name__)


@BLUEPRINT.get("/club/uploads", may=May.RECORD, of=Of.ACCOUNT)
def waiting() -> str:
    """What members have uploaded and no recorder has taken in yet."""
    with this_installation().sessions() as session:
        matches = offered_matches(session, SHOWN)
    return render_template("club/offered.html", matches=matches)


@BLUEPRINT.post("/matches/<int:identity>/visibility", may=May.RECORD, of=Of.ACCOUNT)
def choose(identity: int) -> Response:
    """Says who sees a match from now on: the field ``visibility``."""
    wanted = next((choice for choice in visibility_choices() if choice == request.form.get("visibility")), None)
    if wanted is None:
        raise Refusal(400, _("Choose who sees the match."))
    me = this_login()

    def work(session: Session) -> bool:
        before = visibility_of(session, [identity])[identity]
        is_there = show_to(session, identity, wanted)
        if is_there and me is not None and before is not wanted:
            concerned = _concerned(session, identity)
            acts.note(session, Act.VISIBILITY, me.account, concerned, subject=identity, before=before, after=wanted)
        return is_there

    if not transact(this_installation().sessions, work):
        raise no_match(identity)
    if request.form.get("back") == "uploads":
        return redirect(url_for("match_visibility.waiting"), 303)
    return redirect(url_for("matches.match", identity=identity), 303)


def _concerned(session: Session, match: int) -> set[int]:
    """The accounts of who brought a match, and of who played in it."""
    brought = session.scalars(select(col(MatchUploader.account)).where(col(MatchUploader.log_id) == match))
    return {*brought} | tied_accounts(session, {*people_of_match(session, match).values()})


@BLUEPRINT.get("/unlisted/<secret>", may=May.READ, of=Of.ACCOUNT)
def open_link(secret: str) -> Response:
    """Lets this browser see the unlisted match of a link, and leads to it."""
    with this_installation().sessions() as session:
        match = match_of_link(session, secret)
    if match is None:
        raise NotFound
    open_unlisted(match)
    return redirect(url_for("matches.match", identity=match), 303)
