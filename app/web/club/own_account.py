"""Somebody's own account: where it is logged in, and its password."""

from typing import Final

from flask import redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as BaseResponse

from app.accounts import logins, members
from app.accounts.logins import LoggedIn
from app.database.opening import transact
from app.database.tables.accounts import Account
from app.matches.installation import this_installation
from app.matches.thread_share import checks_password
from app.web.club.password_checks import NotConfirmed, confirmed_account
from app.web.club.role_words import role_words
from app.web.club.ties import own_tie
from app.web.http.pages import May, Of, Pages
from app.web.http.this_login import begin, this_login

BLUEPRINT: Final = Pages("own_account", __name__)
_BROWSERS: Final = (
    ("MicroMessenger", "WeChat"),
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""What browsers write of themselves and what they are called; Chrome writes Safari too, and others Chrome."""
_SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("Linux", "Linux"),
)
_LONGEST: Final = 60


@BLUEPRINT.get("/account", may=May.TAKE_PART, of=Of.ACCOUNT)
def page() -> str:
    """Who is logged in, and where."""
    return _page()


@BLUEPRINT.post("/account/logins/<int:login>/end", may=May.TAKE_PART, of=Of.ACCOUNT)
def end_login(login: int) -> BaseResponse:
    """Ends a login of one's own."""
    me = _me()
    transact(this_installation().sessions, lambda session: logins.end(session, me.account, login))
    return redirect(url_for("own_account.page"), 303)


@BLUEPRINT.post("/account/logins/end", may=May.TAKE_PART, of=Of.ACCOUNT)
def end_others() -> BaseResponse:
    """Ends all one's logins but this one."""
    me = _me()
    transact(this_installation().sessions, lambda session: logins.end_others(session, me.account, me.login))
    return redirect(url_for("own_account.page"), 303)


@BLUEPRINT.post("/account/password", may=May.TAKE_PART, of=Of.ACCOUNT)
@checks_password
def change_password() -> BaseResponse | tuple[str, int]:
    """Changes one's password, ends all one's logins, and begins a new one here."""
    from app.accounts import passwords
    from app.accounts.passwords import PasswordRefused

    me = _me()
    try:
        account = confirmed_account(me)
        password = passwords.password_hash(request.form.get("new-password", ""))
    except NotConfirmed as refused:
        return refused.answer(_page(str(refused)))
    except PasswordRefused as refused:
        return _page(str(refused)), 422
    sessions = this_installation().sessions
    transact(sessions, lambda session: members.set_password(session, session.get_one(Account, me.account), password))
    begin(account)
    return redirect(url_for("own_account.page"), 303)


def _me() -> LoggedIn:
    login = this_login()
    if login is None:
        raise NotFound
    return login


def device_words(agent: str) -> str:
    """The browser and the system that a browser says it is, or the beginning of what it says."""
    named = [next((name for sign, name in signs if sign in agent), "") for signs in (_BROWSERS, _SYSTEMS)]
    return " · ".join(filter(None, named)) or agent[:_LONGEST] or "—"


def _page(refused: str = "") -> str:
    me = _me()
    with this_installation().sessions() as session:
        own_logins = logins.logins_of(session, me.account)
        plays_nowhere_at = session.get_one(Account, me.account).plays_nowhere_at
    return render_template(
        "club/account.html",
        me=me,
        role=role_words(me.role),
        logins=[
            (login, device_words(login.device)) for login in sorted(own_logins, key=lambda login: login.id != me.login)
        ],
        refused=refused,
        tie=own_tie(me.account),
        plays_nowhere_at=plays_nowhere_at,
    )
