"""Which combinations beat which: every kind against every other, and the order as a whole."""

from itertools import product

from made_big_a import SEATS

from engine.cards.packed import parse_card
from engine.games.big_a.combinations import (
    BIG_STRENGTH,
    BLACK_STRENGTH,
    DOUBLE_SEQUENCE,
    FIVE,
    FOUR,
    KIND_NAMES,
    PAIR,
    SINGLE,
    SIX,
    THREE_JOKERS,
    TRIPLE,
    TWO_JOKERS,
    all_beaters,
    beats,
    beats_by,
    every_form,
    form_of,
    kind_of,
    size_of,
    strength_of,
)
from engine.games.big_a.reader import BigAReader
from tests.offenders import for_every

BOOK = BigAReader(SEATS, parse_card("As"))

EXAMPLES = {
    "single": ["4s", "Kd", "Ah", "2s", "3c", "BJ", "RJ", "As"],
    "pair": ["4s 4d", "Ks Kd", "As Ah", "2s 2d", "3s 3d"],
    "sequence": ["As 2d 3d", "4s 5d 6d", "Qd Kd As"],
    "double_sequence": ["Ad Ad 2d 2d 3d 3d", "4s 4d 5s 5d 6s 6d", "Qs Qd Ks Kd Ad Ah"],
    "triple": ["4s 4d 4h", "Ks Kd Kh", "As As Ad", "2s 2d 2h", "3s 3d 3h"],
    "four": ["4s 4d 4h 4c", "As As Ad Ad", "3s 3d 3h 3c"],
    "five": ["4s 4d 4h 4c 4s", "As As Ad Ad Ac", "3s 3d 3h 3c 3c"],
    "six": ["4s 4d 4h 4c 4s 4d", "As As Ad Ad Ac Ac", "3s 3d 3h 3c 3c 3s"],
    "two_jokers": ["BJ BJ", "BJ RJ", "RJ RJ"],
    "triple_sequence": ["Ad Ad Ac 2s 2d 2h 3s 3d 3h", "4s 4d 4h 5s 5d 5h 6s 6d 6h", "Qs Qd Qh Ks Kd Kh As Ad Ah"],
    "fake_eight": ["As As Ad Ad 2s 2d 2h 2c", "4s 4d 4h 4c 5s 5d 5h 5c", "Ks Kd Kh Kc As As Ad Ad"],
    "seven": ["4s 4d 4h 4c 4s 4d 4h", "As As Ad Ad Ac Ac Ah", "3s 3d 3h 3c 3s 3d 3h"],
    "true_eight": ["4s 4s 4d 4d 4h 4h 4c 4c", "As As Ad Ad Ac Ac Ah Ah", "3s 3s 3d 3d 3h 3h 3c 3c"],
    "three_jokers": ["BJ BJ RJ", "BJ RJ RJ"],
    "four_jokers": ["BJ BJ RJ RJ"],
    "big_ace_pair": ["As As"],
}
"""Sets of cards of each kind, the aces of spades being Big A; of each kind in the order of rank, low to high."""

TABLE = """
                 s p q d  3 4 5 6 J t f 7 8 K Q B
single           < . . .  . . . . . . . . . . . .
pair             . < . .  . . . . . . . . . . . .
sequence         . . < .  . . . . . . . . . . . .
double_sequence  . . . <  . . . . . . . . . . . .
triple           j + + .  < . . . . . . . . . . .
four             b + + +  + < . . . . . . . . . .
five             + + + +  + + < . . . . . . . . .
six              + + + +  + + + < . . . . . . . .
two_jokers       + + + +  + + + + r . . . . . . .
triple_sequence  + + + +  + + + + + < . . . . . .
fake_eight       + + + +  + + + + + + < . . . . .
seven            + + + +  + + + + + + + < . . . .
true_eight       + + + +  + + + + + + + + < . . .
three_jokers     + + + +  + + + + + + + + + . . .
four_jokers      + + + +  + + + + + + + + + + . .
big_ace_pair     + + + +  + + + + + + + + + + + .
"""
"""The page's table: the row's kind beats the column's never (.), always (+), if it is higher (<), singles below a
joker (j), singles but a Big A (b), or with two red jokers any others (r).  Columns stand in the order of rows."""

CELLS = {
    (row.split()[0], column): cell
    for row in TABLE.strip().splitlines()[1:]
    for column, cell in zip(EXAMPLES, row.split()[1:], strict=True)
}


def form(cards: str) -> int:
    """What cards form."""
    found = BOOK.form([card for card in map(parse_card, cards.split()) if card is not None])
    assert found is not None, cards
    return found


def expected(cell: str, mine: str, other: str, rank: int, other_rank: int) -> bool:
    """What a cell of the table says of two sets of cards, by their places among the examples."""
    return {
        ".": False,
        "+": True,
        "<": rank > other_rank,
        "j": "J" not in other[1:] and other != "As",
        "b": other != "As",
        "r": mine == "RJ RJ" and other != "RJ RJ",
    }[cell]


