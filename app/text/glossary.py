"""The glossary of all games, and what somebody means who types one of its words."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from app.text.language import DEFAULT, LANGUAGES, Language, _, current, words
from app.text.language.sentence import capital
from engine.games import GAMES
from engine.replay.game import Game
from engine.rulebook.glossary import IN_CHINESE, Name, Term, TypedWord, folded, in_either_script
from engine.rulebook.terms import TERMS


@dataclass(frozen=True, slots=True)
class Section:
    """The words of one game, or those of all of them: then ``game`` is None."""

    game: Game | None
    terms: tuple[Term, ...]

    @property
    def name(self) -> str:
        """The section in addresses."""
        return "all" if self.game is None else self.game.name


def sections() -> tuple[Section, ...]:
    """The glossary: the words of all games, then those of each one, its own name first."""
    games = (Section(game, (game.glossary.game, *game.glossary.terms)) for game in GAMES.values())
    return (Section(None, TERMS), *games)


def terms_named(text: str) -> list[tuple[Section, Term]]:
    """The terms that somebody can mean, by any of their names: ``进贡``, ``jingong``, ``tribute``."""
    wanted = folded(text)
    return [] if not wanted else list(_by_name().get(wanted, ()))


def term_names() -> Iterable[str]:
    """Every name of every term, for suggestions."""
    return dict.fromkeys(name for section in sections() for term in section.terms for name in term.names)


def game_named(text: str) -> Game | None:
    """The game that somebody means, by its name in logs or any name in use; None if there is none."""
    wanted = folded(text)
    for game in GAMES.values():
        if wanted in {folded(name) for name in (game.name, game.title, *game.glossary.game.names)}:
            return game
    return None


def preset_named(text: str, games: Iterable[Game]) -> str:
    """The name of the preset that somebody means in either language; the text itself where some game has none such."""
    return _known(text, ((game.rules.presets, game.glossary.presets) for game in games))


def option_named(text: str, games: Iterable[Game]) -> str:
    """The name of the option that somebody means in either language; the text itself where some game has none such."""
    books = ((tuple(option.name for option in game.rules.options), game.glossary.options) for game in games)
    return _known(text, books)


def in_reader(called: Name | Term | TypedWord) -> str:
    """What something is called in the language of the reader; in simplified Chinese for readers of English."""
    return name_in(called, current())


def name_in(called: Name | Term | TypedWord, language: Language) -> str:
    """What something is called in a language; in simplified Chinese where its catalogue does not say."""
    return words(language).of(IN_CHINESE, called.chinese)


def spellings(term: Term) -> Mapping[Language, str]:
    """What a term is called in each language."""
    return {language: term.english if language is DEFAULT else name_in(term, language) for language in LANGUAGES}


def also_called(term: Term) -> tuple[str, ...]:
    """The other names of a term, Chinese in either script."""
    known = {*spellings(term).values()}
    return tuple(name for name in in_either_script(*term.also) if name not in known)


def game_title(name: str | None) -> str:
    """What the reader calls a game; the name itself of one that is not known."""
    game = GAMES.get(name or "")
    if game is None:
        return name or _("unknown game")
    return game.title if current() is DEFAULT else in_reader(game.glossary.game)


def option_title(game: str, option: str) -> str:
    """What the reader calls an option; its name in logs if this version does not know it."""
    return _title(GAMES[game].glossary.options if game in GAMES else {}, option)


def preset_title(game: str, preset: str) -> str:
    """What the reader calls a preset; its name in logs if this version does not know it."""
    return _title(GAMES[game].glossary.presets if game in GAMES else {}, preset)


def _title(names: Mapping[str, Name], name: str) -> str:
    known_name = names.get(name)
    if known_name is None:
        return name
    return known_name.english or capital(name.replace("_", " ")) if current() is DEFAULT else in_reader(known_name)


def _known(text: str, books: Iterable[tuple[Iterable[str], Mapping[str, Name]]]) -> str:
    wanted = folded(text)
    for known, names in books:
        if text in known:
            return text
        for name, called in names.items():
            if wanted in map(folded, called.names):
                return name
    return text


@cache
def _by_name() -> Mapping[str, tuple[tuple[Section, Term], ...]]:
    by_name: dict[str, list[tuple[Section, Term]]] = {}
    for section, term in _all():
        for name in dict.fromkeys(map(folded, (term.key, *term.names))):
            by_name.setdefault(name, []).append((section, term))
    return MappingProxyType({name: tuple(terms) for name, terms in by_name.items()})


def _all() -> Iterator[tuple[Section, Term]]:
    return ((section, term) for section in sections() for term in section.terms)
