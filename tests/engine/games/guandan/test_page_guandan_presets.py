"""The rules page, options and presets: its tables, read out of the page itself."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from builders import finished, judge, judged, match

from engine.games.guandan.rules import RULES
from engine.rulebook.options import RulesUnknown
from tests.ahead import Ahead, without_ahead
from tests.offenders import for_every

AHEAD = Ahead.of("guandan")
Row = dict[str, str]
"""The cells of an option: the value in each preset, and its values under ``values``."""


def rows(page: str) -> Iterator[tuple[str, Row]]:
    """The rows of the page's tables of options, by option; a row of several options has a cell for each."""
    head: list[str] = []
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")] if line.startswith("| ") else []
        if cells and cells[0] == "option":
            head = ["option", "values", *(cell.split("`")[1] for cell in cells[2:])]
        elif cells and head:
            names = re.findall(r"`(\w+)`", cells[0])
            split = [cell.split(", ") if len(names) > 1 and ", " in cell else [cell] * len(names) for cell in cells[1:]]
            for place, name in enumerate(names):
                yield name, dict(zip(head[1:], (cell[place].strip("`") for cell in split), strict=True))
        elif not line.startswith("|"):
            head = []


@pytest.fixture(scope="module")
def page(shared: Path) -> str:
    """The section of options and presets of the rules page."""
    text = (shared / "spec" / "rules-guandan.md").read_text(encoding="utf-8")
    return text[text.index("## Options and presets") :]


@pytest.fixture(scope="module")
def table(page: str) -> dict[str, Row]:
    """The cells of both tables, by option."""
    merged: dict[str, Row] = {}
    for name, row in rows(page):
        values = merged.get(name, row)["values"]
        merged[name] = merged.get(name, {}) | row | {"values": values}
    return merged


def expanded(values: str) -> list[str]:
    """The words that the cell of a choice lists, with those that an ellipsis stands for."""
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    words: list[str] = []
    for word in re.findall(r"[\w-]+|…", values.replace("`", "")):
        if words and words[-1] == "…":
            words[-1:] = ranks[ranks.index(words[-2]) + 1 : ranks.index(word)]
        words.append(word)
    return words


def test_the_presets_are_those_of_the_page(table: dict[str, Row], page: str) -> None:
    presets = [*dict.fromkeys(preset for row in table.values() for preset in row if preset != "values")]
    assert list(RULES.presets) == without_ahead(presets, RULES.presets, AHEAD.presets)
    assert re.findall(r"`(\w+)` \(default\)", page) == [RULES.default] == ["tournament"]


def test_the_options_are_those_of_the_page(table: dict[str, Row]) -> None:
    names = [option.name for option in RULES.options]
    assert sorted(names) == sorted(without_ahead([*table], names, AHEAD.options))
    assert len(table) == 28


def test_the_values_are_those_of_the_page(table: dict[str, Row]) -> None:
    assert AHEAD.values.keys() <= {option.name for option in RULES.options}
    for option in RULES.options:
        text = table[option.name]["values"]
        numbers = re.fullmatch(r"(\d+); (\d+)–(\d+)", text)
        if numbers:
            base, low, high = map(int, numbers.groups())
            assert option.base == base
            assert all(option.accepts(value) for value in range(low, high + 1))
            wrong: list[object] = [low - 1, high + 1, True, "0", None]
        elif text in {"true, false", "false, true"}:
            assert option.base is text.startswith("true")
            assert option.accepts(True)
            assert option.accepts(False)
            wrong = ["true", 0, 1, None]
        else:
            have = [*option.choices, *map(str, option.numbers)]
            words = without_ahead(expanded(text), have, AHEAD.values.get(option.name, ()))
            assert len(words) > 1
            assert str(option.base) == words[0]
            assert sorted(have) == sorted(words)
            wrong = ["", words[0].swapcase(), True, 0]
        assert not [value for value in wrong if option.accepts(value)]


def test_every_cell_of_the_table(table: dict[str, Row]) -> None:
    seen = 0
    for preset in RULES.presets:
        for name, value in RULES.resolve(preset).options.items():
            row = table[name]
            text = row.get(preset, "–")
            if text == "–":
                text = row.get("tournament", row["values"].partition(",")[0].strip("`"))
            assert (str(value).lower() if isinstance(value, bool) else str(value)) == text, (preset, name)
            seen += 1
    assert seen == len(RULES.presets) * len(RULES.options)


def test_a_match_that_claims_nothing_is_judged_under_the_default() -> None:
    log = match(finished("EWNS"))
    del log["rules"]
    facts = judged(log).facts
    assert facts["rules"] == {"game": "guandan", "preset": "tournament", "options": dict(RULES.resolve().options)}


def test_an_option_changes_its_preset_and_nothing_else() -> None:
    done = judge(finished("EWNS"), preset="njupt", a_failures=0)
    assert done.facts["rules"]["options"] == dict(RULES.resolve("njupt").options) | {"a_failures": 0}


@for_every(
    ("preset", "options"),
    [("Tournament", {}), ("", {}), (None, {"tributes": "none"}), (None, {"a_failures": 10}), (None, {"win_at": "b"})],
)
def test_what_the_rules_do_not_have_is_refused(preset: str | None, options: dict[str, object]) -> None:
    with pytest.raises(RulesUnknown):
        RULES.resolve(preset, options)


def test_intro_is_without_tribute_and_limit() -> None:
    """The source as it stands, in what it leaves out: a second hand begins with the lead of whoever leads."""
    assert judge(finished("ENWS"), finished("NEWS", level="4"), preset="intro").said == []
    assert judge(finished("ENWS"), finished("NEWS", level="4")).said == ["tribute-missing 1/0 N"]
