"""The texts that the catalogues of translations must have, and a way to add those that they lack.

``python -m tests.translated`` prints the texts that a catalogue lacks, file by file.
``python -m tests.translated add`` adds each of them, with an empty translation, to the catalogues of the folder that it
is in, moves entries whose text has moved to another folder, and prints how many entries each catalogue gained.
"""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import write_po
from jinja2.ext import babel_extract

from app.cli import main as main_command
from app.cli.commands import texts_of
from app.cli.serving.demo import texts_of_disputes
from app.database.demo_logs import CONTEXT, demo_files, template_of
from app.judging.rules_of_match.words import CELL, VALUE, plain_words
from app.text.catalogue import VERDICT_PAGES
from app.text.translations.compiling import chinese_names, read
from app.text.translations.files import catalogues
from app.text.translations.languages import DEFAULT, LANGUAGES, Language
from engine.climbing.figures import PLAY_FIGURES
from engine.games import GAMES
from engine.logs import read_logs
from engine.record.match import MatchInfo, given_value
from engine.record.verbs import VERBS
from engine.replay.game import Game
from engine.replay.statistics import ALONE, Figure
from engine.rulebook.codes import EVERY_GAME
from engine.rulebook.findings import Code, Rule
from engine.rulebook.glossary import IN_CHINESE, Term
from engine.rulebook.pages import PAGES
from engine.rulebook.sentences import Text
from engine.rulebook.terms import TERMS

ROOT: Final = Path(__file__).parents[1]
OTHERS: Final = tuple(language for language in LANGUAGES if language is not DEFAULT)
WRITTEN: Final = tuple(language for language in OTHERS if language is not Language.TRADITIONAL)
"""The languages with catalogues: traditional Chinese is made from simplified Chinese."""
SUBJECTS: Final = frozenset({"matches", "replay", "sheets", "players", "disputes", "rules", "club"})
"""The folders of the application, its pages and its templates that have a catalogue each."""
_OF_THE_APP: Final = "app/text/translations"
_LETTERS: Final = re.compile(r"[A-Za-z]")

Key = tuple[str, str]
"""The context of a text and its template, that of one thing where it counts things."""


@dataclass(frozen=True, slots=True)
class Source:
    """A text that is translated."""

    id: str | tuple[str, str]
    """The template; the templates for one thing and for several, if it counts things."""
    context: str
    place: str
    """The file that it is in, relative to the root of the repository; ``PLACE:LINE`` where a line is known."""

    @property
    def key(self) -> Key:
        """What finds it in a catalogue: the context, and the template of one thing."""
        return self.context, self.id if isinstance(self.id, str) else self.id[0]


def placeholders(template: str) -> set[str]:
    """The names of the values of a template."""
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


@cache
def all_sources() -> tuple[Source, ...]:
    """Every text that is translated."""
    return tuple(_sources())


def _sources() -> Iterator[Source]:
    for root in ("engine", "app"):
        for path in sorted((ROOT / root).rglob("*.py")):
            if "migrations" not in path.parts:
                yield from in_code(path)
    for path in sorted((ROOT / "templates").rglob("*.html")):
        yield from in_template(path)
    yield from _of_the_rule_books()
    yield from _of_the_command_line()
    yield from _of_the_demo()


def in_code(path: Path) -> Iterator[Source]:
    """What a module says: the arguments of ``_``, ``_c``, ``_n``, ``say``, ``say_of``, ``marked``, ``Message``."""
    place = path.relative_to(ROOT).as_posix()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield from _said(node.func.id, node, f"{place}:{node.lineno}")


def in_template(path: Path) -> Iterator[Source]:
    """The texts that a template says: the arguments of ``_``, ``_c`` and ``_n``."""
    place = path.relative_to(ROOT).as_posix()
    options = {"extensions": "jinja2.ext.do", "silent": "false"}
    with path.open("rb") as file:
        for line, called, found, _ in babel_extract(file, ("_", "_c", "_n"), (), options):
            if called == "_c" and found is not None:
                yield Source(found[1], found[0], f"{place}:{line}")
            elif isinstance(found, str):
                yield Source(found, "", f"{place}:{line}")
            elif found is not None:
                texts = [each for each in found if isinstance(each, str)]
                if texts:
                    yield Source((texts[0], texts[1]) if len(texts) > 1 else texts[0], "", f"{place}:{line}")


