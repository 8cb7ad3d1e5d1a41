"""The rules of score sheets: chosen from presets and house rules, kept with the sheet and with its match."""

from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.database.opening import transact
from app.judging.rules_of_match.house import HouseRules
from app.judging.rules_of_match.records import add_house, change_house, chosen_rules
from app.matches.installation import Installation
from app.sheets.sheet import drafts
from app.sheets.sheet.drafts import SheetDraft
from engine.games import GAMES
from engine.rulebook.options import OptionValue
from tests.app.conftest import Page
from tests.app.sheets.sheet_visitor import NAMES, Visitor

Read = Callable[..., Page]
SAMPLES = Path(__file__).parents[3] / "sample_logs"


def keep_house(fupan: Installation, game: str = "guandan", **options: OptionValue) -> HouseRules:
    rules = GAMES[game].rules.resolve(None, options)
    return transact(fupan.sessions, lambda session: add_house(session, "Friday", rules))


def change(fupan: Installation, house: HouseRules, **options: OptionValue) -> HouseRules:
    rules = GAMES[house.game].rules.resolve(None, options)
    return transact(fupan.sessions, lambda session: change_house(session, house.house, rules))


def draft(fupan: Installation, address: str) -> SheetDraft:
    with fupan.sessions() as session:
        found = drafts.find(session, int(address.rpartition("/")[2]))
    assert found is not None
    return found


@pytest.fixture
def fupan(web: Flask) -> Installation:
    found = web.extensions["fupan"]
    assert isinstance(found, Installation)
    return found


def show(visitor: Visitor, game: str = "guandan", address: str = "/sheets/new", **fields: str) -> Page:
    token = visitor.token(f"/sheets/new?game={game}")
    players = {f"player-{seat}": name for seat, name in NAMES[game].items()}
    data = {"csrf_token": token, "game": game, "show": "1"} | players | fields
    page = Page(visitor.client.post(address, data=data))
    assert page.status == 200
    assert page.faults == []
    return page


@pytest.fixture
def visitor(client: FlaskClient) -> Visitor:
    return Visitor(client)


def typed(page: Page, name: str) -> list[str]:
    return [str(each["value"]) for each in page.all("input", name=name)]


def test_the_form_has_the_options_in_words(read: Read) -> None:
    page = read("/sheets/new?game=guandan")
    assert "Change options of Tournament" in page.text
    assert '<option value="tournament" selected>' in page.source
    assert typed(page, "a_failures") == [str(GAMES["guandan"].rules.resolve().options["a_failures"])]
    assert page.all("textarea") == []


@pytest.mark.parametrize("address", ["/sheets/new", "/add/table"])
def test_options_that_were_changed_stay_changed_under_other_rules(visitor: Visitor, address: str) -> None:
    page = show(visitor, address=address, rules="njupt", base="tournament", a_failures="7")
    assert "Change options of NJUPT" in page.text
    assert typed(page, "a_failures") == ["7"]
    assert typed(page, "base") == ["njupt"]
    assert typed(page, "player-E") == ["Li Wei"]


def test_options_of_other_rules_that_nobody_changed_are_not_taken(visitor: Visitor) -> None:
    options = {name: str(value).lower() for name, value in GAMES["guandan"].rules.resolve("tournament").options.items()}
    visitor.begin("guandan", rules="njupt", base="tournament", **options)
    assert visitor.match()["rules"] == {"preset": "njupt"}


def test_a_table_of_options_is_kept(visitor: Visitor) -> None:
    fields = {"royalty_table.middle.four": "9", "royalty_table.back.four": "8"}
    page = show(visitor, "chinese_poker", rules="two-four", base="two-four", **fields)
    assert typed(page, "royalty_table.middle.four") == ["9"]
    visitor.begin("chinese_poker", rules="one-six", base="two-four", **fields)
    table = {"middle": {"four": 9}, "back": {"four": 8}}
    assert visitor.match()["rules"] == {"preset": "one-six", "options": {"royalty_table": table}}


