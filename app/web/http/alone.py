"""A server for the person at its own machine: everybody else is refused, because nobody is asked who they are.

A proxy at the same machine makes the requests of strangers come from this machine, so those that carry the headers of a
proxy are refused too.
"""

from contextlib import suppress
from ipaddress import ip_address
from typing import Final

from flask import Flask, request

from app.database.config import Config
from app.text.language import _
from app.web.http.errors import Refusal

_FILES: Final = ("static", "assets.sheet")
"""The endpoints of the files that the page with the refusal is drawn with."""


def refuse_others(app: Flask, config: Config) -> None:
    """Refuses, with 403, every request that may be from somebody elsewhere, if the server is for this machine alone."""
    if not config.alone:
        return

    @app.before_request
    def refuse() -> None:
        if request.endpoint not in _FILES and (_is_forwarded() or not _is_from_here()):
            raise Refusal(
                403,
                _(
                    "This server answers the person at its own machine, and this request came through a proxy or from "
                    "another machine. At that machine, open the page without a proxy. To show it to others, start the "
                    "server with fupan serve --read-only, or with --trust-visitors, which lets every visitor do "
                    "everything."
                ),
            )


def _is_from_here() -> bool:
    with suppress(ValueError):
        return ip_address((request.remote_addr or "").partition("%")[0]).is_loopback
    return False


def _is_forwarded() -> bool:
    names = (name.lower() for name, _value in request.headers)
    return any(name in ("forwarded", "via") or name.startswith("x-forwarded-") for name in names)
