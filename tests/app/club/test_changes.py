"""What admins, recorders and operators do with accounts: the record of it, its pages, and what a login says of it."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, update
from sqlmodel import col
from werkzeug.test import TestResponse

from app.accounts import acts, members
from app.accounts.acts import Act
from app.cli import main
from app.database.opening import transact
from app.database.tables.accounts import Account, AccountAct, Link
from tests.app.club.conftest import PASSWORD, log_in, send, token
from tests.app.conftest import Log, Page

MEMBERS, OWN, ALL = "/club/members", "/account/changes", "/club/changes"
SAID = "Since your last login there"


def sentences(client: FlaskClient, address: str = OWN) -> list[str]:
    """What a page has of the record, the latest first."""
    answer = client.get(address)
    assert (answer.status_code, Page(answer).faults) == (200, [])
    rows = re.findall(r'<th scope="row" class="cell-title">(.*?)</th>', answer.text, re.DOTALL)
    return [" ".join(re.sub("<[^>]+>", "", each).split()) for each in rows]


def done(answer: TestResponse) -> None:
    assert answer.status_code in (200, 303), answer.text


@pytest.fixture
def tied(club: Flask, log: Log) -> int:
    """The number of the person that Li is, in a match that Li brought; a recorder has to agree."""
    client = log_in(club, "Li")
    own = {"X-CSRFToken": token(client, "/account")}
    hands = [{"actions": [], "result": {"finish": ["E", "W", "N", "S"]}}]
    assert client.post("/api/v1/uploads?name=a.json", data=log(hands=hands), headers=own).status_code == 201
    done(send(log_in(club, "Sun"), "/matches/1/visibility", MEMBERS, visibility="club"))
    done(send(client, "/account/tie", "/account", key="Li"))
    return 1


def test_what_is_done_with_an_account_is_said_at_its_next_login_and_on_its_page(club: Flask, tied: int) -> None:
    admin, before = log_in(club, "Sun"), log_in(club, "Li")
    done(send(admin, "/club/ties/2/agree", MEMBERS, person=str(tied)))
    done(send(admin, f"/people/{tied}/minor", MEMBERS, minor="1"))
    done(send(admin, "/matches/1/visibility", MEMBERS, visibility="public"))
    made = {"name": "program", "scope": "read", "days": "7", "password": PASSWORD}
    done(send(before, "/account/tokens", "/account/tokens", **made))
    done(send(admin, "/club/tokens/1/end", MEMBERS))
    done(send(admin, f"{MEMBERS}/2/role", MEMBERS, role="recorder", password=PASSWORD))
    done(send(admin, f"{MEMBERS}/2/recover", MEMBERS, password=PASSWORD))
    done(send(admin, "/club/ties/2/end", MEMBERS))
    expected = [
        f"Sun ended or declined that Li is player {tied}.",
        "Sun made a link for a new password of Li.",
        "Sun changed the role of Li: member → recorder.",
        "Sun revoked a token of Li.",
        "Sun changed who sees match 1: the club → everybody.",
        f"Sun marked player {tied} as a minor.",
        f"Sun agreed that Li is player {tied}.",
        "Sun changed who sees match 1: not taken in yet → the club.",
    ]
    assert SAID not in admin.get("/").text
    client = log_in(club, "Li")
    assert "Since your last login there are 7 changes by others that concern you." in Page(client.get("/")).text
    assert SAID in client.get("/matches/").text
    assert sentences(client) == expected
    assert SAID not in client.get("/matches/").text
    assert SAID not in log_in(club, "Li").get("/").text
    assert sentences(admin, ALL) == expected
    assert sentences(admin) == []
    data = client.get("/account/data.json").json
    assert data is not None
    assert [each["act"] for each in data["changes"]][-3:] == [Act.ROLE, Act.RECOVERY, Act.UNTIED]
    assert client.get(ALL).status_code == 403
    for language in ("zh-Hans", "zh-Hant"):
        assert "Sun changed" not in Page(client.get(f"{OWN}?lang={language}")).text


def test_who_joins_reads_who_invited_them_and_whoever_is_removed_stays_in_the_record(club: Flask) -> None:
    admin = log_in(club, "Sun")
    page = send(admin, f"{MEMBERS}/invite", MEMBERS, role="recorder", password=PASSWORD).text
    done(send(admin, f"{MEMBERS}/invite", MEMBERS, role="admin", password=PASSWORD))
    done(send(admin, f"{MEMBERS}/invitations/2/end", MEMBERS))
    (link,) = re.findall(r"http://localhost(/join/[\w-]+)", page)
    guest = club.test_client()
    done(send(guest, link, link, name="Zhao", password=PASSWORD))
    assert SAID not in guest.get("/").text
    assert sentences(guest) == ["Zhao joined by an invitation of Sun, with the role: recorder."]
    done(send(admin, f"{MEMBERS}/3/remove", MEMBERS))
    done(send(admin, f"{MEMBERS}/2/erase", f"{MEMBERS}/2/erase", confirm="Li"))
    assert sentences(admin, ALL) == [
        "Sun erased an account that was removed and all that identifies them.",
        "Sun removed an account that was removed.",
        "An account that was removed joined by an invitation of Sun, with the role: recorder.",
        "Sun revoked an invitation.",
        "Sun made an invitation with the role: admin.",
        "Sun made an invitation with the role: recorder.",
    ]
    with club.extensions["fupan"].sessions() as session:
        kept = json.dumps([each.model_dump(mode="json") for each in session.scalars(select(AccountAct))])
    assert not {"Li", "Zhao"} & {*re.findall(r"\w+", kept)}, "the record names nobody"


def test_what_an_operator_does_is_in_the_record_too(club: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    fupan = club.extensions["fupan"]
    monkeypatch.setenv("FUPAN_DATABASE_URL", fupan.config.database_url)
    for command in (["add", "Zhao", "--admin"], ["role", "Li", "arbiter"], ["recover", "Li"], ["remove", "Zhao"]):
        assert CliRunner().invoke(main, ["users", *command], input=f"{PASSWORD}\n").exit_code == 0
    by = "The operator of the server"
    mine = [f"{by} made a link for a new password of Li.", f"{by} changed the role of Li: member → arbiter."]
    client = log_in(club, "Li")
    assert "there are 2 changes" in Page(client.get("/")).text
    assert sentences(client) == mine
    added = f"{by} added an account that was removed, with the role: admin."
    assert sentences(log_in(club, "Sun"), ALL) == [f"{by} removed an account that was removed.", *mine, added]


def test_keys_that_sign_verdicts_are_in_the_record(
    club: Flask, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("FUPAN_DATABASE_URL", club.extensions["fupan"].config.database_url)
    monkeypatch.setenv("FUPAN_KEYS", str(tmp_path / "keys"))
    monkeypatch.setenv("FUPAN_TRUSTED_HOSTS", "fupan.example")
    assert CliRunner().invoke(main, ["keys", "new", "alone"]).exit_code == 0
    monkeypatch.setenv("FUPAN_MODE", "club")
    for command in ("new", "retire"):
        assert CliRunner().invoke(main, ["keys", command, "cup"]).exit_code == 0
    listed = json.loads(CliRunner().invoke(main, ["keys", "list", "--json"]).stdout)["keys"]
    (begins,) = [each["fingerprint"][:16] for each in listed if each["name"] == "cup"]
    assert sentences(log_in(club, "Sun"), ALL) == [
        f"The operator of the server retired a key that signs verdicts: {begins}…",
        f"The operator of the server made a key that signs verdicts: {begins}…",
    ]


def test_words_that_are_damaged_cost_their_own_lines_alone(club: Flask) -> None:
    admin = log_in(club, "Sun")
    done(send(admin, f"{MEMBERS}/invite", MEMBERS, role="member", password=PASSWORD))
    done(send(admin, f"{MEMBERS}/2/role", MEMBERS, role="recorder", password=PASSWORD))
    member = log_in(club, "Li")
    with club.extensions["fupan"].sessions.begin() as session:
        session.execute(update(Account).where(col(Account.name) == "Li").values(role="☃"))
        session.execute(update(Link).values(role="☃"))
        session.execute(update(AccountAct).where(col(AccountAct.act) == "invited").values(act="☃"))
        session.execute(update(AccountAct).where(col(AccountAct.act) == "role").values(after="☃"))
    assert sentences(admin, ALL) == ["Sun changed the role of Li: member → damaged.", "The entry is damaged."]
    page = admin.get(MEMBERS)
    assert page.status_code == 200
    assert "damaged" in page.text
    assert member.get("/account").status_code == 403


def test_what_concerns_nobody_else_is_not_said_and_the_record_comes_in_pages(club: Flask) -> None:
    def fill(session: object) -> None:
        for _ in range(acts.SHOWN + 1):
            acts.note(session, Act.RECOVERY, 1, [1])  # type: ignore[arg-type]

    transact(club.extensions["fupan"].sessions, fill)
    admin = log_in(club, "Sun")
    assert SAID not in admin.get("/").text
    page = Page(admin.get(OWN))
    (earlier,) = [each for each in page.links if "before=" in each]
    assert len(sentences(admin)) == acts.SHOWN
    assert len(sentences(admin, earlier)) == 1
    assert sentences(log_in(club, "Li")) == []


def test_the_record_is_added_to_and_never_changed(club: Flask) -> None:
    admin = log_in(club, "Sun")
    for role in ("arbiter", "arbiter", "member"):
        done(send(admin, f"{MEMBERS}/2/role", MEMBERS, role=role, password=PASSWORD))
    with club.extensions["fupan"].sessions() as session:
        found = [(each.before, each.after) for each in session.scalars(select(AccountAct).order_by(AccountAct.id))]  # type: ignore[arg-type]
        assert members.account_named(session, "Li") is not None
    assert found == [("member", "arbiter"), ("arbiter", "member")], "what changes nothing is no act"
