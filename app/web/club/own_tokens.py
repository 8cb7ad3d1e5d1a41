"""Somebody's tokens for programs; an admin sees those of others too, and may end them."""

from typing import Final

from flask import Response, make_response, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as BaseResponse

from app.accounts import tokens
from app.accounts.logins import LoggedIn
from app.accounts.tokens import DAYS, NAME, Scope, TokenRefused
from app.database.opening import transact
from app.matches.installation import this_installation
from app.matches.thread_share import checks_password
from app.text.language import _
from app.web.club.password_checks import NotConfirmed, confirmed_account
from app.web.http.pages import LEAST, SCOPES, May, Of, Pages
from app.web.http.permissions import may
from app.web.http.this_login import this_login

BLUEPRINT: Final = Pages("tokens", __name__)
_DEFAULT_DAYS: Final = 90


@BLUEPRINT.get("/account/tokens", may=May.TAKE_PART, of=Of.ACCOUNT)
def page() -> Response:
    """Shows one's tokens, and the form that makes one."""
    return _page()


@BLUEPRINT.post("/account/tokens", may=May.TAKE_PART, of=Of.ACCOUNT)
@checks_password
def make() -> Response:
    """Makes a token.  The answer alone has it."""
    me, form = _me(), request.form
    scopes = frozenset(scope for scope in _given(me) if scope in form.getlist("scope"))
    days = next((days for days in DAYS if form.get("days") == str(days)), 0)
    try:
        confirmed_account(me)
        made = transact(
            this_installation().sessions,
            lambda session: tokens.make(session, me.account, form.get("name", ""), scopes, days),
        )
    except NotConfirmed as refused:
        return refused.answer(_page(refused=str(refused)))
    except TokenRefused as refused:
        answer = _page(refused=str(refused))
        answer.status_code = 422
        return answer
    return _page(made=made)


@BLUEPRINT.post("/account/tokens/<int:token>/end", may=May.TAKE_PART, of=Of.ACCOUNT)
def end(token: int) -> BaseResponse:
    """Ends a token of one's own."""
    me = _me()
    transact(this_installation().sessions, lambda session: tokens.end(session, token, me.account, own=True))
    return redirect(url_for("tokens.page"), 303)


@BLUEPRINT.post("/club/tokens/<int:token>/end", may=May.MANAGE, of=Of.ACCOUNT)
def end_of_other(token: int) -> BaseResponse:
    """Ends a token of anybody."""
    me = _me()
    transact(this_installation().sessions, lambda session: tokens.end(session, token, me.account, own=False))
    return redirect(url_for("tokens.page"), 303)


def _me() -> LoggedIn:
    login = this_login()
    if login is None:
        raise NotFound
    return login


def _given(me: LoggedIn) -> list[Scope]:
    """The scopes that somebody may give a token."""
    return [scope for scope in Scope if any(LEAST[may] <= me.role for may in SCOPES if SCOPES[may] is scope)]


def _scope_words(scope: Scope) -> str:
    match scope:
        case Scope.READ:
            return _("Read what I may see")
        case Scope.UPLOAD:
            return _("Upload matches, and change what I may change")
        case Scope.RULE:
            return _("Rule on disputes, and change house rules")
        case Scope.ADMIN:
            return _("Delete, undo and erase")


def _page(*, made: str = "", refused: str = "") -> Response:
    me = _me()
    with this_installation().sessions() as session:
        open_tokens = tokens.open_tokens(session)
    answer = make_response(
        render_template(
            "club/tokens.html",
            mine=[token for token, account in open_tokens if account.id == me.account],
            others=[pair for pair in open_tokens if pair[1].id != me.account] if may("tokens.end_of_other") else [],
            scopes=[(scope.value, _scope_words(scope)) for scope in _given(me)],
            days=DAYS,
            default_days=_DEFAULT_DAYS,
            most=NAME,
            made=made,
            refused=refused,
            name=request.form.get("name", "")[:NAME] if refused else "",
        )
    )
    answer.headers["Cache-Control"] = "no-store"
    return answer
