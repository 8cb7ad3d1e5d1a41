"""Drawing the cards of Big A: who draws which, who exposes an ace, and who becomes declarer."""

from dataclasses import dataclass, field
from random import Random
from typing import Final

from tests.playouts.big_a.forms import ACE, CARDS, SUITS
from tests.playouts.style import Pen

SEATS: Final = 5
_PACK: Final = (*range(54), *range(54))
_HEARTS: Final = ACE * 4 + SUITS.index("h")
_ACES: Final = tuple(ACE * 4 + suit for suit in range(4))


@dataclass
class Drawn:
    """The cards as drawn, and what was said of them before the first play."""

    first: int
    hands: list[list[int]]
    """By seat in the order drawn; the last card lies face down."""
    actions: list[str] = field(default_factory=list)
    declarer: int | None = None
    """None: the deal is void."""
    partner: int = 0
    """The declarer itself where it plays alone."""
    big: int = _HEARTS
    both_shown: bool = False
    leader: int = 0


def draw(seats: tuple[str, ...], rng: Random, pen: Pen, counted: float, *, fair: bool = False) -> Drawn:
    """The drawing of a hand; ``counted`` is the probability that an expose says how many cards were drawn.

    ``fair``: the pack is only shuffled, and aces are seldom exposed.
    """
    first = rng.randrange(SEATS)
    drawn = Drawn(first, _dealt(first, rng, fair))
    _Table(drawn, seats, rng, pen, counted, fair).expose()
    if drawn.declarer is None:
        _by_hearts(drawn)
        if drawn.declarer is None:
            drawn.actions.append(pen.action(seats[first], "redeal"))
        return drawn
    if not drawn.both_shown:
        drawn.partner = _other_holder(drawn)
        if rng.random() < (0.1 if fair else 0.4):
            drawn.both_shown = True
            drawn.leader = drawn.partner
            drawn.actions.append(pen.action(seats[drawn.partner], "reveal", pen.cards([CARDS[drawn.big]])))
    return drawn


def _dealt(first: int, rng: Random, fair: bool) -> list[list[int]]:
    """Cards by seat in the order drawn; unless they are fair, now and then the aces lie where something comes of it."""
    pack = list(_PACK)
    rng.shuffle(pack)
    ace = _HEARTS if rng.random() < 0.6 else rng.choice(_ACES)
    luck = 1 if fair else rng.random()
    one = rng.randrange(len(pack))
    if luck < 0.1:
        _put(pack, ace, rng.sample(range(len(pack) - SEATS, len(pack)), 2))
    elif luck < 0.2:
        _put(pack, ace, [rng.randrange(len(pack) - SEATS), rng.randrange(len(pack) - SEATS, len(pack))])
    elif luck < 0.45:
        _put(pack, ace, [one, (one + SEATS * rng.randint(1, 20)) % 105])
    return [pack[(seat - first) % SEATS :: SEATS] for seat in range(SEATS)]


def _put(pack: list[int], card: int, places: list[int]) -> None:
    """Puts the copies of a card at places, what was there where they were."""
    for place in places:
        others = [at for at, each in enumerate(pack) if each == card and at not in places]
        if pack[place] != card and others:
            pack[place], pack[others[0]] = pack[others[0]], pack[place]


class _Table:
    """The exposing while cards are drawn."""

    def __init__(self, drawn: Drawn, seats: tuple[str, ...], rng: Random, pen: Pen, counted: float, fair: bool) -> None:
        self.drawn = drawn
        self.seats = seats
        self.rng = rng
        self.pen = pen
        self.counted = counted
        self.eager = 0.01 if fair else rng.choice((0, 0.05, 0.2, 0.6))

    def expose(self) -> None:
        """Goes through the cards as they are drawn; after each, anybody may expose what it holds."""
        drawn, rng = self.drawn, self.rng
        for number in range(len(_PACK)):
            seat = (drawn.first + number) % SEATS
            if rng.random() >= self.eager:
                continue
            teller = seat if rng.random() < 0.7 else rng.randrange(SEATS)
            held = number // SEATS + ((teller - drawn.first) % SEATS <= number % SEATS)
            held = min(held, len(drawn.hands[teller]))
            shown = self._shown(teller, drawn.hands[teller][: min(held, len(drawn.hands[teller]) - 1)])
            if shown:
                self._say(teller, shown, min(held, len(drawn.hands[teller]) - 1))

    def _shown(self, seat: int, cards: list[int]) -> list[int]:
        """The aces that a seat shows, of those it may."""
        drawn, rng = self.drawn, self.rng
        aces = [ace for ace in _ACES if ace in cards]
        if drawn.declarer is None:
            if not aces:
                return []
            ace = rng.choice(aces)
            return [ace] * (2 if cards.count(ace) == 2 and rng.random() < 0.3 else 1)
        if drawn.both_shown:
            return []
        if seat == drawn.declarer:
            return [drawn.big] if cards.count(drawn.big) == 2 and rng.random() < 0.5 else []
        both = [ace for ace in aces if ace != drawn.big and cards.count(ace) == 2]
        return [rng.choice(both)] * 2 if both else []

    def _say(self, seat: int, shown: list[int], held: int) -> None:
        drawn = self.drawn
        again = drawn.declarer == seat
        drawn.declarer, drawn.big, drawn.leader, drawn.partner = seat, shown[0], seat, seat
        drawn.both_shown = again or len(shown) == 2
        words = ["expose", self.pen.cards([CARDS[card] for card in shown])]
        if self.pen.likely(self.counted):
            words.append(f"^{held}")
        drawn.actions.append(self.pen.action(self.seats[seat], *words))


def _other_holder(drawn: Drawn) -> int:
    """Who holds the second copy."""
    assert drawn.declarer is not None
    for seat, hand in enumerate(drawn.hands):
        if drawn.big in hand and seat != drawn.declarer:
            return seat
    return drawn.declarer


def _by_hearts(drawn: Drawn) -> None:
    """Nobody exposed: the first seat with an ace of hearts among its drawn cards is declarer."""
    for number in range(SEATS):
        seat = (drawn.first + number) % SEATS
        if _HEARTS in drawn.hands[seat][:-1]:
            drawn.declarer = drawn.leader = seat
            drawn.partner = _other_holder(drawn)
            return
