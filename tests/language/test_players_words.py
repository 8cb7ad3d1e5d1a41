"""No page shows the codes of the program where players read: they are small print behind the words."""

import gzip
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Final

import pytest
from flask import Flask

from app.text.catalogue import all_codes
from app.text.language import LANGUAGES, Language
from engine.games import GAMES
from tests import profiles
from tests.language.demo_site import demo_site
from tests.language.test_pages_in_chinese import SAMPLES, names_of_logs, without, written_by_people
from tests.language.visited import visited
from tests.language.walked import VOID, one_of_each_place

SMALL_PRINT: Final = frozenset({"code", "small", "pre", "samp", "kbd", "script", "style", "textarea"})
TYPED: Final = frozenset({"typed_logs.page", "glossary.page"})
OF_LOGS: Final = frozenset({"rules.rule", "book.page", "rules.game"})
"""Pages that list the words of logs as people type them, in every language."""
JOINED: Final = re.compile(r"(?<![\w./-])[A-Za-z0-9]+(?:[_-][A-Za-z0-9]+)+(?![\w/-])", re.ASCII)
WILD: Final = re.compile(r"\b[2-9TJQKA][shdc]=[2-9TJQKA][shdc]?\b|\b(?:[2-9TJQKA][shdc] ){2,}")
"""Cards as logs have them."""


class Shown(HTMLParser):
    """The texts of a page that are not small print."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: Final[list[str]] = []
        self.translated: Final[list[str]] = []
        """Those of them that are in the language of the reader."""
        self._small: Final[list[bool]] = [False]
        self._untranslated: Final[list[bool]] = [False]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            english = tag != "html" and (dict(attrs).get("lang") or "").startswith("en")
            self._small.append(self._small[-1] or tag in SMALL_PRINT or english)
            self._untranslated.append(self._untranslated[-1] or dict(attrs).get("translate") == "no")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element without content shows no text."""

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID and len(self._small) > 1:
            self._small.pop()
            self._untranslated.pop()

    def handle_data(self, data: str) -> None:
        if not self._small[-1] and data.strip():
            self.texts.append(" ".join(data.split()))
            if not self._untranslated[-1]:
                self.translated.append(self.texts[-1])


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with demo_site(tmp_path_factory) as made:
        yield made


def codes_joined() -> frozenset[str]:
    """Every code with an underscore or a hyphen: findings, options, their values, presets."""
    found = {*all_codes()}
    for game in GAMES.values():
        found |= set(game.rules.presets)
        for option in game.rules.options:
            found |= {option.name, *(each for each in option.choices if isinstance(each, str))}
    notations = {"2-1-0", "4-2-0", "6-3-0", "open-face", "criss-cross"}
    """What players call a way to score, and what people call games."""
    return frozenset(code for code in found if "_" in code or "-" in code) - notations


def titles_of_logs() -> frozenset[str]:
    """The names that logs give to matches, which pages show as they are."""
    found = set[str]()
    for path in SAMPLES.rglob("*.json*"):
        data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        found |= set(re.findall(r'"id": ?"([^"]+)"', data.decode("utf-8", "replace")))
    return frozenset(found)


def codes_alone() -> frozenset[str]:
    """The values of options that are words, and the names of options and presets."""
    found: set[str] = set()
    for game in GAMES.values():
        for option in game.rules.options:
            found |= {option.name, *(each for each in option.choices if isinstance(each, str))}
        found |= set(game.rules.presets)
    return frozenset(each.lower() for each in found if each.isalpha())


@pytest.mark.parametrize("language", profiles.cases(LANGUAGES, (Language.ENGLISH, Language.SIMPLIFIED)))
def test_no_page_shows_a_code_outside_small_print(
    web: Flask, language: Language, tmp_path_factory: pytest.TempPathFactory
) -> None:
    joined, alone, names = codes_joined() - titles_of_logs(), codes_alone(), names_of_logs()
    left, written = dict[str, list[str]](), written_by_people()
    for page in one_of_each_place(visited(tmp_path_factory, web, language)):
        shown = Shown()
        shown.feed(page.html)
        texts = list(without(shown.texts, written))
        found = {each for text in texts for each in JOINED.findall(text) if each in joined}
        if page.endpoint not in TYPED | OF_LOGS:
            found |= {each for text in texts for each in WILD.findall(text)}
        if language is not Language.ENGLISH and page.endpoint not in TYPED:
            words = {
                each.lower()
                for text in without(shown.translated, written)
                for each in re.findall(r"(?<![\w])[a-z]+(?![\w])", text, re.ASCII)
            }
            found |= (words & alone) - names
        if found:
            left[page.address] = sorted(found)[:12]
    if left:
        pytest.fail("\n".join(f"{address}: {', '.join(codes)}" for address, codes in left.items()))
