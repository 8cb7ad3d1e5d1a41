"""Notes at steps of hands, and the indexes by which hands with notes are found."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

_WORD = sa.String(32).with_variant(sa.String(32, collation="C"), "postgresql")


def upgrade() -> None:
    """Makes the tables."""
    op.create_table(
        "notes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("log_id", sa.Integer(), nullable=False),
        sa.Column("hand", sa.Integer(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("drawn", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_notes"),
        sa.ForeignKeyConstraint(["log_id"], ["logs.id"], name="fk_notes_log_id"),
    )
    op.create_index("ix_notes_log_id_hand_step_id", "notes", ["log_id", "hand", "step", "id"])
    op.create_table(
        "noted_hands",
        sa.Column("match", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("hand", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("notes", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("match", "hand", name="pk_noted_hands"),
        sa.ForeignKeyConstraint(["match"], ["logs.id"], name="fk_noted_hands_match"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "note_words",
        sa.Column("word", _WORD, nullable=False),
        sa.Column("match", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("hand", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("word", "match", "hand", name="pk_note_words"),
        sa.ForeignKeyConstraint(["match"], ["logs.id"], name="fk_note_words_match"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_note_words_match_hand", "note_words", ["match", "hand"])


def downgrade() -> None:
    """Drops the tables."""
    op.drop_table("note_words")
    op.drop_table("noted_hands")
    op.drop_table("notes")
