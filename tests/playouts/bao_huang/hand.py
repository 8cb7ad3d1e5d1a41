"""One hand of Bao Huang, played out at random."""

from typing import Final

from tests.playouts.bao_huang.forms import ORDER, Form, height_of, strength
from tests.playouts.bao_huang.holding import PlayHolding
from tests.playouts.bao_huang.roles import Roles
from tests.playouts.bao_huang.table import SEATS, Table
from tests.playouts.climbing import Round
from tests.playouts.policies import Turn

_ASKED: Final = 0.15


class PlayedHand:
    """A hand from the emperor's lead to its end: its actions, and the order of finish."""

    def __init__(self, table: Table, hands: list[list[str]], roles: Roles) -> None:
        assert roles.emperor is not None
        self.actions: list[str] = []
        self.finish: list[list[int]] = []
        self._table = table
        rules = table.rules
        lowest = None
        if rules["lowest_last"]:
            lowest = ORDER.index("3" if rules["deck"] == 216 else "6")
        self._hands = [PlayHolding(hand, rules["joker_rule"], lowest) for hand in hands]
        self._court = {roles.emperor, roles.protector}
        self._asks = table.pen.likely(table.style.reports)
        self._out = [False] * SEATS
        self._play(roles.emperor)

    def _play(self, leader: int) -> None:
        table, out = self._table, self._out
        current = Round(leader, out)
        to_beat: Form | None = None
        while True:
            seat = current.turn
            plays = self._hands[seat].options(to_beat)
            partner = current.owner is not None and (current.owner in self._court) == (seat in self._court)
            hand = self._hands[seat]
            turn = Turn(
                plays=plays,
                leads=to_beat is None,
                partner=partner,
                seat=seat,
                left=[each.size for each in self._hands],
                friends=frozenset(each for each in range(SEATS) if (each in self._court) == (seat in self._court)),
                height=height_of(to_beat) if to_beat else 0,
                arranged=hand.arranged,
                cost_of=hand.cost,
                cost_after=hand.cost_after,
            )
            choice = table.policy(table.rng, turn)
            if choice is None:
                self.actions.append(table.say(seat, "pass"))
                over = current.passed()
            else:
                assert isinstance(choice.form, Form)
                to_beat = choice.form
                self._put(seat, to_beat)
                if self._ended(seat):
                    return
                if self._asks and table.rng.random() < _ASKED:
                    self.actions.append(table.say(seat, "ask"))
                over = current.played()
            if over:
                assert current.owner is not None
                current = Round(self._leader_after(current.owner), out)
                to_beat = None

    def _leader_after(self, owner: int) -> int:
        return next(seat % SEATS for seat in range(owner, owner + SEATS) if not self._out[seat % SEATS])

    def _put(self, seat: int, form: Form) -> None:
        table, hand = self._table, self._hands[seat]
        cards = hand.choose(form, table.rng)
        if not table.style.shuffled:
            cards.sort(key=lambda card: (strength(card), card))
        if table.style.spelling:
            cards = [self._unmarked(card, hand.cards) for card in cards]
        self.actions.append(table.say(seat, "play", table.cards(cards)))

    def _unmarked(self, card: str, left: list[str]) -> str:
        """A marked joker may be written without its mark where no other of its colour is held."""
        plain = card.removesuffix("*")
        return plain if plain not in left and self._table.rng.random() < 0.3 else card

    def _ended(self, seat: int) -> bool:
        """Whether the hand is over after a play of a seat."""
        if self._hands[seat].size:
            return False
        self._out[seat] = True
        self.finish.append([seat])
        left = [other for other in range(SEATS) if not self._out[other]]
        sides = {other in self._court for other in left}
        if len(sides) == 2:
            return False
        self.finish.append(left)
        return True
