"""The rules page, wild cards: what they stand for, claims, and which of several readings counts."""

from builders import Judged, dealt, hand, judge, play

from tests.offenders import for_every


def led(cards: str, level: str = "2") -> Judged:
    """Cards led, their claims left out of what is dealt."""
    return judge(hand(f"E play {cards}", dealt(E=plain(cards)), level=level))


def plain(cards: str) -> str:
    """Cards without claims."""
    return " ".join(word.partition("=")[0] for word in cards.split())


def reading(cards: str, level: str = "2") -> str | None:
    """What cards led count as, in words; None where they form nothing."""
    done = led(cards, level)
    table = done.frame().table
    if table is None:
        assert done.said == ["not-a-combination 0/0 E"]
        return None
    return table.reading


def follows(table: str, cards: str, level: str = "2") -> str | None:
    """What cards count as that follow a play; None where they do not beat it."""
    done = judge(hand(f"E play {table}; N play {cards}", dealt(E=plain(table), N=plain(cards)), level=level))
    if done.said:
        assert [said for said in done.said if "ambiguous" not in said] == ["does-not-beat 0/1 N"]
        return None
    return done.frame().table.reading


@for_every("level", list("23456789TJQKA"))
def test_the_wild_cards_are_the_two_hearts_of_the_level(level: str) -> None:
    rank = "3" if level != "3" else "4"
    assert reading(f"{rank}s {rank}d {level}h {level}h", level) == f"bomb of four {rank}s"
    assert reading(f"{rank}s {rank}d {level}s {level}d", level) is None
    other = "5" if level != "5" else "6"
    assert reading(f"{rank}s {rank}d {other}h {other}h", level) is None


@for_every(
    ("cards", "expected"),
    [
        ("5s 2h", "pair of 5s"),
        ("5s 5d 2h", "triple of 5"),
        ("5s 2h 2h", "triple of 5"),
        ("5s 5d 5s 8s 2h", "full house of 5"),
        ("3s 4d 5s 6s 2h", "straight to 7"),
        ("3s 4d 2h 6s 7s", "straight to 7"),
        ("5s 5d 6s 6d 7s 2h", "tube to 7"),
        ("5s 5d 5s 6s 6d 2h", "plate to 6"),
        ("5s 5d 5h 2h", "bomb of four 5s"),
        ("3s 4s 5s 6s 2h", "straight flush to 7"),
        ("BJ 2h", None),
        ("BJ BJ RJ 2h", None),
        ("RJ RJ 2h", None),
        ("5s 5d 5s RJ 2h", None),
    ],
)
def test_a_wild_card_stands_for_any_card_but_a_joker(cards: str, expected: str | None) -> None:
    assert reading(cards) == expected


def test_alone_it_is_an_ordinary_level_card() -> None:
    assert reading("2h") == "single 2"
    assert follows("As", "2h") == "single 2"
    assert follows("BJ", "2h") is None
    assert follows("2s", "2h") is None


def test_level_cards_may_include_it_as_itself() -> None:
    assert reading("2h 2h") == "pair of 2s"
    assert reading("2h 2s") == "pair of 2s"
    assert reading("2h 2h 2s") == "triple of 2"
    assert reading("2h 2h 2s 2d") == "bomb of four 2s"
    assert reading("As 2h 3s 4s 5d") == "straight to 5"


def test_the_largest_bomb_is_the_eight_of_a_rank_with_both() -> None:
    assert reading("5s 5d 5h 5c 5s 5d 5h 5c 2h 2h") == "bomb of ten 5s"
    assert reading("2s 2d 2c 2s 2d 2c 2h 2h") == "bomb of eight 2s"


def test_a_full_house_has_two_different_ranks() -> None:
    assert reading("5s 5d 5s 2h 2h") == "bomb of five 5s"
    assert follows("3s 3d 3s 4s 4d", "5s 5d 5c 2h 2h") == "bomb of five 5s"
    assert reading("2s 2d 2c 2h 2h") == "bomb of five 2s"


# Claims.


@for_every(
    ("cards", "expected"),
    [
        ("5s 2h=5d", "pair of 5s"),
        ("5s 2h=5", "pair of 5s"),
        ("5s 2h=6s", None),
        ("3s 4s 5s 6s 2h=7s", "straight flush to 7"),
        ("3s 4s 5s 6s 2h=7d", "straight to 7"),
        ("3s 4s 5s 6s 2h=7", "straight flush to 7"),
        ("3s 4d 5s 6s 2h=7", "straight to 7"),
        ("3s 4s 5s 6s 2h=2s", "straight flush to 6"),
        ("3s 4s 5s 6s 2h=2h", "straight to 6"),
        ("Js Jd 5s 5d 2h=5h", "full house of 5"),
        ("Js Jd 5s 5d 2h=Jh", "full house of J"),
        ("Js Jd 5s 5d 2h=2h", None),
        ("5s 5d 6s 6d 2h=7s 2h=7d", "tube to 7"),
        ("5s 5d 6s 6d 2h=4 2h=4", "tube to 6"),
        ("5s 5d 6s 6d 2h=5 2h=6", "plate to 6"),
        ("5s 5d 6s 6d 2h=5 2h", "plate to 6"),
        ("5s 5d 6s 6d 2h=7 2h", "tube to 7"),
        ("2h=9s 2h=9d", "pair of 9s"),
        ("2h=9 2h=9", "pair of 9s"),
        ("2h=9 2h", "pair of 9s"),
        ("2h=9 2h=8", None),
        ("2h=2 2h=2", "pair of 2s"),
        ("2h=2h", "single 2"),
        ("2h=2s", "single 2"),
        ("2h=2", "single 2"),
        ("2h=9s", None),
        ("2h=9", None),
        ("2h=A", None),
        ("5s 2h=10s", None),
        ("Ts 2h=10s", "pair of Ts"),
    ],
)
def test_a_claim_restricts_the_readings(cards: str, expected: str | None) -> None:
    assert reading(cards) == expected


