"""What the seats hold as far as a log tells: known cards, hidden ones, and the rest of the deck."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from msgspec import Struct

from engine.cards.packed import (
    CARD_TEXTS,
    FIRST_BARE,
    GUARDS,
    LANES,
    MOST,
    ONE,
    SPELLINGS,
    SUITED,
    UNKNOWN,
    Card,
    Holding,
    added,
    bare_card,
    bare_of,
    common,
    copies,
    less,
    pack,
    rank_of,
    size,
    unpack,
    with_card,
)
from engine.rulebook.codes import DECK_MISMATCH, HAND_SIZE, MALFORMED
from engine.rulebook.findings import Finding, finding, shown

_EXAMPLES: Final = ("Th", "2s", "RJ")


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards of a game, and which texts name them."""

    cards: Holding
    spellings: Mapping[str, Card]
    packed: Mapping[str, Holding]
    """The holding of the one card that a text names."""
    suitless: Holding | None = None
    """The same cards as bare ranks, where cards may stand without their suit."""

    @classmethod
    def of(cls, cards: Sequence[Card], also: Sequence[Card] = (), *, bare: bool = False) -> "Deck":
        """A deck; ``also`` are cards that may be written though they are not in it.

        ``bare``: whether the game takes a rank for a card of any suit.
        """
        allowed = {*cards, *also}
        if bare:
            allowed |= {bare_card(rank_of(card)) for card in allowed if card in SUITED}
        spellings = {text: card for text, card in SPELLINGS.items() if card in allowed}
        suitless = pack(bare_card(rank_of(card)) if card in SUITED else card for card in cards) if bare else None
        return cls(pack(cards), spellings, {text: ONE[card] for text, card in spellings.items()}, suitless)

    @property
    def examples(self) -> str:
        """A few of its cards, as findings name them: ``Th, 2s or RJ`` in a deck with jokers."""
        *first, last = (text for text in _EXAMPLES if text in self.spellings)
        return f"{', '.join(first)} or {last}"

    def excess(self, counts: Mapping[Card, int]) -> dict[Card, int]:
        """The cards of which there are more than the deck has, with their counts."""
        over = {
            card: count
            for card, count in sorted(counts.items())
            if card < FIRST_BARE and count > copies(self.cards, card)
        }
        if self.suitless is not None:
            for card in {card for card in counts if card >= FIRST_BARE}:
                count = sum(count for other, count in counts.items() if bare_of(other) == card)
                if count > copies(self.suitless, card):
                    over[card] = count
        return dict(sorted(over.items()))


class Holdings:
    """What each seat holds: `known` cards as packed counts, and how many `hidden` ones besides.

    The hidden cards of all seats together are `pool`, where the sizes tell; a card that a seat turns out to
    hold comes out of it.
    """

    __slots__ = ("deck", "hidden", "known", "pool", "surplus")

    def __init__(self, deck: Holding, known: list[Holding], hidden: list[int], *, counted: bool) -> None:
        """``counted``: whether the hands make up the deck, so that the hidden cards are the rest of it."""
        self.deck = deck
        self.known = known
        self.hidden = hidden
        self.pool: Holding | None = None
        self.surplus: Holding = 0
        """Cards seen though no copy of them was left."""
        if counted:
            self.pool = self.count_pool()
            self.settle()

    def count_pool(self) -> Holding | None:
        """The deck without the known cards; None where they cannot all be in it."""
        pool = self.deck
        for holding in self.known:
            pool = less(pool, holding)
        return pool

    def count(self, seat: int) -> int:
        """How many cards a seat holds."""
        return size(self.known[seat]) + self.hidden[seat]

    def shown(self, seat: int) -> Holding:
        """What a seat is known to hold."""
        return self.known[seat]

    def settle(self) -> None:
        """Where one seat alone has hidden cards, they are the rest of the deck."""
        if not self.pool:
            return
        unsure = [seat for seat, hidden in enumerate(self.hidden) if hidden]
        if len(unsure) == 1 and size(self.pool) == self.hidden[unsure[0]]:
            self.known[unsure[0]] = added(self.known[unsure[0]], self.pool)
            self.hidden[unsure[0]] = 0
            self.pool = 0

    def lacking(self, seat: int, cards: Sequence[Card]) -> list[Card]:
        """The cards among some that the seat cannot hold, in their order."""
        held = self.known[seat]
        hidden = self.hidden[seat]
        if len(cards) == 1:
            return [] if hidden or copies(held, cards[0]) else list(cards)
        missing: list[Card] = []
        seen: dict[Card, int] = {}
        for card in cards:
            seen[card] = seen.get(card, 0) + 1
            if seen[card] > copies(held, card):
                if hidden:
                    hidden -= 1
                else:
                    missing.append(card)
        return missing

    def take(self, seat: int, cards: Sequence[Card]) -> None:
        """Removes cards from a hand, as far as it can hold them."""
        for card in cards:
            if self.known[seat] & LANES[card]:
                self.known[seat] -= ONE[card]
            elif self.hidden[seat]:
                self.hidden[seat] -= 1
                self.reveal(card)
        self.settle()

    def give(self, seat: int, card: Card) -> None:
        """Adds a card to a hand; an unknown one as hidden."""
        if card == UNKNOWN:
            self.hidden[seat] += 1
        else:
            self.known[seat] = with_card(self.known[seat], card)

    def forget(self) -> None:
        """Makes every known card uncertain: nobody can tell any more who holds what."""
        for seat, known in enumerate(self.known):
            self.hidden[seat] += size(known)
            self.known[seat] = 0
        self.pool = None

    def release(self, card: Card) -> None:
        """Puts a card among those of which nobody can tell who holds them."""
        if self.pool is not None:
            self.pool = with_card(self.pool, card)

    def hide(self, seat: int, cards: Holding) -> None:
        """Makes known cards of a hand uncertain: one of them is about to leave it unseen."""
        held = common(self.known[seat], cards)
        self.known[seat] -= held
        self.hidden[seat] += size(held)
        if self.pool is not None:
            self.pool = added(self.pool, held)

    def reveal(self, card: Card) -> None:
        """Takes a card out of those of which nobody could tell who holds them."""
        if self.pool is None:
            return
        if copies(self.pool, card):
            self.pool -= ONE[card]
        else:
            self.surplus = with_card(self.surplus, card)
            self.pool = None


