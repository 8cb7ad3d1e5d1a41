"""The application: its settings, its parts, its pages."""

import pkgutil
from dataclasses import replace
from datetime import timedelta
from functools import cache
from importlib import import_module
from typing import Final

from flask import Flask
from flask_wtf.csrf import CSRFProtect  # type: ignore[import-untyped]
from werkzeug.middleware.proxy_fix import ProxyFix

import app.web
from app.database.config import Config, Mode
from app.database.seeing import asked_by
from app.matches.thread_share import share_threads
from app.text.folders import folder
from app.web.club.one_use_links import redeem
from app.web.disputes.disputes import may_dispute
from app.web.http.alone import refuse_others
from app.web.http.api_writes import protect_api
from app.web.http.assets import Assets
from app.web.http.errors import explain_errors
from app.web.http.idempotency import do_once
from app.web.http.language import speak
from app.web.http.offered import offer_what_one_may
from app.web.http.only_reading import only_read
from app.web.http.pages import Pages, needs_of
from app.web.http.paging import bound_numbers
from app.web.http.permissions import permit
from app.web.http.request_log import LoggedFlask, note_requests
from app.web.http.security import protect
from app.web.http.this_login import this_viewer
from app.web.http.volume import bound_volume
from app.web.installation import open_installation, with_archive

_COOKIES: Final = timedelta(days=400)
"""How long browsers keep the cookie of a login.  The server ends logins much earlier, and has a browser that comes back
with the cookie drop what it keeps."""


def create_app(config: Config | None = None) -> Flask:
    """The web application of a configuration (default: the environment's).  Brings its database up to date.

    ``app.extensions["fupan"]`` is its `Installation`.
    """
    settings = config or Config.from_environment()
    static = folder("static")
    app = LoggedFlask(__name__, static_folder=str(static), template_folder=str(folder("templates")))
    app.jinja_env.add_extension("jinja2.ext.do")
    app.config.update(
        SECRET_KEY=settings.secret_key,
        MAX_CONTENT_LENGTH=settings.upload_bytes,
        MAX_FORM_MEMORY_SIZE=settings.form_bytes,
        MAX_FORM_PARTS=settings.form_parts,
        SESSION_COOKIE_NAME="__Host-fupan" if settings.secure_cookies else "fupan",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=settings.secure_cookies,
        PERMANENT_SESSION_LIFETIME=_COOKIES,
    )
    if count := settings.trusted_proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=count, x_proto=count, x_host=count)  # type: ignore[method-assign]
    app.jinja_env.globals["visitors_trusted"] = settings.trust_visitors
    bound_numbers(app)
    fupan = with_archive(open_installation(settings))
    if settings.mode is Mode.CLUB:
        fupan = replace(fupan, sessions=asked_by(fupan.sessions, this_viewer))
    app.extensions["fupan"] = fupan
    assets = Assets(static)
    app.extensions["fupan-assets"] = assets
    note_requests(app, counted=not settings.alone)
    protect(app, settings, assets)
    speak(app)
    refuse_others(app, settings)
    if settings.mode is Mode.CLUB:
        bound_volume(app, settings)
    permit(app, needs_of(blueprints()))
    if settings.mode is Mode.CLUB:
        offer_what_one_may(app, {"disputes.form": may_dispute})
    csrf = CSRFProtect(app)
    csrf.exempt(redeem)
    if settings.read_only:
        only_read(app)
    explain_errors(app)
    share_threads(app)
    for blueprint in blueprints():
        app.register_blueprint(blueprint)
    protect_api(app, csrf)
    do_once(app)
    return app


@cache
def blueprints() -> tuple[Pages, ...]:
    """Each blueprint that a module under ``app/web`` holds, once, ordered by name.

    The order has no effect: no two of them share an address, a filter or a handler.
    """
    names = (module.name for module in pkgutil.walk_packages(app.web.__path__, "app.web."))
    values = (value for name in names for value in vars(import_module(name)).values())
    by_name = {value.name: value for value in values if isinstance(value, Pages)}
    return tuple(by_name[name] for name in sorted(by_name))
