"""Small matches of Big A for tests: hands dealt around a few fixed cards, actions and findings as text."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from builders import Deal, Judged, Log, judged

from engine.replay.frames import SeatFrame

SEATS = "ABCDE"
ORDER = "456789TJQKA23"
DECK = [rank + suit for rank in ORDER for suit in "shdc" for _ in range(2)] + ["BJ", "BJ", "RJ", "RJ"]
"""The 108 cards, low to high."""


def size_of(seat: str, first: str = "A") -> int:
    """How many cards a seat draws."""
    return 22 if (SEATS.index(seat) - SEATS.index(first)) % 5 < 3 else 21


def dealt(first: str = "A", **fixed: str) -> Deal:
    """Five hands: the cards named for a seat, first in the order drawn, filled up with the rest of the deck in turn.

    A card named after a bar is the one face down; where none is named it is the last that fills the hand.
    """
    drawn = {seat: fixed.get(seat, "").partition("|")[0].split() for seat in SEATS}
    last = {seat: fixed.get(seat, "").partition("|")[2].split() for seat in SEATS}
    rest = list(DECK)
    for card in [card for cards in (*drawn.values(), *last.values()) for card in cards]:
        rest.remove(card)
    left = {seat: size_of(seat, first) - len(last[seat]) - len(drawn[seat]) for seat in SEATS}
    while rest:
        for seat in SEATS:
            if left[seat]:
                drawn[seat].append(rest.pop(0))
                left[seat] -= 1
    for seat in SEATS:
        last[seat] = last[seat] or [drawn[seat].pop()]
    return {seat: f"{' '.join(drawn[seat])} | {last[seat][0]}" for seat in SEATS}


EVEN = dealt(A="Ah | 3c", B="Ah As As | 3d", C="Ad | 3s", D="Ad | 3h", E="Ac Ac | 3d")
"""A and B hold an ace of hearts each, B both of spades, C and D one of diamonds each, E both of clubs."""


def strength(card: str, big: str) -> int:
    """The place of a card in the order of single cards."""
    if card in ("BJ", "RJ"):
        return 13 + (card == "RJ")
    return 15 if card == big else ORDER.index(card[0])


def over(out: Sequence[str], side: str) -> bool:
    """Whether a side is out, declarer and partner or their opponents."""
    return set(side) <= set(out) or set(SEATS) - set(side) <= set(out)


def played_out(order: str, leader: str, side: str, big: str = "Ah", deal: Mapping[str, str] = EVEN) -> list[str]:
    """Actions by which the seats go out in an order, to the end of the hand: all singles, never a fault.

    ``side`` is the declarer, and the partner if there is one.  The leader leads its lowest card, which the first
    to go out beats with its highest; each leads its cards from high to low while the others pass, and its last
    is beaten by the seat that is to be out next.
    """
    holdings = {
        seat: sorted(deal[seat].replace("|", "").split(), key=lambda card: strength(card, big)) for seat in SEATS
    }
    actions: list[str] = []

    def beat(lowest_of: str, winner: str) -> None:
        others = _after(lowest_of, holdings)
        actions.extend(f"{other} pass" for other in others[: others.index(winner)])
        actions.append(f"{winner} play {holdings[winner].pop()}")
        actions.extend(f"{other} pass" for other in _after(winner, holdings))

    if leader != order[0]:
        actions.append(f"{leader} play {holdings[leader].pop(0)}")
        beat(leader, order[0])
    for place, seat in enumerate(order):
        while holdings[seat]:
            actions.append(f"{seat} play {holdings[seat].pop()}")
            if holdings[seat]:
                actions.extend(f"{other} pass" for other in _after(seat, holdings))
        if over(order[: place + 1], side):
            return actions
        beat(seat, order[place + 1])
    raise AssertionError(f"the hand does not end with {order}")


def _after(seat: str, holdings: Mapping[str, Sequence[str]]) -> list[str]:
    start = SEATS.index(seat)
    around = [SEATS[(start + step) % 5] for step in range(1, 5)]
    return [other for other in around if holdings[other]]


def hand(
    actions: str | Iterable[str] = "",
    deal: Mapping[str, str] | None = EVEN,
    result: Mapping[str, Any] | None = None,
    first: str | None = "A",
) -> Log:
    """One hand of a log.  ``actions`` as a text stand between semicolons; ``deal`` None leaves it out."""
    if isinstance(actions, str):
        actions = [action.strip() for action in actions.split(";")] if actions else []
    log: Log = {"actions": list(actions)}
    if first is not None:
        log["setup"] = {"first": first}
    if deal is not None:
        log["deal"] = dict(deal)
    if result is not None:
        log["result"] = dict(result)
    return log


def match(*hands: Log, preset: str = "catsatcards", result: Mapping[str, Any] | None = None, **options: Any) -> Log:
    """A match of hands under a preset with some options changed."""
    log: Log = {
        "format": "fupan/1",
        "game": "big_a",
        "rules": {"preset": preset, "options": options},
        "players": [{"seat": seat} for seat in SEATS],
        "hands": list(hands),
    }
    if result is not None:
        log["result"] = dict(result)
    return log


def judge(*hands: Log, preset: str = "catsatcards", result: Mapping[str, Any] | None = None, **options: Any) -> Judged:
    """What the engine says of a match of hands under a preset with some options changed."""
    return judged(match(*hands, preset=preset, result=result, **options))


def play(
    actions: str | Iterable[str], deal: Mapping[str, str] | None = EVEN, first: str | None = "A", **options: Any
) -> Judged:
    """What the engine says of one hand."""
    return judge(hand(actions, deal, first=first), **options)


def few(actions: str | Iterable[str], **held: str) -> Judged:
    """A hand of a few cards each, which lets seats go out soon; that its size is wrong is found besides.

    Seats that are not named hold a card that nobody asks for.
    """
    return play(actions, {seat: held.get(seat, "6d") for seat in SEATS})


def seat_of(judged_hand: Judged, seat: str, step: int | None = None) -> SeatFrame:
    """A seat of a frame, the last where no step is named."""
    return judged_hand.frame(step).seats[SEATS.index(seat)]


def cards_of(judged_hand: Judged, seat: str, step: int | None = None) -> str:
    """The cards that a frame shows in a hand."""
    return " ".join(seat_of(judged_hand, seat, step).cards)
