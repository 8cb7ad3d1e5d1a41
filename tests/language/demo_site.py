"""An installation with the matches and disputes of the demo, and every faulty sample."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask

from app import create_app
from app.config import Config
from app.demo import demo_files, file_disputes
from app.fupan import Fupan
from app.ingest import ingest

SAMPLES = Path(__file__).parents[2] / "sample_logs"
STARTS = (
    "/",
    "/deleted/",
    "/refusals/",
    "/uploads/",
    "/logs/text",
    "/no-such-page",
    "/matches/999999",
    "/sheets/new?game=guandan",
    "/verify",
)
"""Where a walk over its pages begins."""


@contextmanager
def demo_site(folder: Path) -> Iterator[Flask]:
    """The web application, with its database in a folder."""
    made = create_app(Config(database_url=f"sqlite:///{folder / 'fupan.sqlite3'}", secret_key="for tests alone"))
    fupan: Fupan = made.extensions["fupan"]
    faults = [str(path) for path in sorted(SAMPLES.glob("*/faults/*.json"))]
    for name in (*demo_files(), *faults):
        with Path(name).open("rb") as file:
            list(ingest(fupan.sessions, fupan.checker, file, Path(name).name))
    file_disputes(fupan)
    yield made
    fupan.close()
