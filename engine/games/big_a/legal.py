"""The legal plays of a seat in Big A."""

from collections.abc import Collection, Iterator
from typing import Final

from engine.cards.packed import BLACK_JOKER, RANKS, RED_JOKER, SUITS, Card, Holding, bare_card, card_of, copies
from engine.climbing.choices import Choice, Lot, Taken
from engine.climbing.legal import ChoiceGroup, grouped, may_play
from engine.climbing.reader import Form, bare
from engine.climbing.round import OPENING
from engine.games.big_a.beating import BIG, BLACK, RED, counted, needs_of
from engine.games.big_a.combinations import (
    CAPTURED,
    KIND_NAMES,
    KIND_WORDS,
    all_beaters,
    every_form,
    form_of_counts,
    kind_of,
    size_of,
)
from engine.games.big_a.play import BigAHand
from engine.games.big_a.reader import ACE, FOUR
from engine.games.big_a.roles import HEARTS
from engine.replay.game import HandReplay
from engine.replay.legal import LISTED, LegalPlays
from engine.rulebook.sentences import say

_CAPTURE = ChoiceGroup(0, "capture", say("fours that capture the cards on the table"))


def legal_plays(replay: HandReplay, seat: int, listed: int = LISTED) -> LegalPlays | None:
    """The plays and captures that the rules allow a seat after the actions done so far, of the cards that it is known
    to hold.  ``listed`` plays of each group are listed.

    Before the first lead they are those that it would have if the drawing ended now.  None if the seat is not in turn,
    or if the deal is void.
    """
    assert isinstance(replay, BigAHand)
    if not may_play(replay, seat):
        return None
    big = _big_a(replay)
    if big is None:
        return None
    turns = replay.table.round
    against = None
    if turns.beaten_by is not None:
        against = replay.table_against(replay.reader.play(bare(replay.top_text)))
    return grouped(replay, seat, BigAChoices(replay.table.holdings.shown(seat), big)(against), _group_of, listed=listed)


def _big_a(replay: BigAHand) -> Card | None:
    """The Big A; before the play, what it is if no seat exposes an ace any more.  None if the deal is void."""
    big_a = replay.big_a
    if big_a.ace is not None or replay.table.round.turn != OPENING:
        return big_a.ace
    return None if set(big_a.default_roles()) == {None} else HEARTS


def _group_of(choice: Choice) -> ChoiceGroup:
    if choice.captures:
        return _CAPTURE
    kind = kind_of(choice.form)
    return ChoiceGroup(kind, KIND_NAMES[kind], say(KIND_WORDS[kind]))


_JOKERS: Final = ((BLACK, BLACK_JOKER), (RED, RED_JOKER))


class BigAChoices:
    """The choices of a hand.  A choice is what a player chooses: how many cards of each rank and of jokers, and how
    many of its aces are Big A.
    """

    def __init__(self, holding: Holding, big: Card | None) -> None:
        """``big`` is the Big A."""
        self._big: Final = big
        self._counts: Final = counted(holding, big)
        self._lots: Final[tuple[Lot, ...]] = tuple(self._lot(holding, rank) for rank in range(len(RANKS)))
        """By rank, the cards that are not Big A."""

    def _lot(self, holding: Holding, rank: int) -> Lot:
        cards = (*(card_of(rank, suit) for suit in range(len(SUITS))), bare_card(rank))
        return tuple((card, copies(holding, card)) for card in cards if card != self._big and copies(holding, card))

    def __call__(self, against: Form | None) -> Iterator[Choice]:
        """The choices that beat a form, then those that capture it; None: all, on a lead."""
        forms: Collection[Form] = every_form() if against is None else all_beaters()[against]
        for form in sorted(forms):
            yield from self._of_form(form)
        if against is not None and kind_of(against) in CAPTURED:
            count = size_of(against) - 1
            if self._counts[FOUR] >= count:
                taken = Taken()
                taken.take(self._lots[FOUR], count)
                yield Choice(_fours(count), tuple(taken.cards), taken.ways, captures=True)

    def _of_form(self, form: Form) -> Iterator[Choice]:
        """The choices that form something: one for each number of Big A among the aces."""
        needs = dict(needs_of(form))
        if any(self._counts[place] < least for place, least in needs.items()):
            return
        bigs_only = needs.get(BIG, 0)
        aces = needs.get(ACE, 0) or bigs_only
        for bigs in range(bigs_only, min(aces, self._counts[BIG]) + 1):
            ranks = [needs.get(rank, 0) for rank in range(len(RANKS))]
            ranks[ACE] = aces
            if form_of_counts(ranks, needs.get(BLACK, 0), needs.get(RED, 0), bigs) != form:
                continue
            ranks[ACE] -= bigs
            if sum(count for _, count in self._lots[ACE]) < ranks[ACE]:
                continue
            taken = Taken()
            for rank, count in enumerate(ranks):
                taken.take(self._lots[rank], count)
            jokers = [card for place, card in _JOKERS for _ in range(needs.get(place, 0))]
            big = [] if self._big is None else [self._big] * bigs
            yield Choice(form, (*taken.cards, *big, *jokers), taken.ways)


def _fours(count: int) -> Form:
    """What so many fours form."""
    ranks = [0] * len(RANKS)
    ranks[FOUR] = count
    form = form_of_counts(ranks, 0, 0, 0)
    assert form is not None
    return form