def _said(name: str, call: ast.Call, place: str) -> Iterator[Source]:
    texts = [each.value if isinstance(each, ast.Constant) else None for each in call.args]
    match name, texts:
        case (("_" | "say" | "marked"), [str(text), *_]):
            yield Source(text, "", place)
        case "_n", [str(one), str(many), *_]:
            yield Source((one, many), "", place)
        case (("_c" | "say_of"), [str(context), str(text), *_]):
            yield Source(text, context, place)
        case "Message", _:
            named = [each.value.value for each in call.keywords if isinstance(each.value, ast.Constant)]
            for text in (*texts, *named):
                if isinstance(text, str) and _LETTERS.search(re.sub(r"\{\w+\}", "", text)):
                    yield Source(text, "", place)


def _of_the_command_line() -> Iterator[Source]:
    """The help of every command and option.  A text with values is found where it is said."""
    for text in texts_of(main_command):
        if not isinstance(text, Text):
            yield Source(text, "", "app/cli")


def _of_the_demo() -> Iterator[Source]:
    """The titles, names, events, notes and disputes of the demo."""
    texts = list(texts_of_disputes())
    for path in demo_files():
        with open(path, "rb") as stream:
            for match in (record.match for record in read_logs(stream, path)):
                assert match is not None
                info = given_value(match.match) or MatchInfo()
                names = [player.name for player in match.players]
                texts += [text for each in (info.id, info.event, info.note, *names) if (text := given_value(each))]
    for text in texts:
        yield Source(template_of(text)[0], CONTEXT, "sample_logs/demo")


def _of_the_rule_books() -> Iterator[Source]:
    yield from _codes(EVERY_GAME, "engine/rulebook")
    yield from _pages(PAGES, "engine/rulebook")
    for page in VERDICT_PAGES.values():
        for text in (page.meaning, page.explanation):
            yield Source(text, "", "app/text/catalogue.py")
    for game in GAMES.values():
        place = f"engine/games/{game.name}"
        yield from _codes(game.codes, place)
        yield from _pages(game.pages, place)
        for option in game.rules.options:
            for text in (option.text, *option.meanings.values()):
                yield Source(text, "", place)
        for text in game.rules.presets.values():
            yield Source(text, "", place)
        yield from _terms((game.glossary.game, *game.glossary.terms), place)
        yield from _words_of(game, place)
    for name in VERBS:
        yield Source(name, "verb", "engine/record/verbs.py")
    yield from _terms(TERMS, "engine/rulebook")
    yield from _figures(PLAY_FIGURES, "engine/climbing")
    yield from _of_options()


def _words_of(game: Game, place: str) -> Iterator[Source]:
    """What a game calls itself, its roles, and what is recorded and counted; what follows its verbs."""
    for text in (game.title, game.name.replace("_", " "), *game.verbs.values()):
        yield Source(text, "", place)
    roles = (*game.roles, ALONE, game.statistics.others) if game.roles else ()
    for role in roles:
        yield Source(role, game.name, place)
    for field in game.recorded:
        for text in (field.name, field.label, *(field.answers or ())):
            yield from _if_any(text, place)
    yield from _figures((each for each in game.statistics.figures if each not in PLAY_FIGURES), place)
    for words in (*(kind.words for kind in game.statistics.kinds.values()), *game.statistics.bombs.values()):
        yield Source(words, words.context if isinstance(words, Text) else "", place)
    strength = game.strength
    if strength is not None:
        texts = (strength.unit, strength.scale, strength.plain, *strength.limits)
        of_fit = (text for each in strength.fitted.correlations for text in (each.hands, each.between))
        for text in (*texts, *strength.features.values(), *strength.differences.values(), *of_fit):
            yield Source(text, "", place)


def _figures(figures: Iterable[Figure], place: str) -> Iterator[Source]:
    for figure in figures:
        for text in (figure.words or figure.name.replace("_", " "), figure.meaning):
            yield Source(text, "", place)


def _terms(terms: tuple[Term, ...], place: str) -> Iterator[Source]:
    for term in terms:
        yield Source(term.source, "", place)


def _if_any(text: str, place: str) -> Iterator[Source]:
    if text:
        yield Source(text, "", place)


def _of_options() -> Iterator[Source]:
    """The words of the values of options, and of the rows and columns of those that are tables."""
    place = "app/judging/rules_of_match"
    for option in (option for game in GAMES.values() for option in game.rules.options):
        for value in option.choices:
            if isinstance(value, str) and _LETTERS.search(value):
                yield Source(plain_words(value), VALUE, place)
        for name, within in (option.cells or {}).items():
            for cell in (name, *(within or ())):
                yield Source(cell.replace("_", " "), CELL, place)


