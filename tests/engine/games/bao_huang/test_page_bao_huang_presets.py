"""The rules page, options and presets: its table, cell by cell, read out of the page itself."""

import re
from pathlib import Path

import pytest
from bao_huang_builders import finished, judge, match
from builders import judged

from engine.games.bao_huang.rules import RULES
from engine.rulebook.options import RulesUnknown
from tests.ahead import Ahead, without_ahead
from tests.offenders import for_every

AHEAD = Ahead.of("bao_huang")
Table = dict[str, list[str]]


@pytest.fixture(scope="module")
def page(shared: Path) -> str:
    """The rules page."""
    return (shared / "spec" / "rules-bao-huang.md").read_text(encoding="utf-8")


def rows(text: str) -> Table:
    """The cells of a table of the page, by what the first cell of a row says."""
    split = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("| ")
    ]
    return {row[0].strip("`"): row[1:] for row in split}


@pytest.fixture(scope="module")
def table(page: str) -> Table:
    """The cells of the page's last table, by option; its head under ``option``."""
    return rows(page[page.index("## Presets") :])


@pytest.fixture(scope="module")
def others(page: str) -> Table:
    """The cells of the table of options that no seed has."""
    return rows(page[page.index("## Other tables") : page.index("## Presets")])


def test_the_presets_are_those_of_the_page(table: Table) -> None:
    names = [cell.split("`")[1] for cell in table["option"]]
    assert list(RULES.presets) == without_ahead(names, RULES.presets, AHEAD.presets)
    (default,) = [cell.split("`")[1] for cell in table["option"] if "default" in cell]
    assert RULES.default == default


def test_the_options_are_those_of_the_page(table: Table, others: Table) -> None:
    code = [option.name for option in RULES.options]
    names = dict.fromkeys(name for name in [*table, *others] if name != "option")
    assert sorted(code) == sorted(without_ahead([*names], code, AHEAD.options))
    assert len(names) == 20


def test_every_cell_of_the_table(table: Table) -> None:
    seen = 0
    for column, cell in enumerate(table["option"]):
        preset = cell.split("`")[1]
        if preset in AHEAD.presets:
            continue
        options = RULES.resolve(preset).options
        for name, value in options.items():
            if name in table:
                assert (str(value).lower() if isinstance(value, bool) else str(value)) == table[name][column]
                seen += 1
    assert seen >= 64


def test_the_values_of_other_tables_are_those_of_the_page(others: Table) -> None:
    added = {name: cells[0].strip("+ ").replace("`", "").split(", ") for name, cells in others.items()}
    del added["option"]
    assert AHEAD.values.keys() <= {option.name for option in RULES.options}
    for name in added.keys() - AHEAD.options:
        option = RULES.option(name)
        low, high = option.bounds or (0, -1)
        have = [*option.choices, *map(str, (*option.numbers, *range(low, high + 1)))] or ["true", "false"]
        assert {*without_ahead(added[name], have, AHEAD.values.get(name, ()))} <= {*have}


@pytest.mark.parametrize("option", RULES.options, ids=lambda option: option.name)
def test_the_values_are_named_on_the_page(page: str, option: object) -> None:
    from engine.rulebook.options import Option

    assert isinstance(option, Option)
    assert option.name in page
    for value in option.choices or map(str, option.numbers):
        assert re.search(rf"(?<![\w-]){re.escape(value)}(?![\w-])", page), value


@for_every(
    ("name", "good", "bad"),
    [
        ("deck", [168, 216], [0, 108, "168", True, None]),
        ("target", [0, 1, 100], [-1, 1.5, "1", True, None]),
        ("hands", [0, 1, 20], [-1, "1", False, None]),
        ("tribute", [True, False], [0, 1, "true", None]),
        ("balanced", [True, False], [0, 1, "true", None]),
        ("lowest_last", [True, False], [0, "false", None]),
        ("scoring", ["2-1-0", "4-2-0", "win_loss"], ["2-1", "WIN_LOSS", 0, None]),
    ],
)
def test_values_that_an_option_takes(name: str, good: list[object], bad: list[object]) -> None:
    option = RULES.option(name)
    assert all(map(option.accepts, good))
    assert not [value for value in bad if option.accepts(value)]


def test_a_match_that_claims_nothing_is_judged_under_the_default() -> None:
    log = match(finished("AC"))
    del log["rules"]
    facts = judged(log).facts
    assert facts["rules"] == {"game": "bao_huang", "preset": "gamerules", "options": dict(RULES.resolve().options)}


def test_an_option_changes_its_preset_and_nothing_else() -> None:
    done = judge(finished("AC"), preset="shanghai", target=7)
    assert done.facts["rules"]["options"] == dict(RULES.resolve("shanghai").options) | {"target": 7}


@for_every(
    ("preset", "options"),
    [
        ("Rizhao", {}),
        ("", {}),
        (None, {"tributes": True}),
        (None, {"deck": 54}),
        (None, {"scoring": "win_loss"}),
        ("rizhao", {"winner_rule": "points"}),
        ("rizhao", {"winner_rule": "team_out_first"}),
    ],
)
def test_what_the_rules_do_not_have_is_refused(preset: str | None, options: dict[str, object]) -> None:
    with pytest.raises(RulesUnknown):
        RULES.resolve(preset, options)


def test_win_loss_stands_with_first_vs_last() -> None:
    rules = RULES.resolve(None, {"scoring": "win_loss", "winner_rule": "first_vs_last"})
    assert rules.options["scoring"] == "win_loss"
    assert RULES.resolve("rizhao", {"scoring": "4-2-0", "winner_rule": "points"}).options["winner_rule"] == "points"


@for_every(
    ("preset", "scores"),
    [
        ("rizhao", {"A": 0, "B": 0, "C": 0, "D": 0, "E": 0}),
        ("shanghai", {"A": 2, "B": -2, "C": 2, "D": -2, "E": -2}),
        ("catsatcards", {"A": 2, "B": -1, "C": 1, "D": -1, "E": -1}),
        ("gamerules", {"A": 2, "B": -1, "C": 1, "D": -1, "E": -1}),
    ],
)
def test_one_hand_under_each_preset(preset: str, scores: dict[str, int]) -> None:
    """Emperor and protector second and third, farmers first and last."""
    done = judge(finished("BAC"), preset=preset)
    assert done.said == []
    assert done.hands[0]["scores"] == scores
