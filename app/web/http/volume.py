"""How many requests of programs a club answers in a minute: of each token, each account and each network of strangers.

The processes of one server count together, if it has several.  Needs the library of the extra ``club``.
"""

import time
from typing import Any, Final

from flask import Flask, request

from app.accounts.secrets import hash_of
from app.database.config import Config
from app.text.language import _
from app.web.http.errors import API, Refusal
from app.web.http.this_login import this_visitor

_OF_VISITOR: Final = 2
"""How many times as many requests an account or a network may send as a token: several programs may share it."""


def bound_volume(app: Flask, config: Config) -> None:
    """Has an application answer further requests with 429 and `Retry-After`."""
    from flask_limiter import ApplicationLimit, Limiter

    def is_other() -> bool:
        return not request.path.startswith(API)

    def shows_none() -> bool:
        return is_other() or "Authorization" not in request.headers

    Limiter(
        _visitor,
        app=app,
        application_limits=[
            ApplicationLimit(
                f"{_OF_VISITOR * config.api_requests} per minute", key_function=_visitor, exempt_when=is_other
            ),
            ApplicationLimit(f"{config.api_requests} per minute", key_function=_token, exempt_when=shows_none),
        ],
        on_breach=_refuse,
        storage_uri=config.api_counts,
    )


def _refuse(limit: Any) -> None:
    """Refuses a request; the library says when the limit ends."""
    raise Refusal(
        429,
        _("There were too many requests. Send this once more after the time that Retry-After says."),
        min(max(1, round(limit.reset_at - time.time())), limit.limit.get_expiry()),
    )


def _visitor() -> str:
    return this_visitor() or ""


def _token() -> str:
    return hash_of(request.headers.get("Authorization", ""))
