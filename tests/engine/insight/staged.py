"""Hands of climbing games with a few chosen cards left, and made-up cards for them."""

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from engine.cards.packed import Holding, pack, parse_card
from engine.climbing.hand import ClimbingHand
from engine.climbing.round import NOBODY
from engine.games import GAMES
from engine.record.match import Match, Setup
from engine.replay.endgame import Endgame
from engine.replay.fold import HandStarts, hand_at
from engine.verdict.check import Checker
from tests.bruteforce import bao_huang
from tests.bruteforce.endgames import State
from tests.bruteforce.guandan import RANKS, SUITS


class Stage:
    """The beginning of a hand, after which the seats are given other cards."""

    def __init__(self, match: Match) -> None:
        checker = Checker()
        self.judge = checker.judge(checker.rules(match))
        self.match = match
        self.before = HandStarts(self.judge, match)
        self.step = next(place for place, text in enumerate(match.hands[0].actions, 1) if " play " in text)

    def hand(self, state: State, then: Sequence[str] = ()) -> ClimbingHand:
        """The hand with the cards of a lead, after some actions."""
        hand = hand_at(self.judge, self.match, 0, self.step, before=self.before.before(0))
        assert isinstance(hand, ClimbingHand)
        hand.is_over()
        turns = hand.table.round
        for seat in state.finish:
            turns.go_out(seat)
        hand.table.holdings.known[:] = map(packed, state.hands)
        turns.turn, turns.owner, turns.closer, turns.beaten_by = state.turn, NOBODY, NOBODY, None
        hand.run(then)
        return hand

    def endgame(self, hand: ClimbingHand | None = None) -> Endgame:
        """The rest of the hand, with the cards that it was dealt unless another is given."""
        part = GAMES[self.match.game].endgames
        assert part is not None
        found = part.of(hand or hand_at(self.judge, self.match, 0, self.step, before=self.before.before(0)))
        assert not isinstance(found, str)
        return found


def packed(cards: Sequence[str]) -> Holding:
    return pack(parse_card(card) or 0 for card in cards)


def guandan_lead(rng: Random, level: str, most: int) -> State:
    """A lead with a few cards left, of few ranks or suits so that they form much; often with wild cards."""
    first = rng.randrange(13)
    near = [RANKS[(first + step) % 13] for step in range(rng.choice((2, 3, 5)))]
    suits = rng.choice((SUITS, SUITS, "s"))
    deck = [rank + suit for rank in near for suit in suits] * 2 + [rng.choice(RANKS) + "d"]
    deck = [card for card in deck if card != level + "h"] + rng.choice(([], ["BJ", "RJ"], ["BJ", "BJ", "RJ", "RJ"]))
    rng.shuffle(deck)
    cards = [*rng.choice((0, 0, 1, 2)) * [level + "h"], *deck][: rng.randint(4, most)]
    return lead(rng, cards, some_finish(rng, (0, 1, 0, 1)), 4)


def lead(rng: Random, cards: Sequence[str], finish: tuple[int, ...], seats: int) -> State:
    """Cards dealt to the seats that are not out, of which some seat leads."""
    left = [seat for seat in range(seats) if seat not in finish]
    hands: list[list[str]] = [[] for _ in range(seats)]
    for place, card in enumerate(cards):
        hands[left[place] if place < len(left) else rng.choice(left)].append(card)
    return State(tuple(tuple(sorted(hand)) for hand in hands), rng.choice(left), finish)


def at_level(match: Match, level: str) -> Match:
    """A match whose first hand is played at a level."""
    setup = Setup(level=level, levels=dict.fromkeys(match.seats[:2], level))
    return replace(match, hands=[replace(match.hands[0], setup=setup)])


def bao_huang_lead(rng: Random, most: int, sides: Sequence[int], suits: str = "s") -> State:
    """A lead with a few cards of few ranks, and jokers."""
    near = rng.sample(bao_huang.RANKS, rng.choice((1, 2, 3)))
    deck = [rank + rng.choice(suits) for rank in near for _ in range(5)] + rng.choice(
        ([], ["BJ"], ["BJ", "BJ*", "RJ"], ["RJ", "RJ"])
    )
    rng.shuffle(deck)
    return lead(rng, deck[: rng.randint(5, most)], some_finish(rng, sides), 5)


def big_a_lead(rng: Random, most: int, big: str, sides: Sequence[int]) -> State:
    """A lead with a few cards of few ranks, with fours that capture and aces; who is known is not decided."""
    near = rng.sample("23456789TJQKA", rng.choice((2, 3, 4)))
    deck = [rank + suit for rank in near for suit in "shdc"] + [big] * rng.choice((0, 1, 2))
    deck += ["4s", "4h", "4d", "4c"][: rng.choice((0, 2, 4))] + rng.choice(([], ["BJ", "RJ", "RJ"]))
    deck = [card for place, card in enumerate(deck) if deck[:place].count(card) < 2]
    rng.shuffle(deck)
    return lead(rng, deck[: rng.randint(5, most)], some_finish(rng, sides), 5)


def big_a_to_capture(rng: Random, big: str, roles: Sequence[int]) -> State:
    """A lead of the declarer with a Big A among three aces, which the partner can capture and has to play again."""
    hands: list[list[str]] = [[rng.choice("5689TQK2") + "s"] for _ in range(5)]
    hands[roles[0]] = [big, *(ace for ace in ("As", "Ah", "Ad") if ace != big)][:3]
    hands[roles[1]] += [big, "4s", "4h", rng.choice("79TJQ") + "s"]
    return State(tuple(tuple(sorted(hand)) for hand in hands), roles[0], ())


def some_finish(rng: Random, sides: Sequence[int]) -> tuple[int, ...]:
    """Some seats that are out, of each side not all."""
    finish: list[int] = []
    for seat in rng.sample(range(len(sides)), rng.choice((0, 0, 1, 2, 3))):
        if any(sides[other] == sides[seat] for other in range(len(sides)) if other not in (*finish, seat)):
            finish.append(seat)
    return tuple(finish)
