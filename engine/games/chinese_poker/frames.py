"""Frames of Chinese poker: rows, what each seat announced, and the fouls that are certain."""

from collections.abc import Sequence

from engine.cards.packed import SUITS, UNKNOWN, Card, card_text, rank_of, suit_of
from engine.games.chinese_poker.hand import PokerHand
from engine.games.chinese_poker.names import row_name
from engine.games.chinese_poker.ranks import words_so_far
from engine.games.chinese_poker.rules import ROW_SIZES, ROWS
from engine.games.chinese_poker.settle import NO_ROW
from engine.replay.frames import Frame, RowFrame, SeatFrame


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
    standing: Sequence[str],
    turn: int | None,
    fouls: Sequence[int],
    open_fouls: Sequence[int] | None = None,
    discarded: Sequence[Sequence[Card]] = (),
    facts: tuple[tuple[str, str], ...] = (),
) -> Frame:
    """The frame after an action (None: the deal).

    ``laid`` and ``held`` are by board: its rows so far, and the cards known to be in hand.  ``hidden`` and
    ``discarded`` are by seat.
    ``fouls`` are the boards that are mis-set or certain to be; ``open_fouls`` are those of them that every seat can see
    (None: all).
    """
    each = hand.reader.hands_each
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
                count=sum(len(held[board]) for board in range(seat * each, (seat + 1) * each)) + hidden[seat],
                cards=tuple(
                    card_text(card) for board in range(seat * each, (seat + 1) * each) for card in _sorted(held[board])
                ),
                hidden=hidden[seat],
                public=(),
                rows=tuple(
                    _row(hand, board, row, laid[board][row], earned[board].get(row, 0))
                    for board in range(seat * each, (seat + 1) * each)
                    for row in range(len(ROWS))
                ),
                royalties=sum(
                    hand.scoring.royalties.together(earned[board]) for board in range(seat * each, (seat + 1) * each)
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
    each = hand.reader.hands_each
    return board % each + 1 if each > 1 else None


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
