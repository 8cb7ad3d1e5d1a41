"""What visitors fill together: how much of each is kept, and what makes room where it is full.

Where a store is full, the oldest of what is empty makes room: it was begun, and never changed since.  What has content
is never removed for something new.  Of a store whose rows name the visitor, one network fills at most a tenth.

Functions take a session and never commit.
"""

from dataclasses import dataclass
from typing import Any, Final, cast

from sqlalchemy import Column, ColumnElement, Table, and_, delete, exists, func, or_, select, text
from sqlalchemy.orm import Session
from sqlmodel import SQLModel, col

from app.database.tables.disputes import Evidence
from app.database.tables.hand_search import SAVED_SEARCHES
from app.database.tables.jobs import Job
from app.database.tables.matches import Choice, House, HouseNameRow, HouseVersion, Sheet, SheetTap
from app.database.tables.notes import Note
from app.database.tables.presentations import Presentation
from app.database.tables.reviews import EventReviewRow
from app.database.tables.writing import LogDraft, LogDraftHand
from app.text.language import _, marked
from app.text.language.sentence import sentence

SHARE: Final = 10
"""One network fills at most one part in so many of a store."""
LEAST_SHARE: Final = 3
"""The rows that one network may have even where that is more than its part."""
UNFINISHED_JOBS: Final = ("arriving", "waiting", "running")


_NO_HANDS: Final = '"hands":[]'
"""What the document of a sheet has that was begun without hands; no text in it has quotation marks as they are."""


class StoreFull(Exception):
    """There is no room for something new; the text of the exception is the reason, a phrase."""

    @property
    def sentence(self) -> str:
        """The reason as a sentence."""
        return sentence(str(self))


def table_of(model: type[SQLModel]) -> Table:
    """The table of a model."""
    return cast(Table, model.__table__)  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class Store:
    """Rows that visitors add."""

    table: Table
    most: int
    """The most rows that count at the same time."""
    full: str
    """The phrase that says that there are so many, with ``{most}``."""
    counted: ColumnElement[bool] | None = None
    """The rows that count; None for all."""
    empty: ColumnElement[bool] | None = None
    """The rows that were begun and never changed; None where every row has content."""
    oldest: Column[Any] | None = None
    """What the empty rows are sorted by; None where there are none."""
    parts: tuple[Column[Any], ...] = ()
    """Columns of other tables that name a row, which are removed with it."""

    @property
    def key(self) -> Column[Any]:
        """The column that numbers the rows."""
        return self.table.c.id


DRAFTS: Final = Store(
    table_of(LogDraft),
    2_000,
    marked("{most} logs are being written already, the most that are kept"),
    counted=col(LogDraft.log_id).is_(None),
    empty=and_(
        col(LogDraft.version) == 0,
        col(LogDraft.log_id).is_(None),
        ~exists().where(col(LogDraftHand.draft_id) == col(LogDraft.id), col(LogDraftHand.text) != ""),
    ),
    oldest=table_of(LogDraft).c.changed_at,
    parts=(table_of(LogDraftHand).c.draft_id,),
)
"""Logs that are being written; one is empty until it has a hand or is changed."""
PRESENTATIONS: Final = Store(
    table_of(Presentation),
    200,
    marked("there are {most} presentations, the most at the same time; try again later"),
    empty=col(Presentation.version) == 1,
    oldest=table_of(Presentation).c.changed_at,
)
"""Matches that are shown in a hall; one is empty until its presenter goes to another step."""
PRESENTATIONS_OF_MATCH: Final = Store(
    table_of(Presentation),
    10,
    marked("there are {most} presentations of this match; end one of them, or wait a day"),
    empty=PRESENTATIONS.empty,
    oldest=PRESENTATIONS.oldest,
)
JOBS: Final = Store(
    table_of(Job),
    100,
    marked("{most} uploads wait to be judged, the most at the same time; send this one later"),
    counted=and_(col(Job.state).in_(UNFINISHED_JOBS), col(Job.kind) == "upload"),
)
"""Uploads that wait to be judged.  Every one has content; one that breaks off is ended by the worker."""
COMPUTATIONS: Final = Store(
    table_of(Job),
    100,
    marked("{most} computations wait, the most at the same time; try again later"),
    counted=and_(col(Job.state).in_(UNFINISHED_JOBS), col(Job.kind) != "upload"),
)
"""What is computed of matches by the worker.  Nothing makes room: all of it was asked for."""
EVENT_REVIEWS: Final = Store(
    table_of(EventReviewRow),
    200,
    marked("{most} events are being reviewed, the most at the same time; try again later"),
    empty=col(EventReviewRow.state) == "ended",
    oldest=table_of(EventReviewRow).c.moved_at,
)
"""Events whose matches are reviewed, one row each; those that have ended make room, and what was made is kept."""
SAVED: Final = Store(
    SAVED_SEARCHES, 200, marked("{most} searches are saved already, the most that are kept; delete one of them first")
)
"""Saved searches.  Every one asks for something."""
HOUSES: Final = Store(
    table_of(House),
    500,
    marked("there are {most} house rules, the most that are kept"),
    empty=and_(
        ~exists().where(
            col(HouseVersion.house_id) == col(House.id),
            or_(
                col(HouseVersion.version) > 1,
                col(HouseVersion.options) != "{}",
                col(HouseVersion.note) != "",
                *(
                    exists().where(column == col(HouseVersion.id))
                    for column in (
                        col(Choice.house_version_id),
                        col(Sheet.house_version_id),
                        col(LogDraft.house_version_id),
                    )
                ),
            ),
        )
    ),
    oldest=table_of(House).c.id,
    parts=(table_of(HouseVersion).c.house_id, table_of(HouseNameRow).c.house_id),
)
"""House rules; they are empty while they change no option, have no note, and nothing is judged or begun under them."""
SHEETS: Final = Store(
    table_of(Sheet),
    10_000,
    marked("{most} sheets are open already, the most that are kept; finish or remove one of them first"),
    counted=col(Sheet.log_id).is_(None),
    empty=and_(col(Sheet.version) == 0, col(Sheet.log_id).is_(None), col(Sheet.document).contains(_NO_HANDS)),
    oldest=table_of(Sheet).c.changed_at,
    parts=(table_of(SheetTap).c.sheet_id,),
)
"""Score sheets that are being filled; one is empty until its first tap, unless it was begun with hands."""
NOTES: Final = Store(
    table_of(Note), 200_000, marked("there are {most} notes, the most that are kept; remove one of them first")
)
EVIDENCE: Final = Store(
    table_of(Evidence), 20_000, marked("there are {most} files of evidence in all disputes, the most that are kept")
)
STORES: Final = (
    DRAFTS,
    PRESENTATIONS,
    PRESENTATIONS_OF_MATCH,
    JOBS,
    COMPUTATIONS,
    EVENT_REVIEWS,
    SAVED,
    HOUSES,
    SHEETS,
    NOTES,
    EVIDENCE,
)


