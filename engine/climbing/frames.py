"""Frames of the climbing games."""

from collections.abc import Callable, Sequence

from engine.cards.packed import Card, Holding, card_text, common
from engine.climbing.hand import ClimbingHand
from engine.climbing.reader import PASS, Play, bare
from engine.climbing.round import NOBODY
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
        sort: Callable[[Holding], list[Card]],
        wild: tuple[str, ...] = (),
        roles: tuple[tuple[str, str], ...] = (),
        public_roles: tuple[tuple[str, str], ...] = (),
        knows: Sequence[tuple[tuple[str, str], ...]] = (),
        laid: tuple[str, ...] = (),
        laid_open: bool = True,
    ) -> Frame:
        """The frame after an action (None: the deal).  ``follow`` must have been called for each action before.

        ``sort`` gives the cards of a holding in the order in which the game shows them.  ``knows`` has an item a seat.
        """
        table = hand.table
        finish, holdings = table.round.finish, table.holdings
        places = {seat: place for place, seats in _places(finish) for seat in seats}
        known = [holdings.shown(seat) for seat in range(len(table.seats))]
        return Frame(
            hand=table.index,
            step=step,
            steps=steps,
            stage=stage,
            action=action,
            seats=tuple(
                SeatFrame(
                    seat=name,
                    count=holdings.count(seat),
                    cards=tuple(map(card_text, sort(known[seat]))),
                    hidden=holdings.hidden[seat],
                    public=tuple(map(card_text, sort(common(table.public[seat], known[seat])))),
                    place=places.get(seat),
                    did=self._did[seat],
                    knows=knows[seat] if knows else (),
                )
                for seat, name in enumerate(table.seats)
            ),
            table=_on_table(hand),
            turn=_turn(hand),
            finish=tuple(tuple(table.seats[seat] for seat in seats) for seats in finish),
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
        if not moved or hand.table.done - 1 in hand.table.ineffective:
            return
        if self._fresh:
            self._did = [""] * len(self._did)
        self._did[seat] = "pass" if count == PASS else " ".join(map(card_text, hand.reader.play(bare(action)).cards))
        self._fresh = hand.table.round.owner == NOBODY


def _places(finish: Sequence[Sequence[int]]) -> list[tuple[int, Sequence[int]]]:
    place = 1
    placed: list[tuple[int, Sequence[int]]] = []
    for seats in finish:
        placed.append((place, seats))
        place += len(seats)
    return placed


def _on_table(hand: ClimbingHand) -> TablePlay | None:
    turns = hand.table.round
    if turns.owner == NOBODY or turns.beaten_by is None:
        return None
    play = hand.reader.play(bare(hand.top_text))
    return TablePlay(
        seat=hand.table.seats[turns.owner],
        cards=tuple(map(card_text, play.cards)),
        reading=hand.reader.words(hand.table_against(play)).phrase(),
        step=turns.top + 1,
    )


def _turn(hand: ClimbingHand) -> str | None:
    turn = hand.expected_turn()
    return hand.table.seats[turn] if turn >= 0 else None
