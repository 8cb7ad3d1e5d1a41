"""Checking a password that somebody enters, to log in or to confirm who they are; all of it is bounded in one place."""

import time
from typing import Final

from flask import Response, make_response, request

from app.accounts import attempts, members
from app.accounts.attempts import MustWait, TriedName
from app.accounts.logins import LoggedIn
from app.database.opening import transact
from app.database.tables.accounts import Account
from app.matches.installation import this_installation
from app.text.language import _
from app.web.http.known_browser import browser_is_known
from app.web.http.network import this_network

_PATIENCE_SECONDS: Final = 10.0
"""How long an attempt waits for others of the same name and network."""
_LOOKS_EVERY: Final = 0.05


class NotConfirmed(Exception):
    """A password does not fit, or has to be tried later; the text says so."""

    def __init__(self, reason: str, status: int, seconds: int | None = None) -> None:
        super().__init__(reason)
        self.status: Final = status
        self.seconds: Final = seconds
        """After how many seconds to try again."""

    def answer(self, page: str | Response) -> Response:
        """The page that says so, as it is sent."""
        answer = make_response(page, self.status)
        if self.seconds is not None:
            answer.headers["Retry-After"] = str(self.seconds)
        return answer


def account_with(name: str, password: str) -> Account:
    """The account of a name and its password.  Raises NotConfirmed.

    It does the same, and as much, for a name that does not exist.
    """
    from app.accounts import passwords

    sessions = this_installation().sessions
    try:
        attempt = _begun(name)
    except MustWait as wait:
        raise NotConfirmed(str(wait), 429, wait.seconds) from None
    with sessions() as session:
        account = members.account_named(session, name)
    fits = passwords.fits(None if account is None else account.password, password)
    transact(sessions, lambda session: attempts.decide(session, attempt, failed=not fits))
    if account is None or not fits:
        raise NotConfirmed(_("There is no account with this name and this password."), 403)
    return account


def confirmed_account(me: LoggedIn) -> Account:
    """The account of who is logged in, whose password is in the field ``password``.  Raises NotConfirmed."""
    try:
        return account_with(me.name, request.form.get("password", ""))
    except NotConfirmed as refused:
        if refused.seconds is not None:
            raise
        raise NotConfirmed(_("That is not your password."), refused.status) from None


def _begun(name: str) -> int:
    """The number of an attempt, once it is its turn.  Raises MustWait.

    Only an attempt that may begin writes to the database, so that guesses keep no writer waiting.
    """
    sessions, until = this_installation().sessions, time.monotonic() + _PATIENCE_SECONDS
    with sessions() as session:
        tried = TriedName(name, this_network(), browser_is_known(members.account_named(session, name)))
    while True:
        with sessions() as session:
            is_next = attempts.is_next(session, tried)
        if is_next and (begun := transact(sessions, lambda session: attempts.begin(session, tried))) is not None:
            return begun
        if time.monotonic() >= until:
            raise MustWait(1)
        time.sleep(_LOOKS_EVERY)
