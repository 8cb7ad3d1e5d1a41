"""The tables: bytes of logs, the facts that identify their matches, players, judgements, and score sheets."""

import re
from datetime import UTC, date, datetime
from typing import Any, ClassVar, Final

from sqlalchemy import (
    BigInteger,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Text,
    TypeDecorator,
    UniqueConstraint,
    text,
)
from sqlmodel import Field, SQLModel

from app.database.tables.traces import (
    ACCOUNT_OF_FILE,
    COPY,
    ELSEWHERE,
    FILE,
    HASHED,
    NAME,
    NOBODY,
    PACKED,
    PLAYER,
    SEATED,
    TEXT,
    TITLE,
    mark,
)

_UNSTORABLE: Final = re.compile("[\0\ud800-\udfff]")
NAME_KEY: Final = 128
"""The number of characters of a name that are compared when a person is searched by name."""

NameKey: Final = String(NAME_KEY).with_variant(String(NAME_KEY, collation="C"), "postgresql")
"""Compared character by character, on every database, so that an index finds the names with a beginning."""

METADATA: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class FreeText(TypeDecorator[str]):
    """Text of any origin.  Characters that a database cannot store (NUL, a lone surrogate) become U+FFFD; the blob has
    them.
    """

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        """The text as it is stored and compared."""
        return None if value is None else storable(value)


class UtcTime(TypeDecorator[datetime]):
    """A moment in UTC; it has a time zone even if the database does not store one."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The moment in UTC.  Raises ValueError for a moment without a time zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment without a time zone")
        moment = value.astimezone(UTC)
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """The moment, with its time zone."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def storable(text: str) -> str:
    """A text in which characters that a database cannot store are replaced by U+FFFD."""
    return _UNSTORABLE.sub("\ufffd", text)


def name_key(name: str) -> str:
    """The part of a name that is compared when a person, or house rules, are searched by name."""
    return storable(name).casefold()[:NAME_KEY]


class Table(SQLModel):
    """The base of all tables, with names for every constraint."""

    metadata: ClassVar[MetaData] = METADATA


class Blob(Table, table=True):
    """The bytes of a match as they came, packed with zstd, with their own hash as the key.

    For a refusal without bytes (an archive that cannot be unpacked), the key is the hash of its report.
    """

    __tablename__: ClassVar[Any] = "blobs"

    sha256: str = Field(primary_key=True, sa_type=String(64))
    data: bytes | None = Field(default=None, sa_type=LargeBinary)
    """None if there are more bytes than a match may have (then only their hash is known), if there are none, or if they
    were erased.
    """
    size: int
    """The number of bytes that are stored, unpacked."""
    erased_at: datetime | None = Field(default=None, sa_type=UtcTime)
    """When they were destroyed, because they have the name of somebody who was erased."""


class UploadedFile(Table, table=True):
    """A file that brought a new match or refusal, through a page, the API or the command line."""

    __tablename__: ClassVar[Any] = "uploads"

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(sa_type=FreeText)
    uploaded_at: datetime = Field(sa_type=UtcTime)
    account: int | None = None
    """The account that sent it, in a club."""


