"""The tables: bytes as they came, what identifies their matches, who played, how each was judged, and score sheets."""

import re
from datetime import UTC, date, datetime
from typing import Any, ClassVar, Final

from sqlalchemy import (
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlmodel import Field, SQLModel

_UNSTORABLE: Final = re.compile("[\0\ud800-\udfff]")
NAME_KEY: Final = 128
"""Characters of a name that are compared when a person is looked for by name."""

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
    """Text of any origin.  What a database cannot hold (NUL, a lone surrogate) becomes U+FFFD; the blob keeps it."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        """The text as it is stored and compared."""
        return None if value is None else storable(value)


class UtcTime(TypeDecorator[datetime]):
    """A moment, in UTC, aware of its zone also where the database is not."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The moment in UTC.  Raises ValueError for one without a zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment without a time zone")
        moment = value.astimezone(UTC)
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """The moment, aware."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def storable(text: str) -> str:
    """A text with what no database can hold replaced by U+FFFD."""
    return _UNSTORABLE.sub("\ufffd", text)


def name_key(name: str) -> str:
    """What of a name is compared when a person, or house rules, are looked for by name."""
    return storable(name).casefold()[:NAME_KEY]


class Table(SQLModel):
    """The base of all tables, with names for every constraint."""

    metadata: ClassVar[MetaData] = METADATA


class Blob(Table, table=True):
    """The bytes of a match as they came, packed with zstd, under their own hash.

    A refusal that has no bytes of its own (an archive that cannot be unpacked) stands under the hash of its report.
    """

    __tablename__: ClassVar[Any] = "blobs"

    sha256: str = Field(primary_key=True, sa_type=String(64))
    data: bytes | None = Field(default=None, sa_type=LargeBinary)
    """None where they are more than a match may have (then their hash alone is known), or where there are none."""
    size: int
    """Bytes that are kept, unpacked."""


class Log(Table, table=True):
    """A recorded match, also one that could not be read."""

    __tablename__: ClassVar[Any] = "logs"
    __table_args__ = (UniqueConstraint("blob_sha256", "position"),)

    id: int | None = Field(default=None, primary_key=True)
    blob_sha256: str = Field(foreign_key="blobs.sha256", sa_type=String(64))
    position: int = 0
    """Which match of the blob, from 0, where a format puts several into one text."""
    source: str = Field(sa_type=FreeText)
    format: str = Field(sa_type=String(64))
    game: str | None = Field(default=None, index=True, sa_type=String(64))
    match_id: str | None = Field(default=None, sa_type=FreeText)
    event: str | None = Field(default=None, sa_type=FreeText)
    played_at: str | None = Field(default=None, sa_type=FreeText)
    """As the log has it."""
    played_on: date | None = Field(default=None, index=True)
    """The day by the table's own clock."""
    uploaded_at: datetime = Field(sa_type=UtcTime)
    hands: int


class Player(Table, table=True):
    """A person across matches."""

    __tablename__: ClassVar[Any] = "players"

    id: int | None = Field(default=None, primary_key=True)
    key_sha256: str = Field(unique=True, sa_type=String(64))
    """The hash of ``key``, for a key may be longer than an index can hold."""
    key: str = Field(sa_type=FreeText)
    """The `id` that logs give the person, or else the name."""
    name: str = Field(sa_type=FreeText)
    """The name in the log that the person was first seen in."""


class MatchPlayer(Table, table=True):
    """Who sat where in a match."""

    __tablename__: ClassVar[Any] = "match_players"

    log_id: int = Field(primary_key=True, foreign_key="logs.id")
    place: int = Field(primary_key=True)
    """The place in the order of play, from 0."""
    player_id: int | None = Field(default=None, foreign_key="players.id", index=True)
    """None where the log names neither a person nor an `id`."""
    seat: str = Field(sa_type=FreeText)
    name: str = Field(sa_type=FreeText)
    name_key: str = Field(index=True, sa_type=String(NAME_KEY))
    """The start of the name with case folded."""


class Judgement(Table, table=True):
    """What a report says of a log under one rule set, by one version of the engine; none overwrites another."""

    __tablename__: ClassVar[Any] = "judgements"
    __table_args__ = (
        UniqueConstraint("log_id", "rules_sha256", "engine"),
        Index(None, "current", "log_id"),
        Index(None, "verdict", "current", "log_id"),
    )

    id: int | None = Field(default=None, primary_key=True)
    log_id: int = Field(foreign_key="logs.id")
    rules_sha256: str = Field(sa_type=String(64))
    """The hash of ``rules_key``."""
    rules_key: str = Field(sa_type=Text)
    """`RuleSet.key`; empty for a log that could not be read."""
    preset: str | None = Field(default=None, sa_type=Text)
    engine: str = Field(sa_type=String(64))
    own: bool
    """Whether the rules are those that the log claims."""
    current: bool
    """Whether lists show this one: the newest under the match's rules, those chosen for it or else its log's."""
    verdict: str = Field(sa_type=String(16))
    errors: int
    warnings: int
    notices: int
    report: bytes = Field(sa_type=LargeBinary)
    """The report's JSON, packed with zstd."""
    report_size: int
    digest: str = Field(sa_type=String(80))
    judged_at: datetime = Field(sa_type=UtcTime)


