"""The levels of a match of Guandan on its page: a ladder for each team, and no sum of steps."""

import json
from collections.abc import Callable
from io import BytesIO
from typing import Any

from app.web.parts.ladder import ladders
from engine.logs import read_logs
from engine.verdict.check import Checker
from engine.verdict.stored_report import as_stored
from tests.golden import SAMPLES

Read = Callable[..., Any]
Put = Callable[..., int]


def of_log(log: dict[str, Any]) -> list[dict[str, tuple[int, ...]]]:
    """Of each team the hands by level."""
    (record,) = read_logs(BytesIO(json.dumps(log).encode()), "log.json")
    assert record.match is not None
    report = as_stored(Checker().check(record))
    return [{rung.level: rung.hands for rung in each.rungs if rung.hands} for each in ladders(record.match, report)]


def test_each_team_has_a_ladder(sample: dict[str, Any]) -> None:
    assert of_log(sample) == [
        {"5": (1,), "8": (2,), "T": (3,), "K": (5,), "A": (7,)},
        {"5": (4,), "8": (6,)},
    ]


def test_the_ladders_stand_in_place_of_totals(read: Read, put: Put, sample: dict[str, Any]) -> None:
    page = read(f"/matches/{put(sample)}")
    assert len(page.all("section", class_="ladder")) == 2
    assert len(page.all("li", class_="rung")) == 26
    assert len(page.all("li", aria_current="true")) == 2
    assert "Li Wei + Sun Yue 孙悦: level A" in page.text
    assert "Zhao Min + Qian Lu: level 8" in page.text
    players, _, rest = page.source.partition('id="rules"')
    assert "+12" not in players
    assert "<tfoot>" not in rest
    assert ">T<" not in page.source.replace(" ", "").replace("\n", "")


def test_other_games_keep_their_totals(read: Read, put: Put) -> None:
    page = read(f"/matches/{put((SAMPLES / 'big_a' / 'captures.json').read_bytes())}")
    assert not page.all("section", class_="ladder")
    assert "<tfoot>" in page.source


def test_a_recorded_total_that_differs_is_shown_all_the_same(read: Read, put: Put) -> None:
    page = read(f"/matches/{put((SAMPLES / 'guandan' / 'sheets' / 'score-sheet-wrong.json').read_bytes())}")
    assert page.all("section", class_="ladder")
    assert "Levels gained in all +6 recorded +7" in page.text
    assert "<s>+7</s>" in page.source
    assert "<s>+1</s>" in page.source


def test_levels_that_a_setup_gives_are_where_a_team_began(sample: dict[str, Any]) -> None:
    sample["hands"] = sample["hands"][4:5]
    sample["hands"][0]["setup"] |= {"level": "5", "levels": {"E": "T", "N": "5"}, "previous": ["S", "N", "E", "W"]}
    sample.pop("result", None)
    assert of_log(sample) == [{"K": (1,)}, {}]


def test_a_match_without_hands_has_no_ladder(read: Read, put: Put, log: Callable[..., bytes]) -> None:
    assert not read(f"/matches/{put(log('none'))}").all("section", class_="ladder")
