"""What programs of a club change besides matches: house rules, notes, evidence, verdicts, and who is one person."""

import json
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.accounts.roles import Role
from app.database.config import Config, Mode
from app.disputes.verdicts.key_folder import make_key
from app.matches.ingest import ingest
from app.players.statistics.recount import count_all
from app.web.create_app import create_app
from tests.app.conftest import SAMPLE
from tests.app.web.test_permissions import with_token


@pytest.fixture
def club(web_config: Config, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    """A club with a match, a dispute that was ruled on, and a key."""
    monkeypatch.setenv("FUPAN_KEYS", str(tmp_path / "keys"))
    make_key(tmp_path / "keys", "club")
    app = create_app(replace(web_config, mode=Mode.CLUB))
    fupan = app.extensions["fupan"]
    list(ingest(fupan.sessions, fupan.checker, BytesIO(SAMPLE.read_bytes()), SAMPLE.name))
    count_all(fupan.sessions, lambda _: None)
    arbiter = with_token(app, Role.ARBITER)
    assert arbiter.post("/api/v1/matches/1/disputes", json={"hand": 0, "text": "I won."}).status_code == 201
    ruling = {"outcome": "upheld", "text": "So be it.", "before": 0}
    assert arbiter.post("/api/v1/disputes/1/rulings", json=ruling).status_code == 200
    yield app
    fupan.close()


def test_house_rules_are_made_changed_renamed_and_removed(club: Flask) -> None:
    arbiter = with_token(club, Role.ARBITER)
    new = {"game": "guandan", "name": "Friday", "rules": "njupt", "options": {"a_failures": "3"}}
    made = arbiter.post("/api/v1/house", json=new)
    assert (made.status_code, made.json["versions"][0]["options"]) == (201, {"a_failures": 3})  # type: ignore[index]
    listed = {"newest": made.json["versions"][0], "matches": 0}  # type: ignore[index]
    assert arbiter.get("/api/v1/house").json == {"house": [listed]}
    for path, body, words in (
        ("house", {"game": "guandan", "name": "friday"}, "already"),
        ("house", {"game": "guandan", "name": "x", "options": {"a_failure": "3"}}, "a_failure"),
        ("house/1/versions", {"rules": "njupt", "options": {"a_failures": "3"}}, "nothing would change"),
    ):
        answer = arbiter.post(f"/api/v1/{path}", json=body)
        assert (answer.status_code, words in answer.json["detail"]) == (422, True), answer.text  # type: ignore[index]
    assert arbiter.post("/api/v1/house", json={"game": "x", "name": "x"}).status_code == 404
    assert arbiter.post("/api/v1/house/9/versions", json={}).status_code == 404
    changed = arbiter.post("/api/v1/house/1/versions", json={"note": "as usual"})
    assert [each["version"] for each in changed.json["versions"]] == [2, 1]  # type: ignore[index]
    renamed = arbiter.patch("/api/v1/house/1", json={"name": "Saturday"})
    assert (renamed.json["versions"][0]["name"], renamed.json["former"]) == ("Saturday", ["Friday"])  # type: ignore[index]
    assert arbiter.delete("/api/v1/house/1").json == {"removed": True}
    assert arbiter.get("/api/v1/house/1").status_code == 404


def test_a_note_is_rewritten_by_its_author_and_removed_by_a_recorder_too(club: Flask) -> None:
    member, arbiter = with_token(club, Role.MEMBER), with_token(club, Role.ARBITER)
    path = "/api/v1/matches/1/hands/1/notes"
    made = arbiter.post(f"{path}?step=1", json={"text": "Look.", "marks": [{"shape": "ring", "on": "E"}]})
    assert (made.status_code, made.json["author"], made.json["step"]) == (201, "ARBITER", 1)  # type: ignore[index]
    assert member.get(path).json["notes"] == [made.json]  # type: ignore[index]
    assert member.patch(f"{path}/1", json={"version": 1, "text": "No."}).status_code == 403
    assert member.delete(f"{path}/1?version=1").status_code == 403
    for body in ({}, {"text": "x", "marks": [{"shape": "ring", "on": "Q"}]}):
        assert arbiter.post(path, json=body).status_code == 422, body
    assert arbiter.post(f"{path}?step=999999", json={"text": "x"}).status_code == 404
    own = member.post(path, json={"text": "Mine."}).json
    assert own is not None
    assert arbiter.patch(f"{path}/{own['id']}", json={"version": 1, "text": "Yours."}).status_code == 403
    changed = member.patch(f"{path}/{own['id']}", json={"version": 1, "text": "Otherwise."})
    assert (changed.json["text"], changed.json["author"]) == ("Otherwise.", "MEMBER")  # type: ignore[index]
    assert arbiter.delete(f"{path}/{own['id']}?version=1").status_code == 409
    assert arbiter.delete(f"{path}/{own['id']}?version=2").json == {"removed": True}
    assert member.delete(f"{path}/{own['id']}?version=2").status_code == 404


def test_evidence_is_given_and_read(club: Flask) -> None:
    member, data = with_token(club, Role.ARBITER), SAMPLE.read_bytes() + b"\n"
    given = member.post("/api/v1/disputes/1/evidence?name=sheet.json", data=data)
    assert given.status_code == 201, given.text
    (piece,) = given.json["evidence"]  # type: ignore[index]
    assert (piece["name"], piece["kind"], piece["by"]["name"]) == ("sheet.json", "log", "ARBITER")
    assert member.get(f"/api/v1/disputes/1/evidence/{piece['id']}").data == data
    assert member.post("/api/v1/disputes/1/evidence", data=data).status_code == 422
    assert member.post("/api/v1/disputes/9/evidence", data=data).status_code == 404
    assert member.get("/api/v1/disputes/1/evidence/9").status_code == 404


def test_a_verdict_is_issued_and_verified(club: Flask) -> None:
    arbiter = with_token(club, Role.ARBITER)
    for body in ({"key": "other", "ruling": 1}, {"key": "club", "ruling": 2}):
        assert arbiter.post("/api/v1/disputes/1/verdicts", json=body).status_code == 422, body
    made = arbiter.post("/api/v1/disputes/1/verdicts", json={"key": "club", "ruling": 1})
    assert made.status_code == 201, made.text
    raw = arbiter.get(f"/api/v1/verdicts/{made.json['id']}").data  # type: ignore[index]
    guest = club.test_client()
    alone = guest.post("/api/v1/verify", data=raw).json
    assert alone is not None
    assert (alone["standing"], alone["checks"]["signature"]["outcome"]) == ("not verified", "ok")
    form = {"verdict": (BytesIO(raw), "verdict.json"), "logs": (BytesIO(SAMPLE.read_bytes()), "a.json")}
    whole = guest.post("/api/v1/verify", data=form).json
    assert whole is not None
    assert whole["checks"]["result"]["outcome"] == "ok"
    broken = json.loads(raw)
    broken["body"]["issuer"] = "Wu"
    assert standing(guest, json.dumps(broken).encode()) == "failed"
    assert guest.post("/api/v1/verify", data={"head": "x", **form_of(raw)}).status_code == 422
    assert guest.post("/api/v1/verify").status_code == 400


def form_of(raw: bytes) -> dict[str, tuple[BytesIO, str]]:
    return {"verdict": (BytesIO(raw), "verdict.json")}


def standing(client: FlaskClient, raw: bytes) -> str:
    return str((client.post("/api/v1/verify", data=raw).json or {}).get("standing"))


def test_people_are_joined_and_split(club: Flask) -> None:
    recorder = with_token(club, Role.RECORDER)
    people = recorder.get("/api/v1/people").json["people"]  # type: ignore[index]
    first, second = people[0], people[1]
    path = f"/api/v1/people/{first['person']}/joined"
    joined = recorder.post(path, json={"key": second["key"]})
    assert [each["key"] for each in joined.json["aliases"]] == [second["key"]]  # type: ignore[index]
    assert recorder.get(f"/api/v1/people/{second['person']}").json["person"] == first["person"]  # type: ignore[index]
    assert recorder.post(path, json={"key": second["key"]}).status_code == 400
    split = recorder.delete(path, query_string={"key": second["key"]})
    assert (split.status_code, split.json["aliases"]) == (200, [])  # type: ignore[index]
    assert recorder.delete(path, query_string={"key": second["key"]}).status_code == 400
    assert recorder.post("/api/v1/people/999/joined", json={"key": "x"}).status_code == 404


def test_the_figures_of_each_game_are_listed(club: Flask) -> None:
    games = club.test_client().get("/api/v1/figures?lang=zh-Hans").json["games"]  # type: ignore[index]
    named = {each["game"]: {figure["name"] for figure in each["figures"]} for each in games}
    assert "bombs" in named["guandan"]
    member = with_token(club, Role.MEMBER)
    counted = member.get("/api/v1/people/1/statistics").json["games"][0]  # type: ignore[index]
    of_every_game = {
        *("person", "name", "game", "matches", "won", "undecided", "hands", "played", "score", "places", "roles"),
        *("errors", "accuracy"),
    }
    assert of_every_game <= counted.keys()
    assert set() < counted.keys() - of_every_game <= named[counted["game"]]
