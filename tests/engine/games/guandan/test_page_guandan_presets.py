"""The rules page, options and presets: its table, read out of the page itself."""

import re
from pathlib import Path

import pytest
from builders import finished, judge, judged, match

from engine.games.guandan.rules import RULES
from engine.rulebook.options import RulesUnknown

Table = dict[str, list[str]]


@pytest.fixture(scope="module")
def table(shared: Path) -> Table:
    """The cells of the page's last table, by option; its head under ``option``."""
    page = (shared / "spec" / "rules-guandan.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| `") or "option |" in line]
    head = next(index for index, row in enumerate(rows) if row[0] == "option")
    return {row[0].strip("` "): [cell.strip() for cell in row[1:]] for row in rows[head:]}


def test_the_presets_are_those_of_the_page(table: Table) -> None:
    presets = [cell.split("`")[1] for cell in table["option"][1:]]
    assert list(RULES.presets) == presets
    (default,) = [cell.split("`")[1] for cell in table["option"] if "(default)" in cell]
    assert RULES.default == default == "tournament"


def test_the_options_are_those_of_the_page(table: Table) -> None:
    assert [option.name for option in RULES.options] == [name for name in table if name != "option"]
    assert len(RULES.options) == 11


def test_the_values_are_those_of_the_page(table: Table) -> None:
    for option in RULES.options:
        text = table[option.name][0]
        numbers = re.fullmatch(r"(\d+)–(\d+)", text)
        if numbers:
            low, high = map(int, numbers.groups())
            assert all(option.accepts(value) for value in range(low, high + 1))
            wrong: list[object] = [low - 1, high + 1, True, "0", None]
        elif text == "true, false":
            assert option.accepts(True)
            assert option.accepts(False)
            wrong = ["true", 0, 1, None]
        else:
            words = re.findall(r"`(\w+)`", text)
            assert len(words) > 1
            assert option.choices == tuple(words)
            assert all(map(option.accepts, words))
            wrong = ["", words[0].upper(), True, 0]
        assert not [value for value in wrong if option.accepts(value)]


def test_every_cell_of_the_table(table: Table) -> None:
    seen = 0
    for column, cell in enumerate(table["option"][1:], 1):
        preset = cell.split("`")[1]
        options = RULES.resolve(preset).options
        assert list(options) == [name for name in table if name != "option"]
        for name, value in options.items():
            text = table[name][column]
            if text == "–":
                text = table[name][table["option"].index("`tournament` (default)")]
            shown = str(value).lower() if isinstance(value, bool) else str(value)
            assert shown == text.strip("`"), (preset, name)
            seen += 1
    assert seen == 55


def test_a_match_that_claims_nothing_is_judged_under_the_default() -> None:
    log = match(finished("EWNS"))
    del log["rules"]
    facts = judged(log).facts
    assert facts["rules"] == {"game": "guandan", "preset": "tournament", "options": dict(RULES.resolve().options)}


def test_an_option_changes_its_preset_and_nothing_else() -> None:
    done = judge(finished("EWNS"), preset="njupt", a_failures=0)
    assert done.facts["rules"]["options"] == dict(RULES.resolve("njupt").options) | {"a_failures": 0}


@pytest.mark.parametrize(
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
