"""The headers of every answer, the hosts that the application answers to, and the pages that others may frame.

Other sites may show the pages of the blueprint for embedding in a frame, and no others.  A framed page is on a page of
somebody else.  Therefore it is made without the visitor's session and cookies, and it has no forms and no links to
pages with forms.
"""

from typing import Final

from flask import Flask, Response, request
from flask.sessions import SecureCookieSessionInterface, SessionMixin
from werkzeug.exceptions import SecurityError

from app.database.config import Config
from app.web.http.assets import Assets
from app.web.http.compression import Packer
from app.web.http.hosts import is_trusted
from app.web.http.offline import mark

_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
    )
)
CONTENT_SECURITY_POLICY: Final = f"{_POLICY}; frame-ancestors 'none'"
FRAMED_POLICY: Final = _POLICY.replace("form-action 'self'", "form-action 'none'") + "; frame-ancestors *"
"""That of pages that other sites may show in a frame."""
PERMISSIONS_POLICY: Final = ", ".join(
    f"{feature}=()"
    for feature in ("camera", "geolocation", "microphone", "payment", "usb", "browsing-topics", "display-capture")
)
_HEADERS: Final = (
    ("Content-Security-Policy", CONTENT_SECURITY_POLICY),
    ("X-Content-Type-Options", "nosniff"),
    ("Permissions-Policy", PERMISSIONS_POLICY),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("X-Frame-Options", "DENY"),
)
_FRAMED: Final = (
    ("Content-Security-Policy", FRAMED_POLICY),
    *((name, value) for name, value in _HEADERS if name not in ("Content-Security-Policy", "X-Frame-Options")),
)
_YEAR: Final = 365 * 24 * 3600
_STATIC: Final = "static"
_STYLE: Final = "assets.sheet"
_VERSIONED: Final = (_STATIC, _STYLE)
"""The endpoints of the files whose addresses carry their hashes."""
_WATCHED: Final = "health"
"""The blueprint of what watches the server, which may call it by an address; it has nothing that is anybody's."""
FRAMED: Final = "embed"
"""The blueprint whose pages may be framed."""


class VisitorSessions(SecureCookieSessionInterface):
    """Sessions in signed cookies.  An answer that was made with a session is neither cached nor compressed."""

    def __init__(self, packer: Packer) -> None:
        """``packer`` compresses the answers that were made without a session."""
        self._packer: Final = packer

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Sets the cookie if it changed.  Forbids caching the answer if the session was read; else compresses it.

        Only at this point is it known whether the session was read.
        """
        super().save_session(app, session, response)
        mark(response, personal=session.accessed)
        if session.accessed:
            response.headers["Cache-Control"] = "no-store"
        else:
            self._packer.pack(response)

    def should_set_cookie(self, app: Flask, session: SessionMixin) -> bool:
        """Whether the answer sets the cookie: none does that was made without the session, for it may be kept."""
        return (session.accessed or session.modified) and super().should_set_cookie(app, session)


def protect(app: Flask, config: Config, assets: Assets) -> None:
    """Puts the headers on every answer of an application, and versions into the addresses of static files.

    Requests with a `Host` that is not trusted are refused.
    """
    app.session_interface = VisitorSessions(Packer())

    @app.url_defaults
    def add_version(endpoint: str, values: dict[str, object]) -> None:
        if "v" not in values and (version := _version(endpoint, values.get("filename"), assets)) is not None:
            values["v"] = version

    # Werkzeug's own list of trusted hosts has no IPv6 addresses.
    @app.before_request
    def refuse_other_hosts() -> None:
        if request.blueprint != _WATCHED and not is_trusted(request.host, config.trusted_hosts):
            raise SecurityError(f"Host {request.host!r} is not trusted.")

    @app.after_request
    def add_headers(response: Response) -> Response:
        for name, value in _FRAMED if framable() else _HEADERS:
            response.headers[name] = value
        # Over HTTPS, forms prove their origin by the Referer, so pages of this site must send it to this site, unless
        # their address has a secret.
        secret = "secret" in (request.view_args or {})
        response.headers.setdefault("Referrer-Policy", "no-referrer" if secret else "same-origin")
        if config.secure_cookies or request.is_secure:
            response.headers["Strict-Transport-Security"] = f"max-age={_YEAR}; includeSubDomains"
        _say_how_long(response, assets)
        return response


def _say_how_long(response: Response, assets: Assets) -> None:
    """How long an answer may be kept: a static file for good under its hash, faults and changes not at all."""
    if request.endpoint in _VERSIONED:
        version = request.args.get("v")
        now = _version(request.endpoint, (request.view_args or {}).get("filename"), assets)
        if response.status_code in (200, 206, 304) and version and version == now:
            response.headers["Cache-Control"] = f"public, max-age={_YEAR}, immutable"
        else:
            response.headers["Cache-Control"] = "no-cache"
    elif response.status_code >= 400 or request.method not in ("GET", "HEAD"):
        response.headers["Cache-Control"] = "no-store"
    else:
        response.headers.setdefault("Cache-Control", "private, no-cache")


def _version(endpoint: str, name: object, assets: Assets) -> str | None:
    """The hash that the address of a file carries; None where it is no file, or is not there."""
    if endpoint == _STYLE:
        return assets.style_version()
    return assets.version(name) if endpoint == _STATIC and isinstance(name, str) else None


def framable() -> bool:
    """Whether the answer to the request may be shown in a frame of another site."""
    return request.blueprint == FRAMED
