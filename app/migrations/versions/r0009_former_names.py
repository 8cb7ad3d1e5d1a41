"""The names that house rules had before they were renamed."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the table."""
    op.create_table(
        "house_names",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("house_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.String(128), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_house_names"),
        sa.ForeignKeyConstraint(["house_id"], ["houses.id"], name="fk_house_names_house_id"),
    )
    op.create_index("ix_house_names_house_id", "house_names", ["house_id"])
    op.create_index("ix_house_names_name_key", "house_names", ["name_key"])


def downgrade() -> None:
    """Takes the table away."""
    op.drop_table("house_names")
