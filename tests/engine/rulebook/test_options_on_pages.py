"""The options of each game on its rule pages."""

import re

from engine.games import GAMES
from engine.replay.game import Game
from engine.rulebook.findings import Rule
from tests.offenders import for_every

VALUE = re.compile(r"\b([a-z]+(?:_[a-z]+)*) = ([\w-]*\w)")
"""An option and its value, as the text of a page gives them."""

PAGES = [(game, page) for game in GAMES.values() for page in game.pages]


@for_every("game", GAMES.values())
def test_every_option_has_a_page(game: Game) -> None:
    named = {name for page in game.pages for name in page.options}
    assert [option.name for option in game.rules.options if option.name not in named] == []


@for_every(("game", "page"), PAGES)
def test_a_page_says_what_its_options_do(game: Game, page: Rule) -> None:
    words = set(re.findall(r"\w+", page.text))
    assert [name for name in page.options if name not in words] == []


@for_every(("game", "page"), PAGES)
def test_a_page_lists_the_options_that_its_text_names(game: Game, page: Rule) -> None:
    words = set(re.findall(r"\w+", page.text))
    named = {option.name for option in game.rules.options if "_" in option.name} & words
    named |= {name for name, _ in VALUE.findall(page.text)}
    assert named <= set(page.options)


@for_every(("game", "page"), PAGES)
def test_the_values_on_a_page_exist(game: Game, page: Rule) -> None:
    for name, text in VALUE.findall(page.text):
        option = game.rules.option(name)
        assert option.accepts(option.parse(text)), f"{name} = {text}"


@for_every("game", GAMES.values())
def test_the_pages_name_every_value_of_a_choice(game: Game) -> None:
    for option in game.rules.options:
        named = {value for page in game.pages for name, value in VALUE.findall(page.text) if name == option.name}
        assert set(option.choices) <= named, option.name