class House(Table, table=True):
    """A rule set that a table has given a name."""

    __tablename__: ClassVar[Any] = "houses"

    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(sa_type=String(64))
    name: str = Field(sa_type=Text)
    name_key: str = Field(unique=True, sa_type=String(NAME_KEY))
    """The name with case folded."""


class HouseVersion(Table, table=True):
    """What a named rule set says from a moment on; a change makes another version."""

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
    """The rules that a person chose for a match in place of those that its log claims; none overwrites another."""

    __tablename__: ClassVar[Any] = "choices"
    __table_args__ = (Index(None, "log_id", "current"),)

    id: int | None = Field(default=None, primary_key=True)
    log_id: int = Field(foreign_key="logs.id")
    preset: str = Field(sa_type=Text)
    options: str = Field(sa_type=Text)
    """The options that differ from the preset, as a JSON object."""
    house_version_id: int | None = Field(default=None, foreign_key="house_versions.id", index=True)
    """The version of a named rule set that the choice begins with; single options may differ from it."""
    current: bool
    """Whether the match is judged under it.  Where no choice of a match is current, the log's claim applies."""
    chosen_at: datetime = Field(sa_type=UtcTime)


class Job(Table, table=True):
    """An upload that is too much work to be judged while its sender waits."""

    __tablename__: ClassVar[Any] = "jobs"

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(sa_type=FreeText)
    """The name of the file."""
    size: int
    """Bytes as they came."""
    bound: str = Field(sa_type=Text)
    """The bound that the upload is over, in words: why it was queued."""
    rules: str = Field(default="{}", sa_type=Text)
    """The rules that the sender asked for, as the arguments of an address in a JSON object."""
    state: str = Field(index=True, sa_type=String(16))
    """A value of `app.jobs.State`."""
    attempts: int = 0
    """Times that a worker began with it."""
    matches: int = 0
    """Matches that are kept so far."""
    new: int = 0
    """Those of them that were not there before."""
    verdicts: str = Field(default="{}", sa_type=Text)
    """How many matches have each verdict, as JSON."""
    first: str = Field(default="[]", sa_type=Text)
    """The numbers of the first matches, as JSON."""
    reason: str | None = Field(default=None, sa_type=FreeText)
    """Why it was refused."""
    queued_at: datetime = Field(sa_type=UtcTime)
    seen_at: datetime | None = Field(default=None, sa_type=UtcTime)
    """When the worker that has it last said so."""
    finished_at: datetime | None = Field(default=None, sa_type=UtcTime)


class JobPiece(Table, table=True):
    """A piece of the bytes of a job; there are none once it is done."""

    __tablename__: ClassVar[Any] = "job_pieces"

    job_id: int = Field(primary_key=True, foreign_key="jobs.id")
    number: int = Field(primary_key=True)
    data: bytes = Field(sa_type=LargeBinary)


class Sheet(Table, table=True):
    """A score sheet that is being filled, or that has become a match."""

    __tablename__: ClassVar[Any] = "sheets"

    id: int | None = Field(default=None, primary_key=True)
    document: str = Field(sa_type=Text)
    """The match that the sheet was before the first tap, as `fupan/1`."""
    house_version_id: int | None = Field(
        default=None, sa_column=Column(Integer, ForeignKey("house_versions.id"), index=True)
    )
    """The version of a named rule set that the sheet's rules begin with; single options may differ from it."""
    version: int = 0
    """How often it was changed; whoever changes it has to name it."""
    created_at: datetime = Field(sa_type=UtcTime)
    changed_at: datetime = Field(sa_type=UtcTime)
    log_id: int | None = Field(
        default=None, sa_column=Column(Integer, ForeignKey("logs.id", ondelete="SET NULL"), index=True)
    )
    """The match that it has become."""


class SheetTap(Table, table=True):
    """One thing done to a sheet; the last ones are taken away where they are undone."""

    __tablename__: ClassVar[Any] = "sheet_taps"

    sheet_id: int = Field(sa_column=Column(Integer, ForeignKey("sheets.id", ondelete="CASCADE"), primary_key=True))
    number: int = Field(primary_key=True)
    tap: str = Field(sa_type=FreeText)