class Dealt(Struct, frozen=True):
    """A deal as it was read."""

    holdings: Holdings
    findings: list[Finding]
    sizes_right: bool


def read_deal(
    deal: Mapping[str, str] | None,
    seats: Mapping[str, int],
    sizes: Sequence[int],
    deck: Deck,
    *,
    hand: int,
    game: str,
    holdings: type[Holdings] = Holdings,
) -> Dealt:
    """The holdings of a deal, and what is wrong with it; ``sizes`` are those that the rules give each seat.

    A seat left out, ``??`` and a text that is no card are unknown cards.  ``holdings`` is what keeps them.
    """
    texts: list[str | None] = [None] * len(sizes)
    findings: list[Finding] = []
    for name, text in (deal or {}).items():
        seat = seats.get(name)
        if seat is None:
            findings.append(
                finding(
                    MALFORMED,
                    "log.deal",
                    hand=hand,
                    variant="deal-seat",
                    recorded=shown(name),
                    seats=", ".join(seats),
                )
            )
        else:
            texts[seat] = text
    quick = _whole_deal(texts, sizes, deck, holdings)
    if quick is not None and not findings:
        return Dealt(quick, findings, True)

    known: list[Holding] = []
    hidden: list[int] = []
    everything: dict[Card, int] = {}
    sizes_right = True
    for name, seat in seats.items():
        dealt = texts[seat]
        if dealt is None:
            known.append(0)
            hidden.append(sizes[seat])
            continue
        cards: list[Card] = []
        bad: list[str] = []
        for word in dealt.split(" "):
            if word:
                card = deck.spellings.get(word, UNKNOWN)
                cards.append(card)
                if card == UNKNOWN and word != "??":
                    bad.append(word)
        if bad:
            findings.append(
                finding(
                    MALFORMED,
                    "log.deal",
                    hand=hand,
                    dealt=name,
                    variant="deal-card",
                    recorded=shown(" ".join(bad)),
                    cards=deck.examples,
                )
            )
        if len(cards) != sizes[seat]:
            sizes_right = False
            findings.append(
                finding(
                    HAND_SIZE,
                    f"{game}.table",
                    hand=hand,
                    dealt=name,
                    recorded=str(len(cards)),
                    count=len(cards),
                    wanted=sizes[seat],
                )
            )
        counts: dict[Card, int] = {}
        for card in cards:
            counts[card] = counts.get(card, 0) + 1
            if card != UNKNOWN:
                everything[card] = everything.get(card, 0) + 1
        unsure = counts.pop(UNKNOWN, 0)
        held = [card for card, count in counts.items() for _ in range(min(count, MOST[card]))]
        known.append(pack(held))
        hidden.append(unsure + len(cards) - unsure - len(held))
    over = deck.excess(everything)
    if over and sizes_right:
        findings.append(deck_mismatch(hand, over, deck.cards, game))
    counted = sizes_right and not over
    return Dealt(holdings(deck.cards, known, hidden, counted=counted), findings, sizes_right)


def _whole_deal(
    texts: Sequence[str | None], sizes: Sequence[int], deck: Deck, holdings: type[Holdings]
) -> Holdings | None:
    """The holdings of a deal in which every card stands and all is well; None of any other.

    Lanes that run over cannot go unnoticed: neither a lane's top bit nor what is carried into another lane counts for
    as many cards as were read, so that the sizes do not fit.
    """
    known: list[Holding] = []
    total = 0
    one = deck.packed.__getitem__
    for text, wanted in zip(texts, sizes, strict=True):
        if text is None:
            return None
        words = text.split(" ")
        if len(words) != wanted:
            return None
        try:
            holding = sum(map(one, words))
        except KeyError:
            return None
        known.append(holding)
        total += holding
    if total in (deck.cards, deck.suitless):
        left = 0
    else:
        left = deck.cards - total
        if left < 0 or left & GUARDS or size(total) != sum(sizes):
            return None
    dealt = holdings(deck.cards, known, [0] * len(known), counted=False)
    dealt.pool = left
    return dealt


def deck_mismatch(hand: int, counts: Mapping[Card, int], deck: Holding, game: str) -> Finding:
    """The finding that there are more copies of some cards than the deck has; ``counts`` are all there are."""
    return finding(
        DECK_MISMATCH,
        f"{game}.table",
        hand=hand,
        recorded=shown(", ".join(f"{count} × {CARD_TEXTS[card]}" for card, count in counts.items())),
        copies=max(_in_deck(deck, card) for card in counts),
    )


def surplus_found(hand: int, holdings: Holdings, game: str) -> list[Finding]:
    """The finding that some cards were seen though no copy of them was left, none where all is well; said once."""
    surplus, holdings.surplus = holdings.surplus, 0
    if not surplus:
        return []
    counts = {card: copies(holdings.deck, card) + copies(surplus, card) for card in unpack(surplus)}
    return [deck_mismatch(hand, counts, holdings.deck, game)]


def _in_deck(deck: Holding, card: Card) -> int:
    if card < FIRST_BARE:
        return copies(deck, card)
    return sum(copies(deck, other) for other in SUITED if bare_of(other) == card)
