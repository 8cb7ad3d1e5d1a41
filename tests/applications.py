"""The web application for tests: a process makes it once for equal settings, which takes as long as most tests do."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache

from flask import Flask

from app.database.config import Config
from app.web.create_app import create_app
from app.web.installation import open_installation


@contextmanager
def application(config: Config) -> Iterator[Flask]:
    """The application with an installation of its own, errors answered as a visitor would see them.

    Its settings are as they were afterwards.  One at a time has equal settings.
    """
    app = _made(replace(config, database_url=""))
    settings = dict(app.config)
    app.extensions["fupan"] = open_installation(config)
    yield app
    app.extensions["fupan"].close()
    app.config.clear()
    app.config.update(settings)


@cache
def _made(settings: Config) -> Flask:
    """The application with some settings; its own installation, without a file, is not used."""
    app = create_app(replace(settings, database_url="sqlite://"))
    app.extensions["fupan"].close()
    app.config["PROPAGATE_EXCEPTIONS"] = False
    return app
