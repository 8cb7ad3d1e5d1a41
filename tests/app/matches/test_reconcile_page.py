"""Every option changed alone, and the rules that make a match right, on pages."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.database.opening import transact
from app.judging.rules_of_match.records import add_house
from app.matches.computed import obtaining, results
from app.web.matches import rules_of_match
from engine.games import GAMES
from engine.verdict.searched import searched, size_of_space
from tests.app.matches.test_rules_of_match import post
from tests.builders import finished, match
from tests.golden import SAMPLES

Read = Callable[..., Any]
Put = Callable[..., int]


def sample(name: str) -> dict[str, Any]:
    log: dict[str, Any] = json.loads((SAMPLES / name).read_text())
    return log


RETURN = sample("guandan/faults/return-wrong-card.json")
EVENING = sample("demo/bao-huang-evening.json")


# Every option alone


def test_each_option_has_its_effect(read: Read, put: Put) -> None:
    number = put(EVENING)
    shown = read(f"/matches/{number}/rules")
    assert shown.faults == []
    assert shown.all("table", class_="alone")
    assert (
        "Scoring scoring by places worth 4, 2, 0, -2 and -4 instead of by places worth 2, 1, 0, -1 and -2" in shown.text
    )
    assert "Jiang Tao +3 Bai Lu +7 Fang Min +6 Qiu Yang −3 Dong Xue −11" in shown.text
    assert "Not allowed with the other options, or with this number of players: Scoring: win loss." in shown.text
    assert (
        "only the values that presets have were tried, because they have too many: Target, Number of hands."
        in shown.text
    )
    assert f"/matches/{number}?rules=gamerules&scoring=4-2-0" in shown.links


@pytest.mark.parametrize(
    ("sort", "first", "second"),
    [
        ("effect", "Scoring scoring by places worth 6", "Declarations declarations none"),
        ("option", "deck 216 cards", "emperor_pass in order of play"),
        ("errors", "declarations each side doubles", "take_order in the order"),
        ("hands", "Scoring scoring by places worth 4", "Declarations declarations none"),
        ("points", "Scoring scoring by places worth 6", "take_order in the order"),
        ("nonsense", "Scoring scoring by places worth 6", "Declarations declarations none"),
    ],
)
def test_the_table_is_sorted_by_the_address(read: Read, put: Put, sort: str, first: str, second: str) -> None:
    shown = read(f"/matches/{put(EVENING)}/rules?sort={sort}")
    table = shown.text[shown.text.index("Every option changed alone") :]
    table = table[table.index("Points") :]
    assert table.index(first) < table.index(second)
    assert min(table.index(" instead of "), table.index(second)) > table.index(first)


def test_options_without_an_effect_are_folded(read: Read, put: Put) -> None:
    shown = read(f"/matches/{put(RETURN)}/rules")
    assert "options with values that make no difference" in shown.text
    assert "0, 1, 2, 4, 5, 6, 7, 8, 9" in shown.text


def test_a_long_match_is_left_out(read: Read, put: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    number = put(RETURN)
    monkeypatch.setattr("app.web.matches.rules_of_match.LONGEST_ALONE", 1)
    assert "too long to try every option here" in read(f"/matches/{number}/rules?compare=yes").text
    monkeypatch.undo()
    monkeypatch.setattr(results, "CHANGED", 1)
    assert "not every option could be tried here" in read(f"/matches/{number}/rules").text


# Which rules make it right


def space_of_presets() -> int:
    """The number of rule sets of Guandan with the values that are tried of each option."""
    book = GAMES["guandan"].rules
    base = book.resolve("tournament")
    return size_of_space(book, base, searched(book, base))


def test_the_rules_that_make_it_right(read: Read, put: Put) -> None:
    number = put(RETURN)
    shown = read(f"/matches/{number}/rules?goal=clean")
    assert shown.faults == []
    assert "No error is found with 1 option of the claimed rules (preset Tournament) changed, in 2 ways." in shown.text
    assert "return_limit any card instead of cards up to 10 which cards may be returned for tribute" in shown.text
    assert f"/matches/{number}?rules=tournament&return_limit=any" in shown.links
    assert f"of {space_of_presets():,} were tried" in shown.text
    assert "Judged" in read(f"/matches/{number}?rules=tournament&return_limit=any").text


def test_a_search_that_takes_long_is_linked(read: Read, put: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    number = put(RETURN)
    monkeypatch.setattr(obtaining, "AT_ONCE", 50)
    assert f"/matches/{number}/rules?goal=clean#right" in read(f"/matches/{number}/rules").links
    monkeypatch.undo()
    assert "in 2 ways" in read(f"/matches/{number}/rules").text


def test_the_goal_of_scores(read: Read, put: Put) -> None:
    shown = read(f"/matches/{put(RETURN)}/rules?goal=scores")
    assert "Every recorded result comes out under the claimed rules (preset Tournament)." in shown.text


def test_nothing_makes_it_right(read: Read, put: Put) -> None:
    shown = read(f"/matches/{put(match(finished('EWNS', result={'scores': {'E': 99}})))}/rules?goal=clean")
    assert "No rules were found under which no error is found." in shown.text
    assert "Presets and house rules under which no error is found: none." in shown.text


def test_presets_and_house_rules_are_named(web: Flask, read: Read, put: Put) -> None:
    number = put(sample("demo/disputes/chinese-poker-scoop.json"))
    address = f"/matches/{number}/rules?goal=clean"
    shown = read(address)
    assert "under which no error is found: One-six ✓clean, Taiwanese ✓clean." in shown.text
    assert f"/matches/{number}?rules=taiwanese" in shown.links
    assert "House rules that were tried" not in shown.text
    for name, game, preset, options in (
        ("Friday", "chinese_poker", "two-four", {"overall": 0}),
        ("Monday", "guandan", "intro", {}),
    ):
        rules = GAMES[game].rules.resolve(preset, options)
        transact(web.extensions["fupan"].sessions, lambda session: add_house(session, name, rules))  # noqa: B023
    shown = read(address)
    assert "Taiwanese ✓clean, Friday, version 1 ✓clean." in shown.text
    assert "House rules that were tried: Friday, version 1." in shown.text
    links = {each for each in shown.links if "house" in each and each.startswith(f"/matches/{number}?")}
    assert ["Judged" in read(link).text for link in links] == [True]


def test_one_hand_decides(read: Read, put: Put) -> None:
    number = put(
        match(finished("EWNS", result={"scores": {"E": 99}}), finished("EWNS", level="5", result={"scores": {"E": 3}}))
    )
    assert "No rules were found" in read(f"/matches/{number}/rules?hand=1").text
    assert "No error is found in hand 2" in read(f"/matches/{number}/rules?hand=2").text
    assert f"/matches/{number}/rules?goal=scores&hand=2#right" in read(f"/matches/{number}/rules?hand=2").links
    for wrong in ("0", "3", "x", "-1", "9" * 30):
        read(f"/matches/{number}/rules?hand={wrong}", 404)


def test_solutions_have_pages(read: Read, put: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    number = put(RETURN)
    monkeypatch.setattr(rules_of_match, "SOLUTIONS", 1)
    first = read(f"/matches/{number}/rules?goal=clean")
    assert "cards up to 10 to the partner" not in first.text
    assert (
        "cards up to 10 to the partner, any card to an opponent instead of cards up to 10"
        in read(f"/matches/{number}/rules?page=2").text
    )


def test_the_work_is_bounded(read: Read, put: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    number = put(RETURN)
    monkeypatch.setattr(results, "SETS", 1)
    assert "the search stopped there, at its limit" in read(f"/matches/{number}/rules?goal=clean").text
    monkeypatch.setattr(rules_of_match, "LONGEST", 1)
    assert "too long for a search here" in read(f"/matches/{number}/rules?goal=clean").text


def test_rules_chosen_for_the_match_are_the_beginning(client: FlaskClient, read: Read, put: Put) -> None:
    number = put(RETURN)
    assert post(client, f"/matches/{number}/rules", rules="national_2017").status_code == 303
    shown = read(f"/matches/{number}/rules?goal=clean")
    assert "No error is found under the rules chosen for the match (preset National 2017)." in shown.text


def test_what_cannot_be_searched(read: Read, put: Put) -> None:
    read("/matches/99/rules?goal=clean", 404)
    read(f"/matches/{put(RETURN)}/rules?goal=all", 400)
    unknown = read(f"/matches/{put(match(finished('EWNS'), preset='nobody'))}/rules?goal=clean")
    assert "Which rules make this right" not in unknown.text


def test_a_fault_of_the_program_costs_the_search_alone(read: Read, put: Put, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_arguments: object) -> None:
        raise ArithmeticError("not meant to happen")

    number = put(RETURN)
    monkeypatch.setattr("engine.verdict.reconciliation.size_of_space", failing)
    assert "the fault is Fupan's" in read(f"/matches/{number}/rules?goal=clean").text
    monkeypatch.setattr("engine.verdict.option_effects.outcome_of", failing)
    assert "too long to try every option here" in read(f"/matches/{number}/rules?compare=yes").text