def make_room(session: Session, store: Store, visitor: str | None = None, *within: ColumnElement[bool]) -> None:
    """Sees to it that a store has room for one more row of a visitor.

    ``visitor`` is what `app.web.http.visitor.this_visitor` gives; None for those who may fill all of it.  ``within``
    narrows the rows that count.  Raises StoreFull where nothing makes room.
    """
    limits = [*within, *([] if store.counted is None else [store.counted])]
    if visitor is not None and "visitor" in store.table.c:
        own = [*limits, store.table.c.visitor == visitor]
        share = max(LEAST_SHARE, store.most // SHARE)
        if _count(session, store, own) >= share and not _drop_oldest(session, store, own):
            raise StoreFull(
                _(
                    "your network has {count} of these, the most that one network may have; finish or remove one of "
                    "them first, or wait",
                    count=f"{share:,}",
                )
            )
    if _count(session, store, limits) >= store.most and not _drop_oldest(session, store, limits):
        raise StoreFull(_(store.full, most=f"{store.most:,}"))


def refuse_over(session: Session, most_bytes: int) -> None:
    """Raises StoreFull if the database has more bytes in use than it may have, for what is about to be added."""
    if used_bytes(session) >= most_bytes:
        raise StoreFull(
            _(
                "this server keeps at most {most} of matches and files, and has no room left; those who run it can "
                "delete what is no longer needed, or raise FUPAN_DATABASE_BYTES",
                most=_size(most_bytes),
            )
        )


def used_bytes(session: Session) -> int:
    """The bytes of the database that are in use."""
    if session.get_bind().dialect.name == "postgresql":
        return session.scalar(select(func.pg_database_size(func.current_database()))) or 0
    pages, free, size = (
        session.execute(text(f"PRAGMA {name}")).scalar_one() for name in ("page_count", "freelist_count", "page_size")
    )
    return (int(pages) - int(free)) * int(size)


def _count(session: Session, store: Store, limits: list[ColumnElement[bool]]) -> int:
    return session.scalar(select(func.count()).select_from(store.table).where(*limits)) or 0


def _drop_oldest(session: Session, store: Store, limits: list[ColumnElement[bool]]) -> bool:
    """Removes the oldest empty row among some; False where there is none."""
    if store.empty is None:
        return False
    oldest = select(store.key).where(store.empty, *limits).order_by(store.oldest, store.key).limit(1)
    key = session.scalar(oldest)
    if key is None:
        return False
    for part in store.parts:
        session.execute(delete(part.table).where(part == key))
    session.execute(delete(store.table).where(store.key == key))
    return True


def _size(number: int) -> str:
    return f"{number / 2**30:.1f} GiB" if number >= 2**30 else f"{number // 2**20} MiB"
