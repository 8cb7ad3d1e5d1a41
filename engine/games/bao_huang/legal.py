"""The legal plays of a seat in Bao Huang."""

from collections.abc import Container, Iterator
from typing import Final

from engine.cards.packed import (
    BLACK_JOKER,
    EMPEROR_JOKER,
    PROTECTOR_JOKER,
    RANKS,
    RED_JOKER,
    SUITS,
    Card,
    Holding,
    bare_card,
    card_of,
    copies,
    unpack,
)
from engine.climbing.choices import Choice, Lot, Taken
from engine.climbing.legal import ChoiceGroup, grouped, may_play
from engine.climbing.reader import bare
from engine.climbing.round import OPENING
from engine.games.bao_huang.combinations import ORDER, form_of, parts, size
from engine.games.bao_huang.play import BaoHuangHand
from engine.replay.game import HandReplay
from engine.replay.legal import LISTED, LegalPlays
from engine.rulebook.sentences import say


def legal_plays(replay: HandReplay, seat: int, listed: int = LISTED) -> LegalPlays | None:
    """The plays that the rules allow a seat after the actions done so far, of the cards that it is known to hold.

    ``listed`` plays of each group are listed.

    None if the seat is not in turn, if tribute is still due, or if the deal is void.
    """
    assert isinstance(replay, BaoHuangHand)
    if not may_play(replay, seat):
        return None
    turns = replay.table.round
    if turns.turn == OPENING:
        barred = replay.exchange.pending or replay.roles.void_due()
        if barred or replay.expected_turn() not in (seat, OPENING):
            return None
    holdings = replay.table.holdings
    choices = BaoHuangChoices(
        holdings.shown(seat),
        replay.reader.lowest,
        only_lowest=replay.holds_only_lowest(seat, unpack(holdings.shown(seat))),
    )
    wanted = None
    if turns.beaten_by is not None:
        wanted = size(replay.table_against(replay.reader.play(bare(replay.top_text))))
    return grouped(replay, seat, choices(turns.beaten_by, wanted), _group_of, listed=listed)


def _group_of(choice: Choice) -> ChoiceGroup:
    """Plays of one number of cards, apart by whether they have jokers: single cards and their like first."""
    _, equal, black, red = parts(choice.form)
    count = equal + black + red
    some = say("1 card") if count == 1 else say("{count} cards", count=count)
    if not equal:
        return ChoiceGroup(
            count * 3 + 2, "jokers", say("1 joker") if count == 1 else say("{count} jokers", count=count)
        )
    if black + red:
        return ChoiceGroup(count * 3 + 1, "with_jokers", say("{cards} of one rank, with jokers among them", cards=some))
    return ChoiceGroup(count * 3, "equal", some if count == 1 else say("{cards} of one rank", cards=some))


_PLAIN_BLACK: Final = (BLACK_JOKER, PROTECTOR_JOKER)
_PLAIN_RED: Final = (RED_JOKER, EMPEROR_JOKER)

Jokers = tuple[Card, ...]


class BaoHuangChoices:
    """The choices of a hand.  A choice is what a player chooses: how many cards of a rank and of jokers; a marked joker
    is another choice than a plain one, because it shows a role.
    """

    def __init__(self, holding: Holding, lowest: int | None, *, only_lowest: bool) -> None:
        """``lowest`` is the place in ``ORDER`` of the rank that is played last; ``only_lowest`` says whether the hand
        holds nothing else.
        """
        self._lots: Final[tuple[Lot, ...]] = tuple(lot_of(holding, RANKS.index(rank)) for rank in ORDER)
        self._barred: Final = None if only_lowest else lowest
        black, red = _some(holding, _PLAIN_BLACK), _some(holding, _PLAIN_RED)
        self._jokers: Final = tuple((one, other) for one in black for other in red)

    def __call__(self, beaten_by: Container[object] | None, size: int | None) -> Iterator[Choice]:
        """The choices of ``size`` cards that are in ``beaten_by``; None: all, on a lead."""
        for black, red in self._jokers:
            jokers = len(black) + len(red)
            if jokers and (size is None or size == jokers):
                form = form_of(0, 0, len(black), len(red))
                if beaten_by is None or form in beaten_by:
                    yield Choice(form, (*black, *red), 1)
            for rank, lot in enumerate(self._lots):
                held = 0 if rank == self._barred else sum(count for _, count in lot)
                for equal in range(1, held + 1) if size is None else range(size - jokers, size - jokers + 1):
                    if not 1 <= equal <= held:
                        continue
                    form = form_of(rank, equal, len(black), len(red))
                    if beaten_by is None or form in beaten_by:
                        taken = Taken()
                        taken.take(lot, equal)
                        yield Choice(form, (*taken.cards, *black, *red), taken.ways)


def lot_of(holding: Holding, rank: int) -> Lot:
    """The cards of a rank in a hand."""
    cards = (*(card_of(rank, suit) for suit in range(len(SUITS))), bare_card(rank))
    return tuple((card, copies(holding, card)) for card in cards if copies(holding, card))


def _some(holding: Holding, kinds: tuple[Card, Card]) -> list[Jokers]:
    """All sets of jokers of a colour: so many plain and so many marked ones."""
    plain, marked = kinds
    return [
        (plain,) * of_plain + (marked,) * of_marked
        for of_plain in range(copies(holding, plain) + 1)
        for of_marked in range(copies(holding, marked) + 1)
    ]
