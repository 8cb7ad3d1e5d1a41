"""What all have seen of a hand of a climbing game, read off its actions, and every deal of the rest, card by card.

It shares no code with the engine.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

Hand = tuple[str, ...]


class Watched:
    """The hands of a deal, and the cards in them that all have seen, action by action."""

    def __init__(self, seats: Sequence[str], deal: Mapping[str, str]) -> None:
        self.seats = list(seats)
        self.hands = [deal[seat].replace("|", "").split() for seat in seats]
        self.public: list[list[str]] = [[] for _ in seats]
        self.top: Hand = ()
        """The cards of the last play."""
        self.played: list[list[str]] = [[] for _ in seats]
        """The cards of its own that each seat has played."""
        self.captive: list[list[str]] = [[] for _ in seats]
        self.declared: list[tuple[int, str]] = []
        self.finish: list[int] = []

    def do(self, text: str, emperor: int | None = None) -> None:
        """Does an action; ``emperor`` is the emperor after it, if the game has one and it is known."""
        name, verb, *words = text.split(" #")[0].split(" @")[0].split()
        seat = self.seats.index(name)
        words = [word.partition("=")[0] for word in words if not word.startswith("^")]
        if verb in ("expose", "reveal"):
            more = len(words) if verb == "reveal" or self.public[seat] != words else 1
            self.public[seat] += words[:more]
        elif verb == "show":
            self.public[seat] += words
        elif verb == "declare":
            self.declared.append((seat, words[0]))
            if words[0] != "uprising":
                self.public[seat].append("BJ*")
        elif verb == "decline":
            self.hands[seat].remove("RJ*")
            self.hands[emperor if emperor is not None else seat].append("RJ*")
        elif verb in ("play", "capture"):
            self._play(seat, words)
            if verb == "capture":
                self.hands[seat] += self.top
                self.public[seat] += self.top
                self.captive[seat] += self.top
            self.top = tuple(words)
            if not self.hands[seat]:
                self.finish.append(seat)

    def _play(self, seat: int, cards: Sequence[str]) -> None:
        for card in cards:
            held = card if card in self.hands[seat] else card + "*"
            self.hands[seat].remove(held)
            if held in self.public[seat]:
                self.public[seat].remove(held)
            if held in self.captive[seat]:
                self.captive[seat].remove(held)
            else:
                self.played[seat].append(held)

    def deals(self, viewer: int) -> Iterator[list[Hand]]:
        """Every way to lay the cards that a seat does not see, each single card for itself."""
        known = [hand if seat == viewer else self.public[seat] for seat, hand in enumerate(self.hands)]
        unseen = []
        for hand, part in zip(self.hands, known, strict=True):
            rest = list(hand)
            for card in part:
                rest.remove(card)
            unseen += rest
        free = [len(hand) - len(part) for hand, part in zip(self.hands, known, strict=True)]
        for parts in laid(unseen, free):
            yield [tuple(sorted([*part, *more])) for part, more in zip(known, parts, strict=True)]


def laid(cards: Sequence[str], free: Sequence[int]) -> Iterator[list[Hand]]:
    """Every way to lay single cards into hands with so many places."""
    if not free:
        yield []
        return
    for places in combinations(range(len(cards)), free[0]):
        rest = [card for place, card in enumerate(cards) if place not in places]
        for others in laid(rest, free[1:]):
            yield [tuple(cards[place] for place in places), *others]
