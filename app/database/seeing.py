"""Who may see which matches: `visible` is the filter of every query that returns matches.

A session of a club's pages has who asks among its values.  To all others (a server for one person, the command line,
the worker) every match is visible, and the filter adds nothing to a query.  Functions never commit.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from secrets import token_urlsafe
from typing import Final

from sqlalchemy import ColumnElement, and_, delete, func, insert, or_, select, true
from sqlalchemy.orm import Mapped, Session, sessionmaker
from sqlmodel import SQLModel, col

from app.database.joined_players import minors
from app.database.tables.access import MatchAccess, MatchUploader
from app.database.tables.matches import Log, MatchPlayer

ASKED_BY: Final = "asked by"
"""The name of a function among the values that a session carries: it gives the `Viewer`, or None."""
_UNNAMED: Final = "unnamed"
"""The name of the players whose names are hidden, among the values that a session carries."""
_LINK_BYTES: Final = 16
_KEPT_FILTERS: Final = 256

Ids = ColumnElement[int] | Mapped[int] | Mapped[int | None]


class Visibility(StrEnum):
    """Who sees a match besides its uploaders, its players, arbiters and admins."""

    PRIVATE = "private"
    """Nobody but its players."""
    OFFERED = "offered"
    """Recorders, who may take it in."""
    CLUB = "club"
    """The members: a match without a row."""
    UNLISTED = "unlisted"
    """Recorders, and everybody who has its link."""
    PUBLIC = "public"
    """Everybody."""


COUNTED: Final = frozenset({Visibility.CLUB, Visibility.PUBLIC})
"""The matches that statistics count."""
_WIDENING: Final = (Visibility.PRIVATE, Visibility.OFFERED, Visibility.UNLISTED, Visibility.CLUB, Visibility.PUBLIC)


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who asks."""

    account: int | None
    sees: frozenset[Visibility]
    """The matches that are visible without regard to who brought them."""
    records: bool
    """Whether uploads are taken in at once, and may change matches that are there."""
    opened: frozenset[int] = frozenset()
    """Unlisted matches whose links were opened."""
    players: frozenset[int] = frozenset()
    """The players of the person that the account is tied to."""
    names_minors: bool = True
    """Whether the names of minors are shown."""


def asked_by(sessions: sessionmaker[Session], asks: Callable[[], Viewer | None]) -> sessionmaker[Session]:
    """The same sessions for queries of others: a function gives who asks at that moment, None for everything."""
    return sessionmaker(**{**sessions.kw, "info": sessions.kw["info"] | {ASKED_BY: asks}})


def viewer_of(session: Session) -> Viewer | None:
    """Who asks; None where everything is visible."""
    asked_by: Callable[[], Viewer | None] | None = session.info.get(ASKED_BY)
    return None if asked_by is None else asked_by()


def account_of(session: Session) -> int | None:
    """The account of who asks; None for a guest, and where nobody logs in."""
    viewer = viewer_of(session)
    return None if viewer is None else viewer.account


def visible(session: Session, ids: Ids, *, by_link: bool = False) -> ColumnElement[bool]:
    """Whether who asks may see the match with an id; ``by_link``: also an unlisted one whose link was opened."""
    viewer = viewer_of(session)
    if viewer is None or viewer.sees.issuperset(Visibility):
        return true()
    return _visible(viewer, ids, by_link=by_link)


@lru_cache(_KEPT_FILTERS)
def _visible(viewer: Viewer, ids: Ids, *, by_link: bool) -> ColumnElement[bool]:
    """The filter for somebody: a page asks for the same one many times."""
    seen: list[ColumnElement[bool]] = [col(MatchAccess.visibility).in_(sorted(viewer.sees))]
    if viewer.account is not None:
        own = _some(
            MatchUploader,
            col(MatchUploader.log_id) == col(MatchAccess.log_id),
            col(MatchUploader.account) == viewer.account,
        )
        seen.append(own)
    if viewer.players:
        seen.append(_some(MatchPlayer, col(MatchPlayer.log_id) == col(MatchAccess.log_id), _of(viewer.players)))
    if by_link and viewer.opened:
        opened = col(MatchAccess.log_id).in_(sorted(viewer.opened))
        seen.append(and_(col(MatchAccess.visibility) == Visibility.UNLISTED, opened))
    if Visibility.CLUB in viewer.sees:
        return ~_some(MatchAccess, col(MatchAccess.log_id) == ids, ~or_(*seen))
    return _some(MatchAccess, col(MatchAccess.log_id) == ids, or_(*seen))


def unnamed_players(session: Session) -> frozenset[int]:
    """The players whose names who asks does not see: those of minors, where a club hides them from guests."""
    viewer = viewer_of(session)
    if viewer is None or viewer.names_minors:
        return frozenset()
    if _UNNAMED not in session.info:
        session.info[_UNNAMED] = minors(session)
    players: frozenset[int] = session.info[_UNNAMED]
    return players


