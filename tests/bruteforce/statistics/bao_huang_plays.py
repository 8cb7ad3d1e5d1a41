"""Plays of Bao Huang: which cards move, and whether a hand could have beaten what lay there."""

from collections import Counter
from collections.abc import Iterator, Mapping

from tests.bruteforce.bao_huang import RANKS, height
from tests.bruteforce.statistics.actions import UNSEEN, Action
from tests.bruteforce.statistics.climbing import Lying
from tests.bruteforce.statistics.holdings import Held, Holdings, dealt, is_joker
from tests.bruteforce.statistics.matches import NO_EFFECT, Hand

EMPEROR = "RJ*"
PLAYED_WITH = {168: RANKS[3:], 216: RANKS}
SIZES = {168: {33, 34}, 216: {43, 44}}

Cards = tuple[str, ...]


def deck_of(size: int) -> Counter[str]:
    """Four packs: four cards of each rank and suit, and eight jokers of which two are marked."""
    cards = Counter({rank + suit: 4 for rank in PLAYED_WITH[size] for suit in "shdc"})
    return cards + Counter({"RJ": 3, "BJ": 3, "RJ*": 1, "BJ*": 1})


class BaoHuang:
    """A hand of Bao Huang as it is played."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.options = hand.match.options
        size = int(self.options["deck"])
        self.ranks = PLAYED_WITH[size]
        self.holdings: Holdings = dealt(hand, deck_of(size), SIZES[size])
        self.laid = Held()
        self.laid_unseen = 0

    def other(self, number: int, action: Action) -> None:
        """Tribute goes over the table; the emperor card goes from seats that decline it to the one that accepts."""
        if self.hand.codes[number] & {*NO_EFFECT, "role-not-allowed"}:
            return
        if action.verb == "tribute":
            self.holdings[action.seat].give(action.cards)
            self.laid.take(action.cards)
            self.laid_unseen += action.cards.count(UNSEEN)
        elif action.verb == "take":
            for card in action.cards:
                self._take(action.seat, card)
        elif action.verb in ("accept", "show"):
            for held in self.holdings.values():
                if held.known[EMPEROR]:
                    held.known[EMPEROR] -= 1
                    self.holdings[action.seat].take([EMPEROR])
                    break
        elif action.verb == "decline":
            steps = 1 if self.options["emperor_pass"] == "with_play" else -1
            self.holdings[action.seat].give([EMPEROR])
            self.holdings[self.hand.match.after(action.seat, steps)].take([EMPEROR])

    def _take(self, seat: str, card: str) -> None:
        """What does not lie there moves nothing; a card that was not shown may be any."""
        before = self.laid.total()
        if card != UNSEEN:
            self.laid.give([card])
            if self.laid.total() == before and not self.laid_unseen:
                return
        if self.laid.total() == before:
            self.laid_unseen = max(self.laid_unseen - 1, 0)
        self.holdings[seat].take([card])

    def reading(self, action: Action, lying: Lying | None) -> Cards | None:
        cards = tuple(_plain(card) for card in action.cards)
        return cards if len({card for card in cards if not is_joker(card)}) <= 1 else None

    def can_beat(self, held: Held, lying: Lying) -> bool:
        """Whether equal cards, jokers with them, or jokers alone beat what lies there.

        Where the lowest rank is to be played last it beats nothing: it never comes with higher cards or jokers.
        """
        playable = self.ranks[1:] if self.options["lowest_last"] else self.ranks
        plays = makes(held, len(lying.reading), playable)
        return any(beats(play, lying.reading, self.options["joker_rule"]) for play in plays)

    def figures(self, action: Action, reading: Cards | None) -> Mapping[str, int]:
        return {}


def _plain(card: str) -> str:
    return card.rstrip("*") if is_joker(card) else card[0]


def makes(held: Held, size: int, ranks: str) -> Iterator[Cards]:
    """Every play of so many cards that some cards can make."""
    have = Counter({rank: held.left(rank) for rank in ranks})
    for card, count in held.known.items():
        if is_joker(card):
            have[_plain(card)] += count
    for red in range(min(size, have["RJ"]) + 1):
        for black in range(min(size - red, have["BJ"]) + 1):
            jokers = ("RJ",) * red + ("BJ",) * black
            equal = size - red - black
            if not equal:
                yield jokers
            else:
                yield from ((rank,) * equal + jokers for rank in ranks if have[rank] >= equal)


def beats(play: Cards, other: Cards, joker_rule: str) -> bool:
    """Whether a play beats another of as many cards, both sorted and paired card by card."""
    pairs = [
        (height(mine), height(theirs), is_joker(mine) or is_joker(theirs)) for mine, theirs in _paired(play, other)
    ]
    if joker_rule == "every_card":
        return all(mine > theirs for mine, theirs, _ in pairs)
    if not any(is_joker(card) for card in play):
        return all(mine > theirs for mine, theirs, _ in pairs)
    return all(mine > theirs if joker else mine >= theirs for mine, theirs, joker in pairs)


def _paired(play: Cards, other: Cards) -> list[tuple[str, str]]:
    return list(zip(sorted(play, key=height), sorted(other, key=height), strict=True))
