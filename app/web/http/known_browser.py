"""Browsers in which somebody logged in before: a signed cookie that names the accounts by their numbers.

It gives no right but one: an attempt to log in to one of these accounts does not wait for the failures of others.
"""

from datetime import timedelta
from typing import Final

from flask import after_this_request, current_app, request
from itsdangerous import BadSignature, URLSafeTimedSerializer
from werkzeug.wrappers import Response

from app.database.tables.accounts import Account

_LASTS: Final = timedelta(days=400)
_MOST: Final = 20
"""The accounts that a cookie names."""


def remember(account: Account) -> None:
    """Has the browser of the current request known for an account."""
    known = [*(number for number in _known() if number != account.id), account.id][-_MOST:]

    @after_this_request
    def set_cookie(answer: Response) -> Response:
        config = current_app.config
        answer.set_cookie(
            _cookie(),
            _signed().dumps(known),
            max_age=_LASTS,
            httponly=True,
            secure=config["SESSION_COOKIE_SECURE"],
            samesite=config["SESSION_COOKIE_SAMESITE"],
        )
        return answer


def browser_is_known(account: Account | None) -> bool:
    """Whether somebody logged in to an account in the browser of the current request."""
    return account is not None and account.id in _known()


def _known() -> list[int]:
    try:
        numbers: list[int] = _signed().loads(request.cookies.get(_cookie(), ""), max_age=int(_LASTS.total_seconds()))
    except BadSignature:
        return []
    return numbers


def _cookie() -> str:
    return f"{current_app.config['SESSION_COOKIE_NAME']}-known"


def _signed() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(current_app.config["SECRET_KEY"], salt="known browser")