class Log(Table, table=True):
    """A recorded match."""

    __tablename__: ClassVar[Any] = "logs"
    __table_args__ = (
        UniqueConstraint("blob_sha256", "position"),
        Index(None, "game", "id"),
        Index(None, "played_on", "id"),
    )

    id: int | None = Field(default=None, primary_key=True)
    blob_sha256: str = Field(foreign_key="blobs.sha256", sa_type=String(64))
    position: int = 0
    """The position of the match in the blob, from 0, if a format has several matches in one text."""
    source: str = Field(sa_type=FreeText)
    format: str = Field(sa_type=String(64))
    game: str | None = Field(default=None, sa_type=String(64))
    match_id: str | None = Field(default=None, sa_type=FreeText)
    event: str | None = Field(default=None, sa_type=FreeText)
    played_at: str | None = Field(default=None, sa_type=FreeText)
    """The time as the log has it."""
    played_on: date | None = Field(default=None)
    """The day in the time zone of the table."""
    uploaded_at: datetime = Field(sa_type=UtcTime)
    hands: int
    upload_id: int | None = Field(default=None, foreign_key="uploads.id", index=True)
    """The file that brought it; None where an earlier version stored it."""
    content_sha256: str | None = Field(default=None, index=True, sa_type=String(64))
    """The content key of the match, empty where it cannot be read; None where it is still to be worked out."""
    title: str | None = Field(default=None, sa_type=FreeText)
    """The title that people gave the match; it replaces the one in the log."""
    name_erased_at: datetime | None = Field(default=None, sa_type=UtcTime)
    """When a player's name in it was erased: its bytes, which have the name, are given to nobody since."""


class Player(Table, table=True):
    """A person across matches."""

    __tablename__: ClassVar[Any] = "players"

    id: int | None = Field(default=None, primary_key=True)
    key_sha256: str = Field(unique=True, sa_type=String(64))
    """The hash of ``key``, because a key may be longer than an index allows."""
    key: str = Field(sa_type=FreeText)
    """The `id` of the person in logs, or else the name, as `engine.statistics.person` writes it."""
    name: str = Field(sa_type=FreeText)
    """The name in the first log that has the person."""


class MatchPlayer(Table, table=True):
    """A seat of a match and its player."""

    __tablename__: ClassVar[Any] = "match_players"
    __table_args__ = (
        Index(None, "name_key", "log_id"),
        Index(None, "player_id", "log_id"),
        {"sqlite_with_rowid": False},
    )

    log_id: int = Field(primary_key=True, foreign_key="logs.id")
    place: int = Field(primary_key=True)
    """The place in the order of play, from 0."""
    player_id: int | None = Field(default=None, foreign_key="players.id")
    """None if the log has neither a name nor an `id`."""
    seat: str = Field(sa_type=FreeText)
    name: str = Field(sa_type=FreeText)
    """As pages show it: the name in the log, or the one that was put in its place."""
    name_key: str = Field(sa_type=NameKey)
    """The start of the name with case folded."""
    recorded_name: str | None = Field(default=None, sa_type=FreeText)
    """The name in the log, where another is shown in its place."""


_PENDING: Final = text("counted < 2")
_SHEETS: Final = text("unchecked_hands IS NOT NULL")
"""Of a judgement that is not counted whole."""


class Judgement(Table, table=True):
    """The report of a log under one rule set by one version of the engine; none overwrites another."""

    __tablename__: ClassVar[Any] = "judgements"
    __table_args__ = (
        UniqueConstraint("log_id", "rules_sha256", "engine"),
        Index(None, "current", "log_id"),
        Index(None, "current", "verdict", "log_id"),
        Index(None, "counted", "log_id", sqlite_where=_PENDING, postgresql_where=_PENDING),
        Index(None, "log_id", sqlite_where=_SHEETS, postgresql_where=_SHEETS),
    )

    id: int | None = Field(default=None, primary_key=True)
    log_id: int = Field(foreign_key="logs.id")
    rules_sha256: str = Field(sa_type=String(64))
    """The hash of the rules: that of a row of ``rule_sets``."""
    preset: str | None = Field(default=None, sa_type=Text)
    engine: str = Field(sa_type=String(64))
    own: bool
    """Whether the rules are those that the log claims."""
    current: bool
    """Whether lists show this one: the newest under the rules of the match, which are those chosen for it or else its
    log's.
    """
    verdict: str = Field(sa_type=String(16))
    unchecked_hands: int | None = Field(default=None)
    """What `engine.verdict.score_sheet.unchecked_hands` gives: None for all but score sheets without a fault."""
    errors: int
    warnings: int
    notices: int
    report: bytes = Field(sa_type=LargeBinary)
    """The report as JSON, packed with zstd."""
    report_size: int
    digest: str = Field(sa_type=String(80))
    judged_at: datetime = Field(sa_type=UtcTime)
    counted: int = Field(default=0, sa_column_kwargs={"server_default": "0"}, sa_type=SmallInteger)
    """Whether it is counted for statistics: a state of `app.judging.counted`."""
    counts: bytes | None = Field(default=None, sa_type=LargeBinary)
    """What is counted of it, packed; None if it counts nowhere."""
    counts_size: int = Field(default=0, sa_column_kwargs={"server_default": "0"})


