"""All that is kept of somebody, part by part, for the page and the file that they get it from.

What is computed from matches and nothing else is left out where its parts are in the file already.  Secrets are kept
as hashes, which say nothing of anybody: they are left out, too.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from sqlalchemy import FromClause, Select, func, select
from sqlalchemy.orm import Session, sessionmaker
from sqlmodel import col

from app.database.bounded_stores import table_of
from app.database.tables.access import MatchUploader
from app.database.tables.accounts import Account, AccountAct, FormerTie, KnownAddress, Link, Login, Minor, Tie, Token
from app.database.tables.audit_log import ActorRow, RecordEntry, RecordText
from app.database.tables.disputes import (
    CommentRow,
    Dispute,
    Evidence,
    Party,
    ProposedRuling,
    RulingAdjustment,
    RulingRow,
    RulingVote,
)
from app.database.tables.hand_search import SAVED_SEARCHES
from app.database.tables.jobs import Job
from app.database.tables.kept_answers import KeptAnswer
from app.database.tables.matches import Log, MatchPlayer, Player, Table, UploadedFile
from app.database.tables.notes import Note
from app.database.tables.ratings import RATINGS
from app.database.tables.reviews import EventReviewRow
from app.database.tables.statistics import ALIASES, FACTS, PEOPLE, SEAT_RESULTS, WORDS
from app.database.tables.traces import Kind, trace_of, traced
from app.database.tables.uploads import RefusedRecord
from app.database.tables.verdicts import HandedOut, InVerdict
from app.database.tables.writing import LogDraft, LogDraftHand
from app.players.personal.whose import Whose, belongs
from app.text.language import _, marked

FORMAT: Final = "fupan-personal-data/1"
SHOWN: Final = 20
"""The rows of a part that a page shows; the file has all."""
LONGEST: Final = 200
"""Characters of a text that a page shows."""
_AT_ONCE: Final = 500


@dataclass(frozen=True, slots=True)
class PersonalRows:
    """Rows of one kind."""

    name: str
    """What the file calls them."""
    title: str
    """Their title on pages, an untranslated message."""
    rows: Callable[[Whose], Select[Any]]
    shown: str
    """The column that a page shows of a row, and of the next its moment."""
    moment: str = ""


def _own(of_table: type[Table] | sa.Table, *beside: Any) -> Callable[[Whose], Select[Any]]:
    """The rows of a table that are somebody's by the marks of its columns, or by those of a table it refers to.

    They have the columns that are shown, with the texts of the record instead of their ids, and ``beside`` them columns
    of a table that it refers to.
    """
    table = table_of(of_table) if isinstance(of_table, type) else of_table
    columns: list[Any] = [*_shown(table), *beside]
    joined: FromClause = table.join(beside[0].class_) if beside else table
    for column, trace in traced(table, Kind.TEXT_ID):
        text = table_of(RecordText).alias(f"of_{column.name}")
        columns.append(text.c.text.label(trace.shown_as))
        joined = joined.outerjoin(text, text.c.id == column)
    own = select(*columns).select_from(joined).order_by(*table.primary_key)
    return lambda of: own.where(belongs(table, of))


def _shown(of_table: type[Table] | sa.Table) -> Iterator[Any]:
    """The columns of a table that people get."""
    table = table_of(of_table) if isinstance(of_table, type) else of_table
    for column in table.c:
        trace = trace_of(column)
        if trace is None or (trace.shown and trace.kind is not Kind.TEXT_ID):
            yield column


def _event_reviews(of: Whose) -> Select[Any]:
    wanted = [column for column in _shown(EventReviewRow) if column.name != "event"]
    wanted.append(func.coalesce(WORDS.c.text, "").label("event"))
    asked = select(*wanted).outerjoin(WORDS, WORDS.c.id == col(EventReviewRow.event))
    return asked.where(belongs(table_of(EventReviewRow), of)).order_by(col(EventReviewRow.id))


_FILE: Final = (col(Log.source), col(Log.uploaded_at))
_MATCH: Final = (col(Log.game), col(Log.event), col(Log.played_at))
_TIED: Final = (col(Player.key), col(Player.name))
_RULING: Final[tuple[Any, ...]] = (col(RulingRow.dispute_id), col(RulingRow.number).label("ruling"), col(RulingRow.at))
PARTS: Final[Sequence[PersonalRows]] = (
    PersonalRows("account", marked("Account"), _own(Account), "name", "made_at"),
    PersonalRows("logins", marked("Logins"), _own(Login), "device", "used_at"),
    PersonalRows("links", marked("Links for a new password"), _own(Link), "role", "ends_at"),
    PersonalRows("tokens", marked("Tokens"), _own(Token), "name", "made_at"),
    PersonalRows("answers", marked("Answers to requests with a key"), _own(KeptAnswer), "key_sha256", "at"),
    PersonalRows("networks", marked("Networks, as hashes"), _own(KnownAddress), "address", "used_at"),
    PersonalRows("tie", marked("Person of the statistics"), _own(Tie, *_TIED), "name", "asked_at"),
    PersonalRows(
        "former_ties", marked("Earlier persons of the statistics"), _own(FormerTie, *_TIED), "name", "ended_at"
    ),
    PersonalRows("changes", marked("Changes by others, and those that I made"), _own(AccountAct), "act", "at"),
    PersonalRows("notes", marked("Notes"), _own(Note), "text", "changed_at"),
    PersonalRows("drafts", marked("Logs that I write"), _own(LogDraft), "head", "changed_at"),
    PersonalRows("draft_hands", marked("Hands of these logs"), _own(LogDraftHand), "text"),
    PersonalRows("saved_searches", marked("Saved searches"), _own(SAVED_SEARCHES), "name", "saved_at"),
    PersonalRows("event_reviews", marked("Events that I have reviewed"), _event_reviews, "event", "asked_at"),
    PersonalRows("uploads", marked("Uploads"), _own(UploadedFile), "name", "uploaded_at"),
    PersonalRows("brought", marked("Matches that I uploaded"), _own(MatchUploader, *_FILE), "source", "uploaded_at"),
    PersonalRows("refused", marked("Files that could not be read"), _own(RefusedRecord), "source", "uploaded_at"),
    PersonalRows("jobs", marked("Uploads that waited"), _own(Job), "name", "queued_at"),
    PersonalRows("names_in_the_record", marked("Names in the record of disputes"), _own(ActorRow), "name", "made_at"),
    PersonalRows(
        "entries_of_the_record", marked("Entries of the record of disputes"), _own(RecordEntry), "event", "at"
    ),
    PersonalRows("disputes", marked("Disputes that I opened"), _own(Dispute), "text", "opened_at"),
    PersonalRows("parties", marked("Disputes that I take part in"), _own(Party), "dispute_id"),
    PersonalRows("comments", marked("Comments in disputes"), _own(CommentRow), "text", "at"),
    PersonalRows("evidence", marked("Evidence"), _own(Evidence), "file_name", "at"),
    PersonalRows("rulings", marked("Rulings"), _own(RulingRow), "text", "at"),
    PersonalRows("proposed", marked("Rulings that I propose"), _own(ProposedRuling), "dispute_id", "at"),
    PersonalRows("adjustments", marked("Scores that my rulings set"), _own(RulingAdjustment), "reason"),
    PersonalRows("votes", marked("Votes on rulings"), _own(RulingVote, *_RULING), "dispute_id", "at"),
    PersonalRows("verdicts", marked("Verdicts that I issued"), _own(HandedOut), "digest", "at"),
    PersonalRows("named_in_verdicts", marked("Verdicts that name me"), _own(InVerdict), "verdict_id"),
    PersonalRows("players", marked("Players of the statistics"), _own(Player), "name"),
    PersonalRows("minor", marked("Mark as a minor"), _own(Minor), "player_id"),
    PersonalRows("joined", marked("Keys that were joined"), _own(ALIASES), "player_id"),
    PersonalRows("searched_by", marked("Names that I am found by"), _own(PEOPLE), "folded"),
    PersonalRows("matches", marked("Matches that I played in"), _own(MatchPlayer, *_MATCH), "name", "played_at"),
    PersonalRows("results", marked("Results of matches"), _own(SEAT_RESULTS), "match"),
    PersonalRows("figures", marked("Figures of hands"), _own(FACTS), "match"),
    PersonalRows("ratings", marked("Ratings"), _own(RATINGS), "mean"),
)


@dataclass(frozen=True, slots=True)
class PartSize:
    """How much there is of a part."""

    title: str
    count: int
    rows: tuple[tuple[str, str], ...]
    """Of the first ones what a page shows of them, and their moments."""


def kept_parts(session: Session, of: Whose) -> list[PartSize]:
    """Every part of what is kept of somebody, with its first rows."""
    return [_kept(session, of, part) for part in PARTS]


def as_file(sessions: sessionmaker[Session], of: Whose, made_at: str) -> Iterator[bytes]:
    """All that is kept of somebody, as one JSON document in pieces; it has every part, each a list of rows."""
    yield msgspec.json.encode({"format": FORMAT, "made_at": made_at})[:-1]
    with sessions() as session:
        for part in PARTS:
            yield b',\n"%s":[' % part.name.encode()
            for number, row in enumerate(_rows(session, of, part)):
                yield (b",\n" if number else b"\n") + msgspec.json.encode(row)
            yield b"]"
    yield b"}\n"


def _kept(session: Session, of: Whose, part: PersonalRows) -> PartSize:
    wanted = part.rows(of)
    count = session.scalar(select(func.count()).select_from(wanted.order_by(None).subquery())) or 0
    rows = session.execute(wanted.limit(SHOWN)).mappings().all() if count else []
    return PartSize(
        _(part.title), count, tuple((_words(row[part.shown]), _words(row.get(part.moment))) for row in rows)
    )


def _words(value: object) -> str:
    """A value on one line."""
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M} UTC"
    return "" if value is None else " ".join(str(value)[:LONGEST].split())


def _rows(session: Session, of: Whose, part: PersonalRows) -> Iterator[dict[str, object]]:
    """The rows of a part, without the columns of figures that a game does not have."""
    for row in session.execute(part.rows(of).execution_options(yield_per=_AT_ONCE)).mappings():
        yield {name: value for name, value in row.items() if value is not None or part.name != "figures"}
