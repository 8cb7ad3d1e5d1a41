"""Every match is in the index of texts.  `app.migrations.filling` puts them there before this revision is reached."""

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Changes nothing."""


def downgrade() -> None:
    """Changes nothing: what is in the index stays there."""