class JudgedRules(Table, table=True):
    """Rules that reports are under, once each."""

    __tablename__: ClassVar[Any] = "rule_sets"

    sha256: str = Field(primary_key=True, sa_type=String(64))
    """What `app.judging.judged.rules_sha256_of` gives."""
    rules_key: str = Field(sa_type=Text)
    """`RuleSet.key`; empty for a log that could not be read."""


class House(Table, table=True):
    """A rule set to which a table has given a name."""

    __tablename__: ClassVar[Any] = "houses"

    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(sa_type=String(64))
    name: str = Field(sa_type=Text)
    name_key: str = Field(unique=True, sa_type=String(NAME_KEY))
    """The name with case folded."""
    visitor: str | None = Field(default=None, sa_column=Column(String(32), index=True))
    """Who made it, as `app.web.http.visitor.this_visitor` gives it."""


class HouseNameRow(Table, table=True):
    """A name that house rules had before they were renamed."""

    __tablename__: ClassVar[Any] = "house_names"

    id: int | None = Field(default=None, primary_key=True)
    house_id: int = Field(foreign_key="houses.id", index=True)
    name: str = Field(sa_type=Text)
    name_key: str = Field(index=True, sa_type=String(NAME_KEY))
    until: datetime = Field(sa_type=UtcTime)


class HouseVersion(Table, table=True):
    """One version of a named rule set; a change makes another version."""

    __tablename__: ClassVar[Any] = "house_versions"
    __table_args__ = (UniqueConstraint("house_id", "version"),)

    id: int | None = Field(default=None, primary_key=True)
    house_id: int = Field(foreign_key="houses.id")
    version: int
    """From 1, without gaps."""
    preset: str = Field(sa_type=Text)
    options: str = Field(sa_type=Text)
    """The options that differ from the preset, as a JSON object."""
    note: str = Field(sa_type=FreeText)
    made_at: datetime = Field(sa_type=UtcTime)


class Choice(Table, table=True):
    """The rules that a person chose for a match instead of those that its log claims; no row overwrites another."""

    __tablename__: ClassVar[Any] = "choices"
    __table_args__ = (Index(None, "log_id", "current"),)

    id: int | None = Field(default=None, primary_key=True)
    log_id: int = Field(foreign_key="logs.id")
    preset: str = Field(sa_type=Text)
    options: str = Field(sa_type=Text)
    """The options that differ from the preset, as a JSON object."""
    house_version_id: int | None = Field(default=None, foreign_key="house_versions.id", index=True)
    """The version of a named rule set that the choice is based on; single options may differ from it."""
    current: bool
    """Whether the match is judged under it.  If no choice of a match is current, the claim of the log applies."""
    chosen_at: datetime = Field(sa_type=UtcTime)


class JobPiece(Table, table=True):
    """A piece of the bytes of a job; deleted when the job is done."""

    __tablename__: ClassVar[Any] = "job_pieces"

    job_id: int = Field(primary_key=True, foreign_key="jobs.id")
    number: int = Field(primary_key=True)
    data: bytes = Field(sa_type=LargeBinary)


class JobWorker(Table, table=True):
    """A process that does jobs, and is not the child of a server that knows whether it is alive."""

    __tablename__: ClassVar[Any] = "job_workers"

    name: str = Field(primary_key=True, sa_type=String(16))
    """Made at random when it starts."""
    seen_at: datetime = Field(sa_type=UtcTime)
    """The time of its last report."""


