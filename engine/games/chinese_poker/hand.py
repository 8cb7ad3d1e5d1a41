"""What hands of Chinese poker share, dealt closed or open: how actions are read, faults reported and frames drawn."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from decimal import Decimal
from itertools import accumulate
from typing import Final

from engine.cards.holdings import Holdings, surplus_found
from engine.cards.packed import SUITS, UNKNOWN, Card, card_text, cards_text, pack, rank_of, suit_of
from engine.games.chinese_poker.deal import GAME, Deal
from engine.games.chinese_poker.ranks import words_so_far
from engine.games.chinese_poker.reader import DECK, ChinesePokerReader, ParsedAction, Setting
from engine.games.chinese_poker.royalties import row_name
from engine.games.chinese_poker.rules import BAD_SETTING, FOUL, ROW_SIZES, ROWS
from engine.games.chinese_poker.settle import NO_ROW, Board, Scoring
from engine.games.chinese_poker.settlement import Settlement
from engine.record.actions import Elsewhere, UnreadableAction, Word
from engine.record.verbs import verb_words
from engine.replay.analysis import Rows
from engine.replay.frames import Frame, RowFrame, SeatFrame
from engine.replay.hand_findings import HandFindings
from engine.rulebook.codes import AFTER_END, ALREADY_OUT, CARD_NOT_HELD, MALFORMED, OUT_OF_TURN, UNEXPECTED_ACTION
from engine.rulebook.findings import Detail, Severity
from engine.rulebook.sentences import Text, enumerated, say

_GAME_WORDS: Final = say("Chinese poker")


class PokerHand(HandFindings, ABC):
    """One hand, replayed action by action."""

    boards: list[Board]
    """The boards, seat by seat."""

    def __init__(
        self,
        index: int,
        reader: ChinesePokerReader,
        seats: Sequence[str],
        scoring: Scoring,
        deal: Deal,
        dealer: int | None,
    ) -> None:
        """``index`` is the number of the hand in its match, from 0."""
        super().__init__(GAME, index, seats)
        self.reader: Final = reader
        self.scoring: Final = scoring
        self.deal: Final = deal
        self.holdings: Final[Holdings] = deal.holdings
        self.dealer_known: Final = dealer is not None
        first = 0 if dealer is None else dealer + 1
        self.order: Final = tuple((first + step) % len(seats) for step in range(len(seats)))
        """The seats in the order in which they act."""
        self.banker: Final = dealer
        """The seat of the dealer, who is the banker where seats settle with one; None if it is not known."""
        self._seconds = "0"
        self.settlement: Settlement | None = None
        """How the boards were settled, once the hand is closed and if it was played to its end."""

    def note_play(self) -> None:
        """Does nothing: the boards have all that statistics count."""

    def run(self, actions: Sequence[str]) -> None:
        """Does the actions in order and adds to the findings.  Raises nothing, whatever the texts are."""
        for text in actions:
            self._act(text)
            self.done += 1

    aside: object = None
    """What the opening of the hand has left for the outcome alone: nothing, as no opening is known."""

    def opening(self, actions: Sequence[str]) -> int:
        """The number of actions: there is no first play after which hands go on alike."""
        return len(actions)

    def in_play(self, actions: Sequence[str]) -> None:
        """None, as it is not known whether hands go on alike."""
        del actions

    def follow(self, action: str) -> None:
        """Does nothing: the frames show only the rows and the announcements, which the hand has anyway."""

    def _act(self, text: str) -> None:
        read = self.reader.read(text)
        if isinstance(read, UnreadableAction):
            self.report(
                MALFORMED,
                read.rule,
                read.seat,
                column=read.column,
                variant=read.variant,
                recorded=read.recorded or text,
                details=read.details,
            )
            self.unread()
            return
        if read.seconds is not None:
            self._look_at_time(read.seat, read.seconds)
        if self.is_over_for(read.seat):
            self.report(AFTER_END, "end", read.seat, recorded=text)
        elif read.seat in self.out:
            turn = self.turn()
            name = say("another seat") if turn is None else self.seats[turn]
            self.report(ALREADY_OUT, "open-face", read.seat, recorded=text, turn=name)
        elif isinstance(read, Elsewhere):
            self.unexpected(read.seat, text, read.verb, say("a verb of this game"), variant="game")
        else:
            self.do(read, text)

    def _look_at_time(self, seat: int, seconds: Word) -> None:
        """Warns of seconds that are earlier than those before."""
        if Decimal(seconds.text) < Decimal(self._seconds):
            self.report(
                MALFORMED,
                "log.actions",
                seat,
                column=seconds.column,
                variant="earlier",
                severity=Severity.WARNING,
                recorded=f"@{seconds.text}",
                before=f"@{self._seconds}",
            )
        self._seconds = seconds.text

    def unexpected(self, seat: int, text: str, verb: str, wanted: str, *, variant: str = "") -> None:
        """Reports a verb that is not allowed at this point."""
        self.report(
            UNEXPECTED_ACTION,
            "course",
            seat,
            recorded=text,
            variant=variant,
            verb=verb_words(verb),
            wanted=wanted,
            game=_GAME_WORDS,
        )

    def out_of_turn(self, seat: int, turn: int | None, text: str) -> None:
        """Reports an action that is out of turn."""
        name = say("nobody") if turn is None else self.seats[turn]
        self.report(OUT_OF_TURN, "course", seat, recorded=text, turn=name)

    def not_held(self, seat: int, cards: Sequence[Card], column: int) -> None:
        """Reports cards that a seat does not hold."""
        text = cards_text(cards)
        self.report(CARD_NOT_HELD, "table", seat, column=column, recorded=text, cards=text)

    def take_setting(self, number: int, action: Setting) -> None:
        """Lays a hand that is set at once, from the cards of a board, and reports its faults."""
        board, cards = self.boards[number], action.cards
        sizes_right = tuple(map(len, action.rows)) == ROW_SIZES
        packed = pack(cards)
        if sizes_right and packed == self.holdings.known[number] and not packed & ~DECK.cards:
            self.holdings.take_known(number)
            self.lay(board, action.rows, fitting=True)
            return
        distinct = list(dict.fromkeys(cards))
        missing = self.holdings.lacking(number, distinct)
        if missing:
            self.not_held(board.seat, missing, action.columns[cards.index(missing[0])])
        elif not sizes_right:
            self._bad_sizes(board.seat, action)
        elif len(distinct) < len(cards):
            again = [place for place, card in enumerate(cards) if card in cards[:place]]
            text = cards_text(dict.fromkeys(cards[place] for place in again))
            self.bad_setting(board.seat, action.columns[again[0]], text, "twice", cards=text)
        self.holdings.take(number, [card for card in distinct if card not in missing])
        self.lay(board, action.rows)

    def _bad_sizes(self, seat: int, action: Setting) -> None:
        long = next((row for row, size in enumerate(ROW_SIZES) if len(action.rows[row]) > size), None)
        column = None if long is None else action.columns[sum(map(len, action.rows[:long])) + ROW_SIZES[long]]
        sizes = ", ".join(str(len(cards)) for cards in action.rows)
        recorded = " / ".join(map(cards_text, action.rows))
        self.bad_setting(seat, column, recorded, "sizes", sizes=sizes)

    def bad_setting(self, seat: int, column: int | None, recorded: str, variant: str, **details: Detail) -> None:
        """Reports rows that are not valid."""
        self.report(BAD_SETTING, "setting", seat, column=column, recorded=recorded, variant=variant, details=details)

    def lay(self, board: Board, rows: Rows, *, fitting: bool = False) -> None:
        """Lays the rows of a board, and reports a mis-set hand.

        ``fitting`` says that they are known to have the right sizes, and each card once.
        """
        faulty = self.scoring.place(board, rows, fitting=fitting)
        if faulty is not None:
            above, below = faulty
            self.report(
                FOUL,
                "misset",
                board.seat,
                above=self.scoring.words(above, rows[above]),
                above_row=row_name(above),
                below=self.scoring.words(below, rows[below]),
                below_row=row_name(below),
            )

    def lay_known(self, number: int, cards: Sequence[Card]) -> None:
        """Lays the cards that a board is known to have, front first."""
        rows = [tuple(cards[end - size : end]) for size, end in zip(ROW_SIZES, accumulate(ROW_SIZES), strict=True)]
        self.lay(self.boards[number], tuple(rows), fitting=True)

    def put_in_order(self) -> None:
        """Sorts the findings into the order of the report: those of the deal first, then those of each action."""
        surplus = self.holdings.surplus
        self.findings += surplus_found(self.index, self.holdings, GAME)
        self.holdings.surplus = surplus
        self.findings.sort(key=lambda finding: -1 if finding.action is None else finding.action)

    def boards_left(self) -> Text:
        """The boards that still have to be set, in words."""
        return say("{hands} not set", hands=enumerated([board.name for board in self.boards if self.is_pending(board)]))

    @property
    @abstractmethod
    def ended(self) -> bool:
        """Whether the hand has ended."""

    @property
    def unsure(self) -> frozenset[int]:
        """The seats with a claim that the known cards neither confirm nor refute."""
        return frozenset()

    @property
    def out(self) -> frozenset[int]:
        """The seats that have no action left before the hand ends, whatever the verb."""
        return frozenset()

    @abstractmethod
    def is_over_for(self, seat: int) -> bool:
        """Whether the hand has ended and a seat has no action left."""

    def turn(self) -> int | None:
        """The seat whose turn it is; None if it is no seat's turn."""
        return None

    @abstractmethod
    def is_pending(self, board: Board) -> bool:
        """Whether a board still has to be set."""

    @abstractmethod
    def unread(self) -> None:
        """Called when an action could not be read."""

    @abstractmethod
    def do(self, read: ParsedAction, text: str) -> None:
        """Does an action that could be read."""

    @abstractmethod
    def frame(self, step: int, steps: int, action: str | None) -> Frame:
        """The frame after the last action."""


