"""The naturals of the rules page: what each is, what it earns, and how equal ones compare."""

from made_chinese_poker import DECK, Judged, play

from tests.offenders import for_every

HELD = {
    "clean_dragon": "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah",
    "dragon": "2h 3d 4h 5h 6s 7h 8h 9h Tc Jh Qh Kh Ah",
    "twelve_royalties": "Js Jh Jd Qs Qh Qd Ks Kh Kd As Ah Ad Ac",
    "three_straight_flushes": "2h 3h 4h 5d 6d 7d 8d 9d Ts Js Qs Ks As",
    "three_quads": "2s 2h 2d 2c 7s 7h 7d 7c Ts Th Td Tc Ad",
    "all_low": "2s 2h 3d 3c 4s 4h 5d 6c 6s 7h 8d 8c 8s",
    "all_high": "8s 8h 9d Tc Ts Jh Jd Qc Qs Kh Ad Ac As",
    "full_colored": "2h 3d 4h 6d 7h 7d 8h Jd Jh Qd Kh Kd Ah",
    "four_triples": "2s 2h 2d 7s 7h 7d 9s 9h 9d 9c Qs Qh Qd",
    "six_and_a_half_pairs": "2s 2h 4s 4h 4d 4c 7s 7h 7d 9s 9h Kd Kc",
    "three_straights": "2s 3h 4d 3c 4s 5h 6d 7c 9s Th Jd Qc Ks",
    "three_flushes": "2s 5s 9s 3h 4h 8h Jh Qh 4d 6d 7d Td Kd",
    "no_broadway": "2s 3h 5d 6c 7s 9h Td Ac As 4h 9d Tc 2h",
    "six_and_above": "6s 7h 9d Tc Js Qh Kd Ac 6h 8d 9c Qs Kh",
    "one_color_twelve": "2h 3d 4h 6d 7h 7d 8h Jd Jh Qd Kh Kd As",
}
POINTS = {
    "clean_dragon": 108,
    "dragon": 36,
    "twelve_royalties": 24,
    "three_straight_flushes": 24,
    "three_quads": 20,
    "all_low": 12,
    "all_high": 12,
    "full_colored": 10,
    "four_triples": 8,
    "six_and_a_half_pairs": 6,
    "three_straights": 3,
    "three_flushes": 3,
    "no_broadway": 3,
}
NEARLY = {
    "clean_dragon": "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ad",
    "dragon": "2h 3d 4h 5h 6s 7h 8h 9h Tc Jh Qh Kh Ks",
    "twelve_royalties": "Js Jh Jd Qs Qh Qd Ks Kh Kd As Ah Ad Tc",
    "three_straight_flushes": "2h 3h 4h 5d 6d 7d 8d 9h Ts Js Qs Ks As",
    "three_quads": "2s 2h 2d 2c 7s 7h 7d 7c Ts Th Td Ac Ad",
    "all_low": "2s 2h 3d 3c 4s 4h 5d 6c 6s 7h 8d 8c 9s",
    "all_high": "7s 8h 9d Tc Ts Jh Jd Qc Qs Kh Ad Ac As",
    "full_colored": "2h 3d 4h 6d 7h 7d 8h Jd Jh Qd Kh Kd As",
    "four_triples": "2s 2h 2d 7s 7h 7d 9s 9h 9d 9c Qs Qh Kd",
    "six_and_a_half_pairs": "2s 2h 4s 4h 4d 4c 7s 7h 7d 9s 9h Kd Qc",
    "three_straights": "2s 3h 4d 3c 4s 5h 6d 7c 9s Th Jd Qc Qs",
    "three_flushes": "2s 5s 9s 3h 4h 8h Jh Qh 4d 6d 7d Td Kc",
    "no_broadway": "2s 3h 5d 6c 7s 9h Td Ac As 4h 9d Tc Jh",
    "six_and_above": "6s 7h 9d Tc Js Qh Kd Ac 6h 8d 9c Qs 5h",
    "one_color_twelve": "2h 3d 4h 6d 7h 7d 8h Jd Jh Qd Kh Ks As",
}
PAID = {"six_and_above": 5, "one_color_twelve": 7}


def rest(cards: str) -> str:
    """Thirteen low and mixed cards that are not among some."""
    left = [card for card in DECK if card not in cards.split()]
    return " ".join(left[::3][:13])


def claim(name: str, cards: str, *more: str, **options: object) -> Judged:
    """Seat A claims a natural against seat B, which is in."""
    options = {"naturals": "extended", "natural_table": PAID} | options
    return play([f"A natural {name}", *more], {"A": cards, "B": rest(cards)}, **options)


