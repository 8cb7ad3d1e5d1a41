"""Opens an installation with all that follows its matches."""

from collections.abc import Sequence
from typing import Final

from app.database.config import Config
from app.disputes.verdicts import touched
from app.matches.followers import Follower
from app.matches.installation import Installation
from app.players.statistics import fact_rows
from app.replay.presentations.presentations import remove_of_matches

FOLLOWERS: Final[Sequence[Follower]] = (
    Follower(judged=fact_rows.follow, ruled=fact_rows.rewrite, forgotten=fact_rows.forget),
    Follower(judged=touched.follow),
    Follower(forgotten=remove_of_matches),
)
"""In the order in which they are called."""


def open_installation(config: Config, *, checked: bool = False, reading: bool = False) -> Installation:
    """The installation of a configuration: see `Installation.open`."""
    return Installation.open(config, FOLLOWERS, checked=checked, reading=reading)
