"""What programs get and send."""

import gzip
import json
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import FileStorage

from app.database.config import Config
from engine.logs import read_logs
from engine.verdict.check import Checker

Text = Callable[..., bytes]
Samples = Callable[[str, int], list[bytes]]


def _send(client: FlaskClient, data: bytes, name: str = "x.jsonl", status: int = 201, **headers: str) -> list[Any]:
    answer = client.post("/api/v1/uploads", query_string={"name": name}, data=data, headers=headers)
    assert answer.status_code == status, answer.get_data(as_text=True)
    return [] if answer.json is None else answer.json.get("matches", [])


def _frames(answer: Any) -> list[Any]:
    return [each["frame"] | {"findings": each["findings"]} for each in answer.json["frames"]]


def test_a_log_comes_back_byte_for_byte(client: FlaskClient, log: Text) -> None:
    raw = b"  " + log("<b>") + b" \t"
    (kept,) = _send(client, raw, "one.json")
    answer = client.get(f"/api/v1/matches/{kept['id']}/log")
    assert answer.data == raw
    assert answer.mimetype == "application/octet-stream"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Content-Disposition"].startswith("attachment;")


def test_a_report_is_the_engines_bytes(client: FlaskClient, samples: Samples) -> None:
    lines = samples("faulty", 6)
    kept = _send(client, b"\n".join(lines), "faulty.jsonl")
    reports = [Checker().check(each) for each in read_logs(BytesIO(b"\n".join(lines)), "faulty.jsonl")]
    assert len(kept) == len(reports) == len(lines)
    for each, report in zip(kept, reports, strict=True):
        answer = client.get(each["report"])
        assert answer.data == report.as_json()
        assert answer.mimetype == "application/json"
        assert (each["verdict"], each["digest"]) == (str(report.verdict), report.digest)


def test_uploads_are_kept_once(client: FlaskClient, log: Text) -> None:
    (first,) = _send(client, log("a"))
    (again,) = _send(client, log("a"), status=200)
    assert (first["new"], again["new"]) == (True, False)
    assert first["id"] == again["id"]


def test_a_form_of_several_files(client: FlaskClient, log: Text) -> None:
    files = [
        FileStorage(BytesIO(log("a")), "a.json"),
        FileStorage(BytesIO(gzip.compress(log("b") + b"\n" + log("c"))), "../b.jsonl.gz"),
        FileStorage(BytesIO(b"\x89PNG\r\n"), "c.png"),
    ]
    answer = client.post("/api/v1/uploads", data={"file": files})
    assert answer.status_code == 201
    assert answer.json is not None
    assert [each["verdict"] == "unreadable" for each in answer.json["matches"]] == [False, False, False]
    (refused,) = answer.json["refusals"]
    assert (refused["source"], refused["new"], refused["reason"]) == ("c.png", True, "This is a PNG picture.")
    assert client.get(refused["report"]).json["verdict"] == "unreadable"  # type: ignore[index]


@pytest.mark.parametrize(
    ("data", "kind"),
    [(b"", "application/json"), ({"file": "text"}, "multipart/form-data"), ({}, "multipart/form-data")],
)
def test_uploads_of_nothing(client: FlaskClient, data: Any, kind: str) -> None:
    answer = client.post("/api/v1/uploads", data=data, content_type=kind)
    assert answer.status_code == 400
    assert answer.json is not None
    assert answer.json["status"] == 400


def test_uploads_that_are_too_large(client: FlaskClient, web_config: Config) -> None:
    body = b" " * (web_config.upload_bytes + 1)
    raw = client.post("/api/v1/uploads", data=body, content_type="application/json")
    form = client.post("/api/v1/uploads", data={"file": FileStorage(BytesIO(body), "a.json")})
    for answer in (raw, form):
        assert answer.status_code == 413
        assert answer.json is not None
        assert answer.json["status"] == 413


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 201),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "http://localhost"}, 201),
        ({"Sec-Fetch-Site": "none"}, 201),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "http://localhost.evil.example"}, 403),
        ({"Origin": "null"}, 403),
    ],
)
def test_pages_of_other_sites_send_nothing(
    client: FlaskClient, log: Text, headers: dict[str, str], status: int
) -> None:
    _send(client, log(), status=status, **headers)


def test_uploads_touch_no_cookie(client: FlaskClient, log: Text) -> None:
    answer = client.post("/api/v1/uploads", data=log())
    assert "Set-Cookie" not in answer.headers
    assert "Cookie" not in answer.headers.get("Vary", "")


