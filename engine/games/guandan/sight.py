"""What a seat of Guandan knows: tribute and return that all saw, and who resisted with which jokers."""

from collections.abc import Callable, Sequence

from engine.cards.packed import RED_JOKER, Card, Holding, copies, less, pack
from engine.climbing.endgame import ClimbingEndgame
from engine.climbing.sight import ClimbingSight
from engine.games.guandan.play import GuandanHand


class GuandanSight(ClimbingSight[GuandanHand]):
    """What the seats know during one hand."""

    def with_role(self, seat: int) -> ClimbingEndgame:
        """The rest of the hand; no cards decide roles."""
        del seat
        return self.endgame

    def role_seats(self) -> Sequence[int]:
        """One seat stands for all."""
        return range(1)

    def kind(self) -> Callable[[Card], Card]:
        """Cards differ by rank and suit."""
        return lambda card: card

    def _resisting(self) -> frozenset[int]:
        """The seats that together showed both red jokers against tribute; none if nobody did."""
        tribute = self.replay.exchange.tribute
        if not tribute.resisting:
            return frozenset()
        if tribute.debts is not None:
            return frozenset(tribute.debts.payers)
        return frozenset(each for seat in tribute.resisting for each in (seat, (seat + 2) % 4))

    def public(self, seat: int) -> Holding:
        """Without the red jokers of two seats that resisted: which of them has them is not known."""
        public = super().public(seat)
        return less(public, pack([RED_JOKER] * 2)) if len(self._resisting()) > 1 else public

    def deciding(self) -> frozenset[Card]:
        """The red jokers, if some seat resisted."""
        return frozenset({RED_JOKER} if self._resisting() else ())

    def finder(self) -> Callable[[Sequence[Holding]], int | None]:
        """Nobody but those who resisted has a red joker."""
        resisting = self._resisting()

        def find(hands: Sequence[Holding]) -> int | None:
            others = (cards for seat, cards in enumerate(hands) if seat not in resisting)
            return None if resisting and any(copies(cards, RED_JOKER) for cards in others) else 0

        return find
