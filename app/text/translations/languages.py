"""The languages, their names and tags."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final


class Language(StrEnum):
    """A language that Fupan speaks, as its tag in HTML, in addresses and on the command line."""

    ENGLISH = "en"
    SIMPLIFIED = "zh-Hans"
    TRADITIONAL = "zh-Hant"

    @property
    def locale(self) -> str:
        """Its name for Babel and in the names of catalogues."""
        return self.replace("-", "_")

    @property
    def own_name(self) -> str:
        """What it is called by those who speak it."""
        return _OWN_NAMES[self]

    @property
    def short_name(self) -> str:
        """The same in one or two letters."""
        return _SHORT_NAMES[self]


DEFAULT: Final = Language.ENGLISH
LANGUAGES: Final = tuple(Language)
_OWN_NAMES: Final[Mapping[str, str]] = MappingProxyType({"en": "English", "zh-Hans": "简体中文", "zh-Hant": "繁體中文"})
_SHORT_NAMES: Final[Mapping[str, str]] = MappingProxyType({"en": "EN", "zh-Hans": "简", "zh-Hant": "繁"})
_TRADITIONAL_PLACES: Final = frozenset({"hant", "tw", "hk", "mo"})


def language_named(tag: str) -> Language | None:
    """The language of a tag such as ``zh-TW``, ``zh_CN.UTF-8`` or ``en-GB``; None if Fupan does not speak it."""
    parts = tag.split(".")[0].split("@")[0].replace("_", "-").lower().split("-")
    if parts[0] == "en":
        return Language.ENGLISH
    if parts[0] != "zh":
        return None
    return Language.TRADITIONAL if _TRADITIONAL_PLACES & set(parts[1:]) and "hans" not in parts else Language.SIMPLIFIED
