"""In how many files a function runs for one request: ``python -m tests.benchmarks.files_entered [--list]``.

Each request is sent once before, so that what is made once and kept is not counted.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from types import FrameType
from typing import Any, Final

from flask.testing import FlaskClient

from app.database.config import Config
from app.matches.ingest import ingest
from app.web.create_app import create_app

REPO: Final = Path(__file__).parents[2]
FOLDERS: Final = ("app", "engine")
SAMPLES: Final = REPO / "sample_logs" / "demo"
AIMS: Final = {"upload": 60, "match page": 40, "replay step": 35, "person's page": 35}
"""The most files that are meant to be entered by each request."""


def entered(send: Callable[[], Any]) -> set[str]:
    """The files of the project in which a function begins or goes on while something is sent."""
    found: set[str] = set()

    def see(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            found.add(frame.f_code.co_filename)

    sys.setprofile(see)
    try:
        send()
    finally:
        sys.setprofile(None)
    roots = tuple(f"{REPO / folder}/" for folder in FOLDERS)
    return {str(Path(name).relative_to(REPO)) for name in found if name.startswith(roots)}


def requests(client: FlaskClient, match: int) -> dict[str, Callable[[int], Any]]:
    """What is sent, by name; the number is that of the repetition."""
    log = (SAMPLES / "guandan-evening.json").read_bytes()
    return {
        "upload": lambda number: client.post(
            "/api/v1/uploads?name=a.json", data=log.replace(b'"format"', b" " * (number + 1) + b'"format"', 1)
        ),
        "match page": lambda _number: client.get(f"/matches/{match}"),
        "replay step": lambda number: client.get(f"/matches/{match}/hands/1/table?step={10 + number}&count=1"),
        "person's page": lambda _number: client.get("/people/1"),
    }


def measured(folder: Path) -> dict[str, set[str]]:
    """The files entered by each request, warm."""
    web = create_app(Config(database_url=f"sqlite:///{folder / 'f.sqlite3'}", secret_key="for timing"))
    fupan = web.extensions["fupan"]
    kept = [
        each.id
        for name in sorted(SAMPLES.glob("*.json"))
        for each in ingest(fupan.sessions, fupan.checker, BytesIO(name.read_bytes()), name.name)
    ]
    found = {}
    client = web.test_client()
    for name, send in requests(client, kept[0]).items():
        assert send(0).status_code < 400, name
        found[name] = entered(lambda send=send: send(1))  # type: ignore[misc]
    fupan.close()
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints how many files each request enters, and with ``--list`` which."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", action="store_true", help="name the files")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        for name, files in measured(Path(folder)).items():
            print(f"{name}: {len(files)} files (aim: {AIMS[name]})")
            if chosen.list:
                print("\n".join(f"  {each}" for each in sorted(files)))


if __name__ == "__main__":
    main()
