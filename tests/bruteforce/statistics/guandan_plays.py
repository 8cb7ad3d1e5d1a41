"""Plays of Guandan: what they are read as, and whether a hand could have beaten them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement, product

from tests.bruteforce.guandan import (
    JOKERS,
    NATURAL,
    RANKS,
    RUNS,
    SUITS,
    Reading,
    beats,
    is_bomb,
    level_place,
    natural_readings,
    patterns,
    strength,
)
from tests.bruteforce.statistics.actions import Action, card
from tests.bruteforce.statistics.climbing import Lying
from tests.bruteforce.statistics.guandan_setup import Payment, level_of, payments
from tests.bruteforce.statistics.holdings import Held, Holdings, dealt
from tests.bruteforce.statistics.matches import Hand

DECK = Counter(2 * (*NATURAL, *JOKERS))


class Guandan:
    """A hand of Guandan as it is played."""

    def __init__(self, hand: Hand) -> None:
        self.level = level_of(hand)
        self.joker_pair = bool(hand.match.options["joker_pair_in_full_house"])
        self.holdings: Holdings = dealt(hand, DECK, {27})
        self.tributes = payments(hand)
        self.returns = _returns(hand, self.tributes)
        self._received = False

    def other(self, number: int, action: Action) -> None:
        """Tribute leaves the hand when it is paid and comes to the other when all is paid; a return moves at once."""
        for paid in self.tributes:
            if paid.number == number:
                self.holdings[paid.payer].give([paid.card])
        if action.verb != "tribute":
            self._receive()
        for paid in self.returns:
            if paid.number == number:
                self.holdings[paid.payer].give([paid.card])
                if paid.receiver is not None:
                    self.holdings[paid.receiver].take([paid.card])

    def _receive(self) -> None:
        if not self._received:
            self._received = True
            for paid in self.tributes:
                if paid.receiver is not None:
                    self.holdings[paid.receiver].take([paid.card])

    def reading(self, action: Action, lying: Lying | None) -> Reading | None:
        """The highest reading that beats what lies there; leading, or if none beats it, the highest of all.

        At an unknown level any card of hearts may be wild, and cards that form nothing without it are taken as legal.
        """
        self._receive()
        readings = read(action.words, self.level, self.joker_pair)
        if not readings:
            return None if self.level else ("unknown", len(action.cards), "")
        beating = {each for each in readings if lying and beats(each, lying.reading, self.level)}
        return max(beating or readings, key=lambda each: height(each, self.level))

    def can_beat(self, held: Held, lying: Lying) -> bool:
        """Whether the cards known make a combination that beats what lies there; at an unknown level, not known."""
        return self.level is not None and has_above(held.known, lying.reading, self.level, self.joker_pair)

    def figures(self, action: Action, reading: Reading | None) -> Mapping[str, int]:
        if reading is None:
            return {}
        kind = reading[0]
        wild = action.cards.count(f"{self.level}h")
        return {
            "bombs": kind == "bomb",
            "straight_flushes": kind == "straight_flush",
            "joker_bombs": kind == "joker_bomb",
            "wild_cards": wild,
            "wild_in_bombs": wild if kind in ("bomb", "straight_flush") else 0,
        }


def _returns(hand: Hand, tributes: Sequence[Payment]) -> list[Payment]:
    """The cards given back that moved: to the seat named, else to the one that paid."""
    returns: list[Payment] = []
    for number, action in hand.done("return", "role-not-allowed"):
        payers = [paid.payer for paid in tributes if paid.receiver == action.seat]
        receiver = action.receiver or (payers[0] if len(payers) == 1 else None)
        if receiver and action.cards:
            returns.append(Payment(number, action.seat, receiver, action.cards[0]))
    return returns


@cache
def read(words: tuple[str, ...], level: str | None, joker_pair: bool) -> frozenset[Reading]:
    """All readings of a play that the claims on its wild cards leave."""
    wild = f"{level}h"
    fixed: list[tuple[str, ...]] = []
    free = 0
    for word in words:
        written, claimed, meant = word.partition("=")
        if claimed:
            stands_for = card(meant)
            fixed.append((stands_for,) if len(stands_for) == 2 else tuple(stands_for + suit for suit in SUITS))
        elif card(written) == wild and len(words) > 1:
            free += 1
        else:
            fixed.append((card(written),))
    found: set[Reading] = set()
    for chosen in product(*fixed):
        for meant_by_wild in combinations_with_replacement(NATURAL, free):
            found |= natural_readings([*chosen, *meant_by_wild], joker_pair)
    return frozenset(found)


def height(reading: Reading, level: str | None) -> tuple[int, ...]:
    """Where a reading stands among those of the same cards: bombs on top, a plate above a tube, then by rank."""
    kind, _, rank = reading
    if is_bomb(reading):
        return 2, *strength(reading, level)
    return int(kind == "plate"), RANKS.index(rank) if kind in RUNS else level_place(rank, level)


@cache
def above(reading: Reading, level: str) -> list[tuple[Reading, dict[str, int]]]:
    """The combinations without jokers that beat another, with how many cards of which ranks they are."""
    return [(each, pattern) for each, pattern in patterns() if beats(each, reading, level)]


def has_above(known: Counter[str], reading: Reading, level: str, joker_pair: bool) -> bool:
    """Whether some cards can make a combination that beats another, a wild card in any reading.

    A straight of one suit is not told from others: the same cards are a straight flush, which beats more.
    """
    wilds = known[f"{level}h"]
    suits = [Counter({rank: known[rank + suit] for rank in RANKS}) for suit in SUITS]
    suits[SUITS.index("h")][level] = 0
    ranks = Counter({rank: sum(suit[rank] for suit in suits) for rank in RANKS})
    for (kind, _, rank), pattern in above(reading, level):
        if kind == "single":
            found = ranks[rank] + (wilds if rank == level else 0) >= 1
        elif kind == "straight_flush":
            found = any(_lacks(suit, pattern) <= wilds for suit in suits)
        else:
            found = _lacks(ranks, pattern) <= wilds
        if found:
            return True
    return any(beats(each, reading, level) for each in _with_jokers(known, ranks, wilds, joker_pair))


def _with_jokers(known: Counter[str], ranks: Counter[str], wilds: int, joker_pair: bool) -> Iterator[Reading]:
    """The combinations with jokers that some cards make."""
    for joker in JOKERS:
        if known[joker]:
            yield "single", 1, joker
        if known[joker] >= 2:
            yield "pair", 2, joker
            triples = [rank for rank in RANKS if _lacks(ranks, {rank: 3}) <= wilds]
            yield from (("full_house", 5, rank) for rank in triples if joker_pair)
    if known["BJ"] >= 2 and known["RJ"] >= 2:
        yield "joker_bomb", 4, ""


def _lacks(ranks: Counter[str], pattern: Mapping[str, int]) -> int:
    """How many cards of a pattern are not there."""
    return sum(max(0, count - ranks[rank]) for rank, count in pattern.items())
