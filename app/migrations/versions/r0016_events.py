"""Indexes of counted matches by event and by game, in the order of days."""

from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

_INDEXES = (("event", "game", "day", "match"), ("game", "day", "match"))


def upgrade() -> None:
    """Makes the indexes."""
    for columns in _INDEXES:
        op.create_index(_name(columns), "counted_matches", list(columns))


def downgrade() -> None:
    """Drops them."""
    for columns in _INDEXES:
        op.drop_index(_name(columns), "counted_matches")


def _name(columns: tuple[str, ...]) -> str:
    return f"ix_counted_matches_{'_'.join(columns)}"
