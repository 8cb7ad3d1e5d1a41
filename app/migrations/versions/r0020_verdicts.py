"""Verdicts that were handed out, and which report a ruling was made on."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the tables and the column.  Of rulings made before, the report is not known."""
    op.create_table(
        "verdicts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("log_id", sa.Integer()),
        sa.Column("dispute_id", sa.Integer()),
        sa.Column("body_sha256", sa.String(64), nullable=False),
        sa.Column("engine", sa.String(64), nullable=False),
        sa.Column("rules_sha256", sa.String(64), nullable=False),
        sa.Column("digest", sa.String(80), nullable=False),
        sa.Column("key", sa.String(64)),
        sa.Column("actor_id", sa.String(32), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("data", sa.LargeBinary()),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_verdicts"),
        sa.ForeignKeyConstraint(["log_id"], ["logs.id"], name="fk_verdicts_log_id", ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["dispute_id"], ["disputes.id"], name="fk_verdicts_dispute_id"),
        sa.ForeignKeyConstraint(["actor_id"], ["actors.id"], name="fk_verdicts_actor_id"),
    )
    op.create_index("ix_verdicts_log_id_id", "verdicts", ["log_id", "id"])
    op.create_index("ix_verdicts_dispute_id_id", "verdicts", ["dispute_id", "id"])
    op.create_table(
        "verdict_texts",
        sa.Column("identity", sa.String(32), nullable=False),
        sa.Column("verdict_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("identity", "verdict_id", name="pk_verdict_texts"),
        sa.ForeignKeyConstraint(["verdict_id"], ["verdicts.id"], name="fk_verdict_texts_verdict_id"),
    )
    op.add_column("rulings", sa.Column("digest", sa.String(80)))


def downgrade() -> None:
    """Drops the tables and the column; the record remains."""
    op.drop_table("verdict_texts")
    op.drop_table("verdicts")
    op.execute("ALTER TABLE rulings DROP COLUMN digest")
