"""The pages: every blueprint of the modules under ``app/web``."""

import pkgutil
from importlib import import_module

from flask import Blueprint

import app.web


def blueprints() -> list[Blueprint]:
    """Each blueprint that a module under ``app/web`` holds, once, ordered by name.

    The order has no effect: no two of them share an address, a filter or a handler.
    """
    names = (each.name for each in pkgutil.walk_packages(app.web.__path__, "app.web."))
    values = (value for name in names for value in vars(import_module(name)).values())
    found = {each.name: each for each in values if isinstance(each, Blueprint)}
    return [found[name] for name in sorted(found)]
