"""A hand of Chinese poker dealt closed, one hand for each seat or two."""

from dataclasses import dataclass, field

from tests.bruteforce.chinese_poker import NATURALS, Set, held_royalties, holds_natural, natural_points
from tests.bruteforce.chinese_poker_rows import Rows
from tests.playouts.chinese_poker.deals import Dealer
from tests.playouts.chinese_poker.sensible import may_hold
from tests.playouts.chinese_poker.settings import set_cards
from tests.playouts.chinese_poker.table import Played, Table, announced

_QUICK = tuple(name for name in NATURALS if not name.startswith("three_"))
"""Naturals that are seen at a glance."""


@dataclass
class _Holding:
    """Thirteen cards of a seat, and what it does with them."""

    seat: int
    number: int
    """0 or 1: which of the seat's hands it is."""
    cards: list[str]
    rows: Rows
    natural: str | None = None
    surrendered: bool = False
    announced: list[str] = field(default_factory=list)

    @property
    def sets(self) -> bool:
        """Whether it is to be set."""
        return self.natural is None and not self.surrendered

    def brought(self) -> Set:
        """What comes to the settlement."""
        return Set(
            cards=tuple(self.cards),
            rows=self.rows if self.sets else None,
            natural=self.natural,
            surrendered=self.surrendered,
            announced=frozenset(self.announced),
        )


class ClosedHand:
    """A hand as it is played; ``first`` is the seat that speaks first."""

    def __init__(self, table: Table, first: int) -> None:
        self.table = table
        self.rng = table.rng
        self.rules = table.rules
        self.fair = table.style.fair
        self.pairs = self.rules["scoring"] == "pairs"
        self.each = self.rules["hands_each"]
        self.claimable = [name for name in NATURALS if self.pairs and natural_points(name, self.rules)]
        self.actions: list[str] = []
        self._count = len(table.seats)
        self._holdings = self._deal()
        self._order = sorted(self._holdings, key=lambda one: ((one.seat - first) % self._count, one.number))

    def play(self) -> Played:
        """The hand to its end."""
        deal = self._written_deal()
        self._claim()
        self._say_in()
        self._announce()
        self._set()
        sets = [[one.brought() for one in self._holdings if one.seat == seat] for seat in range(self._count)]
        return Played(deal, self.actions, sets)

    def _deal(self) -> list[_Holding]:
        dealer, rng = Dealer(self.rng), self.rng
        places = [(seat, number) for seat in range(self._count) for number in range(self.each)]
        special = "none" if self.fair else rng.choice(("none", "naturals", "one natural", "rows", "rows"))
        wanted = rng.sample(list(NATURALS), 1) if special == "one natural" else list(NATURALS)
        found: dict[tuple[int, int], _Holding] = {}
        for place in rng.sample(places, len(places)):
            holding = None
            if "natural" in special and rng.random() < 0.6:
                cards, name = dealer.natural(wanted)
                holding = _Holding(*place, cards, self._rows(cards, place[0]))
                holding.natural = name if self._claims(name) else None
            elif special == "rows" and rng.random() < 0.7:
                rows = dealer.rows()
                if rows is not None:
                    front, middle, back = map(tuple, rows)
                    holding = _Holding(*place, [*front, *middle, *back], (front, middle, back))
            if holding is None:
                cards = dealer.any(13)
                holding = _Holding(*place, cards, self._rows(cards, place[0]))
            found[place] = holding
        for holding in found.values():
            rng.shuffle(holding.cards)
            self._claim_another(holding)
        return [found[place] for place in places]

    def _rows(self, cards: list[str], seat: int) -> Rows:
        return set_cards(cards, self.rules, self.rng, self.table.policy, seat=seat, fair=self.fair)

    def _claims(self, name: str | None) -> bool:
        return name in self.claimable and self.table.pen.likely(0.3 + 0.7 * self.table.style.claims)

    def _claim_another(self, holding: _Holding) -> None:
        """A seat may hold more naturals than one, or hold one by chance."""
        if self.fair:
            names = (name for name in self.claimable if may_hold(name, holding.cards))
            held = (name for name in names if holds_natural(name, holding.cards, self.rules))
            holding.natural = next(held, None)
            return
        if self.rng.random() < 0.3:
            others = [name for name in _QUICK if holds_natural(name, holding.cards, self.rules) and self._claims(name)]
            if others:
                holding.natural = self.rng.choice(others)

    def _written_deal(self) -> dict[str, str]:
        mark = ["|"] if self.each == 2 and self.rng.random() < 0.7 else []
        deal: dict[str, list[str]] = {}
        for one in self._holdings:
            texts = deal.setdefault(self.table.seats[one.seat], [])
            texts += [*mark, self.table.dealt(one.cards)] if one.number else [self.table.dealt(one.cards)]
        return {seat: " ".join(texts) for seat, texts in deal.items()}

    def _act(self, one: _Holding, verb: str, *words: str, hand: bool = True) -> None:
        number = [f"{one.number + 1}:"] if self.each == 2 and hand else []
        self.actions.append(self.table.pen.action(self.table.seats[one.seat], verb, *number, *words))

    def _left(self) -> set[int]:
        """The seats that have anything to set."""
        return {one.seat for one in self._holdings if one.sets}

    def _claim(self) -> None:
        for one in self._order:
            if one.natural is not None:
                self._act(one, "natural", one.natural)

    def _say_in(self) -> None:
        often = self.rng.choice((0, 0.5, 1))
        surrenders = not self.fair and self.pairs and self.rules["surrender"] and self.rng.random() < 0.3
        begun: set[int] = set()
        for one in self._order:
            if one.natural is not None or one.seat in begun:
                continue
            if len(self._left()) < 2 and not (surrenders and self.rng.random() < 0.3):
                continue
            if surrenders and self.rng.random() < 0.4:
                self._surrender(one, begun)
            elif self.rng.random() < often:
                self._act(one, "in")

    def _surrender(self, one: _Holding, begun: set[int]) -> None:
        """One hand is given up, or both at once where nothing has been said of either."""
        both = [each for each in self._holdings if each.seat == one.seat]
        if len(both) == 2 and one is both[0] and both[1].natural is None and self.rng.random() < 0.5:
            begun.add(one.seat)
            for each in both:
                each.surrendered = True
            self._act(one, "surrender", hand=False)
        else:
            one.surrendered = True
            self._act(one, "surrender")

    def _announce(self) -> None:
        often = 1 if self.rules["royalty_announced"] else 0.1
        if not self.pairs or len(self._left()) < 2 or self.rng.random() >= often:
            return
        for one in self._order:
            if one.sets:
                one.announced = announced(held_royalties(one.brought(), self.rules), self.rng)
                self.rng.shuffle(one.announced)
                if one.announced:
                    self._act(one, "royalty", *one.announced)

    def _set(self) -> None:
        setting = [one for one in self._order if one.sets]
        if self.rng.random() < 0.3:
            self.rng.shuffle(setting)
        if len(self._left()) == 1 and self.rng.random() < 0.5:
            setting = []
        for one in setting:
            self._act(one, "set", self.table.rows(one.rows))
