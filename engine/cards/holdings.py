"""What each seat holds: the cards that the log shows, the number of hidden cards, and the rest of the deck."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
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
from engine.rulebook.sentences import either

_EXAMPLES: Final = ("Th", "2s", "RJ")


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards of a game, and the texts that name them."""

    cards: Holding
    spellings: Mapping[str, Card]
    packed: Mapping[str, Holding]
    """By text, the holding of the one card that it names."""
    suitless: Holding | None = None
    """The same cards as bare ranks, in games whose logs may leave out the suits."""
    limits: tuple[tuple[int, int], ...] = ()
    """Ranks of which some cards are left out, each with the number that is dealt; their suits are not known."""

    @classmethod
    def of(
        cls,
        cards: Sequence[Card],
        also: Sequence[Card] = (),
        *,
        bare: bool = False,
        limits: Mapping[int, int] | None = None,
    ) -> "Deck":
        """A deck of some cards.  ``also`` are cards that may be written but are not in it.

        ``bare`` says whether a rank without a suit is a card of any suit.  ``limits`` gives by rank how many are dealt.
        """
        allowed = {*cards, *also}
        if bare:
            allowed |= {bare_card(rank_of(card)) for card in allowed if card in SUITED}
        spellings = {text: card for text, card in SPELLINGS.items() if card in allowed}
        suitless = pack(bare_card(rank_of(card)) if card in SUITED else card for card in cards) if bare else None
        return cls(
            pack(cards),
            spellings,
            {text: ONE[card] for text, card in spellings.items()},
            suitless,
            tuple((limits or {}).items()),
        )

    @property
    def examples(self) -> str:
        """A few of its cards, as findings name them: ``Th, 2s or RJ`` in a deck with jokers."""
        return either([text for text in _EXAMPLES if text in self.spellings])

    def excess(self, counts: Mapping[Card, int]) -> dict[Card, int]:
        """The cards that occur more often than the deck has them, with their counts."""
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
        for rank, most in self.limits:
            count = sum(count for card, count in counts.items() if bare_of(card) == bare_card(rank))
            if count > most:
                over[bare_card(rank)] = count
        return dict(sorted(over.items()))

    def most_of(self, cards: Iterable[Card]) -> int:
        """The most copies that are dealt of one of some cards."""
        limits = {bare_card(rank): most for rank, most in self.limits}
        return max(limits[card] if card in limits else _in_deck(self.cards, card) for card in cards)


class Holdings:
    """What each seat holds: the `known` cards as packed counts, and the number of `hidden` cards.

    `pool` has the hidden cards of all seats together; it is None if the sizes of the hands do not show what they are.
    When a seat turns out to hold a card, the card leaves `pool`.
    """

    __slots__ = ("deck", "hidden", "known", "pool", "surplus")

    def __init__(self, deck: Holding, known: list[Holding], hidden: list[int], *, counted: bool) -> None:
        """``counted`` says whether the hands make up the whole deck, so that the hidden cards are the rest of it."""
        self.deck = deck
        self.known = known
        self.hidden = hidden
        self.pool: Holding | None = None
        self.surplus: Holding = 0
        """Cards that were seen although no copy of them was left."""
        if counted:
            self.pool = self.count_pool()
            self.settle()

    @property
    def carried(self) -> Hashable:
        """All that changes in them: holdings of one deal with equal values here are alike."""
        return tuple(self.known), tuple(self.hidden), self.pool, self.surplus

    def as_dealt(self) -> "Holdings":
        """Holdings with the same cards that work out nothing from now on: the hidden cards stay hidden."""
        return type(self)(self.deck, list(self.known), list(self.hidden), counted=False)

    def count_pool(self) -> Holding | None:
        """The deck without the known cards; None if the deck does not have all of them."""
        pool = self.deck
        for holding in self.known:
            pool = less(pool, holding)
        return pool

    def count(self, seat: int) -> int:
        """The number of cards that a seat holds."""
        return size(self.known[seat]) + self.hidden[seat]

    def shown(self, seat: int) -> Holding:
        """The cards that a seat is known to hold."""
        return self.known[seat]

    def settle(self) -> None:
        """Makes the rest of the deck known if only one seat has hidden cards: that seat holds it."""
        if not self.pool:
            return
        unsure = [seat for seat, hidden in enumerate(self.hidden) if hidden]
        if len(unsure) == 1 and size(self.pool) == self.hidden[unsure[0]]:
            self.known[unsure[0]] = added(self.known[unsure[0]], self.pool)
            self.hidden[unsure[0]] = 0
            self.pool = 0

    def lacking(self, seat: int, cards: Sequence[Card]) -> list[Card]:
        """Those of some cards that the seat cannot hold, in the same order."""
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
        """Removes from a hand those of some cards that it can hold."""
        for card in cards:
            if self.known[seat] & LANES[card]:
                self.known[seat] -= ONE[card]
            elif self.hidden[seat]:
                self.hidden[seat] -= 1
                self.reveal(card)
        self.settle()

    def take_known(self, seat: int) -> None:
        """Removes the known cards from a hand."""
        self.known[seat] = 0
        self.settle()

    def give(self, seat: int, card: Card) -> None:
        """Adds a card to a hand; an unknown card becomes a hidden one."""
        if card == UNKNOWN:
            self.hidden[seat] += 1
        else:
            self.known[seat] = with_card(self.known[seat], card)

    def forget(self) -> None:
        """Makes every known card hidden, because it is no longer known which seat holds what."""
        for seat, known in enumerate(self.known):
            self.hidden[seat] += size(known)
            self.known[seat] = 0
        self.pool = None

    def release(self, card: Card) -> None:
        """Adds a card to the pool."""
        if self.pool is not None:
            self.pool = with_card(self.pool, card)

    def hide(self, seat: int, cards: Holding) -> None:
        """Makes known cards of a hand hidden, because one of them is about to leave the hand face down."""
        held = common(self.known[seat], cards)
        self.known[seat] -= held
        self.hidden[seat] += size(held)
        if self.pool is not None:
            self.pool = added(self.pool, held)

    def reveal(self, card: Card) -> None:
        """Takes a card out of the pool; if the pool does not have it, the card is a surplus, and the pool becomes
        unknown.
        """
        if self.pool is None:
            return
        if copies(self.pool, card):
            self.pool -= ONE[card]
        else:
            self.surplus = with_card(self.surplus, card)
            self.pool = None


