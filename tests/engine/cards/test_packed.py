"""Sums and differences of holdings, counted card by card."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from engine.cards.packed import FIRST_BARE, MOST, UNKNOWN, Holding, added, common, copies, less, pack

CARDS = st.sampled_from([0, 1, 51, FIRST_BARE - 1, FIRST_BARE, UNKNOWN - 1])
"""The lowest and the highest cards with narrow and with wide lanes, where a carry would show."""
HOLDINGS = st.dictionaries(CARDS, st.integers(1, 7)).map(Counter)


def counts(holding: Holding) -> Counter[int]:
    return +Counter({card: copies(holding, card) for card in range(UNKNOWN)})


@given(HOLDINGS, HOLDINGS)
def test_holdings_are_counted_card_by_card(one: Counter[int], other: Counter[int]) -> None:
    first, second = pack(one.elements()), pack(other.elements())
    assert counts(less(first, second)) == one - other
    assert counts(less(first + second, second) if not (one & other) else first) == one
    assert counts(common(first, second)) == one & other
    assert counts(added(first, second)) == Counter(
        {card: min(count, MOST[card]) for card, count in (one + other).items()}
    )
