"""What the roles, presets and figures of games are called, in the language of the reader."""

from functools import cache

from app.text.language import _, current, said, words
from app.text.language.sentence import capital
from engine.games.figures import FIGURES
from engine.rulebook.sentences import Text


def role_words(game: str, role: str) -> str:
    """A role of a game, with a capital letter: ``Emperor``."""
    return capital(words(current()).of(game, spaced(role)))


def said_by_game(text: str) -> str:
    """A name or a sentence that a game gives to what is counted, in the language of the reader."""
    return said(text) if isinstance(text, Text) else _(text)


def figure_words(name: str) -> str:
    """A figure of any game, with a capital letter: ``Wild cards in bombs``."""
    return capital(said_by_game(figure_text(name)))


@cache
def figure_text(name: str) -> str:
    """A figure of any game in English, as it is called within a sentence: ``wild cards in bombs``."""
    return next((figure.words for figure in FIGURES.values() if name in (figure.name, figure.key)), "") or spaced(name)


def spaced(name: str) -> str:
    """A name of logs and files as words."""
    return name.replace("_", " ")
