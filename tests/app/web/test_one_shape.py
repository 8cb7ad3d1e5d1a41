"""One shape a thing: its page draws, its command prints and its operation answers the same.

`DIFFERENCES` names what is not the same, on purpose or not yet: of each thing the types of objects that only its page
draws, the fields that only its command or only its operation has, and why.  ``FUPAN_SHAPES=write`` writes it anew with
the reasons that it has.
"""

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, is_dataclass
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from click.testing import CliRunner
from flask import Flask, template_rendered

from app.cli import main
from app.web.api.document import openapi, operations
from tests.language.demo_site import demo_site

DIFFERENCES: Final = Path(__file__).parents[2] / "data" / "shapes.json"
MOST: Final = 38
"""How many differences there are at the most: this number may only become smaller."""
FRAME: Final = frozenset({"MatchRow", "OpenMatch", "OpenHand", "Files", "ImportedValues", "Game"})
"""What a page has around the thing: the row of its match, links to files, the games."""
PARTS_OF_LISTS: Final = frozenset({"Slice", "RowPage", "Page", "DirectoryPage", "Events", "HandsPage"})
"""A part of a list: it is the items that are drawn."""


@dataclass(frozen=True)
class Thing:
    """What people look at: its operation, the address of its page, and what the terminal is asked for it."""

    operation: str
    page: str
    command: tuple[str, ...] = ()
    match: int = 66
    """The match whose log the command is given."""
    lines: str = ""
    """The field of the answer that is a list, of which the command prints each item on a line of its own."""


