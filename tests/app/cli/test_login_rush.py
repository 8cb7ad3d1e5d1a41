"""Many who log in at the same moment from one network, and those who guess, at a server of several processes."""

import re
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http.client import HTTPConnection
from threading import Thread
from time import monotonic, sleep
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest
from sqlalchemy.orm import Session

from app.accounts import members
from app.accounts.attempts import FAILURES, NAMES
from app.accounts.roles import Role
from app.cli.serving.server import THREADS
from app.database.config import Config
from app.database.opening import transact
from app.web.installation import open_installation
from tests.app.cli.test_processes import HOST, of_unit, ports, started, wait_until
from tests.app.conftest import SHIPPED_HASHER

PASSWORD, WRONG = "three blue trees", "three green trees"
COUNTED = r'^fupan_requests_total\{method="POST",rule="/login",status="(\d+)"\} (\S+)$'
FORM = re.compile(r'name="csrf_token" value="([^"]+)"')
RUSH, GUESSES, GUESSED = 60, 200, 1000
AT_ONCE = 2 * THREADS
"""The most requests that the server of the unit does at the same time."""


@dataclass(frozen=True)
class Hall:
    """A server, and the network from which requests come to it."""

    port: int
    network: str

    def ask(self, method: str = "GET", body: str = "", **headers: str) -> tuple[int, str, dict[str, str]]:
        """Status, text and cookies of the answer to a request to log in, as the proxy of the unit hands it on."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=200)
        forwarded = {"Host": HOST, "X-Forwarded-Host": HOST, "X-Forwarded-Proto": "https"}
        sent = forwarded | {"X-Forwarded-For": self.network, "Referer": f"https://{HOST}/login"}
        connection.request(method, "/login", body, sent | headers)
        answer = connection.getresponse()
        cookies = [each.partition(";")[0].partition("=") for each in answer.headers.get_all("Set-Cookie", [])]
        found = answer.status, answer.read().decode(), {name: value for name, _, value in cookies}
        connection.close()
        return found

    def browser(self, cookies: dict[str, str] | None = None) -> tuple[dict[str, str], str]:
        """The cookies and the token of a browser that has the form."""
        _, page, given = self.ask(Cookie=_header(cookies or {}))
        form = FORM.search(page)
        assert form
        return (cookies or {}) | given, form[1]

    def log_in(self, browser: tuple[dict[str, str], str], name: str, password: str) -> tuple[int, dict[str, str]]:
        """Status and cookies of the answer to the form."""
        cookies, token = browser
        body = urlencode({"csrf_token": token, "name": name, "password": password})
        kind = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": _header(cookies)}
        status, _, given = self.ask("POST", body, **kind)
        return status, cookies | given


def _header(cookies: dict[str, str]) -> str:
    return "; ".join(f"{name}={value}" for name, value in cookies.items())


@pytest.fixture(scope="module")
def metrics() -> int:
    """Where the server says what it counts."""
    return ports(1)[0]


@pytest.fixture(scope="module")
def port(metrics: int, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Where the server of the unit answers for a club of many members."""
    folder = tmp_path_factory.mktemp("hall")
    (folder / "data").mkdir()
    fupan = open_installation(Config(database_url=f"sqlite:///{folder / 'data' / 'fupan.sqlite3'}", secret_key=""))

    def fill(session: Session) -> None:
        password = SHIPPED_HASHER.hash(PASSWORD)
        members.make_account(session, "Sun", password, Role.ADMIN)
        for number in range(RUSH):
            members.make_account(session, f"Member {number}", password, Role.MEMBER)

    transact(fupan.sessions, fill)
    fupan.close()
    (command,), (server,) = of_unit("ExecStart"), ports(1)
    assert "--workers 2" in command
    arguments = command.replace("5000", str(server)).replace("5001", str(metrics)).split()[1:]
    with started(folder, *arguments) as process:
        assert process.stderr is not None
        reading = Thread(target=process.stderr.read)
        reading.start()  # More lines than a pipe holds.
        wait_until(lambda: Hall(server, "192.0.2.1").ask()[0] == 200, process)
        yield server
        process.kill()
        reading.join()


@pytest.mark.parametrize("one_name", [True, False])
def test_a_hall_logs_in_at_once(port: int, metrics: int, one_name: bool) -> None:
    """Nobody is refused or sent to wait, and no request is sent twice.

    The seconds that it takes are printed: at most 20 on a machine that does nothing else.  They rest on the one
    comparison of a password that each costs, which `tests/app/club/test_passwords_compared.py` counts.
    """
    before = posted(metrics)
    hall = Hall(port, f"192.0.2.{2 + one_name}")
    names = ["Sun" if one_name else f"Member {number}" for number in range(RUSH)]
    browsers = [hall.browser() for _ in names]
    began = monotonic()
    with ThreadPoolExecutor(RUSH) as pool:
        answers = Counter(pool.map(lambda browser, name: hall.log_in(browser, name, PASSWORD)[0], browsers, names))
    print(f"{RUSH} logins in {monotonic() - began:.1f} s")
    assert answers == {303: RUSH}
    assert until_counted(metrics, before) == {"303": RUSH}


def until_counted(metrics: int, before: Counter[str]) -> Counter[str]:
    """What was counted after that, once it is as much as was asked; an answer is counted just after it is sent."""
    for _ in range(100):
        if (posted(metrics) - before).total() >= RUSH:
            break
        sleep(0.1)
    return posted(metrics) - before


def posted(metrics: int) -> Counter[str]:
    """How often the form was answered with each status, as the server counts it."""
    with urlopen(f"http://127.0.0.1:{metrics}/metrics", timeout=200) as answer:
        lines = re.findall(COUNTED, answer.read().decode(), re.MULTILINE)
    return Counter({status: int(float(number)) for status, number in lines})


def test_guesses_for_one_name_are_stopped_and_others_of_the_network_are_not(port: int) -> None:
    hall = Hall(port, "192.0.2.4")
    browser = hall.browser()
    with ThreadPoolExecutor(GUESSES) as pool:
        answers = Counter(pool.map(lambda _: hall.log_in(browser, "Member 1", WRONG)[0], range(GUESSES)))
    assert answers == {403: FAILURES, 429: GUESSES - FAILURES}
    assert hall.log_in(browser, "Member 1", PASSWORD)[0] == 429
    assert hall.log_in(browser, "Member 2", PASSWORD)[0] == 303


def test_a_guess_for_each_of_many_names_is_stopped_and_a_known_browser_is_not(port: int) -> None:
    hall = Hall(port, "192.0.2.5")
    status, known = hall.log_in(hall.browser(), "Member 3", PASSWORD)
    assert status == 303
    browser = hall.browser()
    with ThreadPoolExecutor(2 * AT_ONCE) as pool:
        names = (f"Member {number}" for number in range(GUESSED))
        answers = Counter(pool.map(lambda name: hall.log_in(browser, name, WRONG)[0], names))
    assert answers[403] + answers[429] == GUESSED
    assert NAMES <= answers[403] < NAMES + AT_ONCE
    assert hall.log_in(browser, "Member 4", PASSWORD)[0] == 429
    assert hall.log_in(hall.browser(known), "Member 4", PASSWORD)[0] == 429, "it is known for another name"
    assert hall.log_in(hall.browser(known), "Member 3", PASSWORD)[0] == 303
    assert Hall(port, "192.0.2.6").log_in(browser, "Member 4", PASSWORD)[0] == 303
