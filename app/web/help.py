"""The help of the site: what a reader can do with it, subject by subject."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from flask import Blueprint, render_template

from app.database import bounded_stores
from app.database.config import Config
from app.matches.computed.queue import KIND_BYTES
from app.matches.computed.wanted import AT_ONCE as COMPUTED_AT_ONCE
from app.matches.thread_share import COMPUTING, WRITERS
from app.text.help_topics import BOUNDS, MIB, TOPICS, pieces, topic_named
from app.text.language import _
from app.web.http.compression import without_secrets
from app.web.http.errors import Refusal
from app.web.http.waitress_server import CONNECTIONS, SILENT_SECONDS
from engine.logs import AT_ONCE, UPLOAD

BLUEPRINT: Final = Blueprint("help", __name__)
_OF_UPLOADS: Final = (
    ("bytes, unpacked", "unpacked"),
    ("matches", "matches"),
    ("files in a zip", "members"),
    ("lines", "lines"),
    ("actions", "actions"),
    ("cards", "cards"),
)
"""What of an upload is bounded: how the help calls it, and its limit."""
_NUMBERS: Final[Mapping[str, int]] = MappingProxyType(
    {
        "jobs": bounded_stores.JOBS.most,
        "logs": bounded_stores.DRAFTS.most,
        "sheets": bounded_stores.SHEETS.most,
        "searches": bounded_stores.SAVED.most,
        "house_rules": bounded_stores.HOUSES.most,
        "notes": bounded_stores.NOTES.most,
        "evidence": bounded_stores.EVIDENCE.most,
        "presentations_of_match": bounded_stores.PRESENTATIONS_OF_MATCH.most,
        "presentations": bounded_stores.PRESENTATIONS.most,
        "computations": bounded_stores.COMPUTATIONS.most,
        "share": bounded_stores.SHARE,
        "database": Config.database_bytes // 1024**3,
        "connections": CONNECTIONS,
        "silent": SILENT_SECONDS,
        "writers": WRITERS,
        "computing": COMPUTING,
        "computed": KIND_BYTES // MIB,
        "computed_at_once": COMPUTED_AT_ONCE,
    }
)
"""The bounds of the server, by the names that the help has for them."""


@BLUEPRINT.get("/help")
@without_secrets
def page() -> str:
    """Shows how to upload, replay, check and share matches, and the bounds of the server."""
    bounds = {**BOUNDS, **{name: f"{number:,}" for name, number in _NUMBERS.items()}, "uploads": _uploads()}
    return render_template("help/page.html", topics=TOPICS, bounds=bounds)


def _uploads() -> Sequence[tuple[str, ...]]:
    """What of an upload is bounded, with how much is judged at once and how much at all."""
    return [(title, *(_shown(name, getattr(each, name)) for each in (AT_ONCE, UPLOAD))) for title, name in _OF_UPLOADS]


def _shown(name: str, number: int) -> str:
    return f"{number // MIB} MiB" if name == "unpacked" else f"{number:,}"


@BLUEPRINT.get("/help/<name>")
@without_secrets
def topic(name: str) -> str:
    """Shows one topic of the help."""
    found = topic_named(name)
    if found is None:
        raise Refusal(404, _("There is no such topic."))
    return render_template("help/topic.html", topic=found, topics=TOPICS, pieces=pieces)
