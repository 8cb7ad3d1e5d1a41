"""Every page in Chinese: no English is left but the words of logs, names, options and commands.

The same walk finds links that lead crawlers to what is computed.
"""

import gzip
import json
import re
import tomllib
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from werkzeug.exceptions import HTTPException

from app.database.demo_logs import demo_folder
from app.text.language import Language
from app.web.http.computing import is_computed
from engine.games import GAMES
from engine.record.match import Hand, HandResult, Match, MatchInfo, MatchResult, Setup
from tests import profiles
from tests.language.demo_site import demo_site
from tests.language.visited import opened, visited, without_pages
from tests.language.walked import Visited, english_in

SAMPLES = Path(__file__).parents[2] / "sample_logs"
NAMING = re.compile("^/rules/|^/logs/text|^/findings/|/matches/[0-9]+/rules")
"""Addresses of pages whose sentences name options and words of logs."""
WORDS = frozenset(
    [
        "fupan",
        "fault",
        "organiser",
        "weather",
        "json",
        "jsonl",
        "csv",
        "tsv",
        "xlsx",
        "parquet",
        "pdf",
        "png",
        "svg",
        "gif",
        "zip",
        "gzip",
        "zstd",
        "utf",
        "gbk",
        "html",
        "http",
        "https",
        "api",
        "linux",
        "openapi",
        "python",
        "rfc",
        "url",
        "sha",
        "qr",
        "plotly",
        "utc",
        "mib",
        "kib",
        "guandan",
        "bao",
        "huang",
        "big",
        "chinese",
        "poker",
        "english",
        "pass",
        "jokers",
        "joker",
        "openguandan",
        "plackett",
        "luce",
        "qka",
        "cats",
        "at",
        "cards",
        "game",
        "rules",
        "botzone",
        "njupt",
        "introduction",
        "to",
        "card",
        "com",
    ]
)
"""Words that are the same in every language: names of formats, of sources and platforms, and of this program."""


def ids_of_presets() -> frozenset[str]:
    """The words of the names of presets and of values of options."""
    names = [
        name
        for game in GAMES.values()
        for name in (*game.rules.presets, *(each for option in game.rules.options for each in option.choices))
    ]
    return frozenset(word.lower() for name in names for word in re.findall(r"[A-Za-z]+", name))


def words_of_rules() -> frozenset[str]:
    """The words of logs and options that rule pages name among their sentences."""
    names = [
        *(name for game in GAMES.values() for name in game.verbs),
        *(option.name for game in GAMES.values() for option in game.rules.options),
        *(name for kind in (Match, MatchInfo, MatchResult, Setup, Hand, HandResult) for name in kind.__struct_fields__),
        *("true", "false", "time", "name", "players", "rfc", "front", "middle", "back", "base", "points"),
    ]
    return frozenset(word.lower() for name in names for word in re.findall(r"[A-Za-z]+", name))


def names_of_logs() -> frozenset[str]:
    """Every word in the names that logs give to players, seats, matches, tables and events, and in names of files."""
    found: set[str] = set()
    for path in SAMPLES.rglob("*.json*"):
        found.add(path.name)
        if ".report." in path.name:
            continue
        data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        for line in data.splitlines() if ".jsonl" in path.name else [data]:
            try:
                log = json.loads(line)
            except ValueError:
                continue
            if isinstance(log, dict):
                about = log.get("match") if isinstance(log.get("match"), dict) else {}
                found |= {str(about.get(name, "")) for name in ("id", "event", "table", "played_at")}
                people = log.get("players") if isinstance(log.get("players"), list) else []
                found |= {str(value) for each in people if isinstance(each, dict) for value in each.values()}
    return frozenset(word.lower() for text in found for word in re.findall(r"[A-Za-z]+", text))


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with demo_site(tmp_path_factory) as made:
        yield made


def written_by_people() -> list[str]:
    """The texts of the disputes of the demo, the longest first."""
    script = tomllib.loads((demo_folder() / "disputes.toml").read_text("utf-8"))
    acts = [each for dispute in script["disputes"] for each in (dispute, *dispute.get("acts", ()))]
    texts = {str(each[name]) for each in acts for name in ("text", "dissent") if name in each}
    return sorted(texts, key=len, reverse=True)


def without(texts: list[str], left_out: list[str]) -> Iterator[str]:
    for text in texts:
        for each in left_out:
            text = text.replace(each, " ")
        yield text


@pytest.fixture(
    scope="module", params=profiles.cases((Language.SIMPLIFIED, Language.TRADITIONAL), (Language.SIMPLIFIED,))
)
def pages(request: pytest.FixtureRequest, web: Flask, tmp_path_factory: pytest.TempPathFactory) -> list[Visited]:
    """The pages that links lead to, in a language."""
    return visited(tmp_path_factory, web, request.param)


def test_every_page_is_visited(web: Flask, pages: list[Visited]) -> None:
    assert opened(web) - {page.endpoint for page in pages} == without_pages(web)


def test_links_of_the_readme_lead_to_pages_of_the_demo(web: Flask) -> None:
    readme = (SAMPLES.parent / "README.md").read_text(encoding="utf-8")
    links = sorted(set(re.findall(r"\(http://127\.0\.0\.1:5000(/[^)#]*)", readme)))
    client = web.test_client()
    assert len(links) > 10
    assert {link: status for link in links if (status := client.get(link).status_code) != HTTPStatus.OK} == {}


def test_no_page_has_english(pages: list[Visited]) -> None:
    known = WORDS | names_of_logs() | ids_of_presets()
    rules = known | words_of_rules()
    left, left_out = dict[str, list[str]](), written_by_people()
    for page in pages:
        words = rules if NAMING.search(page.address) else known
        if english := english_in(without(page.said.texts, left_out), words):
            left[page.address] = english[:10]
    assert left == {}


def test_no_crawler_is_led_to_what_is_computed(web: Flask, pages: list[Visited]) -> None:
    adapter = web.url_map.bind("localhost")
    led: dict[str, str] = {}
    for_crawlers = [page for page in pages if page.for_crawlers]
    for page in for_crawlers:
        for link in page.said.followed:
            parts = urlsplit(link)
            try:
                endpoint, _ = adapter.match(parts.path, method="GET")
            except HTTPException:
                continue
            if is_computed(web, endpoint, parts.path, parse_qs(parts.query)):
                led.setdefault(link, page.address)
    assert len(for_crawlers) > 50
    assert "\n".join(f"{link} on {address}" for link, address in sorted(led.items())) == ""
