"""Holdings of games that ignore suits and whose logs may leave them out: cards fit if some choice of suits fits."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards.holdings import Holdings
from engine.cards.packed import (
    BLACK_JOKER,
    FIRST_BARE,
    LANES,
    ONE,
    RANKS,
    SUITED_BITS,
    SUITS,
    UNKNOWN,
    Card,
    Holding,
    bare_card,
    bare_of,
    card_of,
    copies,
    rank_of,
    size,
    suit_of,
    with_card,
)

_BARE: Final[tuple[Holding, ...]] = tuple(LANES[FIRST_BARE + rank] for rank in range(len(RANKS)))
_RANKS: Final[tuple[Holding, ...]] = tuple(
    sum(LANES[card_of(rank, suit)] for suit in range(len(SUITS))) | _BARE[rank] for rank in range(len(RANKS))
)
"""By rank, the lanes of its cards with and without a suit."""


@dataclass(slots=True)
class LooseRank:
    """The cards of one rank in a hand; some may have been played without a suit in the log."""

    suits: list[int]
    bare: int
    gone: int = 0

    @property
    def left(self) -> int:
        """The number of cards left."""
        return sum(self.suits) + self.bare - self.gone

    def take(self, card: Card) -> bool:
        """Takes a card out.  Returns whether some choice of suits allows this."""
        if not self.left:
            return False
        if card >= FIRST_BARE:
            self.gone += 1
            return True
        if self.suits[suit_of(card)]:
            self.suits[suit_of(card)] -= 1
        elif self.bare:
            self.bare -= 1
        else:
            return False
        return True

    def plain(self) -> bool:
        """Subtracts the cards played without a suit if their suits follow.  Returns whether all cards left are then
        known.
        """
        held = [suit for suit, count in enumerate(self.suits) if count]
        if not self.left:
            self.suits, self.bare, self.gone = [0] * len(SUITS), 0, 0
        elif not held:
            self.bare, self.gone = self.bare - self.gone, 0
        elif len(held) == 1 and not self.bare:
            self.suits[held[0]] -= self.gone
            self.gone = 0
        return not self.gone and not (self.bare and any(self.suits))


class LooseHoldings(Holdings):
    """What each seat holds, in games whose logs may write a card without its suit.

    A rank is in ``loose``, not among the known cards, if a hand holds it both with and without suits, or if the hand
    held it in suits and a bare card of it was played.  A card that leaves the hand can then be any of several cards.
    """

    __slots__ = ("loose",)

    def __init__(self, deck: Holding, known: list[Holding], hidden: list[int], *, counted: bool) -> None:
        self.loose: Final[list[dict[int, LooseRank]]] = [{} for _ in known]
        super().__init__(deck, known, hidden, counted=counted)
        for seat in range(len(known)):
            self._loosen(seat)

    @property
    def carried(self) -> Hashable:
        """All that changes in them."""
        loose = tuple(
            (rank, tuple(held.suits), held.bare, held.gone) for ranks in self.loose for rank, held in ranks.items()
        )
        return super().carried, loose and (tuple(map(len, self.loose)), loose)

    def as_dealt(self) -> "LooseHoldings":
        """Holdings with the same cards that work out nothing from now on: the hidden cards stay hidden."""
        dealt = type(self)(self.deck, list(self.known), list(self.hidden), counted=False)
        for seat, loose in enumerate(dealt.loose):
            loose |= self._copy(seat)
        return dealt

    def settle(self) -> None:
        """Makes the rest of the deck known if only one seat has hidden cards: that seat holds it."""
        super().settle()
        for seat in range(len(self.known)):
            self._loosen(seat)

    def _loosen(self, seat: int) -> None:
        """Moves the ranks that a hand holds both with and without suits to ``loose``."""
        loose = self.loose[seat]
        if not loose and not self.known[seat] >> SUITED_BITS:
            return
        for rank, lanes in enumerate(_RANKS):
            cards = self.known[seat] & lanes
            if cards and (rank in loose or (cards & _BARE[rank] and cards & ~_BARE[rank])):
                self.known[seat] -= cards
                held = loose.setdefault(rank, LooseRank([0] * len(SUITS), 0))
                held.bare += copies(cards, bare_card(rank))
                held.suits = [count + copies(cards, card_of(rank, suit)) for suit, count in enumerate(held.suits)]

    def count(self, seat: int) -> int:
        """The number of cards that a seat holds."""
        loose = self.loose[seat]
        return super().count(seat) + (sum(rank.left for rank in loose.values()) if loose else 0)

    def shown(self, seat: int) -> Holding:
        """The cards that a seat is known to hold; the ranks in ``loose`` are given as bare cards."""
        known = self.known[seat]
        for rank, loose in self.loose[seat].items():
            known += ONE[bare_card(rank)] * loose.left
        return known

    def lacking(self, seat: int, cards: Sequence[Card]) -> list[Card]:
        """Those of some cards that the seat cannot hold, in the same order."""
        if self._exact(seat, cards):
            return super().lacking(seat, cards)
        hidden, known, loose = self.hidden[seat], self.known[seat], self._copy(seat)
        missing: list[Card] = []
        for card in cards:
            known, is_known = _take(known, loose, card)
            if not is_known:
                if hidden:
                    hidden -= 1
                else:
                    missing.append(card)
        return missing

    def take(self, seat: int, cards: Sequence[Card]) -> None:
        """Removes from a hand those of some cards that it can hold."""
        if self._exact(seat, cards):
            super().take(seat, cards)
            return
        loose = self.loose[seat]
        for card in cards:
            self.known[seat], is_known = _take(self.known[seat], loose, card)
            if not is_known and self.hidden[seat]:
                self.hidden[seat] -= 1
                self.reveal(bare_of(card) if _was_hidden(loose, card) else card)
        self.tidy(seat)
        self.settle()

    def tidy(self, seat: int) -> None:
        """Makes the cards of a rank known again where the suits of those played follow from the others."""
        loose = self.loose[seat]
        for rank in [rank for rank, held in loose.items() if held.plain()]:
            held = loose.pop(rank)
            self.known[seat] += _packed(rank, held)

    def give(self, seat: int, card: Card) -> None:
        """Adds a card to a hand; an unknown card becomes a hidden one."""
        loose = None if card == UNKNOWN or BLACK_JOKER <= card < FIRST_BARE else self.loose[seat].get(rank_of(card))
        if loose is None:
            super().give(seat, card)
            self._loosen(seat)
        elif card >= FIRST_BARE:
            loose.bare += 1
        else:
            loose.suits[suit_of(card)] += 1

    def forget(self) -> None:
        """Makes every known card hidden."""
        for seat, loose in enumerate(self.loose):
            self.hidden[seat] += sum(rank.left for rank in loose.values())
            loose.clear()
        super().forget()

    def hide(self, seat: int, cards: Holding) -> None:
        """Makes known cards of a hand hidden, and all its ranks in ``loose``."""
        for rank, loose in self.loose[seat].items():
            self.hidden[seat] += loose.left
            if self.pool is not None:
                self.pool += ONE[bare_card(rank)] * loose.left
        self.loose[seat].clear()
        super().hide(seat, cards)

    def count_pool(self) -> Holding | None:
        """The deck without the known cards; it has a rank as bare cards if some cards of the rank are known without a
        suit.
        """
        pool = 0
        known = self.known
        for card in range(FIRST_BARE):
            if card < BLACK_JOKER and any(held & _BARE[rank_of(card)] for held in known):
                continue
            left = copies(self.deck, card) - sum(copies(held, card) for held in known)
            if left < 0:
                return None
            pool += ONE[card] * left
        for rank, bare in enumerate(_BARE):
            if any(held & bare for held in known):
                left = size(self.deck & _RANKS[rank]) - sum(size(held & _RANKS[rank]) for held in known)
                if left < 0:
                    return None
                pool += ONE[bare_card(rank)] * left
        return pool

    def _exact(self, seat: int, cards: Sequence[Card]) -> bool:
        """Whether the cards can be taken without choosing a suit."""
        known, loose = self.known[seat], self.loose[seat]
        for card in cards:
            if not BLACK_JOKER <= card < FIRST_BARE:
                rank = rank_of(card)
                others = _BARE[rank] if card < BLACK_JOKER else _RANKS[rank] & ~_BARE[rank]
                if rank in loose or known & others:
                    return False
        return True

    def _copy(self, seat: int) -> dict[int, LooseRank]:
        return {rank: LooseRank(list(held.suits), held.bare, held.gone) for rank, held in self.loose[seat].items()}

    def reveal(self, card: Card) -> None:
        """Takes a card out of the pool; if the pool does not have it, the card is a surplus, and the pool becomes
        unknown.
        """
        pool = self.pool
        if pool is None or copies(pool, card) or BLACK_JOKER <= card < FIRST_BARE:
            super().reveal(card)
            return
        rank = rank_of(card)
        of_rank = pool & _RANKS[rank]
        if not of_rank or (card < BLACK_JOKER and not of_rank & _BARE[rank]):
            self.surplus = with_card(self.surplus, card)
            self.pool = None
        else:
            self.pool = pool - of_rank + ONE[bare_of(card)] * (size(of_rank) - 1)


def _take(known: Holding, loose: dict[int, LooseRank], card: Card) -> tuple[Holding, bool]:
    """Takes a card out of the known cards or ``loose``; returns the known cards left and whether it was found."""
    if BLACK_JOKER <= card < FIRST_BARE:
        is_known = bool(known & LANES[card])
        return known - ONE[card] if is_known else known, is_known
    rank = rank_of(card)
    held = loose.get(rank)
    if held is None:
        cards = known & _RANKS[rank]
        held = loose[rank] = _loose_rank(cards, rank)
        known -= cards
    return known, held.take(card)


def _was_hidden(loose: dict[int, LooseRank], card: Card) -> bool:
    """Whether the hand is known to have been dealt a card that is not among those left: what was played without a suit
    in its place was hidden.  Takes the card out then.
    """
    held = None if BLACK_JOKER <= card < FIRST_BARE else loose.get(rank_of(card))
    if held is None or card >= FIRST_BARE or not held.gone or not held.suits[suit_of(card)]:
        return False
    held.suits[suit_of(card)] -= 1
    held.gone -= 1
    return True


def _loose_rank(cards: Holding, rank: int) -> LooseRank:
    return LooseRank([copies(cards, card_of(rank, suit)) for suit in range(len(SUITS))], copies(cards, bare_card(rank)))


def _packed(rank: int, held: LooseRank) -> Holding:
    return ONE[bare_card(rank)] * held.bare + sum(
        ONE[card_of(rank, suit)] * count for suit, count in enumerate(held.suits)
    )
