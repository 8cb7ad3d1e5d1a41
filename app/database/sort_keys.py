"""The texts by which pages put names in order: pinyin for names in Chinese, and letters without case for all others."""

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from app.database.tables.matches import NAME_KEY, name_key, storable

_CHINESE: Final = re.compile("[\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f]+")
_SURNAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "仇": "qiu2",
        "区": "ou1",
        "區": "ou1",
        "单": "shan4",
        "單": "shan4",
        "华": "hua4",
        "華": "hua4",
        "任": "ren2",
        "曾": "zeng1",
        "朴": "piao2",
        "查": "zha1",
        "盖": "ge3",
        "蓋": "ge3",
        "解": "xie4",
    }
)
"""Characters that are read otherwise at the beginning of a name than elsewhere."""


def sort_key(name: str) -> str:
    """The text by which a name is put in order: ``li3 ming2 李明`` for ``李明``, ``anna`` for ``Anna``.

    Names that are read alike are in the order of their characters.
    """
    folded = name_key(name)
    if not _CHINESE.search(folded):
        return folded
    return storable(f"{_CHINESE.sub(lambda run: _read(run[0], run.start() == 0), folded)} {folded}")[:NAME_KEY]


def in_order(names: Iterable[str]) -> list[str]:
    """Names as pages list them."""
    return sorted(names, key=lambda name: (sort_key(name), name))


def _read(characters: str, first: bool) -> str:
    # The dictionaries are large, and only names in Chinese need them.
    from pypinyin import Style, lazy_pinyin

    surname = _SURNAMES.get(characters[0], "") if first else ""
    rest = characters[1:] if surname else characters
    syllables = lazy_pinyin(rest, style=Style.TONE3, neutral_tone_with_five=True)
    return " ".join(filter(None, (surname, *syllables)))