THINGS: Final[Mapping[str, Thing]] = {
    "rules": Thing("compare", "/matches/60/rules", ("check", "--compare", "--json", "FILE"), 60),
    "recorded values": Thing("recorded", "/matches/60/score", ("check", "--recorded", "--json", "FILE"), 60),
    "score": Thing("score", "/matches/66/score", ("score", "--json", "FILE")),
    "score of a hand": Thing("hand_score", "/matches/60/hands/1/score"),
    "match": Thing("match", "/matches/66"),
    "report": Thing("report", "/matches/66", ("check", "--json", "FILE")),
    "matches": Thing("matches", "/matches"),
    "hand": Thing("hand", "/matches/66/hands/1"),
    "plays": Thing("plays", "/matches/66/hands/1/plays?step=8"),
    "review": Thing("reviewed_decisions", "/matches/66/review"),
    "person": Thing("statistics", "/people/1", ("stats", "--json"), lines="games"),
    "people": Thing("listed_people", "/people"),
    "ratings": Thing("ratings", "/ratings/guandan", ("ratings", "--game", "guandan", "--json"), lines="lines"),
    "hands": Thing("found_hands", "/hands?q=bomb", ("hands", "bomb", "--json"), lines="hands"),
    "dispute": Thing("one_dispute", "/disputes/1"),
    "disputes": Thing("listed_disputes", "/disputes"),
    "verdicts": Thing("listed_verdicts", "/verdicts"),
    "sheet": Thing("one_sheet", "/sheets/1"),
    "house rules": Thing("houses", "/house"),
    "unread files": Thing("listed_refusals", "/files?show=unread"),
    "event": Thing("seasons", "/events"),
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with demo_site(tmp_path_factory) as made:
        yield made


def test_a_thing_has_one_shape(site: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUPAN_DATABASE_URL", str(site.extensions["fupan"].config.database_url))
    kept = json.loads(DIFFERENCES.read_bytes())
    found = {}
    for name, thing in THINGS.items():
        differences = {"page": _only_drawn(site, thing), "command": _printed_otherwise(site, thing, tmp_path)}
        if any(differences.values()):
            found[name] = differences | {"why": kept.get(name, {}).get("why", "")}
    if os.environ.get("FUPAN_SHAPES") == "write":
        DIFFERENCES.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    assert found == kept
    assert all(each["why"] for each in found.values())
    assert sum(len(each["page"]) + len(each["command"]) for each in found.values()) <= MOST


def _only_drawn(site: Flask, thing: Thing) -> list[str]:
    """The types of objects that the page draws and that are not in the answer of the operation."""
    given = {one.__name__: one.gives for _, one in operations(site)}[thing.operation]
    in_answer = set(_types(next(iter(given.values()))))
    drawn: set[str] = set()

    def note(_sender: object, context: dict[str, Any], **_: object) -> None:
        drawn.update(kind.__name__ for value in context.values() for kind in _kinds(value) if kind not in in_answer)

    with template_rendered.connected_to(note, site):
        answer = site.test_client().get(thing.page, follow_redirects=True)
    assert answer.status_code == 200, (thing.page, answer.status_code)
    return sorted(drawn - FRAME)


def _kinds(value: object) -> Iterator[type]:
    """The types of ours of a value, or of the first items of what it holds."""
    if isinstance(value, list | tuple):
        for item in value[:9]:
            yield from _kinds(item)
    elif isinstance(value, dict):
        yield from _kinds(list(value.values()))
    elif type(value).__name__ in PARTS_OF_LISTS:
        yield from _kinds([getattr(value, name, ()) for name in ("items", "entries", "events", "hands")])
    elif isinstance(value, msgspec.Struct) or is_dataclass(value):
        yield type(value)


def _types(shape: Any) -> Iterator[type]:
    """All structures that a type has in it."""
    waiting = [msgspec.inspect.type_info(shape)]
    seen: set[type] = set()
    while waiting:
        info: Any = waiting.pop()
        kind = getattr(info, "cls", None)
        if kind is not None and kind not in seen and hasattr(info, "fields"):
            seen.add(kind)
            yield kind
            waiting += [field.type for field in info.fields]
        for name in ("item_type", "value_type", "item_types", "types"):
            inner = getattr(info, name, ())
            waiting += inner if isinstance(inner, tuple) else (inner,)


def _printed_otherwise(site: Flask, thing: Thing, folder: Path) -> list[str]:
    """The fields that only the command prints (``+``), and those that only the answer always has (``-``)."""
    if not thing.command:
        return []
    log = folder / "log.json"
    log.write_bytes(site.test_client().get(f"/api/v1/matches/{thing.match}/log").data)
    arguments = [str(log) if argument == "FILE" else argument for argument in thing.command]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code in (0, 1), (arguments, result.output)
    printed = [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]
    with site.test_request_context():
        document = openapi(site)
    (described,) = (
        one
        for methods in document["paths"].values()
        for one in methods.values()
        if one["operationId"] == thing.operation
    )
    schema = described["responses"]["200"]["content"]["application/json"]["schema"]
    schemas = document["components"]["schemas"]
    if thing.lines:
        schema = schemas[schema["$ref"].rpartition("/")[2]]["properties"][thing.lines]["items"]
    return sorted(set(_misfits(printed[-1], schema, schemas, "")))


def _misfits(value: Any, schema: Mapping[str, Any], schemas: Mapping[str, Any], path: str) -> Iterator[str]:
    while "$ref" in schema:
        schema = schemas[schema["$ref"].rpartition("/")[2]]
    if "anyOf" in schema:
        each = (list(_misfits(value, one, schemas, path)) for one in schema["anyOf"])
        yield from min(each, key=len)
    elif isinstance(value, dict):
        fields = schema.get("properties", {})
        for name in schema.get("required", ()):
            if name not in value:
                yield f"- {path}{name}"
        for name, inner in value.items():
            if name in fields:
                yield from _misfits(inner, fields[name], schemas, f"{path}{name}.")
            elif isinstance(other := schema.get("additionalProperties"), dict):
                yield from _misfits(inner, other, schemas, f"{path}*.")
            elif schema and (schema.get("type") != "object" or "properties" in schema):
                yield f"+ {path}{name}"
    elif isinstance(value, list):
        inner = schema.get("items", {})
        for item in value:
            yield from _misfits(item, inner if isinstance(inner, dict) else {}, schemas, f"{path}[].")
