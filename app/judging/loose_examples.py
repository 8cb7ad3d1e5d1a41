"""The examples of loose text: a whole match of each game, in English and Chinese."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from app.text.language import marked
from engine.games import GAMES
from engine.replay.game import Game

_LANGUAGES: Final = (("en", marked("English")), ("zh", marked("Chinese")))


@dataclass(frozen=True, slots=True)
class Example:
    """A whole match as people type it."""

    game: Game
    language: str
    """The language as pages name it to browsers: ``en`` or ``zh``."""
    title: str
    """The language in English; a template that the catalogues of translations have."""

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"{self.game.name.replace('_', '-')}-{self.language}.txt"

    def text(self, static_folder: str | None) -> str:
        """What is in its file, which is beside the folder of static files in a checkout and in an installed copy."""
        path = Path(static_folder or "").parent / "sample_logs" / "text" / self.name
        return path.read_text("utf-8")


def examples(game: Game) -> tuple[Example, ...]:
    """The examples of a game, one in each language."""
    return tuple(Example(game, language, title) for language, title in _LANGUAGES)


def example_named(name: str) -> Example | None:
    """The example with a file of this name; None if there is none."""
    return next((example for game in GAMES.values() for example in examples(game) if example.name == name), None)
