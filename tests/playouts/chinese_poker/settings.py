"""How a made-up player sets thirteen cards."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from tests.bruteforce.chinese_poker_rows import Row, Rows, is_fouled, is_low, strength
from tests.playouts.chinese_poker.sensible import settings_of
from tests.playouts.policies import Option, Policy, Turn

_CANDIDATES: Final = 5
_DRAWS: Final = 25


def as_rows(cards: Sequence[str]) -> Rows:
    """Thirteen cards as front, middle and back, in their order."""
    return tuple(cards[:3]), tuple(cards[3:8]), tuple(cards[8:])


def set_cards(
    cards: Sequence[str], options: dict[str, Any], rng: Random, policy: Policy, *, seat: int = 0, fair: bool = False
) -> Rows:
    """Thirteen cards, set as a policy chooses among some settings; one that is mis-set is seldom among them.

    ``fair``: the settings are sensible ones, the best of them first.
    """
    if fair and not is_low(1, options):
        candidates = settings_of(cards, options, _CANDIDATES)
    else:
        candidates = [_well_set(cards, options, rng) for _ in range(_CANDIDATES)]
        if rng.random() < 0.1:
            candidates.append(as_rows(rng.sample(list(cards), 13)))
    plays = [
        Option(1 - is_fouled(rows, options), power, False, rows) for power, rows in enumerate(dict.fromkeys(candidates))
    ]
    chosen = policy(rng, Turn(plays, seat=seat))
    rows = plays[0].form if chosen is None else chosen.form
    assert isinstance(rows, tuple)
    return rows


def _well_set(cards: Sequence[str], options: dict[str, Any], rng: Random) -> Rows:
    """A setting that is in order, if one is hit on."""
    rows = as_rows(cards)
    for _ in range(4):
        back = _picked(cards, rng, lowest=False)
        rest = [card for card in cards if card not in back]
        middle = _picked(rest, rng, lowest=is_low(1, options))
        front = [card for card in rest if card not in middle]
        rng.shuffle(front)
        rows = tuple(front), middle, back
        if not is_fouled(rows, options):
            break
    return rows


def _picked(cards: Sequence[str], rng: Random, *, lowest: bool) -> Row:
    """The best of some fives."""
    fives = [tuple(rng.sample(list(cards), 5)) for _ in range(_DRAWS)]
    return (min if lowest else max)(fives, key=strength)
