"""The demo: an evening of each game, the season of a club, and disputes."""

import json
import os
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import Result
from sqlalchemy import select
from sqlmodel import col

from app.cli.asked_language import language_of_machine, run_in
from app.cli.matches.importing import import_files
from app.cli.serving.demo import file_disputes, issue_verdict, language_of_demo, make_demo_key
from app.database.config import Config
from app.database.demo_logs import demo_files, demo_in
from app.database.tables.disputes import Dispute, RulingRow
from app.disputes.cases.inquiry import ClaimResult
from app.disputes.verdicts.key_folder import KeyRefused, keys_in, make_key, retire
from app.matches import store
from app.matches.installation import Installation
from app.matches.store import MatchFilter
from app.text.language import LANGUAGES, Language
from app.web.create_app import create_app
from app.web.installation import open_installation
from engine.games import GAMES
from tests.season import kept_lines

Run = Callable[..., Result]
CLUB = "Lantern Club"


@pytest.fixture(scope="module")
def fupan(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """A database with the demo."""
    url = f"sqlite:///{tmp_path_factory.mktemp('demo') / 'demo.sqlite3'}"
    opened = open_installation(Config(database_url=url, secret_key="for tests alone"))
    assert import_files(opened, demo_files()) == 0
    assert file_disputes(opened) == 6
    yield opened
    opened.close()


def test_the_import_of_the_demo_is_one_line(fupan: Installation, capsys: pytest.CaptureFixture[str]) -> None:
    assert import_files(fupan, demo_files(), sum_alone=True) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert ": " in line
    assert line.endswith("already there")


def test_the_demo_is_a_season_an_evening_of_each_game_and_disputed_matches(fupan: Installation) -> None:
    with fupan.sessions() as session:
        page = store.matches(session, MatchFilter())
        rows = [*page.items]
        while page.older is not None:
            page = store.matches(session, MatchFilter(), before=page.older)
            rows += page.items
    season = [row for row in rows if (row.event or "").startswith(CLUB)]
    assert len(season) == len(kept_lines().splitlines())
    assert {row.verdict for row in season} == {"clean"}
    assert {row.game for row in season} == set(GAMES)
    rows = [row for row in rows if row not in season]
    assert {row.game for row in rows if row.verdict == "clean"} == set(GAMES)
    assert Counter(row.verdict for row in rows) == {
        "clean": len(GAMES) + 2,
        "misscored": 4,
        "illegal": 2,
        "incomplete": 1,
    }
    assert all(row.hands >= 3 and row.played_at and row.match_id and row.event for row in rows)
    assert all(" " in name for row in rows for name in row.players)
    assert len({row.match_id for row in rows}) == len(rows)


def test_the_demo_has_disputes_in_every_state_about_every_game(fupan: Installation) -> None:
    with fupan.sessions() as session:
        disputes = session.scalars(select(Dispute).order_by(col(Dispute.id))).all()
        outcomes = Counter(session.scalars(select(col(RulingRow.outcome))).all())
        matches = [store.match(session, each.log_id or 0) for each in disputes]
    assert {match.row.game for match in matches if match is not None} == set(GAMES)
    assert Counter(each.state for each in disputes) == {"final": 2, "ruled": 1, "under review": 1, "open": 2}
    found = [ClaimResult(json.loads(each.found)["found"]) for each in disputes[:5]]
    assert found == [
        ClaimResult.GIVEN,
        ClaimResult.GIVEN,
        ClaimResult.OTHER_RULES,
        ClaimResult.OTHER_RULES,
        ClaimResult.GIVEN,
    ]
    under = [json.loads(each.found)["under"][0] for each in disputes[2:4]]
    assert under[0]["changes"] == {"royalty_announced": False}
    assert under[1]["preset"] == "one-six" or under[1]["changes"]
    assert outcomes == {"stands": 2, "void": 1, "corrected": 1}


def test_the_demo_is_in_one_language_and_stays_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = open_installation(Config(database_url=f"sqlite:///{tmp_path / 'x.sqlite3'}", secret_key="for tests alone"))
    assert language_of_demo(opened, Language.TRADITIONAL) is Language.TRADITIONAL
    with demo_in(Language.SIMPLIFIED) as within:
        assert import_files(opened, demo_files(within)[-1:]) == 0
    for wanted in LANGUAGES:
        assert language_of_demo(opened, wanted) is Language.SIMPLIFIED
    with opened.sessions() as session:
        (row,) = store.matches(session, MatchFilter()).items
    assert (row.match_id, row.event) == ("两个名次记反了的记分表", "春季杯第3轮")
    assert row.players == ("石磊", "白静", "郝然", "田宇")
    assert row.shown == "score-sheet"
    opened.close()
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.delenv("FUPAN_LANG", raising=False)
    monkeypatch.setenv("LANG", "zh_TW.UTF-8")
    for arguments, language in (([], Language.TRADITIONAL), (["--lang", "en"], Language.ENGLISH)):
        with run_in(arguments):
            assert language_of_machine() is language


def test_disputes_are_filed_once(fupan: Installation) -> None:
    assert file_disputes(fupan) == 0


def test_a_demo_key_is_made_where_no_key_is_in_use(tmp_path: Path) -> None:
    folder = tmp_path / "keys"
    made = make_demo_key(folder)
    assert made is not None
    assert made.name == "demo"
    assert make_demo_key(folder) is None
    assert keys_in(folder) == [made]


def test_no_demo_key_is_made_beside_a_key_in_use_nor_again_once_retired(tmp_path: Path) -> None:
    club = make_key(tmp_path, "club")
    assert make_demo_key(tmp_path) is None
    assert keys_in(tmp_path) == [club]
    retire(tmp_path, "club")
    assert make_demo_key(tmp_path) is not None
    retire(tmp_path, "demo")
    with pytest.raises(KeyRefused, match="demo"):
        make_demo_key(tmp_path)


def test_the_arbiter_of_the_demo_can_issue_a_verdict_with_it(
    fupan: Installation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FUPAN_KEYS", str(tmp_path))
    app = create_app(Config(database_url=str(fupan.sessions.kw["bind"].url), secret_key="for tests alone"))
    with app.test_client() as visitor:
        with visitor.session_transaction() as session:
            session["acting"] = ["Ma Li", "arbiter"]
        before = visitor.get("/disputes/1").get_data(as_text=True)
        make_demo_key(tmp_path)
        after = visitor.get("/disputes/1").get_data(as_text=True)
    app.extensions["fupan"].close()
    assert '<option value="demo"' not in before
    assert '<option value="demo"' in after


def test_the_first_page_shows_the_highest_straight_flush(fupan: Installation) -> None:
    app = create_app(Config(database_url=str(fupan.sessions.kw["bind"].url), secret_key="for tests alone"))
    with app.test_client() as visitor:
        page = visitor.get("/").get_data(as_text=True)
        assert 'class="home-table" href="/matches/12/hands/1?step=52"' in page
        assert visitor.get("/api/v1/matches/12/hands/1").get_json()["actions"][51] == "S play Td Jd Qd Kd Ad"
    app.extensions["fupan"].close()


def test_the_demo_has_a_verdict_that_can_be_verified(fupan: Installation, tmp_path: Path) -> None:
    assert issue_verdict(fupan, tmp_path) is None
    key = make_demo_key(tmp_path)
    assert key is not None
    number = issue_verdict(fupan, tmp_path)
    assert number is not None
    assert issue_verdict(fupan, tmp_path) is None
    app = create_app(Config(database_url=str(fupan.sessions.kw["bind"].url), secret_key="for tests alone"))
    with app.test_client() as visitor:
        assert f"/verdicts/{number}" in visitor.get("/disputes/1").get_data(as_text=True)
        file = visitor.get(f"/api/v1/verdicts/{number}").data
        found = visitor.post("/api/v1/verify", data=file).get_json()
    app.extensions["fupan"].close()
    assert found["checks"]
    assert found["checks"]["signature"]["outcome"] == "ok"
    assert {each["outcome"] for each in found["checks"].values()} <= {"ok", "skipped"}


def test_serving_the_demo_says_where_the_key_is(tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    environment = os.environ | {
        "FUPAN_DATABASE_URL": f"sqlite:///{tmp_path / 'demo.sqlite3'}",
        "FUPAN_DATA": str(tmp_path),
        "FUPAN_KEYS": str(tmp_path / "keys"),
    }
    command = [sys.executable, "-c", "from app.cli import main; main()", "serve", "--demo", "--port", port]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stderr is not None
        lines = []
        for line in server.stderr:
            lines.append(line)
            if f":{port}/" in line:
                break
        server.terminate()
    assert f"Made the signing key demo in {tmp_path / 'keys'}." in "".join(lines)
    assert [key.name for key in keys_in(tmp_path / "keys")] == ["demo"]


def test_the_option_is_named_in_the_help(run: Run) -> None:
    assert "--demo" in run("serve", "--help").output
