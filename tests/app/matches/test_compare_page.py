"""The presets side by side, on the page of the rules of a match."""

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient

from app.judging import comparison
from app.matches.computed import obtaining, results
from app.text.glossary import preset_title
from engine.games import GAMES
from tests.app.conftest import Page
from tests.builders import finished, match

Read = Callable[..., Any]
Put = Callable[..., int]
PRESETS = list(GAMES["guandan"].rules.presets)
FAILED = finished("NSEW", level="A", levels={"E": "A", "N": "2"}, previous=["E", "W", "N", "S"], failures={"E": 2})


@pytest.fixture
def disputed() -> dict[str, Any]:
    """Two hands; whether E and W go back to 2 after the first decides what the second is worth."""
    return match(FAILED, finished("EWNS", level="5"), tribute="none")


def test_scores_stand_side_by_side(read: Read, put: Put, disputed: dict[str, Any]) -> None:
    disputed["players"][0]["name"] = "Li <b>Wei</b>"
    shown = read(f"/matches/{put(disputed)}/rules")
    assert shown.faults == []
    assert shown.all("table", class_="comparison")
    assert " ".join(["as checked", *(preset_title("guandan", name) for name in PRESETS)]) in shown.text
    assert "Li <b>Wei</b> E +3 0 +3 0 0 0" in shown.text
    assert "North N +3 +3 +3 +3 +3 +3" in shown.text
    assert "Winner none yet none yet none yet none yet none yet none yet" in shown.text
    assert "Hand 1, levels Li <b>Wei</b> 2 North 5 Li <b>Wei</b> A North 5" in shown.text
    assert (
        "Hand 2, scores Li <b>Wei</b> +3 North 0 West +3 South 0 Li <b>Wei</b> 0 North 0 West 0 South 0" in shown.text
    )
    assert "Introduction intro Failures at A a_failures 0 instead of 3 changes totals, hands" in shown.text
    tribute = "the last place pays tribute instead of nobody pays tribute changes verdict, errors"
    assert f"Tribute tribute {tribute}" in shown.text
    assert "the number of failures at A that sends a team back to level 2" in shown.text
    assert len(shown.all("tr", class_="differs")) == 7


def test_a_checked_preset_is_marked(read: Read, put: Put) -> None:
    shown = read(f"/matches/{put(match(FAILED))}/rules")
    assert "Introduction Tournament checked National 2017" in shown.text
    assert {each["data-label"] for each in shown.all("td")} >= {"Introduction", "Tournament, checked"}
    assert "Changed in the preset Tournament that the match was checked under" in shown.text


def test_where_nothing_depends_on_it_one_line_says_so(read: Read, put: Put) -> None:
    shown = read(f"/matches/{put(match(finished('EWNS')))}/rules")
    assert (
        f"every preset gives the same result ({', '.join(preset_title('guandan', name) for name in PRESETS)})"
        in shown.text
    )
    assert not shown.all("table", class_="comparison")


def test_a_longer_match_has_a_link_to_its_comparison(
    read: Read, put: Put, disputed: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    number = put(disputed)
    assert f"/matches/{number}/rules" in read(f"/matches/{number}").links
    monkeypatch.setattr(obtaining, "AT_ONCE", 50)
    shown = read(f"/matches/{number}/rules")
    assert not shown.all("table", class_="comparison")
    link = f"/matches/{number}/rules?compare=yes#compare"
    assert link in shown.links
    monkeypatch.undo()
    assert read(link).all("table", class_="comparison")
    monkeypatch.setattr(obtaining, "AT_ONCE", 50)
    shown = read(f"/matches/{number}/rules")
    assert shown.all("table", class_="comparison")
    assert shown.all("table", class_="alone")


def test_what_is_too_long_is_left_to_the_terminal(
    read: Read, put: Put, disputed: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "COMPARED", 300)
    shown = read(f"/matches/{put(disputed)}/rules")
    assert "too long to be compared here" in shown.text
    assert "fupan check --compare" in shown.text


def test_work_is_bounded(read: Read, put: Put, disputed: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    actions = sum(len(hand["actions"]) for hand in disputed["hands"])
    monkeypatch.setattr(results, "COMPARED", actions * len(PRESETS))
    shown = read(f"/matches/{put(disputed)}/rules")
    assert "E +3 0 +3 0 0 0" in shown.text
    assert "The match is too long to find out which of these are needed." in shown.text


def test_a_comparison_is_made_once(
    read: Read, put: Put, disputed: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    number = put(disputed)
    first = read(f"/matches/{number}/rules")
    monkeypatch.setattr(results, "check_and_compare", lambda *_: pytest.fail("it was made again"))
    assert read(f"/matches/{number}/rules").text == first.text


def test_a_comparison_belongs_to_the_rules_that_it_was_made_for(
    read: Read, client: FlaskClient, put: Put, disputed: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    number = put(disputed)

    def judge_under(rules: str) -> str:
        token = Page(client.get("/add")).all("input", name="csrf_token")[0]["value"]
        client.post(f"/matches/{number}/rules", data={"csrf_token": token, "rules": rules})
        text: str = read(f"/matches/{number}/rules").text
        return text

    own = read(f"/matches/{number}/rules").text
    chosen = judge_under("intro")
    assert chosen != own
    monkeypatch.setattr(results, "check_and_compare", lambda *_: pytest.fail("it was made again"))
    assert judge_under("claim") == own
    assert judge_under("intro") == chosen


def test_many_hands_are_not_listed_without_end(read: Read, put: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparison, "HANDS", 2)
    shown = read(f"/matches/{put(match(*[FAILED] * 5, tribute='none'))}/rules")
    assert "Hand 2, levels" in shown.text
    assert "Hand 3, levels" not in shown.text
    assert "And 3 more hands that the presets do not agree on." in shown.text


def test_a_fault_of_the_program_costs_the_comparison_alone(
    read: Read, put: Put, disputed: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_arguments: object) -> None:
        raise ArithmeticError("not meant to happen")

    number = put(disputed)
    monkeypatch.setattr("engine.verdict.comparison.DifferenceSearch", failing)
    shown = read(f"/matches/{number}/rules?compare=yes")
    assert "could not be compared" in shown.text
    assert "Judged under" in shown.text


def test_what_cannot_be_compared(read: Read, put: Put) -> None:
    read("/matches/99/rules", 404)
    read("/matches/99999999999999/rules", 404)
    unknown = put(match(finished("EWNS"), preset="nobody"))
    shown = read(f"/matches/{unknown}/rules?compare=yes")
    assert "There are no such rules" in shown.text
    assert "Under other rules" not in shown.text
    (other,) = shown.all("details", class_="other-rules")
    assert "open" in other
