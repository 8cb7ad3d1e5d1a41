"""The shape of a hand: cards left by seat over its actions, as far as they may be shown."""

import json
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.web.replay.hand_shape import RIGHT, SeatCourse, Shape, has_course, shape_of
from engine.replay.frames import Frame, RowFrame, SeatFrame

Read = Callable[..., Any]
Put = Callable[..., int]
SAMPLES = Path(__file__).parents[3] / "sample_logs"
STEPS = 111


@pytest.fixture
def hand(put: Put, sample: dict[str, Any]) -> str:
    """The address of the second hand of the sample."""
    return f"/matches/{put(sample)}/hands/2"


def figure(text: str) -> dict[str, Any]:
    """What the script of the chart is given: what it needs, and of the figure the names with their counts."""
    drawn, needs = re.findall(r'<script type="application/json" class="shape-\w+">(.*?)</script>', text, re.DOTALL)
    lines = [{"name": line["name"], "counts": line["y"]} for line in json.loads(drawn)["data"]]
    return {**json.loads(needs), "lines": lines}


def left(hand: dict[str, Any], step: int) -> list[int]:
    """The cards left by seat after a step of a hand without tribute, counted from its actions."""
    counts = {seat: len(cards.split()) for seat, cards in hand["deal"].items()}
    for action in hand["actions"][:step]:
        seat, verb, *words = action.split()
        if verb == "play":
            counts[seat] -= len([word for word in words if not word.startswith("@")])
    return list(counts.values())


def frame_with(rows: tuple[RowFrame, ...], stage: str, steps: int = 5) -> Frame:
    seat = SeatFrame(seat="A", count=5, cards=(), hidden=5, public=(), rows=rows)
    return Frame(
        hand=0, step=0, steps=steps, stage=stage, action=None, seats=(seat,), table=None, turn=None, finish=(), facts=()
    )


ROW = RowFrame(name="front", hand=None, cards=("9s",), size=3, reading="")


def test_the_chart_ends_at_the_step(read: Read, hand: str, sample: dict[str, Any]) -> None:
    page = read(f"{hand}/shape?step=40")
    said = figure(page.source)
    assert (said["step"], said["steps"], said["shows_later"]) == (40, STEPS, False)
    assert {len(line["counts"]) for line in said["lines"]} == {41}
    assert [line["name"] for line in said["lines"]] == [player["name"] for player in sample["players"]]
    assert len(page.all("tr", data_row="40")) == 1
    assert not page.all("tr", data_row="41")


def test_the_numbers_are_the_cards_left(read: Read, put: Put, sample: dict[str, Any]) -> None:
    first = sample["hands"][0]
    page = read(f"/matches/{put(sample)}/hands/1/shape?step={len(first['actions'])}")
    counts = [line["counts"] for line in figure(page.source)["lines"]]
    assert [list(each) for each in zip(*counts, strict=True)] == [
        left(first, step) for step in range(len(first["actions"]) + 1)
    ]


def test_nothing_after_the_step_is_sent(client: FlaskClient, put: Put, sample: dict[str, Any]) -> None:
    """The same hand with another end has the same page, the same numbers and the same drawing at a step before."""
    changed = json.loads(json.dumps(sample))
    actions = changed["hands"][1]["actions"]
    for place in range(40, len(actions)):
        seat = actions[place].split()[0]
        actions[place] = f"{seat} pass"
    one, other = put(sample), put(changed)
    for query in ("shape?step=40", "shape/counts?since=20&step=40"):
        first = client.get(f"/matches/{one}/hands/2/{query}").text
        second = client.get(f"/matches/{other}/hands/2/{query}").text
        assert first.replace(f"/matches/{one}", "") == second.replace(f"/matches/{other}", "")


def test_with_results_the_whole_hand_is_drawn(read: Read, hand: str) -> None:
    page = read(f"{hand}/shape?step=40&results=shown")
    said = figure(page.source)
    assert said["shows_later"]
    assert {len(line["counts"]) for line in said["lines"]} == {STEPS + 1}
    assert page.all("tr", data_row=str(STEPS))
    assert page.all("tr", data_row="40", aria_current="step")


def test_a_seat_is_told_counts_but_no_hidden_card(client: FlaskClient, hand: str) -> None:
    """Counts of cards are known at the table; what lies after the step is not, even where results are shown."""
    text = client.get(f"{hand}/shape?step=40&view=E&results=shown").text
    said = figure(text)
    assert {len(line["counts"]) for line in said["lines"]} == {41}
    assert not said["shows_later"]
    assert "view=E" in said["replay"]
    assert "view=E" in said["counts"]


