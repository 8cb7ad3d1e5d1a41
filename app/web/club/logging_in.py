"""Logging in and out."""

from typing import Final
from urllib.parse import urlsplit

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from app.accounts import attempts, logins, members
from app.accounts.attempts import MustWait
from app.database.opening import transact
from app.matches.installation import this_installation
from app.text.language import _, _n
from app.web.http.this_login import begin, empty_browser, leave, this_login
from app.web.http.visitor import this_visitor

BLUEPRINT: Final = Blueprint("logging_in", __name__)


@BLUEPRINT.get("/login")
def form() -> str:
    """The form to log in; with ``?next=`` an address of this site to go to afterwards."""
    return _form()


@BLUEPRINT.post("/login")
def log_in() -> BaseResponse:
    """Logs somebody in, in a new session.  It says the same, after the same work, of a name that does not exist."""
    from app.accounts import passwords

    name, password = request.form.get("name", ""), request.form.get("password", "")
    sessions, address = this_installation().sessions, this_visitor() or ""
    try:
        begun = transact(sessions, lambda session: attempts.attempt(session, name, address))
    except MustWait as wait:
        return waiting(_refused(wait_words(wait), 429), wait)
    with sessions() as session:
        account = members.account_named(session, name)
    fits = passwords.fits(None if account is None else account.password, password)
    if account is None or not fits:
        return _refused(_("There is no account with this name and this password."), 403)
    transact(sessions, lambda session: attempts.succeeded(session, begun))
    begin(account)
    return redirect(_within_site(request.form.get("next", "")) or url_for("home.page"), 303)


def wait_words(wait: MustWait) -> str:
    """What is said to who has to wait."""
    return _n(
        "Too many attempts have failed. Try again in {count} second.",
        "Too many attempts have failed. Try again in {count} seconds.",
        wait.seconds,
    )


def waiting(answer: Response, wait: MustWait) -> Response:
    """An answer that says when to come back."""
    answer.headers["Retry-After"] = str(wait.seconds)
    return answer


@BLUEPRINT.post("/logout")
def log_out() -> BaseResponse:
    """Ends the login of this browser, and what the browser keeps of this site."""
    found = this_login()
    if found is not None:
        transact(this_installation().sessions, lambda session: logins.end(session, found.account, found.login))
    leave()
    return empty_browser(redirect(url_for("home.page"), 303))


def way_back() -> str:
    """The address to come back to after logging in: that of the current request, unless it was sent or has a secret."""
    if request.method not in ("GET", "HEAD") or request.blueprint == BLUEPRINT.name:
        return ""
    return "" if "secret" in (request.view_args or {}) else request.full_path.rstrip("?")


def club_called() -> str:
    """The name of the club, or what it is called without one."""
    with this_installation().sessions() as session:
        return members.club_name(session) or _("the club")


def _form(refused: str = "") -> str:
    asked = _within_site(request.values.get("next", ""))
    return render_template("club/login.html", refused=refused, next=asked, name=request.form.get("name", ""))


def _refused(reason: str, status: int) -> Response:
    answer = make_response(_form(reason))
    answer.status_code = status
    return answer


def _within_site(address: str) -> str:
    """An address, if it is a path of this site; else nothing."""
    if not address.startswith("/") or "\\" in address or any(ord(each) <= ord(" ") for each in address):
        return ""
    parts = urlsplit(address)
    return "" if parts.scheme or parts.netloc or address.startswith("//") else address