def contest(one: tuple[str, str], other: tuple[str, str], **options: object) -> Judged:
    """Two seats claim naturals against each other; the deals may share cards, for suits do not matter here."""
    options = {"naturals": "extended", "natural_table": PAID} | options
    return play([f"A natural {one[0]}", f"B natural {other[0]}"], {"A": one[1], "B": other[1]}, **options)


@for_every(("name", "cards"), HELD.items())
def test_a_natural_that_is_held_wins_its_points(name: str, cards: str) -> None:
    found = claim(name, cards)
    assert found.said == []
    assert found.units == {"A-B": {**POINTS, **PAID}[name]}
    assert found.verdict == "clean"
    assert found.hands[0]["complete"]


@for_every(("name", "cards"), NEARLY.items())
def test_a_natural_that_is_not_held(name: str, cards: str) -> None:
    found = claim(name, cards)
    assert found.said == ["natural-not-held 0/0 A"]
    assert found.columns == [("natural-not-held", 10)]
    assert not found.hands[0]["complete"]


def test_who_claims_what_it_does_not_hold_still_sets() -> None:
    cards = "Ks Kd 8h 7s 5c 4d Qh Qd 9s 6c 3h 2d 2s"
    found = play(
        ["A natural dragon", "A in", "A set 8h 7s 5c / 2d 2s 9s 6c 3h / Ks Kd Qh Qd 4d", "B surrender"],
        {"A": cards, "B": rest(cards)},
    )
    assert found.said == ["natural-not-held 0/0 A", "unexpected-action 0/3 B"]


@for_every("name", ["no_broadway", "six_and_above", "one_color_twelve"])
def test_naturals_of_extended_tables_only(name: str) -> None:
    assert claim(name, HELD[name], naturals="standard").said == ["natural-not-held 0/0 A"]
    off = claim(name, HELD[name], natural_table={name: 0})
    assert off.said == ["natural-not-held 0/0 A"]
    assert off.report.findings[0].message == f"these rules have no natural '{name}'"


@for_every("name", ["six_and_above", "one_color_twelve"])
def test_these_are_off_until_a_table_gives_them_points(name: str) -> None:
    assert claim(name, HELD[name], natural_table={}).said == ["natural-not-held 0/0 A"]


def test_points_are_overridden() -> None:
    assert claim("dragon", HELD["dragon"], natural_table={"dragon": 13}).units == {"A-B": 13}


def test_without_naturals_the_verb_has_no_place() -> None:
    assert claim("dragon", HELD["dragon"], naturals="none").said == ["unexpected-action 0/0 A"]


def test_an_unknown_name_does_not_parse() -> None:
    found = claim("three_flush", HELD["three_flushes"])
    assert found.columns == [("malformed", 10)]


# strength

ORDER = [name for name in HELD if name not in ("all_high",)]


@for_every("place", range(len(ORDER) - 1))
def test_the_stronger_natural_wins_its_points(place: int) -> None:
    stronger, weaker = ORDER[place], ORDER[place + 1]
    found = contest((weaker, HELD[weaker]), (stronger, HELD[stronger]))
    assert found.units == {"A-B": -{**POINTS, **PAID}[stronger]}


def test_strength_is_the_order_of_the_table_whatever_the_points() -> None:
    table = {"dragon": 1, "three_flushes": 500}
    one, other = ("three_flushes", HELD["three_flushes"]), ("dragon", HELD["dragon"])
    assert contest(one, other, natural_table=table).units == {"A-B": -1}


def test_all_low_and_all_high_tie_with_each_other() -> None:
    found = contest(("all_low", HELD["all_low"]), ("all_high", HELD["all_high"]))
    assert found.units == {"A-B": 0}
    more = contest(("all_low", HELD["all_low"]), ("four_triples", HELD["four_triples"]))
    assert more.units == {"A-B": 12}


@for_every("name", ["dragon", "clean_dragon", "full_colored", "four_triples", "three_quads", "no_broadway"])
def test_any_other_kind_ties_whatever_the_cards(name: str) -> None:
    assert contest((name, HELD[name]), (name, HELD[name])).units == {"A-B": 0}


@for_every(
    ("one", "other", "won"),
    [
        ("2s 3h 4d 3c 4s 5h 6d 7c 9s Th Jd Qc Ks", "2h 3d 4c 4h 5d 6c 7s 8h 8d 9c Tc Js Qh", 1),
        ("As 2h 3d 3c 4s 5h 6d 7c Ts Jh Qd Kc Ad", "Ah 2d 3c 4h 5s 6s 7d 8d Tc Jd Qh Ks As", -1),
        ("As 2h 3d 4c 5h 6d 7c 8s Ts Jh Qd Kc Ad", "2d 3c 4h 4d 5s 6s 7d 8d Tc Jd Qh Ks Ah", -1),
        ("2s 3h 4d 3c 4s 5h 6d 7c 9s Th Jd Qc Ks", "2h 3d 4c 3s 4h 5d 6c 7d 9h Td Jc Qs Kh", 0),
    ],
)
def test_three_straights_compare_back_then_middle_then_front(one: str, other: str, won: int) -> None:
    found = contest(("three_straights", one), ("three_straights", other))
    assert found.units == {"A-B": won * 3}


