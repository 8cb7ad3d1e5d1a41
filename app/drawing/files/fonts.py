"""A font with Chinese characters for PDF and PNG files: the one that is named, or one found on the machine."""

import os
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from fontTools.ttLib import TTFont, TTLibError
from fontTools.ttLib.ttCollection import TTCollection

VARIABLE: Final = "FUPAN_FONT"
"""The variable that names the font's file."""
_NEEDED: Final = "复盘掼蛋规则Az09"
"""Characters that a usable font has."""
_NAMES: Final = (
    "notosanssc-regular",
    "notosanssc[wght]",
    "notosanscjksc-regular",
    "notosanscjk-regular",
    "sourcehansanssc-regular",
    "sourcehansans-regular",
    "sourcehansanscn-regular",
    "wqy-microhei",
    "wqy-zenhei",
    "msyh",
    "pingfang",
    "hiragino sans gb",
    "stheiti light",
    "simhei",
    "simsun",
    "deng",
    "arialuni",
    "arial unicode",
    "droidsansfallbackfull",
    "droidsansfallback",
    "uming",
    "ukai",
)
"""The names of files that are looked for, without their endings, in lower case, the best first."""
_ENDINGS: Final = frozenset({".ttf", ".otf", ".ttc", ".otc"})
_MOST_FILES: Final = 20_000
"""The most files that are looked at in the folders of fonts."""
_MOST_BYTES: Final = 64 * 1024 * 1024
_COLLECTION: Final = b"ttcf"
"""The first bytes of a file with several fonts."""
_FAMILY: Final = (16, 1)
"""The names of a font that say its family, the preferred one first."""


class NoFont(Exception):
    """No usable font was found.  The text of the exception is the reason, as a sentence."""


@dataclass(frozen=True, slots=True)
class Font:
    """A font with Chinese characters."""

    path: Path
    number: int
    """Which font of the file it is, from 0."""
    family: str


def font_of(environment: Mapping[str, str] | None = None) -> Font:
    """The font that FUPAN_FONT names, or else the best one in the machine's folders of fonts.

    Raises NoFont if there is none, or the one named cannot be used.
    """
    settings = os.environ if environment is None else environment
    return _font(settings.get(VARIABLE, ""), tuple(_folders(settings)))


@lru_cache(maxsize=8)
def _font(named: str, folders: tuple[Path, ...]) -> Font:
    if named:
        font = _usable(Path(named).expanduser())
        if font is None:
            raise NoFont(
                f"The file that {VARIABLE} names cannot be used: {named}. A TrueType or OpenType font with Chinese "
                "characters is expected."
            )
        return font
    candidates = sorted(_candidates(folders))
    for _, _, path in candidates:
        font = _usable(path)
        if font is not None:
            return font
    raise NoFont(
        "No font with Chinese characters was found on this machine, so no PDF or PNG can be made. Install one, such as "
        f"Noto Sans CJK, or name its file in {VARIABLE}. The HTML does not need one."
    )


def _folders(settings: Mapping[str, str]) -> Iterator[Path]:
    """The folders of fonts of Linux, macOS and Windows."""
    home = settings.get("HOME") or settings.get("USERPROFILE")
    if home:
        yield from (Path(home) / part for part in (".local/share/fonts", ".fonts", "Library/Fonts"))
    data = settings.get("XDG_DATA_HOME")
    if data:
        yield Path(data) / "fonts"
    yield from map(Path, ("/usr/share/fonts", "/usr/local/share/fonts", "/System/Library/Fonts", "/Library/Fonts"))
    windows = settings.get("WINDIR")
    if windows:
        yield Path(windows) / "Fonts"


def _candidates(folders: tuple[Path, ...]) -> Iterator[tuple[int, str, Path]]:
    """The files with known names: how good each is (0: the best), its name, its path."""
    seen = 0
    for folder in folders:
        for parent, _, names in os.walk(folder):
            for name in names:
                seen += 1
                if seen > _MOST_FILES:
                    return
                stem, ending = os.path.splitext(name.lower())
                if ending in _ENDINGS and stem in _NAMES:
                    yield _NAMES.index(stem), name, Path(parent, name)


def _usable(path: Path) -> Font | None:
    """The first font of a file that has the characters that are needed; None if it has none or cannot be read."""
    try:
        if path.stat().st_size > _MOST_BYTES:
            return None
        with path.open("rb") as stream:
            collection = stream.read(4) == _COLLECTION
            stream.seek(0)
            fonts = TTCollection(stream, lazy=True).fonts if collection else [TTFont(stream, lazy=True)]
            usable = (Font(path, number, _family(font)) for number, font in enumerate(fonts) if _has_characters(font))
            return next(usable, None)
    except (OSError, TTLibError, ValueError, KeyError, AssertionError, struct.error):
        return None


def _has_characters(font: TTFont) -> bool:
    characters = font.getBestCmap() or {}
    return all(ord(character) in characters for character in _NEEDED)


def _family(font: TTFont) -> str:
    names = (font["name"].getDebugName(number) for number in _FAMILY)
    return next((name for name in names if name), "")
