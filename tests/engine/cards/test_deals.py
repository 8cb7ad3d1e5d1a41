"""Reading a deal: the quick way and the slow one say the same, whatever is dealt."""

from hypothesis import given
from hypothesis import strategies as st

from engine.cards.holdings import Deck, Holdings, read_deal
from engine.cards.packed import CARD_TEXTS, SUITED, card_text, pack

PACK = Deck.of(list(SUITED))
SEATS = {"A": 0, "B": 1}
FEW = [card_text(card) for card in SUITED[:4]]


def read(deal: dict[str, str]) -> tuple[list[str], list[int], list[int], int | None]:
    dealt = read_deal(deal, SEATS, [13, 13], PACK, hand=0, game="chinese_poker")
    holdings: Holdings = dealt.holdings
    return [each.code.id for each in dealt.findings], holdings.known, holdings.hidden, holdings.pool


@given(
    own=st.lists(st.sampled_from(CARD_TEXTS[:52]), min_size=13, max_size=13),
    other=st.lists(st.sampled_from(FEW), min_size=13, max_size=13),
)
def test_cards_dealt_too_often_are_found(own: list[str], other: list[str]) -> None:
    found, *_ = read({"A": " ".join(own), "B": " ".join(other)})
    assert found == ["deck-mismatch"]


@given(st.permutations(CARD_TEXTS[:52]))
def test_a_deal_of_half_the_pack_is_read_the_same_with_a_space_more(cards: list[str]) -> None:
    """A space more than is written takes the slow way."""
    plain = {"A": " ".join(cards[:13]), "B": " ".join(cards[13:26])}
    spaced = {"A": "  ".join(cards[:13]), "B": " ".join(cards[13:26])}
    assert read(plain) == read(spaced)
    found, known, hidden, pool = read(plain)
    assert (found, hidden) == ([], [0, 0])
    assert pool is not None
    assert sum(known) + pool == pack(SUITED)


def test_copies_that_wrap_around_in_their_lane_are_found() -> None:
    for copies in range(2, 14):
        rest = CARD_TEXTS[2:52]
        own = [FEW[0]] * copies + list(rest[: 13 - copies])
        assert read({"A": " ".join(own), "B": " ".join(rest[13:26])})[0] == ["deck-mismatch"]
