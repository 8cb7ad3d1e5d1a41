"""A club's server as its operator has it, `serve --workers 2` behind nginx, each with the example of the help."""

import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection, HTTPMessage
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from sqlalchemy.orm import Session

from app.accounts import members, passwords, ties, tokens
from app.accounts.roles import Role
from app.accounts.tokens import Scope
from app.database.config import Config
from app.database.opening import transact
from app.disputes.verdicts.key_folder import make_key
from app.matches.ingest import ingest
from app.players.statistics.people import person_of
from app.web.http.request_log import HEADER
from app.web.installation import open_installation
from tests.app.cli.test_processes import (
    HOST,
    OPERATION,
    PATIENCE,
    RUN,
    environment_of,
    of_unit,
    ports,
    started,
    wait_until,
)
from tests.app.conftest import POSTGRES, SAMPLE
from tests.databases import empty_postgres

PASSWORD = "three blue trees"
ADMIN = "Sun"
PEOPLE = {ADMIN: Role.ADMIN, "Yu": Role.ARBITER, "Wei": Role.ARBITER, "Ren": Role.RECORDER, "Mei": Role.MEMBER}
"""Who has an account."""
TIED = ("Yu", "Wei", "Mei")
"""Who is a person of the statistics; the arbiters play in no match that is disputed."""
KEY = "club"
"""The key that verdicts are signed with."""
SAID = "said.txt"
BOUNDARY = "parts-of-a-form"
NAMED_HERE = (
    "import socket; found = socket.getaddrinfo; "
    f"socket.getaddrinfo = lambda host, *more, **named: "
    f"found('127.0.0.1' if host == '{HOST}' else host, *more, **named)"
)
LARGEST = 4 * 1024**2
"""The bytes of an upload that the server takes here; more than the 1 MiB that nginx takes by itself."""
FORM = re.compile(r'name="csrf_token" value="([^"]+)"')
AROUND = """
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
{user}
events {{ }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    access_log {folder}/access.log;
    gzip on;
    gzip_types *;
    {sites}
}}
"""
"""What is around the sites of nginx, as Debian has it."""


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: HTTPMessage
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass
class Reader:
    """A browser or a program at an address of its own, with its cookies."""

    port: int
    trusted: ssl.SSLContext
    address: str = "127.0.0.1"
    cookies: dict[str, str] = field(default_factory=dict)
    answers: list[Answer] = field(default_factory=list)

    def ask(self, path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> Answer:
        """Sends a request; names of headers are written with `_`."""
        plain = socket.create_connection(("127.0.0.1", self.port), timeout=60, source_address=(self.address, 0))
        connection = HTTPConnection(HOST)
        connection.sock = self.trusted.wrap_socket(plain, server_hostname=HOST)
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        connection.request(method, path, body, sent)
        answer = connection.getresponse()
        found = Answer(answer.status, answer.headers, answer.read())
        connection.close()
        self.answers.append(found)
        for each in found.headers.get_all("Set-Cookie", []):
            name, _, value = each.partition(";")[0].partition("=")
            self.cookies[name] = value
        return found

    def send(self, path: str, page: str = "", **fields: str) -> Answer:
        """Sends the form of a page; a name of a field that Python has itself ends with `_`."""
        form = FORM.search(self.ask(page or path).text)
        assert form, page or path
        named = {name.rstrip("_").replace("_", "-"): value for name, value in fields.items()}
        body = urlencode(named | {"csrf_token": form[1]}).encode()
        kind = "application/x-www-form-urlencoded"
        return self.ask(path, "POST", body, Content_Type=kind, Referer=f"https://{HOST}{page or path}")

    def send_file(self, path: str, field_name: str, name: str, data: bytes) -> Answer:
        """Sends a file with the form of a page."""
        form = FORM.search(self.ask(path).text)
        assert form
        parts = (("csrf_token", "", form[1].encode()), (field_name, f'; filename="{name}"', data))
        body = b"".join(
            f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{each}"{more}\r\n\r\n'.encode() + value + b"\r\n"
            for each, more, value in parts
        )
        kind = f"multipart/form-data; boundary={BOUNDARY}"
        sent = body + f"--{BOUNDARY}--\r\n".encode()
        return self.ask(path, "POST", sent, Content_Type=kind, Referer=f"https://{HOST}{path}")


@dataclass(frozen=True)
class Proxied:
    """A club's server behind nginx."""

    folder: Path
    plain: int
    secure: int
    server: int
    metrics: int
    tokens: Mapping[str, str]
    """By the name of a person."""
    trusted: ssl.SSLContext
    process: "subprocess.Popen[str]"
    settings: Mapping[str, object]
    answers: list[Answer] = field(default_factory=list, repr=False)
    """What came back, to anybody."""

    @property
    def token(self) -> str:
        """The token of the admin."""
        return self.tokens[ADMIN]

    @property
    def said(self) -> Path:
        """What the server has written to its standard error."""
        return self.folder / SAID

    @property
    def database_url(self) -> str:
        return str(self.settings.get("database_url") or f"sqlite:///{self.folder / 'data' / 'fupan.sqlite3'}")

    def reader(self, address: str = "127.0.0.1") -> Reader:
        return Reader(self.secure, self.trusted, address, answers=self.answers)

    def program(self, path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> Answer:
        """The answer to a program of the admin."""
        return self.reader().ask(path, method, body, Authorization=f"Bearer {self.token}", **headers)

    def run(self, *arguments: str) -> str:
        """What the command prints, run beside the server, that ends well."""
        done = self.started(*arguments)
        printed, said = done.communicate(timeout=PATIENCE)
        assert done.returncode == 0, printed + said
        return printed

    def started(self, *arguments: str) -> "subprocess.Popen[str]":
        """A run of the command beside the server, whose name it finds here and whose certificate it trusts."""
        environment = environment_of(self.folder, **self.settings) | {"SSL_CERT_FILE": f"{self.folder}/fullchain.pem"}
        return subprocess.Popen(
            [sys.executable, "-c", f"{NAMED_HERE}; {RUN}", *arguments],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )


def _certificate(folder: Path) -> None:
    """Writes a certificate of the server that is signed by itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name, now = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)]), datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now, now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .sign(key, SHA256())
    )
    (folder / "fullchain.pem").write_bytes(made.public_bytes(Encoding.PEM))
    (folder / "privkey.pem").write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))


@contextmanager
def nginx_before(folder: Path, plain: int, secure: int, server: int) -> Iterator[None]:
    """Runs nginx with the example, whose ports and files are others."""
    program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        reason = "nginx is not installed (apt-get install nginx-light)"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    _certificate(folder)
    sites = (OPERATION / "nginx.conf").read_text()
    for written, here in (
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("listen [::]:80;", f"listen [::1]:{plain};"),
        ("listen 443 ssl;", f"listen 127.0.0.1:{secure} ssl;"),
        ("listen [::]:443 ssl;", f"listen [::1]:{secure} ssl;"),
        ("/etc/letsencrypt/live/fupan.example/", f"{folder}/"),
        ("/var/log/nginx/", f"{folder}/"),
        ("http://127.0.0.1:5000;", f"http://127.0.0.1:{server};"),
    ):
        assert written in sites
        sites = sites.replace(written, here)
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(AROUND.format(folder=folder, sites=sites, user=user))
    process = subprocess.Popen([program, "-e", folder / "nginx.log", "-c", folder / "nginx.conf"])
    try:
        yield
    finally:
        process.terminate()
        process.wait(30)


def _people(database_url: str) -> Mapping[str, str]:
    """Fills an empty database with the club's people, and some matches; returns the token of each."""
    fupan = open_installation(Config(database_url=database_url, secret_key=""))
    playing = [{"seat": seat, "name": name} for seat, name in zip("ENWS", ("Yu", "Mei", "Wei", "Ke"), strict=True)]
    hands = [{"actions": [], "result": {"finish": ["E", "W", "N", "S"]}}]
    before = {"format": "fupan/1", "game": "guandan", "match": {"id": "before"}, "players": playing, "hands": hands}
    for data in (SAMPLE.read_bytes(), json.dumps(before).encode()):
        list(ingest(fupan.sessions, fupan.checker, BytesIO(data), "first.json"))
    password = passwords.password_hash(PASSWORD)

    def fill(session: Session) -> dict[str, str]:
        made = {name: members.make_account(session, name, password, role).id or 0 for name, role in PEOPLE.items()}
        for name in TIED:
            person = person_of(session, name)
            assert person is not None
            ties.ask(session, made[name], person)
            ties.agree(session, made[ADMIN], made[name], person)
        return {name: tokens.make(session, each, "program", frozenset(Scope), 7) for name, each in made.items()}

    found = transact(fupan.sessions, fill)
    fupan.close()
    return found


@contextmanager
def served(folder: Path, database: str) -> Iterator[Proxied]:
    """A club whose server was started as its unit has it, but for ports, the size of uploads and how much is asked.

    Two arbiters vote on a ruling.  ``database`` is the URL of an empty one; without, it is a file of SQLite.  At the
    end everything in it has to be sound, and what was noted of requests has to be what came back.
    """
    (folder / "data").mkdir()
    settings: dict[str, object] = {"upload_bytes": LARGEST, "api_requests": 10**6, "ruling_votes": 2}
    settings |= {"keys": folder / "keys"} | ({"database_url": database} if database else {})
    make_key(folder / "keys", KEY)
    made = _people(database or f"sqlite:///{folder / 'data' / 'fupan.sqlite3'}")
    (command,), server, metrics, plain, secure = of_unit("ExecStart"), *ports(4)
    arguments = command.replace("5000", str(server)).replace("5001", str(metrics)).split()[1:]
    with (
        (folder / SAID).open("w") as said,
        nginx_before(folder, plain, secure, server),
        started(folder, *arguments, said=said, **settings) as process,
    ):
        trusted = ssl.create_default_context(cafile=folder / "fullchain.pem")
        found = Proxied(folder, plain, secure, server, metrics, made, trusted, process, settings)
        wait_until(lambda: found.reader().ask("/readyz").status == 200, process)
        yield found
        _ends_well(found)
        process.terminate()
        assert process.wait(60) == 0


@contextmanager
def served_on(folder: Path, kind: str) -> Iterator[Proxied]:
    """That club on a kind of database."""
    if kind == "sqlite":
        with served(folder, "") as found:
            yield found
        return
    named = os.environ.get(POSTGRES)
    if not named:
        pytest.skip(f"no PostgreSQL database named ({POSTGRES} holds the URL of one)")
    with empty_postgres(named) as url, served(folder, url) as found:
        yield found


def _ends_well(club: Proxied) -> None:
    """Database and record are sound, nothing failed, and what was noted of requests is what their clients got."""
    club.run("doctor")
    club.run("audit", "verify")

    def noted() -> bool:
        return _counted(club) == Counter((each["method"], each["rule"], str(each["status"])) for each in _lines(club))

    wait_until(noted, club.process)
    by_id: dict[str, list[int]] = {}
    for line in _lines(club):
        by_id.setdefault(line["id"], []).append(line["status"])
    got = {each.headers[HEADER]: [each.status] for each in club.answers if HEADER in each.headers}
    assert {identity: by_id.get(identity) for identity in got} == got
    assert "Traceback" not in club.said.read_text()


def _lines(club: Proxied) -> list[dict[str, Any]]:
    return [json.loads(line) for line in club.said.read_text().splitlines() if line.startswith("{")]


def _counted(club: Proxied) -> Counter[tuple[str, str, str]]:
    """What the metrics have counted of each method, address and status."""
    with urlopen(f"http://127.0.0.1:{club.metrics}/metrics", timeout=30) as answer:
        text = answer.read().decode()
    found = re.findall(r'^fupan_requests_total{method="(.*)",rule="(.*)",status="(.*)"} (.+)$', text, re.MULTILINE)
    return Counter({(method, rule, status): int(float(count)) for method, rule, status, count in found})
