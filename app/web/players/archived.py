"""Pages of statistics where they show an archive: the ways from them to its matches, and what it knows of each."""

from typing import Final

from flask import render_template, request, url_for
from sqlalchemy import select

from app.matches.installation import this_installation
from app.text.language import _
from app.web.http.errors import Refusal
from app.web.http.pages import May, Pages

BLUEPRINT: Final = Pages("archived", __name__, url_prefix="/archive")
_SHOW_IT: Final = frozenset({"people", "events", "luck", "ratings", "partner_matrix", "person_pairs", "archived"})
"""The blueprints whose pages show the archive, if one is named."""


def archived() -> bool:
    """Whether the page of this request shows an archive."""
    return this_installation().archive is not None and request.blueprint in _SHOW_IT


def match_address(match: int) -> str:
    """The page of a match of statistics."""
    return url_for("archived.match" if archived() else "matches.match", identity=match)


def hand_address(match: int, number: int, carried: str | None = None, find: str | None = None) -> str:
    """The replay of a hand of statistics, by its number from 1, which carries the list that it was found in; in an
    archive, which keeps no logs, the page of its match.
    """
    if archived():
        return match_address(match)
    return url_for("replay.hand", identity=match, number=number, list=carried, find=find)


@BLUEPRINT.get("/matches/<int:identity>", may=May.FOLLOW)
def match(identity: int) -> str:
    """What the index of an archive has of a match."""
    if not archived():
        raise Refusal(404, _("These pages show no archive."))
    from app.players.archive.columns import VERDICTS

    with this_installation().statistics() as session:
        row = session.execute(select(VERDICTS).where(VERDICTS.c.match == identity)).mappings().first()
    if row is None:
        raise Refusal(404, _("There is no match {number} in the archive.", number=identity))
    return render_template("players/archived.html", match=row)
