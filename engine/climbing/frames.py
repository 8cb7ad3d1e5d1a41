"""Frames of the climbing games."""

from collections.abc import Callable, Sequence

from engine.cards.packed import Card, Holding, card_text, common
from engine.climbing.fast_path import NOBODY
from engine.climbing.hand import ClimbingHand
from engine.climbing.reader import PASS, Play, bare
from engine.replay.frames import Frame, SeatFrame, TablePlay


class Trick:
    """What each seat did since the last lead, updated after each action."""

    def __init__(self, seats: int) -> None:
        self._did = [""] * seats
        self._fresh = True

    def frame(
        self,
        hand: ClimbingHand,
        *,
        step: int,
        steps: int,
        action: str | None,
        stage: str,
        facts: tuple[tuple[str, str], ...],
        public: Sequence[Holding],
        sort: Callable[[Holding], list[Card]],
        wild: tuple[str, ...] = (),
        roles: tuple[tuple[str, str], ...] = (),
        public_roles: tuple[tuple[str, str], ...] = (),
        knows: Sequence[tuple[tuple[str, str], ...]] = (),
        laid: tuple[str, ...] = (),
        laid_open: bool = True,
    ) -> Frame:
        """The frame after an action (None: the deal).  ``follow`` must have been called for each action before.

        ``sort`` gives the cards of a holding in the order in which the game shows them.  ``public`` and ``knows`` have
        one item for each seat.
        """
        places = {seat: place for place, seats in _places(hand.finish) for seat in seats}
        known = [hand.holdings.shown(seat) for seat in range(len(hand.seats))]
        return Frame(
            hand=hand.index,
            step=step,
            steps=steps,
            stage=stage,
            action=action,
            seats=tuple(
                SeatFrame(
                    seat=name,
                    count=hand.holdings.count(seat),
                    cards=tuple(map(card_text, sort(known[seat]))),
                    hidden=hand.holdings.hidden[seat],
                    public=tuple(map(card_text, sort(common(public[seat], known[seat])))),
                    place=places.get(seat),
                    did=self._did[seat],
                    knows=knows[seat] if knows else (),
                )
                for seat, name in enumerate(hand.seats)
            ),
            table=_on_table(hand),
            turn=_turn(hand),
            finish=tuple(tuple(hand.seats[seat] for seat in seats) for seats in hand.finish),
            facts=facts,
            wild=wild,
            roles=roles,
            public_roles=public_roles,
            laid=laid,
            laid_open=laid_open,
        )

    def follow(self, hand: ClimbingHand, action: str) -> None:
        """Records the action that the hand has just done."""
        seat, count, _, form, _ = hand.reader.entry(bare(action))
        moved = count >= PASS or isinstance(form, Play)
        if not moved or hand.done - 1 in hand.ineffective:
            return
        if self._fresh:
            self._did = [""] * len(hand.seats)
        self._did[seat] = "pass" if count == PASS else " ".join(map(card_text, hand.reader.play(bare(action)).cards))
        self._fresh = hand.owner == NOBODY


def _places(finish: Sequence[Sequence[int]]) -> list[tuple[int, Sequence[int]]]:
    place = 1
    placed: list[tuple[int, Sequence[int]]] = []
    for seats in finish:
        placed.append((place, seats))
        place += len(seats)
    return placed


def _on_table(hand: ClimbingHand) -> TablePlay | None:
    if hand.owner == NOBODY or hand.beaten_by is None:
        return None
    play = hand.reader.play(bare(hand.top_text))
    return TablePlay(
        seat=hand.seats[hand.owner],
        cards=tuple(map(card_text, play.cards)),
        reading=hand.reader.words(hand.table_against(play)).phrase(),
        step=hand.top + 1,
    )


def _turn(hand: ClimbingHand) -> str | None:
    turn = hand.expected_turn()
    return hand.seats[turn] if turn >= 0 else None
