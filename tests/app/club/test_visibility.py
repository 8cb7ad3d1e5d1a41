"""Who sees which matches in a club, and that no query gives away a match that one does not see."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy.orm import Session

from app.accounts import logins, members, ties
from app.accounts.roles import Role
from app.database import seeing
from app.database.config import Config, Mode
from app.database.opening import transact
from app.database.seeing import Visibility
from app.matches.access import show_to
from app.web.create_app import create_app
from tests.app.conftest import Log

SAMPLE = Path(__file__).parents[3] / "static" / "samples" / "spring-cup.json"
SECRET = "Xyzzy"
"""Is in all texts of the match that is not for everybody."""


@pytest.fixture
def club(web_config: Config) -> Iterator[Flask]:
    app = create_app(replace(web_config, mode=Mode.CLUB))
    app.config["WTF_CSRF_ENABLED"] = False
    app.config["PROPAGATE_EXCEPTIONS"] = False
    yield app
    app.extensions["fupan"].close()


def as_role(app: Flask, role: Role, name: str = "") -> FlaskClient:
    """Somebody who is logged in with a role, or a guest.  Those who may rule play nowhere in the club."""

    def enter(session: Session) -> str:
        called = name or role.name
        account = members.account_named(session, called)
        if account is None:
            account = members.make_account(session, called, "", role)
            if role >= Role.ARBITER:
                ties.declare(session, account.id or 0)
        return logins.begin(session, account, "", "")

    client = app.test_client()
    if role is not Role.GUEST:
        token = transact(app.extensions["fupan"].sessions, enter)
        with client.session_transaction() as kept:
            kept["login"] = token
    return client


def upload(client: FlaskClient, data: bytes, name: str = "a.json") -> int:
    answer = client.post(f"/api/v1/uploads?name={name}", data=data)
    assert answer.status_code in (200, 201), answer.text
    (match,) = answer.json["matches"]  # type: ignore[index]
    return int(match["id"])


def show(app: Flask, match: int, visibility: Visibility) -> None:
    assert transact(app.extensions["fupan"].sessions, lambda session: show_to(session, match, visibility))


SEEN = {
    Visibility.PRIVATE: {"uploader", "arbiter", "admin"},
    Visibility.OFFERED: {"uploader", "recorder", "arbiter", "admin"},
    Visibility.CLUB: {"uploader", "member", "recorder", "arbiter", "admin"},
    Visibility.UNLISTED: {"uploader", "recorder", "arbiter", "admin"},
    Visibility.PUBLIC: {"uploader", "guest", "member", "recorder", "arbiter", "admin"},
}


def test_each_role_sees_what_is_written_out(club: Flask, log: Log) -> None:
    clients = {role.name.lower(): as_role(club, role) for role in Role} | {
        "uploader": as_role(club, Role.MEMBER, "Brings")
    }
    match = upload(clients["uploader"], log(event=SECRET))
    for visibility, seen in SEEN.items():
        show(club, match, visibility)
        for who, client in clients.items():
            expected = 200 if who in seen else 404
            assert client.get(f"/matches/{match}").status_code == expected, (visibility, who)
            assert client.get(f"/api/v1/matches/{match}/log").status_code == expected, (visibility, who)
            assert (SECRET in client.get("/matches/").text) is (who in seen), (visibility, who)


def test_what_a_member_uploads_waits_until_a_recorder_takes_it_in(club: Flask, log: Log) -> None:
    brings, reads, records = (
        as_role(club, Role.MEMBER, "Brings"),
        as_role(club, Role.MEMBER),
        as_role(club, Role.RECORDER),
    )
    hands = [{"actions": [], "result": {"finish": ["E", "W", "N", "S"]}}]
    match = upload(brings, log(event=SECRET, hands=hands))
    assert SECRET in brings.get(f"/matches/{match}").text
    assert brings.post(f"/matches/{match}/visibility", data={"visibility": "club"}).status_code == 403
    assert reads.get(f"/matches/{match}").status_code == 404
    assert SECRET not in reads.get("/events/").text
    assert f"/matches/{match}" in records.get("/club/uploads").text
    answer = records.post(f"/matches/{match}/visibility", data={"visibility": "club", "back": "uploads"})
    assert answer.headers["Location"] == "/club/uploads"
    assert f"/matches/{match}" not in records.get("/club/uploads").text
    assert SECRET in reads.get(f"/matches/{match}").text
    assert SECRET in reads.get("/events/").text
    assert records.post(f"/matches/{match}/visibility", data={"visibility": "private"}).status_code == 400
    show(club, match, Visibility.PRIVATE)
    assert SECRET not in as_role(club, Role.ADMIN).get("/events/").text
    assert records.post(f"/matches/{match}/visibility", data={"visibility": "public"}).status_code == 404


def test_what_one_does_not_see_is_answered_like_what_was_never_there(club: Flask, log: Log) -> None:
    match = upload(as_role(club, Role.MEMBER, "Brings"), log())
    for client in (as_role(club, Role.GUEST), as_role(club, Role.MEMBER)):
        for path in ("", "/hands/1", "/rules", "/score", "/share", "/picture.png"):
            hidden, missing = client.get(f"/matches/{match}{path}"), client.get(f"/matches/987654{path}")
            assert (hidden.status_code, missing.status_code) == (404, 404), path
            assert hidden.text.replace(str(match), "N") == missing.text.replace("987654", "N").replace(str(match), "N")


def test_the_link_of_an_unlisted_match_shows_it_to_a_guest_and_lists_nothing(club: Flask, log: Log) -> None:
    match = upload(as_role(club, Role.RECORDER), log(event=SECRET))
    show(club, match, Visibility.UNLISTED)
    sessions = club.extensions["fupan"].sessions
    with sessions() as session:
        secret = seeing.link_of(session, match)
    guest = as_role(club, Role.GUEST)
    assert guest.get("/unlisted/x").status_code == 404
    answer = guest.get(f"/unlisted/{secret}")
    assert answer.headers["Location"] == f"/matches/{match}"
    assert (answer.headers["Cache-Control"], answer.headers["Referrer-Policy"]) == ("no-store", "no-referrer")
    assert SECRET in guest.get(f"/matches/{match}").text
    assert SECRET not in guest.get("/matches/").text
    assert as_role(club, Role.GUEST).get(f"/matches/{match}").status_code == 404
    show(club, match, Visibility.PRIVATE)
    assert guest.get(f"/matches/{match}").status_code == 404


def test_who_uploads_the_bytes_of_a_hidden_match_sees_it_and_changes_nothing(club: Flask, log: Log) -> None:
    data = log(event=SECRET)
    first, second = as_role(club, Role.MEMBER, "Brings"), as_role(club, Role.MEMBER, "Has it too")
    match = upload(first, data)
    assert second.get(f"/matches/{match}").status_code == 404
    answer = second.post("/api/v1/uploads?name=b.json&rules=njupt", data=data)
    assert answer.json["matches"][0]["rules"] is None  # type: ignore[index]
    assert second.get(f"/matches/{match}").status_code == 200
    assert as_role(club, Role.MEMBER).get(f"/matches/{match}").status_code == 404


def test_what_could_not_be_read_is_shown_to_its_uploader_and_to_recorders(club: Flask) -> None:
    brings = as_role(club, Role.MEMBER, "Brings")
    (refused,) = brings.post(f"/api/v1/uploads?name={SECRET}.json", data=b"{}").json["refusals"]  # type: ignore[index]
    address = f"/files/unread/{refused['id']}"
    for client, status in ((brings, 200), (as_role(club, Role.MEMBER), 404), (as_role(club, Role.RECORDER), 200)):
        assert client.get(address).status_code == status
        assert (SECRET in client.get("/").text) is (status == 200)


def test_what_was_deleted_is_listed_for_those_who_may_bring_it_back(club: Flask) -> None:
    admin, records = as_role(club, Role.ADMIN), as_role(club, Role.RECORDER)
    admin.delete(f"/api/v1/matches/{upload(admin, SAMPLE.read_bytes())}")
    deleted = "/files/?show=deleted"
    assert "spring-cup" in admin.get(deleted).text
    assert deleted in admin.get("/files/").text
    assert records.get(deleted).status_code == 403
    assert deleted not in records.get("/files/").text


def test_what_is_made_for_other_sites_is_answered_as_to_a_guest(club: Flask) -> None:
    admin = as_role(club, Role.ADMIN)
    match = upload(admin, SAMPLE.read_bytes())
    hand = f"/matches/{match}/hands/1"
    made = (f"/embed{hand}", f"/embed{hand}/table", f"{hand}/preview.png")
    for client in (as_role(club, Role.GUEST), admin):
        assert [client.get(address).status_code for address in made] == [404] * 3
    assert admin.get(f"{hand}/card.png").status_code == 200
    show(club, match, Visibility.PUBLIC)
    for client in (as_role(club, Role.GUEST), admin):
        assert [client.get(address).status_code for address in made] == [200] * 3


def test_a_hall_shows_a_match_of_the_club_without_a_login_but_no_private_one(club: Flask) -> None:
    member = as_role(club, Role.MEMBER)
    match = upload(as_role(club, Role.RECORDER), SAMPLE.read_bytes())
    page = member.post(f"/matches/{match}/present", data={"hand": "1", "step": "2", "view": "all"}).text
    found = re.search(r"/hall/\w+", page)
    assert found
    guest = as_role(club, Role.GUEST)
    addresses = (found[0], f"{found[0]}/table", f"{found[0]}/state")
    assert [guest.get(address).status_code for address in addresses] == [200] * 3
    assert guest.get(f"/matches/{match}").status_code == 404
    assert guest.get(f"{found[0]}/present/x").status_code == 403
    for visibility, status in ((Visibility.UNLISTED, 200), (Visibility.PRIVATE, 404), (Visibility.OFFERED, 404)):
        show(club, match, visibility)
        assert [guest.get(address).status_code for address in addresses] == [status] * 3, visibility


def test_notes_have_the_name_of_who_is_logged_in_and_others_do_not_change_them(club: Flask) -> None:
    writes, reads, records, guest = (
        as_role(club, Role.MEMBER, "Wu Ming"),
        as_role(club, Role.MEMBER),
        as_role(club, Role.RECORDER),
        as_role(club, Role.GUEST),
    )
    match = upload(records, SAMPLE.read_bytes())
    show(club, match, Visibility.PUBLIC)
    notes = f"/matches/{match}/hands/1/notes"
    kept = {"text": SECRET, "author": "Somebody Else", "version": "1"}
    assert writes.post(f"{notes}?step=1", data=kept).status_code == 303
    hand = f"/matches/{match}/hands/1?step=1"
    assert all(each in reads.get(hand).text for each in (SECRET, "Wu Ming"))
    assert not any(each in guest.get(hand).text for each in (SECRET, "Wu Ming"))
    assert "Somebody Else" not in reads.get(hand).text
    change, remove = f"{notes}/1?step=1", f"{notes}/1/delete?step=1"
    assert reads.post(change, data=kept | {"text": "Other"}).status_code == 403
    assert reads.post(remove, data=kept).status_code == 403
    assert (remove in writes.get(f"{notes}?step=1").text, remove in reads.get(f"{notes}?step=1").text) == (True, False)
    page = records.get(f"{notes}?step=1").text
    assert (f"{notes}?step=1&amp;note=1" in page, remove in page) == (False, True)
    assert records.get(f"{notes}?step=1&note=1").status_code == 403
    assert records.post(change, data=kept | {"text": "Other"}).status_code == 403
    assert writes.post(change, data=kept | {"text": "Other"}).status_code == 303
    assert "Wu Ming" in reads.get(hand).text
    assert records.post(remove, data=kept | {"version": "2"}).status_code == 303
    assert "Wu Ming" not in reads.get(hand).text