def test_in_these_ties_a_wheel_is_the_lowest_straight() -> None:
    """Backs of a king each; then the wheel against a six."""
    wheel = "Ac 2c 3c 4h 5d 3d 4d 5s 9s Th Jd Qc Ks"
    six = "2s 3s 4s 2d 3h 4c 5c 6d 9c Tc Js Qh Kd"
    found = contest(("three_straights", wheel), ("three_straights", six), wheel="second")
    assert found.units == {"A-B": -3}


@for_every(
    ("cards", "held"),
    [
        ("Qs Kd Ah 4c 5d 6s 7h 8c 6d 7s 8d 9h Tc", False),
        ("Ks Ad 2h 4c 5d 6s 7h 8c 6d 7s 8d 9h Tc", False),
        ("Js Qd Kh As 2c 5d 6s 7h 8c 9d 6h 7c 8d", False),
        ("As 2d 3h 4c 5d 6s 7h 8c 6d 7s 8d 9h Tc", True),
        ("Ah 2d 3h 4c 5d Ts Jh Qc Kd As 8d 9h Tc", True),
    ],
)
def test_what_the_source_bars_from_the_straights_of_a_natural(cards: str, held: bool) -> None:
    found = claim("three_straights", cards)
    assert ("natural-not-held 0/0 A" not in found.said) is held


def test_queen_king_ace_is_a_front_where_the_table_allows_it() -> None:
    cards = "Qs Kd Ah 4c 5d 6s 7h 8c 6d 7s 8d 9h Tc"
    assert claim("three_straights", cards, natural_qka=True).said == []
    suited = "Qs Ks As 4c 5c 6c 7c 8c 6d 7d 8d 9d Td"
    assert claim("three_straight_flushes", suited).said == ["natural-not-held 0/0 A"]
    assert claim("three_straight_flushes", suited, natural_qka=True).said == []


def test_the_strongest_arrangement_is_meant() -> None:
    """Thirteen ranks: T to A, 5 to 9 and 2-3-4 beat an ace and an eight; 9 to K, 4 to 8 and A-2-3 would not."""
    other = "Ts Js Qs Kd Ac 4s 5d 6c 7s 8d 6d 7d 8s"
    found = contest(("three_straights", HELD["dragon"]), ("three_straights", other))
    assert found.units == {"A-B": 3}


@for_every(
    ("one", "other", "won"),
    [
        ("2s 5s 9s 3h 4h 8h Jh Qh 4d 6d 7d Td Kd", "2c 5c 9c 3s 4s 8s Js Ks 5d 8d 9d Jd Qd", -1),
        ("2s 3s 4s 5s 6s 7s 8s 9s 2h 4h 5h 6h Ah", "2c 3c 4c 5c 6c 7c 8c Tc 2d 4d 5d 6d Ad", -1),
        ("2s 3s 4s 5s 6s 7s 8s 9s 2h 4h 5h 6h Ah", "2c 3c 4c 5c 6c 7c 8c 9c 2d 4d 5d 6d Ad", 0),
        ("2s 3s 5s 2h 3h 8h Jh Ah 4d 6d 7d Td Kd", "2c 3c 4c 2s 3s 8s Js As 4h 6h 7h Th Kh", 1),
    ],
)
def test_three_flushes_compare_by_their_cards(one: str, other: str, won: int) -> None:
    found = contest(("three_flushes", one), ("three_flushes", other))
    assert found.units == {"A-B": won * 3}


def test_that_a_row_is_also_a_straight_flush_counts_for_nothing() -> None:
    one = "2s 3s 4s 5h 6h 7h 8h 9h Td 9d 4d 3d 2d"
    other = "5c 6c Kc 2h 3h 4h 8h Jh 5d 7d 8d 9d Qd"
    found = contest(("three_flushes", one), ("three_flushes", other))
    assert found.units == {"A-B": -3}


