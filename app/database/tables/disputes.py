"""The tables of disputes, their comments and evidence, and the rulings with their votes and adjustments."""

from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import Column, ForeignKey, Index, Integer, String, Text, false
from sqlmodel import Field

from app.database.tables.accounts import Account
from app.database.tables.audit_log import ID
from app.database.tables.matches import METADATA, Table, UtcTime
from app.database.tables.traces import ACCOUNT, ACTOR, ELSEWHERE, HASHED, NOBODY, TEXT, mark, mark_recorded, text_id


class Dispute(Table, table=True):
    """A dispute about a match and the report that it had when the dispute was opened."""

    __tablename__: ClassVar[Any] = "disputes"
    __table_args__ = (Index(None, "log_id", "id"), Index(None, "state", "id"))

    id: int | None = Field(default=None, primary_key=True)
    log_id: int | None = Field(default=None, sa_column=Column(Integer, ForeignKey("logs.id", ondelete="SET NULL")))
    judgement_id: int | None = Field(
        default=None, sa_column=Column(Integer, ForeignKey("judgements.id", ondelete="SET NULL"), index=True)
    )
    digest: str = Field(sa_type=String(80))
    """That of the report."""
    hand: int | None = Field(default=None)
    """The subject, from 0 as in the contract."""
    action: int | None = Field(default=None)
    line: int | None = Field(default=None)
    claim: str = Field(sa_type=Text)
    """Canonical JSON in which a text is replaced by its opaque id."""
    text_id: str | None = Field(default=None, foreign_key="record_texts.id", sa_type=String(ID))
    """That id, where the claim is a text."""
    found: str = Field(sa_type=Text)
    """What Fupan found of the claim, as canonical JSON: see `app.disputes.cases.inquiry`."""
    state: str = Field(sa_type=String(16))
    """A value of `app.disputes.cases.states.State`."""
    actor_id: str = Field(foreign_key="actors.id", sa_type=String(ID))
    opened_at: datetime = Field(sa_type=UtcTime)
    changed_at: datetime = Field(sa_type=UtcTime)


class Party(Table, table=True):
    """Somebody who takes part in a dispute."""

    __tablename__: ClassVar[Any] = "dispute_parties"

    dispute_id: int = Field(primary_key=True, foreign_key="disputes.id")
    actor_id: str = Field(primary_key=True, foreign_key="actors.id", sa_type=String(ID))


class CommentRow(Table, table=True):
    """What somebody said in a dispute, or why somebody appealed."""

    __tablename__: ClassVar[Any] = "dispute_comments"

    id: int | None = Field(default=None, primary_key=True)
    dispute_id: int = Field(foreign_key="disputes.id", index=True)
    actor_id: str = Field(foreign_key="actors.id", sa_type=String(ID))
    text_id: str = Field(foreign_key="record_texts.id", sa_type=String(ID))
    at: datetime = Field(sa_type=UtcTime)
    appeal: bool = False


class Evidence(Table, table=True):
    """A file that somebody shows in a dispute."""

    __tablename__: ClassVar[Any] = "dispute_evidence"

    id: int | None = Field(default=None, primary_key=True)
    dispute_id: int = Field(foreign_key="disputes.id", index=True)
    actor_id: str = Field(foreign_key="actors.id", sa_type=String(ID))
    name_id: str = Field(foreign_key="record_texts.id", sa_type=String(ID))
    """The text that is the name of the file."""
    kind: str = Field(sa_type=String(16))
    """A value of `app.disputes.cases.evidence.Kind`."""
    blob_sha256: str = Field(foreign_key="blobs.sha256", index=True, sa_type=String(64))
    """That of the bytes that are kept."""
    given_sha256: str | None = Field(default=None, sa_type=String(64))
    """That of the file as it was given; None where an earlier version of Fupan kept it."""
    size: int
    """The number of bytes that are kept."""
    said: str = Field(sa_type=Text)
    """What the check on arrival found, a sentence that names nobody: what `Text.made` gives, as JSON."""
    at: datetime = Field(sa_type=UtcTime)


