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
from app.database.seeing import Visibility, link_of, match_of_link, visibility_of
from app.database.tables.access import MatchUploader
from app.matches.access import offered_matches, show_to
from app.matches.access import waiting as waiting_matches
from app.matches.installation import this_installation
from app.players.statistics.people import people_of_match
from app.text.language import _
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of, Pages
from app.web.http.this_login import is_club, open_unlisted, this_login, this_viewer

BLUEPRINT: Final = Pages("match_visibility", __name__)
_CHOSEN: Final = (Visibility.PRIVATE, Visibility.CLUB, Visibility.UNLISTED, Visibility.PUBLIC)
SHOWN: Final = 100


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
        raise Refusal(404, _("There is no match {number}.", number=identity))
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


def uploads_waiting() -> int:
    """How many uploads wait to be taken in, counted no further than they are listed."""
    with this_installation().sessions() as session:
        return len(waiting_matches(session, SHOWN))


def visibility_choices() -> list[Visibility]:
    """What the sender of the current request may choose: nothing that would hide the match from them."""
    viewer = this_viewer()
    return [choice for choice in _CHOSEN if viewer is not None and choice in viewer.sees]


def seen_by(match: int) -> Visibility | None:
    """Who sees a match; None where everybody who is answered sees all."""
    if not is_club():
        return None
    with this_installation().sessions() as session:
        return visibility_of(session, [match])[match]


def unlisted_link(match: int) -> str | None:
    """The address that shows an unlisted match to everybody who has it."""
    with this_installation().sessions() as session:
        secret = link_of(session, match)
    return None if secret is None else url_for("match_visibility.open_link", secret=secret, _external=True)


def visibility_words(visibility: Visibility) -> str:
    """Who sees a match, as a sentence."""
    match visibility:
        case Visibility.PRIVATE:
            return _("Its uploader, arbiters and admins see this match.")
        case Visibility.OFFERED:
            return _("Its uploader sees this match, and the club does once a recorder has taken it in.")
        case Visibility.CLUB:
            return _("The members of the club see this match.")
        case Visibility.UNLISTED:
            return _("Everybody who has its link sees this match.")
        case Visibility.PUBLIC:
            return _("Everybody sees this match.")
