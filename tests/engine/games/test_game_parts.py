"""The games and their parts, which are imported when they are asked for."""

from engine.games import GAMES
from engine.replay.branch import Branching
from engine.replay.game import Analysis, Endgames, Placements, ScoreGrounds, Statistics
from engine.replay.mending import Mending
from engine.replay.strength import Strength
from engine.rulebook.book import Book
from engine.rulebook.findings import Rule
from engine.rulebook.glossary import Glossary
from tests.offenders import for_every

EVERY = {
    "glossary": Glossary,
    "pages": tuple,
    "book": Book,
    "branching": Branching,
    "statistics": Statistics,
    "grounds": ScoreGrounds,
    "strength": Strength,
    "mending": Mending,
}
SOME = {
    "settlement": None,
    "analysis": Analysis,
    "legal": None,
    "lane": None,
    "endgames": Endgames,
    "sight": None,
    "placements": Placements,
    "arranged": None,
}
"""The parts that not every game has; those without a class are called."""


def test_a_game_has_the_name_that_it_is_listed_by() -> None:
    assert {name: game.name for name, game in GAMES.items()} == {name: name for name in GAMES}


@for_every("name", GAMES)
def test_a_part_is_what_its_property_says(name: str) -> None:
    game = GAMES[name]
    assert {*EVERY} <= {*game.parts} <= {*EVERY, *SOME}
    for part, kind in (EVERY | SOME).items():
        found = getattr(game, part)
        if part not in game.parts:
            assert found is None
        else:
            assert isinstance(found, kind) if kind is not None else callable(found)
    assert game.pages
    assert all(isinstance(page, Rule) for page in game.pages)


def test_every_part_is_of_some_game() -> None:
    assert {part for game in GAMES.values() for part in game.parts} == {*EVERY, *SOME}
