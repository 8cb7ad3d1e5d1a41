"""The words of one game as a loose text has them, and how a value of a line is read with them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Final

from engine.cards.packed import CARD_TEXTS
from engine.games import GAMES
from engine.logs.loose.cards import JOKERS, CardReader
from engine.logs.loose.combinations import NamedCombination, shape_labels
from engine.logs.loose.words import Labels
from engine.replay.game import Game
from engine.rulebook.glossary import Name, folded, in_either_script

ENGLISH: Final = "en"
CHINESE: Final = "zh"
LANGUAGES: Final = (ENGLISH, CHINESE)
YES: Final = in_either_script("yes", "是", "true", "有", "y", "对")
NO: Final = in_either_script("no", "否", "false", "无", "n", "没有")
RECEIVER: Final = in_either_script(">", "to", "给", "→", "->", "贡给", "还给")
CLOCK: Final = in_either_script("time", "时间到")
"""Words for a match that the clock ended."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of a game."""

    game: Game
    cards: CardReader
    """Reads the cards of actions."""
    dealt: CardReader
    """Reads the cards of deals."""
    shapes: Labels[NamedCombination]
    """The names of combinations."""
    verbs: Labels[str]
    words: Labels[str]
    """The other words of logs, such as rows and roles."""


@cache
def vocabulary_of(name: str) -> Vocabulary:
    """The words of a game, by its name in logs."""
    game = GAMES[name]
    glossary = game.glossary
    others = {word: typed for word, typed in glossary.words.items() if word not in CARD_TEXTS}
    return Vocabulary(
        game,
        CardReader(game, bare=game.bare_ranks or game.bare_plays),
        CardReader(game, bare=game.bare_ranks),
        shape_labels(game),
        Labels([(spelling, verb) for verb, typed in glossary.verbs.items() for spelling in (verb, *typed.names)]),
        Labels([(spelling, word) for word, typed in others.items() for spelling in (word, *typed.names)]),
    )


def game_named(text: str) -> Game | None:
    """The game that a text names, by its name in logs or any name in use; None if there is none."""
    wanted = folded(text)
    for game in GAMES.values():
        if wanted in {folded(name) for name in (game.name, game.title, *game.glossary.game.names)}:
            return game
    return None


def known_word(text: str, names: Mapping[str, Name], known: Iterable[str]) -> str | None:
    """What a text names: one of some known words, itself or by its name in Chinese; None if it names none."""
    every = tuple(known)
    if text in every:
        return text
    wanted = folded(text)
    for word in every:
        called = names.get(word)
        others = () if called is None else called.names
        if wanted and wanted in map(folded, (word, *others)):
            return word
    return None


def written_word(game: Game, word: str, language: str) -> str:
    """A verb or another word of logs as a text in a language has it; the word itself if it has no other name."""
    typed = game.glossary.verbs.get(word) or game.glossary.words.get(word)
    if typed is None:
        return word
    return typed.chinese if language == CHINESE else typed.english


def written_cards(game: Game, language: str) -> Mapping[str, str]:
    """Words of a language for cards without rank and suit (jokers)."""
    if language != CHINESE:
        return MappingProxyType({})
    own = {card: typed.chinese for card, typed in game.glossary.words.items() if card in CARD_TEXTS}
    return MappingProxyType({**JOKERS, **own})
