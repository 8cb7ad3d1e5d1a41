"""Logging in and out."""

from typing import Final
from urllib.parse import urlsplit

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from app.accounts import logins
from app.database.opening import transact
from app.matches.installation import this_installation
from app.matches.thread_share import checks_password
from app.web.club.password_checks import NotConfirmed, account_with
from app.web.http.pages import May, Of, Pages
from app.web.http.this_login import begin, empty_browser, leave, this_login

BLUEPRINT: Final = Pages("logging_in", __name__)


@BLUEPRINT.get("/login", may=May.READ, of=Of.ACCOUNT)
def form() -> str:
    """The form to log in; with ``?next=`` an address of this site to go to afterwards."""
    return _form()


@BLUEPRINT.post("/login", may=May.READ, of=Of.ACCOUNT)
@checks_password
def log_in() -> BaseResponse:
    """Logs somebody in, in a new session.  It says the same, after the same work, of a name that does not exist."""
    try:
        account = account_with(request.form.get("name", ""), request.form.get("password", ""))
    except NotConfirmed as refused:
        return refused.answer(_form(str(refused)))
    begin(account)
    return redirect(_within_site(request.form.get("next", "")) or url_for("home.page"), 303)


@BLUEPRINT.post("/logout", may=May.READ, of=Of.ACCOUNT)
def log_out() -> BaseResponse:
    """Ends the login of this browser, and what the browser keeps of this site."""
    login = this_login()
    if login is not None:
        transact(this_installation().sessions, lambda session: logins.end(session, login.account, login.login))
    leave()
    return empty_browser(redirect(url_for("home.page"), 303))


def _form(refused: str = "") -> str:
    asked = _within_site(request.values.get("next", ""))
    return render_template("club/login.html", refused=refused, next=asked, name=request.form.get("name", ""))


def _within_site(address: str) -> str:
    """An address, if it is a path of this site; else nothing."""
    if not address.startswith("/") or "\\" in address or any(ord(character) <= ord(" ") for character in address):
        return ""
    parts = urlsplit(address)
    return "" if parts.scheme or parts.netloc or address.startswith("//") else address
