"""What a seat of Bao Huang knows: the emperor's card, what was shown and declared, and so who may be protector."""

from collections.abc import Callable, Sequence

from engine.cards.packed import ONE, PROTECTOR_JOKER, Card, Holding, bare_of, copies
from engine.climbing.endgame import ClimbingEndgame
from engine.climbing.sight import ClimbingSight
from engine.games.bao_huang.endgame import with_roles
from engine.games.bao_huang.play import BaoHuangHand
from engine.games.bao_huang.scoring import Roles


class BaoHuangSight(ClimbingSight[BaoHuangHand]):
    """What the seats know during one hand."""

    def _roles(self) -> Roles:
        (roles,) = self.replay.roles.possible()
        return roles

    def with_role(self, seat: int) -> ClimbingEndgame:
        """The rest of the hand with another protector, who may be the emperor."""
        roles = self._roles()
        return self.endgame if seat == roles.protector else with_roles(self.replay, Roles(roles.emperor, seat))

    def public(self, seat: int) -> Holding:
        """With the marked black joker of a seat that declared to hold it."""
        public, roles = super().public(seat), self.replay.roles
        held = copies(self.replay.table.holdings.known[seat], PROTECTOR_JOKER)
        declared = {(seat, "protector"), (seat, "solo")} & {*self.replay.declarations.announced}
        if held and declared and not roles.triplet and not copies(public, PROTECTOR_JOKER):
            return public + ONE[PROTECTOR_JOKER]
        return public

    def deciding(self) -> frozenset[Card]:
        """The card whose holder is the protector."""
        roles = self.replay.roles
        deciding = roles.shown if roles.triplet else PROTECTOR_JOKER
        return frozenset() if deciding is None else frozenset({deciding})

    def kind(self) -> Callable[[Card], Card]:
        """Cards differ by rank, marked jokers and the fourth card to three shown ones from all others."""
        shown = self.replay.roles.shown
        return lambda card: card if card == shown else bare_of(card)

    def finder(self) -> Callable[[Sequence[Holding]], int | None]:
        """The protector is the seat with the marked joker, or with more of the shown cards than it has shown."""
        roles, announced = self._roles(), tuple(self.replay.declarations.announced)
        deciding, public = self.deciding(), tuple(map(self._shown, range(len(self.replay.table.seats))))

        def find(hands: Sequence[Holding]) -> int | None:
            protector = roles.protector
            for card in deciding:
                for seat, cards in enumerate(hands):
                    if copies(cards, card) > public[seat]:
                        protector = seat
            return protector if all(_right(Roles(roles.emperor, protector), *each) for each in announced) else None

        return find

    def _shown(self, seat: int) -> int:
        """How many cards that three were shown of a seat is still known to hold."""
        shown = self.replay.roles.shown
        return 0 if shown is None or not self.replay.roles.triplet else copies(self.public(seat), shown)


def _right(roles: Roles, seat: int, what: str) -> bool:
    """Whether what a seat declared is right."""
    if what == "uprising":
        return seat not in roles.side
    return seat == roles.protector and roles.alone == (what == "solo")
