"""Traditional Chinese in the words of Taiwan, made from the simplified texts when the catalogues are compiled.

OpenCC converts a text (`s2twp`) between the words of `zh_Hant.toml`, which have a translation of their own.  Texts that
this does not make right are in the same file, each with the simplified text that it replaces.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import opencc
from babel.messages.catalog import Catalog

from app.text.translations.files import EXCEPTIONS

_CONVERTER: Final = "s2twp"

Key = tuple[str, str]
"""The context of a text (empty for most) and its template, that of one thing where it counts things."""


@dataclass(frozen=True, slots=True)
class GivenForm:
    """A text whose traditional form is given, as long as the simplified one is this."""

    simplified: str
    traditional: str


@dataclass(frozen=True, slots=True)
class Exceptions:
    """What OpenCC does not know."""

    words: Mapping[str, str]
    """By simplified word or sign, the traditional one."""
    texts: Mapping[Key, GivenForm]


def exceptions() -> Exceptions:
    """The exceptions of `zh_Hant.toml`.  Raises ValueError where it names a text twice."""
    document = tomllib.loads(EXCEPTIONS.read_text(encoding="utf-8"))
    texts: dict[Key, GivenForm] = {}
    for entry in document["texts"]:
        key = entry.get("context", ""), entry["id"]
        if key in texts:
            raise ValueError(f"{EXCEPTIONS.name} has '{entry['id']}' twice")
        texts[key] = GivenForm(entry["simplified"], entry["traditional"])
    return Exceptions(MappingProxyType(document["words"]), MappingProxyType(texts))


def conversion(words: Mapping[str, str]) -> Callable[[str], str]:
    """What converts a simplified text: the longest word at each place as given, what is between as OpenCC does."""
    convert = opencc.OpenCC(_CONVERTER).convert
    pattern = re.compile("|".join(map(re.escape, sorted(words, key=len, reverse=True))) or r"(?!)")

    def converted(text: str) -> str:
        parts: list[str] = []
        at = 0
        for text_match in pattern.finditer(text):
            parts += convert(text[at : text_match.start()]), words[text_match[0]]
            at = text_match.end()
        return "".join((*parts, convert(text[at:])))

    return converted


def traditional(simplified: Catalog, names: Iterable[str], context: str) -> Catalog:
    """The traditional catalogue of a simplified one, and of Chinese names, which it has in a context.

    Raises ValueError where an exception names a text that there is not, or that has another simplified text.
    """
    known = exceptions()
    convert, left = conversion(known.words), dict(known.texts)

    def made(key: Key, text: str) -> str:
        replaced = left.pop(key, None)
        if replaced is None:
            return convert(text)
        if replaced.simplified != text:
            raise ValueError(
                f"{EXCEPTIONS.name}: the simplified text of '{key[1]}' is '{text}', not '{replaced.simplified}'"
            )
        return replaced.traditional

    whole = Catalog(locale="zh_Hant")
    for message in simplified:
        if message.id:
            template = message.id if isinstance(message.id, str) else message.id[0]
            # Chinese has one form for any number.
            text = message.string if isinstance(message.string, str) else (message.string or ("",))[0]
            said = made((message.context or "", template), text)
            whole.add(message.id, said if isinstance(message.id, str) else (said,), context=message.context)
    for name in names:
        whole.add(name, made((context, name), name), context=context)
    if left:
        raise ValueError(f"{EXCEPTIONS.name}: there is no text '{next(iter(left))[1]}'")
    return whole
