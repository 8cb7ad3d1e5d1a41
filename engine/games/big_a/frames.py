"""Frames of Big A: cards face down during the drawing, the marked Big A, and captured cards that every seat saw."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from engine.cards.packed import UNKNOWN, Card, Holding, added, card_text, copies, less, pack, unpack
from engine.climbing.frames import Trick
from engine.climbing.hand import ClimbingHand
from engine.climbing.reader import bare
from engine.climbing.round import OPENING
from engine.games.big_a.combinations import card_strength
from engine.games.big_a.deal import SEATS
from engine.games.big_a.drawing import Drawing
from engine.games.big_a.reader import Capture, Expose, Reveal
from engine.games.big_a.roles import BigA
from engine.replay.frames import Frame, SeatFrame
from engine.rulebook.sentences import say

Named = tuple[tuple[str, str], ...]


class BigAView:
    """What every seat has seen of a hand, updated after each action."""

    def __init__(self) -> None:
        self._trick: Final = Trick(SEATS)
        self._captured: Sequence[Card] = ()
        """The cards that the last action captured."""

    def follow(self, hand: ClimbingHand, drawing: Drawing, action: str, lying: Sequence[Card]) -> None:
        """Records the action that the hand has just done; ``lying`` are the cards that the last capture took."""
        self._trick.follow(hand, action)
        self._captured = ()
        if hand.table.done - 1 in hand.table.ineffective:
            return
        text, public = bare(action), hand.table.public
        seat, _, _, form, _ = hand.reader.entry(text)
        if isinstance(form, Expose | Reveal):
            unseen = drawing.shown[seat] - copies(public[seat], form.ace)
            public[seat] = added(public[seat], pack([form.ace] * unseen))
        elif isinstance(form, Capture):
            public[seat] = added(public[seat], pack(lying))
            self._captured = lying

    def frame(
        self,
        hand: ClimbingHand,
        drawing: Drawing,
        big_a: BigA,
        *,
        step: int,
        steps: int,
        action: str | None,
        captured: bool,
    ) -> Frame:
        """The frame after an action (None: the deal).  ``follow`` must have been called for each action before.

        ``captured`` says whether the cards of the play to beat have been captured.
        """
        big = big_a.ace
        before_play = hand.table.round.turn == OPENING and not hand.ended
        frame = self._trick.frame(
            hand,
            step=step,
            steps=steps,
            action=action,
            stage="over" if hand.ended else "drawing" if before_play else "play",
            facts=((say("Big A"), say("not set") if big is None else card_text(big)),),
            sort=lambda holding: sorted_cards(holding, big),
            roles=_named(hand, big_a.roles()),
            public_roles=_named(hand, big_a.public_roles()),
            knows=[_named(hand, big_a.roles_known_to(seat)) for seat in range(SEATS)],
        )
        seats = frame.seats
        if before_play and not drawing.all_up:
            seats = tuple(_face_down(hand, drawing, number, each, big) for number, each in enumerate(seats))
        table = frame.table
        if table is not None and captured:
            table = replace(table, cards=())
        return replace(
            frame,
            seats=seats,
            table=table,
            marked=() if big is None else (card_text(big),),
            captured=tuple(map(card_text, self._captured)),
        )


def _named(hand: ClimbingHand, roles: dict[str, int]) -> Named:
    return tuple((role, hand.table.seats[seat]) for role, seat in roles.items())


def _face_down(hand: ClimbingHand, drawing: Drawing, seat: int, frame: SeatFrame, big: Card | None) -> SeatFrame:
    """A seat whose last card is not picked up yet; the seat unchanged if the deal does not mark that card."""
    drawn, holdings = drawing.drawn[seat], hand.table.holdings
    known = holdings.known[seat]
    if drawn.order is None:
        return frame
    card = drawn.face_down
    if card == UNKNOWN and not holdings.hidden[seat] and UNKNOWN not in drawn.order:
        card = next(iter(unpack(less(known, pack(drawn.order)))), UNKNOWN)
    if card == UNKNOWN:
        return replace(frame, face_down=(card_text(card),), hidden=max(frame.hidden - 1, 0))
    rest = sorted_cards(less(known, pack([card])), big)
    return replace(frame, face_down=(card_text(card),), cards=tuple(map(card_text, rest)))


def sorted_cards(holding: Holding, big: Card | None) -> list[Card]:
    """The cards of a holding in the order in which players sort them: high to low, the Big A first."""
    return sorted(unpack(holding), key=lambda card: (-card_strength(card, big), card))
