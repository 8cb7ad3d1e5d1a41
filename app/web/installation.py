"""Opens an installation with all that follows its matches."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from app.database.config import Config, ConfigError
from app.disputes.verdicts import touched
from app.matches.followers import Follower
from app.matches.installation import Installation
from app.players.statistics import fact_rows
from app.replay.presentations.presentations import remove_of_matches
from app.text.language import _

FOLLOWERS: Final[Sequence[Follower]] = (
    Follower(judged=fact_rows.follow, ruled=fact_rows.rewrite, forgotten=fact_rows.forget),
    Follower(judged=touched.follow),
    Follower(forgotten=remove_of_matches),
)
"""In the order in which they are called."""


def open_installation(config: Config, *, checked: bool = False, reading: bool = False) -> Installation:
    """The installation of a configuration: see `Installation.open`."""
    return Installation.open(config, FOLLOWERS, checked=checked, reading=reading)


def with_archive(fupan: Installation) -> Installation:
    """An installation whose pages show the archive that its settings name, if they name one.

    Raises ConfigError if it cannot be used.
    """
    folder = fupan.config.archive
    if folder is None:
        return fupan
    try:
        from app.players.archive.opening import sessions_of
    except ImportError as error:
        raise ConfigError(
            _(
                "archives need the library {name}, which is not installed: pip install 'fupan[archive]'",
                name=error.name or "",
            )
        ) from error
    from app.players.archive.layout import ArchiveUnusable

    try:
        return replace(fupan, archive=sessions_of(folder))
    except ArchiveUnusable as error:
        raise ConfigError(f"FUPAN_ARCHIVE: {error}") from error
