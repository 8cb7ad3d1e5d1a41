"""Who sends a request to a club's server, looked up at each request: the login that the browser's session names, or
the token that a program shows.

A login has a secret of its own, so a session that somebody prepared in another's browser is worth nothing: logging in
begins a new session.  What is made for other sites is answered as to a guest.  Tokens are taken from the header
`Authorization` alone, and at the addresses for programs alone; a request that has this header has no session.
"""

from dataclasses import replace
from typing import Final

from flask import after_this_request, current_app, g, has_request_context, request, session
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response

from app.accounts import acts, logins, tokens
from app.accounts.logins import LoggedIn
from app.accounts.roles import Role
from app.accounts.tokens import ByToken
from app.accounts.viewers import viewer
from app.database.config import Mode
from app.database.opening import transact, transact_at_once
from app.database.seeing import Viewer, Visibility
from app.database.tables.accounts import Account
from app.matches.installation import this_installation
from app.text.language import _
from app.web.http.errors import API, Refusal
from app.web.http.known_browser import remember
from app.web.http.network import keyed_hash, this_network
from app.web.http.security import framable

_TOKEN: Final = "login"  # noqa: S105 (the name of a value of the session)
_METRICS: Final = "health.metrics"
"""The one endpoint for programs elsewhere: where those that watch servers look."""
_FOUND: Final = "fupan_logged_in"
_UNSAID: Final = "changes"
"""How many acts of others concern the account since the login before, until the page of them was opened."""
_OPENED: Final = "opened"
"""The unlisted matches whose links this browser has opened."""
_MOST_OPENED: Final = 50
_HALL: Final = frozenset({"hall.display", "hall.fragment", "hall.state"})
"""What a hall asks for, where nobody logs in: somebody who sees the match has handed its address out."""
_IN_HALL: Final = frozenset({Visibility.CLUB, Visibility.UNLISTED, Visibility.PUBLIC})


def is_club() -> bool:
    """Whether people log in to the server of the current request."""
    return this_installation().config.mode is Mode.CLUB


def this_login() -> LoggedIn | None:
    """Who sends the current request; None for a guest, and always where nobody logs in."""
    if not is_club() or _for_others():
        return None
    if _FOUND not in g:
        setattr(g, _FOUND, _looked_up())
    login: LoggedIn | None = g.get(_FOUND)
    return login


def shows_token() -> bool:
    """Whether the current request, to an address for programs, says who sends it without a session."""
    for_programs = request.path.startswith(API) or request.endpoint == _METRICS
    return is_club() and for_programs and "Authorization" in request.headers


def this_token() -> ByToken | None:
    """Who shows a token with the current request; None where none is shown.  One that is not valid is answered 401."""
    if not shows_token():
        return None
    login = this_login()
    if not isinstance(login, ByToken):
        raise Refusal(401, _("The token is not valid: it has ended, or never was one."), bearer='error="invalid_token"')
    return login


def this_viewer() -> Viewer | None:
    """Who asks for matches in the current request; None outside of requests, where everything is visible."""
    if not has_request_context():
        return None
    login = this_login()
    opened = frozenset[int]() if _for_others() else frozenset(_opened())
    if login is None:
        seen = replace(viewer(Role.GUEST, None, opened), names_minors=not this_installation().config.hide_minors)
    else:
        seen = viewer(login.role, login.account, opened, login.players)
    return replace(seen, sees=seen.sees | _IN_HALL) if request.endpoint in _HALL else seen


def _for_others() -> bool:
    """Whether the answer is for another site, and so the same as to a guest: a frame, or a picture beside a link."""
    return framable() or request.endpoint == "pictures.beside_link"


def open_unlisted(match: int) -> None:
    """Lets the browser of the current request see an unlisted match from now on."""
    session[_OPENED] = [*(number for number in _opened() if number != match), match][-_MOST_OPENED:]


def _opened() -> list[int]:
    matches: list[int] = session.get(_OPENED, []) if _has_session() and not shows_token() else []
    return matches


def begin(account: Account) -> None:
    """Logs the sender of the current request in, in a new session of a browser that is known from then on."""
    device, network = request.user_agent.string, this_network()

    def work(database: Session) -> tuple[str, int]:
        said = acts.unsaid(database, database.get_one(Account, account.id))
        return logins.begin(database, account, device, network), said

    token, unsaid = transact(this_installation().sessions, work)
    remember(account)
    leave()
    session[_TOKEN] = token
    if unsaid:
        session[_UNSAID] = unsaid
    session.permanent = True


def unsaid_changes() -> int:
    """How many acts of others concern the account of the current request and are still to be said."""
    changes: int = 0 if this_login() is None or shows_token() else session.get(_UNSAID, 0)
    return changes


def nothing_unsaid() -> None:
    """Notes that these acts were said."""
    session.pop(_UNSAID, None)


def leave() -> None:
    """Forgets all that the browser's session has."""
    session.clear()
    g.pop(_FOUND, None)


def empty_browser(answer: Response) -> Response:
    """An answer that has the browser drop what it keeps of this site, replays for use without a connection too."""
    answer.headers["Clear-Site-Data"] = '"cache", "storage"'
    return answer


def _looked_up() -> LoggedIn | None:
    shown = shows_token()
    secret = _bearer() if shown else session.get(_TOKEN) if _has_session() else None
    if not isinstance(secret, str):
        return None
    fupan = this_installation()
    with fupan.sessions() as database:
        logged_in = tokens.shown_by(database, secret) if shown else logins.logged_in(database, secret)
    if logged_in is None:
        if not shown:
            session.clear()
            after_this_request(empty_browser)
    elif logged_in.stale:
        note_use = tokens.note_use if isinstance(logged_in, ByToken) else logins.note_use
        transact_at_once(fupan.sessions, lambda database: note_use(database, logged_in.login))
    return logged_in


def _bearer() -> str | None:
    shown = request.authorization
    return shown.token if shown is not None and shown.type == "bearer" else None


def _has_session() -> bool:
    """Whether the browser sent one: reading it forbids keeping the answer."""
    return current_app.config["SESSION_COOKIE_NAME"] in request.cookies


def this_visitor() -> str | None:
    """The visitor of the current request, for `app.database.bounded_stores`; None if the server is for one person.

    A hash that reveals neither account nor address.
    """
    if this_installation().config.alone:
        return None
    login = this_login()
    return this_network() if login is None else keyed_hash(f"account {login.account}")
