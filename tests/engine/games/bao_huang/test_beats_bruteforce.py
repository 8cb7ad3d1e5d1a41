"""What beats what in Bao Huang: the engine against a slow reading of the page, over all small combinations."""

from itertools import product

from engine.cards.packed import parse_card
from engine.games.bao_huang.combinations import Form, beats, classify, size
from tests.bruteforce.bao_huang import RULES, Cards, combinations
from tests.bruteforce.bao_huang import beats as slowly_beats
from tests.offenders import for_every

FEW_RANKS = "36QA2"
SIZES = [(1, None), (2, None), (3, None), (4, FEW_RANKS), (5, "78A")]


def every(length: int, ranks: str | None) -> list[Cards]:
    return list(combinations(length) if ranks is None else combinations(length, ranks))


def form(cards: Cards) -> Form:
    parsed = [parse_card(card) for card in cards]
    found = classify([card for card in parsed if card is not None])
    assert found is not None
    return found


@for_every("joker_rule", RULES)
@for_every(("length", "ranks"), SIZES)
def test_it_is_the_relation_of_the_page(length: int, ranks: str | None, joker_rule: str) -> None:
    plays = every(length, ranks)
    forms = {cards: form(cards) for cards in plays}
    differing = [
        (play, other)
        for play, other in product(plays, repeat=2)
        if beats(forms[play], forms[other], joker_rule) != slowly_beats(play, other, joker_rule)
    ]
    assert differing == []


@for_every("joker_rule", RULES)
def test_nothing_beats_a_play_with_a_red_joker(joker_rule: str) -> None:
    for length in range(1, 7):
        plays = every(length, None)
        for other in plays:
            if "RJ" in other:
                assert not any(beats(form(play), form(other), joker_rule) for play in plays[:: 1 + length // 4])


@for_every("joker_rule", RULES)
def test_no_two_plays_beat_each_other(joker_rule: str) -> None:
    for length in range(1, 5):
        forms = [form(cards) for cards in every(length, FEW_RANKS)]
        for one, other in product(forms, repeat=2):
            assert not (beats(one, other, joker_rule) and beats(other, one, joker_rule))


@for_every("joker_rule", RULES)
def test_plays_of_different_sizes_never_meet(joker_rule: str) -> None:
    plays = [cards for length in range(1, 5) for cards in every(length, FEW_RANKS)]
    for play, other in product(plays, repeat=2):
        if beats(form(play), form(other), joker_rule):
            assert size(form(play)) == size(form(other)) == len(play) == len(other)


def test_a_marked_joker_counts_as_its_colour() -> None:
    assert form(("7s", "BJ*", "RJ*")) == form(("7s", "BJ", "RJ"))
