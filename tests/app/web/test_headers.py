"""What every answer carries, whatever it is an answer to."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask, abort, request, session, url_for
from flask.testing import FlaskClient
from flask_wtf.csrf import generate_csrf
from sqlalchemy import text
from werkzeug.routing import IntegerConverter

from app.database.config import Config
from app.text.folders import folder
from app.web.create_app import create_app
from app.web.http.assets import Assets
from app.web.http.errors import API
from app.web.http.pages import Of
from tests.app.conftest import probe
from tests.permissions import TABLE

PROBE = "/probe"
POST, TOKEN = 'method="post"', 'name="csrf_token"'


@pytest.fixture
def probed(own_web: Flask) -> Flask:
    """The application with pages that do what a page can do."""

    def failing() -> str:
        raise RuntimeError("a secret of the server")

    def reached() -> str:
        return "reached"

    probe(own_web, PROBE, "probe", reached, methods=("GET", "POST"))
    probe(own_web, "/token", "token", generate_csrf)
    probe(own_web, "/failing", "failing", failing)
    probe(own_web, "/api/v1/failing", "api_failing", failing)
    probe(own_web, "/teapot", "teapot", lambda: abort(418))
    return own_web


@pytest.mark.parametrize("address", ["/", PROBE, "/no/such/page", "/api/v1/matches/1/log", "/failing", "/token"])
def test_the_security_headers(probed: Flask, address: str) -> None:
    headers = probed.test_client().get(address).headers
    assert headers["Content-Security-Policy"] == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "Strict-Transport-Security" not in headers
    assert len(headers.getlist("Content-Security-Policy")) == 1


def test_https_is_for_good_once_it_is_there(probed: Flask) -> None:
    answer = probed.test_client().get(PROBE, base_url="https://localhost")
    assert answer.headers["Strict-Transport-Security"].startswith("max-age=31536000")


@pytest.fixture
def secure(web_config: Config) -> Iterator[Flask]:
    app = create_app(replace(web_config, secure_cookies=True, trusted_hosts=("fupan.example",)))
    probe(app, "/token", "token", generate_csrf)
    yield app
    app.extensions["fupan"].close()


def test_cookies(probed: Flask, secure: Flask) -> None:
    (cookie,) = probed.test_client().get("/token").headers.getlist("Set-Cookie")
    assert cookie.startswith("fupan=")
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie
    (cookie,) = secure.test_client().get("/token", base_url="https://fupan.example").headers.getlist("Set-Cookie")
    assert cookie.startswith("__Host-fupan=")
    assert "Secure" in cookie
    assert "Path=/" in cookie


def test_hosts_that_are_not_trusted(secure: Flask) -> None:
    client = secure.test_client()
    assert client.get("/token", base_url="https://fupan.example").status_code == 200
    assert client.get("/token", base_url="https://evil.example").status_code == 400


def test_a_form_without_its_token_is_refused(probed: Flask) -> None:
    client = probed.test_client()
    refused = client.post(PROBE, data={"a": "b"})
    assert refused.status_code == 400
    assert "token" in refused.get_data(as_text=True)
    assert client.post(PROBE, data={"csrf_token": "wrong"}).status_code == 400
    token = client.get("/token").get_data(as_text=True)
    assert client.post(PROBE, data={"csrf_token": token}).status_code == 200
    assert probed.test_client().post(PROBE, data={"csrf_token": token}).status_code == 400


def test_every_form_of_a_template_that_posts_has_a_token() -> None:
    templates = folder("templates")
    texts = {path.relative_to(templates).as_posix(): path.read_text("utf-8") for path in templates.rglob("*.html")}
    macros = re.findall(r"{% macro (\w+)(.*?)endmacro", "".join(texts.values()), re.DOTALL)
    giving = [TOKEN, *(f"{{{{ {name}(" for name, body in macros if TOKEN in body)]
    forms = []
    for name, source in texts.items():
        whole = re.sub(r"{% include '([^']+)' %}", lambda found: texts[found[1]], source)
        forms += [(name, form) for form in re.findall(r"<form\b.*?</form>", whole, re.DOTALL) if POST in form]
    assert len(forms) > 60
    assert [name for name, form in forms if not any(each in form for each in giving)] == []


def test_every_page_that_changes_something_wants_a_token(web: Flask) -> None:
    client = web.test_client()
    adapter = web.url_map.bind("localhost")
    for rule in web.url_map.iter_rules():
        methods = (rule.methods or set()) - {"GET", "HEAD", "OPTIONS"}
        for method in methods:
            values = {name: 1 if isinstance(conv, IntegerConverter) else "x" for name, conv in rule._converters.items()}
            address = adapter.build(rule.endpoint, values)
            if TABLE[rule.endpoint, method][1] is Of.ACCOUNT:
                continue
            if rule.rule.startswith(API):
                other = {"Origin": "http://other.example"}
                assert client.open(address, method=method, headers=other).status_code == 403, (method, rule)
            else:
                assert client.open(address, method=method, data={"x": "y"}).status_code == 400, (method, rule)


def test_pages_that_know_the_visitor_are_not_kept(probed: Flask) -> None:
    probe(probed, "/visitor", "visitor", lambda: str(session.get("x")))
    client = probed.test_client()
    assert client.get("/token").headers["Cache-Control"] == "no-store"
    assert client.get("/visitor").headers["Cache-Control"] == "no-store"
    assert client.get("/failing").headers["Cache-Control"] == "no-store"
    assert client.post("/api/v1/uploads").headers["Cache-Control"] == "no-store"
    assert client.get(PROBE).headers["Cache-Control"] == "private, no-cache"


def test_static_files_are_kept_for_good_under_their_hash(web: Flask, client: FlaskClient) -> None:
    name = next(path.relative_to(folder("static")) for path in sorted(folder("static").rglob("*.css"))).as_posix()
    with web.test_request_context():
        address = url_for("static", filename=name)
    version = Assets(folder("static")).version(name)
    assert address == f"/static/{name}?v={version}"
    answer = client.get(address, buffered=True)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    for other in (f"/static/{name}", f"/static/{name}?v=old", "/static/no-such.css?v=None"):
        assert client.get(other, buffered=True).headers["Cache-Control"] in ("no-cache", "no-store")
    for outside in ("/static/../app/config.py", "/static/%2e%2e/app/config.py"):
        assert client.get(outside).status_code == 404


def test_versions_follow_the_contents(tmp_path: Path) -> None:
    assets = Assets(tmp_path)
    (tmp_path / "a.css").write_text("one")
    first = assets.version("a.css")
    assert first == assets.version("a.css") is not None
    (tmp_path / "a.css").write_text("another")
    assert assets.version("a.css") not in (first, None)
    for name in ("b.css", "../a.css", "/etc/passwd", ".", "a.css\0"):
        assert assets.version(name) is None


@pytest.mark.parametrize(
    ("address", "method", "status"),
    [
        ("/no/such/page", "GET", 404),
        (PROBE, "DELETE", 405),
        ("/failing", "GET", 500),
        ("/teapot", "GET", 418),
        ("/no/<script>alert(1)</script>", "GET", 404),
    ],
)
def test_errors_are_explained(probed: Flask, address: str, method: str, status: int) -> None:
    probed.config["WTF_CSRF_ENABLED"] = False
    answer = probed.test_client().open(address, method=method)
    assert answer.status_code == status
    assert answer.mimetype == "text/html"
    page = answer.get_data(as_text=True)
    assert str(status) in page
    assert "secret of the server" not in page
    assert "Traceback" not in page
    assert "<script>alert" not in page
    if status == 405:
        assert "GET" in answer.headers["Allow"]


@pytest.mark.parametrize(("address", "status"), [("/api/v1/no/such", 404), ("/api/v1/failing", 500)])
def test_programs_get_errors_as_json(probed: Flask, address: str, status: int) -> None:
    answer = probed.test_client().get(address)
    assert answer.status_code == answer.json["status"] == status
    assert answer.json["detail"]
    assert "secret of the server" not in answer.get_data(as_text=True)


def test_requests_that_are_too_large(probed: Flask, web_config: Config) -> None:
    client = probed.test_client()
    body = b"x" * (web_config.upload_bytes + 1)
    answer = client.post(PROBE, data=body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 413
    assert answer.mimetype == "text/html"
    assert "larger than this server takes: 64 KiB at most, as it is sent" in answer.get_data(as_text=True)
    many = {f"field{number}": "x" for number in range(web_config.form_parts + 1)}
    answer = client.post(PROBE, data=many, content_type="multipart/form-data")
    assert answer.status_code == 413
    assert f"more files and fields than this server takes, which is {web_config.form_parts}" in answer.text
    assert "upload is larger" not in answer.text


def test_a_field_that_is_too_large(web_config: Config) -> None:
    app = create_app(replace(web_config, form_bytes=10 * 1024))
    app.config["WTF_CSRF_ENABLED"] = False
    probe(app, PROBE, "probe", lambda: dict(request.form), methods=("POST",))
    answer = app.test_client().post(PROBE, data={"text": "x" * 20_000}, content_type="multipart/form-data")
    app.extensions["fupan"].close()
    assert answer.status_code == 413
    assert "a field of more than 10 KiB that is not a file" in answer.text


def test_a_database_that_fails_is_said(probed: Flask) -> None:
    with probed.extensions["fupan"].sessions() as session:
        session.execute(text("DROP TABLE match_players"))
        session.commit()
    answer = probed.test_client().get("/matches/?player=ab")
    assert answer.status_code == 500
    assert "fupan doctor" in answer.text
    assert "match_players" not in answer.text
