"""A hand as one HTML file that replays without a server."""

import copy
import json
import re
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from app.cli import main
from app.web.replay.standalone_html import MOST_STEPS

Read = Callable[..., Any]
Put = Callable[..., int]
SAMPLES = Path(__file__).parents[3] / "sample_logs"
MOST_BYTES = 500_000
FAULT = 51
SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
RANKS = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}


def name_of(card: str) -> str:
    """A card in words."""
    return f"{RANKS.get(card[0], card[0])} of {SUITS[card[1]]}"


def never_shown(hand: dict[str, Any], others: str) -> set[str]:
    """Cards that some seats were dealt, that no other seat was, and that nobody ever names."""
    dealt = {seat: set(cards.split()) for seat, cards in hand["deal"].items()}
    hidden = set().union(*(dealt[seat] for seat in others))
    known = set().union(*(cards for seat, cards in dealt.items() if seat not in others))
    named = set(re.findall(r"[2-9TJQKA][shdc]", " ".join(hand["actions"])))
    return {card for card in hidden - known - named if card[1] in SUITS}


@pytest.fixture
def hand(put: Put, sample: dict[str, Any]) -> str:
    """The address of the file of the second hand of the sample."""
    return f"/matches/{put(sample)}/hands/2/alone.html"


def test_the_file_has_all_that_it_needs(read: Read, client: FlaskClient, hand: str) -> None:
    answer = client.get(f"{hand}?step={FAULT}")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="fupan-1-hand-2.html"'
    assert answer.data == client.get(f"{hand}?step={FAULT}").data
    page = read(f"{hand}?step={FAULT}")
    assert page.faults == []
    assert [tag for tag, named in page.elements if {"src", "srcset", "action"} & named.keys()] == []
    assert {link for link in page.links if not link.startswith("#step-")} == set()
    assert page.all("link") == []
    (policy,) = page.all("meta", http_equiv="Content-Security-Policy")
    for kind, pattern in (("style", r"<style>(.*?)</style>"), ("script", r'<script type="module">(.*?)</script>')):
        (inner,) = re.findall(pattern, page.source, re.DOTALL)
        digest = b64encode(sha256(inner.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy["content"]
    assert policy["content"].startswith("default-src 'none'; ")
    assert "unsafe" not in policy["content"]
    assert "http://" not in re.sub(r"http://www\.w3\.org/\S+", "", page.source)
    assert "does not beat" in page.text
    (shown,) = page.all("main")
    assert shown["data-found"] == str(FAULT)
    assert "fupan:away" not in page.source


def test_without_a_script_it_has_the_steps_and_both_tables(read: Read, hand: str) -> None:
    page = read(f"{hand}?lang=zh-Hans")
    steps = {each["id"] for each in page.all("li") if each.get("id")}
    assert steps == {f"step-{step}" for step in range(112)}
    assert page.source.index("<noscript>") < page.source.index("<template")
    assert "最后一步的牌桌" in page.text
    assert 'lang="zh-Hans"' in page.source


@pytest.mark.parametrize(
    ("name", "number", "view", "others"),
    [
        ("../static/samples/spring-cup.json", 2, "E", "NWS"),
        ("demo/guandan-evening.json", 1, "N", "EWS"),
        ("demo/big-a-evening.json", 2, "E", ""),
        ("demo/bao-huang-evening.json", 2, "E", ""),
    ],
)
def test_nothing_of_hidden_hands_is_in_it(
    client: FlaskClient, put: Put, name: str, number: int, view: str, others: str
) -> None:
    """The hand is broken off early, so that many cards stay hidden; the words of none of them are in the file."""
    log = json.loads((SAMPLES / name).read_bytes())
    log["hands"] = log["hands"][:number]
    hand = log["hands"][number - 1]
    hand["actions"] = hand["actions"][:24]
    hand.pop("result", None)
    hidden = never_shown(hand, others or "".join(set(hand["deal"]) - {view}))
    assert hidden
    address = f"/matches/{put(log)}/hands/{number}/alone.html"
    for asked in (f"?view={view}", f"?view={view}&step=9", "?view=table"):
        text = client.get(address + asked).text
        assert not {card for card in hidden if name_of(card) in text}
    whole = client.get(address).text
    assert all(name_of(card) in whole for card in hidden)


@pytest.mark.parametrize(("name", "number"), [("bao_huang/rizhao-evening.json", 2), ("demo/bao-huang-evening.json", 2)])
def test_it_is_small(client: FlaskClient, put: Put, name: str, number: int) -> None:
    """The first is a hand of 168 cards, the second one of the longest of the samples."""
    answer = client.get(f"/matches/{put((SAMPLES / name).read_bytes())}/hands/{number}/alone.html")
    assert 100_000 < len(answer.data) < MOST_BYTES


def test_a_hand_that_is_too_long_is_refused(client: FlaskClient, put: Put, sample: dict[str, Any]) -> None:
    sample["hands"] = sample["hands"][:1]
    sample["hands"][0]["actions"] += ["N pass"] * (MOST_STEPS + 1)
    answer = client.get(f"/matches/{put(sample)}/hands/1/alone.html")
    assert answer.status_code == 422
    assert f"made of {MOST_STEPS} at most" in answer.text


def test_the_command_line_writes_the_same_hand(client: FlaskClient, hand: str, tmp_path: Path) -> None:
    log, made = str(SAMPLES.parent / "static/samples/spring-cup.json"), tmp_path / "hand.html"
    for view in ("all", "E"):
        asked = ["show", log, "--hand", "2", "--step", str(FAULT), "--view", view, "--html", str(made)]
        result = CliRunner().invoke(main, asked)
        assert (result.exit_code, result.stdout) == (0, "")
        assert made.read_bytes() == client.get(f"{hand}?step={FAULT}&view={view}").data
    refused = CliRunner().invoke(main, ["show", log, "--html", str(tmp_path / "no" / "such" / "folder.html")])
    assert refused.exit_code == 2
    assert "cannot be written" in refused.stderr


def test_hands_in_rows_have_their_points(client: FlaskClient, put: Put) -> None:
    log = json.loads((SAMPLES / "chinese_poker/criss-cross.json").read_bytes())
    text = client.get(f"/matches/{put(copy.deepcopy(log))}/hands/1/alone.html?step=6").text
    assert 'class="felt-pairs-won"' in text
    assert "score-of" in text
    assert 'class="felt-pairs-won"' not in client.get("/matches/1/hands/1/alone.html?step=6&view=A").text
