"""What the API says of itself, as it was read last: ``python -m tests.openapi`` writes it anew.

Read the difference before you commit it: programs are written against this description.
"""

import json
from pathlib import Path
from typing import Final

from app.database.config import Config
from app.web.api.document import openapi
from app.web.api.operations import response_of
from app.web.create_app import create_app

DESCRIBED: Final = Path(__file__).parent / "data" / "openapi.json"


def description() -> str:
    """The OpenAPI document of this code, one value a line."""
    app = create_app(Config(database_url="sqlite://", secret_key="read by nobody"))
    with app.test_request_context():
        document = response_of(openapi(app)).get_json()
    app.extensions["fupan"].close()
    return json.dumps(document, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


if __name__ == "__main__":
    DESCRIBED.write_text(description(), encoding="utf-8")
