"""A request of the judge of Botzone and an answer to it.

A request has a stage: ``deal`` (the cards), ``tribute``, ``return``, ``play``.  Cards are numbers from 0 to 107, and a
play is ``[cards, claim]``: the claim has for each wild card the card that it stands for.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import UNSET, Struct, UnsetType

from engine.cards.packed import Card, parse_card
from engine.logs.foreign.guandan.botzone_plays import BotzonePlay
from engine.logs.foreign.guandan.notation import SeatNumber
from engine.logs.foreign.reader import SEATS, misfit
from engine.rulebook.sentences import say

STAGES: Final = ("deal", "tribute", "return", "play")
PACK: Final = 54
"""The cards of one pack; the second has the same numbers from here on."""

_JOKERS: Final = ("BJ", "RJ")
_NAMES: Final = (*(rank + suit for rank in "A23456789TJQK" for suit in "hdsc"), *_JOKERS)
CARDS: Final[tuple[Card, ...]] = tuple(card for card in map(parse_card, _NAMES) if card is not None)
"""By number within a pack, the card."""


class BotzoneTable(Struct, frozen=True):
    """What all seats know: the level, the places before, and the tribute so far.

    The places before are ``ranking``, or ``first`` and ``last``; the cards of the tribute are by seat, or by place.
    """

    level: str | int | UnsetType = UNSET
    tribute: bool | int | UnsetType = UNSET
    ranking: list[SeatNumber] | None = None
    first: int | None = None
    last: int | None = None
    resist: bool = False
    tribute_cards: dict[str, int | list[int] | None] = {}
    return_cards: dict[str, int | list[int] | None] = {}
    fourth_tribute: int = -1
    third_tribute: int = -1
    first_return: int = -1
    second_return: int = -1


class SeatEvent(Struct, frozen=True):
    """What a seat did, in a history that names seats; without a seat, nothing."""

    player: SeatNumber | UnsetType = UNSET
    response: list[list[int]] = []


class Request(Struct, frozen=True, rename={"table": "global"}):
    """What a seat was asked."""

    stage: str
    table: BotzoneTable = BotzoneTable()
    your_id: SeatNumber | UnsetType = UNSET
    deliver: list[int] = []
    history: list[list[list[int]] | SeatEvent] = []
    done: list[SeatNumber] = []
    pass_on: Any = UNSET


class InitData(Struct, frozen=True):
    """What a hand began with: the teams' levels, and what `BotzoneTable` has of the tribute."""

    level: list[str | int] | str | int | None = None
    tribute: bool | int | None = None
    first: int | None = None
    last: int | None = None
    allocation: list[Any] = []
    seed: Any = UNSET


class BotzoneTurn(Struct, frozen=True):
    """What a seat was asked and what it answered."""

    requests: list[Any]
    responses: list[Any] = []
    data: Any = UNSET
    globaldata: Any = UNSET
    time_limit: Any = UNSET
    memory_limit: Any = UNSET


def history_in(entries: Sequence[list[list[int]] | SeatEvent], seat: int, where: str) -> Mapping[int, BotzonePlay]:
    """What the other seats did last, by seat.  A history names them, or has a place for each from this one on."""
    named = [(at, entry) for at, entry in enumerate(entries) if isinstance(entry, SeatEvent)]
    if not named:
        if len(entries) not in (0, len(SEATS)):
            raise misfit(where, say("{count} places", count=len(entries)), say("a place for each of the four seats"))
        return {
            (seat + at) % 4: done_in(entry, f"{where}[{at}]")
            for at, entry in enumerate(entries)
            if at and not isinstance(entry, SeatEvent)
        }
    shown: dict[int, BotzonePlay] = {}
    for at, entry in named:
        if isinstance(entry.player, UnsetType):
            continue
        if entry.player == seat:
            shown.clear()
            continue
        done = done_in(entry.response, f"{where}[{at}].response")
        if done.cards or entry.player not in shown:
            shown[entry.player] = done
    return shown


def done_in(value: list[list[int]], where: str) -> BotzonePlay:
    """A play or a pass, which is ``[]`` or ``[[], []]``.  Raises Refused for anything else."""
    if not any(value):
        return BotzonePlay((), ())
    if len(value) != 2:
        raise misfit(
            where, say("a play of {count} lists", count=len(value)), say("the cards, then what they stand for")
        )
    cards, claim = (tuple(cards_in(numbers, f"{where}[{at}]")) for at, numbers in enumerate(value))
    if not cards:
        raise misfit(where, say("a play without cards"), say("one card or more"))
    return BotzonePlay(cards, claim)


def cards_in(numbers: Iterable[int], where: str) -> list[Card]:
    """The cards of numbers.  Raises Refused for a number that is no card."""
    return [card_in(number, f"{where}[{at}]") for at, number in enumerate(numbers)]


def card_in(number: int, where: str) -> Card:
    """The card of a number.  Raises Refused if it is none."""
    if not 0 <= number < 2 * PACK:
        raise misfit(where, say("{text} is not a card of this format", text=str(number)), say("0 to 107"))
    return CARDS[number % PACK]
