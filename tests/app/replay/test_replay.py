"""The replay of a hand by its addresses."""

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from engine.cards.packed import parse_card

Read = Callable[..., Any]
Put = Callable[..., int]
VOID = frozenset({"meta", "link", "input", "img", "br", "hr"})
SAMPLES = Path(__file__).parents[3] / "sample_logs"
FAULT = 51
"""The step of the second hand at which the sample has a play that does not beat."""


@pytest.fixture
def hand(put: Put, sample: dict[str, Any]) -> str:
    """The address of the second hand of the sample."""
    return f"/matches/{put(sample)}/hands/2"


def control(page: Any, name: str) -> dict[str, str | None]:
    (found,) = page.all("a", data_control=name)
    return found


def test_the_deal(read: Read, hand: str, sample: dict[str, Any]) -> None:
    page = read(hand)
    assert "Step 0 of 111" in page.text
    assert "The cards are dealt" in page.text
    assert page.text.count("27 cards") == 4
    assert [part["data-actor"] for part in page.all("div", data_part="happened")] == ["0"]
    holdings = [each for each in page.all("span", role="img") if "small" not in (each["class"] or "")]
    assert len(holdings) == 108
    assert {each["aria-label"] for each in holdings} >= {"red joker", "black joker", "ace of spades", "10 of clubs"}
    level = sample["hands"][1]["setup"]["level"]
    wild = [each for each in holdings if "wild" in (each["class"] or "").split()]
    assert {each["aria-label"] for each in wild} == {f"{level} of hearts, wild"}
    assert parse_card(f"{level}h") is not None
    for player in sample["players"]:
        assert page.all("section", aria_label=player["name"])


def test_the_steps_of_a_hand_follow_each_other(read: Read, hand: str) -> None:
    page = read(f"{hand}?step=17")
    assert control(page, "first")["href"] == f"{hand}?step=0"
    assert control(page, "previous")["href"] == f"{hand}?step=16"
    assert control(page, "next")["href"] == f"{hand}?step=18"
    assert control(page, "last")["href"] == f"{hand}?step=111"
    assert page.all("li", data_step="17", aria_current="step")
    assert len(page.all("li", aria_current="step")) == 1


@pytest.mark.parametrize("step", ["112", "9999", "00112", str(2**63), "9" * 40])
@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "There is no step {}; this is the last, step 111."),
        ("zh-Hans", "没有第{}步，这里是最后一步，即第111步。"),
        ("zh-Hant", "沒有第{}步，這裡是最後一步，即第111步。"),
    ],
)
def test_a_step_after_the_end_is_the_last(
    client: FlaskClient, read: Read, hand: str, step: str, language: str, said: str
) -> None:
    client.set_cookie("lang", language)
    page = read(f"{hand}?step={step}")
    assert said.format(step[:20]) in page.text
    assert control(page, "previous")["href"] == f"{hand}?step=110"
    assert page.all("li", data_step="111", aria_current="step")
    assert said[:8] not in read(f"{hand}?step=111").text


def test_a_hand_without_actions_has_the_deal_alone(read: Read, put: Put, sample: dict[str, Any]) -> None:
    sample["hands"][0]["actions"] = []
    assert "There is no step 7; this is the last, step 0." in read(f"/matches/{put(sample)}/hands/1?step=7").text


@pytest.mark.parametrize("step", ["-1", "x", "", "1.5", "+1", "１"])
def test_a_step_that_is_no_number_is_not_found(client: FlaskClient, hand: str, step: str) -> None:
    answer = client.get(hand, query_string={"step": step})
    assert answer.status_code == 404
    assert f"there is no step {step}." in answer.text


@pytest.mark.parametrize("part", ["/table", "/share", "/what-if", "/plays", "/notes", "/shape"])
def test_elsewhere_there_is_no_step_after_the_end(client: FlaskClient, hand: str, part: str) -> None:
    assert client.get(f"{hand}{part}?step=112").status_code == 404


def test_the_tricks_of_a_hand_follow_each_other(read: Read, hand: str) -> None:
    page = read(f"{hand}?step=17")
    assert control(page, "previous-trick")["href"] == f"{hand}?step=13"
    assert control(page, "next-trick")["href"] == f"{hand}?step=17&find=trick"
    assert "data-step" not in control(page, "next-trick")
    found = read(f"{hand}?step=17&find=trick")
    (scene,) = found.all("div", class_="replay-scene")
    assert control(read(f"{hand}?step=17&results=shown"), "next-trick")["data-step"] == scene["data-scene"]
    assert control(found, "previous-trick")["href"] == f"{hand}?step=13"
    end = read(f"{hand}?step=111&find=trick")
    assert end.all("div", class_="replay-scene")[0]["data-scene"] == "111"


