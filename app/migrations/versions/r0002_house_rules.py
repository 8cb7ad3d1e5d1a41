"""Named rule sets with their versions, and the rules chosen for matches."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the tables."""
    op.create_table(
        "houses",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.String(128), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_houses"),
        sa.UniqueConstraint("name_key", name="uq_houses_name_key"),
    )
    op.create_table(
        "house_versions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("house_id", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("preset", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_house_versions"),
        sa.ForeignKeyConstraint(["house_id"], ["houses.id"], name="fk_house_versions_house_id"),
        sa.UniqueConstraint("house_id", "version", name="uq_house_versions_house_id_version"),
    )
    op.create_table(
        "choices",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("log_id", sa.Integer(), nullable=False),
        sa.Column("preset", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("house_version_id", sa.Integer()),
        sa.Column("current", sa.Boolean(), nullable=False),
        sa.Column("chosen_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_choices"),
        sa.ForeignKeyConstraint(["log_id"], ["logs.id"], name="fk_choices_log_id"),
        sa.ForeignKeyConstraint(["house_version_id"], ["house_versions.id"], name="fk_choices_house_version_id"),
    )
    op.create_index("ix_choices_log_id_current", "choices", ["log_id", "current"])
    op.create_index("ix_choices_house_version_id", "choices", ["house_version_id"])


def downgrade() -> None:
    """Takes the tables away."""
    for table in ("choices", "house_versions", "houses"):
        op.drop_table(table)
