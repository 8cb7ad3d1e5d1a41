"""Measures how long 50 readers at the same time wait for the list of matches and for a replay, and for logging in.

Run from the repository: ``python -m tests.benchmarks.readers``.

The server is a process of its own.  Each reader logs in if there are accounts, and then asks for a page every few
seconds, as people do: what is measured is how long one waits, and not how much the server can bear.
"""

import argparse
import json
import os
import random
import re
import socket
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, redirect_stdout
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from urllib.parse import urlencode

from app.database import config
from app.database.config import Config
from app.database.opening import writing
from app.matches.ingest import ingest
from app.matches.installation import Installation
from app.web.create_app import create_app
from tests.benchmarks.listing import fill

READERS: Final = 50
SAMPLE: Final = Path(__file__).parents[2] / "static" / "samples" / "spring-cup.json"
PASSWORD: Final = "three blue trees"
FORM: Final = re.compile(r'name="csrf_token" value="([^"]+)"')
QUERIES: Final = ("", "game=guandan", "verdict=clean", "game=big_a&verdict=misscored", "since=2024-05-01")
HAS_ACCOUNTS: Final = hasattr(config, "Mode")
"""Whether the tree that is measured has accounts: an earlier one has not."""

Waits = defaultdict[str, list[float]]


def main() -> None:
    """Prints the median of the waits and the 99th of a hundred."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=2_000)
    parser.add_argument("--seconds", type=float, default=30.0, help="how long the readers read")
    parser.add_argument("--every", type=float, default=3.0, help="seconds from a page of a reader to the next")
    parser.add_argument("--json", action="store_true", help="print a line of JSON")
    chosen = parser.parse_args()
    with TemporaryDirectory() as folder:
        made(folder, chosen.matches)
        with serving(folder) as port:
            waits: Waits = defaultdict(list)
            readers = [Reader(port, number) for number in range(READERS)]
            if HAS_ACCOUNTS:
                for each in readers:
                    waits["logging in"].append(each.log_in())
            with ThreadPoolExecutor(READERS) as pool:
                for found in pool.map(lambda each: each.read(chosen.seconds, chosen.every), readers):
                    for name, took in found.items():
                        waits[name] += took
    figures = {
        f"{name}: ms, {what}": 1e3 * statistics.quantiles(took, n=100, method="inclusive")[at - 1]
        for name, took in waits.items()
        for what, at in (("median", 50), ("99th of 100", 99))
    }
    if chosen.json:
        print(json.dumps({"figures": figures}))
        return
    for name, took in waits.items():
        print(f"{name}: {len(took)} times")
    for name, figure in figures.items():
        print(f"{name:>32}: {figure:8.1f}")


def made(folder: str, matches: int) -> None:
    """Makes the database: a match that is replayed, others that are listed, and the readers' accounts."""
    app = create_app(Config.from_environment({"FUPAN_DATA": folder}))
    fupan: Installation = app.extensions["fupan"]
    with SAMPLE.open("rb") as stream:
        list(ingest(fupan.sessions, fupan.checker, stream, SAMPLE.name))
    with redirect_stdout(sys.stderr):
        fill(fupan, matches)
    if HAS_ACCOUNTS:
        from app.accounts import members, passwords
        from app.accounts.roles import Role

        hashed = passwords.password_hash(PASSWORD)
        with writing(fupan.sessions) as session:
            for number in range(READERS):
                members.make_account(session, f"reader {number}", hashed, Role.MEMBER if number else Role.ADMIN)
    fupan.close()


@contextmanager
def serving(folder: str) -> Iterator[int]:
    """The port of a server of the database in a folder."""
    with socket.socket() as probing:
        probing.bind(("127.0.0.1", 0))
        port: int = probing.getsockname()[1]
    environment = os.environ | {"FUPAN_DATA": folder} | ({"FUPAN_MODE": "club"} if HAS_ACCOUNTS else {})
    command = [sys.executable, "-c", "from app.cli import main; main()", "serve", "--port", str(port)]
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as server:
        try:
            while not answers(port):
                assert server.poll() is None
                time.sleep(0.1)
            yield port
        finally:
            server.terminate()


def answers(port: int) -> bool:
    """Whether a server listens."""
    with socket.socket() as probing:
        return probing.connect_ex(("127.0.0.1", port)) == 0


class Reader:
    """Somebody who reads, with a browser that keeps its connection and cookie."""

    def __init__(self, port: int, number: int) -> None:
        self._connection: Final = HTTPConnection("127.0.0.1", port)
        self._name: Final = f"reader {number}"
        self._chance: Final = random.Random(number)
        self._cookie = ""

    def log_in(self) -> float:
        """Logs in, and returns how long the form took."""
        form = FORM.search(self._ask("/login")[1].decode())
        assert form
        body = urlencode({"csrf_token": form[1], "name": self._name, "password": PASSWORD})
        begun = time.perf_counter()
        answer, _ = self._ask("/login", body)
        took = time.perf_counter() - begun
        assert answer.status == 303
        self._connection.close()
        return took

    def read(self, seconds: float, every: float) -> Waits:
        """Reads for some time, and returns how long each kind of page took."""
        waits: Waits = defaultdict(list)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            time.sleep(self._chance.uniform(0, 2 * every))
            kind = self._chance.choice(("list", "replay"))
            address = f"/matches/1/hands/{self._chance.randint(1, 8)}?step={self._chance.randint(0, 20)}"
            if kind == "list":
                address = f"/matches/?{self._chance.choice(QUERIES)}"
            begun = time.perf_counter()
            answer, _ = self._ask(address)
            waits[kind].append(time.perf_counter() - begun)
            assert answer.status == 200, address
        return waits

    def _ask(self, address: str, form: str | None = None) -> tuple[HTTPResponse, bytes]:
        headers = {"Accept-Encoding": "gzip"} | ({"Cookie": self._cookie} if self._cookie else {})
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self._connection.request("GET" if form is None else "POST", address, form, headers)
        answer = self._connection.getresponse()
        self._cookie = (answer.headers["Set-Cookie"] or self._cookie).partition(";")[0]
        return answer, answer.read()


if __name__ == "__main__":
    main()
