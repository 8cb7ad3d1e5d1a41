"""What beats what in Big A, every form against every other: the engine against the page as the brute force has it."""

from itertools import product

import pytest
from bruteforce.big_a import KINDS, Reading, cards_for, every_reading, lower
from bruteforce.big_a import beats as beats_by_the_page

from engine.cards.packed import parse_card
from engine.games.big_a.combinations import Form, beats, every_form
from engine.games.big_a.reader import BigAReader

READINGS = every_reading()
CARD = {card: number for reading in READINGS for card in cards_for(reading, "As") if (number := parse_card(card))}
CARD |= {"2s": 0}
BOOK = BigAReader("ABCDE", parse_card("As"))


@pytest.fixture(scope="module")
def forms() -> dict[Reading, Form]:
    """The engine's form of each reading, as it finds it in some cards."""
    found: dict[Reading, Form] = {}
    for reading in READINGS:
        form = BOOK.form([CARD[card] for card in cards_for(reading, "As")])
        assert form is not None, reading
        found[reading] = form
    assert set(found.values()) == set(every_form())
    return found


def test_every_pair_against_the_brute_force(forms: dict[Reading, Form]) -> None:
    wrong = [
        (one, other)
        for one, other in product(READINGS, repeat=2)
        if beats(forms[one], forms[other]) != beats_by_the_page(one, other)
    ]
    assert wrong == []


def test_a_book_knows_the_same_beaters(forms: dict[Reading, Form]) -> None:
    for one, other in product(READINGS, repeat=2):
        assert (forms[one] in BOOK.beaters(forms[other])) == beats_by_the_page(one, other), (one, other)


def test_there_are_so_many_of_each_kind() -> None:
    kinds = [kind for kind, _, _ in READINGS]
    assert {kind: kinds.count(kind) for kind in KINDS} == {
        "single": 16,
        "pair": 13,
        "sequence": 77,
        "double_sequence": 77,
        "triple": 13,
        "four": 13,
        "five": 13,
        "six": 13,
        "two_jokers": 3,
        "triple_sequence": 12,
        "fake_eight": 13,
        "seven": 13,
        "true_eight": 13,
        "three_jokers": 2,
        "four_jokers": 1,
        "big_ace_pair": 1,
    }


def test_the_brute_forces_own_order() -> None:
    """Irreflexive, never both ways; of a kind and size every two are decided, some jokers excepted."""
    for one, other in product(READINGS, repeat=2):
        both = beats_by_the_page(one, other), beats_by_the_page(other, one)
        assert both != (True, True)
        if one == other:
            assert both == (False, False)
        elif one[:2] == other[:2]:
            undecided = {one[2], other[2]} == {"BJ BJ", "BJ RJ"} or one[0] == "three_jokers"
            assert (True in both) != undecided
            assert both == (lower(other, one), lower(one, other))