def is_named(session: Session, ids: Ids) -> ColumnElement[bool]:
    """Whether who asks sees the name of each player of the match with an id."""
    hidden = unnamed_players(session)
    return ~_some(MatchPlayer, col(MatchPlayer.log_id) == ids, _of(hidden)) if hidden else true()


def is_hidden(session: Session, match: int) -> bool:
    """Whether who asks may not see a match that is there."""
    if viewer_of(session) is None:
        return False
    wanted = select(col(Log.id)).where(col(Log.id) == match, ~visible(session, col(Log.id), by_link=True))
    return session.scalar(wanted) is not None


def has_played(session: Session, players: Collection[int], match: int | None) -> bool:
    """Whether one of some players sat at the table of a match."""
    seats = select(col(MatchPlayer.place)).where(col(MatchPlayer.log_id) == match, _of(players)).limit(1)
    return bool(players) and session.scalar(seats) is not None


def is_counted(ids: Ids) -> ColumnElement[bool]:
    """Whether statistics count the match with an id."""
    return ~_some(MatchAccess, col(MatchAccess.log_id) == ids, col(MatchAccess.visibility).not_in(sorted(COUNTED)))


def of_uploader(session: Session, account: Mapped[int | None]) -> ColumnElement[bool]:
    """Whether who asks may see what was sent from an account: it is theirs, or they take in what others send."""
    viewer = viewer_of(session)
    return true() if viewer is None or viewer.records else account == viewer.account


def visibility_of(session: Session, matches: Collection[int]) -> Mapping[int, Visibility]:
    """Who sees some matches; nobody else than those who may see all, where the stored word is damaged."""
    rows = session.execute(
        select(col(MatchAccess.log_id), col(MatchAccess.visibility)).where(col(MatchAccess.log_id).in_(matches))
    )
    return dict.fromkeys(matches, Visibility.CLUB) | {
        match: Visibility(value) if value in tuple(Visibility) else Visibility.PRIVATE for match, value in rows
    }


def narrowest(session: Session, matches: Collection[int]) -> Visibility:
    """The visibility of that of some matches which the fewest see."""
    return min(visibility_of(session, matches).values(), key=_WIDENING.index)


def set_visibility(session: Session, matches: Collection[int], visibility: Visibility) -> None:
    """Says who sees some matches from now on.  An unlisted one has a new link.

    What follows matches (`app.matches.followers`) has to be called afterwards.
    """
    session.execute(delete(MatchAccess).where(col(MatchAccess.log_id).in_(matches)))
    if visibility is not Visibility.CLUB and matches:
        unlisted = visibility is Visibility.UNLISTED
        session.execute(
            insert(MatchAccess),
            [
                {"log_id": match, "visibility": visibility, "link": token_urlsafe(_LINK_BYTES) if unlisted else None}
                for match in matches
            ],
        )


def inherit(session: Session, made: Collection[int], parts: Collection[int]) -> None:
    """Lets those see some matches who see each of the matches that they are made of."""
    visibility = narrowest(session, parts)
    if visibility is Visibility.CLUB:
        return
    set_visibility(session, made, visibility)
    uploader = col(MatchUploader.account)
    query = select(uploader).where(col(MatchUploader.log_id).in_(parts)).group_by(uploader)
    for account in session.scalars(query.having(func.count() == len(parts))).all():
        for match in made:
            session.merge(MatchUploader(log_id=match, account=account))


def note_uploader(session: Session, new: Collection[int], known: Iterable[int]) -> None:
    """Notes who asks as uploader of new matches, and of those that were there and that they do not see.

    Who has the bytes of a match sees nothing new in it.  Nothing is noted where nobody asks.
    """
    viewer = viewer_of(session)
    if viewer is None or viewer.account is None:
        return
    if not viewer.records:
        set_visibility(session, new, Visibility.OFFERED)
    hidden = set(known)
    if hidden:
        seen = select(col(Log.id)).where(col(Log.id).in_(hidden), visible(session, col(Log.id)))
        hidden.difference_update(match for match in session.scalars(seen) if match is not None)
    brought = [{"log_id": match, "account": viewer.account} for match in sorted({*new, *hidden})]
    if brought:
        session.execute(insert(MatchUploader), brought)


def match_of_link(session: Session, link: str) -> int | None:
    """The unlisted match that a link shows."""
    return session.scalar(select(col(MatchAccess.log_id)).where(col(MatchAccess.link) == link))


def link_of(session: Session, match: int) -> str | None:
    """The secret in the link of an unlisted match; None for any other."""
    return session.scalar(select(col(MatchAccess.link)).where(col(MatchAccess.log_id) == match))


def _of(players: Collection[int]) -> ColumnElement[bool]:
    return col(MatchPlayer.player_id).in_(sorted(players))


def _some(table: type[SQLModel], *conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    """Whether a row of a table meets conditions that its key begins with; as a number, so that it is looked up last."""
    count = select(func.count()).select_from(table).where(*conditions).correlate_except(table).scalar_subquery()
    return count > 0
