"""The positions of recorded hands of Guandan that the fit and its figures rest on, and what is counted in them."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from engine.cards.packed import BLACK_JOKER, RANKS, RED_JOKER, Card, Holding, unpack
from engine.games.guandan.play import GuandanHand
from engine.games.guandan.statistics import counts
from engine.logs import read_logs
from engine.record.match import Match
from engine.verdict.check import Checker

FEATURES = (
    "bombs_of_plays",
    "jokers_of_plays",
    "level_cards_of_plays",
    "plays",
    "cards",
    "loose_of_plays",
    "loose",
    "owns",
    "leads",
    "follows",
    "partner_owns",
)
"""What is counted for a seat: see `held_features` and `_seats`."""
UNIT = 1_000
"""One, in features and weights."""
ACE = len(RANKS) - 1
_LOGARITHMS = np.rint(np.log(np.arange(1, 218)) * UNIT).astype(int).tolist()
"""By number less 1, its natural logarithm."""


class Hand(NamedTuple):
    """The positions of a hand after each play and pass, from the first play until somebody goes out."""

    features: np.ndarray
    """By position, seat and feature, in thousandths."""
    high: np.ndarray
    """Jokers, cards of the level and aces of the first team, less those of the other."""
    first: int
    """The seat that goes out first."""

    @property
    def won(self) -> bool:
        """Whether the first team wins."""
        return self.first % 2 == 0

    @property
    def quarters(self) -> np.ndarray:
        """The quarter of the course that each position is in, from 0."""
        return np.arange(len(self.high)) * 4 // len(self.high)

    @property
    def shares(self) -> np.ndarray:
        """What each position counts: every quarter of a hand as much as any other, and all together 1."""
        in_quarter = np.bincount(self.quarters, minlength=4)
        return 1 / (in_quarter[self.quarters] * np.count_nonzero(in_quarter))

    def chances(self, weights: Sequence[int]) -> np.ndarray:
        """The chance of the first team at each position: its share of the powers of e of all seats' sums."""
        sums = self.features @ np.array(weights) / UNIT**2
        powers = np.exp(sums - sums.max(1, keepdims=True))
        return (powers[:, 0] + powers[:, 2]) / powers.sum(1)


def matches_in(path: Path) -> list[list[Hand]]:
    """The hands of the matches of a file, in the order of the SHA-256 of their logs."""
    with path.open("rb") as stream:
        records = sorted(read_logs(stream, path.name), key=lambda record: record.sha256)
    return [list(hands_of(record.match)) for record in records if record.match is not None]


def hands_of(match: Match) -> Iterator[Hand]:
    """The hands of a match without faults."""
    checker = Checker()
    replay = checker.judge(checker.rules(match)).match_replay(match)
    for index, logged in enumerate(match.hands):
        hand = replay.open(index, logged)
        assert isinstance(hand, GuandanHand)
        yield _followed(hand, logged.actions)
        replay.close(hand, logged)


def _followed(hand: GuandanHand, actions: Sequence[str]) -> Hand:
    assert hand.level is not None
    turns = hand.table.round
    known: dict[Holding, tuple[tuple[int, ...], int]] = {}
    features, high = [], []
    for number, action in enumerate(actions):
        hand.run([action])
        if turns.finish:
            hand.run(actions[number + 1 :])
            break
        if turns.began:
            for held in set(hand.table.holdings.known) - set(known):
                cards = unpack(held)
                known[held] = held_features(cards, hand.level), _high_cards(cards, hand.level)
            seen = [known[held] for held in hand.table.holdings.known]
            features.append([(*held, *_seats(seat, turns.turn, turns.owner)) for seat, (held, _) in enumerate(seen)])
            high.append(sum(count if seat % 2 == 0 else -count for seat, (_, count) in enumerate(seen)))
    return Hand(np.array(features), np.array(high), turns.finish[0][0])


def held_features(cards: Sequence[Card], level: int) -> tuple[int, ...]:
    """What is counted in the cards of a seat, in thousandths.

    Its plays are what the cards can be divided into: bombs, jokers, and the rest into as few plays as the strength of
    dealt hands counts.  Bombs, jokers and cards of the level are counted by play; of plays and cards it is the
    logarithm; loose are single cards below ten.
    """
    red, black, _, wild, level_cards, _, _, fours, fives, sixes, _, _, rest, loose = counts(cards, level, "")
    bombs, jokers = fours + fives + sixes, red + black
    plays = rest + bombs + jokers
    of_plays = [UNIT * count // (plays + 1) for count in (bombs, jokers, level_cards + wild, loose)]
    return (*of_plays[:3], _LOGARITHMS[2 * plays], _LOGARITHMS[len(cards)], of_plays[3], UNIT * loose)


def _seats(seat: int, turn: int, owner: int) -> tuple[int, ...]:
    """Whether the play on the table is the seat's, whether it leads, has to beat a play, or its partner's play lies."""
    leads = turn == seat and owner < 0
    return tuple(UNIT * each for each in (owner == seat, leads, turn == seat and not leads, owner == (seat + 2) % 4))


def _high_cards(cards: Sequence[Card], level: int) -> int:
    return sum(card in (BLACK_JOKER, RED_JOKER) or card >> 2 in (level, ACE) for card in cards)
