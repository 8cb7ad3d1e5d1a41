"""A hand of open-face or pineapple: seats place in turn the cards dealt to them."""

from collections.abc import Collection, Sequence
from typing import Final

from engine.cards.packed import ONE, UNKNOWN, Card, Holding, cards_text
from engine.games.chinese_poker.certain_fouls import foul_is_certain
from engine.games.chinese_poker.deal import Deal, Fantasyland
from engine.games.chinese_poker.hand import PokerHand, frame_of
from engine.games.chinese_poker.reader import (
    DISCARD,
    ChinesePokerReader,
    ParsedAction,
    PlacedCard,
    Placement,
    Setting,
    placements,
)
from engine.games.chinese_poker.royalties import row_name
from engine.games.chinese_poker.rules import BOARD_CARDS, ROW_SIZES, ROWS
from engine.games.chinese_poker.settle import Board, Scoring
from engine.record.verbs import verb_words
from engine.replay.frames import Frame
from engine.rulebook.sentences import Text, say

RowsLaid = tuple[list[Card], ...]
"""The cards of each row, and those that were discarded."""


def placed_in_turn(
    actions: Sequence[str], seats: Sequence[str], dealt: Sequence[Sequence[Holding] | None], *, discards: int
) -> list[RowsLaid] | None:
    """What each seat has placed in a whole hand; None if an action is not plainly in order.

    ``seats`` are in the order of play.  ``dealt`` has the cards of each of them by turn, all of them different; None if
    they are not all known.  ``discards`` is the number of cards that a seat discards on each turn but the first.
    """
    if len(actions) % len(seats) or any(cards is None or len(cards) * len(seats) != len(actions) for cards in dealt):
        return None
    of_word = placements(discards=discards > 0)
    turns: list[RowsLaid] = []
    for place, (seat, streets) in enumerate(zip(seats, dealt, strict=True)):
        assert streets is not None
        away = 0
        laid: RowsLaid = tuple([] for _ in (*ROW_SIZES, DISCARD))
        for text, street in zip(actions[place :: len(seats)], streets, strict=True):
            words = text.split(" ")
            if words[0] != seat or words[1:2] != ["place"] or len(words) != 2 + street.bit_count():
                return None
            cards = 0
            for word in words[2:]:
                placed = of_word.get(word)
                if placed is None:
                    return None
                card, row = placed
                cards += ONE[card]
                laid[row].append(card)
            if cards != street or len(laid[DISCARD]) != away:
                return None
            away += discards
        if tuple(map(len, laid[:DISCARD])) != ROW_SIZES:
            return None
        turns.append(laid)
    return turns


FIRST_CARDS: Final = 5
_PLACE: Final = verb_words("place")
DRAWN: Final = 3
"""The number of cards of a later turn in pineapple; one of them is discarded."""


def turns_of(*, pineapple: bool) -> int:
    """The number of turns of a seat in a hand."""
    cards_a_turn = DRAWN - 1 if pineapple else 1
    return 1 + (BOARD_CARDS - FIRST_CARDS) // cards_a_turn


def cards_of(*, pineapple: bool) -> int:
    """The number of cards that a seat is dealt in a hand."""
    return FIRST_CARDS + (turns_of(pineapple=pineapple) - 1) * (DRAWN if pineapple else 1)


