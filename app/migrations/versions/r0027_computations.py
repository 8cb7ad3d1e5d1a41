"""Computations: what was computed of a match, kept with its judgement, and what waits to be computed.

Comparisons that were kept in a table of their own are computed again when they are asked for.
"""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the table, and removes that of comparisons."""
    op.create_table(
        "computations",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("judgement_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("parameters_sha256", sa.String(64), nullable=False),
        sa.Column("parameters", sa.Text(), nullable=False),
        sa.Column("engine", sa.String(64), nullable=False),
        sa.Column("work", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("queued_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True)),
        sa.Column("data", sa.LargeBinary()),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("packed_size", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_computations"),
        sa.UniqueConstraint(
            *("judgement_id", "kind", "parameters_sha256"), name="uq_computations_judgement_id_kind_parameters_sha256"
        ),
        sa.ForeignKeyConstraint(
            ["judgement_id"], ["judgements.id"], name="fk_computations_judgement_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_computations_state_id", "computations", ["state", "id"])
    op.create_index("ix_computations_kind_id", "computations", ["kind", "id"])
    op.drop_table("comparisons")


def downgrade() -> None:
    """Makes the table of comparisons, empty, and removes that of computations."""
    op.create_table(
        "comparisons",
        sa.Column("judgement_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("engine", sa.String(64), nullable=False),
        sa.Column("work", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("judgement_id", name="pk_comparisons"),
        sa.ForeignKeyConstraint(
            ["judgement_id"], ["judgements.id"], name="fk_comparisons_judgement_id", ondelete="CASCADE"
        ),
    )
    op.drop_table("computations")
