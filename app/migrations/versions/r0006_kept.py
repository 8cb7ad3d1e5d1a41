"""Uploads, refusals apart from matches, further copies of a match, names for display, deletions, parts of matches.

Jobs count refusals apart from matches too.

What was stored as a match although nothing of it could be read becomes a refusal.  Its number is retired.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_MOVED = "judgements.verdict = 'unreadable' AND logs.id NOT IN (SELECT log_id FROM match_players)"
"""Whether a log is one of those: every match has players, one whose rules are unknown too."""
_ADDED_TABLES = ("parts", "retired_matches", "copies", "refusals", "deleted_matches", "deletions")


def upgrade() -> None:
    """Makes the tables, and moves the refusals."""
    op.create_table(
        "uploads",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("uploaded_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_uploads"),
    )
    _alter_logs()
    _make_deletions()
    _make_refusals()
    op.create_table(
        "copies",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("log_id", sa.Integer(), nullable=False),
        sa.Column("blob_sha256", sa.String(64), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("format", sa.String(64), nullable=False),
        sa.Column("uploaded_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_copies"),
        sa.ForeignKeyConstraint(["log_id"], ["logs.id"], name="fk_copies_log_id"),
        sa.ForeignKeyConstraint(["blob_sha256"], ["blobs.sha256"], name="fk_copies_blob_sha256"),
        sa.UniqueConstraint("blob_sha256", "position", name="uq_copies_blob_sha256_position"),
    )
    op.create_index("ix_copies_log_id", "copies", ["log_id"])
    op.create_table(
        "retired_matches",
        sa.Column("id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("refusal_id", sa.Integer()),
        sa.Column("match_id", sa.Integer()),
        sa.PrimaryKeyConstraint("id", name="pk_retired_matches"),
    )
    op.create_table(
        "parts",
        sa.Column("log_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("of_log_id", sa.Integer(), nullable=False),
        sa.Column("first_hand", sa.Integer(), nullable=False),
        sa.Column("last_hand", sa.Integer(), nullable=False),
        sa.Column("judgement_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("log_id", "number", name="pk_parts"),
        sa.ForeignKeyConstraint(["log_id"], ["logs.id"], name="fk_parts_log_id"),
        sa.ForeignKeyConstraint(["of_log_id"], ["logs.id"], name="fk_parts_of_log_id"),
        sa.ForeignKeyConstraint(["judgement_id"], ["judgements.id"], name="fk_parts_judgement_id"),
    )
    op.create_index("ix_parts_of_log_id", "parts", ["of_log_id"])
    op.add_column("jobs", sa.Column("refusals", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("jobs", sa.Column("first_refusals", sa.Text(), nullable=False, server_default="[]"))
    _move_refusals()


def downgrade() -> None:
    """Takes the tables away.  Refusals become matches again, under the numbers that they had; deletions are undone."""
    connection = op.get_bind()
    op.execute(
        "UPDATE judgements SET current = true WHERE id IN (SELECT judgement_id FROM deleted_matches)"
        " OR id IN (SELECT judgement_id FROM parts)"
    )
    fields = "blob_sha256, position, source, format, uploaded_at, hands"
    values = "blob_sha256, position, source, format, uploaded_at, 0"
    op.execute(
        f"INSERT INTO logs (id, {fields}) SELECT retired_matches.id, {values} FROM refusals"  # noqa: S608
        " JOIN retired_matches ON retired_matches.refusal_id = refusals.id"
    )
    op.execute(
        f"INSERT INTO logs ({fields}) SELECT {values} FROM refusals"  # noqa: S608
        " WHERE id NOT IN (SELECT refusal_id FROM retired_matches WHERE refusal_id IS NOT NULL)"
    )
    connection.execute(
        sa.text(
            "INSERT INTO judgements (log_id, rules_sha256, rules_key, engine, own, current, verdict, errors, warnings,"
            " notices, report, report_size, digest, judged_at) SELECT logs.id, :rules, '', refusals.engine, true, true,"
            " 'unreadable', 1, 0, 0, refusals.report, refusals.report_size, '', refusals.uploaded_at FROM refusals"
            " JOIN logs ON logs.blob_sha256 = refusals.blob_sha256 AND logs.position = refusals.position"
        ),
        {"rules": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
    )
    for table in _ADDED_TABLES:
        op.drop_table(table)
    op.drop_column("match_players", "recorded_name")
    for column in ("refusals", "first_refusals"):
        op.drop_column("jobs", column)
    for column in ("upload_id", "content_sha256"):
        op.drop_index(f"ix_logs_{column}", "logs")
    # Not as a batch: SQLite would make the table anew, which the rows that refer to it forbid.
    for column in ("title", "content_sha256", "upload_id"):
        op.execute(f"ALTER TABLE logs DROP COLUMN {column}")
    op.drop_table("uploads")


def _alter_logs() -> None:
    # Alembic adds a column and its foreign key one after the other, which SQLite cannot.
    op.execute("ALTER TABLE logs ADD COLUMN upload_id INTEGER CONSTRAINT fk_logs_upload_id REFERENCES uploads (id)")
    op.add_column("logs", sa.Column("content_sha256", sa.String(64)))
    op.add_column("logs", sa.Column("title", sa.Text()))
    op.create_index("ix_logs_upload_id", "logs", ["upload_id"])
    op.create_index("ix_logs_content_sha256", "logs", ["content_sha256"])
    op.add_column("match_players", sa.Column("recorded_name", sa.Text()))


def _make_deletions() -> None:
    op.create_table(
        "deletions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_deletions"),
    )
    op.create_index("ix_deletions_deleted_at", "deletions", ["deleted_at"])
    op.create_table(
        "deleted_matches",
        sa.Column("log_id", sa.Integer(), nullable=False),
        sa.Column("deletion_id", sa.Integer(), nullable=False),
        sa.Column("judgement_id", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("log_id", name="pk_deleted_matches"),
        sa.ForeignKeyConstraint(["log_id"], ["logs.id"], name="fk_deleted_matches_log_id"),
        sa.ForeignKeyConstraint(["deletion_id"], ["deletions.id"], name="fk_deleted_matches_deletion_id"),
        sa.ForeignKeyConstraint(["judgement_id"], ["judgements.id"], name="fk_deleted_matches_judgement_id"),
    )
    op.create_index("ix_deleted_matches_deletion_id", "deleted_matches", ["deletion_id"])


def _make_refusals() -> None:
    op.create_table(
        "refusals",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("blob_sha256", sa.String(64), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("format", sa.String(64), nullable=False),
        sa.Column("reason", sa.Text()),
        sa.Column("uploaded_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("upload_id", sa.Integer()),
        sa.Column("deletion_id", sa.Integer()),
        sa.Column("engine", sa.String(64), nullable=False),
        sa.Column("report", sa.LargeBinary(), nullable=False),
        sa.Column("report_size", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_refusals"),
        sa.ForeignKeyConstraint(["blob_sha256"], ["blobs.sha256"], name="fk_refusals_blob_sha256"),
        sa.ForeignKeyConstraint(["upload_id"], ["uploads.id"], name="fk_refusals_upload_id"),
        sa.ForeignKeyConstraint(["deletion_id"], ["deletions.id"], name="fk_refusals_deletion_id"),
        sa.UniqueConstraint("blob_sha256", "position", name="uq_refusals_blob_sha256_position"),
    )
    for column in ("upload_id", "deletion_id", "engine"):
        op.create_index(f"ix_refusals_{column}", "refusals", [column])


def _move_refusals() -> None:
    op.execute(
        "INSERT INTO refusals (blob_sha256, position, source, format, uploaded_at, engine, report, report_size)"  # noqa: S608
        " SELECT logs.blob_sha256, logs.position, logs.source, logs.format, logs.uploaded_at, judgements.engine,"
        " judgements.report, judgements.report_size FROM logs"
        " JOIN judgements ON judgements.log_id = logs.id AND judgements.current"
        f" WHERE {_MOVED} ORDER BY logs.id"
    )
    op.execute(
        "INSERT INTO retired_matches (id, refusal_id) SELECT logs.id, refusals.id FROM logs JOIN refusals"
        " ON refusals.blob_sha256 = logs.blob_sha256 AND refusals.position = logs.position"
    )
    op.execute("DELETE FROM judgements WHERE log_id IN (SELECT id FROM retired_matches)")
    op.execute("DELETE FROM logs WHERE id IN (SELECT id FROM retired_matches)")
