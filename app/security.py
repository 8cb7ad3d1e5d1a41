"""The headers of every answer."""

from typing import Final

from flask import Flask, Response, request
from flask.sessions import SecureCookieSessionInterface, SessionMixin

from app.assets import Assets
from app.config import Config

CONTENT_SECURITY_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
PERMISSIONS_POLICY: Final = ", ".join(
    f"{feature}=()"
    for feature in ("camera", "geolocation", "microphone", "payment", "usb", "browsing-topics", "display-capture")
)
_HEADERS: Final = (
    ("Content-Security-Policy", CONTENT_SECURITY_POLICY),
    ("X-Content-Type-Options", "nosniff"),
    # Over HTTPS, forms prove their origin by the Referer, so pages of this site must send it to this site.
    ("Referrer-Policy", "same-origin"),
    ("Permissions-Policy", PERMISSIONS_POLICY),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("X-Frame-Options", "DENY"),
)
_YEAR: Final = 365 * 24 * 3600


class VisitorSessions(SecureCookieSessionInterface):
    """Sessions in signed cookies; an answer that used one must not be cached."""

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Sets the cookie if it changed, and forbids caching if the session was read."""
        super().save_session(app, session, response)
        if session.accessed:
            response.headers["Cache-Control"] = "no-store"


def protect(app: Flask, config: Config, assets: Assets) -> None:
    """Adds the headers to every answer of an application, and versions to the addresses of static files."""
    app.session_interface = VisitorSessions()

    @app.url_defaults
    def add_version(endpoint: str, values: dict[str, object]) -> None:
        name = values.get("filename")
        if endpoint == "static" and isinstance(name, str) and "v" not in values:
            version = assets.version(name)
            if version is not None:
                values["v"] = version

    @app.after_request
    def add_headers(response: Response) -> Response:
        for name, value in _HEADERS:
            response.headers[name] = value
        if config.secure_cookies or request.is_secure:
            response.headers["Strict-Transport-Security"] = f"max-age={_YEAR}; includeSubDomains"
        _say_how_long(response, assets)
        return response


def _say_how_long(response: Response, assets: Assets) -> None:
    """Sets how long an answer may be cached: a static file with its hash without a limit, errors and changes not at
    all.
    """
    if request.endpoint == "static":
        name = (request.view_args or {}).get("filename", "")
        version = request.args.get("v")
        if response.status_code in (200, 206, 304) and version and version == assets.version(name):
            response.headers["Cache-Control"] = f"public, max-age={_YEAR}, immutable"
        else:
            response.headers["Cache-Control"] = "no-cache"
    elif response.status_code >= 400 or request.method not in ("GET", "HEAD"):
        response.headers["Cache-Control"] = "no-store"
    else:
        response.headers.setdefault("Cache-Control", "private, no-cache")
