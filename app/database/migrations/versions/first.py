"""All tables of the first release: the statements of ``schema.json``, which `python -m tests.schema` writes.

The revision is named after them, so that a database which was made before they changed is not taken for one of now.
"""

import json
from hashlib import sha256
from pathlib import Path

from alembic import op

_STATEMENTS = Path(__file__).parents[1].joinpath("schema.json").read_text(encoding="utf-8")

revision = f"first_{sha256(_STATEMENTS.encode()).hexdigest()[:12]}"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the tables."""
    connection = op.get_bind()
    for lines in json.loads(_STATEMENTS)[connection.dialect.name]:
        connection.exec_driver_sql("\n".join(lines))
