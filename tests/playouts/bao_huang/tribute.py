"""The cards that the losers of the hand before put on the table, and who takes them."""

from itertools import groupby

from tests.playouts.bao_huang.forms import JOKERS, strength
from tests.playouts.bao_huang.scores import Settled
from tests.playouts.bao_huang.table import Table


def pay_tribute(table: Table, hands: list[list[str]], before: Settled) -> list[str]:
    """The actions of the tribute; the cards go from hand to hand."""
    givers, takers = before.sides_of_tribute()
    rng = table.rng
    rng.shuffle(givers)
    actions: list[str] = []
    lying: list[str] = []
    for seat in givers:
        given = _highest(table, hands[seat], before.cards_due(seat))
        lying += given
        actions.append(table.say(seat, "tribute", table.cards(given)))
    for seat, count in _turns(table, takers, before):
        taken = sorted(lying, key=strength)[-count:] if table.style.fair else rng.sample(lying, count)
        for card in taken:
            lying.remove(card)
        hands[seat] += taken
        actions.append(table.say(seat, "take", table.cards(taken)))
    return actions


def _highest(table: Table, hand: list[str], count: int) -> list[str]:
    """The highest cards that may be given; of equal ones, any."""
    rng = table.rng
    kept_back = "2" if table.rules["tribute_exclude"] == "jokers_and_twos" else ""
    free = [card for card in hand if card not in JOKERS and card[0] != kept_back]
    rng.shuffle(free)
    free.sort(key=strength, reverse=True)
    given = free[:count]
    for card in given:
        hand.remove(card)
    rng.shuffle(given)
    return given


def _turns(table: Table, takers: list[int], before: Settled) -> list[tuple[int, int]]:
    """Who takes, in what order, and how many cards each time."""
    rng = table.rng
    turns: list[tuple[int, int]] = []
    by_place = table.rules["take_order"] == "finish"
    for _, sharing in groupby(takers, before.place if by_place else lambda _: 0):
        seats = list(sharing)
        rng.shuffle(seats)
        for seat in seats:
            due = before.cards_due(seat)
            turns += [(seat, 1)] * due if rng.random() < 0.2 else [(seat, due)]
    return turns
