"""Writes the compiled catalogues: ``python -m app.text.translations.compiling``.

This needs Babel, and OpenCC for traditional Chinese, which a build has and an installed copy does without.
"""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from app.text.translations.files import COMPILED, catalogues
from app.text.translations.languages import DEFAULT, LANGUAGES, Language
from app.text.translations.traditional import traditional
from engine.games import GAMES
from engine.rulebook.glossary import IN_CHINESE, Name, Term, TypedWord
from engine.rulebook.terms import TERMS


def read(path: Path) -> Catalog:
    """The catalogue of one file.  Raises `babel.messages.pofile.PoFileError` if it is not valid."""
    with path.open("rb") as file:
        return read_po(file, locale=path.stem.split(".")[-1], abort_invalid=True)


def merged_catalogue(paths: Sequence[Path]) -> Catalog:
    """One catalogue of several files.  Raises ValueError if two of them translate a text in different ways."""
    whole = Catalog(locale=paths[0].stem.split(".")[-1] if paths else None)
    for path in paths:
        for message in read(path):
            before = whole.get(message.id, context=message.context) if message.id else None
            if before is not None and before.string != message.string:
                raise ValueError(f"{path}: '{message.id}' has another translation in another catalogue")
            if message.id:
                whole.add(message.id, message.string, context=message.context)
    return whole


def whole(language: Language) -> Catalog:
    """All translations of a language.  Raises ValueError where its files contradict one another."""
    if language is Language.TRADITIONAL:
        return traditional(whole(Language.SIMPLIFIED), chinese_names(), IN_CHINESE)
    return merged_catalogue(catalogues(language))


def chinese_names() -> list[str]:
    """The Chinese names of games, options, presets and places, and the Chinese words of the games and their logs."""
    of_games = (game.glossary for game in GAMES.values())
    called: list[Name | Term | TypedWord] = [*TERMS]
    for glossary in of_games:
        called += (
            glossary.game,
            *glossary.terms,
            *glossary.options.values(),
            *glossary.presets.values(),
            *glossary.places,
        )
        called += *glossary.verbs.values(), *glossary.words.values(), *((glossary.double,) if glossary.double else ())
    return sorted({term.chinese for term in called})


def compiled_catalogue(language: Language) -> bytes:
    """The translations of a language in the binary format of gettext."""
    output = BytesIO()
    write_mo(output, whole(language))
    return output.getvalue()


def compile_all() -> list[Path]:
    """Writes the compiled catalogue of every language but English.  Returns the files."""
    COMPILED.mkdir(exist_ok=True)
    written = []
    for language in LANGUAGES:
        if language is not DEFAULT:
            path = COMPILED / f"{language.locale}.mo"
            path.write_bytes(compiled_catalogue(language))
            written.append(path)
    return written


if __name__ == "__main__":
    compile_all()
