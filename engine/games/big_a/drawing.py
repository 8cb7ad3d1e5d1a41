"""The first part of a hand of Big A: aces are exposed during the drawing, and the second copy is revealed."""

from typing import Final

from engine.cards.packed import UNKNOWN, Card, card_text, copies
from engine.climbing.round import OPENING
from engine.climbing.table import Table
from engine.games.big_a.reader import COPIES, BigARedeal, Expose, Reveal
from engine.games.big_a.roles import CARDS, SEATS, BigA, BigADeal, size_of_hand
from engine.games.big_a.rules import ROLE_NOT_ALLOWED
from engine.record.actions import UnreadableAction, column_of
from engine.rulebook.codes import CARD_NOT_HELD, OUT_OF_TURN
from engine.rulebook.sentences import say


class Drawing:
    """The drawing of one hand: which seat becomes declarer, and which seat leads."""

    def __init__(self, table: Table, big_a: BigA, deal: BigADeal) -> None:
        self._table: Final = table
        self._big_a: Final = big_a
        self.firsts: Final = deal.firsts
        """The seats that can have drawn first."""
        self.drawn: Final = deal.drawn
        self.void = False
        """Whether the deal is void."""
        self.all_up = False
        """Whether a copy was revealed, which ends the drawing."""
        self.shown: Final = [0] * SEATS
        """By seat, the number of copies of the present Big A that it has exposed or revealed."""
        self.exposers: Final[set[int]] = set()
        """The seats that exposed an ace while drawing."""
        self.overcallers: Final[set[int]] = set()
        """The seats that overcalled another."""
        self._clock = dict.fromkeys(deal.firsts, 0)
        """By seat that may have drawn first, the lowest number of cards that can have been drawn so far."""

    def act(self, seat: int, action: object, text: str) -> None:
        """Does an expose, a reveal or a redeal."""
        done = False
        if isinstance(action, Expose):
            done = self._expose(seat, action, text)
        elif isinstance(action, Reveal):
            done = self._reveal(seat, action, text)
        elif isinstance(action, BigARedeal):
            done = self._redeal(seat, text)
        if done:
            self._table.unread.clear()
        else:
            self._table.ineffective.add(self._table.done)

    def act_listed(self, seat: int, action: object, text: str) -> None:
        """Does an expose, a reveal or a redeal in a log that leaves out the actions of some seats."""
        opening = self._table.round.turn == OPENING
        if isinstance(action, BigARedeal):
            if opening:
                self._end_void()
        elif not opening:
            verb, topic = ("expose", "exposing") if isinstance(action, Expose) else ("reveal", "revealing")
            self._table.unexpected(seat, verb, text, say("a play or a pass"), topic=topic)
        elif isinstance(action, Expose):
            self._fits(seat, action, text)

    def end(self, seat: int, verb: str, text: str) -> bool:
        """Ends the drawing at the first play or pass.  Returns whether it reported that the deal is void instead."""
        if self._big_a.declarer is None:
            if set(self._big_a.default_roles()) == {None}:
                wanted = say("redeal by {seats}, because both aces of hearts are face down", seats=self._first_names())
                self._table.unexpected(seat, verb, text, wanted, topic="drawing")
                return True
            self._big_a.by_default()
        return False

    def _expose(self, seat: int, action: Expose, text: str) -> bool:
        if self._table.round.turn != OPENING or self.all_up:
            wanted = say("a play or a pass") if self._table.round.turn != OPENING else say("the first play")
            self._table.unexpected(seat, "expose", text, wanted, topic="exposing")
            return False
        if not self._fits(seat, action, text):
            return False
        again = seat == self._big_a.declarer and action.ace == self._big_a.ace
        count = COPIES if again else action.count
        variant = self._no_right_to_expose(seat, action)
        missing = self._copies_lacking(seat, action.ace, count)
        if not variant and not missing:
            variant = self._not_drawn(seat, action, count)
        if variant:
            self._not_allowed(variant, seat, action.ace, action.column, "exposing")
        if missing:
            held = action.count == COPIES and len(missing) == 1
            self._lacks(seat, action.ace, column_of(text, 3) if held else action.column)
        if variant:
            return False
        if not again:
            self.shown[:] = [0] * SEATS
        self.exposers.add(seat)
        if self._big_a.declarer not in (None, seat):
            self.overcallers.add(seat)
        self._big_a.expose(seat, action.ace, count)
        self._show(seat, action.ace, count, len(missing))
        self._pass_time(seat, action, count)
        return True

    def _fits(self, seat: int, action: Expose, text: str) -> bool:
        """Whether the number of cards drawn fits the drawing in turn; reports it if not."""
        if action.drawn is None or self._had_drawn(seat, action.drawn):
            return True
        self._table.malformed(
            text,
            UnreadableAction("drawn", seat, action.drawn_column, f"^{action.drawn}", {"count": action.drawn}),
        )
        return False

    def _no_right_to_expose(self, seat: int, action: Expose) -> str:
        """Why a seat may not expose, whatever cards it holds: a variant of `role-not-allowed`, empty if it may."""
        declarer = self._big_a.declarer
        if declarer is None:
            return ""
        if self._big_a.final:
            return "expose-shown"
        if seat == declarer:
            return "" if action.ace == self._big_a.ace else "expose-again"
        if action.ace == self._big_a.ace:
            return "expose-partner"
        return "" if action.count == COPIES else "expose-single"

    def _not_drawn(self, seat: int, action: Expose, count: int) -> str:
        """Why a seat cannot yet expose a card that it holds; empty if it can or if this is not known."""
        drawn = self.drawn[seat]
        if drawn.order is None:
            return "expose-undrawn" if action.drawn is not None and action.drawn < count else ""
        if _place(drawn.order, action.ace, count) is None:
            return "expose-face-down"
        return "" if _place(drawn.order[: action.drawn], action.ace, count) is not None else "expose-undrawn"

    def _had_drawn(self, seat: int, drawn: int) -> bool:
        """Moves the clock to the time when a seat had drawn a number of cards.  Returns whether this is possible."""
        clock: dict[int, int] = {}
        for first, earliest in self._clock.items():
            size = size_of_hand(seat, first)
            latest = CARDS if drawn == size else _cards_drawn(seat, drawn + 1, first) - 1
            if drawn <= size and latest >= earliest:
                clock[first] = max(earliest, _cards_drawn(seat, drawn, first))
        self._clock = clock or self._clock
        return bool(clock)

    def _pass_time(self, seat: int, action: Expose, count: int) -> None:
        """Moves the clock to the earliest time at which the exposed aces can have been drawn."""
        order = self.drawn[seat].order
        place = None if order is None else _place(order, action.ace, count)
        if place is not None:
            for first, earliest in self._clock.items():
                self._clock[first] = max(earliest, _cards_drawn(seat, place, first))

    def _reveal(self, seat: int, action: Reveal, text: str) -> bool:
        if self._table.round.turn != OPENING:
            self._table.unexpected(seat, "reveal", text, say("a play or a pass"), topic="revealing")
            return False
        variant, missing = "", self._table.holdings.lacking(seat, [action.ace])
        if self._big_a.declarer is None:
            variant = "reveal-none"
        elif self._big_a.both_shown:
            variant = "reveal-shown"
        elif action.ace != self._big_a.ace:
            variant = "reveal-other"
        elif seat == self._big_a.declarer and not missing and self._copies_lacking(seat, action.ace, COPIES):
            variant = "reveal-first"
        if variant:
            self._not_allowed(variant, seat, action.ace, action.column, "revealing")
        if missing:
            self._lacks(seat, action.ace, action.column)
        if variant:
            return False
        self.all_up = True
        self._big_a.reveal(seat)
        self._show(seat, action.ace, COPIES if seat == self._big_a.declarer else 1, len(missing))
        return True

    def _redeal(self, seat: int, text: str) -> bool:
        opening = self._table.round.turn == OPENING
        if not (opening and self._big_a.declarer is None and None in set(self._big_a.default_roles())):
            wanted = say("the first play") if opening else say("a play or a pass")
            self._table.unexpected(seat, "redeal", text, wanted, topic="drawing")
            return False
        if seat not in self.firsts:
            self._table.report(OUT_OF_TURN, "drawing", seat, recorded=text, turn=self._first_names())
        self._end_void()
        return True

    def _end_void(self) -> None:
        self.void = self._table.round.ended = True

    def _first_names(self) -> str:
        *before, names = (self._table.seats[seat] for seat in self.firsts)
        for name in reversed(before):
            names = say("{first} or {rest}", first=name, rest=names)
        return names

    def _not_allowed(self, variant: str, seat: int, ace: Card, column: int, topic: str) -> None:
        declarer, big = self._big_a.declarer, self._big_a.ace
        self._table.report(
            ROLE_NOT_ALLOWED,
            topic,
            seat,
            column=column,
            recorded=card_text(ace),
            variant=variant,
            declarer="" if declarer is None else self._table.seats[declarer],
            ace="" if big is None else card_text(big),
        )

    def _copies_lacking(self, seat: int, ace: Card, count: int) -> list[Card]:
        """The copies of an ace that a seat cannot hold; also a second copy that is known to be in another hand."""
        every = [copies(known, ace) for known in self._table.holdings.known]
        if 0 < every[seat] < count and sum(every) >= COPIES:
            return [ace] * (count - every[seat])
        return self._table.holdings.lacking(seat, [ace] * count)

    def _lacks(self, seat: int, ace: Card, column: int | None) -> None:
        self._table.report(CARD_NOT_HELD, "table", seat, column=column, recorded=card_text(ace), cards=card_text(ace))

    def _show(self, seat: int, ace: Card, count: int, missing: int) -> None:
        """Makes copies of an ace that were shown known cards of the hand."""
        held = count - missing
        self.shown[seat] = held
        if copies(self._table.holdings.known[seat], ace) < held:
            self._table.holdings.take(seat, [ace] * held)
            self._table.report_surplus()
            for _ in range(held):
                self._table.holdings.give(seat, ace)


def _cards_drawn(seat: int, drawn: int, first: int) -> int:
    """The number of cards that all seats have drawn when a seat draws its card number ``drawn``; 0 before its first."""
    return 0 if drawn == 0 else SEATS * (drawn - 1) + (seat - first) % SEATS + 1


def _place(order: tuple[Card, ...], ace: Card, count: int) -> int | None:
    """The number of cards of an order after which it can have some copies of an ace; None if it cannot have them."""
    for place, card in enumerate(order, 1):
        if card in (ace, UNKNOWN):
            count -= 1
            if count == 0:
                return place
    return None
