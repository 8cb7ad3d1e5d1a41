"""What people of a club do, through the shipped server and proxy: from a log to a verdict, a sheet, a review, and the
commands that run beside the server.
"""

import json
import re
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Timer
from types import SimpleNamespace

import pytest

from tests.app.cli.behind_proxy import ADMIN, KEY, PASSWORD, Answer, Proxied, Reader
from tests.app.cli.journeys.asking import NUMBERS, PLAYER, Club
from tests.app.cli.test_processes import HOST, PATIENCE
from tests.app.conftest import Page

BASE = f"https://{HOST}"


@pytest.fixture
def club(proxied: Proxied) -> Club:
    return Club(proxied)


def logged_in(club: Club, name: str) -> Reader:
    """The browser of somebody who has logged in."""
    reader = club.proxied.reader()
    assert reader.send("/login", name=name, password=PASSWORD).status == 303
    return reader


def led_to(answer: Answer) -> str:
    """The address to which a form that was taken leads."""
    assert answer.status == 303, answer.text
    return answer.headers["Location"].removeprefix(BASE)


def shown(reader: Reader, address: str) -> Page:
    """A page, which has to be whole."""
    found = reader.ask(address)
    assert found.status == 200, address
    page = Page(SimpleNamespace(status_code=found.status, get_data=lambda **_: found.text))
    assert page.faults == []
    return page


def hidden(page: Page, name: str) -> str:
    """What a form of a page has under a name that nobody fills in."""
    return str(page.all("input", type="hidden", name=name)[0]["value"])


def test_a_log_is_disputed_ruled_on_and_becomes_a_verdict_that_a_stranger_checks(club: Club, tmp_path: Path) -> None:
    recorder, player = logged_in(club, "Ren"), logged_in(club, PLAYER)
    arbiter, second = logged_in(club, "Yu"), logged_in(club, "Wei")
    sent = club.played(first=PLAYER)
    uploaded = recorder.send_file("/add", "logs", "evening.json", sent)
    (match,) = set(re.findall(r'href="(/matches/\d+)"', uploaded.text))
    number = match.rpartition("/")[2]

    replayed = shown(player, f"{match}/hands/1?step=4")
    assert PLAYER in replayed.text
    claim = {"claim": "text", "text": "W was called out too late.", "hand": "1"}
    dispute = led_to(player.send(f"{match}/dispute", **claim))
    assert claim["text"] in shown(player, dispute).text
    assert led_to(arbiter.send(f"{dispute}/review", dispute)) == dispute
    scores = {f"score-1-{seat}": score for seat, score in zip("ENWS", ("1", "0", "1", "0"), strict=True)}
    ruling = {
        "outcome": "adjusted",
        "text": "One level less.",
        "before": "0",
        "hand-1": "1",
        "reason-1": "Miscounted",
        **scores,
    }
    assert led_to(arbiter.send(f"{dispute}/rule", dispute, **ruling)) == dispute
    proposal = hidden(shown(second, dispute), "proposal")
    assert led_to(second.send(f"{dispute}/proposal", dispute, proposal=proposal)) == dispute
    assert "One level less." in shown(player, dispute).text
    assert dispute in shown(player, match).links

    verdict = led_to(arbiter.send(f"{dispute}/verdict", dispute, key=KEY, ruling="1"))
    assert shown(player, verdict)
    log, file, key = (tmp_path / name for name in ("log.json", "verdict.json", "key.pem"))
    log.write_bytes(club.do("log", match=number))
    assert log.read_bytes() == sent
    file.write_bytes(player.ask(f"{verdict}.json").body)
    key.write_text(club.proxied.run("keys", "export", KEY))
    assert "VERIFIED" in club.proxied.run("verify", str(file), str(log), "--key", str(key))
    assert led_to(player.send(f"{dispute}/appeal", dispute, text="It was in time.")) == dispute
    assert "BROKEN" not in club.proxied.run("audit", "verify")


def test_a_sheet_is_filled_in_a_browser_and_becomes_a_match(club: Club) -> None:
    recorder = logged_in(club, "Ren")
    players = {f"player-{seat}": f"{seat}{next(NUMBERS)}" for seat in "ENWS"}
    address = led_to(recorder.send("/sheets/new", "/sheets/new?game=guandan", game="guandan", **players))
    for tap in ("out E", "out W"):
        version = hidden(shown(recorder, address), "version")
        assert led_to(recorder.send(f"{address}/tap", address, version=version, tap=tap)) == address
    version = hidden(shown(recorder, address), "version")
    match = led_to(recorder.send(f"{address}/done", address, version=version))
    assert players["player-E"] in shown(logged_in(club, PLAYER), match).text


def test_a_review_is_asked_for_on_its_page_and_is_there_later(club: Club) -> None:
    player, match = logged_in(club, PLAYER), club.match(club.played())
    address = f"/matches/{match}/review"
    assert led_to(player.send(address)) == address
    club.review_is_made(match)
    assert shown(player, address)


def test_a_backup_is_whole_though_others_write(club: Club, tmp_path: Path) -> None:
    file = tmp_path / "club.backup"
    with ThreadPoolExecutor(4) as pool:
        writing = [pool.submit(club.match) for _ in range(40)]
        club.proxied.run("backup", str(file))
        assert len({each.result() for each in writing}) == 40
    club.proxied.run("restore", str(file), "--check")


def test_a_folder_is_watched_and_pushed_through_the_proxy(club: Club, tmp_path: Path) -> None:
    folder, token = tmp_path / "logs", tmp_path / "token"
    folder.mkdir()
    token.write_text(club.proxied.tokens[ADMIN])
    token.chmod(0o600)
    logs = [club.log() for _ in range(3)]
    (folder / "0.json").write_bytes(logs[0])
    (folder / "1.jsonl").write_bytes(logs[1] + b"\n")
    address = f"{BASE}:{club.proxied.secure}", "--token-file", str(token)
    names = [json.loads(each)["match"]["id"] for each in logs]

    def there() -> set[str]:
        return {each["match_id"] for each in club.do("matches")["matches"]} & {*names}

    watching = club.proxied.started("push", str(folder), "--to", *address, "--watch")
    assert watching.stdout is not None
    given_up = Timer(PATIENCE, watching.kill)
    given_up.start()
    try:
        lines = [watching.stdout.readline() for _ in range(2)]
        assert there() == {*names[:2]}
        (folder / "2.json").write_bytes(logs[2])
        lines.append(watching.stdout.readline())
        assert there() == {*names}
        watching.send_signal(signal.SIGINT)
        printed, said = watching.communicate(timeout=60)
    finally:
        given_up.cancel()
        watching.kill()
    assert watching.returncode == 1, said
    assert said.strip() == ""
    lines = [each.rstrip() for each in (*lines, printed)]
    assert [line.partition(":")[0] for line in lines] == ["logs/0.json", "logs/1.jsonl", "logs/2.json", "3 matches"]
    again = club.proxied.started("push", str(folder), "--to", *address)
    assert (again.communicate(timeout=60)[0].splitlines(), again.returncode) == (lines, 1)
