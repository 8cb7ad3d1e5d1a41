"""What pages show of a club: its name, who sees a match, how many uploads wait, where a login leads back to."""

from typing import Final

from flask import request, url_for

from app.accounts import members
from app.database.seeing import Visibility, link_of, visibility_of
from app.matches.access import waiting as waiting_matches
from app.matches.installation import this_installation
from app.text.language import _
from app.web.http.this_login import is_club, this_viewer

SHOWN: Final = 100
"""Uploads that wait to be taken in, as many as are listed."""
_CHOSEN: Final = (Visibility.PRIVATE, Visibility.CLUB, Visibility.UNLISTED, Visibility.PUBLIC)


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


def club_called() -> str:
    """The name of the club, or what it is called without one."""
    with this_installation().sessions() as session:
        return members.club_name(session) or _("the club")


def way_back() -> str:
    """The address to come back to after logging in: that of the current request, unless it was sent or has a secret."""
    if request.method not in ("GET", "HEAD") or request.blueprint == "logging_in":
        return ""
    return "" if "secret" in (request.view_args or {}) else request.full_path.rstrip("?")