def test_the_next_finding_is_found(read: Read, hand: str) -> None:
    page = read(f"{hand}?step=17&find=finding")
    assert page.all("div", class_="replay-scene")[0]["data-scene"] == str(FAULT)
    assert read(f"{hand}?step=60&find=finding").all("div", class_="replay-scene")[0]["data-scene"] == "60"
    assert "nothing to find by the name x" in read(f"{hand}?step=60&find=x", 404).text


def test_the_ends_of_a_hand(read: Read, hand: str) -> None:
    deal, end = read(hand), read(f"{hand}?step=111")
    assert control(deal, "previous")["aria-disabled"] == control(deal, "first")["aria-disabled"] == "true"
    assert control(end, "next")["aria-disabled"] == control(end, "last")["aria-disabled"] == "true"
    assert "The hand is over" in end.text
    assert "out, 1st" in end.text
    assert "to beat" not in end.text
    assert "aria-disabled" not in control(deal, "next")
    assert end.all("a", class_="felt-next-hand")


def test_the_finish_is_not_told_before_the_end(read: Read, hand: str) -> None:
    for step, told in ((0, False), (60, False), (110, False), (111, True)):
        page = read(f"{hand}?step={step}")
        assert bool(page.all("p", class_="felt-scores")) == told
        assert ("1st" in page.text) == (step >= 110)


def test_nothing_after_the_step_is_in_what_is_sent(read: Read, put: Put, sample: dict[str, Any]) -> None:
    """Two hands that are played differently after a step give the same at this step."""
    sample["hands"] = sample["hands"][:2]
    hand = sample["hands"][1]
    actions = hand["actions"]
    one = put(sample)
    hand["actions"] = [*actions[:30], *(f"{action.split()[0]} pass" for action in actions[30:])]
    hand["result"] = {"finish": ["S", "N", "E", "W"]}
    other = put(sample)
    for query in ("?step=30", "/table?step=30&tricks=1", "/table?step=20&count=11&tricks=1"):
        texts = [read(f"/matches/{number}/hands/2{query}").source for number in (one, other)]
        assert len({re.sub(r"/matches/\d+", "", text) for text in texts}) == 1


def test_results_are_shown_ahead_where_asked_for(read: Read, hand: str, client: FlaskClient) -> None:
    assert 'data-step="100"' not in read(f"{hand}?step=17").source
    shown = read(f"{hand}?step=17&results=shown")
    assert shown.all("li", data_step="100")
    assert "mark-finding" in shown.source
    assert read(f"{hand}?step=17").all("li", data_step="100")
    assert not read(f"{hand}?step=17&results=hidden").all("li", data_step="100")
    assert not read(f"{hand}?step=17").all("li", data_step="100")
    del client


def test_four_colours_are_remembered(read: Read, hand: str) -> None:
    assert not read(hand).all("div", class_="four-colours")
    assert read(f"{hand}?colours=four").all("div", class_="four-colours")
    assert read(hand).all("div", class_="four-colours")
    assert not read(f"{hand}?colours=two").all("div", class_="four-colours")


def test_the_seat_that_is_looked_from(read: Read, hand: str) -> None:
    page = read(f"{hand}?step=17&seat=W")
    (own,) = page.all("section", class_="felt-at-1")
    assert own["aria-label"] == "Sun Yue 孙悦"
    assert control(page, "next")["href"] == f"{hand}?step=18&seat=W"
    assert [each["aria-label"] for each in read(f"{hand}?view=N").all("section", class_="felt-at-1")] == ["Zhao Min"]
    assert "there are: E, N, W, S." in read(f"{hand}?seat=Q", 404).text


def test_who_holds_cards_at_the_end_is_not_out(read: Read, put: Put) -> None:
    number = put((SAMPLES / "bao_huang" / "rizhao-evening.json").read_bytes())
    page = read(f"/matches/{number}/hands/2?step=87")
    assert page.text.count("4th, 33 left") == 2
    assert "out, 4th" not in page.text
    assert len(page.all("section", class_="felt-out")) == 3


def test_an_illegal_play_lies_beside_what_was_to_be_beaten(read: Read, hand: str) -> None:
    before, at, after = (read(f"{hand}?step={step}") for step in (FAULT - 1, FAULT, FAULT + 1))
    assert "to beat" in before.text
    assert "Not allowed" not in before.text + after.text
    assert at.all("div", role="group", aria_label="the play to beat")
    assert at.all("div", role="group", aria_label="the play that is not allowed")
    assert len(at.all("div", class_="felt-illegal-play")) == 1
    assert "pair of 9s Li Wei, to beat" in at.text
    assert at.text.count("Not allowed") == 1
    assert "Sun Yue 孙悦 to play" in at.text


