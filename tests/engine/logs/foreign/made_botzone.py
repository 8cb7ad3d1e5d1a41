"""Hands of Guandan as Botzone records them, made from hands in `fupan/1`."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from engine.logs import write_match
from engine.logs.fupan.reading import read_match
from engine.record.match import Hand, Match, Setup, given_value
from engine.verdict.check import Checker

NUMBERS: Final = {
    **{rank + suit: place * 4 + "hdsc".index(suit) for place, rank in enumerate("A23456789TJQK") for suit in "hdsc"},
    "BJ": 52,
    "RJ": 53,
}


@dataclass(frozen=True)
class Exchange:
    """What the judge asked a seat, and what it answered."""

    seat: int
    request: dict[str, Any]
    response: Any


class _Judge:
    """The judge of one hand, which asks the seats in the order of the actions."""

    def __init__(self, hand: Hand, seats: tuple[str, ...], *, named: bool, places: bool) -> None:
        self.seats, self.named, self.places = seats, named, places
        setup, deal = given_value(hand.setup), given_value(hand.deal)
        assert setup is not None
        assert deal is not None
        self.level = str(given_value(setup.level)).replace("T", "10")
        seen: Counter[str] = Counter()
        self.held: list[list[int]] = []
        for seat in seats:
            self.held.append([self._number(text, seen) for text in deal[seat].split()])
        previous: list[str | list[str]] = list(given_value(setup.previous) or [])
        self.ranking = [seats.index(name) for item in previous for name in (item if isinstance(item, list) else [item])]
        self.paid: dict[str, int] = {}
        self.returned: dict[str, int] = {}
        self.resists = any(action.endswith(" resist") for action in hand.actions)
        self.done: list[int] = []
        self.played: list[tuple[int, list[list[int]]]] = []
        self.exchanges = [
            Exchange(seat, {"stage": "deal", "deliver": list(held), "your_id": seat, "global": self._table()}, [])
            for seat, held in enumerate(self.held)
        ]
        for action in hand.actions:
            self._act(*action.split(" ", 2))

    def _number(self, text: str, seen: Counter[str]) -> int:
        seen[text] += 1
        return NUMBERS[text] + 54 * (seen[text] - 1)

    def _table(self) -> dict[str, Any]:
        owed = 0 if not self.ranking else 2 if (self.ranking[0] + 2) % 4 == self.ranking[1] else 1
        if self.places:
            first = iter(self.ranking)
            by_place = {
                "first_return": next(first, None),
                "second_return": next(first, None),
                "third_tribute": next(first, None),
                "fourth_tribute": next(first, None),
            }
            moved = {
                name: (self.paid if "tribute" in name else self.returned).get(str(seat), -1)
                for name, seat in by_place.items()
            }
            return {"level": self.level, "tribute": owed > 0, "ranking": self.ranking, "resist": self.resists, **moved}
        return {
            "level": self.level,
            "tribute": owed,
            "first": self.ranking[0] if owed else None,
            "last": self.ranking[3] if owed else None,
            "tribute_cards": {seat: [number] for seat, number in self.paid.items()},
            "return_cards": dict(self.returned),
            "resist": self.resists,
        }

    def _history(self, seat: int) -> list[Any]:
        """What was done since the last action of a seat, that included."""
        last = max((at for at, (actor, _) in enumerate(self.played) if actor == seat), default=0)
        window = dict(self.played[last:])
        if self.named:
            return [{"player": each, "response": response} for each, response in window.items()] or [{}] * 4
        return [window.get((seat + at) % 4, []) for at in range(4)]

    def _act(self, name: str, verb: str, words: str = "") -> None:
        seat = self.seats.index(name)
        request: dict[str, Any] = {"stage": verb, "global": self._table()}
        response: Any = []
        if verb in ("tribute", "return"):
            response = [self._taken(seat, words.split()[0])]
            (self.paid if verb == "tribute" else self.returned)[str(seat)] = response[0]
        elif verb == "resist":
            request["stage"] = "tribute"
        else:
            request |= {"stage": "play", "history": self._history(seat), "done": list(self.done), "pass_on": -1}
            response = self._play(seat, words.split())
            self.played.append((seat, response))
        self.exchanges.append(Exchange(seat, request, response))

    def _taken(self, seat: int, text: str) -> int:
        held = self.held[seat]
        number = next((each for each in held if each % 54 == NUMBERS[text]), NUMBERS[text])
        if number in held:
            held.remove(number)
        return number

    def _play(self, seat: int, words: list[str]) -> list[list[int]]:
        if not words:
            return [[], []]
        cards = [word.partition("=")[0] for word in words]
        numbers = [self._taken(seat, card) for card in cards]
        suits = {card[1] for word, card in zip(words, cards, strict=True) if card == word and card not in ("BJ", "RJ")}
        free = suits.pop() if len(suits) == 1 else "s"
        claim = []
        for word, number in zip(words, numbers, strict=True):
            stands_for = word.partition("=")[2]
            claim.append(NUMBERS[stands_for if len(stands_for) == 2 else stands_for + free] if stands_for else number)
        self._left(seat, len(cards))
        return [numbers, claim]

    def _left(self, seat: int, cards: int) -> None:
        played = cards + sum(len(response[0]) for actor, response in self.played if actor == seat)
        if played == 27:
            self.done.append(seat)


def single_hands(match: Match) -> list[Match]:
    """Each hand of a match as a match of its own, which begins at its level, after the places of the hand before."""
    found = []
    setup = Setup(level="2")
    report = Checker().check(read_match(write_match(match), "it")).as_dict()
    for hand, ended in zip(match.hands, report["hands"], strict=True):
        found.append(replace(match, match=UNSET, hands=[replace(hand, setup=setup, result=UNSET)], result=UNSET))
        winners = match.seats.index(ended["finish"][0][0]) % 2
        level = ended["levels"][match.seats[winners]]
        setup = Setup(level=level, previous=[seat for place in ended["finish"] for seat in place])
    return found


def exchanges(match: Match, *, named: bool = False, places: bool = False) -> list[Exchange]:
    """What the judge asks in a hand, and the answers.

    ``named``: histories name the seats; else they have a place for each.  ``places``: the table has the places before
    and the tribute by place; else the first and last, and the tribute by seat.
    """
    return _Judge(match.hands[0], match.seats, named=named, places=places).exchanges


def seen(asked: Iterable[Exchange], seat: int) -> dict[str, Any]:
    """What a seat was asked and answered."""
    own = [each for each in asked if each.seat == seat]
    return {"requests": [each.request for each in own], "responses": [each.response for each in own]}


def points_of(asked: Iterable[Exchange]) -> dict[str, int]:
    """What each seat is given at the end: 3, 2 or 1 for both winners."""
    left = [27] * 4
    out: list[int] = []
    for each in asked:
        if each.request["stage"] == "play" and any(each.response):
            left[each.seat] -= len(each.response[0])
            out += [each.seat] if left[each.seat] == 0 else []
    partner = (out[0] + 2) % 4
    worth = 4 - (out.index(partner) if partner in out else 3)
    return {str(seat): worth if seat in (out[0], partner) else 0 for seat in range(4)}


def judge_log(asked: Iterable[Exchange]) -> dict[str, Any]:
    """The log of the judge, with the deal to all four seats at once."""
    asked = list(asked)
    log: list[Any] = []
    steps: list[list[Exchange]] = []
    for each in asked:
        if each.request["stage"] == "deal" and steps:
            steps[0].append(each)
        else:
            steps.append([each])
    for step in steps:
        content = {str(each.seat): each.request for each in step}
        log.append({"output": {"command": "request", "content": content, "display": {}}, "verdict": "OK"})
        log.append({str(each.seat): {"response": each.response, "verdict": "OK"} for each in step})
    log.append({"output": {"command": "finish", "content": points_of(asked), "display": {}}})
    return {"log": log, "initdata": ""}
