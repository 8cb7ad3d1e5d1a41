"""Whether the server answers, and is ready: for what watches it."""

from functools import cache
from typing import Final

from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask, Response, current_app, jsonify
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import NotFound

from app.database.opening import MIGRATIONS
from app.matches.installation import this_installation
from app.matches.jobs import has_worker
from app.web.http.pages import May, Of, Pages
from app.web.http.request_log import metrics_of

BLUEPRINT: Final = Pages("health", __name__)
WORKER: Final = "fupan-worker"
"""What says whether the worker is alive, among the extensions of an application that has one."""


def watch_workers(app: Flask) -> None:
    """Has an application be ready while any worker of its database is alive."""
    sessions = app.extensions["fupan"].sessions

    def is_alive() -> bool:
        try:
            return has_worker(sessions)
        except SQLAlchemyError:
            return False

    app.extensions[WORKER] = is_alive


@BLUEPRINT.get("/healthz", may=May.READ)
def process() -> Response:
    """That the process answers."""
    return Response("ok\n", mimetype="text/plain")


@BLUEPRINT.get("/readyz", may=May.READ)
def ready() -> tuple[Response, int]:
    """Whether the database has the tables of this version, and the worker is alive; else 503."""
    worker = current_app.extensions.get(WORKER)
    state = {"database": _database(), "worker": worker is None or worker()}
    return jsonify(state), 200 if all(state.values()) else 503


@BLUEPRINT.get("/metrics", may=May.MANAGE, of=Of.ACCOUNT)
def metrics() -> Response:
    """What is counted, for Prometheus."""
    counted = metrics_of(current_app)
    if counted is None:
        raise NotFound
    return Response(counted.text(), content_type="text/plain; version=0.0.4; charset=utf-8")


def _database() -> bool:
    try:
        with this_installation().sessions() as session:
            return MigrationContext.configure(session.connection()).get_current_revision() == _revision()
    except SQLAlchemyError:
        return False


@cache
def _revision() -> str | None:
    return ScriptDirectory(str(MIGRATIONS)).get_current_head()
