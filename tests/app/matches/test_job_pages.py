"""Queued uploads on pages and in the API."""

import re
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.cli.serving.job_worker import do_next
from app.database import bounded_stores
from app.matches import jobs, uploading
from engine.logs import Limits
from engine.rulebook.sentences import say

Log = Callable[..., bytes]


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Uploads of more than two matches are queued."""
    monkeypatch.setattr(uploading.Budget.__init__, "__defaults__", (Limits(matches=2),))


@pytest.fixture
def large(log: Log) -> bytes:
    return b"\n".join([log("a"), b"{", log("c")])


def send(client: FlaskClient, *files: tuple[bytes, str]) -> str:
    token = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/add").get_data(as_text=True))
    assert token
    logs = [(BytesIO(data), name) for data, name in files]
    answer = client.post("/add", data={"csrf_token": token[1], "logs": logs})
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def test_a_large_upload_is_queued_and_a_small_one_is_not(
    web: Flask, client: FlaskClient, read: Callable[..., Any], log: Log, large: bytes
) -> None:
    page = send(client, (large, "large<b>.jsonl"), (log("d"), "small.json"))
    assert "Uploads of more than 2 matches are not judged at once" in page
    assert 'href="/files/jobs/1"' in page
    assert 'href="/matches/1"' in page
    waiting = read("/files/jobs/1")
    assert waiting.faults == []
    assert "Waiting" in waiting.text
    assert "It is next." in waiting.text
    assert [each["id"] for each in waiting.all("section", data_refresh="5")] == ["job"]
    assert "Refresh" in waiting.text
    form = read("/add")
    assert "large<b>.jsonl" in form.text
    assert "/files/jobs/1" in form.links
    assert do_next(web.extensions["fupan"])
    done = read("/files/jobs/1")
    assert done.faults == []
    assert "Done" in done.text
    assert "2 matches" in done.text
    assert "1 could not be read" in done.text
    assert [link for link in done.links if link.startswith("/matches/") and link[-1].isdigit()] == [
        "/matches/2",
        "/matches/3",
    ]
    assert "/files/unread/1" in done.links
    assert not done.all("section", data_refresh="5")
    assert "/files/jobs/1" not in read("/add").links


def test_matches_whose_rules_are_unknown_are_counted_as_such(
    web: Flask, client: FlaskClient, read: Callable[..., Any], log: Log
) -> None:
    unknown = [log(name, rules={"preset": "no such"}) for name in ("a", "b", "c")]
    send(client, (b"\n".join(unknown), "large.jsonl"))
    assert do_next(web.extensions["fupan"])
    text = read("/files/jobs/1").text
    assert "rules unknown or unreadable 3" in text
    assert text.count("rules unknown") == 4
    assert text.count("unreadable") == 1


def test_the_files_of_a_request_count_together(client: FlaskClient, log: Log) -> None:
    page = send(client, (log("a"), "a.json"), (log("b"), "b.json"), (log("c"), "c.json"))
    assert [page.count(f'href="/matches/{number}"') for number in (1, 2, 3)] == [1, 1, 0]
    assert page.count("not judged at once") == 1


def test_a_refused_job_says_why(web: Flask, client: FlaskClient, read: Callable[..., Any], large: bytes) -> None:
    send(client, (large, "x.jsonl"))
    fupan = web.extensions["fupan"]
    claimed = jobs.claim(fupan.sessions)
    assert claimed is not None
    assert "Being judged" in read("/files/jobs/1").text
    jobs.give_up(fupan.sessions, claimed, "Because <i>.", jobs.JobProgress())
    page = read("/files/jobs/1")
    assert "Refused Because <i>." in page.text
    assert client.get("/api/v1/jobs/1").get_json()["reason"] == "Because <i>."


def test_the_api_answers_202_with_the_address(web: Flask, client: FlaskClient, log: Log, large: bytes) -> None:
    answer = client.post("/api/v1/uploads?name=x.jsonl", data=large)
    assert (answer.status_code, answer.headers["Location"]) == (202, "/api/v1/jobs/1")
    (job,) = answer.get_json()["jobs"]
    assert answer.get_json()["matches"] == []
    assert (job["address"], job["state"], job["over"]) == ("/api/v1/jobs/1", "waiting", "2 matches")
    assert do_next(web.extensions["fupan"])
    done = client.get(job["address"]).get_json()
    assert (done["state"], done["matches"], done["new"]) == ("done", 2, 2)
    assert done["verdicts"] == {"clean": 2}
    assert [each["report"] for each in done["first"]] == [f"/api/v1/matches/{number}/report" for number in (1, 2)]
    assert (done["unread"], done["refusals"]) == (1, [{"id": 1, "report": "/api/v1/refusals/1/report"}])
    assert client.post("/api/v1/uploads?name=y.json", data=log("z")).status_code == 201


def test_a_full_queue_is_said(client: FlaskClient, large: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded_stores, "JOBS", replace(bounded_stores.JOBS, most=0))
    answer = client.post("/api/v1/uploads?name=x.jsonl", data=large)
    assert answer.status_code == 503
    assert answer.get_json()["detail"] == (
        "0 uploads wait to be judged, the most at the same time; send this one later."
    )


@pytest.mark.parametrize("address", ["/files/jobs/7", "/api/v1/jobs/7"])
def test_no_such_job(client: FlaskClient, address: str) -> None:
    assert client.get(address).status_code == 404


def test_the_reason_of_a_refusal_is_in_the_language_of_the_reader(
    web: Flask, client: FlaskClient, large: bytes
) -> None:
    send(client, (large, "x.jsonl"))
    fupan = web.extensions["fupan"]
    claimed = jobs.claim(fupan.sessions)
    assert claimed is not None
    reason = say("The worker ended {count} times while it was at work on this. It is not tried again.", count=3)
    jobs.give_up(fupan.sessions, claimed, reason, jobs.JobProgress())
    assert "后台进程在处理这一项时中断了3次，不再重试。" in client.get("/files/jobs/1?lang=zh-Hans").get_data(
        as_text=True
    )
    assert client.get("/api/v1/jobs/1").get_json()["reason"] == reason
