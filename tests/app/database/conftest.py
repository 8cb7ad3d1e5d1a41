"""What tests of the database share."""

import shutil
from pathlib import Path
from types import ModuleType

import pytest

from app.database import backup, checks, opening
from app.database.opening import MIGRATIONS
from tests.schema import revisions

REVISION = '''"""Adds a table, fills it from another one, and adds a column."""

import sqlalchemy as sa
from alembic import op

revision = "later"
down_revision = {last!r}


def upgrade() -> None:
    """Goes from the revision before to this one."""
    made = op.create_table("games_of_logs", sa.Column("log_id", sa.Integer(), primary_key=True), sa.Column("game", sa.Text()))
    op.execute(made.insert().from_select(["log_id", "game"], sa.select(sa.column("id"), sa.column("game")).select_from(sa.table("logs"))))
    with op.batch_alter_table("logs") as logs:
        logs.add_column(sa.Column("weight", sa.Integer(), nullable=False, server_default="7"))
'''  # noqa: E501


class Later:
    """The program of a later version, whose tables have changed since the last revision."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._folder = folder
        self._monkeypatch = monkeypatch

    def begin(self) -> None:
        """From now on this program is of that version."""
        shutil.copytree(MIGRATIONS, self._folder)
        last = opening.ScriptDirectory(str(MIGRATIONS)).get_current_head()
        (self._folder / "versions" / "later.py").write_text(REVISION.format(last=last), encoding="utf-8")
        assert len(revisions(self._folder)) == len(revisions()) + 1
        modules: tuple[ModuleType, ...] = (backup, checks, opening)
        for module in modules:
            self._monkeypatch.setattr(module, "MIGRATIONS", self._folder)


@pytest.fixture
def later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Later:
    """A later version of the program, which begins when the test says so."""
    return Later(tmp_path / "migrations", monkeypatch)
