"""The server of the unit behind nginx, each with the example that the help has of its settings, asked over HTTPS."""

import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection, HTTPMessage
from io import BytesIO
from pathlib import Path
from urllib.parse import urlencode

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from sqlalchemy.orm import Session

from app.accounts import members, passwords, tokens
from app.accounts.roles import Role
from app.accounts.tokens import Scope
from app.database.config import Config
from app.database.opening import transact
from app.web.installation import open_installation
from engine.record import bounds
from tests.app.cli.test_processes import HOST, OPERATION, of_unit, ports, started, wait_until
from tests.app.conftest import Log

PASSWORD = "three blue trees"
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
        for each in found.headers.get_all("Set-Cookie", []):
            name, _, value = each.partition(";")[0].partition("=")
            self.cookies[name] = value
        return found

    def send(self, path: str, page: str = "", **fields: str) -> Answer:
        """Sends the form of a page."""
        form = FORM.search(self.ask(page or path).text)
        assert form
        body = urlencode(fields | {"csrf_token": form[1]}).encode()
        kind = "application/x-www-form-urlencoded"
        return self.ask(path, "POST", body, Content_Type=kind, Referer=f"https://{HOST}{page or path}")


@dataclass(frozen=True)
class Proxied:
    """A club's server behind nginx."""

    folder: Path
    plain: int
    secure: int
    server: int
    metrics: int
    token: str
    trusted: ssl.SSLContext
    process: "subprocess.Popen[str]"

    def reader(self, address: str = "127.0.0.1") -> Reader:
        return Reader(self.secure, self.trusted, address)

    def program(self, path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> Answer:
        """The answer to a program of the admin."""
        return self.reader().ask(path, method, body, Authorization=f"Bearer {self.token}", **headers)


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
def _nginx(folder: Path, plain: int, secure: int, server: int) -> Iterator[None]:
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


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    """A club with an admin, Sun, whose server was started as its unit has it, but for ports and the size of uploads."""
    folder = tmp_path_factory.mktemp("proxied")
    (folder / "data").mkdir()
    fupan = open_installation(Config(database_url=f"sqlite:///{folder / 'data' / 'fupan.sqlite3'}", secret_key=""))

    def fill(session: Session) -> str:
        account = members.make_account(session, "Sun", passwords.hashed(PASSWORD), Role.ADMIN).id
        return tokens.make(session, account or 0, "program", frozenset(Scope), 7)

    token = transact(fupan.sessions, fill)
    fupan.close()
    (command,), server, metrics, plain, secure = of_unit("ExecStart"), *ports(4)
    arguments = command.replace("5000", str(server)).replace("5001", str(metrics)).split()[1:]
    with _nginx(folder, plain, secure, server), started(folder, *arguments, upload_bytes=LARGEST) as process:
        trusted = ssl.create_default_context(cafile=folder / "fullchain.pem")
        found = Proxied(folder, plain, secure, server, metrics, token, trusted, process)
        wait_until(lambda: found.reader().ask("/readyz").status == 200, process)
        yield found


def test_people_are_led_to_https_and_log_in_with_a_cookie_for_it_alone(proxied: Proxied) -> None:
    plain = HTTPConnection("127.0.0.1", proxied.plain, timeout=30)
    plain.request("GET", "/matches/?game=guandan", headers={"Host": HOST})
    answer = plain.getresponse()
    assert (answer.status, answer.headers["Location"]) == (301, f"https://{HOST}/matches/?game=guandan")
    plain.close()

    reader = proxied.reader()
    login = reader.send("/login", name="Sun", password=PASSWORD)
    assert login.status == 303
    assert login.headers["Location"].removeprefix(f"https://{HOST}") == "/"
    cookies = [re.split("[=;] ?", each) for each in login.headers.get_all("Set-Cookie", [])]
    assert {name for name, *_ in cookies} == {"__Host-fupan", "__Host-fupan-known"}
    assert all({"Secure", "HttpOnly", "SameSite"} <= {*rest} for _, *rest in cookies)
    page = reader.ask("/club/members")
    assert page.status == 200
    assert page.headers["Strict-Transport-Security"]
    invited = reader.send("/club/members/invite", "/club/members", role="member", password=PASSWORD)
    (link,) = re.findall(rf"https://{re.escape(HOST)}/join/[\w-]+", invited.text)
    assert proxied.reader().ask(link.removeprefix(f"https://{HOST}")).status == 200
    assert b"http://" not in re.sub(rb'xmlns="[^"]+"', b"", invited.body + page.body)
    assert json.loads(reader.ask("/account/data.json").body), "it comes in pieces"


def test_no_other_name_of_the_server_is_believed(proxied: Proxied) -> None:
    assert proxied.reader().ask("/", Host="evil.example").status == 400
    assert "evil" not in proxied.reader().ask("/club/members", X_Forwarded_Host="evil.example").text
    plain = HTTPConnection("127.0.0.1", proxied.plain, timeout=30)
    plain.request("GET", "/", headers={"Host": "evil.example"})
    assert plain.getresponse().headers["Location"] == f"https://{HOST}/"
    plain.close()


def test_whoever_fails_to_log_in_waits_whatever_address_is_forged(proxied: Proxied) -> None:
    guessing, forged = proxied.reader("127.0.0.2"), [f"192.0.2.{number}" for number in range(6)]
    form = FORM.search(guessing.ask("/login").text)
    assert form
    answers = []
    for number, address in enumerate(forged):
        body = urlencode({"csrf_token": form[1], "name": "nobody", "password": f"{number}" * 10}).encode()
        kind = "application/x-www-form-urlencoded"
        headers = {"X_Forwarded_For": address, "Forwarded": f"for={address}", "X_Real_IP": address}
        answers.append(
            guessing.ask("/login", "POST", body, Content_Type=kind, Referer=f"https://{HOST}/login", **headers)
        )
    assert [each.status for each in answers] == [403] * 5 + [429]
    assert int(answers[-1].headers["Retry-After"]) > 0
    assert proxied.reader("127.0.0.3").send("/login", name="nobody", password="x" * 10).status == 403


def test_what_is_too_large_is_refused_and_a_large_archive_is_taken(proxied: Proxied, log: Log) -> None:
    sent = "/api/v1/uploads?name=a.zip"
    larger = proxied.program(sent, "POST", b" " * (LARGEST + 1))
    assert (larger.status, larger.headers["Content-Type"]) == (413, "application/problem+json")
    unseen = proxied.program(sent, "POST", b"", Content_Length=str(300 * 1024**2))
    assert unseen.status == 413
    assert b"413 Request Entity Too Large" in unseen.body

    packed, padding = BytesIO(), b" " * (LARGEST // 2 // bounds.AT_ONCE_MEMBERS)
    with zipfile.ZipFile(packed, "w") as archive:
        for number in range(bounds.AT_ONCE_MEMBERS + 1):
            archive.writestr(f"{number}.json", log(str(number)) + padding)
    queued = proxied.program(sent, "POST", packed.getvalue())
    assert (queued.status, packed.tell() > 1024**2) == (202, True), queued.text
    (job,) = json.loads(queued.body)["jobs"]
    assert queued.headers["Location"].removeprefix(f"https://{HOST}") == job["address"]

    def done() -> bool:
        return bool(json.loads(proxied.program(job["address"]).body)["state"] == "done")

    wait_until(done, proxied.process)


def test_what_a_refused_request_sends_is_read_before_the_connection_is_closed(proxied: Proxied) -> None:
    forwarded = {"Host": HOST, "X-Forwarded-Host": HOST, "X-Forwarded-Proto": "https", "X-Forwarded-For": "127.0.0.1"}
    for path, status in (("/api/v1/uploads?name=a.zip", 413), ("/nothing", 404)):
        connection = HTTPConnection("127.0.0.1", proxied.server, timeout=60)
        connection.request("POST", path, b" " * (LARGEST + 1), forwarded | {"Authorization": f"Bearer {proxied.token}"})
        assert connection.getresponse().status == status
        connection.close()


def test_pages_and_files_come_as_the_server_made_them(proxied: Proxied) -> None:
    reader, packed = proxied.reader(), {"Accept_Encoding": "gzip"}
    page = reader.ask("/login", **packed)
    assert (page.headers["Content-Encoding"], page.headers["Cache-Control"]) == (None, "no-store"), "it has a secret"
    assert proxied.reader().ask("/", **packed).headers["Content-Encoding"] == "gzip"
    for address in re.findall(r'(?:href|src)="(/static/[^"]+|/style.css[^"]*)"', page.text):
        file = reader.ask(address, **packed)
        assert file.status == 200
        assert file.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        again = reader.ask(address, If_None_Match=file.headers["ETag"], **packed)
        assert (again.status, again.body) == (304, b""), address
    rules = proxied.program("/api/v1/rules")
    tagged = proxied.program("/api/v1/rules", If_None_Match=rules.headers["ETag"])
    assert (rules.status, tagged.status) == (200, 304)


def test_what_is_counted_is_for_this_machine_or_an_admin(proxied: Proxied) -> None:
    assert proxied.reader().ask("/metrics").status == 403
    assert proxied.program("/metrics").status == 200
    with socket.socket() as probing:
        probing.bind(("127.0.0.2", 0))
        assert probing.connect_ex(("127.0.0.2", proxied.metrics)) != 0


def test_the_container_finds_it_healthy(proxied: Proxied) -> None:
    container = (OPERATION / "Containerfile").read_text().replace("\\\n", "")
    (written,) = re.findall(r"^HEALTHCHECK .* CMD (\[.+\])$", container, re.MULTILINE)
    program, *arguments = json.loads(written.replace("5000", str(proxied.server)))
    assert program == "python"
    assert subprocess.run([sys.executable, *arguments], check=False).returncode == 0


def test_the_proxy_writes_no_address_down(proxied: Proxied) -> None:
    assert proxied.reader().ask("/join/a-secret-of-somebody?q=Sun").status == 410
    written = "".join(path.read_text() for path in proxied.folder.glob("*.log"))
    assert "secret" not in written
    assert "Sun" not in written