def _codes(codes: tuple[Code, ...], place: str) -> Iterator[Source]:
    for code in codes:
        for text in (code.meaning, code.explanation):
            yield Source(text, "", place)


def _pages(pages: tuple[Rule, ...], place: str) -> Iterator[Source]:
    for page in pages:
        for text in (page.title, page.text, page.source):
            yield Source(text, "", place)


def key_of(message: Message) -> Key:
    """The context of an entry of a catalogue and its template of one thing, as `Source.key`."""
    return message.context or "", message.id if isinstance(message.id, str) else message.id[0]


def have(language: Language) -> set[Key]:
    """The keys of the texts that the catalogues of a language translate."""
    return {key_of(message) for path in catalogues(language) for message in read(path) if message.id and message.string}


def missing() -> list[Source]:
    """The texts that the catalogue of some language lacks, each once, at their first places."""
    found: dict[Key, Source] = {}
    for language in WRITTEN:
        known = have(language)
        for source in all_sources() if language is Language.SIMPLIFIED else (*all_sources(), *_in_chinese()):
            if source.key not in known:
                found.setdefault(source.key, source)
    return list(found.values())


def _in_chinese() -> Iterator[Source]:
    """What is called by a Chinese name, which a language other than Chinese translates."""
    for name in chinese_names():
        yield Source(name, IN_CHINESE, "engine/rulebook")


def catalogue_of(place: str) -> str:
    """The catalogue that the texts of a file belong to: its path from the root, without language and ending."""
    top, *folders = place.split("/")
    if top == "engine":
        return "/".join(("engine", *folders[: 2 if folders[0] == "games" else 1], "words"))
    if top == "sample_logs":
        return f"{_OF_THE_APP}/demo"
    if folders[:1] == ["cli"]:
        return f"{_OF_THE_APP}/cli"
    within = folders[1:] if folders[:1] == ["web"] else folders
    return f"{_OF_THE_APP}/{within[0] if within[0] in SUBJECTS else 'base'}"


def homes() -> dict[Key, list[str]]:
    """By text, the catalogues that it may be in: one for each of its places, the first one first."""
    found: dict[Key, list[str]] = {}
    for source in all_sources():
        found.setdefault(source.key, []).append(catalogue_of(source.place.partition(":")[0]))
    return found


def add() -> Counter[str]:
    """Adds missing texts to their catalogues and moves misplaced entries.  Returns how many each catalogue gained."""
    lacking, home, gained = missing(), homes(), Counter[str]()
    for language in WRITTEN:
        suffix, added = f".{language.locale}.po", dict[str, list[Message]]()
        for source in lacking:
            if source.key not in have(language):
                entry = Message(source.id, context=source.context or None)
                added.setdefault(home[source.key][0], []).append(entry)
        for path in catalogues(language):
            name, catalogue = path.relative_to(ROOT).as_posix().removesuffix(suffix), read(path)
            moved = [each for each in catalogue if each.id and name not in home.get(key_of(each), [name])]
            for each in moved:
                catalogue.delete(each.id, each.context)
                added.setdefault(home[key_of(each)][0], []).append(each)
            if moved:
                save(catalogue, path)
        for name, entries in added.items():
            path = ROOT / f"{name}{suffix}"
            catalogue = read(path) if path.exists() else Catalog(locale=language.locale, fuzzy=False)
            for each in entries:
                catalogue.add(each.id, each.string, context=each.context)
            save(catalogue, path)
            gained[name] = max(gained[name], len(entries))
    return gained


def save(catalogue: Catalog, path: Path) -> None:
    """Writes a catalogue, in the order of its entries, without dates and places; removes the file of an empty one."""
    if not len(catalogue):
        path.unlink(missing_ok=True)
        return
    with path.open("wb") as file:
        write_po(file, catalogue, width=120, no_location=True, omit_header=True)


def main(arguments: list[str]) -> None:
    """Prints what is missing, or adds it to the catalogues."""
    if arguments == ["add"]:
        for name, count in add().items():
            print(f"{name}: {count} added")
        return
    for source in missing():
        print(f"{source.place}: {source.id if isinstance(source.id, str) else source.id[0]}")


if __name__ == "__main__":
    main(sys.argv[1:])
