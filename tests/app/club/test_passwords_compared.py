"""How many passwords are compared: one for each attempt to log in, and few at the same time."""

from concurrent.futures import ThreadPoolExecutor
from threading import Lock

import pytest
from flask import Flask

from app.accounts import passwords
from tests.app.club.conftest import TOKEN, log_in, send

RUSH = 20


class Counted:
    """Hashes passwords as the program does, and counts."""

    def __init__(self) -> None:
        self.real = passwords._HASHER
        self.worked: list[bool] = []
        """For each computation whether it compared a password."""
        self.most = self.running = 0
        self.lock = Lock()

    def verify(self, kept: str, password: str) -> bool:
        with self.lock:
            self.worked.append(True)
            self.running += 1
            self.most = max(self.most, self.running)
        try:
            return self.real.verify(kept, password)
        finally:
            with self.lock:
                self.running -= 1

    def hash(self, password: str) -> str:
        self.worked.append(False)
        return self.real.hash(password)


def test_a_name_that_exists_is_answered_like_one_that_does_not(club: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "_HASHER", counted := Counted())
    answers = []
    for name in ("Li", "Nobody"):
        passwords._of_nobody.cache_clear()
        answer = send(club.test_client(), "/login", name=name, password="not the password")
        answers.append((answer.status_code, TOKEN.sub("", answer.text).replace(name, "NAME")))
        assert answer.headers["Cache-Control"] == "no-store"
    assert answers[0] == answers[1]
    assert answers[0][0] == 403
    assert counted.worked == [False, True] * 2, "a hash and a comparison each, from the first attempt on"


@pytest.mark.parametrize("one_name", [True, False])
def test_each_of_many_logins_at_once_costs_one_comparison(
    club: Flask, monkeypatch: pytest.MonkeyPatch, one_name: bool
) -> None:
    """An attempt that waits for its turn compares nothing, and few compare at once: so long is the wait of the last."""
    passwords._of_nobody()
    monkeypatch.setattr(passwords, "_HASHER", counted := Counted())
    with ThreadPoolExecutor(RUSH) as pool:
        names = ["Li" if one_name or number % 2 else "Sun" for number in range(RUSH)]
        clients = list(pool.map(lambda name: log_in(club, name), names))
    assert len(clients) == RUSH, "each is let in at its first try"
    assert counted.worked == [True] * RUSH
    assert counted.most <= passwords.AT_ONCE
