"""What members see, download and erase of themselves."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from app.accounts import members
from app.players.archive.compacting import compact
from app.players.archive.layout import being_built
from app.players.statistics.people import person_of
from tests.app.club.conftest import PASSWORD, log_in, send, token
from tests.app.conftest import Log, Page


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_a_member_sees_and_downloads_what_is_kept_of_them_alone(club: Flask, language: str) -> None:
    assert club.test_client().get("/account/data.json").status_code == 403
    client = log_in(club, "Li")
    answer = client.get(f"/account/data?lang={language}")
    page = Page(answer)
    assert (page.status, page.faults) == (200, [])
    assert "Li" in page.text
    titles = re.findall(r'"club-kind">([^<]+)<', answer.text)
    assert len(titles) < 6, "what nothing is kept of is in one list at the end"
    if language == "en":
        assert {"Account", "Of these nothing is kept"} <= {*titles}
        assert "<li>Notes</li>" in answer.text.rpartition("Of these nothing is kept")[2]
    answer = client.get("/account/data.json")
    assert answer.headers["Cache-Control"] == "no-store"
    assert "my-data.json" in answer.headers["Content-Disposition"]
    assert answer.json is not None
    assert [each["name"] for each in answer.json["account"]] == ["Li"]
    assert len(answer.json["logins"]) == 1
    assert "Sun" not in answer.text


def test_a_member_erases_themselves_with_the_password_and_an_admin_a_person_by_name(club: Flask, log: Log) -> None:
    member, admin = log_in(club, "Li"), log_in(club, "Sun")
    hands = [{"actions": [], "result": {"finish": ["E", "W", "N", "S"]}}]
    own = {"X-CSRFToken": token(admin, "/account")}
    assert admin.post("/api/v1/uploads?name=a.json", data=log(hands=hands), headers=own).status_code == 201
    assert admin.get("/api/v1/matches/1/log").status_code == 200
    page = "/account/erase"
    assert send(member, page, page, password="not the password").status_code == 403
    answer = send(member, page, page, password=PASSWORD)
    assert (answer.status_code, answer.headers["Clear-Site-Data"]) == (303, '"cache", "storage"')
    assert member.get("/account").status_code == 403
    assert send(club.test_client(), "/login", name="Li", password=PASSWORD).status_code == 403
    assert send(admin, page, page, password=PASSWORD).status_code == 409
    with club.extensions["fupan"].sessions() as session:
        person, other = person_of(session, "Li"), person_of(session, "Zhao")
    page = f"/club/people/{person}/erase"
    assert Page(admin.get(page)).faults == []
    assert send(admin, page, page, confirm="Sun").status_code == 422
    assert send(admin, page, page, confirm="Li").status_code == 303
    assert admin.get(page).status_code == 404
    assert admin.get("/api/v1/matches/1/log").status_code == 410
    assert "Li" not in Page(admin.get("/matches/1")).text.split()
    assert send(admin, f"/club/people/{other}/erase", "/account", confirm="Zhao", logs="1").status_code == 303
    assert "The log of this match was erased on " in admin.get("/api/v1/matches/1/log").text
    assert Page(admin.get("/club/members/1/erase")).faults == []


def test_an_erasure_is_repeated_in_the_archive_that_pages_show(
    club: Flask, log: Log, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "archive"
    with being_built(folder) as archive:
        compact(archive)
    fupan = club.extensions["fupan"]
    club.extensions["fupan"] = replace(fupan, config=replace(fupan.config, archive=folder))
    member, admin = log_in(club, "Li"), log_in(club, "Sun")
    page = "/account/erase"
    own = {"X-CSRFToken": token(admin, "/account")}
    assert admin.post("/api/v1/uploads?name=a.json", data=log(hands=[]), headers=own).status_code == 201
    assert "archive of statistics that pages show" in Page(admin.get("/club/people/1/erase")).text
    with being_built(folder) as archive:
        answer = send(member, page, page, password=PASSWORD)
        assert archive.contents.erased == {}
    assert answer.status_code == 503
    assert f"but in the archive {folder.name}, which cannot be changed: another process is building" in answer.text
    assert member.get("/account").status_code == 403
    monkeypatch.setattr(members, "keep_an_admin", lambda *given: None)
    assert send(admin, page, page, password=PASSWORD).status_code == 303
    with being_built(folder) as archive:
        assert sum(map(len, archive.contents.erased.values())) == 2, "the one before too"
