"""Rules as they are asked for, whatever asks: presets, options, what claims most likely mean, forms."""

from typing import Any

import msgspec
import pytest

from app.judging.rules_of_match.asked import AskedRules, games_of, known_option, known_preset
from app.judging.rules_of_match.claims import claim_words, nearest
from app.judging.rules_of_match.form import fields_of, options_in
from app.judging.rules_of_match.house import house_name, name_and_version
from app.judging.rules_of_match.refusal import RulesRefused
from app.judging.rules_of_match.words import cell_words, value_words
from app.web.parts.open_match import PAGERS
from engine.games import GAMES
from engine.record.match import Match
from engine.rulebook.options import value_text
from tests.offenders import for_every


def match(game: str = "guandan", seats: str = "ENWS", **rules: Any) -> Match:
    claim = {"rules": rules} if rules else {}
    return msgspec.convert(
        {"format": "fupan/1", "game": game, "players": [{"seat": seat} for seat in seats], "hands": [], **claim}, Match
    )


def test_a_preset_replaces_the_claim_and_an_option_changes_it() -> None:
    claimed = match(preset="njupt", options={"hands": 3})
    assert AskedRules().for_match(claimed).rules.options["hands"] == 3
    changed = AskedRules(options={"a_failures": "2"}).for_match(claimed)
    assert (changed.rules.preset, changed.rules.options["hands"], changed.differing) == ("njupt", 3, {"a_failures": 2})
    assert changed.address == {"rules": "claim", "a_failures": "2"}
    chosen = AskedRules("botzone", None, {"hands": "0", "return_level": "yes"}).for_match(claimed)
    assert (chosen.rules.preset, chosen.changed, chosen.differing) == (
        "botzone",
        {"return_level": True},
        {"return_level": True},
    )
    assert chosen.title == "the preset Botzone, with Level cards returned: yes"


@for_every(
    ("asked", "of", "said"),
    [
        (AskedRules("tournment"), match(), "guandan has no preset 'tournment'; did you mean 'tournament'?"),
        (AskedRules(options={"a_failure": "3"}), match(), "did you mean 'a_failures'?"),
        (AskedRules(options={"win_at": "own_b"}), match(), "did you mean 'own_a'?"),
        (AskedRules(options={"a_failures": "10"}), match(), "'10' is not a valid value for a_failures (0 to 9)"),
        (
            AskedRules("criss-cross"),
            match("chinese_poker", "ABC"),
            "these rules are for 2 players, and the match has 3",
        ),
        (
            AskedRules("pineapple"),
            match("chinese_poker", "ABCD"),
            "these rules are for 2 to 3 players, and the match has 4",
        ),
        (
            AskedRules("njupt", game="guandan"),
            match("big_a", "ABCDE"),
            "these are rules of Guandan, and the match is Big A",
        ),
        (
            AskedRules("pineapple", None, {"hands_each": "2"}),
            match("chinese_poker", "AB"),
            "two hands each are not played open-face",
        ),
    ],
)
def test_what_a_game_does_not_have_is_refused_with_the_nearest_name(asked: AskedRules, of: Match, said: str) -> None:
    with pytest.raises(RulesRefused) as refused:
        asked.for_match(of)
    assert said in str(refused.value)


@for_every(
    ("rules", "words", "near"),
    [
        ({"preset": "njupt", "options": {"a_failure": 3}}, "preset NJUPT with a_failure = 3",
         ("njupt", {"a_failures": 3})),
        ({"preset": "nupt"}, "preset nupt", ("njupt", {})),
        ({"options": {"win_at": "own-a", "handz": "8"}}, "the default preset with win_at = own-a and handz = 8",
         ("tournament", {"hands": 8})),
        ({"preset": "zzzzzz"}, "preset zzzzzz", None),
        ({"options": {"qqqqqq": 1}}, "the default preset with qqqqqq = 1", None),
        ({"options": {"hands": [1]}}, "the default preset with hands = [1]", None),
        ({}, "no rules, so that the preset Tournament applies", ("tournament", {})),
    ],
)  # fmt: skip
def test_what_a_claim_of_unknown_rules_most_likely_means(
    rules: dict[str, Any], words: str, near: tuple[str, dict[str, Any]] | None
) -> None:
    claimed = match(**rules)
    assert claim_words(claimed) == words
    found = nearest(claimed)
    assert (None if found is None else (found.rules.preset, found.changed)) == near


