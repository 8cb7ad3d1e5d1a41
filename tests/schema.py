"""The statements that make the tables of the first release; run as a module, it writes them anew from the models.

Before the first release, run it after each change of a table and after each merge of two such changes.  After the
release the file no longer changes: a change of a table is a revision of its own.
"""

import json
import sys
from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.schema import CreateIndex, CreateTable

from app.database.every_table import TABLES
from app.database.opening import MIGRATIONS
from app.database.tables.statistics import FIGURE_COLUMNS

SCHEMA = MIGRATIONS / "schema.json"
DATABASES = {"sqlite": "sqlite://", "postgresql": "postgresql+psycopg://"}


def schema() -> str:
    """The statements of the models for each database, a list of lines each, as JSON."""
    return json.dumps({name: _statements(url) for name, url in DATABASES.items()}, indent=1) + "\n"


def _statements(url: str) -> list[list[str]]:
    """Without the columns of figures: a database gets these whenever it is opened."""
    dialect = make_url(url).get_dialect()()
    made: list[CreateTable | CreateIndex] = []
    for table in TABLES.sorted_tables:
        create = CreateTable(table)
        create.columns = [each for each in create.columns if each.element.name not in FIGURE_COLUMNS]
        made += [create, *map(CreateIndex, sorted(table.indexes, key=lambda each: str(each.name)))]
    return [[line.strip() for line in str(each.compile(dialect=dialect)).splitlines() if line.strip()] for each in made]


def revisions(folder: Path = MIGRATIONS) -> list[Path]:
    """The modules of the revisions."""
    return sorted(path for path in folder.glob("versions/*.py") if path.name != "__init__.py")


if __name__ == "__main__":
    if len(revisions()) > 1:
        sys.exit("There is a revision after the first one: change the tables with another one.")
    SCHEMA.write_text(schema(), encoding="utf-8")