class Sheet(Table, table=True):
    """A score sheet that is being filled, or that has become a match."""

    __tablename__: ClassVar[Any] = "sheets"

    id: int | None = Field(default=None, primary_key=True)
    document: str = Field(sa_type=Text)
    """The match of the sheet before the first tap, as `fupan/1`."""
    house_version_id: int | None = Field(
        default=None, sa_column=Column(Integer, ForeignKey("house_versions.id"), index=True)
    )
    """The version of a named rule set that the rules of the sheet are based on; single options may differ from it."""
    version: int = 0
    """The number of changes; a change has to name the number that it was made from."""
    created_at: datetime = Field(sa_type=UtcTime)
    changed_at: datetime = Field(sa_type=UtcTime)
    log_id: int | None = Field(
        default=None, sa_column=Column(Integer, ForeignKey("logs.id", ondelete="SET NULL"), index=True)
    )
    """The match that it has become."""


class SheetTap(Table, table=True):
    """One change of a sheet; undo deletes the last ones."""

    __tablename__: ClassVar[Any] = "sheet_taps"

    sheet_id: int = Field(sa_column=Column(Integer, ForeignKey("sheets.id", ondelete="CASCADE"), primary_key=True))
    number: int = Field(primary_key=True)
    tap: str = Field(sa_type=FreeText)


class MatchText(Table, table=True):
    """The texts that a match is found by, as `app.database.search` compares them."""

    __tablename__: ClassVar[Any] = "match_texts"

    log_id: int = Field(sa_column_args=(ForeignKey("logs.id", ondelete="CASCADE"),), primary_key=True)
    folded: str = Field(sa_type=Text)


class MatchPair(Table, table=True):
    """Two characters that follow each other in the texts of a match: see `app.database.search`.

    There is no foreign key to the match, because no index leads from a match to its pairs:
    `app.database.search.remove_texts` deletes them by what they are made of.
    """

    __tablename__: ClassVar[Any] = "match_pairs"
    __table_args__: ClassVar[Any] = {"sqlite_with_rowid": False}

    pair: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    log_id: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})


mark(Blob, sha256=NOBODY, data=PACKED)
mark(House, game=NOBODY, name=TEXT, name_key=COPY, visitor=HASHED)
mark(Player, id=PLAYER, key_sha256=COPY, key=NAME, name=NAME)
mark(UploadedFile, name=FILE, account=ACCOUNT_OF_FILE)
mark(HouseNameRow, name=TEXT, name_key=COPY)
mark(HouseVersion, preset=NOBODY, options=NOBODY, note=TEXT)
mark(JobPiece, data=PACKED)
mark(
    Log,
    blob_sha256=NOBODY,
    source=FILE,
    format=NOBODY,
    game=NOBODY,
    match_id=TEXT,
    event=TEXT,
    played_at=TEXT,
    upload_id=ELSEWHERE,
    content_sha256=NOBODY,
    title=TITLE,
)
mark(
    Judgement,
    id=ELSEWHERE,
    log_id=ELSEWHERE,
    rules_sha256=NOBODY,
    preset=NOBODY,
    engine=NOBODY,
    verdict=NOBODY,
    report=PACKED,
    report_size=ELSEWHERE,
    digest=NOBODY,
    counts=PACKED,
    counts_size=ELSEWHERE,
)
mark(MatchPlayer, player_id=SEATED, seat=NOBODY, name=NAME, name_key=COPY, recorded_name=NAME)
mark(MatchText, folded=COPY)
mark(Sheet, document=TEXT)
mark(SheetTap, tap=TEXT)
mark(JobWorker, name=NOBODY)
mark(JudgedRules, sha256=NOBODY, rules_key=NOBODY)
mark(Choice, preset=NOBODY, options=NOBODY)
