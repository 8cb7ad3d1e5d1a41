"""One hand of Big A, played out at random."""

from tests.playouts.big_a.drawing import SEATS, Drawn
from tests.playouts.big_a.forms import CARDS, Form, fours, height_of
from tests.playouts.big_a.holding import CAPTURE, PlayHolding
from tests.playouts.climbing import Round
from tests.playouts.match_maker import Table
from tests.playouts.policies import Option, Turn


class PlayedHand:
    """A hand from the lead to its end: its actions, and the order of finish."""

    def __init__(self, table: Table, drawn: Drawn) -> None:
        assert drawn.declarer is not None
        self.actions: list[str] = []
        self.finish: list[list[int]] = []
        self._table = table
        self._declarer = drawn.declarer
        self._team = {drawn.declarer, drawn.partner}
        self._known = drawn.both_shown
        self._hands = [PlayHolding(cards, drawn.big) for cards in drawn.hands]
        self._own = [[] for _ in range(SEATS)]  # type: list[list[int]]
        self._captured = [[] for _ in range(SEATS)]  # type: list[list[int]]
        self._own[drawn.declarer].append(1)
        self._own[drawn.partner].append(2)
        self._lying: list[int] = []
        self._copies: list[int] = []
        self._play(drawn.leader)

    def _play(self, leader: int) -> None:
        table, hands = self._table, self._hands
        out = [False] * SEATS
        current = Round(leader, out)
        to_beat: Form | None = None
        while True:
            seat = current.turn
            plays = hands[seat].options(to_beat)
            partner = current.owner is not None and self._partners(seat, current.owner)
            hand = hands[seat]
            turn = Turn(
                plays=plays,
                leads=to_beat is None,
                partner=partner,
                seat=seat,
                left=[each.size for each in hands],
                friends=frozenset(each for each in range(SEATS) if each == seat or self._partners(seat, each)),
                height=height_of(to_beat) if to_beat else 0,
                arranged=hand.arranged,
                cost_of=hand.cost,
                cost_after=hand.cost_after,
            )
            choice = table.policy(table.rng, turn)
            if choice is None:
                self.actions.append(table.pen.action(table.seats[seat], "pass"))
                over = current.passed()
            else:
                to_beat = self._put(seat, choice)
                if hands[seat].size == 0:
                    out[seat] = True
                    self.finish.append([seat])
                    if self._ended(out):
                        self.finish += [[other for other in range(SEATS) if not out[other]]] if not all(out) else []
                        return
                over = current.played()
            if over:
                assert current.owner is not None
                current = Round(self._leader(current.owner, out), out)
                to_beat = None

    def _put(self, seat: int, choice: Option) -> Form:
        """Plays or captures with cards for a form; what they count as."""
        table, hand = self._table, self._hands[seat]
        form: Form = choice.form  # type: ignore[assignment]
        captures = form[0] == CAPTURE
        chosen = hand.frugal(form) if choice.frugal else hand.choose(form, table.rng)
        if table.style.shuffled:
            table.rng.shuffle(chosen)
        else:
            chosen.sort()
        text = table.pen.cards([CARDS[card] for card in chosen])
        self.actions.append(table.pen.action(table.seats[seat], "capture" if captures else "play", text))
        copies = [self._copy(seat) for card in chosen if card == hand.big]
        for card in chosen:
            hand.remove(card)
        if captures:
            for card in self._lying:
                hand.add(card)
            self._captured[seat] += self._copies
        self._lying, self._copies = chosen, copies
        return fours(form[1]) if captures else form

    def _copy(self, seat: int) -> int:
        """Which Big A a seat plays: one that it captured before its own; the second one makes the roles known."""
        copy = (self._captured[seat] or self._own[seat]).pop(0)
        self._known = self._known or copy == 2
        return copy

    def _ended(self, out: list[bool]) -> bool:
        return all(out[seat] for seat in self._team) or all(
            out[seat] for seat in range(SEATS) if seat not in self._team
        )

    def _partners(self, one: int, other: int) -> bool:
        """Whether two seats play together, as far as the table knows."""
        return self._known and (one in self._team) == (other in self._team)

    def _leader(self, winner: int, out: list[bool]) -> int:
        """Who leads after a round."""
        if not out[winner]:
            return winner
        follow = [(winner + step) % SEATS for step in range(1, SEATS)]
        holding = [seat for seat in follow if not out[seat]]
        if not self._known:
            return holding[0]
        together = winner in self._team or self._table.rules["lead_after_out"] == "skip_team"
        return next(seat for seat in holding if not (together and (seat in self._team) == (winner in self._team)))
