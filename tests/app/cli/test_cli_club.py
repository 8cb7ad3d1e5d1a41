"""`fupan club` and `fupan users`."""

from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result

from app.accounts import members, passwords
from app.cli import main
from app.database.tables.accounts import Club
from app.matches.installation import Installation

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
