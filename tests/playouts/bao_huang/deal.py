"""How the cards of a made-up hand are taken from the deck."""

from tests.playouts.bao_huang.forms import deck
from tests.playouts.bao_huang.table import SEATS, Table


def dealt(table: Table, first: int) -> list[list[str]]:
    """The cards of each seat, taken one at a time from a seat on.

    With the protector chosen by three equal cards, now and then nobody has three, unless the deal is to be fair: the
    copies of a card lie one upon the other in the deck.
    """
    rng = table.rng
    cards = deck(table.rules["deck"])
    if table.rules["deck"] == 165:
        for six in rng.sample([card for card in cards if card[0] == "6"], 3):
            cards.remove(six)
    if table.triplet and not table.style.fair and rng.random() < 0.2:
        stacks = sorted(set(cards))
        rng.shuffle(stacks)
        cards.sort(key=stacks.index)
    else:
        rng.shuffle(cards)
    hands = [cards[(seat - first) % SEATS :: SEATS] for seat in range(SEATS)]
    if not table.style.shuffled:
        for hand in hands:
            hand.sort()
    return hands
