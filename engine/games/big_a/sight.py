"""What a seat of Big A knows: aces that were shown, captured cards, and so who may be partner."""

from collections.abc import Callable, Sequence

from engine.cards.packed import Card, Holding, bare_of, copies
from engine.climbing.endgame import ClimbingEndgame
from engine.climbing.sight import ClimbingSight
from engine.games.big_a.deal import SEATS
from engine.games.big_a.endgame import BigAEndgame, with_roles
from engine.games.big_a.play import BigAHand
from engine.games.big_a.reader import COPIES


class BigASight(ClimbingSight[BigAHand]):
    """What the seats know during one hand."""

    def _big(self) -> Card:
        assert isinstance(self.endgame, BigAEndgame)
        return self.endgame.big

    def _declarer(self) -> int:
        return self.replay.possible_roles()[0][0]

    def with_role(self, seat: int) -> ClimbingEndgame:
        """The rest of the hand with another partner, who may be the declarer."""
        return with_roles(self.replay, self._big(), (self._declarer(), seat))

    def deciding(self) -> frozenset[Card]:
        """The Big A."""
        return frozenset({self._big()})

    def kind(self) -> Callable[[Card], Card]:
        """Cards differ by rank, and the Big A from all others."""
        big = self._big()
        return lambda card: card if card == big else bare_of(card)

    def finder(self) -> Callable[[Sequence[Holding]], int | None]:
        """The partner is the seat that was dealt the second copy; the declarer was dealt one."""
        declarer, big = self._declarer(), self._big()
        had = [self.replay.big_a.had_by(seat) for seat in range(SEATS)]

        def find(hands: Sequence[Holding]) -> int | None:
            own = [copies(cards, big) + played - captive for cards, (played, captive) in zip(hands, had, strict=True)]
            if own[declarer] < 1:
                return None
            if own[declarer] >= COPIES:
                return declarer
            return next((seat for seat in range(SEATS) if own[seat] and seat != declarer), None)

        return find
