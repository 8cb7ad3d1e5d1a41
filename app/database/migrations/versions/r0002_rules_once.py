"""Keeps the rules of judgements once each, and no index that the seats of a match replace."""

import sqlalchemy as sa
from alembic import op

revision = "second1"
down_revision = "first2"
branch_labels = None
depends_on = None

_REPLACED = ("tallies", "partnerships")
"""Tables whose rows of a match are found by the people at its seats."""


def upgrade() -> None:
    """Goes from the revision before to this one."""
    op.create_table(
        "rule_sets",
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("rules_key", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("sha256", name="pk_rule_sets"),
    )
    op.execute("INSERT INTO rule_sets SELECT rules_sha256, min(rules_key) FROM judgements GROUP BY rules_sha256")
    op.drop_column("judgements", "rules_key")
    for table in _REPLACED:
        op.drop_index(f"ix_{table}_match", table)


def downgrade() -> None:
    """Goes back to the revision before."""
    for table in _REPLACED:
        op.create_index(f"ix_{table}_match", table, ["match"])
    op.add_column("judgements", sa.Column("rules_key", sa.Text(), nullable=False, server_default=""))
    op.execute(
        "UPDATE judgements SET rules_key = (SELECT rules_key FROM rule_sets WHERE sha256 = judgements.rules_sha256)"
    )
    op.drop_table("rule_sets")
