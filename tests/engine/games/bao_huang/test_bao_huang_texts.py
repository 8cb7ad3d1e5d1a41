"""The texts of score lines of Bao Huang, those with a minus sign too."""

from engine.games.bao_huang.rules import RULES, BaoHuangRules
from engine.games.bao_huang.scoring import DeclarationEffect, Roles, settle
from tests.offenders import for_every

SEATS = "ABCDE"


def texts(order: str, emperor: str, protector: str, **options: object) -> list[str]:
    finish = [[SEATS.index(seat) for seat in place] for place in order.split()]
    roles = Roles(SEATS.index(emperor), SEATS.index(protector))
    rules = BaoHuangRules.of(RULES.resolve(None, options))
    return [line.text for line in settle(finish, roles, DeclarationEffect(), rules, SEATS)[1]]


def test_the_places_have_their_sign() -> None:
    places = texts("A B C D E", "A", "B", scoring="2-1-0")[0]
    assert places == "A first: 2; B second: 1; C third: 0; D fourth: -1; E fifth: -2"


def test_shared_places_have_their_sign() -> None:
    places = texts("A B C DE", "A", "B", scoring="2-1-0")[0]
    assert places.endswith("C third: 0; D and E share fourth and fifth: -1 and -2")


@for_every(
    ("emperor", "protector", "text"),
    [
        ("A", "B", "emperor A and protector B: 2 + 1 = 3; each opponent -3"),
        ("A", "E", "emperor A and protector E: 2 + (-2) = 0; each opponent 0"),
        ("D", "E", "emperor D and protector E: (-1) + (-2) = -3; each opponent 3"),
        ("A", "A", "emperor A alone, first: 12, each opponent -3"),
        ("E", "E", "emperor E alone, fifth: -12, each opponent 3"),
    ],
)
def test_the_points_of_the_teams_have_their_sign(emperor: str, protector: str, text: str) -> None:
    assert texts("A B C D E", emperor, protector, scoring="2-1-0")[1] == text


def test_winners_and_losers_have_their_sign() -> None:
    options = {"scoring": "win_loss", "winner_rule": "first_vs_last"}
    assert texts("A B C D E", "A", "B", **options) == ["emperor A and protector B won: winners 1, losers -1"]
    assert texts("A B C D E", "A", "E", **options) == [
        "emperor A and protector E: tie, because one team has the first and the last place"
    ]