def test_a_step_with_a_finding(read: Read, hand: str) -> None:
    page = read(f"{hand}?step={FAULT}")
    note, finding = page.all("article", class_="finding")
    assert "note" in (note["class"] or "")
    assert "finding-error" in (finding["class"] or "")
    assert "pair of 8s does not beat pair of 9s" in page.text
    assert "a higher play of the same kind, a bomb, or a pass" in page.text
    assert {"/findings/does-not-beat", "/rules/guandan/guandan.beats"} <= set(page.links)
    assert page.all("li", data_step=str(FAULT), class_="replay-found-error")
    assert not read(f"{hand}?step={FAULT - 1}").all("article", class_="finding")


def test_findings_about_the_whole_hand_stand_at_the_deal_or_the_end(
    read: Read, put: Put, sample: dict[str, Any]
) -> None:
    hand = f"/matches/{put(sample)}/hands/5"
    (north,) = (player["name"] for player in sample["players"] if player["seat"] == "N")
    wrong = f"wrong levels: the log has {north} 9; the rules give {north} 5"
    page = read(f"{hand}?results=shown")
    assert wrong in page.text
    assert page.all("li", data_step="0", class_="replay-found-error")
    last = page.all("div", class_="replay-scene")[0]["data-steps"]
    assert "wrong levels" not in read(f"{hand}?results=hidden").text
    assert wrong in read(f"{hand}?step={last}").text


def test_what_a_seat_did(read: Read, put: Put, sample: dict[str, Any]) -> None:
    number = put(sample)
    actions = sample["hands"][0]["actions"]
    names = {player["seat"]: player["name"] for player in sample["players"]}
    for step in (1, 2, 30):
        seat, verb = actions[step - 1].split()[:2]
        page = read(f"/matches/{number}/hands/1?step={step}")
        assert f"Step {step} {names[seat]} {'passes' if verb == 'pass' else 'plays'}" in page.text
    assert ", to beat" in page.text


@pytest.mark.parametrize("step", ["112", "-1", "x", "", "1.5", "٣", "9" * 30, "1e3", "<b>"])
def test_steps_that_are_not_there(read: Read, hand: str, step: str) -> None:
    past_the_end = step.isascii() and step.isdecimal()
    for address in (f"{hand}/table",) if past_the_end else (hand, f"{hand}/table"):
        page = read(f"{address}?step={step}", 404)
        assert "Hand 2 has the steps 0 (the deal) to 111" in page.text


def test_hands_that_are_not_there(read: Read, put: Put, sample: dict[str, Any], log: Callable[..., bytes]) -> None:
    number = put(sample)
    for hand in ("0", "9", "2147483647"):
        assert "the hands 1 to 8" in read(f"/matches/{number}/hands/{hand}", 404).text
    assert "no hands" in read(f"/matches/{put(log('none'))}/hands/1", 404).text


def test_a_match_with_players_too_many_for_its_rules_is_not_replayed(read: Read, put: Put) -> None:
    players = [{"seat": seat, "name": seat * 2} for seat in "ABC"]
    rules = {"preset": "criss-cross"}
    log = {"format": "fupan/1", "game": "chinese_poker", "rules": rules, "players": players, "hands": [{"actions": []}]}
    number = put(log)
    assert "but the log has 3" in read(f"/matches/{number}").text
    for address in ("hands/1", "hands/1/table", "hands/1/score", "score"):
        read(f"/matches/{number}/{address}", 404)


def test_hands_follow_each_other(read: Read, hand: str) -> None:
    base = hand.removesuffix("2")
    page = read(hand)
    assert [link["href"] for link in page.all("a", rel="prev")] == [f"{base}1"]
    assert [link["href"] for link in page.all("a", rel="next")] == [f"{base}3"]
    assert not read(f"{base}8").all("a", rel="next")
    assert read(f"{hand}/").text == page.text


