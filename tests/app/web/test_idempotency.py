"""Requests with an `Idempotency-Key`: the same is done once."""

import threading
from datetime import timedelta

import pytest
from flask import Flask, Response, request
from flask.testing import FlaskClient
from sqlalchemy import func, select

from app.database.tables.kept_answers import KeptAnswer
from app.web.http import idempotency
from app.web.http.idempotency import BODY, HEADER, IN_WORK, LASTS
from tests.app.conftest import Log, probe

KEY = {HEADER: "one"}


@pytest.fixture
def counted(own_web: Flask) -> Flask:
    """An application with an address that says how often it was asked, with the status that the body names."""
    asked: list[bytes] = []
    own_web.config["WTF_CSRF_ENABLED"] = False

    def ask() -> Response:
        asked.append(request.get_data())
        text, _, more = asked[-1].partition(b" ")
        return Response(
            b"%d" % len(asked) + b"." * int(more or 0), int(text), {"Location": "/api/v1/there", "X-Other": "x"}
        )

    probe(own_web, "/api/v1/counted", "counted", ask, methods=("GET", "POST"))
    return own_web


def kept(app: Flask) -> int:
    with app.extensions["fupan"].sessions() as session:
        return session.scalar(select(func.count()).select_from(KeptAnswer)) or 0


def test_the_same_request_is_answered_the_same_and_done_once(counted: Flask) -> None:
    client = counted.test_client()
    first, again = (client.post("/api/v1/counted", data=b"201", headers=KEY) for _ in range(2))
    for answer in (first, again):
        assert (answer.status_code, answer.text, answer.headers["Location"]) == (201, "1", "/api/v1/there")
        assert answer.content_type == first.content_type
        assert answer.headers["Cache-Control"] == "no-store"
    assert client.post("/api/v1/counted", data=b"201", headers={HEADER: "two"}).text == "2"
    assert client.post("/api/v1/counted", data=b"201").text == "3"
    assert client.post("/api/v1/counted", data=b"422", headers={HEADER: "three"}).status_code == 422
    assert client.post("/api/v1/counted", data=b"422", headers={HEADER: "three"}).text == "4"


def test_another_request_with_the_key_is_refused(counted: Flask) -> None:
    client = counted.test_client()
    client.post("/api/v1/counted", data=b"201", headers=KEY)
    assert client.post("/api/v1/counted", data=b"200", headers=KEY).status_code == 409
    assert client.post("/api/v1/counted?x=1", data=b"201", headers=KEY).status_code == 409
    for key in ("", "x" * 256, "kéy", "a\tb"):
        assert client.post("/api/v1/counted", data=b"201", headers={HEADER: key}).status_code == 400, key


def test_what_may_succeed_later_or_is_long_is_done_again(counted: Flask) -> None:
    client = counted.test_client()
    for n, body in enumerate((b"503", b"429", b"201 %d" % BODY)):
        texts = [client.post("/api/v1/counted", data=body, headers={HEADER: f"{n}"}).text[:2] for _ in range(2)]
        assert texts[0] != texts[1], body
    assert kept(counted) == 0


def test_answers_are_kept_for_a_day_and_the_last_of_a_sender(counted: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idempotency, "MOST", 3)
    client = counted.test_client()
    for n in range(5):
        client.post("/api/v1/counted", data=b"201", headers={HEADER: f"{n}"})
    assert kept(counted) == 3
    assert client.post("/api/v1/counted", data=b"201", headers={HEADER: "4"}).text == "5"
    assert client.post("/api/v1/counted", data=b"201", headers={HEADER: "1"}).text == "6"
    with counted.extensions["fupan"].sessions.begin() as session:
        for row in session.scalars(select(KeptAnswer)):
            row.at -= LASTS
    assert client.post("/api/v1/counted", data=b"201", headers={HEADER: "4"}).text == "7"
    assert kept(counted) == 1


def test_of_two_requests_at_once_one_waits_and_one_that_broke_off_is_done_again(own_web: Flask) -> None:
    own_web.config["WTF_CSRF_ENABLED"] = False
    reached, let_go = threading.Event(), threading.Event()

    def wait() -> str:
        reached.set()
        assert let_go.wait(30)
        return "done"

    probe(own_web, "/api/v1/waiting", "waiting", wait, methods=("POST",))
    slow = threading.Thread(target=lambda: own_web.test_client().post("/api/v1/waiting", headers=KEY))
    slow.start()
    assert reached.wait(30)
    client = own_web.test_client()
    answer = client.post("/api/v1/waiting", headers=KEY)
    assert (answer.status_code, answer.headers["Retry-After"]) == (409, "2")
    let_go.set()
    slow.join()
    assert client.post("/api/v1/waiting", headers=KEY).text == "done"
    with own_web.extensions["fupan"].sessions.begin() as session:
        (row,) = session.scalars(select(KeptAnswer))
        row.status, row.at = None, row.at - IN_WORK - timedelta(seconds=1)
    assert client.post("/api/v1/waiting", headers=KEY).text == "done"


def test_uploads_of_every_kind_are_done_once(client: FlaskClient, log: Log) -> None:
    from io import BytesIO

    raw = {"data": log(), "headers": KEY}
    statuses = [client.post("/api/v1/uploads?name=a.json", **raw) for _ in range(2)]  # type: ignore[arg-type]
    assert [(answer.status_code, answer.json["matches"][0]["new"]) for answer in statuses] == [(201, True)] * 2  # type: ignore[index]
    curl = {"data": log("m2"), "headers": {HEADER: "two"}, "content_type": "application/x-www-form-urlencoded"}
    assert client.post("/api/v1/uploads", **curl).status_code == 201  # type: ignore[arg-type]
    form = {"logs": (BytesIO(log("m3")), "b.json")}
    assert client.post("/api/v1/uploads", data=form, headers={HEADER: "three"}).status_code == 201
    chunked = {"input_stream": BytesIO(b"x" * 70_000), "environ_overrides": {"wsgi.input_terminated": True}}
    answer = client.post("/api/v1/uploads", headers={HEADER: "four"}, **chunked)  # type: ignore[arg-type]
    assert answer.status_code == 413
