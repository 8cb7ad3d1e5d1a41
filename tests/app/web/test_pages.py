"""What holds of every page, whatever is in it."""

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from flask import Flask

from app.judging.rules_of_match.prose import with_option_titles
from app.text.catalogue import all_codes, all_rules
from engine.games import GAMES
from tests.offenders import for_every
from tests.profiles import cases

HOSTILE = "\"><script>alert(1)</script><img src=x onerror=alert(2)>' {{ 7*7 }} {% raw %} javascript:alert(3) \u202e复盘"
FIXED = ["/", "/matches/", "/add", "/arrange", "/rules/", "/rules/log/", "/findings/", "/no/such/page"]


def hostile(sample: dict[str, Any]) -> dict[str, Any]:
    for player in sample["players"]:
        player["name"] = HOSTILE + player["seat"]
        player["id"] = HOSTILE + player["seat"]
    sample["match"] |= dict.fromkeys(("id", "event", "table", "note"), HOSTILE)
    sample[HOSTILE] = HOSTILE
    sample["hands"][0]["actions"][2] += f" # {HOSTILE}"
    sample["hands"][0]["actions"].insert(3, HOSTILE)
    sample["hands"][0]["actions"].insert(4, f"E play {HOSTILE}")
    sample["hands"][0]["actions"].insert(5, "")
    sample["hands"][0]["actions"].insert(6, "x" * 4_000)
    return sample


def check(page: Any) -> None:
    assert page.faults == []
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    for tag, attributes in page.elements:
        assert "style" not in attributes
        assert not [name for name in attributes if name.startswith("on")], attributes
        assert tag not in ("style", "iframe", "object", "base")
        for name in ("src", "href", "action"):
            value = attributes.get(name) or ""
            if attributes.get("rel") == "canonical":
                continue
            assert value == "" or value.startswith(("/", "#")), (tag, value)
            assert not value.startswith("//")
    for script in page.all("script"):
        if script.get("type") == "application/json":
            continue
        assert script.get("type") == "module"
        assert script.get("src")
    assert "<script>alert" not in page.source
    assert "onerror" not in {name for _, attributes in page.elements for name in attributes}


def check_whole(page: Any) -> None:
    check(page)
    assert page.source.startswith("<!doctype html>")
    assert page.all("html", lang="en")
    assert page.all("meta", name="viewport")
    assert len(page.all("h1")) == 1
    assert len(page.all("main")) == 1
    assert page.links[0] == "#main"
    levels = [int(tag[1]) for tag, _ in page.elements if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels)), levels
    labelled = {attributes["for"] for attributes in page.all("label")}
    for tag in ("input", "select", "textarea"):
        for field in page.all(tag):
            assert field.get("type") == "hidden" or field.get("id") in labelled
    assert len(page.all("caption")) == len(page.all("table"))
    assert all(cell.get("scope") for cell in page.all("th"))
    for form in page.all("form"):
        if form.get("method") == "post":
            assert page.all("input", name="csrf_token")


@pytest.mark.parametrize("address", FIXED)
def test_pages_that_are_there_without_a_match(read: Callable[..., Any], address: str) -> None:
    check_whole(read(address, 404 if "no" in address.split("/") else 200))


@for_every("code", all_codes())
def test_the_page_of_every_code(read: Callable[..., Any], code: str) -> None:
    page = read(f"/findings/{code}")
    check_whole(page)
    assert with_option_titles(all_codes()[code].explanation).split(".")[0] in page.text


@for_every("rule", all_rules().values())
def test_the_page_of_every_rule(read: Callable[..., Any], rule: Any) -> None:
    game = rule.id.partition(".")[0]
    page = read(f"/rules/{game}/{rule.id}")
    check_whole(page)
    assert rule.title in page.text
    assert " ".join(with_option_titles(rule.text, game).split()) in page.text
    assert with_option_titles(rule.source, game) in page.text
    assert all(option in page.text for option in rule.options)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_the_rule_book_of_every_game(read: Callable[..., Any], game: Any) -> None:
    page = read(f"/rules/{game.name}/")
    check_whole(page)
    for preset in game.rules.presets:
        assert preset in page.text
    for option in game.rules.options:
        assert page.all("tr", id=option.name)
        assert option.text in page.text
    assert {f"/rules/{game.name}/{rule.id}" for rule in game.pages} <= set(page.links)


@pytest.mark.parametrize(
    "address",
    [
        "/rules/chess/",
        "/rules/guandan/guandan.nothing",
        "/rules/log/guandan.beats",
        "/rules/guandan/log.format",
        "/findings/no-such",
        "/matches/1",
        "/matches/0",
        "/matches/99999999999999999999",
        "/matches/x",
        "/matches/1/hands/1",
        "/matches/1/hands/1/table",
    ],
)
def test_what_is_not_there(read: Callable[..., Any], address: str) -> None:
    check_whole(read(address, 404))


def test_hostile_logs(read: Callable[..., Any], put: Callable[..., int], sample: dict[str, Any]) -> None:
    number = put(hostile(sample), HOSTILE)
    addresses = ["/matches/", f"/matches/{number}", f"/matches/{number}/hands/1"]
    addresses += [f"/matches/{number}/hands/1?step={step}" for step in range(8)]
    for address in addresses:
        page = read(address)
        check_whole(page)
        assert "<script>alert(1)</script>" in page.text
        assert "{{ 7*7 }}" in page.text
    fragment = read(f"/matches/{number}/hands/1/table?step=0&count=9")
    check_fragment(fragment)


def check_fragment(page: Any) -> None:
    assert page.faults == []
    assert not page.all("script")
    assert not page.all("html")
    assert "style" not in {name for _, attributes in page.elements for name in attributes}


def test_every_sample_log(
    web: Flask, read: Callable[..., Any], samples: Callable[[str, int], list[bytes]], put: Callable[..., int]
) -> None:
    for name in ("faulty", "misscored", "partial", "legal"):
        for log in cases(samples(name, 4), samples(name, 1)):
            number = put(log, f"{name}.jsonl")
            match = read(f"/matches/{number}")
            check_whole(match)
            for link in {link for link in match.links if "/hands/" in link}:
                check_whole(read(link))


def test_no_style_or_script_is_hidden_in_the_templates(web: Flask) -> None:
    for name in web.jinja_env.list_templates():
        source, _, _ = web.jinja_env.loader.get_source(web.jinja_env, name)
        assert "|safe" not in source.replace(" ", ""), name
        assert "Markup" not in source
        assert "autoescape" not in source
        assert not re.search(r"\s(style|on[a-z]+)\s*=", source), name
        assert not re.search(r"=\{\{", source), f"{name}: an attribute without quotes"
        assert "http:" not in source
        assert "https:" not in source