class RulingRow(Table, table=True):
    """A ruling.  After an appeal another takes its place; none is changed otherwise."""

    __tablename__: ClassVar[Any] = "rulings"
    __table_args__ = (Index(None, "dispute_id", "in_force"),)

    id: int | None = Field(default=None, primary_key=True)
    dispute_id: int = Field(foreign_key="disputes.id")
    number: int
    """From 1 in each dispute."""
    outcome: str = Field(sa_type=String(16))
    text_id: str = Field(foreign_key="record_texts.id", sa_type=String(ID))
    dissent_id: str | None = Field(default=None, foreign_key="record_texts.id", sa_type=String(ID))
    actor_id: str = Field(foreign_key="actors.id", sa_type=String(ID))
    in_force: bool
    """Whether it is the newest of its dispute."""
    digest: str | None = Field(default=None, sa_type=String(80))
    """That of the report that it was made on; None where an earlier version of Fupan kept it."""
    interest: str = Field(default="", sa_column_kwargs={"server_default": ""}, sa_type=String(32))
    """What ties the one who ruled to the match: words of `app.disputes.cases.interest.Interest`, spaces between."""
    at: datetime = Field(sa_type=UtcTime)


class RulingVote(Table, table=True):
    """How an arbiter voted on a ruling."""

    __tablename__: ClassVar[Any] = "ruling_votes"

    ruling_id: int = Field(primary_key=True, foreign_key="rulings.id")
    actor_id: str = Field(primary_key=True, foreign_key="actors.id", sa_type=String(ID))
    agrees: bool
    own: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    """Whether the arbiter voted with an account, so that nobody entered the vote for another."""


class ProposedRuling(Table, table=True):
    """A ruling of a club that waits for the vote of a second arbiter: one a dispute, removed by each ruling on it."""

    __tablename__: ClassVar[Any] = "proposed_rulings"
    __table_args__: ClassVar[Any] = {"sqlite_autoincrement": True}
    # No number is given twice: who agrees to one does not agree to another that took its place.

    id: int | None = Field(default=None, primary_key=True)
    dispute_id: int = Field(foreign_key="disputes.id", unique=True)
    account: int = Field(
        sa_column=Column(
            Integer,
            ForeignKey(METADATA.tables[Account.__tablename__].c.id, ondelete="CASCADE"),
            nullable=False,
            index=True,
        )
    )
    """That of the arbiter who proposes it."""
    before: int
    """How many rulings there were."""
    digest: str = Field(sa_type=String(80))
    """That of the report that it was made on."""
    decision: str = Field(sa_type=Text)
    """An `app.disputes.cases.rulings.Decision` as JSON, with its texts: the record says nothing of it yet."""
    at: datetime = Field(sa_type=UtcTime)


class RulingAdjustment(Table, table=True):
    """The scores of a hand that a ruling sets instead of the computed ones."""

    __tablename__: ClassVar[Any] = "ruling_adjustments"

    ruling_id: int = Field(primary_key=True, foreign_key="rulings.id")
    hand: int = Field(primary_key=True)
    """From 0."""
    scores: str = Field(sa_type=Text)
    """By seat, as canonical JSON."""
    rule: str | None = Field(default=None, sa_type=String(100))
    reason_id: str = Field(foreign_key="record_texts.id", sa_type=String(ID))


mark(
    Dispute,
    judgement_id=ELSEWHERE,
    digest=NOBODY,
    claim=HASHED,
    text_id=text_id("text"),
    found=NOBODY,
    state=NOBODY,
    actor_id=ACTOR,
)
mark(CommentRow, actor_id=ACTOR, text_id=text_id("text"))
mark(
    Evidence,
    actor_id=ACTOR,
    name_id=text_id("file_name"),
    kind=NOBODY,
    blob_sha256=NOBODY,
    given_sha256=NOBODY,
    said=TEXT,
)
mark(Party, actor_id=ACTOR)
mark(ProposedRuling, account=ACCOUNT, digest=NOBODY, decision=TEXT)
mark(
    RulingRow,
    outcome=NOBODY,
    text_id=text_id("text", of_club=True),
    dissent_id=text_id("dissent", of_club=True),
    actor_id=ACTOR,
    digest=NOBODY,
    interest=NOBODY,
)
mark(RulingAdjustment, scores=NOBODY, rule=NOBODY, reason_id=text_id("reason", of_club=True))
mark(RulingVote, actor_id=ACTOR)

mark_recorded(Dispute, id="dispute", log_id=None, judgement_id=None, digest="report", opened_at="at", changed_at=None)
mark_recorded(Party, actor_id="party")
mark_recorded(CommentRow, id=None)
mark_recorded(Evidence, id=None, blob_sha256="sha256", size="bytes")
mark_recorded(RulingRow, id=None, number="ruling", digest="report")
mark_recorded(RulingVote, ruling_id=None, actor_id="voter")
mark_recorded(RulingAdjustment, ruling_id=None)
