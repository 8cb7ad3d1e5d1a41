"""What beats what: a strict order within each type and among bombs, against the brute force's own comparison."""

from itertools import combinations, product

from bruteforce.guandan import RANKS, Reading, is_bomb
from bruteforce.guandan import beats as beats_by_the_page

from engine.cards.packed import RANKS as ENGINE_RANKS
from engine.games.guandan.combinations import (
    Form,
    GuandanCombination,
    GuandanCombinationRules,
    beats,
    every_form,
    rank_strength,
)
from engine.games.guandan.reader import GuandanReader
from tests.offenders import for_every

BOMB_ORDER = ["4", "5", "straight_flush", "6", "7", "8", "9", "10", "joker_bomb"]
PLAIN_ORDER = [*RANKS, "BJ", "RJ"]


def forms_at(level: str) -> dict[Form, Reading]:
    """The forms there are at a level, as the brute force writes them."""
    lifted = RANKS.index(level)
    by_level = ("single", "pair", "triple", "full_house", "bomb")
    forms: dict[Form, Reading] = {}
    for form in every_form():
        combination = GuandanCombination(form, lifted)
        if combination.kind in by_level and form & 0xFF == lifted:
            continue
        rank = "" if combination.kind == "joker_bomb" else combination.rank
        forms[form] = (combination.kind, combination.size, rank)
    assert len(set(forms.values())) == len(forms)
    return forms


def level_order(level: str) -> list[str]:
    """Ranks and jokers, low to high."""
    return [rank for rank in RANKS if rank != level] + [level, "BJ", "RJ"]


def test_the_ranks_are_the_engines() -> None:
    assert RANKS == ENGINE_RANKS


def test_there_are_as_many_forms_as_the_page_says() -> None:
    kinds = [kind for kind, _, _ in forms_at("9").values()]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "single": 15,
        "pair": 15,
        "triple": 13,
        "full_house": 13,
        "straight": 10,
        "tube": 12,
        "plate": 13,
        "straight_flush": 10,
        "bomb": 7 * 13,
        "joker_bomb": 1,
    }


@for_every("level", RANKS)
def test_every_pair_against_the_brute_force(level: str) -> None:
    forms = forms_at(level)
    wrong = [
        (reading, against)
        for (one, reading), (other, against) in product(forms.items(), repeat=2)
        if beats(one, other) != beats_by_the_page(reading, against, level)
    ]
    assert wrong == []


def test_no_form_beats_itself_and_no_two_beat_each_other() -> None:
    forms = every_form()
    assert not [form for form in forms if beats(form, form)]
    assert not [(one, other) for one, other in combinations(forms, 2) if beats(one, other) and beats(other, one)]


def test_beating_is_transitive() -> None:
    forms = every_form()
    beaten = {form: {other for other in forms if beats(form, other)} for form in forms}
    assert not [(one, other) for one, below in beaten.items() for other in below if not beaten[other] <= below]


def test_any_two_bombs_or_two_of_a_type_are_decided() -> None:
    forms = forms_at("9")
    for (one, reading), (other, against) in combinations(forms.items(), 2):
        decided = beats(one, other) or beats(other, one)
        assert decided == (is_bomb(reading) or is_bomb(against) or reading[0] == against[0])


@for_every("level", ["2", "9", "A"])
def test_the_exact_order_of_all_bombs(level: str) -> None:
    forms = {reading: form for form, reading in forms_at(level).items()}
    expected: list[Reading] = []
    ranks = level_order(level)[:13]
    for sort in BOMB_ORDER:
        if sort == "straight_flush":
            expected += [("straight_flush", 5, top) for top in "56789TJQKA"]
        elif sort == "joker_bomb":
            expected.append(("joker_bomb", 4, ""))
        else:
            expected += [("bomb", int(sort), rank) for rank in ranks]
    assert len(expected) == 102
    bombs = [forms[reading] for reading in expected]
    assert all(beats(higher, lower) for lower, higher in combinations(bombs, 2))
    assert not any(beats(lower, higher) for lower, higher in combinations(bombs, 2))


@for_every("level", RANKS)
@for_every("kind", ["single", "pair", "triple", "full_house"])
def test_these_go_by_level_order(kind: str, level: str) -> None:
    ranked = {reading[2]: form for form, reading in forms_at(level).items() if reading[0] == kind}
    expected = [rank for rank in level_order(level) if rank in ranked]
    assert len(expected) == (15 if kind in ("single", "pair") else 13)
    assert all(beats(ranked[high], ranked[low]) for low, high in combinations(expected, 2))


@for_every("level", ["2", "9", "A"])
@for_every(("kind", "tops"), [("straight", "56789TJQKA"), ("tube", "3456789TJQKA"), ("plate", "23456789TJQKA")])
def test_these_go_by_nature_order_at_every_level(kind: str, tops: str, level: str) -> None:
    ranked = {reading[2]: form for form, reading in forms_at(level).items() if reading[0] == kind}
    assert "".join(sorted(ranked, key=RANKS.index)) == tops
    assert all(beats(ranked[high], ranked[low]) for low, high in combinations(tops, 2))


def test_types_never_mix() -> None:
    forms = forms_at("9")
    regular = {form: reading for form, reading in forms.items() if not is_bomb(reading)}
    assert not [
        (one, other)
        for (one, reading), (other, against) in product(regular.items(), repeat=2)
        if reading[0] != against[0] and beats(one, other)
    ]


def test_every_bomb_beats_every_regular_type_and_none_a_bomb() -> None:
    forms = forms_at("9")
    bombs = [form for form, reading in forms.items() if is_bomb(reading)]
    regular = [form for form, reading in forms.items() if not is_bomb(reading)]
    assert (len(bombs), len(regular)) == (102, 91)
    assert all(beats(bomb, other) and not beats(other, bomb) for bomb, other in product(bombs, regular))


def test_a_book_knows_the_same_beaters() -> None:
    book = GuandanReader("ENWS", GuandanCombinationRules(7, True))
    for one, other in product(every_form(), repeat=2):
        assert (one in book.beaters(other)) == beats(one, other)


def test_the_level_is_lifted_to_between_the_ace_and_the_black_joker() -> None:
    for level, rank in product(range(13), repeat=2):
        assert (rank_strength(rank, level) == 13) == (rank == level)
