"""The server of the unit behind nginx, each with the example that the help has of its settings, asked over HTTPS."""

import json
import re
import socket
import subprocess
import sys
import zipfile
from http.client import HTTPConnection
from io import BytesIO
from urllib.parse import urlencode

import pytest

from engine.record import bounds
from tests.app.cli.behind_proxy import FORM, LARGEST, PASSWORD, Proxied
from tests.app.cli.test_processes import HOST, OPERATION, wait_until
from tests.app.conftest import Log

pytestmark = pytest.mark.parametrize("proxied", ["sqlite"], indirect=True)


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


def test_a_request_with_a_key_is_answered_as_it_was_done_and_done_once(proxied: Proxied, log: Log) -> None:
    for body in (log("keyed"), log("keyed and long") + b" " * 1024**2):
        sent = "/api/v1/uploads?name=keyed.json", "POST", body
        answers = [proxied.program(*sent, Idempotency_Key=f"key {len(body)}") for _ in range(2)]
        assert [each.status for each in answers] == [201, 201], answers[0].text
        assert answers[0].body == answers[1].body
        assert b'"new":true' in answers[0].body, "the second was not done, or it would not be new"


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
