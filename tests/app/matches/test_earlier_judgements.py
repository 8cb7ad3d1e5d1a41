"""Pages and answers about matches that an earlier version of the engine judged."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, update
from sqlmodel import col

from app.database.config import Config
from app.database.tables.matches import Blob, Judgement, Log
from app.matches.installation import Installation
from engine import __version__
from engine.verdict.check import Checker
from tests.earlier_judgements import EARLIER, age

Read = Callable[..., Any]
Put = Callable[..., int]
SAMPLES = Path(__file__).parents[3] / "sample_logs"
NOTE = f"Judged by engine {EARLIER}. The engine here is {__version__}"
PLAYED = {
    "guandan": SAMPLES / "guandan" / "two-hands.json",
    "bao_huang": SAMPLES / "bao_huang" / "alone.json",
    "big_a": SAMPLES / "big_a" / "evening.json",
    "chinese_poker": SAMPLES / "chinese_poker" / "split-fours.json",
}


@pytest.fixture
def web_config(database_url: str) -> Config:
    """The settings of the web application on each kind of database."""
    return Config(database_url=database_url, secret_key="for tests alone")


@pytest.fixture
def fupan(web: Flask) -> Installation:
    """The installation behind the pages."""
    found: Installation = web.extensions["fupan"]
    return found


@pytest.fixture(autouse=True)
def _nothing_is_judged(fupan: Installation) -> Iterator[None]:
    """Looking at pages adds no judgement and changes none."""
    yield
    with fupan.sessions() as session:
        found = session.execute(select(col(Judgement.engine), col(Judgement.current))).all()
    assert [tuple(each) for each in found] == [(EARLIER, True)]


@pytest.mark.parametrize("game", PLAYED)
def test_every_page_of_a_match_shows(fupan: Installation, read: Read, client: FlaskClient, put: Put, game: str) -> None:
    identity = put(PLAYED[game].read_bytes(), "evening.json")
    age(fupan)
    page = read(f"/matches/{identity}")
    assert page.faults == []
    assert NOTE in page.text
    assert "fupan reprocess" in page.text
    assert f"/matches/{identity}/hands/1" in page.links
    for address in ("/", f"/matches/{identity}/rules", f"/matches/{identity}/hands/1"):
        assert read(address).faults == []
    assert client.get(f"/api/v1/matches/{identity}/hands/1/frames").status_code == 200
    assert bool(read(f"/matches/{identity}/hands/1/score").all("h2", id="settlement")) == (game == "chinese_poker")
    report = client.get(f"/api/v1/matches/{identity}/report").json
    assert report is not None
    assert report["engine"] == EARLIER
    assert report["hands"]
    assert not any("basis" in hand for hand in report["hands"])


@pytest.mark.parametrize("complete", [True, False])
def test_a_hand_is_read_with_the_basis_that_it_had_no_word_for(
    fupan: Installation, put: Put, sample: dict[str, Any], complete: bool
) -> None:
    actions = sample["hands"][0]["actions"]
    if not complete:
        sample["hands"] = [{"deal": sample["hands"][0]["deal"], "actions": actions[:4]}]
    identity = put(sample)
    age(fupan)
    stored = fupan.match(identity)
    assert stored is not None
    assert {hand.basis for hand in stored.report.hands} == {"play" if complete else None}
    assert b'"basis"' not in stored.report_json


def test_a_match_whose_log_is_not_kept(fupan: Installation, read: Read, put: Put, sample: dict[str, Any]) -> None:
    identity = put(sample)
    age(fupan)
    with fupan.sessions() as session:
        session.execute(update(Blob).values(data=None, size=0))
        session.commit()
    page = read(f"/matches/{identity}")
    assert page.faults == []
    assert NOTE in page.text
    assert "The log is not kept, so the match cannot be judged again." in page.text
    assert "fupan reprocess" not in page.text
    read(f"/matches/{identity}/hands/1", 404)


def test_a_match_on_which_the_engine_here_fails(
    fupan: Installation, read: Read, put: Put, sample: dict[str, Any]
) -> None:
    identity = put(sample)
    age(fupan)
    with patch.object(Checker, "check", side_effect=IndexError("no such seat")):
        page = read(f"/matches/{identity}")
    assert page.all("section", class_="ruling-illegal")
    assert NOTE in page.text


def test_a_match_that_is_read_with_other_hands_now(
    fupan: Installation, read: Read, client: FlaskClient, put: Put, sample: dict[str, Any]
) -> None:
    identity = put(sample)

    def shorter(report: dict[str, Any]) -> None:
        del report["hands"][3:]

    def longer(report: dict[str, Any]) -> None:
        report["hands"] = report["hands"] * 4
        report["findings"][0] |= {"hand": 11, "action": 0}
        report["findings"][1] |= {"hand": 0, "action": 10_000}

    for change in (shorter, longer):
        age(fupan, change)
        page = read(f"/matches/{identity}")
        assert page.faults == []
        assert NOTE in page.text
        assert page.all("section", class_="ruling-illegal")
        for address in ("hands/1", "hands/1/table", "score"):
            read(f"/matches/{identity}/{address}", 404)
        assert client.get(f"/api/v1/matches/{identity}/hands/1/frames").status_code == 404


def test_a_match_whose_log_is_no_longer_read_as_it_was(
    fupan: Installation, read: Read, put: Put, sample: dict[str, Any]
) -> None:
    identity = put(sample)
    age(fupan)
    with fupan.sessions() as session:
        session.execute(update(Log).values(position=3))
        session.commit()
    page = read(f"/matches/{identity}")
    assert page.faults == []
    assert NOTE in page.text
    read(f"/matches/{identity}/hands/1", 404)
