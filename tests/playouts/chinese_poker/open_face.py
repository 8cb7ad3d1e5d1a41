"""A hand of Chinese poker placed face up, five cards first and then one at a time, or three of which one goes."""

from dataclasses import dataclass, field

from tests.bruteforce.chinese_poker import Set
from tests.bruteforce.chinese_poker_rows import ROWS, Rows
from tests.playouts.chinese_poker.deals import Dealer
from tests.playouts.chinese_poker.settings import set_cards
from tests.playouts.chinese_poker.table import Played, Table


@dataclass
class _Plan:
    """A seat's cards as they are dealt, and where they will lie; it knows from the start how it will end."""

    rows: Rows
    turns: list[list[str]] = field(default_factory=list)
    """The cards of each turn; of a seat in fantasyland, all in one."""

    def place_of(self, card: str) -> str:
        """The row of a card, ``discard`` for none."""
        return next((name for name, row in zip(ROWS, self.rows, strict=True) if card in row), "discard")


class OpenFaceHand:
    """A hand as it is played; ``ready`` are the seats in fantasyland and how many cards they get."""

    def __init__(self, table: Table, first: int, ready: dict[int, int]) -> None:
        self.table = table
        self.rng = table.rng
        self.ready = ready
        self.pineapple = table.rules["dealing"] == "pineapple"
        count = len(table.seats)
        self._order = [(first + step) % count for step in range(count)]
        dealer = Dealer(self.rng)
        plans = {seat: self._plan(dealer, seat) for seat in self.rng.sample(range(count), count)}
        self._plans = [plans[seat] for seat in range(count)]

    def play(self) -> Played:
        """The hand to its end."""
        deal = {
            self.table.seats[seat]: self.table.dealt([card for turn in plan.turns for card in turn])
            for seat, plan in enumerate(self._plans)
        }
        return Played(deal, self._actions(), [[Set(rows=plan.rows)] for plan in self._plans])

    def _plan(self, dealer: Dealer, seat: int) -> _Plan:
        rng = self.rng
        fair = self.table.style.fair
        strong = dealer.rows() if not fair and rng.random() < 0.4 else None
        if strong is None:
            rows = set_cards(dealer.any(13), self.table.rules, rng, self.table.policy, seat=seat, fair=fair)
        else:
            front, middle, back = map(tuple, strong)
            rows = front, middle, back
        cards = [card for row in rows for card in row]
        rng.shuffle(cards)
        if seat in self.ready:
            cards += dealer.any(self.ready[seat] - 13)
            rng.shuffle(cards)
            return _Plan(rows, [cards])
        turns = [cards[:5]]
        step = 2 if self.pineapple else 1
        for start in range(5, 13, step):
            turn = cards[start : start + step] + dealer.any(step - 1)
            rng.shuffle(turn)
            turns.append(turn)
        return _Plan(rows, turns)

    def _actions(self) -> list[str]:
        actions: list[str] = []
        waiting: list[int] = []
        rounds = 5 if self.pineapple else 9
        for turn in range(rounds):
            for seat in self._order:
                if seat in self.ready:
                    if turn == 0:
                        waiting.append(seat)
                else:
                    actions.append(self._place(seat, self._plans[seat].turns[turn]))
                while waiting and self.rng.random() < 0.4:
                    actions.append(self._set(waiting.pop(self.rng.randrange(len(waiting)))))
        return actions + [self._set(seat) for seat in waiting]

    def _place(self, seat: int, cards: list[str]) -> str:
        plan, pen = self._plans[seat], self.table.pen
        order = self.rng.sample(cards, len(cards)) if self.table.style.shuffled else cards
        words = [f"{pen.cards([card])}:{plan.place_of(card)}" for card in order]
        return pen.action(self.table.seats[seat], "place", *words)

    def _set(self, seat: int) -> str:
        return self.table.pen.action(self.table.seats[seat], "set", self.table.rows(self._plans[seat].rows))
