"""The play of a hand of Big A, and its frames: the marked Big A, and captured cards that every seat saw."""

from collections.abc import Collection, Sequence
from typing import Final

from msgspec.structs import replace

from engine.cards.packed import UNKNOWN, Card, Holding, added, card_text, cards_text, copies, less, pack, unpack
from engine.climbing.codes import DOES_NOT_BEAT
from engine.climbing.frames import Trick
from engine.climbing.hand import ClimbingHand
from engine.climbing.listed_seats import ListedSeats
from engine.climbing.reader import Form, Play, ReadAction, bare
from engine.climbing.round import ANYBODY, OPENING
from engine.climbing.table import Table
from engine.games.big_a.combinations import CAPTURED, beats_by, card_strength, kind_of, size_of
from engine.games.big_a.drawing import Drawing
from engine.games.big_a.reader import DECK, BigAReader, Capture, Expose, Readers, Reveal
from engine.games.big_a.roles import NOBODY, SEATS, BigA, BigADeal, Roles
from engine.games.big_a.rules import BigARules
from engine.record.actions import column_of
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
            seats = tuple(_face_down(hand, drawing, number, seat, big) for number, seat in enumerate(seats))
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


class BigAHand(ClimbingHand):
    """A hand from its deal until one side is out."""

    reader: BigAReader

    def __init__(self, index: int, reader: BigAReader, readers: Readers, deal: BigADeal, rules: BigARules) -> None:
        """``reader`` is the reader of the drawing; ``readers`` has one reader for each Big A."""
        super().__init__(Table("big_a", index, reader.seats, deal.holdings, deal.unsized), reader)
        self.big_a: Final = BigA(deal.holdings, deal.drawn, deal.firsts)
        self.drawing: Final = Drawing(self.table, self.big_a, deal)
        self._readers: Final = readers
        self.rules: Final = rules
        self._view: Final = BigAView()
        self._taken = -1
        """The number of the action whose cards have been captured from the table."""
        self.lying: tuple[Card, ...] = ()
        """The cards that the last capture took."""
        self._perhaps_over: tuple[int, frozenset[Roles]] | None = None
        """The number of the action after which the hand may have been over, and the roles under which it was over."""
        self.places_sure: int | None = None
        """The number of places of the finish that are certain, if a seat may have gone out unseen; None if all are
        certain.
        """

    def other(self, seat: int, action: object, text: str) -> None:
        """Does an expose, a reveal or a redeal."""
        self.drawing.act(seat, action, text)

    def list_seats(self, seats: Collection[int], dealt: Collection[int]) -> None:
        """Says that the log has the actions of some seats alone.  ``dealt`` are the seats in its deal."""
        self.listed = ListedSeats(self.table, DECK, seats, dealt, captures=True)

    def other_listed(self, seat: int, action: object, text: str) -> None:
        """Does an expose, a reveal or a redeal."""
        self.drawing.act_listed(seat, action, text)

    def after_listed(self, seat: int, play: Play) -> None:
        """Gives the captured cards, of which one is more than the fours, to the seat that captured them."""
        if isinstance(play, Capture) and self.listed is not None:
            self.listed.give(seat, [UNKNOWN] * (len(play.cards) + 1))

    def barred(self, seat: int, text: str) -> bool:
        """Ends the drawing before the first play or pass, unless the deal is void."""
        verb = text.split()[1]
        if verb == "capture":
            wanted = say("a play, because the table is empty")
            self.table.unexpected(seat, verb, text, wanted, topic="fours")
            return True
        if self.drawing.end(seat, verb, text):
            return True
        self.reader = self._readers.reader(self.table.seats, self.big_a.ace)
        return False

    def open_play(self, seat: int, text: str) -> bool:
        """Sets the turn to the leader: the partner who revealed the second copy, or else the declarer.

        If the cards do not show the declarer, the seat that leads is the declarer, provided that the log says who drew
        first.
        """
        big_a = self.big_a
        big_a.settle()
        partner_leads = self.drawing.all_up and big_a.partner is not None
        leaders = {roles[partner_leads] for roles in big_a.possible()}
        turns = self.table.round
        if len(leaders) == 1:
            turns.turn = leaders.pop()
        else:
            turns.turn = ANYBODY if not leaders or seat in leaders else min(leaders)
            sure = len(self.drawing.firsts) == 1 and not self.table.unread
            if sure and seat in leaders and text.split()[1] == "play":
                big_a.lead(seat)
        return False

    def move(self, read: ReadAction, text: str) -> None:
        """Does a play, a pass or a capture."""
        if isinstance(read[3], Capture):
            turns = self.table.round
            if turns.top < 0 or (turns.beaten_by is None and not turns.holders_unknown):
                wanted = say("a play, because the table is empty")
                self.table.unexpected(read[0], "capture", text, wanted, topic="fours")
                return
            self.lying = () if self.taken_from_table() else self.reader.play(bare(self.top_text)).cards
        super().move(read, text)

    def taken_from_table(self) -> bool:
        """Whether the cards of the play to beat have been captured.  It is the play to beat even then."""
        return self._taken == self.table.round.top

    def as_read_from_holding(self, seat: int, play: Play, text: str) -> Play:
        """The play as it counts with the Big A."""
        del seat, text
        if isinstance(play, Capture):
            return play
        form = self.reader.form(play.cards)
        return play if form == play.form else Play(play.cards, form, () if form is None else (form,))

    def may_be_out(self, seat: int) -> bool:
        """Whether a seat of unknown size may have no cards left."""
        is_possible = self._may_hold_nothing(seat)
        if is_possible and self.places_sure is None:
            self.places_sure = len(self.table.round.finish)
        return is_possible

    def _may_hold_nothing(self, seat: int) -> bool:
        return self.table.holdings.count(seat) <= (seat in self.table.unsized)

    def answers(self, play: Play, form: Form) -> bool:
        """Whether cards may be played on the table; fours that capture need one card fewer."""
        if not isinstance(play, Capture):
            return super().answers(play, form)
        against = self._against()
        return kind_of(against) in CAPTURED and size_of(against) == len(play.cards) + 1

    def _against(self) -> Form:
        return self.table_against(self.reader.play(bare(self.top_text)))

    def does_not_beat(self, seat: int, play: Play, text: str) -> None:
        """Reports a play that does not beat the table, or fours that cannot capture it."""
        if not isinstance(play, Capture):
            super().does_not_beat(seat, play, text)
            return
        against = self._against()
        wanted = size_of(against) - 1
        self.table.report(
            DOES_NOT_BEAT,
            "fours",
            seat,
            column=column_of(text, 2),
            recorded=cards_text(play.cards),
            variant="capture-count" if kind_of(against) in CAPTURED else "capture",
            count=len(play.cards),
            wanted=wanted,
            table=self.reader.words(against),
        )

    def beats_by(self, play: Play, form: Form, against: Form) -> str:
        """What makes a play beat another form, or capture it."""
        if isinstance(play, Capture):
            return say("fours capture {count} cards of one rank with one card fewer", count=size_of(against))
        return beats_by(form, against)

    def after_play(self, seat: int, play: Play, missing: Sequence[Card]) -> None:
        """Updates who has copies of the Big A, and gives captured cards to the seat that captured them."""
        big = self.big_a.ace
        assert big is not None
        self.big_a.play(seat, play.cards.count(big) - list(missing).count(big))
        if isinstance(play, Capture):
            for card in self.lying:
                self.table.holdings.give(seat, card)
            self.big_a.capture(seat, self.lying.count(big))
            self._taken = self.table.round.top

    def lead_after_out(self, seat: int) -> int:
        """The next seat that holds cards and is not known by the table to be the partner of the seat that went out."""
        leaders = {
            leader_after(seat, roles if self.big_a.known_to_table(roles) else None, self.table.round.out, self.rules)
            for roles in self.possible_roles(acting=True) or [(NOBODY, NOBODY)]
        }
        return leaders.pop() if len(leaders) == 1 else ANYBODY

    def is_over(self) -> bool:
        """Whether one side is out; then the other seats share the places left."""
        roles = self.possible_roles(acting=True)
        over = frozenset(role for role in roles if _is_over(role, self.table.round.out))
        left = self.table.round.in_play
        if left and (not roles or len(over) < len(roles)):
            if over:
                self._perhaps_over = self.table.done, over
            return False
        if left:
            self.table.round.finish.append(left)
        return True

    def possible_roles(self, *, acting: bool = False) -> tuple[Roles, ...]:
        """The roles that the cards allow, except those under which the hand would have ended before an action in the
        log.

        ``acting`` says that the current action counts too.
        """
        if self._perhaps_over is not None:
            since, over = self._perhaps_over
            if any(action not in self.table.ineffective for action in range(since + 1, self.table.done + acting)):
                self.big_a.ruled_out |= over
                self._perhaps_over = None
        return self.big_a.possible()

    def follow(self, action: str) -> None:
        """Records the action just done, for the frames."""
        self._view.follow(self, self.drawing, action, self.lying)

    def frame(self, step: int, steps: int, action: str | None) -> Frame:
        """The frame after the last action."""
        return self._view.frame(
            self, self.drawing, self.big_a, step=step, steps=steps, action=action, captured=self.taken_from_table()
        )


def _is_over(roles: Roles, out: Sequence[bool]) -> bool:
    """Whether one side has no cards left."""
    if NOBODY in roles:
        return False
    return all(out[seat] for seat in roles) or all(out[seat] for seat in range(SEATS) if seat not in roles)


def leader_after(seat: int, roles: Roles | None, out: Sequence[bool], rules: BigARules) -> int:
    """The seat that leads after a round that a seat has won with its last cards; ``roles`` are what the table knows."""
    passed_over: frozenset[int] = frozenset()
    if roles is not None:
        side = frozenset(roles)
        if seat in side:
            passed_over = side
        elif rules.lead_after_out == "skip_team":
            passed_over = frozenset(range(SEATS)) - side
    around = [(seat + step) % SEATS for step in range(1, SEATS)]
    holding = [other for other in around if not out[other]]
    return next((other for other in holding if other not in passed_over), holding[0])


def is_over(roles: Roles, out: Collection[int]) -> bool:
    """Whether a hand is over when the given seats are out: whether one side is."""
    return _is_over(roles, [seat in out for seat in range(SEATS)])
