"""The rules page, section Combinations: what can be played, by the table and every sentence before it."""

from made_big_a import SEATS, few

from engine.cards.packed import parse_card
from engine.games.big_a.combinations import BigACombination, every_form
from engine.games.big_a.reader import BigAReader
from tests.offenders import for_every

BOOK = BigAReader(SEATS, parse_card("As"))


def reading(cards: str) -> str:
    """What cards form where the aces of spades are Big A: kind and rank; nothing where they form nothing."""
    form = BOOK.form([card for card in map(parse_card, cards.split()) if card is not None])
    if form is None:
        return ""
    combination = BigACombination(form)
    return f"{combination.kind} {combination.rank}"


@for_every(
    ("cards", "expected"),
    [
        ("7s", "single 7"),
        ("As", "single Big A"),
        ("Ah", "single A"),
        ("BJ", "single BJ"),
        ("RJ", "single RJ"),
        ("7s 7s", "pair 7"),
        ("7s 7d", "pair 7"),
        ("As Ah", "pair A"),
        ("Ah Ad", "pair A"),
        ("As As", "big_ace_pair 4"),
        ("5s 6d 7s", "sequence 7"),
        ("7s 5s 6s", "sequence 7"),
        ("As 2d 3s", "sequence 3"),
        ("Qs Kd As", "sequence A"),
        ("Ts Jd Qs Kd Ah", "sequence A"),
        ("2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks", "sequence K"),
        ("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs", "sequence Q"),
        ("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks", "sequence A"),
        ("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As", "sequence A"),
        ("As Ah 2s 2d 3s 3d", "double_sequence 3"),
        ("4s 4s 5s 5d 6s 6d", "double_sequence 6"),
        ("Qs Qs Ks Ks As As", "double_sequence A"),
        ("5s 5s 5d", "triple 5"),
        ("As As Ad", "triple A"),
        ("5s 5s 5d 5d", "four 5"),
        ("As As Ad Ah", "four A"),
        ("5s 5s 5d 5d 5h", "five 5"),
        ("5s 5s 5d 5d 5h 5h", "six 5"),
        ("5s 5s 5d 5d 5h 5h 5c", "seven 5"),
        ("5s 5s 5d 5d 5h 5h 5c 5c", "true_eight 5"),
        ("BJ BJ", "two_jokers 4"),
        ("BJ RJ", "two_jokers 5"),
        ("RJ RJ", "two_jokers 6"),
        ("BJ BJ RJ", "three_jokers 5"),
        ("RJ BJ RJ", "three_jokers 6"),
        ("BJ RJ BJ RJ", "four_jokers 6"),
        ("5s 5s 5d 6s 6d 6h 7s 7d 7h", "triple_sequence 7"),
        ("As As Ad 2s 2d 2h 3s 3d 3h", "triple_sequence 3"),
        ("Qs Qs Qd Ks Kd Kh As Ad Ah", "triple_sequence A"),
        ("5s 5s 5d 5d 6s 6d 6h 6c", "fake_eight 6"),
        ("As As Ad Ad 2s 2d 2h 2c", "fake_eight 2"),
        ("As As Ad Ad Ks Kd Kh Kc", "fake_eight A"),
    ],
)
def test_what_is_playable(cards: str, expected: str) -> None:
    assert reading(cards) == expected


