"""Redeeming a link that makes an account, or that gives one a new password.

To open a link changes nothing, because chat programs open the links that they preview.  The page sends no referrer, so
the secret in its address goes nowhere else; therefore its form proves its origin by its token alone.
"""

from typing import Final

from flask import Response, make_response, redirect, render_template, request, url_for
from flask_wtf.csrf import CSRFError, validate_csrf  # type: ignore[import-untyped]
from werkzeug.wrappers import Response as BaseResponse
from wtforms import ValidationError  # type: ignore[import-untyped]

from app.accounts import links, members
from app.accounts.links import LinkUsed
from app.accounts.members import NameRefused
from app.database.opening import transact
from app.database.tables.accounts import Account
from app.matches.installation import this_installation
from app.matches.thread_share import checks_password
from app.text.language import _
from app.web.club.role_words import duties_of, role_words
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of, Pages
from app.web.http.this_login import begin

BLUEPRINT: Final = Pages("one_use_links", __name__)
_GONE: Final = 410


@BLUEPRINT.get("/join/<secret>", may=May.READ, of=Of.ACCOUNT)
def form(secret: str) -> Response:
    """The form that redeems a link."""
    return _page(secret)


@BLUEPRINT.post("/join/<secret>", may=May.READ, of=Of.ACCOUNT)
@checks_password
def redeem(secret: str) -> BaseResponse:
    """Redeems a link, once, and logs in the account that it makes or gives a password."""
    from app.accounts import passwords
    from app.accounts.passwords import PasswordRefused

    try:
        validate_csrf(request.form.get("csrf_token"))
    except ValidationError as invalid:
        raise CSRFError(str(invalid)) from None
    _page(secret)  # No password is hashed for a link that cannot be redeemed.
    name, sessions = request.form.get("name", ""), this_installation().sessions
    try:
        password = passwords.password_hash(request.form.get("password", ""))
        account = transact(sessions, lambda session: links.redeem(session, secret, name, password))
    except (PasswordRefused, NameRefused) as refused:
        answer = _page(secret, str(refused))
        answer.status_code = 422
        return answer
    except LinkUsed as used:
        raise _gone(used) from None
    begin(account)
    return redirect(url_for("home.page"), 303)


def _gone(used: LinkUsed) -> Refusal:
    return Refusal(_GONE, str(used), title=_("This link no longer works"))


def _page(secret: str, refused: str = "") -> Response:
    with this_installation().sessions() as session:
        try:
            link = links.valid(session, secret)
        except LinkUsed as used:
            raise _gone(used) from None
        account = None if link.account is None else session.get(Account, link.account)
    answer = make_response(
        render_template(
            "club/link.html",
            secret=secret,
            account=account,
            role=role_words(links.role_of(link)),
            duties=duties_of(links.role_of(link)),
            longest=members.NAME,
            refused=refused,
            name=request.form.get("name", ""),
        )
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer
