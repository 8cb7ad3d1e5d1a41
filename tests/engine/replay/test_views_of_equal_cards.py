"""Of equal cards the one that every seat has seen counts as played first, so that a view says nothing of its twin."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from engine.record.actions import parse_action
from engine.record.match import Match
from engine.replay.fold import HandStarts
from engine.replay.frames import Frame
from engine.replay.game import HandReplay
from engine.replay.views import seen_frame, views
from engine.verdict.check import Checker
from tests.offenders import for_every
from tests.playouts import generate

TABLES: Sequence[tuple[str, dict[str, Any], int]] = (
    ("guandan", {}, 6),
    ("guandan", {"return_limit": "any"}, 6),
    ("bao_huang", {"tribute_face": "up"}, 4),
    ("bao_huang", {"protector": "triplet", "tribute_face": "up"}, 2),
    ("big_a", {}, 8),
)
"""Game, options, and how many matches are made up."""
_MARKED = {"RJ*", "BJ*", "|"}
"""What is not swapped: jokers that give roles, and the mark before the card face down."""


class Hand:
    """A hand of a match, done action by action."""

    def __init__(self, match: Match, number: int) -> None:
        checker = Checker()
        self.match, self.number = match, number
        self.replay: HandReplay = (
            HandStarts(checker.judge(checker.rules(match)), match).before(number).open(number, match.hands[number])
        )

    def frames(self) -> Iterator[Frame]:
        """The frames, as long as no action is found faulty."""
        actions = self.match.hands[self.number].actions
        found = len(self.replay.findings)
        yield self.replay.frame(0, len(actions), None)
        for step, action in enumerate(actions, 1):
            self.replay.run([action])
            self.replay.follow(action)
            if len(self.replay.findings) > found:
                return
            frame = self.replay.frame(step, len(actions), action)
            # Whose turn it is to answer for the emperor card depends on who holds it, or three equal cards.
            yield msgspec.structs.replace(frame, turn=None) if frame.stage == "roles" else frame


def swapped(match: Match, number: int, one: tuple[str, str], other: tuple[str, str]) -> Match:
    """The match with two cards of a deal swapped, each named by its seat and its text."""
    hand = match.hands[number]
    deal = {seat: cards.split(" ") for seat, cards in (hand.deal or {}).items()}
    (mine, given), (theirs, taken) = one, other
    deal[mine][deal[mine].index(given)] = taken
    deal[theirs][deal[theirs].index(taken)] = given
    dealt = msgspec.structs.replace(hand, deal={seat: " ".join(cards) for seat, cards in deal.items()})
    return msgspec.structs.replace(match, hands=[*match.hands[:number], dealt, *match.hands[number + 1 :]])


def twins(match: Match, number: int, rng: Random) -> Iterator[tuple[str, str, str, Match]]:
    """Matches in which one hidden card, equal to one that every seat has seen, is swapped with a card of another seat.

    With each come the card and the two seats.
    """
    deal = {seat: cards.split(" ") for seat, cards in (match.hands[number].deal or {}).items()}
    public: Counter[str] = Counter()
    for frame in Hand(match, number).frames():
        public |= Counter(card for seat in frame.seats for card in seat.public)
    dealt = Counter(card for cards in deal.values() for card in cards)
    for card in sorted(card for card in public if dealt[card] > public[card]):
        for seat in (seat for seat, cards in deal.items() if card in cards):
            for other in rng.sample([each for each in deal if each != seat], 2):
                instead = rng.choice([each for each in deal[other] if each != card and each not in _MARKED])
                yield card, seat, other, swapped(match, number, (seat, card), (other, instead))


@for_every(("game", "options", "count"), TABLES)
def test_two_hands_that_differ_in_the_hidden_twin_look_alike_to_all_others(
    game: str, options: dict[str, Any], count: int
) -> None:
    played = 0
    for seed in range(count):
        match = generate(game, seed, options=options, hands=3, policy="uniform")
        for number in range(len(match.hands)):
            for card, one, other, altered in twins(match, number, Random(seed)):
                held = False
                outside = [view for view in views(match.seats) if not view.whole and view.seat not in (one, other)]
                for mine, theirs in zip(Hand(match, number).frames(), Hand(altered, number).frames(), strict=False):
                    for view in outside:
                        shown, instead = (
                            msgspec.json.encode(seen_frame(each, view), enc_hook=str) for each in (mine, theirs)
                        )
                        assert shown == instead, (seed, number, card, one, other, view.name, mine.step, mine.action)
                    action = parse_action(mine.action or "")
                    played += held and (action.seat, action.verb) == (one, "play") and card in action.words
                    held = any(card in each.public and each.seat == one for each in mine.seats)
    assert played
