"""In how many files a function runs for one request: ``python -m tests.benchmarks.files_entered [--list] [--write]``.

Each request is sent once before, so that what is made once and kept is not counted.
"""

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from types import FrameType
from typing import Any, Final
from unittest.mock import patch

from flask.testing import FlaskClient

from app.database.config import Config
from app.disputes.verdicts.key_folder import make_key
from app.matches.ingest import ingest
from app.web.create_app import create_app

REPO: Final = Path(__file__).parents[2]
FOLDERS: Final = ("app", "engine")
SAMPLES: Final = REPO / "sample_logs" / "demo"
KEYS: Final = "FUPAN_KEYS"
KEPT: Final = REPO / "tests" / "data" / "files_entered.json"
"""The files that each request entered when they were written last."""
AIMS: Final = {"upload": 60, "match page": 40, "replay step": 35, "person's page": 35, "ruling to verdict": 60}
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


def requests(client: FlaskClient, match: int, disputed: int) -> dict[str, Callable[[int], Any]]:
    """What is sent, by name; the number is that of the repetition.  Opens two disputes about the match ``disputed``."""
    log = (SAMPLES / "guandan-evening.json").read_bytes()
    claim = {"text": "The totals are not those of the table.", "acting": {"name": "Li", "role": "player"}}
    disputes = [
        client.post(f"/api/v1/matches/{disputed}/disputes", json=claim).json["dispute"]["id"] for _number in range(2)
    ]
    arbiter = {"acting": {"name": "Zhao", "role": "arbiter"}}

    def ruled(number: int) -> Any:
        ruling = {"outcome": "upheld", "text": "The record is right.", "before": 0, **arbiter}
        dispute = f"/api/v1/disputes/{disputes[number]}"
        number = client.post(f"{dispute}/rulings", json=ruling).json["rulings"][0]["number"]
        return client.post(f"{dispute}/verdicts", json={"key": "cup", "ruling": number, **arbiter})

    return {
        "upload": lambda number: client.post(
            "/api/v1/uploads?name=a.json", data=log.replace(b'"format"', b" " * (number + 1) + b'"format"', 1)
        ),
        "match page": lambda _number: client.get(f"/matches/{match}"),
        "replay step": lambda number: client.get(f"/matches/{match}/hands/1/table?step={10 + number}&count=1"),
        "person's page": lambda _number: client.get("/people/1"),
        "ruling to verdict": ruled,
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
    make_key(folder / "keys", "cup")
    with patch.dict(os.environ, {KEYS: str(folder / "keys")}):
        for name, send in requests(client, kept[0], kept[-1]).items():
            assert send(0).status_code < 400, name
            found[name] = entered(lambda send=send: send(1))  # type: ignore[misc]
    fupan.close()
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints how many files each request enters.  ``--list`` names them, ``--write`` keeps them for the test."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", action="store_true", help="name the files")
    parser.add_argument("--write", action="store_true", help=f"write them to {KEPT.relative_to(REPO)}")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        found = {name: sorted(files) for name, files in measured(Path(folder)).items()}
    for name, files in found.items():
        print(f"{name}: {len(files)} files (aim: {AIMS[name]})")
        if chosen.list:
            print("\n".join(f"  {each}" for each in files))
    if chosen.write:
        KEPT.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