@for_every(
    ("cards", "held"),
    [
        ("2s 3s 4s 5s 7s 8s 9s Ts 2h 4h 5h 6h Ah", True),
        ("2s 3s 4s 5s 7s 8s 9s Ts Ks As 2h 4h 5h", True),
        ("2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As", True),
        ("2s 3s 4s 5s 7s 8s 9s 2h 4h 5h 6h Ah Kh", False),
    ],
)
def test_suits_that_make_three_flushes(cards: str, held: bool) -> None:
    assert (claim("three_flushes", cards).said == []) is held


def test_three_straight_flushes_compare_by_their_tops() -> None:
    one = "2h 3h 4h 5d 6d 7d 8d 9d 9s Ts Js Qs Ks"
    other = "2c 3c 4c 4d 5d 6d 7d 8d 9c Tc Jc Qc Kc"
    assert contest(("three_straight_flushes", one), ("three_straight_flushes", other)).units == {"A-B": 24}


def test_a_straight_flush_is_worth_its_top_card_alone() -> None:
    """King, eight and four each; the straights of the first are of one suit."""
    one = "9s Ts Js Qs Ks 4d 5d 6d 7d 8d 2h 3h 4h"
    other = "9h Td Jc Qh Kd 4s 5c 6s 7h 8s 2d 3d 4c"
    assert contest(("three_straights", one), ("three_straights", other)).units == {"A-B": 0}
    flushes = "2c 3c 4c 9c Kc 2h 3h 4h 5h 6h 8d 9d Td"
    straight = "9s Ts Js Qs Ks 2h 3h 4h 5h 6h 8d 9d Td"
    assert contest(("three_flushes", flushes), ("three_flushes", straight)).units == {"A-B": -3}
    ace = "2c 3c 4c 9c Ac 2h 3h 4h 5h 6h 8d 9d Td"
    assert contest(("three_flushes", ace), ("three_flushes", straight)).units == {"A-B": 3}


@for_every("wheel", ["lowest", "second"])
def test_the_wheel_and_its_front_are_the_lowest_straights_of_a_natural(wheel: str) -> None:
    name = "three_straight_flushes"
    front = "9s Ts Js Qs Ks 4d 5d 6d 7d 8d Ah 2h 3h"
    better = "9h Th Jh Qh Kh 4c 5c 6c 7c 8c 2s 3s 4s"
    assert contest((name, front), (name, better), wheel=wheel).units == {"A-B": -24}
    middle = "9s Ts Js Qs Ks Ad 2d 3d 4d 5d Jh Qh Th"
    better = "9h Th Jh Qh Kh 2c 3c 4c 5c 6c 2s 3s 4s"
    assert contest((name, middle), (name, better), wheel=wheel).units == {"A-B": -24}


@for_every(
    ("one", "other", "won"),
    [
        ("2s 2h 3s 3h 4s 4h 5s 5h 6s 6h As Ah 7d", "8s 8h 9s 9h Ts Th Js Jh Qs Qh Ks Kh 7c", 1),
        ("2s 2h 3s 3h 4s 4h 5s 5h 6s 6h As Ah 7d", "2d 2c 3d 3c 4d 4c 5d 5c 6d 6c Ad Ac Kc", 0),
        ("Ts Th Td Tc 4s 4h 5s 5h 6s 6h 7s 7h 2d", "Js Jh 9s 9h 8s 8h 4d 4c 5d 5c 6d 6c 2c", -1),
        ("Ts Th Td Tc 4s 4h 5s 5h 6s 6h 7s 7h 2d", "Ts Th 9s 9h 8s 8h 4d 4c 5d 5c 6d 6c 2c", 1),
    ],
)
def test_six_and_a_half_pairs_compare_the_pairs_from_the_highest(one: str, other: str, won: int) -> None:
    name = "six_and_a_half_pairs"
    assert contest((name, one), (name, other)).units == {"A-B": won * 6}


def test_a_lesser_natural_counts_as_claimed() -> None:
    found = contest(("three_flushes", HELD["clean_dragon"]), ("dragon", HELD["dragon"]))
    assert found.units == {"A-B": -36}


def test_a_natural_that_is_not_claimed_is_not_paid() -> None:
    cards = HELD["all_low"]
    found = play(
        ["A set 2s 2h 3d / 3c 4s 4h 5d 6c / 6s 7h 8d 8c 8s", "B set 9s 9h Td / Tc Js Jh Qd Qc / Ks Kh Ad Ac 9c"],
        {"A": cards},
    )
    assert found.said == []
    assert abs(found.units["A-B"] or 0) < 12


def test_a_natural_is_settled_with_everybody() -> None:
    found = play(
        ["A natural dragon", "B natural all_low", "C surrender"],
        {"A": HELD["dragon"], "B": HELD["all_low"]},
        seats="ABC",
    )
    assert found.units == {"A-B": 36, "A-C": 36, "B-C": 12}