class DealtCards(Struct, frozen=True):
    """The cards that a deal gives each seat."""

    holdings: Holdings
    findings: list[Finding]
    sizes_right: bool
    unsized: frozenset[int]
    """The seats that are not in the deal and may have one card fewer than the holdings count."""


def read_deal(
    deal: Mapping[str, str] | None,
    seats: Mapping[str, int],
    sizes: Sequence[int],
    deck: Deck,
    *,
    hand: int,
    game: str,
    unsure: frozenset[int] = frozenset(),
    holdings: type[Holdings] = Holdings,
) -> DealtCards:
    """The holdings of a deal and the findings about it.  ``sizes`` are the numbers of cards that the rules give each
    seat; ``unsure`` are the seats to which they may also give one card fewer.

    A seat that is left out has unknown cards; ``??`` and a text that does not name a card are unknown cards.
    ``holdings`` is the class of the holdings.
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
        return DealtCards(quick, findings, True, frozenset())

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
                    wanted=either([str(sizes[seat] - 1), str(sizes[seat])]) if seat in unsure else sizes[seat],
                )
            )
        counts: dict[Card, int] = {}
        for card in cards:
            counts[card] = counts.get(card, 0) + 1
            if card != UNKNOWN:
                everything[card] = everything.get(card, 0) + 1
        counts.pop(UNKNOWN, 0)
        held = [card for card, count in counts.items() for _ in range(min(count, MOST[card]))]
        known.append(pack(held))
        hidden.append(len(cards) - len(held))
    over = deck.excess(everything)
    if over and sizes_right:
        findings.append(deck_mismatch(hand, over, deck.most_of(over), game))
    counted = sizes_right and not over
    unsized = frozenset(seat for seat in unsure if texts[seat] is None)
    return DealtCards(holdings(deck.cards, known, hidden, counted=counted), findings, sizes_right, unsized)


def _whole_deal(
    texts: Sequence[str | None], sizes: Sequence[int], deck: Deck, holdings: type[Holdings]
) -> Holdings | None:
    """The holdings of a deal that shows every card and has no fault; None for any other deal.

    An overflow of a lane is always noticed: its top bit and the carry into the next lane change the number of cards, so
    that it differs from the sizes.
    """
    if deck.limits:
        return None
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


def deck_mismatch(hand: int, counts: Mapping[Card, int], most: int, game: str) -> Finding:
    """The finding that there are more copies of some cards than ``most``, which the deck has at most of one of them;
    ``counts`` has their numbers.
    """
    return finding(
        DECK_MISMATCH,
        f"{game}.table",
        hand=hand,
        recorded=shown(", ".join(f"{count} × {CARD_TEXTS[card]}" for card, count in counts.items())),
        copies=most,
    )


def surplus_found(hand: int, holdings: Holdings, game: str) -> list[Finding]:
    """The finding that some cards were seen although no copy of them was left; empty if none were.  Reported once."""
    surplus, holdings.surplus = holdings.surplus, 0
    if not surplus:
        return []
    counts = {card: copies(holdings.deck, card) + copies(surplus, card) for card in unpack(surplus)}
    return [deck_mismatch(hand, counts, max(_in_deck(holdings.deck, card) for card in counts), game)]


def _in_deck(deck: Holding, card: Card) -> int:
    if card < FIRST_BARE:
        return copies(deck, card)
    return sum(copies(deck, other) for other in SUITED if bare_of(other) == card)
