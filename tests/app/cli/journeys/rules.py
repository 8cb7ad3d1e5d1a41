"""Rules, findings, words, and house rules."""

from engine.games import GAMES
from tests.app.cli.journeys.asking import NUMBERS, Club, Do, journey, posted


@journey
def games(club: Club, do: Do) -> None:
    assert [each["name"] for each in do()["games"]] == list(GAMES)


@journey
def game(club: Club, do: Do) -> None:
    assert do(game="guandan")["presets"]


@journey
def rules(club: Club, do: Do) -> None:
    assert do()["rules"]


@journey
def rule(club: Club, do: Do) -> None:
    assert do(rule="guandan.match")["id"] == "guandan.match"


@journey
def findings(club: Club, do: Do) -> None:
    assert do()["findings"]


@journey
def finding(club: Club, do: Do) -> None:
    assert do(code="does-not-beat")["id"] == "does-not-beat"


@journey
def glossary(club: Club, do: Do) -> None:
    assert do()["sections"]


@journey
def figures(club: Club, do: Do) -> None:
    assert [each["game"] for each in do()["games"]] == list(GAMES)


@journey
def houses(club: Club, do: Do) -> None:
    number = club.house()
    assert number in [each["newest"]["house"] for each in do()["house"]]


@journey
def house(club: Club, do: Do) -> None:
    number = club.house()
    assert [each["house"] for each in do(house=number)["versions"]] == [number]


@posted
def add_house(club: Club, do: Do) -> None:
    name = f"Table {next(NUMBERS)}"
    found = do({"game": "guandan", "name": name, "rules": "intro", "options": {"a_failures": "3"}})
    (version,) = found["versions"]
    assert (version["name"], version["options"]["a_failures"]) == (name, 3)


@posted
def change_house(club: Club, do: Do) -> None:
    found = do({"options": {"a_failures": "4"}}, house=club.house())
    assert [each["version"] for each in found["versions"]] == [2, 1]


@journey
def change_house_name(club: Club, do: Do) -> None:
    name = f"Table {next(NUMBERS)}"
    assert do({"name": name}, house=club.house())["versions"][0]["name"] == name


@journey
def drop_house(club: Club, do: Do) -> None:
    number = club.house()
    assert do(house=number) == {"removed": True}
    club.do("house", status=404, house=number)