def test_a_claim_holds_when_following_too() -> None:
    assert follows("Qs Qd", "2h=9 2h=9") is None
    assert follows("8s 8d", "2h=9 2h=9") == "pair of 9s"
    assert follows("7s 7d 7c 8s 8d", "Js Jd 5s 5d 2h=5") is None
    assert follows("7s 7d 7c 8s 8d", "Js Jd 5s 5d 2h=J") == "full house of J"
    assert follows("3s 4d 5s 6s 7s", "4s 5s 6s 7s 2h=8d") == "straight to 8"


@for_every("preset", ["intro", "tournament", "national_2017", "njupt", "botzone"])
def test_claims_hold_under_every_preset(preset: str) -> None:
    log = hand("E play Js Jd 5s 5d 2h=5", dealt(E="Js Jd 5s 5d 2h"))
    assert judge(log, preset=preset).frame().table.reading == "full house of 5"


@for_every(
    "claim", ["3h=9s", "2s=9s", "BJ=9s", "2h=RJ", "2h=BJ", "2h=", "2h=x", "2h=9x", "2h=??", "2h=9s=9s", "2h=9sd"]
)
def test_a_claim_on_another_card_or_of_a_joker_is_malformed(claim: str) -> None:
    assert play(f"E play {claim}").said == ["malformed 0/0 E"]


# Which reading counts.


@for_every(
    ("table", "cards", "expected"),
    [
        ("4s 4d", "5s 2h", "pair of 5s"),
        ("4s 4d 4c 3s 3d", "Js Jd 5s 5d 2h", "full house of J"),
        ("3s 4d 5s 6s 7s", "4s 5s 6s 7d 2h", "straight to 8"),
        ("3s 3d 4s 4d 5s 5d", "7s 7d 8s 8d 2h 2h", "tube to 9"),
        ("3s 3d 3c 4s 4d 4c", "7s 7d 8s 8d 2h 2h", "plate to 8"),
        ("8s 8d 9s 9d Ts Td", "7s 7d 8s 8d 2h 2h", None),
    ],
)
def test_following_the_highest_that_beats_the_play(table: str, cards: str, expected: str | None) -> None:
    assert follows(table, cards) == expected


def test_following_a_straight_four_of_a_suit_are_the_straight_flush() -> None:
    """Of the readings that beat the play, the bomb is the highest."""
    assert follows("3d 4d 5d 6d 7c", "4s 5s 6s 7s 2h") == "straight flush to 8"


@for_every(
    ("cards", "expected"),
    [
        ("Js Jd 5s 5d 2h", "full house of J"),
        ("As Ad 3s 2h 2h", "full house of A"),
        ("3s 4s 5s 6s 2h", "straight flush to 7"),
        ("3s 4d 5s 6s 2h", "straight to 7"),
        ("Js Qs Ks Ad 2h", "straight to A"),
        ("5s 5d 5s 2h", "bomb of four 5s"),
        ("2h 2h", "pair of 2s"),
        ("5s 5d 6s 7s 2h 2h", "tube to 7"),
    ],
)
def test_leading_the_highest(cards: str, expected: str) -> None:
    done = led(cards)
    assert done.said == []
    assert done.frame().table.reading == expected


@for_every(
    ("cards", "expected"),
    [("7s 7d 8s 8d 2h 2h", "plate to 8"), ("As Ad Ks Kd 2h 2h", "plate to A"), ("As Ad 3s 3d 2h 2h", "tube to 3")],
)
def test_between_tube_and_plate_the_plate_with_a_notice(cards: str, expected: str) -> None:
    done = led(cards)
    assert done.frame().table.reading == expected
    assert done.said == ([] if expected.startswith("tube") else ["ambiguous-wild 0/0 E"])
    assert done.verdict == "incomplete"


def test_no_notice_where_a_claim_or_the_table_decides() -> None:
    assert led("7s 7d 8s 8d 2h=7 2h=8").said == []
    assert led("7s 7d 8s 8d 2h=9 2h=9").said == []
    followed = judge(
        hand(
            "E play 3s 3d 4s 4d 5s 5d; N play 7s 7d 8s 8d 2h 2h",
            dealt(E="3s 3d 4s 4d 5s 5d", N="7s 7d 8s 8d 2h 2h"),
        )
    )
    assert followed.said == []


def messages(done: Judged) -> list[str]:
    return [each.message for each in done.report.findings if each.code.id == "does-not-beat"]


def test_a_fault_that_rests_on_a_reading_nobody_claimed_says_so() -> None:
    """JJJ55 that the table read as 555JJ, at level 2: sevens beat it only so."""
    deal = dealt(E="Js Jd 5s 5d 2h", N="7s 7d 7c 3s 3d")
    (said,) = messages(play("E play Js Jd 5s 5d 2h; N play 7s 7d 7c 3s 3d", deal))
    assert "full house of J" in said
    assert "full house of 5" in said
    assert "does not claim that reading" in said
    (said,) = messages(play("E play Js Jd 5s 5d 2h=J; N play 7s 7d 7c 3s 3d", deal))
    assert "claimed" not in said
    assert messages(play("E play Js Jd 5s 5d 2h=5; N play 7s 7d 7c 3s 3d", deal)) == []


def test_a_fault_that_no_reading_would_mend_names_none() -> None:
    deal = dealt(E="Js Jd 9s 9d 2h", N="7s 7d 7c 3s 3d")
    (said,) = messages(play("E play Js Jd 9s 9d 2h; N play 7s 7d 7c 3s 3d", deal))
    assert "claimed" not in said