class OpenFaceHand(PokerHand):
    """One hand of open-face or pineapple."""

    def __init__(
        self,
        index: int,
        reader: ChinesePokerReader,
        seats: Sequence[str],
        scoring: Scoring,
        deal: Deal,
        dealer: int | None,
        fantasyland: Sequence[int | None],
    ) -> None:
        """``fantasyland`` has by seat the number of cards with which it is in fantasyland: 0 if it is not, None if it
        is unknown.
        """
        super().__init__(index, reader, seats, scoring, deal, dealer)
        count = len(seats)
        self.boards: list[Board] = [Board(seat, name) for seat, name in enumerate(seats)]
        self.fantasyland: Final = list(fantasyland)
        self._unsized: Final[set[int]] = set()
        """The seats in fantasyland that were dealt an unknown number of cards; only the most is known."""
        self._sizes: Final = Fantasyland(scoring.rules).sizes
        self.pineapple: Final = scoring.rules.dealing == "pineapple"
        self.laid: Final[list[tuple[list[Card], ...]]] = [tuple([] for _ in ROWS) for _ in seats]
        self.discarded: Final[list[list[Card]]] = [[] for _ in seats]
        self._turns: Final = turns_of(pineapple=self.pineapple)
        self.taken: Final = [0] * count
        """By seat, the number of turns that it has taken."""
        self._passed: Final = [0] * count
        """By seat, the number of turns that it has missed."""
        self._owed: Final = [0] * count
        """By seat, the number of missed turns that it has not made up for."""
        self._last: int | None = None
        """The last seat that acted in turn."""
        self._lenient = False
        self._set_at_once: set[int] = set()
        """The seats that set a hand without the right to.  If they then place nothing, that is not a fault of the other
        seats.
        """

    def run(self, actions: Sequence[str]) -> None:
        """Does the actions in order and adds to the findings.  Raises nothing, whatever the texts are."""
        if not self._run_in_turn(actions):
            super().run(actions)

    def _run_in_turn(self, actions: Sequence[str]) -> bool:
        """Does all actions of a hand in which every seat places its cards in turn; does nothing in any other hand.

        It changes the hand in the same way as ``do``, which applies every rule.
        """
        whole = len(actions) == self._turns * len(self.seats) and not self.done
        if not whole or any(cards != 0 for cards in self.fantasyland):
            return False
        names = [self.seats[seat] for seat in self.order]
        dealt = [self.deal.streets(seat, FIRST_CARDS, DRAWN if self.pineapple else 1) for seat in self.order]
        in_turn = placed_in_turn(actions, names, dealt, discards=1 if self.pineapple else 0)
        if in_turn is None:
            return False
        for place, (seat, (*rows, discarded)) in enumerate(zip(self.order, in_turn, strict=True)):
            for laid, cards in zip(self.laid[seat], rows, strict=True):
                laid += cards
            self.discarded[seat] += discarded
            self.taken[seat] = self._turns
            self.holdings.take_known(seat)
            self.done = len(actions) - len(self.order) + place
            self.lay(self.boards[seat], tuple(map(tuple, rows)), fitting=True)
        self.done = len(actions)
        self._last = self.order[-1]
        return True

    @property
    def ended(self) -> bool:
        """Whether every seat has placed all its cards."""
        return not any(map(self.is_pending, self.boards))

    def is_pending(self, board: Board) -> bool:
        """Whether a board has cards still to come."""
        return board.rows is None

    def is_over_for(self, seat: int) -> bool:
        """Whether the hand has ended."""
        return self.ended and seat in self.order

    @property
    def out(self) -> frozenset[int]:
        """The seats that have placed all their cards."""
        return frozenset(board.seat for board in self.boards if not self.is_pending(board))

    def turn(self) -> int | None:
        """The seat whose turn it is; None if only seats in fantasyland still have to act."""
        return next(iter(self._acting()), None)

    def _acting(self) -> list[int]:
        """The seats that still have to act, in the order of their turns."""
        count = len(self.seats)
        start = self.order[0] if self._last is None else (self._last + 1) % count
        acting = [seat for seat in ((start + step) % count for step in range(count)) if self._may_act(seat)]
        return sorted(acting, key=self._street)

    def _perhaps_next(self, seat: int) -> bool:
        """Whether it is the turn of a seat if the seats that are perhaps in fantasyland are."""
        return next((other for other in self._acting() if self.fantasyland[other] is not None), None) == seat

    def _may_act(self, seat: int) -> bool:
        return (
            not self.fantasyland[seat]
            and self.is_pending(self.boards[seat])
            and self.taken[seat] + self._passed[seat] < self._turns
        )

    def _send_to_fantasyland(self, seat: int) -> None:
        order = self.deal.order[seat]
        self.fantasyland[seat] = self._sizes[-1] if order is None else len(order)
        if order is None and len(self._sizes) > 1:
            self._unsized.add(seat)

    def _reached(self, seat: int) -> bool:
        """Whether the first turn of a seat in fantasyland has come: whether every seat before it has acted."""
        before = self.order[: self.order.index(seat)]
        return all(self.fantasyland[other] or self.taken[other] + self._passed[other] for other in before)

    def unread(self) -> None:
        """Makes the next seat to act count as the seat whose turn it is."""
        self._lenient = True

    def do(self, read: ParsedAction, text: str) -> None:
        """Does an action that could be read."""
        seat, action = read.seat, read.action
        if isinstance(action, Setting):
            self._set(seat, action, text)
        elif not isinstance(action, Placement):
            self.unexpected(seat, text, read.verb, _PLACE)
        elif self.fantasyland[seat]:
            self.unexpected(seat, text, read.verb, say("set, because the seat is in fantasyland"))
        else:
            self.fantasyland[seat] = 0
            self._move(seat, text)
            self._place(seat, action)

    def _set(self, seat: int, action: Setting, text: str) -> None:
        if self.fantasyland[seat] == 0 or self.taken[seat]:
            if not self.taken[seat]:
                self._set_at_once.add(seat)
            self.unexpected(seat, text, "set", _PLACE)
            return
        if self.fantasyland[seat] is None:
            self._send_to_fantasyland(seat)
        if not self._reached(seat) and not self._lenient:
            self.out_of_turn(seat, self.turn(), text)
        self._lenient = False
        self.take_setting(seat, action)
        for row, cards in zip(self.laid[seat], action.rows, strict=True):
            row += cards

    def _move(self, seat: int, text: str) -> None:
        """Moves the turn to a seat, whether or not it is its turn.  The seats between count as having missed theirs."""
        turn = self.turn()
        if turn != seat and self._owed[seat] and not self._lenient:
            self._owed[seat] -= 1
            self._passed[seat] -= 1
            self.taken[seat] += 1
            return
        if turn is not None and turn != seat:
            self._skip(turn, seat, text)
        self._lenient = False
        self.taken[seat] += 1
        self._last = seat

    def _skip(self, turn: int, seat: int, text: str) -> None:
        """Counts a missed turn for the seats from the one whose turn it is to the one that acts."""
        count = len(self.seats)
        between = [other % count for other in range(turn, seat if seat > turn else seat + count)]
        skipped = [other for other in between if self._may_act(other)]
        if all(self.fantasyland[other] is None for other in skipped):
            for other in skipped:
                self._send_to_fantasyland(other)
            return
        if not self._lenient and not self._set_at_once.issuperset(skipped):
            self.out_of_turn(seat, turn, text)
        for other in skipped:
            self._passed[other] += 1
            self._owed[other] += 1

    def _place(self, seat: int, action: Placement) -> None:
        cards = [placed.card for placed in action.cards]
        before = {card for row in (*self.laid[seat], self.discarded[seat]) for card in row if card != UNKNOWN}
        missing = self._missing(seat, cards, before)
        if missing:
            self.not_held(seat, missing, action.cards[cards.index(missing[0])].column)
        fitting = self._fitting(seat, action, before)
        if not missing:
            self._look_at_count(seat, action, [placed for placed in action.cards if placed not in fitting])
        for placed in fitting:
            (self.discarded[seat] if placed.row == DISCARD else self.laid[seat][placed.row]).append(placed.card)
        self.holdings.take(seat, [card for card in dict.fromkeys(cards) if card not in (UNKNOWN, *missing)])
        whole = sum(map(len, self.laid[seat])) == BOARD_CARDS
        if whole or (self.taken[seat] == self._turns and not self._passed[seat]):
            self.lay(self.boards[seat], tuple(map(tuple, self.laid[seat])))

    def _missing(self, seat: int, cards: Sequence[Card], before: Collection[Card]) -> list[Card]:
        """Those of some cards that the seat cannot have at this turn, including those that it placed before.

        If the deal has a wrong size, it is not known at which turn its cards were dealt.
        """
        new = [card for card in dict.fromkeys(cards) if card != UNKNOWN and card not in before]
        lacking = set(self.holdings.lacking(seat, new))
        order = self.deal.order[seat]
        if order is not None and len(order) == cards_of(pineapple=self.pineapple):
            turns = self.taken[seat] + self._passed[seat] - 1
            dealt = FIRST_CARDS + turns * (DRAWN if self.pineapple else 1)
            lacking |= set(new) & (set(order[dealt:]) - set(order[:dealt]))
        return [card for card in dict.fromkeys(cards) if card in lacking or card in before]

    def _fitting(self, seat: int, action: Placement, before: Collection[Card]) -> list[PlacedCard]:
        """The cards of a placement for which their rows have room, each card once."""
        fitting: list[PlacedCard] = []
        for placed in action.cards:
            laid = [other for other in fitting if other.row == placed.row]
            room = placed.row == DISCARD or len(self.laid[seat][placed.row]) + len(laid) < ROW_SIZES[placed.row]
            again = placed.card != UNKNOWN and (placed.card in before or any(o.card == placed.card for o in fitting))
            if room and not again:
                fitting.append(placed)
        return fitting

    def _look_at_count(self, seat: int, action: Placement, over: Sequence[PlacedCard]) -> None:
        turns = self.taken[seat] - 1
        counts = (sum(placed.row != DISCARD for placed in action.cards), self._discards(action))
        wanted = {self._due(turns), self._due(turns + self._passed[seat])}
        if counts not in wanted:
            laid, away = self._due(turns)
            text, done = self._counted(laid, away), self._counted(*counts)
            recorded = cards_text(placed.card for placed in action.cards)
            extra = [
                placed.column
                for kind, most in ((False, laid), (True, away))
                for placed in [placement for placement in action.cards if (placement.row == DISCARD) == kind][most:]
            ]
            self.bad_setting(seat, min(extra, default=None), recorded, "count", count=done, wanted=text)
        elif over:
            card = cards_text([over[0].card])
            again = action.cards.index(over[0]) != next(
                place for place, placed in enumerate(action.cards) if placed.card == over[0].card
            )
            if again:
                self.bad_setting(seat, over[0].column, card, "twice", cards=card)
            else:
                self.bad_setting(seat, over[0].column, card, "full", cards=card, row=row_name(over[0].row))

    def _counted(self, laid: int, away: int) -> Text:
        """The numbers of cards that a seat places and discards, in words."""
        if self.pineapple:
            return say("{laid} cards and {away} discarded", laid=laid, away=away)
        return say("{laid} cards", laid=laid)

    @staticmethod
    def _discards(action: Placement) -> int:
        return sum(placed.row == DISCARD for placed in action.cards)

    def _due(self, turns: int) -> tuple[int, int]:
        """The number of cards that a seat places, and the number that it discards, on the turn after some turns."""
        if turns == 0:
            return FIRST_CARDS, 0
        return (DRAWN - 1, 1) if self.pineapple else (1, 0)

    def frame(self, step: int, steps: int, action: str | None) -> Frame:
        """The frame after the last action."""
        fouls = [seat for seat in range(len(self.seats)) if self._is_foul(seat, self.discarded[seat])]
        turn = self.turn()
        held, hidden, at_most = zip(*map(self._in_hand, range(len(self.seats))), strict=True)
        return frame_of(
            self,
            step=step,
            steps=steps,
            action=action,
            stage="over" if self.ended else "placing",
            laid=self.laid,
            held=held,
            hidden=hidden,
            at_most=at_most,
            standing=[self._standing(seat, cards) for seat, cards in enumerate(self.fantasyland)],
            turn=turn,
            fouls=fouls,
            open_fouls=[seat for seat in fouls if self._is_foul(seat, ())] if self.pineapple else None,
            discarded=[self._away(seat) for seat in range(len(self.seats))],
            facts=()
            if turn is None or self.fantasyland[turn] is None
            else (("street", f"{self._street(turn)}/{self._turns}"),),
        )

    def _street(self, seat: int) -> int:
        """The number of the turn that a seat takes next, from 1."""
        return self.taken[seat] + self._passed[seat] + 1

    def _away(self, seat: int) -> Sequence[Card]:
        """The cards that a seat has discarded; of one that set its hand at once, those that are left."""
        order = self.deal.order[seat]
        if not self.fantasyland[seat] or order is None or self.is_pending(self.boards[seat]):
            return self.discarded[seat]
        laid = {card for row in self.laid[seat] for card in row}
        return [card for card in order if card not in laid]

    def _standing(self, seat: int, cards: int | None) -> str:
        if not cards:
            return ""
        if seat in self._unsized:
            return say("in fantasyland")
        return say("in fantasyland with {cards} cards", cards=cards)

    def _in_hand(self, seat: int) -> tuple[list[Card], int, bool]:
        """The cards that a seat is known to hold and still has to place or discard, and the number of its others.

        The third says whether that number may be too high.
        """
        if not self.is_pending(self.boards[seat]):
            return [], 0, False
        order, fantasyland, turn = self.deal.order[seat], self.fantasyland[seat], self.turn()
        due = sum(self._due(self.taken[seat]))
        if turn != seat and self._perhaps_next(seat):
            return [], due, True
        if order is None:
            if fantasyland is None:
                return [], self._sizes[-1], True
            return [], fantasyland or due * (turn == seat), seat in self._unsized
        turns = self.taken[seat] + self._passed[seat]
        begun = order[: self._dealt_in(turns + (turn == seat))]
        if fantasyland is None and (len(order) not in self._sizes or len(order) == cards_of(pineapple=self.pineapple)):
            sure = [card for card in begun if card != UNKNOWN]
            return sure, len(order) - len(sure), len(begun) < len(order)
        dealt = begun if fantasyland == 0 else order
        placed = [card for row in (*self.laid[seat], self.discarded[seat]) for card in row]
        held = [card for card in dealt if card != UNKNOWN and card not in placed]
        hidden = dealt.count(UNKNOWN)
        not_shown = sum(card == UNKNOWN or card not in dealt for card in placed)
        unplaced = max(hidden - not_shown, 0)
        away = min(not_shown - hidden, placed.count(UNKNOWN))
        if away <= 0:
            return held, unplaced, False
        perhaps = [card for card in held if card in order[: self._dealt_in(turns)]]
        return [card for card in held if card not in perhaps], unplaced + max(len(perhaps) - away, 0), False

    def _dealt_in(self, turns: int) -> int:
        """The number of cards that a seat is dealt in its first turns."""
        return FIRST_CARDS + (turns - 1) * (DRAWN if self.pineapple else 1) if turns else 0

    def _is_foul(self, seat: int, discarded: Sequence[Card]) -> bool:
        board = self.boards[seat]
        if board.rows is not None:
            return board.misset
        return foul_is_certain(
            self.laid[seat],
            {card for other in range(len(self.seats)) for row in self.laid[other] for card in row} | set(discarded),
            wheel=self.scoring.rules.wheel,
            low_middle=self.scoring.low_middle,
        )