class Scenes(HTMLParser):
    """The parts of the scenes of an answer, by step and name: the tags and words of each."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: dict[int, dict[str, list[str]]] = {}
        self._step = -1
        self._part: list[str] | None = None
        self._depth = 0
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if "data-scene" in named:
            self._step = int(named["data-scene"] or "")
            self.parts[self._step] = {}
        if "data-part" in named:
            assert self._part is None, "a part lies inside another"
            self._part, self._depth = self.parts[self._step].setdefault(named["data-part"] or "", []), 0
        if self._part is not None:
            self._part.append(f"<{tag} {attrs}>")
            self._depth += tag not in VOID

    def handle_endtag(self, tag: str) -> None:
        if self._part is not None:
            self._part.append(f"</{tag}>")
            self._depth -= 1
            if not self._depth:
                self._part = None

    def handle_data(self, data: str) -> None:
        if self._part is not None and data.strip():
            self._part.append(data.strip())


@pytest.mark.parametrize("view", ["", "&view=N"])
@pytest.mark.parametrize(
    ("path", "number"),
    [
        ("../static/samples/spring-cup.json", 2),
        ("bao_huang/rizhao-evening.json", 2),
        ("big_a/captures.json", 1),
        ("chinese_poker/pineapple-progressive.json", 2),
    ],
)
def test_scenes_that_follow_each_other_have_what_changes(
    read: Read, put: Put, path: str, number: int, view: str
) -> None:
    """The changes put on top of each other give what the page of each step has."""
    log = SAMPLES / path
    hand = f"/matches/{put(log.read_bytes())}/hands/{number}"
    view = view.replace("N", json.loads(log.read_bytes())["players"][1]["seat"])
    steps = int(read(hand).all("div", class_="replay-scene")[0]["data-steps"])
    ahead = "&results=shown"
    changes = Scenes(read(f"{hand}/table?step=2&count=40{view}{ahead}").source).parts
    assert list(changes) == list(range(2, min(42, steps + 1)))
    known: dict[str, list[str]] = {}
    for step, parts in changes.items():
        assert all(known.get(name) != part for name, part in parts.items())
        known |= parts
        if step % 4 == 2 or step == FAULT:
            page = read(f"{hand}?step={step}{view}").source
            assert known == Scenes(page).parts[step]
    kept = sum(len(parts) < len(known) for parts in changes.values())
    assert kept >= len(changes) - 1


@pytest.mark.parametrize("view", ["", "&view=E"])
def test_steps_that_were_asked_for_come_as_if_each_was_asked_for_alone(read: Read, hand: str, view: str) -> None:
    changes = Scenes(read(f"{hand}/table?step=95&count=40{view}").source).parts
    assert list(changes) == list(range(95, 112))
    known: dict[str, list[str]] = {}
    for step, parts in changes.items():
        known |= parts
        if step % 5 == 1:
            assert known == Scenes(read(f"{hand}/table?step={step}{view}").source).parts[step]


@pytest.mark.parametrize(("query", "count"), [("", 1), ("count=0", 1), ("count=9999", 40), ("step=110&count=9", 2)])
def test_how_many_scenes_an_answer_has(read: Read, hand: str, query: str, count: int) -> None:
    assert len(read(f"{hand}/table?{query}&results=shown").all("div", class_="replay-scene")) == count
    assert len(read(f"{hand}/table?{query}&results=hidden").all("div", class_="replay-scene")) == count


def test_a_long_hand_is_listed_in_parts(read: Read, put: Put, log: Callable[..., bytes]) -> None:
    number = put(log("long", hands=[{"actions": ["E pass"] * 1_200}]))
    page = read(f"/matches/{number}/hands/1?step=501&results=shown")
    steps = [each["data-step"] for each in page.all("li") if "data-step" in each]
    assert steps == [str(step) for step in range(501, 1001)]
    assert f"/matches/{number}/hands/1?step=500" in page.links
    assert f"/matches/{number}/hands/1?step=1001" in page.links
    assert "Steps 501 to 1000 of 1200" in page.text


def test_unknown_cards_have_backs(read: Read, put: Put, sample: dict[str, Any]) -> None:
    hand = sample["hands"][0]
    del hand["deal"]["N"]
    hand["deal"]["E"] = " ".join(["??"] * 27)
    page = read(f"/matches/{put(sample)}/hands/1")
    assert "×27" in page.text
    assert page.all("span", class_="back", aria_label="27 cards not shown")


def test_claims_of_wild_cards_are_said(read: Read, put: Put, samples: Callable[[str, int], list[bytes]]) -> None:
    (log,) = samples("njupt", 1)
    page = read(f"/matches/{put(log)}/hands/1?step=1")
    assert page.all("span", aria_label="2 of hearts, wild standing for the 5 of spades")


def test_where_a_card_is_played_is_found(read: Read, hand: str) -> None:
    def found(asked: str) -> str:
        return str(read(f"{hand}?step=20&find=card&{asked}").all("div", class_="replay-scene")[0]["data-scene"])

    assert found("of=N&card=8+of+spades") == str(FAULT)
    assert found("of=N&card=8+of+spades&view=N") == str(FAULT)
    assert found("of=N&card=no+card") == "20"
    for asked in ("of=N&card=8+of+spades&view=E", "of=N&card=8+of+spades&view=table", "of=X&card=8+of+spades"):
        assert "does not show the cards" in read(f"{hand}?step=20&find=card&{asked}", 404).text
