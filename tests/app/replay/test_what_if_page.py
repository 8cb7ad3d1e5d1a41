"""What if: a hand played on by hand, at an address that is all of the branch."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event

from app.matches.installation import Installation
from app.replay.what_if import ADDED, BETWEEN, LONGEST
from tests.builders import dealt, hand, match

Put = Callable[..., int]
Read = Callable[..., Any]
SAMPLES = Path(__file__).parents[3] / "sample_logs"
DEAL = dealt(E="9s 9h 2h 5c 5d 6s", N="Ts Th Tc 6h", W="As Ad Ac Ah", S="Ks Kd")
LATER = "Ks"
ACTIONS = "E play 9s 9h; N play Ts Th; W pass; S play Ks Kd; E pass # thinks of S"
LOGS = (
    "demo/guandan-evening.json",
    "demo/bao-huang-evening.json",
    "demo/big-a-evening.json",
    "demo/chinese-poker-evening.json",
    "chinese_poker/open-face.json",
    "chinese_poker/pineapple-progressive.json",
    "chinese_poker/criss-cross.json",
    "chinese_poker/hands-not-given.json",
)


@pytest.fixture
def kept(put: Put) -> int:
    return put(match(hand(ACTIONS, DEAL)))


@pytest.fixture
def branch(kept: int) -> str:
    """The address of a branch before its first action, after the first play."""
    return f"/matches/{kept}/hands/1/what-if?step=1"


def then(*actions: str) -> str:
    return "&then=" + quote(BETWEEN.join(actions))


def added(address: str) -> list[str]:
    """The actions of the branch of an address."""
    return parse_qs(urlsplit(address).query).get("then", [""])[0].split(BETWEEN)


def plain(source: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", source).split())


def test_the_replay_leads_to_the_branch_at_its_step(read: Read, kept: int) -> None:
    page = read(f"/matches/{kept}/hands/1?step=1")
    (link,) = [each for each in page.all("a") if each.get("data-key") == "w"]
    assert link["href"] == f"/matches/{kept}/hands/1/what-if?step=1"
    assert "data-here" in link
    hidden = read(f"/matches/{kept}/hands/1?step=1&view=E")
    assert not [each for each in hidden.all("a") if each.get("data-key") == "w"]


def test_a_branch_begins_as_the_record_and_is_said_to_be_none(read: Read, branch: str) -> None:
    page = read(branch)
    assert page.faults == []
    assert "not in the record" in page.text
    assert "Step 1 of 1" in page.text
    held = [each["value"] for each in page.all("input", type="checkbox", name="card")]
    assert len(held) == 27
    assert {"Ts", "Th", "Tc", "6h"} <= set(held)
    assert "thinks of S" not in page.source
    assert not [each for each in page.all("form") if each.get("method") != "get"]


def test_what_is_chosen_is_judged_at_once(read: Read, branch: str) -> None:
    page = read(f"{branch}&card=Ts&card=Th")
    assert "pair of 10s beats pair of 9s by" in page.text
    (link,) = [each for each in page.all("a") if "data-play" in each]
    assert added(str(link["href"])) == ["N play Ts Th"]
    low = read(f"{branch}&card=6h")
    assert "does not beat" in low.text
    assert "Play it all the same" in low.text
    assert any("guandan" in address and "rules" in address for address in low.links)
    none = read(f"{branch}&card=6h&card=Ts")
    assert "not a combination" in none.text


def test_the_sentence_alone_is_that_of_the_page(client: FlaskClient, branch: str) -> None:
    alone = client.get(branch.replace("what-if?", "what-if/reading?") + "&who=N&do=play&card=Ts&card=Th")
    assert alone.status_code == 200
    assert "<html" not in alone.text
    assert "Allowed" in alone.text
    page = client.get(f"{branch}&card=Ts&card=Th").text
    assert plain(alone.text) in plain(page)


def test_wild_cards_are_offered_in_each_reading(read: Read, kept: int) -> None:
    page = read(
        f"/matches/{kept}/hands/1/what-if?step=0&who=E" + "".join(f"&card={c}" for c in ["9s", "9h", "5c", "5d", "2h"])
    )
    plays = [added(str(each["href"]))[0] for each in page.all("a") if "data-play" in each]
    assert plays == ["E play 9s 9h 5c 5d 2h", "E play 9s 9h 5c 5d 2h=5"]
    assert "The wild card is played as 9" in page.text
    assert "The wild card is played as 5" in page.text


def test_play_pass_and_undo(read: Read, branch: str) -> None:
    page = read(branch + then("N play Ts Th"))
    assert "Step 2 of 2" in page.text
    (undo,) = [each for each in page.all("a") if "data-undo" in each]
    assert undo["href"] == branch
    (link,) = [each for each in page.all("a") if "data-pass" in each]
    assert added(str(link["href"])) == ["N play Ts Th", "W pass"]
    assert LATER not in "".join(added(str(link["href"])))
    begun = read(branch)
    assert not [each for each in begun.all("a") if "data-undo" in each]


def test_the_others_pass(client: FlaskClient, branch: str) -> None:
    played = branch + then("N play Ts Th")
    for until, wanted in (("trick", ["W pass", "S pass", "E pass"]), ("E", ["W pass", "S pass"])):
        answer = client.get(f"{played}&until={until}")
        assert answer.status_code == 303
        assert answer.data == b""
        assert added(answer.location) == ["N play Ts Th", *wanted]
    page = client.get(played).text
    assert "Others pass: the trick ends" in page
    assert "Others pass until" in page


def test_the_branch_can_be_stepped_through(read: Read, branch: str) -> None:
    whole = branch + then("N pass", "W pass", "S pass")
    page = read(f"{whole}&at=2")
    assert "Step 2 of 4" in page.text
    assert "Play on from this step" in page.text
    assert not page.all("input", type="checkbox")
    short = [added(address) for address in page.links if "what-if?" in address and added(address)[-1] == "N pass"]
    assert short == [["N pass"]]
    assert read(f"{whole}&at=9", 404).text
    assert page.all("ol", class_="what-if-recorded")


def test_a_fault_in_a_branch_is_marked_as_in_a_record(read: Read, branch: str) -> None:
    page = read(branch + then("N play 6h"))
    assert "Not allowed" in page.text
    assert "does not beat" in page.text
    assert not [address for address in page.links if "dispute" in address and "step" in address]
    odd = read(branch + then("N plays 6h", "Q pass", ""))
    assert odd.status == 200
    assert odd.all("ol", class_="what-if-added")


def test_any_action_can_be_typed(read: Read, branch: str) -> None:
    page = read(f"{branch}&line=S+pass")
    assert "Not allowed" in page.text
    assert [added(str(each["href"])) for each in page.all("a") if "data-play" in each] == [["S pass"]]
    unread = read(f"{branch}&line=S+plai+3s")
    assert "What cannot be read cannot be played." in unread.text
    assert not [each for each in unread.all("a") if "data-play" in each]


def test_the_end_of_a_branch_has_its_score(read: Read, put: Put) -> None:
    number = put(json.loads((SAMPLES / LOGS[0]).read_text("utf-8")))
    log = json.loads((SAMPLES / LOGS[0]).read_text("utf-8"))
    actions = log["hands"][0]["actions"]
    page = read(f"/matches/{number}/hands/1/what-if?step=80" + then(*actions[80:]))
    assert "The branch ends here" in page.text
    assert "Levels after it" in page.text
    assert not page.all("input", type="checkbox")


@pytest.mark.parametrize("name", LOGS)
def test_every_game_can_be_branched_and_taken_in_again(read: Read, web: Flask, put: Put, name: str) -> None:
    client, fupan = web.test_client(), web.extensions["fupan"]
    log = json.loads((SAMPLES / name).read_text("utf-8"))
    number = put(log)
    of_hand = f"/matches/{number}/hands/1"
    actions = log["hands"][0]["actions"]
    step = len(actions) // 2
    page = read(f"{of_hand}/what-if?step={step}")
    assert page.faults == []
    assert "to act" in page.text
    offered = [address for address in page.links if "what-if?" in address and added(address) != [""]]
    assert all(read(address).faults == [] for address in offered[:2])
    answer = client.get(f"{of_hand}/what-if.json?step={step}" + then(*actions[step:]))
    assert answer.mimetype == "application/json"
    exported = json.loads(answer.data)
    assert exported["hands"][0]["actions"] == actions
    assert "result" not in exported
    assert "result" not in exported["hands"][0]
    assert f"hand 1 of the match {log['match']['id']}" in exported["match"]["note"]
    first, again = fupan.match(number), fupan.match(put(exported))
    assert first is not None
    assert again is not None
    assert again.report.hands[0].scores == first.report.hands[0].scores
    assert not [each for each in again.report.findings if each.severity == "error"]


def test_rows_are_chosen_card_by_card(read: Read, put: Put) -> None:
    log = json.loads((SAMPLES / LOGS[3]).read_text("utf-8"))
    number = put(log)
    page = read(f"/matches/{number}/hands/1/what-if?step=0")
    radios = [each for each in page.all("input", type="radio") if each["name"] != "do"]
    cards = list(dict.fromkeys(str(each["name"]) for each in radios))
    assert len(cards) == 13
    asked = "".join(
        f"&{card}={row}" for card, row in zip(cards, ["front"] * 3 + ["middle"] * 5 + ["back"] * 5, strict=True)
    )
    chosen = read(f"/matches/{number}/hands/1/what-if?step=0{asked}")
    (link,) = [each for each in chosen.all("a") if "data-play" in each]
    (action,) = added(str(link["href"]))
    assert re.fullmatch(r"\w+ set( \w\w){3} /( \w\w){5} /( \w\w){5}", action)
    assert chosen.text.count("front") > 13
    few = read(f"/matches/{number}/hands/1/what-if?step=0&{cards[0]}=front")
    assert "Not allowed" in few.text


def test_the_legal_plays_lead_to_branches(read: Read, kept: int, branch: str) -> None:
    page = read(f"/matches/{kept}/hands/1/plays?step=1")
    plays = [added(address) for address in page.links if "what-if?" in address]
    assert ["N play Ts Ts"] in plays
    within = read(branch.replace("what-if?", "what-if/plays?") + then("N play Ts Th"))
    assert within.faults == []
    plays = [added(address) for address in within.links if "what-if?" in address]
    assert all(play[0] == "N play Ts Th" for play in plays)
    assert any(play[1:] and play[1].startswith("W play") for play in plays)
    hidden = read(f"/matches/{kept}/hands/1/plays?step=1&view=N")
    assert not [address for address in hidden.links if "what-if" in address]


def test_rules_that_are_tried_judge_the_branch(read: Read, client: FlaskClient, kept: int) -> None:
    address = f"/matches/{kept}/hands/1/what-if?step=1&rules=tournament&a_failures=0"
    page = read(address)
    assert page.status == 200
    assert all("a_failures" in each for each in page.links if "what-if?" in each)
    exported = client.get(address.replace("what-if?", "what-if.json?")).json
    assert exported["rules"]["options"]["a_failures"] == 0
    assert read(f"/matches/{kept}/hands/1/what-if?step=1&rules=nonsense", 400).text


def test_nothing_of_later_steps_is_told(client: FlaskClient, kept: int) -> None:
    """All that is sent of two records that differ after the step alone is the same."""
    for address in ("what-if?step=1", "what-if/reading?step=1&card=Ts", "what-if.json?step=1", "what-if/plays?step=1"):
        source = client.get(f"/matches/{kept}/hands/1/{address}").text
        assert "Ks Kd" not in source.replace(DEAL["S"], "")
        assert "S pass" not in source
        assert "thinks" not in source


def test_a_branch_of_a_view_is_refused(read: Read, branch: str) -> None:
    for view in ("table", "E", "S"):
        assert "all hands open" in read(f"{branch}&view={view}", 400).text
    for part in ("what-if/reading?", "what-if/plays?", "what-if.json?"):
        assert "all hands open" in read(branch.replace("what-if?", part) + "&view=E", 400).text


HOSTILE = (
    ("step=1&then=" + "x" * (LONGEST + 1), 400),
    ("step=1&then=" + BETWEEN * ADDED, 400),
    ("step=99", 404),
    ("step=-1", 404),
    ("step=1&at=nonsense", 404),
    ("step=1&who=Q", 404),
    ("step=1&until=Q", 404),
    ("step=1&seat=Q", 404),
    ("step=1&then=%00%0a%ff~<script>alert(1)</script>", 200),
    ("step=1&line=<script>alert(1)</script>", 200),
    ("step=1&card=<script>&card=%00", 200),
    ("step=1&do=<script>&who=E", 200),
    ("step=1&then=" + quote(BETWEEN.join(["N play " + "Ts " * 300] * 6)), 200),
)


def test_hostile_input(client: FlaskClient, kept: int) -> None:
    for query, status in HOSTILE:
        for part in ("what-if", "what-if/reading"):
            answer = client.get(f"/matches/{kept}/hands/1/{part}?{query}")
            assert answer.status_code in (status, 200 if part.endswith("reading") else status), query
            assert "<script>alert" not in answer.text


def test_as_many_actions_as_an_address_may_have(read: Read, kept: int) -> None:
    page = read(f"/matches/{kept}/hands/1/what-if?step=1" + then(*["N pass"] * ADDED))
    assert "Steps 342 to 401 of 401." in page.text
    assert not [each for each in page.all("a") if "data-pass" in each]
    assert len(page.source) < 1_000_000


@pytest.fixture
def writes(web: Flask) -> Iterator[list[str]]:
    """The statements that change the database, as they come."""
    fupan: Installation = web.extensions["fupan"]
    engine = fupan.sessions.kw["bind"]
    found: list[str] = []

    def see(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if not statement.lstrip().upper().startswith(("SELECT", "PRAGMA", "WITH", "BEGIN")):
            found.append(statement)

    event.listen(engine, "before_cursor_execute", see)
    yield found
    event.remove(engine, "before_cursor_execute", see)


def test_nothing_is_written(client: FlaskClient, branch: str, writes: list[str], web: Flask) -> None:
    writes.clear()
    for part in ("what-if?", "what-if/reading?", "what-if/plays?", "what-if.json?"):
        assert client.get(branch.replace("what-if?", part) + then("N play Ts Th") + "&card=As").status_code == 200
    assert writes == []
    fupan: Installation = web.extensions["fupan"]
    assert 0 < len(fupan.branches) < 3
