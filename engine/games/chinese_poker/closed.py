"""A hand dealt closed: naturals, in or surrender, royalties, then the set hands."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Final

from engine.cards.packed import Card
from engine.games.chinese_poker.deal import Deal, Knowledge, board_names
from engine.games.chinese_poker.hand import PokerHand, frame_of
from engine.games.chinese_poker.naturals import may_be
from engine.games.chinese_poker.reader import (
    ChinesePokerReader,
    Natural,
    ParsedAction,
    Placement,
    Royalties,
    Setting,
    Stay,
)
from engine.games.chinese_poker.royalties import natural_name, row_name, row_names
from engine.games.chinese_poker.rules import (
    BOARD_CARDS,
    NATURAL_NOT_HELD,
    ROWS,
    ROYALTY_NOT_HELD,
    ROYALTY_UNDECLARED,
    SURRENDER_NOT_ALLOWED,
)
from engine.games.chinese_poker.settle import Board, Scoring
from engine.record.verbs import verb_words
from engine.replay.frames import Frame
from engine.rulebook.sentences import enumerated, say

NATURALS, STAYING, ROYALTIES, SETTING = range(4)
"""The parts of a hand, in order."""

STAGES: Final = ("naturals", "staying", "royalties", "setting")
_WANTED_IN: Final = (
    verb_words("natural"),
    say("in or surrender"),
    verb_words("royalty"),
    verb_words("set"),
)

_SET_AT_ONCE: Final = say("set, with all cards at once")


class ClosedHand(PokerHand):
    """One hand of closed Chinese poker, or of criss-cross."""

    def __init__(
        self,
        index: int,
        reader: ChinesePokerReader,
        seats: Sequence[str],
        scoring: Scoring,
        deal: Deal,
        dealer: int | None,
        knowledge: Callable[[], Knowledge],
    ) -> None:
        """``knowledge`` gives what the whole log shows of the cards."""
        super().__init__(index, reader, seats, scoring, deal, dealer)
        self.boards: list[Board] = [
            Board(number // reader.hands_each, name)
            for number, name in enumerate(board_names(seats, reader.hands_each))
        ]
        self._find_knowledge: Final = knowledge
        self.part = NATURALS
        self._reached = 0
        """The place in the order of play of the seat that acted last in this part."""
        self._acted: set[int] = set()
        """The boards that have acted in this part."""
        self._lenient = False
        """Whether an action could not be read, so that the next seat to act counts as the seat whose turn it is."""
        self._announced: dict[int, tuple[int, Sequence[tuple[int, int]]]] = {}
        """By board, the action in which it announced royalties, and the rows with their columns."""
        self._unsure: set[int] = set()
        self._in: set[int] = set()

    @cached_property
    def _knowledge(self) -> Knowledge:
        return self._find_knowledge()

    @property
    def ended(self) -> bool:
        """Whether every seat that has to set its hand has done so, or only one seat is left."""
        return not any(map(self.is_pending, self.boards)) or len(self._seats_left()) <= 1

    @property
    def unsure(self) -> frozenset[int]:
        """The seats whose natural is neither confirmed nor refuted by the known cards."""
        return frozenset(self._unsure)

    def _seats_left(self) -> set[int]:
        return {board.seat for board in self.boards if board.natural is None and not board.surrendered}

    def is_pending(self, board: Board) -> bool:
        """Whether a board still has to be set."""
        return board.rows is None and board.natural is None and not board.surrendered

    def is_over_for(self, seat: int) -> bool:
        """Whether the hand has ended for a seat; the last seat left may still set its hand."""
        hands_each = self.reader.hands_each
        return not any(map(self.is_pending, self.boards[seat * hands_each : (seat + 1) * hands_each])) and self.ended

    def unread(self) -> None:
        """Makes the next seat to act count as the seat whose turn it is."""
        self._lenient = True

    def do(self, read: ParsedAction, text: str) -> None:
        """Does an action that could be read."""
        action = read.action
        if isinstance(action, Placement):
            self.unexpected(read.seat, text, read.verb, _SET_AT_ONCE)
            return
        part, boards = _part(action), self._of(read.seat, action)
        fault = self._misplaced(action, part, boards)
        if fault is not None:
            self.unexpected(read.seat, text, read.verb, fault)
            return
        in_turn = self._enter(read.seat, part, boards, text)
        if isinstance(action, Setting):
            self._set(boards[0], action)
        elif isinstance(action, Natural):
            self._claim(boards[0], action)
        elif isinstance(action, Stay):
            self._stay(read.seat, action, text, judged=not in_turn)
        else:
            (board,) = boards
            self.announce(board, self.done, action.rows)

    def announce(self, board: int, action: int, rows: Sequence[tuple[int, int]]) -> None:
        """Notes the rows whose royalties an action announces, each with its column in the text of the action."""
        self._announced[board] = action, rows
        self.boards[board].announced = frozenset(row for row, _ in rows)

    def lay_known(self, number: int, cards: Sequence[Card]) -> None:
        """Lays the cards of a board, and reports what there may be notices about."""
        super().lay_known(number, cards)
        self._look_at_royalties(number, self.boards[number])

    def _of(self, seat: int, action: Natural | Stay | Royalties | Setting) -> list[int]:
        """The boards of an action."""
        return [seat * self.reader.hands_each + number for number in action.numbers]

    def _misplaced(self, action: Natural | Stay | Royalties | Setting, part: int, boards: Sequence[int]) -> str | None:
        """What is expected instead of an action that is not allowed at this point; None if it is allowed."""
        if isinstance(action, Natural | Royalties) or (isinstance(action, Stay) and action.surrenders):
            if self.scoring.rules.scoring == "best_row":
                return say("in, or set")
            if isinstance(action, Natural) and not self.scoring.naturals.played:
                return say("no natural, because these rules have none")
        if part < self.part:
            return _WANTED_IN[self.part]
        if part == self.part and self._acted.intersection(boards):
            return say("an action by another seat")
        if isinstance(action, Setting) and any(not self.is_pending(self.boards[board]) for board in boards):
            return say("no further action, because the hand is surrendered or a natural")
        return None

    def _enter(self, seat: int, part: int, boards: Sequence[int], text: str) -> bool:
        """Moves to the part of an action and to its seat in the order of play.  Returns whether it comes in turn."""
        place = self.order.index(seat)
        in_turn = True
        if part > self.part:
            self.part, self._reached = part, 0
            self._acted.clear()
        elif part < SETTING and place < self._reached and not self._lenient:
            in_turn = False
            self.out_of_turn(seat, self.order[self._reached], text)
        self._reached = place
        self._lenient = False
        self._acted.update(boards)
        return in_turn

    def _claim(self, number: int, action: Natural) -> None:
        board = self.boards[number]
        naturals = self.scoring.naturals
        points = naturals.points
        if action.name not in points:
            self.report(
                NATURAL_NOT_HELD,
                "naturals",
                board.seat,
                column=action.column,
                recorded=action.name,
                variant="off",
                natural=natural_name(action.name),
                known=enumerated([natural_name(name) for name in points]),
            )
            return
        known_cards, hidden = self._knowledge.known[number], self._knowledge.hidden[number]
        held: bool | None
        if len(known_cards) + hidden != BOARD_CARDS:
            held = None
        elif hidden:
            held = None if may_be(action.name, known_cards, self._knowledge.pool, qka=naturals.qka) else False
        else:
            held = naturals.held(action.name, sorted(known_cards))
        if held is False:
            self.report(
                NATURAL_NOT_HELD,
                "naturals",
                board.seat,
                column=action.column,
                recorded=action.name,
                natural=natural_name(action.name),
            )
            return
        board.natural = action.name
        board.cards = sorted(known_cards) if held else None
        if held is None:
            self._unsure.add(board.seat)

    def _stay(self, seat: int, action: Stay, text: str, *, judged: bool) -> None:
        """``judged`` says whether a fault of the action has been reported already."""
        if not action.surrenders:
            self._in.update(self._of(seat, action))
            return
        if not judged and not self.scoring.rules.surrender:
            self.report(SURRENDER_NOT_ALLOWED, "surrender", seat, recorded=text)
        for board in self._of(seat, action):
            if self.boards[board].natural is None:
                self.boards[board].surrendered = True

    def _set(self, number: int, action: Setting) -> None:
        board = self.boards[number]
        self.take_setting(number, action)
        self._look_at_royalties(number, board)

    def _look_at_royalties(self, number: int, board: Board) -> None:
        assert board.rows is not None
        undeclared = self.scoring.undeclared(board)
        if not undeclared and number not in self._announced:
            return
        if self.scoring.rules.scoring == "best_row":
            return
        for row in undeclared:
            self.report(
                ROYALTY_UNDECLARED,
                "royalties",
                board.seat,
                row=row_name(row),
                royalty=self.scoring.words(row, board.rows[row]),
            )
        if number not in self._announced or board.spoilt:
            return
        held = self.scoring.held_royalties(board.rows)
        action, rows = self._announced[number]
        for row, column in rows:
            if row not in held:
                self.report(
                    ROYALTY_NOT_HELD,
                    "royalties",
                    board.seat,
                    action=action,
                    column=column,
                    recorded=ROWS[row],
                    row=row_name(row),
                )

    def frame(self, step: int, steps: int, action: str | None) -> Frame:
        """The frame after the last action."""
        stage = "over" if self.ended and not any(map(self.is_pending, self.boards)) else STAGES[self.part]
        hands_each = self.reader.hands_each
        return frame_of(
            self,
            step=step,
            steps=steps,
            action=action,
            stage=stage,
            laid=[board.rows or ((), (), ()) for board in self.boards],
            held=[() if board.rows else sorted(self._knowledge.known[n]) for n, board in enumerate(self.boards)],
            hidden=[
                sum(
                    0 if self.boards[board].rows else self._knowledge.hidden[board]
                    for board in range(seat * hands_each, (seat + 1) * hands_each)
                )
                for seat in range(len(self.seats))
            ],
            standing=[self._standing(seat) for seat in range(len(self.seats))],
            turn=None,
            fouls=[number for number, board in enumerate(self.boards) if board.misset],
        )

    def _standing(self, seat: int) -> str:
        announced = [
            self._announced_by(number, board) for number, board in enumerate(self.boards) if board.seat == seat
        ]
        if len(announced) == 1:
            return announced[0]
        by_hand = [
            say("{number}: {standing}", number=number, standing=words)
            for number, words in enumerate(announced, 1)
            if words
        ]
        if len(by_hand) < 2:
            return by_hand[0] if by_hand else ""
        return say("{first}; {second}", first=by_hand[0], second=by_hand[1])

    def _announced_by(self, number: int, board: Board) -> str:
        """What a board has announced, in words."""
        words = ""
        if board.natural:
            words = natural_name(board.natural)
        elif board.surrendered:
            words = say("surrendered")
        elif number in self._in:
            words = verb_words("in")
        if not board.announced:
            return words
        royalties = say("royalties in {rows}", rows=row_names(sorted(board.announced)))
        return enumerated([words, royalties]) if words else royalties


def _part(action: Natural | Stay | Royalties | Setting) -> int:
    if isinstance(action, Setting):
        return SETTING
    if isinstance(action, Natural):
        return NATURALS
    return STAYING if isinstance(action, Stay) else ROYALTIES