def test_cards_given_face_down_are_not_named_to_others(client: FlaskClient, put: Put) -> None:
    log = json.loads((SAMPLES / "chinese_poker" / "pineapple-progressive.json").read_bytes())
    number = put(log)
    actions = log["hands"][0]["actions"]
    step, action = next((place, text) for place, text in enumerate(actions, 1) if ":discard" in text)
    card = next(word for word in action.split() if word.endswith(":discard"))
    other = next(seat["seat"] for seat in log["players"] if seat["seat"] != action.split()[0])
    assert card in client.get(f"/matches/{number}/hands/1/shape?step={step}").text
    for address in (f"shape?step={step}&view={other}", f"shape/counts?since=0&step={step}&view={other}"):
        answer = client.get(f"/matches/{number}/hands/1/{address}").text
        assert card not in answer
        assert "??:discard" in answer


def test_the_numbers_after_a_step_are_asked_for(client: FlaskClient, hand: str, sample: dict[str, Any]) -> None:
    answer = client.get(f"{hand}/shape/counts?since=38&step=40").get_json()
    assert answer["since"] == 38
    assert answer["actions"] == sample["hands"][1]["actions"][38:40]
    assert [len(each) for each in answer["counts"]] == [2, 2, 2, 2]
    whole = client.get(f"{hand}/shape/counts?step=40").get_json()
    assert whole["since"] == -1
    assert [each[-2:] for each in whole["counts"]] == answer["counts"]
    assert client.get(f"{hand}/shape/counts?since=90&step=40").get_json()["counts"] == [[], [], [], []]


def test_the_parts_of_the_drawing_lead_to_the_steps(read: Read, hand: str) -> None:
    page = read(f"{hand}/shape?step=7")
    links = [each["href"] for each in page.all("a", tabindex="-1")]
    assert links == [f"{hand}?step={step}" for step in range(STEPS + 1)]


def test_a_replay_offers_it(read: Read, hand: str) -> None:
    page = read(f"{hand}?step=3")
    (box,) = page.all("details", data_shape=f"{hand}/shape")
    assert "charts.css" in box["data-style"]
    assert "plotly" not in page.source
    assert page.all("a", href=f"{hand}/shape?step=3")


def test_a_hand_whose_cards_are_laid_at_once_has_none(client: FlaskClient, put: Put) -> None:
    number = put(json.loads((SAMPLES / "chinese_poker" / "wheel.json").read_bytes()))
    assert "data-shape" not in client.get(f"/matches/{number}/hands/1").text
    answer = client.get(f"/matches/{number}/hands/1/shape")
    assert answer.status_code == 404
    assert "has no course to be drawn" in answer.text


def test_open_face_hands_count_the_cards_laid(read: Read, put: Put) -> None:
    number = put(json.loads((SAMPLES / "chinese_poker" / "open-face.json").read_bytes()))
    page = read(f"/matches/{number}/hands/1/shape?step=20")
    assert "Cards laid by each seat" in page.text
    said = figure(page.source)
    assert said["most"] == 13
    assert [line["counts"][-1] for line in said["lines"]] == [9, 9, 9, 9]


def test_which_hands_have_a_course() -> None:
    assert has_course(frame_with((), "play"))
    assert has_course(frame_with((ROW,), "placing"))
    assert not has_course(frame_with((ROW,), "setting"))
    assert not has_course(frame_with((), "play", steps=0))


def test_names_at_the_ends_do_not_cover_each_other() -> None:
    lines = tuple(SeatCourse(number, seat, seat, (27, 0)) for number, seat in enumerate("ENWS", 1))
    shape = Shape(step=1, steps=1, most=27, laid=False, lines=lines)
    heights = sorted(each.name_at for each in shape.drawn)
    assert all(upper + 15 <= lower for upper, lower in pairwise(heights))
    assert {each.end for each in shape.drawn} == {(float(RIGHT), shape.y(0))}


def test_a_long_hand_has_a_bounded_number_of_links() -> None:
    shape = Shape(step=0, steps=9_999, most=27, laid=False, lines=(SeatCourse(1, "E", "E", (27,)),))
    assert len(shape.bands) == 250
    assert shape.steps_named[:2] == (0, 2_000)


def test_the_counts_are_those_of_the_frames() -> None:
    first = frame_with((), "play")
    shape = shape_of([first], [("A", "Ann")], 0)
    assert shape.lines[0].counts == (5,)
    assert shape.shown == 0
    rows = shape_of([frame_with((ROW,), "placing")], [("A", "Ann")], 0)
    assert (rows.lines[0].counts, rows.most) == ((1,), 3)