def test_a_sheet_under_house_rules_becomes_a_match_under_them(
    visitor: Visitor, read: Read, fupan: Installation
) -> None:
    house = keep_house(fupan, a_failures=0)
    assert "house:Friday@1" in read("/sheets/new?game=guandan").source
    assert "Friday" not in read("/sheets/new?game=big_a").text
    visitor.begin("guandan", rules="house:Friday@1")
    change(fupan, house, a_failures=5)
    page = visitor.tap("out E", "out W")
    assert "under the house rules Friday, version 1" in page.text
    assert visitor.match()["rules"] == {"preset": "tournament", "options": {"a_failures": 0}}
    address = visitor.post("done").headers["Location"]
    identity = int(address.rpartition("/")[2])
    with fupan.sessions() as session:
        kept = chosen_rules(session, [identity])[identity]
    assert kept.house is not None
    assert (kept.house.version, kept.differs_from_house) == (1, False)
    assert "Friday, version 1" in read(address).text
    again = visitor.client.post(
        f"/sheets/from/{identity}", data={"csrf_token": visitor.token("/sheets/new?game=big_a")}
    )
    begun = draft(fupan, again.headers["Location"])
    assert begun.house is not None
    assert begun.house.reference == "Friday@1"


def test_single_options_may_differ_from_house_rules(visitor: Visitor, read: Read, fupan: Installation) -> None:
    keep_house(fupan, a_failures=0)
    visitor.begin("guandan", rules="house:Friday@1", base="house:Friday@1", a_failures="0", hands="8")
    page = visitor.tap("out E", "out W")
    assert "the house rules Friday, version 1, with Number of hands: 8" in page.text
    assert visitor.match()["rules"]["options"] == {"a_failures": 0, "hands": 8}
    assert "Friday, version 1, with Number of hands: 8" in read(visitor.post("done").headers["Location"]).text


def test_house_rules_of_another_game_are_refused(visitor: Visitor, fupan: Installation) -> None:
    keep_house(fupan, "big_a")
    answer = visitor.begin("guandan", rules="house:Friday")
    assert answer.status_code == 422
    assert "the house rules Friday are rules of Big A, and the sheet is of Guandan" in Page(answer).text


def test_a_pasted_sheet_keeps_house_rules_and_options(visitor: Visitor, fupan: Installation) -> None:
    keep_house(fupan, a_failures=0)
    token = visitor.token("/add")
    data = {"csrf_token": token, "game": "guandan", "text": "finish\nE W\n", "rules": "house:Friday@1", "hands": "8"}
    columns = Page(visitor.client.post("/add/table", data=data | {"base": "house:Friday@1"}))
    hidden = {str(each["name"]): str(each["value"]) for each in columns.all("input", type="hidden")}
    made = visitor.client.post("/add/table", data=hidden | {"text": data["text"], "column-0": "finish", "make": "1"})
    assert made.status_code == 303
    begun = draft(fupan, made.headers["Location"])
    assert begun.house is not None
    visitor.address = made.headers["Location"]
    assert visitor.match()["rules"]["options"] == {"a_failures": 0, "hands": 8}


def test_players_that_rules_do_not_allow(visitor: Visitor) -> None:
    answer = visitor.begin("chinese_poker", rules="criss-cross")
    assert answer.status_code == 422
    assert "3 players found; Chinese poker under these rules has 2" in Page(answer).text
    show(visitor, "chinese_poker", rules="criss-cross")


def test_a_sheet_under_the_rules_that_a_match_is_judged_under(visitor: Visitor, fupan: Installation) -> None:
    log = (SAMPLES / "guandan/sheets/score-sheet.json").read_bytes()
    identity = visitor.client.post("/api/v1/uploads?name=a.json", data=log).get_json()["matches"][0]["id"]
    token = {"csrf_token": visitor.token("/sheets/new?game=guandan")}
    visitor.client.post(f"/matches/{identity}/rules", data=token | {"rules": "njupt", "a_failures": "2"})
    visitor.address = visitor.client.post(f"/sheets/from/{identity}", data=token).headers["Location"]
    assert visitor.match()["rules"] == {"preset": "njupt", "options": {"a_failures": 2}}
    assert draft(fupan, visitor.address).house is None


def test_no_sheet_begins_with_unknown_rules(visitor: Visitor) -> None:
    log = (SAMPLES / "guandan/sheets/score-sheet.json").read_bytes().replace(b'"tournament"', b'"turnier"')
    assert b"turnier" in log
    identity = visitor.client.post("/api/v1/uploads?name=a.json", data=log).get_json()["matches"][0]["id"]
    token = {"csrf_token": visitor.token("/sheets/new?game=guandan")}
    answer = visitor.client.post(f"/sheets/from/{identity}", data=token)
    assert answer.status_code == 422
    assert "No sheet can begin with this match: " in Page(answer).text
    assert "turnier" in Page(answer).text