def test_the_examples_are_of_their_kinds() -> None:
    for kind, sets in EXAMPLES.items():
        assert {KIND_NAMES[kind_of(form(cards))] for cards in sets} == {kind}
    assert list(EXAMPLES) == list(KIND_NAMES.values())
    assert len(CELLS) == 16 * 16


@for_every(("kind", "against"), CELLS)
def test_every_kind_against_every_other(kind: str, against: str) -> None:
    cell = CELLS[kind, against]
    compared = 0
    for (rank, mine), (other_rank, other) in product(enumerate(EXAMPLES[kind]), enumerate(EXAMPLES[against])):
        wanted = expected(cell, mine, other, rank, other_rank)
        assert beats(form(mine), form(other)) is wanted, (mine, other)
        assert (form(mine) in BOOK.beaters(form(other))) is wanted
        compared += 1
    assert compared


@for_every(
    ("longer", "shorter"),
    [
        ("4s 5s 6s 7s", "4s 5s 6s"),
        ("Ts Js Qs Ks", "4s 5s 6s"),
        ("4s 4d 5s 5d 6s 6d 7s 7d", "4s 4d 5s 5d 6s 6d"),
        ("2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As", "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs"),
    ],
)
def test_sequences_of_different_lengths_do_not_beat_each_other(longer: str, shorter: str) -> None:
    assert not beats(form(longer), form(shorter))
    assert not beats(form(shorter), form(longer))


@for_every(("higher", "lower"), [("Ts Js Qs Ks Ah", "As 2s 3s 4s 5s"), ("3s 4s 5s", "As 2s 3s")])
def test_the_higher_top_wins(higher: str, lower: str) -> None:
    assert beats(form(higher), form(lower))


# The order as a whole.

FORMS = every_form()


def test_forms_are_many_and_each_stands_once() -> None:
    assert len(set(FORMS)) == len(FORMS) == 293


def test_nothing_beats_itself() -> None:
    assert not [one for one in FORMS if beats(one, one)]


def test_no_two_beat_each_other() -> None:
    assert not [(one, other) for one in FORMS for other in FORMS if beats(one, other) and beats(other, one)]


def test_what_beats_a_beater_beats_what_it_beats() -> None:
    beaters = all_beaters()
    for low in FORMS:
        for middle in beaters[low]:
            assert beaters[middle] <= beaters[low]


def test_the_big_ace_pair_beats_everything_and_nothing_beats_it() -> None:
    pair = form("As As")
    assert all(beats(pair, other) for other in FORMS if other != pair)
    assert not all_beaters()[pair]


def test_the_exceptions_to_a_bomb_beating_whatever_is_lower() -> None:
    """A bomb beats every lower kind, but for what the page excepts; within a kind the higher rank wins, but for jokers.

    A triple beats singles below a joker only and no double sequence; a four no single Big A.
    """
    unbeaten = {
        (one, other)
        for one in FORMS
        for other in FORMS
        if kind_of(one) >= TRIPLE and kind_of(one) > kind_of(other) and not beats(one, other)
    }
    triples = [one for one in FORMS if kind_of(one) == TRIPLE]
    fours = [one for one in FORMS if kind_of(one) == FOUR]
    jokers_and_big_a = [form_of(SINGLE, 1, strength) for strength in range(BLACK_STRENGTH, BIG_STRENGTH + 1)]
    doubles = [one for one in FORMS if kind_of(one) == DOUBLE_SEQUENCE]
    assert unbeaten == {*product(triples, jokers_and_big_a + doubles), *product(fours, [form("As")])}


def test_the_exceptions_to_a_higher_rank_winning_within_a_kind() -> None:
    """Two black jokers and one of each do not beat each other, nor do sets of three jokers."""
    equal = {
        (one, other)
        for one in FORMS
        for other in FORMS
        if kind_of(one) == kind_of(other)
        and size_of(one) == size_of(other)
        and strength_of(one) > strength_of(other)
        and not beats(one, other)
    }
    assert equal == {(form("BJ RJ"), form("BJ BJ")), (form("BJ RJ RJ"), form("BJ BJ RJ"))}
    assert {kind_of(one) for one, _ in equal} == {TWO_JOKERS, THREE_JOKERS}


def test_what_beats_is_said_in_words() -> None:
    pair, five, six = form_of(PAIR, 2, 0), form_of(FIVE, 5, 0), form_of(SIX, 6, 0)
    jokers = form_of(THREE_JOKERS, 3, 0)
    assert beats_by(pair, pair) == "a higher play of the same kind"
    assert (beats_by(five, pair), beats_by(jokers, pair)) == ("a five beats a pair", "three jokers beat a pair")
    assert beats_by(six, five) == "a six is a higher bomb than a five"
    assert beats_by(jokers, six) == "three jokers are a higher bomb than a six"
