"""A club's server as it is started."""

from dataclasses import replace

import pytest

from app.accounts import members
from app.accounts.roles import Role
from app.cli.serving import server
from app.database.config import Config, ConfigError, Mode
from app.database.opening import transact
from app.web.installation import open_installation


def test_it_does_not_start_without_an_admin(web_config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    class Started(Exception):
        """The server would answer now."""

    class Listening:
        """A server whose address takes connections."""

        def __init__(self, *_: object, **_named: object) -> None:
            """Takes what a server is made with."""

        def run(self) -> None:
            """Begins to answer."""
            raise Started

    monkeypatch.setattr(server, "Answering", Listening)
    config, said = replace(web_config, mode=Mode.CLUB), list[str]()

    def serve() -> None:
        server.serve("127.0.0.1", 1, config=config, jobs=False, say=lambda: said.append("it answers"))

    with pytest.raises(ConfigError, match="users add NAME --admin"):
        serve()
    fupan = open_installation(config)
    transact(fupan.sessions, lambda session: members.make_account(session, "Li", "", Role.ARBITER))
    with pytest.raises(ConfigError):
        serve()
    transact(fupan.sessions, lambda session: members.make_account(session, "Sun", "", Role.ADMIN))
    fupan.close()
    assert said == []
    with pytest.raises(Started):
        serve()
    assert said == ["it answers"]
