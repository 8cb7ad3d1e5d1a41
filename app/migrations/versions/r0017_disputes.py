"""Disputes about matches, what is said and shown in them, and the rulings with their adjustments."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

_TABLES = (
    "ruling_adjustments",
    "ruling_votes",
    "rulings",
    "dispute_evidence",
    "dispute_comments",
    "dispute_parties",
    "disputes",
)


def upgrade() -> None:
    """Makes the tables."""
    op.create_table(
        "disputes",
        _id(),
        sa.Column("log_id", sa.Integer()),
        sa.Column("judgement_id", sa.Integer()),
        sa.Column("digest", sa.String(80), nullable=False),
        sa.Column("hand", sa.Integer()),
        sa.Column("action", sa.Integer()),
        sa.Column("line", sa.Integer()),
        sa.Column("claim", sa.Text(), nullable=False),
        sa.Column("found", sa.Text(), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        _text_id("actor_id"),
        _moment("opened_at"),
        _moment("changed_at"),
        sa.PrimaryKeyConstraint("id", name="pk_disputes"),
        sa.ForeignKeyConstraint(["log_id"], ["logs.id"], name="fk_disputes_log_id", ondelete="SET NULL"),
        sa.ForeignKeyConstraint(
            ["judgement_id"], ["judgements.id"], name="fk_disputes_judgement_id", ondelete="SET NULL"
        ),
        _reference("disputes", "actor_id", "actors.id"),
    )
    op.create_index("ix_disputes_log_id_id", "disputes", ["log_id", "id"])
    op.create_index("ix_disputes_state_id", "disputes", ["state", "id"])
    op.create_index("ix_disputes_judgement_id", "disputes", ["judgement_id"])
    op.create_table(
        "dispute_parties",
        sa.Column("dispute_id", sa.Integer(), nullable=False),
        _text_id("actor_id"),
        sa.PrimaryKeyConstraint("dispute_id", "actor_id", name="pk_dispute_parties"),
        _reference("dispute_parties", "dispute_id", "disputes.id"),
        _reference("dispute_parties", "actor_id", "actors.id"),
    )
    op.create_table(
        "dispute_comments",
        _id(),
        sa.Column("dispute_id", sa.Integer(), nullable=False),
        _text_id("actor_id"),
        _text_id("text_id"),
        _moment("at"),
        sa.Column("appeal", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_dispute_comments"),
        _reference("dispute_comments", "dispute_id", "disputes.id"),
        _reference("dispute_comments", "actor_id", "actors.id"),
        _reference("dispute_comments", "text_id", "record_texts.id"),
    )
    op.create_index("ix_dispute_comments_dispute_id", "dispute_comments", ["dispute_id"])
    op.create_table(
        "dispute_evidence",
        _id(),
        sa.Column("dispute_id", sa.Integer(), nullable=False),
        _text_id("actor_id"),
        _text_id("name_id"),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("blob_sha256", sa.String(64), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("said", sa.Text(), nullable=False),
        _moment("at"),
        sa.PrimaryKeyConstraint("id", name="pk_dispute_evidence"),
        _reference("dispute_evidence", "dispute_id", "disputes.id"),
        _reference("dispute_evidence", "actor_id", "actors.id"),
        _reference("dispute_evidence", "name_id", "record_texts.id"),
        _reference("dispute_evidence", "blob_sha256", "blobs.sha256"),
    )
    op.create_index("ix_dispute_evidence_dispute_id", "dispute_evidence", ["dispute_id"])
    op.create_index("ix_dispute_evidence_blob_sha256", "dispute_evidence", ["blob_sha256"])
    _rulings()


def downgrade() -> None:
    """Drops the tables; the record remains."""
    for table in _TABLES:
        op.drop_table(table)


def _rulings() -> None:
    op.create_table(
        "rulings",
        _id(),
        sa.Column("dispute_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.String(16), nullable=False),
        _text_id("text_id"),
        _text_id("dissent_id", nullable=True),
        _text_id("actor_id"),
        sa.Column("in_force", sa.Boolean(), nullable=False),
        _moment("at"),
        sa.PrimaryKeyConstraint("id", name="pk_rulings"),
        _reference("rulings", "dispute_id", "disputes.id"),
        _reference("rulings", "text_id", "record_texts.id"),
        _reference("rulings", "dissent_id", "record_texts.id"),
        _reference("rulings", "actor_id", "actors.id"),
    )
    op.create_index("ix_rulings_dispute_id_in_force", "rulings", ["dispute_id", "in_force"])
    op.create_table(
        "ruling_votes",
        sa.Column("ruling_id", sa.Integer(), nullable=False),
        _text_id("actor_id"),
        sa.Column("agrees", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("ruling_id", "actor_id", name="pk_ruling_votes"),
        _reference("ruling_votes", "ruling_id", "rulings.id"),
        _reference("ruling_votes", "actor_id", "actors.id"),
    )
    op.create_table(
        "ruling_adjustments",
        sa.Column("ruling_id", sa.Integer(), nullable=False),
        sa.Column("hand", sa.Integer(), nullable=False),
        sa.Column("scores", sa.Text(), nullable=False),
        sa.Column("rule", sa.String(100)),
        _text_id("reason_id"),
        sa.PrimaryKeyConstraint("ruling_id", "hand", name="pk_ruling_adjustments"),
        _reference("ruling_adjustments", "ruling_id", "rulings.id"),
        _reference("ruling_adjustments", "reason_id", "record_texts.id"),
    )


def _id() -> sa.Column[int]:
    return sa.Column("id", sa.Integer(), nullable=False)


def _text_id(name: str, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.String(32), nullable=nullable)


def _moment(name: str) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=False)


def _reference(table: str, column: str, target: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [target], name=f"fk_{table}_{column}")
