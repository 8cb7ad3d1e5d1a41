"""How well constants predict hands that were not used in the fit."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from statistics import fmean, pstdev
from typing import Final

from engine.cards.packed import BLACK_JOKER, EMPEROR_JOKER, PROTECTOR_JOKER, RANKS, RED_JOKER, SUITED, Card, rank_of
from engine.replay.strength import UNIT, Correlation, Decile, Fit, Variance, on_line, won_on
from tests.strength.fitting import correlation, strength_of, strengths
from tests.strength.samples import Sample

_JOKERS: Final = frozenset({RED_JOKER, BLACK_JOKER, EMPEROR_JOKER, PROTECTOR_JOKER})
_HEARTS: Final = 1
_ACE: Final = len(RANKS) - 1

Hands = dict[str, list[Sample]]
"""Hands by the policy of their players, or by where they are from."""
PLAYERS: Final = {
    "steady": "made-up players who keep their bombs",
    "greedy": "made-up players who lead their longest play",
    "careless": "made-up players who do not think at a fourth of their turns",
    "mixed": "made-up players who play anything at half of their turns",
    "OpenGuanDan": "greedy players of OpenGuanDan, a program of others",
}

Seat = tuple[int, int, int, int, int]
"""Of one seat in one hand: its strength, its high cards, its place (0: none), and its expected and real result."""


def high_cards(cards: Sequence[Card], level: int | None) -> int:
    """The number of jokers and wild cards; of aces where there are neither."""
    if len(cards) == 13:
        return sum(rank_of(card) == _ACE for card in cards)
    wild = -1 if level is None else level * 4 + _HEARTS
    return sum(card in _JOKERS or (card in SUITED and card == wild) for card in cards)


def plain(samples: Iterable[Sample]) -> Iterator[Sample]:
    """The hands without a natural: what a natural wins is known without any fit."""
    for sample in samples:
        seats = len(sample.cards)
        if not sample.units or 2 * len(sample.units["two-four"]) == seats * (seats - 1):
            yield sample


def seats_of(game: str, known: Fit, samples: Sequence[Sample]) -> list[Seat]:
    """Every seat of some hands."""
    strength = strength_of(game)
    seats: list[Seat] = []
    for sample in plain(samples):
        of = strengths(strength, known, sample)
        expected = EXPECTED[game](known, of, sample)
        for seat, cards in enumerate(sample.cards):
            place = sample.places[seat] if sample.places else 0
            seats.append((of[seat], high_cards(cards, sample.level), place, expected[seat], sample.results[seat]))
    return seats


def _sides(known: Fit, of: Sequence[int], _sample: Sample) -> list[int]:
    ahead = of[0] + of[2] - of[1] - of[3]
    won = won_on(known.lines["sides"], ahead)
    return [won if seat % 2 == 0 else -won for seat in range(4)]


def _roles(pair: str, first: str, second: str) -> Callable[[Fit, Sequence[int], Sample], list[int]]:
    def expected(known: Fit, of: Sequence[int], sample: Sample) -> list[int]:
        side = [seat for seat, role in enumerate(sample.roles) if role]
        others = len(of) - len(side)
        own = sum(of[seat] for seat in side)
        ahead = (own * others - (sum(of) - own) * len(side)) // (others * len(side))
        alone = len(side) == 1
        each = on_line(known.lines["alone" if alone else pair], ahead)
        times = {first: 2, second: 1, "alone": 4, "": -1}
        return [times[role] * each for role in sample.roles]

    return expected


def _duels(known: Fit, of: Sequence[int], sample: Sample) -> list[int]:
    line = known.lines["two-four"]
    return [
        sum(won_on(line, of[seat] - of[other]) for other in range(len(of)) if other != seat) for seat in range(len(of))
    ]


EXPECTED: Final[dict[str, Callable[[Fit, Sequence[int], Sample], list[int]]]] = {
    "guandan": _sides,
    "bao_huang": _roles("court", "emperor", "protector"),
    "big_a": _roles("pair", "declarer", "partner"),
    "chinese_poker": _duels,
}


def correlations(game: str, known: Fit, samples: Sequence[Sample], hands: str) -> tuple[Correlation, ...]:
    """How well strength goes with the place, and what is expected with the result."""
    seats = seats_of(game, known, samples)
    strength, high, place, expected, result = (list(column) for column in zip(*seats, strict=True))
    found: list[Correlation] = []
    if any(place):
        gained = [-each for each in place]
        found.append(
            Correlation(
                hands,
                "the cards of a seat with the place that it takes",
                correlation(strength, gained),
                correlation(high, gained),
            )
        )
    found.append(
        Correlation(
            hands,
            "the cards of the table with the result of a seat",
            correlation(expected, result),
            correlation(_ahead_in_high_cards(game, samples), result),
        )
    )
    return tuple(found)


def _ahead_in_high_cards(game: str, samples: Sequence[Sample]) -> list[int]:
    """By seat, the high cards of its side less those that the other side has, for as many seats."""
    found: list[int] = []
    for sample in plain(samples):
        high = [high_cards(cards, sample.level) for cards in sample.cards]
        for seat, role in enumerate(sample.roles):
            own = [
                other
                for other, its in enumerate(sample.roles)
                if (other % 2 == seat % 2 if game == "guandan" else bool(its) == bool(role) and (role or its == role))
                and (game != "chinese_poker" or other == seat)
            ]
            others = [other for other in range(len(high)) if other not in own]
            found.append(
                sum(high[other] for other in own) * len(others) - sum(high[other] for other in others) * len(own)
            )
    return found


def deciles(game: str, known: Fit, samples: Sequence[Sample]) -> tuple[Decile, ...]:
    """Strength against place and result, a tenth of the seats at a time."""
    seats = sorted(seats_of(game, known, samples))
    middle = (len(samples[0].cards) + 1) * UNIT // 2
    found: list[Decile] = []
    for tenth in range(10):
        part = seats[len(seats) * tenth // 10 : len(seats) * (tenth + 1) // 10]
        strength, _, place, expected, result = (round(fmean(column)) for column in zip(*part, strict=True))
        found.append(Decile(strength, middle - strength if place else 0, place, expected, result))
    return tuple(found)


def explained(game: str, known: Fit, samples: Sequence[Sample]) -> int:
    """The part of the variance of the result of a seat that goes when the expected result is taken off, in thousandths;
    negative where that adds to it.
    """
    seats = seats_of(game, known, samples)
    left = sum((seat[4] - seat[3]) ** 2 for seat in seats)
    return round(1000 - 1000 * left / sum(seat[4] ** 2 for seat in seats))


def described(game: str, known: Fit, others: Hands, strangers: Hands) -> Fit:
    """Constants with what says how well they predict other hands of the players that they were fitted on, and the
    hands of ``strangers``.
    """
    checked = [sample for of_policy in others.values() for sample in of_policy]
    return replace(
        known,
        deviation=round(pstdev(seat[4] for seat in seats_of(game, known, checked))),
        explained=explained(game, known, checked),
        elsewhere=tuple(
            Variance(PLAYERS[hands], explained(game, known, of_policy)) for hands, of_policy in strangers.items()
        ),
        correlations=tuple(
            each
            for hands, of_policy in (others | strangers).items()
            for each in correlations(game, known, of_policy, PLAYERS[hands])
        ),
        deciles=deciles(game, known, checked),
    )