def frame_of(
    hand: PokerHand,
    *,
    step: int,
    steps: int,
    action: str | None,
    stage: str,
    laid: Sequence[Sequence[Sequence[Card]]],
    held: Sequence[Sequence[Card]],
    hidden: Sequence[int],
    at_most: Sequence[bool] = (),
    standing: Sequence[str],
    turn: int | None,
    fouls: Sequence[int],
    open_fouls: Sequence[int] | None = None,
    discarded: Sequence[Sequence[Card]] = (),
    facts: tuple[tuple[str, str], ...] = (),
) -> Frame:
    """The frame after an action (None: the deal).

    ``laid`` and ``held`` are by board: its rows so far, and the cards known to be in hand.  ``hidden``,
    ``at_most`` (whether the number of hidden cards may be too high) and ``discarded`` are by seat.
    ``fouls`` are the boards that are mis-set or certain to be; ``open_fouls`` are those of them that every seat can see
    (None: all).
    """
    hands_each = hand.reader.hands_each
    everybody = fouls if open_fouls is None else open_fouls
    earned = [{} if board in everybody else _earned(hand, board, rows) for board, rows in enumerate(laid)]
    return Frame(
        hand=hand.index,
        step=step,
        steps=steps,
        stage=stage,
        action=action,
        seats=tuple(
            SeatFrame(
                seat=name,
                count=sum(len(held[board]) for board in range(seat * hands_each, (seat + 1) * hands_each))
                + hidden[seat],
                cards=tuple(
                    card_text(card)
                    for board in range(seat * hands_each, (seat + 1) * hands_each)
                    for card in _sorted(held[board])
                ),
                hidden=hidden[seat],
                at_most=bool(at_most) and at_most[seat],
                public=(),
                rows=tuple(
                    _row(hand, board, row, laid[board][row], earned[board].get(row, 0))
                    for board in range(seat * hands_each, (seat + 1) * hands_each)
                    for row in range(len(ROWS))
                ),
                royalties=sum(
                    hand.scoring.royalties.together(earned[board])
                    for board in range(seat * hands_each, (seat + 1) * hands_each)
                ),
                discarded=tuple(map(card_text, discarded[seat])) if discarded else (),
                standing=standing[seat],
                fouls=_hands_of(hand, seat, fouls),
                public_fouls=_hands_of(hand, seat, everybody),
            )
            for seat, name in enumerate(hand.seats)
        ),
        table=None,
        turn=None if turn is None else hand.seats[turn],
        finish=(),
        facts=facts,
        dealer=hand.seats[hand.order[-1]] if hand.dealer_known else None,
    )


