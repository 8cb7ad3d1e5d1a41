"""What programs can ask for, for people to read."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

import msgspec
from flask import current_app, render_template

from app.matches.installation import this_installation
from app.text.help_topics import pieces
from app.text.language import marked
from app.web.api.document import openapi
from app.web.api.operations import json_bytes
from app.web.http.compression import without_secrets
from app.web.http.pages import May, Pages

BLUEPRINT: Final = Pages("api_page", __name__)
CLIENT: Final = "samples/upload_folder.py"
"""A client, among the static files."""
SUBJECTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "uploads": marked("Uploads"),
        "matches": marked("Matches"),
        "hands": marked("Hands"),
        "players": marked("Players"),
        "disputes": marked("Disputes"),
        "sheets": marked("Score sheets"),
        "rules": marked("Rules"),
    }
)


@BLUEPRINT.get("/api/", may=May.READ)
@without_secrets
def page() -> str:
    """Says how requests are made, and lists every operation with its arguments, answers and an example."""
    client = (Path(current_app.static_folder or "") / CLIENT).read_text(encoding="utf-8")
    return render_template(
        "help/api.html",
        document=msgspec.json.decode(json_bytes(openapi(current_app))),
        pieces=pieces,
        subjects=SUBJECTS,
        client=client,
        client_file=CLIENT,
        requests=this_installation().config.api_requests,
    )
