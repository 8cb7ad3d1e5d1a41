"""Cards without suits: a play fits if some choice of suits fits, against every choice there is."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement

from hypothesis import given
from hypothesis import strategies as st

from engine.cards.holdings import Deck
from engine.cards.packed import ONE, SPELLINGS, cards_text, pack, size, unpack
from engine.cards.suitless import LooseHoldings

SUITS = "shdc"
SEVENS = ("7", *("7" + suit for suit in SUITS))
DECK = Deck.of([SPELLINGS["7" + suit] for suit in SUITS for _ in range(4)], bare=True)


def cards(text: str) -> list[int]:
    return [SPELLINGS[word] for word in text.split()]


def holding(text: str) -> LooseHoldings:
    return LooseHoldings(DECK.cards, [pack(cards(text)), 0], [0, 0], counted=False)


def fits(dealt: Sequence[str], played: Sequence[str]) -> bool:
    """Whether some choice of suits for the bare cards makes what was played a part of what was dealt."""
    bare_dealt, bare_played = dealt.count("7"), played.count("7")
    for held in combinations_with_replacement(SUITS, bare_dealt):
        has = Counter([*held, *(word[1] for word in dealt if word != "7")])
        for gone in combinations_with_replacement(SUITS, bare_played):
            if Counter([*gone, *(word[1] for word in played if word != "7")]) <= has:
                return True
    return False


@given(
    dealt=st.lists(st.sampled_from(SEVENS), max_size=5),
    plays=st.lists(st.lists(st.sampled_from(SEVENS), min_size=1, max_size=3), max_size=4),
)
def test_a_card_is_held_where_some_choice_of_suits_fits(dealt: list[str], plays: list[list[str]]) -> None:
    holdings = holding(" ".join(dealt))
    gone: list[str] = []
    for play in plays:
        missing = holdings.lacking(0, cards(" ".join(play)))
        assert bool(missing) == (not fits(dealt, [*gone, *play]))
        if missing:
            break
        holdings.take(0, cards(" ".join(play)))
        gone += play
        assert holdings.count(0) == len(dealt) - len(gone) == size(holdings.shown(0))


def test_what_is_left_is_named_as_soon_as_only_one_thing_can_be() -> None:
    holdings = holding("7h 7s")
    holdings.take(0, cards("7"))
    assert cards_text(unpack(holdings.shown(0))) == "7"
    holdings = holding("7h 7h 7s")
    holdings.take(0, cards("7 7s"))
    assert cards_text(unpack(holdings.shown(0))) == "7h"


def test_what_is_given_joins_what_is_open() -> None:
    holdings = holding("7h 7s")
    holdings.take(0, cards("7"))
    holdings.give(0, SPELLINGS["7d"])
    holdings.give(0, SPELLINGS["7"])
    assert holdings.count(0) == 3
    assert holdings.lacking(0, cards("7h 7d 7c")) == []
    assert holdings.lacking(0, cards("7c 7c")) == [SPELLINGS["7c"]]


def test_the_one_hand_missing_is_the_rest_of_the_deck_by_rank() -> None:
    holdings = LooseHoldings(DECK.cards, [pack(cards("7 7h 7h")), 0], [0, 13], counted=True)
    assert holdings.hidden == [0, 0]
    assert holdings.known[1] == ONE[SPELLINGS["7"]] * 13
    holdings = LooseHoldings(DECK.cards, [pack(cards("7s 7h 7h")), 0], [0, 13], counted=True)
    assert cards_text(unpack(holdings.known[1])) == "7s 7s 7s 7h 7h 7d 7d 7d 7d 7c 7c 7c 7c"


def test_more_of_a_rank_than_the_deck_has_is_too_many() -> None:
    seven, heart = SPELLINGS["7"], SPELLINGS["7h"]
    assert DECK.excess({seven: 12, heart: 4}) == {}
    assert DECK.excess({seven: 13, heart: 4}) == {seven: 17}
    assert DECK.excess({heart: 5}) == {heart: 5}