def test_a_misspelt_option_lists_only_the_game_that_it_is_like() -> None:
    with pytest.raises(RulesRefused) as refused:
        known_option("a_failure", "3", GAMES.values())
    assert "did you mean a_failures?" in str(refused.value)
    assert "guandan: tribute" in str(refused.value)
    assert "chinese_poker" not in str(refused.value)
    with pytest.raises(RulesRefused, match="guandan has no option 'row_unit'") as refused:
        known_option("row_unit", "3", games_of("njupt"))
    assert "big_a" not in str(refused.value)
    with pytest.raises(RulesRefused, match="fupan rules GAME"):
        known_option("qqqqqq", "3", GAMES.values())
    with pytest.raises(RulesRefused, match="did you mean reach_a"):
        known_option("win_at", "reach_b", GAMES.values())
    with pytest.raises(RulesRefused, match="did you mean pineapple") as refused:
        known_preset("pinapple")
    assert "guandan" not in str(refused.value)


@for_every("game", GAMES)
def test_a_form_has_the_options_of_its_game_and_gives_them_back(game: str) -> None:
    book = GAMES[game].rules
    for preset in book.presets:
        rules = book.resolve(preset)
        fields = fields_of(game, rules.options, rules.options, {})
        assert [field.option.name for field in fields] == [option.name for option in book.options]
        assert not any(field.changed for field in fields)
        assert all(any(value.usual and value.chosen for value in field.values) for field in fields if field.values)
        filled = {field.option.name: field.value for field in fields if not field.parts}
        filled |= {cell.name: cell.value for field in fields for part in field.parts for cell in part.cells}
        assert AskedRules(preset, None, options_in(filled)).of_game(game).rules == rules
        for cell in (cell for field in fields for part in field.parts for cell in part.cells):
            assert cell.words == cell_words(cell.name.rpartition(".")[2])
    assert not {option.name for option in book.options} & {*PAGERS, "rules", "csrf_token", "name", "note", "game"}
    assert all("." not in option.name for option in book.options)


def test_the_cells_of_a_table_are_put_together() -> None:
    found = options_in({"royalty_table.middle.four": "8", "royalty_table.front.three": "", "overall": "", "wheel": "x"})
    assert found == {"royalty_table": '{"middle": {"four": 8}}', "wheel": "x"}
    rules = AskedRules("two-four", None, {"royalty_table": found["royalty_table"]}).of_game("chinese_poker").rules
    assert rules.options["royalty_table"] == {"middle": {"four": 8}}
    cleared = options_in({"royalty_table.middle.four": ""})
    assert cleared == {"royalty_table": "{}"}
    with pytest.raises(RulesRefused, match="not a valid value for royalty_table"):
        AskedRules("two-four", None, options_in({"royalty_table.middle.four": "many"})).of_game("chinese_poker")


def test_values_in_words() -> None:
    assert [value_words(each) for each in (True, False, 3, 1500, "by_rank", "own_a", {})] == [
        "yes", "no", "3", "1,500", "by rank", "own A", "no changes",
    ]  # fmt: skip
    assert value_words({"middle": {"four": 8, "full_house": 2}}) == "middle four 8, middle full house 2"
    assert value_text({"b": 1, "a": 2}) == '{"a": 2, "b": 1}'


def test_names_of_house_rules() -> None:
    assert house_name("  Friday \n table ") == "Friday table"
    assert house_name("周五牌桌") == "周五牌桌"
    for bad in ("", " ", "a@b", "x" * 61, "a\0b", "a\ud800b"):
        with pytest.raises(RulesRefused):
            house_name(bad)
    assert name_and_version(" Friday table@12 ") == ("Friday table", 12)
    assert name_and_version("Friday table") == ("Friday table", None)
    assert name_and_version("Friday@0") == ("Friday@0", None)
