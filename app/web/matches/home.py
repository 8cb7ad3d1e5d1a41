"""The first page: links to upload, write and browse; recent matches; matches with faults."""

from typing import Final

from flask import Blueprint, render_template

from app.matches import store
from app.matches.installation import this_installation
from app.matches.uploads.refusals import COUNTED, refusals
from app.web.matches.matches import repeated_titles

BLUEPRINT: Final = Blueprint("home", __name__)

SHOWN: Final = 6
"""Matches, and files, of each list."""


@BLUEPRINT.get("/")
def page() -> str:
    """Shows the newest matches, those with faults, and the newest unread files."""
    with this_installation().sessions() as session:
        recent = store.recent(session, SHOWN)
        look = store.newest(session, ("illegal", "misscored"), SHOWN)
        clean = store.newest(session, ("clean",), 1)
        refused = refusals(session)
    return render_template(
        "matches/home.html",
        recent=recent,
        look=look,
        to_see=next(iter((*clean, *recent, *look)), None),
        refused=refused.items[: max(0, SHOWN - len(look))],
        refused_total=refused.total,
        counted=COUNTED,
        repeated=repeated_titles({row.id: row for row in (*recent, *look)}.values()),
    )
