"""Words of logs in the language of the reader: roles, rows and naturals, kinds of combinations, counts."""

from app.text.game_terms import figure_text, said_by_game, spaced
from app.text.glossary import in_reader
from app.text.language import DEFAULT, _, current, said
from engine.games import GAMES
from engine.rulebook.sentences import Text, say_of


def log_word(game: str | None, word: str) -> str:
    """A role, a row or another word of logs of a game; of any game that has the word if ``game`` is not one.

    A reader of English sees the word itself.
    """
    if current() is DEFAULT:
        return word
    named = GAMES.get(game or "")
    games = list(GAMES.values()) if named is None else [named]
    for known_game in games:
        typed = known_game.glossary.words.get(word)
        if typed is not None:
            return in_reader(typed)
    for known_game in games:
        term = said(say_of(known_game.name, word))
        if term != word:
            return term
    return word


def words_of_kind(kind: str) -> str:
    """A kind of combination in words; in English its name with spaces."""
    if current() is not DEFAULT:
        for game in GAMES.values():
            known = game.statistics.kinds.get(kind)
            if known is not None:
                return said(known.words) if isinstance(known.words, Text) else _(known.words)
    return kind.replace("_", " ")


def figure_name(name: str) -> str:
    """A count of games, or another field of numbers, in words; in English its name with spaces."""
    return _(spaced(name)) if current() is DEFAULT else said_by_game(figure_text(name))
