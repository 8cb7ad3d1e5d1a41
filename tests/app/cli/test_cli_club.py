"""`fupan club` and `fupan users`."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from click.testing import CliRunner, Result
from sqlalchemy.orm import Session

from app.accounts import links, logins, members, passwords, ties
from app.accounts.roles import Role
from app.cli import main
from app.database.opening import transact
from app.database.tables.accounts import Club
from app.matches.installation import Installation
from app.players.statistics.people import person_of

Run = Callable[..., Result]


def test_a_club_is_begun_and_named_again(run: Run, fupan: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUPAN_DATABASE_URL", fupan.config.database_url)
    assert "belongs to the club Friday" in run("club", "new", " Friday ").stdout
    assert run("club", "new", "Saturday").exit_code == 0
    assert run("club", "new", "").exit_code == 2
    with fupan.sessions() as session:
        assert session.get_one(Club, 1).name == "Saturday"


def test_an_admin_is_added_with_a_password_from_a_pipe(fupan: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUPAN_DATABASE_URL", fupan.config.database_url)
    runner = CliRunner()
    added = runner.invoke(main, ["users", "add", "Sun", "--admin"], input="three blue trees\n")
    assert (added.exit_code, added.stdout) == (0, "Added the account Sun.\n")
    for name, password, said in (("Li", "short", "at least 10"), ("sun", "three blue trees", "this name already")):
        refused = runner.invoke(main, ["users", "add", name], input=f"{password}\n")
        assert (refused.exit_code, said in refused.stderr) == (2, True)
    with fupan.sessions() as session:
        (account,) = members.accounts(session)
        assert account.role == "admin"
        assert passwords.fits(account.password, "three blue trees")
        assert members.has_admin(session)


def test_the_list_has_the_player_that_an_account_is_or_that_it_plays_nowhere(
    run: Run, write: Callable[..., str], clean: dict[str, Any], fupan: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FUPAN_DATABASE_URL", fupan.config.database_url)
    assert run("import", write("a.json", clean)).exit_code == 0

    def enter(session: Session) -> None:
        ids = {name: members.make_account(session, name, "", Role.MEMBER).id or 0 for name in ("Li", "Sun", "Wu", "Xu")}
        person, other = person_of(session, "Player E"), person_of(session, "Player N")
        assert person is not None
        assert other is not None
        ties.ask(session, ids["Li"], person)
        ties.agree(session, ids["Sun"], ids["Li"], person)
        ties.declare(session, ids["Sun"], datetime(2026, 3, 4, tzinfo=UTC))
        ties.ask(session, ids["Xu"], other)

    transact(fupan.sessions, enter)
    head, *rows = run("users", "list").stdout.splitlines()
    assert head.split() == ["Name", "Role", "Since", "Player"]
    assert [row.split(maxsplit=3)[3:] for row in rows] == [
        ["Player E"],
        ["declared to play nowhere here, 2026-03-04"],
        [],
        [],
    ]


def test_people_are_listed_given_roles_and_removed(
    run: Run, fupan: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FUPAN_DATABASE_URL", fupan.config.database_url)
    assert "No account" in run("users", "list").stdout

    def enter(session: Session) -> None:
        for name, role in (("Sun", Role.ADMIN), ("Li", Role.MEMBER)):
            logins.begin(session, members.make_account(session, name, "", role), "", "")

    def logged_in() -> list[str]:
        with fupan.sessions() as session:
            return [account.name for account in members.accounts(session) if logins.logins_of(session, account.id or 0)]

    transact(fupan.sessions, enter)
    lines = run("users", "list").stdout.splitlines()
    assert [line.split()[:2] for line in lines] == [["Name", "Role"], ["Li", "member"], ["Sun", "admin"]]
    assert "管理员 (admin)" in run("users", "list", "--lang", "zh-Hans").stdout
    for command in (("role", "Sun", "member"), ("remove", "sun")):
        refused = run("users", *command)
        assert (refused.exit_code, "at least one admin" in refused.stderr) == (2, True), command
    assert logged_in() == ["Li", "Sun"]
    assert run("users", "role", "Li", "guest").exit_code == 2
    assert "Li has the role arbiter now" in run("users", "role", "li", "arbiter").stdout
    assert logged_in() == ["Sun"]
    for command in (("role", "Wu", "admin"), ("remove", "Wu"), ("recover", "Wu")):
        refused = run("users", *command)
        assert (refused.exit_code, "no account with the name Wu" in refused.stderr) == (2, True), command
    assert run("users", "role", "Li", "admin").exit_code == 0
    assert run("users", "remove", "Sun").stdout == "Removed the account Sun.\n"
    assert logged_in() == []
    with fupan.sessions() as session:
        assert [(each.name, each.role) for each in members.accounts(session)] == [("Li", "admin")]


def test_a_link_for_a_new_password_is_printed(run: Run, fupan: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUPAN_DATABASE_URL", fupan.config.database_url)
    transact(fupan.sessions, lambda session: members.make_account(session, "Sun", "", Role.ADMIN).name)
    first, second = (run("users", "recover", "sun", "--site", "https://club.example/").stdout for _ in range(2))
    start = "https://club.example/join/"
    assert first.startswith(start)
    assert second.startswith(start)
    with fupan.sessions() as session:
        with pytest.raises(links.LinkUsed):
            links.valid(session, first.removeprefix(start).strip())
        assert links.valid(session, second.removeprefix(start).strip()).account == 1
