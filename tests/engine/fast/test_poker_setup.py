"""What is said before a hand of Chinese poker, and recorded after it, in the compiled lane and in the engine."""

import json
from typing import Any

import pytest

from engine.fast.library import Library
from engine.logs import write_match
from engine.logs.fupan.reading import read_match
from engine.verdict.check import Checker
from tests.engine.fast.test_lane import agreed, lane
from tests.playouts import generate

__all__ = ["lane"]

Document = dict[str, Any]


def made(preset: str, **options: object) -> Document:
    """A clean match of two hands, whose first hand scores something."""
    for seed in range(100):
        document: Document = json.loads(
            write_match(generate("chinese_poker", seed, preset=preset, options=options, hands=2))
        )
        document["hands"] = [{"setup": {}} | hand for hand in document["hands"]]
        if len(document["hands"]) == 2 and any(document["hands"][0]["result"]["scores"].values()):
            return document
    raise AssertionError


def fate(lane: Library, document: Document, hand: int = 0, **changes: object) -> str:
    """Why the lane leaves a match to the engine if some fields of a hand are changed; both agree on it."""
    hands = list(document["hands"])
    hands[hand] = hands[hand] | changes
    return agreed(lane, read_match(json.dumps(document | {"hands": hands}).encode(), "made"), {})[1]


def test_totals_may_be_said_again_before_a_later_hand(lane: Library) -> None:
    document = made("two-four")
    scores, setup = document["hands"][0]["result"]["scores"], document["hands"][1]["setup"]
    assert fate(lane, document, 1, setup=setup | {"totals": scores}) == "clean"
    for seat in scores:
        rest = {name: score for name, score in scores.items() if name != seat}
        assert fate(lane, document, 1, setup=setup | {"totals": rest}) == "setup-differs"
        other = scores | {seat: scores[seat] + 1}
        assert fate(lane, document, 1, setup=setup | {"totals": other}) == "setup-differs"
        assert fate(lane, document, 0, setup=document["hands"][0]["setup"] | {"totals": other}) != "clean"


@pytest.mark.parametrize(
    ("preset", "kind"), [("pineapple", "progressive"), ("pineapple", "standard"), ("open-face", "standard")]
)
@pytest.mark.parametrize("cards", range(12, 19))
def test_a_seat_begins_in_fantasyland_with_the_cards_of_the_rules(
    lane: Library, preset: str, kind: str, cards: int
) -> None:
    document = made(preset, fantasyland=kind)
    first = document["hands"][0]
    document["hands"], seats = [first], [player["seat"] for player in document["players"]]
    del document["result"]
    dealt = " ".join(first["deal"].values()).split(" ")
    spare = [rank + suit for rank in "23456789TJQKA" for suit in "shdc" if rank + suit not in dealt]
    of_seat = [*first["deal"][seats[0]].split(" "), *spare][:cards]
    rows = [of_seat[:3], of_seat[3:8], of_seat[8:13]]
    setting = f"{seats[0]} set {' / '.join(map(' '.join, rows))}"
    others = [text for text in first["actions"] if not text.startswith(f"{seats[0]} ")]
    setup = first["setup"] | {"fantasyland": {seats[0]: cards}}
    deal = first["deal"] | {seats[0]: " ".join(of_seat)}
    reason = fate(lane, document, setup=setup, deal=deal, actions=[*others, setting], result={})
    wanted = {"progressive": range(14, 18), "standard": (14,) if preset == "pineapple" else (13,)}[kind]
    assert (reason == "clean") == (cards in wanted)
    assert fate(lane, document, setup=setup, deal=deal, actions=[*others, setting, setting], result={}) != "clean"
    assert fate(lane, document, setup=setup, deal=deal, actions=others, result={}) != "clean"


@pytest.mark.parametrize("stake", [0, 1, 7, 1_000_000, 1_000_001, -1, 1.5, "1"])
def test_stakes_multiply_and_are_within_bounds(lane: Library, stake: object) -> None:
    document = made("two-four")
    first, (one, other) = document["hands"][0], [player["seat"] for player in document["players"]][:2]
    for pair, bad in ((f"{one}-{other}", False), (f"{other}-{one}", False), (f"{one}-{one}", True), (one, True)):
        setup = first["setup"] | {"stakes": {pair: stake}}
        reason = fate(lane, document | {"result": {}}, setup=setup, result={})
        assert (reason == "clean") == (not bad and stake in (1, 7, 1_000_000))


