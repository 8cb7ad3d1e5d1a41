"""The list of people is in the order of pinyin, also in a database of the version before."""

import json
from collections.abc import Callable

import pytest

from app.database.sort_keys import in_order, sort_key
from app.matches.ingest import IngestResult
from app.matches.installation import Installation
from app.players.statistics.directory import people
from tests.offenders import for_every
from tests.short_matches import MATCHES

pytestmark = pytest.mark.databases_differ

NAMES = ("赵敏", "Bob", "安娜", "曾志")
ORDERED = ["安娜", "Bob", "曾志", "赵敏"]
Take = Callable[..., list[IngestResult]]


@for_every(
    ("name", "key"),
    [
        ("Anna", "anna"),
        ("李明", "li3 ming2 李明"),
        ("曾志", "zeng1 zhi4 曾志"),
        ("小曾", "xiao3 ceng2 小曾"),
        ("Tom 王", "tom wang2 tom 王"),
        ("", ""),
    ],
)
def test_keys(name: str, key: str) -> None:
    assert sort_key(name) == key


def test_a_key_is_no_longer_than_its_column() -> None:
    assert len(sort_key("王" * 500)) == 128
    assert len(sort_key("x" * 500)) == 128


def test_names_are_put_in_order() -> None:
    assert in_order(NAMES) == ORDERED


def put_names(take: Take) -> None:
    match = next(each for each in MATCHES if len(each["players"]) == len(NAMES))
    seats = [{**player, "name": name} for player, name in zip(match["players"], NAMES, strict=True)]
    take(json.dumps({**match, "players": [{k: v for k, v in each.items() if k != "id"} for each in seats]}).encode())


def listed(fupan: Installation) -> list[str]:
    with fupan.sessions() as session:
        return [each.name for each in people(session).entries]