def _hands_of(hand: PokerHand, seat: int, boards: Sequence[int]) -> tuple[int | None, ...]:
    """The hands of a seat among some boards, by their numbers from 1; None if each seat has one hand."""
    return tuple(_number(hand, board) for board in boards if hand.boards[board].seat == seat)


def _number(hand: PokerHand, board: int) -> int | None:
    hands_each = hand.reader.hands_each
    return board % hands_each + 1 if hands_each > 1 else None


def _earned(hand: PokerHand, board: int, rows: Sequence[Sequence[Card]]) -> dict[int, int]:
    """By row, the royalties of a board, of one that is not set yet those that its cards have so far."""
    scoring, whole = hand.scoring, hand.boards[board]
    if scoring.rules.scoring == "best_row":
        return {}
    return scoring.royalties.so_far(rows) if whole.rows is None else scoring.earned(whole)


def _row(hand: PokerHand, board: int, row: int, cards: Sequence[Card], royalty: int) -> RowFrame:
    here = hand.boards[board]
    reading = ""
    if hand.scoring.strength(row, cards) != NO_ROW:
        reading = hand.scoring.words(row, cards)
    elif cards and here.rows is None:
        reading = words_so_far(cards, low=ROWS[row] == "middle" and hand.scoring.low_middle)
    return RowFrame(
        name=row_name(row),
        hand=_number(hand, board),
        cards=tuple(map(card_text, cards)),
        size=ROW_SIZES[row],
        reading=reading,
        royalty=royalty,
        due=here.natural is None and not here.surrendered,
    )


def _sorted(cards: Sequence[Card]) -> list[Card]:
    """Cards in the order in which players sort them: high to low, by suit within a rank."""
    return sorted(cards, key=lambda card: (-rank_of(card), suit_of(card)) if card != UNKNOWN else (1, len(SUITS)))
