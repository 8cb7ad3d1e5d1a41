"""The title and names that people give a match and its players for display.  No byte of the log changes."""

from collections.abc import Mapping
from typing import Final

from sqlalchemy import select, update
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.search import add_texts, remove_texts
from app.database.seeing import visible
from app.database.tables.matches import Judgement, Log, MatchPlayer, MatchText, name_key
from app.text.language import _, marked
from engine.rulebook.sentences import enumerated

TITLE: Final = 200
NAME: Final = 100
"""Characters of a title, and of a name, at most."""


class UnfitName(ValueError):
    """A title or a name that is not taken; its text is the reason, a sentence."""


def rename(session: Session, match: int, title: str | None, names: Mapping[str, str]) -> bool:
    """Gives a match a title, and names to the players of some seats; returns False where there is no such match.

    ``title`` None leaves the title as it is.  An empty title, or name, is again what the log has.
    Raises UnfitName for a text that is too long, and for a seat that the match does not have.
    """
    listed = select(col(Judgement.log_id)).where(
        col(Judgement.log_id) == match, col(Judgement.current), visible(session, col(Judgement.log_id), by_link=True)
    )
    if session.scalar(listed) is None:
        return False
    if title is not None:
        wanted = _fit(title, TITLE, marked("The title has {count} characters; {most} is the most."))
        session.execute(update(Log).where(col(Log.id) == match).values(title=wanted or None))
    players = {
        player.seat: player for player in session.scalars(select(MatchPlayer).where(col(MatchPlayer.log_id) == match))
    }
    for seat, name in names.items():
        if seat not in players:
            raise UnfitName(
                _(
                    "The match has no seat {seat}; its seats are {seats}.",
                    seat=seat[:NAME],
                    seats=enumerated(list(players)),
                )
            )
        fit = _fit(name, NAME, marked("The name has {count} characters; {most} is the most."))
        _mend(players[seat], fit)
    session.flush()
    index_again(session, match)
    return True


def recorded_names(session: Session, match: int) -> dict[str, str]:
    """By seat the names in the log, of the players that are shown under another."""
    rows = session.execute(
        select(col(MatchPlayer.seat), col(MatchPlayer.recorded_name)).where(
            col(MatchPlayer.log_id) == match, col(MatchPlayer.recorded_name).is_not(None)
        )
    )
    return {seat: name for seat, name in rows if name is not None}


def index_again(session: Session, match: int) -> None:
    """Makes a match that is found by its texts be found by what it is called now."""
    if session.scalar(select(col(MatchText.log_id)).where(col(MatchText.log_id) == match)) is None:
        return
    names = session.scalars(
        select(col(MatchPlayer.name)).where(col(MatchPlayer.log_id) == match).order_by(col(MatchPlayer.place))
    ).all()
    titles = session.execute(
        select(col(Log.title), col(Log.match_id), col(Log.event), col(Log.source)).where(col(Log.id) == match)
    ).one()
    remove_texts(session, [match])
    add_texts(session, {match: [*(title or "" for title in titles), *names]})


def _mend(player: MatchPlayer, wanted: str) -> None:
    recorded = player.name if player.recorded_name is None else player.recorded_name
    shown = wanted or recorded
    player.name = shown
    player.name_key = name_key(shown)
    player.recorded_name = None if shown == recorded else recorded


def _fit(text: str, longest: int, what: str) -> str:
    """A text on one line.  Raises UnfitName with ``what`` if it is too long."""
    one_line = " ".join(text.split())
    if len(one_line) > longest:
        raise UnfitName(_(what, count=f"{len(one_line):,}", most=longest))
    return one_line