@pytest.mark.parametrize(
    "address",
    [
        "/api/v1/matches/1/report",
        "/api/v1/matches/0/log",
        "/api/v1/matches/99999999999999999999/log",
        "/api/v1/matches/99999999999999999999/report",
        "/api/v1/matches/1/hands/1/frames",
        "/api/v1/matches/x/log",
    ],
)
def test_what_is_not_there(client: FlaskClient, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 404
    assert answer.mimetype == "application/problem+json"


def test_frames_of_a_hand_with_their_findings(client: FlaskClient, samples: Samples) -> None:
    for each in _send(client, b"\n".join(samples("faulty", 12)), "faulty.jsonl"):
        report = client.get(each["report"]).json
        raw = json.loads(client.get(f"/api/v1/matches/{each['id']}/log").data)
        assert report is not None
        shown = []
        for number, hand in enumerate(raw["hands"], 1):
            frames = _frames(client.get(f"/api/v1/matches/{each['id']}/hands/{number}/frames"))
            assert [frame["step"] for frame in frames] == list(range(len(hand["actions"]) + 1))
            assert [frame["action"] for frame in frames] == [None, *hand["actions"]]
            assert {frame["steps"] for frame in frames} == {len(hand["actions"])}
            for frame in frames:
                assert [seat["seat"] for seat in frame["seats"]] == [player["seat"] for player in raw["players"]]
                for finding in frame["findings"]:
                    assert finding["hand"] == number - 1
                    assert finding["action"] == (frame["step"] - 1 if frame["step"] else None)
                shown += frame["findings"]
        said = [finding for finding in report["findings"] if finding["hand"] is not None]
        assert sorted(shown, key=json.dumps) == sorted(said, key=json.dumps)
        for number in (0, len(raw["hands"]) + 1):
            assert client.get(f"/api/v1/matches/{each['id']}/hands/{number}/frames").status_code == 404


def test_frames_come_in_parts(client: FlaskClient, log: Text, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.web.api.hands.FRAMES", 10)
    (kept,) = _send(client, log(hands=[{"actions": ["E pass"] * 25}]))
    address = f"/api/v1/matches/{kept['id']}/hands/1/frames"
    answers = [client.get(address, query_string={"start": start}) for start in (0, 10, 20, 30)]
    assert [answer.json["next"] for answer in answers if answer.json] == [10, 20, None, None]
    assert [[frame["step"] for frame in _frames(answer)] for answer in answers] == [
        list(range(10)),
        list(range(10, 20)),
        list(range(20, 26)),
        [],
    ]
    for start in ("-1", "x"):
        answer = client.get(address, query_string={"start": start})
        assert answer.status_code == 400
        assert "$.start" in answer.get_data(as_text=True)


def test_frames_under_rules_that_are_tried(client: FlaskClient, log: Text) -> None:
    actions = ["E 3h", "N 4h", "W pass", "E 2s"]
    (kept,) = _send(client, log(hands=[{"actions": actions}]))
    address = f"/api/v1/matches/{kept['id']}/hands/1/frames"
    report = f"/api/v1/matches/{kept['id']}/report"
    for rules in ("rules=njupt", "rules=njupt&a_failures=4", "rules=tournament"):
        frames = _frames(client.get(f"{address}?{rules}"))
        findings = (client.get(f"{report}?{rules}").json or {})["findings"]
        assert [len(frame["findings"]) for frame in frames[1:]] == [
            sum(each["hand"] == 0 and each["action"] == number for each in findings) for number in range(len(actions))
        ]
    answer = client.get(f"{address}?rules=njpt")
    assert answer.status_code == 400
    assert "did you mean" in answer.get_data(as_text=True)


def test_a_log_that_cannot_be_read_has_no_frames(client: FlaskClient, log: Text) -> None:
    kept = _send(client, b"{\n" + log(rules={"preset": "no such"}, hands=[{"actions": []}]))
    assert [each["verdict"] for each in kept] == ["unreadable"]
    for each in kept:
        assert client.get(f"/api/v1/matches/{each['id']}/hands/1/frames").status_code == 404
        assert client.get(f"/api/v1/matches/{each['id']}/report").status_code == 200


def test_a_report_of_another_version_is_given_as_it_was_written(web: Flask, client: FlaskClient, log: Text) -> None:
    from sqlalchemy import text

    (kept,) = _send(client, log())
    before = client.get(kept["report"]).data
    with web.extensions["fupan"].sessions() as session:
        session.execute(text("UPDATE judgements SET engine = '0.0.1', report = report"))
        session.commit()
    assert client.get(kept["report"]).data == before
    with web.extensions["fupan"].sessions() as session:
        assert session.execute(text("SELECT engine FROM judgements WHERE current")).scalar_one() == "0.0.1"