def test_units_are_read_in_either_direction(lane: Library) -> None:
    document = made("two-four")
    first = document["hands"][0]
    for pair, won in first["result"]["units"].items():
        turned = "-".join(reversed(pair.split("-")))
        assert fate(lane, document, result={"units": {turned: -won}}) == "clean"
        assert fate(lane, document, result={"units": {turned: -won + 1}}) == "result-differs"
        stakes = first["setup"] | {"stakes": {pair: 1_000_000}}
        fate(lane, document | {"result": {}}, setup=stakes, result={"units": {turned: -won}})
        assert fate(lane, document, result={"units": {pair: 10**9 + 1}}) == "result-field"


@pytest.mark.parametrize("rule", ["winner", "cancel", "net"])
@pytest.mark.parametrize("limit", ["all", "one"])
@pytest.mark.parametrize("broken", [True, False])
def test_rows_that_tie_pay_royalties_by_their_rule_alone(lane: Library, rule: str, limit: str, broken: bool) -> None:
    rows = {
        "E": "2s 2h 3d / 7s 7h 7d Qc Kc / 9s Ts Jh Qh Kh",
        "N": "2d 2c 3s / 6s 6h 6d 5c 3c / 9d Td Jc Qs Ks",
    }
    for pair in ("2s 2h 3d", "As Ah 3d"):
        settings = rows | {"E": rows["E"].replace("2s 2h 3d", pair)}
        document: Document = {
            "format": "fupan/1",
            "game": "chinese_poker",
            "rules": {
                "options": {
                    "royalties": "open_face",
                    "royalty_rule": rule,
                    "royalty_limit": limit,
                    "royalty_broken": broken,
                    "royalty_table": {"back": {"straight": 2}, "middle": {"three": 2}},
                }
            },
            "players": [{"seat": "E", "name": "e"}, {"seat": "N", "name": "n"}],
            "hands": [
                {
                    "deal": {seat: text.replace(" /", "") for seat, text in settings.items()},
                    "actions": [f"{seat} set {text}" for seat, text in settings.items()],
                }
            ],
        }
        judged = Checker(pure=True).check(read_match(json.dumps(document).encode(), "made")).replay
        assert judged is not None
        units = judged.hands[0].units
        assert isinstance(units, dict)
        won = units["E-N"]
        assert won is not None
        assert fate(lane, document, result={"units": units}) == "clean"
        assert fate(lane, document, result={"units": {"E-N": won + 1}}) == "result-differs"


@pytest.mark.parametrize("preset", ["two-four", "criss-cross", "open-face", "pineapple"])
@pytest.mark.parametrize("card", ["BJ", "RJ", "??", "1s", "A", ""])
def test_no_other_card_is_taken(lane: Library, preset: str, card: str) -> None:
    document = made(preset)
    first = document["hands"][0]
    there = next(word[:2] for word in first["actions"][-1].split(" ")[2:] if word not in ("1:", "2:"))
    deal = {seat: cards.replace(there, card) for seat, cards in first["deal"].items()}
    actions = [text.replace(there, card) for text in first["actions"]]
    assert fate(lane, document, actions=actions) != "clean"
    assert fate(lane, document, deal=deal) != "clean"
    assert fate(lane, document, deal=deal, actions=actions) != "clean"


@pytest.mark.parametrize("preset", ["two-four", "eleven", "criss-cross", "open-face", "pineapple"])
def test_fantasyland_is_said_of_seats_that_may_be_in_it(lane: Library, preset: str) -> None:
    document = made(preset)
    first, seat = document["hands"][0], document["players"][0]["seat"]
    assert fate(lane, document, setup=first["setup"] | {"fantasyland": {}}) == "clean"
    for stated in ({seat: 13}, {seat: 14}, {seat: 0}, {"?": 13}, {seat: "13"}, {seat: 13.5}, []):
        assert fate(lane, document, setup=first["setup"] | {"fantasyland": stated}) != "clean"


@pytest.mark.parametrize("preset", ["two-four", "eleven", "criss-cross", "open-face", "pineapple"])
@pytest.mark.parametrize("count", range(9))
def test_as_many_play_as_the_rules_allow(lane: Library, preset: str, count: int) -> None:
    document = made(preset)
    players = document["players"]
    seats = [*players, *({"seat": f"x{number}", "name": ""} for number in range(9))][:count]
    reason = fate(lane, document | {"players": seats})
    assert (reason == "clean") == (count == len(players))
