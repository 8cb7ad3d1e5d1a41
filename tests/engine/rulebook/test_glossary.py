"""The glossary: every word has its Chinese, and no two words of a game are confused."""

import unicodedata
from itertools import chain

import pytest

from app.text.catalogue import all_rules
from app.text.glossary import game_named, option_named, preset_named, sections, terms_named
from engine.games import GAMES
from engine.replay.game import Game
from engine.rulebook.glossary import folded, in_either_script
from tests.offenders import for_every

SECTIONS = sections()
GAME = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


def _is_chinese(text: str) -> bool:
    return any("CJK UNIFIED" in unicodedata.name(letter, "") for letter in text)


@for_every("section", SECTIONS)
def test_every_term_is_whole(section: object) -> None:
    found = next(each for each in SECTIONS if each is section)
    assert len({term.key for term in found.terms}) == len(found.terms)
    for term in found.terms:
        assert term.english
        assert _is_chinese(term.chinese), term
        assert all(letter.isalpha() or letter == " " for letter in term.pinyin), term
        assert term.source, term
        assert {*term.rules} <= {*all_rules()}, term
        named = in_either_script(term.english, term.chinese)
        assert len({*in_either_script(*term.also)}) >= len(term.also), term
        assert not {*named} & {*in_either_script(*term.also)}, term


@for_every("section", SECTIONS)
def test_pinyin_has_a_syllable_for_each_sign(section: object) -> None:
    found = next(each for each in SECTIONS if each is section)
    for term in found.terms:
        signs = [letter for letter in term.chinese if not letter.isspace()]
        if "A2345" not in term.chinese:
            assert len(term.pinyin.split()) == len(signs), term


@GAME
def test_every_option_and_preset_has_a_chinese_name(game: Game) -> None:
    assert {*game.glossary.options} == {option.name for option in game.rules.options}
    assert {*game.glossary.presets} == {*game.rules.presets}
    for name in chain(game.glossary.options.values(), game.glossary.presets.values()):
        assert name.chinese


def test_a_name_means_one_option_and_one_preset() -> None:
    for kind in ("options", "presets"):
        meant: dict[str, set[str]] = {}
        for game in GAMES.values():
            for name, called in getattr(game.glossary, kind).items():
                for text in called.names:
                    meant.setdefault(folded(text), set()).add(name)
        assert {text: names for text, names in meant.items() if len(names) > 1} == {}


def test_terms_are_found_by_every_name() -> None:
    for section in SECTIONS:
        for term in section.terms:
            for name in term.names:
                assert (section, term) in terms_named(name), (term, name)


@for_every("text", ["进贡", "進貢", "jingong", "jìn gòng", "JIN-GONG", "tribute", " Tribute "])
def test_a_term_by_its_spellings(text: str) -> None:
    found = [(section.name, term.english) for section, term in terms_named(text)]
    assert found == [("guandan", "tribute"), ("bao_huang", "tribute")]


@for_every("text", ["", "?", "nonsense", "贡"])
def test_no_term(text: str) -> None:
    assert terms_named(text) == []


@for_every(
    ("text", "name"),
    [
        ("掼蛋", "guandan"),
        ("摜蛋", "guandan"),
        ("Guan Dan", "guandan"),
        ("bao-huang", "bao_huang"),
        ("保皇", "bao_huang"),
        ("十三水", "chinese_poker"),
        ("十三张", "chinese_poker"),
        ("CHINESE_POKER", "chinese_poker"),
        ("大A", "big_a"),
    ],
)
def test_a_game_by_its_names(text: str, name: str) -> None:
    game = game_named(text)
    assert game is not None
    assert game.name == name


def test_no_game() -> None:
    assert game_named("麻将") is None
    assert game_named("") is None


def test_options_and_presets_by_their_names() -> None:
    games = tuple(GAMES.values())
    assert preset_named("比赛", games) == "tournament"
    assert preset_named("大菠蘿", games) == "pineapple"
    assert preset_named("tournament", games) == "tournament"
    assert preset_named("比赛赛", games) == "比赛赛"
    assert option_named("打A失败次数", games) == "a_failures"
    assert option_named("打a失败次数", games) == "a_failures"
    assert option_named("打A失敗次數", [GAMES["bao_huang"]]) == "打A失敗次數"
    assert option_named("hands", games) == "hands"