@for_every(
    "cards",
    [
        "5s 6s",
        "BJ 5s",
        "As BJ",
        "5s 5s BJ",
        "5s 6s BJ",
        "Ks As 2s",
        "Qs Ks As 2s",
        "5s 6s 8s",
        "5s 5d 6s",
        "5s 5s 6s 6s",
        "5s 5s 6s 6s 8s 8s",
        "5s 5s 5d 6s 6s 6d",
        "5s 5s 5d 6s 6d 6h 7s 7d 7h 8s 8d 8h",
        "5s 5s 5d 6s 6d 6h 8s 8d 8h",
        "5s 5s 5d 5d 6s 6d 6h 6c 7s 7d 7h 7c",
        "5s 5s 5d 5d 7s 7d 7h 7c",
        "5s 5s 5d 5d 5h 6s 6d 6h 6c 6c",
        "5s 5s 5d 6s",
        "5s 5s 5d 6s 6d",
        "5s 5s 5d 5d 5h 5h 5c 5c 5s",
        "BJ BJ BJ",
        "RJ RJ RJ BJ",
        "BJ BJ RJ RJ BJ",
        "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As 2s",
        "As As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs",
        "Ks As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js",
        "3s As",
        "As As 2s",
        "As As BJ",
    ],
)
def test_what_is_not(cards: str) -> None:
    assert reading(cards) == ""


def test_sequences_of_fourteen_ranks_have_an_ace_at_both_ends_and_thirteen_count_with_the_ace_high() -> None:
    fourteen = "As As Ah Ah " + " ".join(f"{rank}s {rank}s" for rank in "23456789TJQK")
    assert reading(fourteen) == "double_sequence A"
    thirteen = "As As " + " ".join(f"{rank}s {rank}s" for rank in "23456789TJQK")
    assert reading(thirteen) == "double_sequence A"


def test_every_form_has_words_of_its_own() -> None:
    words = {BigACombination(form).phrase() for form in every_form()} - {""}
    # Two black, mixed and red jokers, and three with one red or two, are told apart but for the last.
    assert len(words) == len(every_form()) - 1


@for_every(
    ("cards", "words"),
    [
        ("As", "single Big A"),
        ("9s", "single 9"),
        ("9s 9d", "pair of 9s"),
        ("5s 6s 7s", "sequence of 3 cards to 7"),
        ("5s 5d 6s 6d 7s 7d", "double sequence of 3 pairs to 7"),
        ("5s 5s 5d 6s 6d 6h 7s 7d 7h", "triple sequence to 7"),
        ("5s 5s 5d 5d 6s 6d 6h 6c", "fake eight to 6"),
        ("5s 5s 5d", "triple of 5"),
        ("5s 5s 5d 5d", "four 5s"),
        ("5s 5s 5d 5d 5h 5h 5c 5c", "eight 5s"),
        ("RJ RJ", "two red jokers"),
        ("RJ BJ", "a black and a red joker"),
        ("BJ BJ", "two black jokers"),
        ("BJ BJ RJ", "three jokers"),
        ("BJ BJ RJ RJ", "four jokers"),
        ("As As", "Big Ace pair"),
    ],
)
def test_words(cards: str, words: str) -> None:
    form = BOOK.form([card for card in map(parse_card, cards.split()) if card is not None])
    assert form is not None
    assert BigACombination(form).phrase() == words


def test_two_big_a_with_another_ace_are_ordinary_aces() -> None:
    assert few("A expose As; A play As As Ad; B play 2s 2d 2h", A="As As Ad 6d", B="2s 2d 2h 6d").of_actions == []


def test_a_big_a_in_a_sequence_is_an_ordinary_ace() -> None:
    judged = few("A expose As; A play Qs Ks As; B play Qd Kd Ah", A="Qs Ks As 6d", B="Qd Kd Ah As")
    assert judged.of_actions == ["does-not-beat 0/2 B"]


def test_a_big_a_is_a_single_above_the_red_joker_only_in_its_suit() -> None:
    judged = few("A expose As; A play RJ; B play As; C play Ah", A="As RJ 6d", B="As 6d", C="Ah 6d")
    assert judged.of_actions == ["does-not-beat 0/3 C"]


@for_every(
    "text",
    ["A play 2h=9s", "A play RJ*", "A play 7", "A play ??", "A play 1s", "A play", "A pass 6d", "A play 6d ^3"],
)
def test_texts_that_are_no_plays(text: str) -> None:
    judged = few(f"A expose As; {text}", A="As RJ 6d 2h", B="As 6d")
    assert judged.of_actions == ["malformed 0/1 A"]
