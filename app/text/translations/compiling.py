"""Writes the compiled catalogues: ``python -m app.text.translations.compiling``."""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from app.text.translations.files import COMPILED, sources
from app.text.translations.languages import DEFAULT, LANGUAGES


def read(path: Path) -> Catalog:
    """The catalogue of one file.  Raises `babel.messages.pofile.PoFileError` if it is not valid."""
    with path.open("rb") as file:
        return read_po(file, locale=path.stem.split(".")[-1], abort_invalid=True)


def merged(paths: Sequence[Path]) -> Catalog:
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


def compiled(catalogue: Catalog) -> bytes:
    """A catalogue in the binary format of gettext."""
    output = BytesIO()
    write_mo(output, catalogue)
    return output.getvalue()


def compile_all() -> list[Path]:
    """Writes the compiled catalogue of every language but English.  Returns the files."""
    COMPILED.mkdir(exist_ok=True)
    written = []
    for language in LANGUAGES:
        if language is not DEFAULT:
            path = COMPILED / f"{language.locale}.mo"
            path.write_bytes(compiled(merged(sources(language))))
            written.append(path)
    return written


if __name__ == "__main__":
    compile_all()
