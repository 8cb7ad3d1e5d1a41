"""Whether a page of statistics shows an archive, and where it leads to then."""

from typing import Final

from flask import request, url_for

from app.matches.installation import this_installation

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
