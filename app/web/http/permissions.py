"""Refuses what somebody has no permission for, which views name beside their addresses (`app.web.http.pages`).

An address that names none is refused.  Somebody who may see something but not do it is answered 403 with the roles that
may; what he may not see answers 404, as if it did not exist.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from flask import Flask, current_app, request
from flask.sansio.app import App
from werkzeug.exceptions import NotFound

from app.accounts.roles import Role
from app.matches.installation import this_installation
from app.text.language import _, marked
from app.web.http.errors import Refusal
from app.web.http.pages import LEAST, SCOPES, SEEN_BY, May, Needs, Of, Permission
from app.web.http.this_login import is_club, this_login, this_token, unsaid_changes

_KEPT: Final = "fupan-permissions"
_WHO: Final[Mapping[Role, str]] = MappingProxyType(
    {
        Role.MEMBER: marked("Members of the club may do this."),
        Role.RECORDER: marked("Recorders, arbiters and admins of the club may do this."),
        Role.ARBITER: marked("Arbiters and admins of the club may do this."),
        Role.ADMIN: marked("Admins of the club may do this."),
    }
)
_SEEING: Final = (May.READ, May.FOLLOW, May.COUNT)
_METHODS: Final = ("GET", "POST", "PATCH", "DELETE")


def permit(app: Flask, needs: Needs) -> None:
    """Refuses the requests to an application of senders who do not have what is needed, before their views run.

    Templates ask ``may(endpoint)`` before they offer a form, and say ``who_may(endpoint)`` in its place.
    """
    app.extensions[_KEPT] = needs
    app.jinja_env.globals.update(
        may=may, who_may=who_may, is_club=is_club, this_login=this_login, unsaid_changes=unsaid_changes
    )

    @app.before_request
    def refuse() -> None:
        if request.endpoint is None or request.method == "OPTIONS":
            return
        method = "GET" if request.method == "HEAD" else request.method
        token = this_token()
        if not may(request.endpoint, method):
            needed = needed_for(request.endpoint, method) or Permission(May.READ)
            hidden = needed.of is Of.ACCOUNT and not is_club()
            if needed.may in _SEEING or hidden or this_role() < _least_that_sees(needed.of):
                raise NotFound
            raise Refusal(403, who_may(request.endpoint, method))
        scope = SCOPES[_needs(current_app)[request.endpoint, method].may]
        if token is not None and scope not in token.scopes:
            raise Refusal(
                403,
                _("The token does not have the scope {scope}, which this needs.", scope=scope),
                bearer=f'error="insufficient_scope", scope="{scope}"',
                problem="scope-missing",
            )


def this_role() -> Role:
    """The role of the sender of the current request: without accounts everybody who is answered may do everything."""
    if not is_club():
        return Role.ADMIN
    login = this_login()
    return Role.GUEST if login is None else login.role


def may(endpoint: str, method: str = "POST") -> bool:
    """Whether the sender of the current request may do what an endpoint does."""
    needed = needed_for(endpoint, method)
    if needed is None or (needed.of is Of.ACCOUNT and not is_club()):
        return False
    # Who sends a request is not asked where everybody may.
    least = Role.GUEST if needed.may is May.COUNT and _statistics_are_open() else LEAST[needed.may]
    return least is Role.GUEST or this_role() >= least


def may_open(endpoint: str) -> bool:
    """Whether the sender of the current request may use an endpoint, with one of its methods."""
    return any(may(endpoint, method) for method in _METHODS if needed_for(endpoint, method))


def is_to_read(endpoint: str) -> bool:
    """Whether an endpoint shows something and needs no permission but that to see it."""
    needed = needed_for(endpoint, "GET")
    return needed is not None and needed.may in _SEEING


def who_may(endpoint: str, method: str = "POST") -> str:
    """A sentence that names the roles that may do what an endpoint does, which needs something."""
    return _(_WHO[LEAST[_needs(current_app)[endpoint, method].may]])


def changes_nothing(app: App, endpoint: str | None) -> bool:
    """Whether an endpoint of an application is that of a form that changes nothing in the database."""
    needed = None if endpoint is None else _needs(app).get((endpoint, "POST"))
    return needed is not None and needed.may in _SEEING and needed.of is not Of.ACCOUNT


def needed_for(endpoint: str, method: str) -> Permission | None:
    """What an endpoint needs; None where nothing was said, so that nobody may use it."""
    return _needs(current_app).get((endpoint, method))


def _least_that_sees(of: Of) -> Role:
    return Role.GUEST if of is Of.PERSON and _statistics_are_open() else SEEN_BY[of]


def _statistics_are_open() -> bool:
    """Whether guests may read statistics: not those of an archive, which does not know who is a minor."""
    config = this_installation().config
    return config.open_statistics and not (config.archive and config.hide_minors)


def _needs(app: App) -> Needs:
    needs: Needs = app.extensions[_KEPT]
    return needs
