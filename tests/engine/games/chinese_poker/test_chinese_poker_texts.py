"""The texts of score lines of Chinese poker, those with a minus sign too."""

from made_chinese_poker import hand, judge, play, sets

from engine.games.chinese_poker.deal import lines_of

WINS_ALL_ROWS = "Qs Qh 4d / As Ah Ad 9d 7c / Kc Kh Kd Ks 3s"
HAS_A_FULL_HOUSE = "7d 5d 2s / Tc 9h 8d 6s 3c / 4c 4h 4s 5h 5s"


def texts(*units: int, stakes: dict[tuple[int, int], int] | None = None) -> list[str]:
    pairs = dict(zip([(0, 1), (0, 2), (1, 2)], units, strict=True))
    return [line.text for line in lines_of(pairs, stakes or {}, "ABC")]


def test_recorded_units_have_their_sign() -> None:
    assert texts(3, -2, 0) == ["A-B: 3 as recorded", "A-C: -2 as recorded", "B-C: 0 as recorded"]


def test_recorded_units_name_their_stake() -> None:
    assert texts(3, -2, 0, stakes={(0, 2): 10})[1] == "A-C: -2 as recorded, at 10 points a unit"


def test_units_recorded_in_the_order_of_a_log_have_their_sign() -> None:
    found = judge(hand(result={"units": {"B-A": 2}}), seats="AB")
    assert [line["text"] for line in found.hands[0]["breakdown"]] == ["A-B: -2 as recorded"]


def test_a_scoop_that_costs_units_shows_the_sign() -> None:
    """The royalties of the scooped hand can be worth more than the rows, and are multiplied too."""
    found = play(
        sets(A=WINS_ALL_ROWS, B=HAS_A_FULL_HOUSE),
        royalties="standard",
        royalty_table={"back": {"full_house": 20}},
        royalty_rule="net",
        scoop_multiplier=2,
        scoop_multiplies_royalties=True,
    )
    lines = [(line["text"], line["points"]["A"]) for line in found.hands[0]["breakdown"] if "scoops" in line["text"]]
    base = (found.units["A-B"] or 0) // 2
    assert base < 0
    assert lines == [(f"A-B A scoops B: 2 times {base}", base)]
