"""The rules page, declarations: all four kinds, who may say what and when, and every factor."""

from bao_huang_builders import SEATS, dealt, finished, hand, judge, play, scores
from builders import Judged, Log

from tests.offenders import for_every

ALLOWED = {
    "none": frozenset[str](),
    "partner_or_solo": frozenset({"protector", "solo"}),
    "per_side": frozenset({"uprising", "protector", "solo"}),
    "first_only": frozenset({"uprising", "protector", "solo"}),
}
KINDS = list(ALLOWED)
DOUBLED = {"A": 6, "B": -3, "C": 3, "D": -3, "E": -3}
"""Emperor A and protector C first and second under 2-1-0."""
ALONE = {"A": 12, "B": -3, "C": -3, "D": -3, "E": -3}


def times(points: dict[str, int], factor: int) -> dict[str, int]:
    """Points of every seat times a factor."""
    return {seat: point * factor for seat, point in points.items()}


def with_protector(*words: str) -> Log:
    """A hand with emperor A and protector C, who are out first and second."""
    return finished("AC", opening=words)


def alone(*words: str) -> Log:
    """A hand with emperor A alone, who is out first."""
    return finished("A", protector="A", opening=words)


@for_every("kind", KINDS)
def test_without_a_declaration_nothing_is_multiplied(kind: str) -> None:
    assert scores(judge(with_protector("A accept"), declarations=kind)) == DOUBLED
    assert scores(judge(alone("A accept"), declarations=kind)) == ALONE


@for_every(
    ("kind", "words", "factor"),
    [
        ("partner_or_solo", ["C protector"], 2),
        ("partner_or_solo", ["C protector", "C protector"], 2),
        ("per_side", ["C protector"], 2),
        ("per_side", ["B uprising"], 2),
        ("per_side", ["B uprising", "D uprising"], 2),
        ("per_side", ["B uprising", "D uprising", "E uprising"], 2),
        ("per_side", ["B uprising", "C protector"], 4),
        ("per_side", ["C protector", "E uprising", "D uprising"], 4),
        ("first_only", ["C protector"], 2),
        ("first_only", ["E uprising"], 2),
        ("first_only", ["E uprising", "C protector"], 2),
        ("first_only", ["C protector", "E uprising", "B uprising"], 2),
    ],
)
def test_factors_with_a_protector(kind: str, words: list[str], factor: int) -> None:
    declared = [word.replace(" ", " declare ") for word in words]
    done = judge(with_protector("A accept", *declared), declarations=kind)
    assert done.said == []
    assert scores(done) == times(DOUBLED, factor)


@for_every(
    ("kind", "words", "factor"),
    [
        ("partner_or_solo", ["A solo"], 3),
        ("per_side", ["A solo"], 2),
        ("per_side", ["B uprising"], 2),
        ("per_side", ["A solo", "B uprising"], 4),
        ("per_side", ["C uprising", "B uprising", "A solo"], 4),
        ("first_only", ["A solo"], 2),
        ("first_only", ["B uprising"], 2),
        ("first_only", ["A solo", "B uprising"], 2),
    ],
)
def test_factors_of_an_emperor_alone(kind: str, words: list[str], factor: int) -> None:
    declared = [word.replace(" ", " declare ") for word in words]
    done = judge(alone("A accept", *declared), declarations=kind)
    assert done.said == []
    assert scores(done) == times(ALONE, factor)


def test_each_factor_has_a_line_of_its_own() -> None:
    opening = ("A accept", "D declare uprising", "C declare protector")
    lines = judge(with_protector(*opening), declarations="per_side").hands[0]["breakdown"]
    factors = [line for line in lines if line["rule"] == "bao_huang.declarations"]
    assert [line["points"] for line in factors] == [DOUBLED, times(DOUBLED, 2)]
    lines = judge(with_protector(*opening), declarations="first_only").hands[0]["breakdown"]
    assert [line["points"] for line in lines if line["rule"] == "bao_huang.declarations"] == [DOUBLED]
    sums = dict.fromkeys(SEATS, 0)
    for line in lines:
        for seat, points in line["points"].items():
            sums[seat] += points
    assert sums == times(DOUBLED, 2)


@for_every("kind", KINDS)
@for_every("what", ["uprising", "protector", "solo"])
@for_every("seat", SEATS)
@for_every("protector", ["A", "C"])
def test_who_may_declare_what(kind: str, what: str, seat: str, protector: str) -> None:
    """Declaring what one is not, a lone emperor as `protector`, or at all under `none`, is not allowed."""
    is_it = {
        "uprising": seat not in ("A", protector),
        "protector": seat == protector != "A",
        "solo": seat == protector == "A",
    }[what]
    done = play(f"A accept; {seat} declare {what}; A play 6s", dealt(protector=protector), declarations=kind)
    allowed = is_it and what in ALLOWED[kind]
    assert done.said == ([] if allowed else [f"role-not-allowed 0/1 {seat}"])
    if not allowed:
        assert done.report.findings[0].column == len("A declare ")


@for_every("kind", KINDS)
def test_what_is_not_allowed_multiplies_nothing(kind: str) -> None:
    opening = ("A accept", "D declare protector", "A declare solo", "C declare uprising")
    done = judge(with_protector(*opening), declarations=kind)
    assert done.said == ["role-not-allowed 0/1 D", "role-not-allowed 0/2 A", "role-not-allowed 0/3 C"]
    assert scores(done) == DOUBLED


@for_every("kind", KINDS)
@for_every("words", ["C declare protector", "B declare uprising", "A declare solo"])
def test_after_the_first_play_nothing_is_declared(kind: str, words: str) -> None:
    done = play(f"A accept; A play 6s; {words}", declarations=kind)
    assert done.said == [f"unexpected-action 0/2 {words[0]}"]


def test_a_declaration_after_the_first_play_multiplies_nothing() -> None:
    log = finished("AC")
    log["actions"].insert(1, "C declare protector")
    done = judge(log)
    assert done.said == ["unexpected-action 0/1 C"]
    assert scores(done) == DOUBLED


def test_a_declaration_before_any_answer_means_that_the_first_holder_has_accepted() -> None:
    done = play("C declare protector; A play 6s")
    assert done.said == []
    assert done.hands[0]["roles"] == {"emperor": "A", "protector": "C"}
    for word in ("A accept", "A decline"):
        done = play(f"C declare protector; {word}; A play 6s")
        assert done.hands[0]["roles"]["emperor"] == "A"
        assert done.said == ([] if word == "A accept" else ["role-not-allowed 0/1 A"])


@for_every("declaration", ["A declare protector", "E declare solo", "E declare protector", "B declare uprising"])
@for_every(("declines", "holder"), [("A decline", "E"), ("A decline; E decline; D decline; C decline", "B")])
def test_a_declaration_between_a_decline_and_the_next_answer_is_unexpected(
    declines: str, holder: str, declaration: str
) -> None:
    rounds = f"{declines}; {declaration}"
    said = f"unexpected-action 0/{rounds.count(';')} {declaration[0]}"
    assert play(f"{rounds}; {holder} accept; {holder} play 6c").said[0] == said
    assert play(f"{rounds}; {holder} play 6c", declarations="none").said[0] == said


def test_a_card_that_came_round_counts_as_accepted() -> None:
    done = play("A decline; E decline; D decline; C decline; B decline; C declare protector; A play 6s")
    assert done.said == []
    assert done.hands[0]["roles"] == {"emperor": "A", "protector": "C"}


def test_after_a_decline_roles_are_those_of_who_holds_the_card_then() -> None:
    done = play("A decline; E accept; E declare protector; E play 6c")
    assert done.said == ["role-not-allowed 0/2 E"]
    deal = dealt(protector="E")
    assert play("A decline; E accept; E declare solo; E play 6c", deal).said == []
    assert play("A decline; E accept; A declare uprising; E play 6c", deal).said == []


@for_every(
    ("text", "column"),
    [("A declare", None), ("A declare war", 10), ("A declare solo now", 15), ("A declare Solo", 10)],
)
def test_a_declaration_that_cannot_be_read(text: str, column: int | None) -> None:
    assert play(f"{text}; A play 6s").columns == [("malformed", column)]


def judged_alone(*words: str, order: str = "A", **options: object) -> Judged:
    """Emperor A alone under 4-2-0, with what it announces."""
    log = finished(order, protector="A", opening=words)
    return judge(log, preset="shanghai", **options)


@for_every(
    ("order", "plain", "on_top", "instead"),
    [
        ("A", (8, -4), (24, -12), (12, -4)),
        ("BA", (4, -2), (12, -6), (6, -2)),
        ("BCA", (0, 0), (0, 0), (0, 0)),
        ("BCDA", (-4, 2), (-12, 6), (-6, 2)),
        ("BCDE", (-8, 4), (-24, 12), (-12, 4)),
    ],
)
def test_the_announced_emperor_alone_on_top_of_the_doubling_or_in_its_place(
    order: str, plain: tuple[int, int], on_top: tuple[int, int], instead: tuple[int, int]
) -> None:
    """`instead`: its own place points times three, the others' as they are."""
    for solo, expected in (("on_top", on_top), ("instead", instead)):
        for words, points in (((), plain), (("A declare solo",), expected)):
            found = scores(judged_alone("A accept", *words, order=order, solo_announced=solo))
            assert found == {"A": points[0], **dict.fromkeys("BCDE", points[1])}


@for_every("kind", ["per_side", "first_only"])
def test_instead_is_about_the_factor_of_three_alone(kind: str) -> None:
    found = scores(judged_alone("A accept", "A declare solo", declarations=kind, solo_announced="instead"))
    assert found == {"A": 16, **dict.fromkeys("BCDE", -8)}


def test_in_2_1_0_there_is_no_doubling_to_take_the_place_of() -> None:
    for solo in ("on_top", "instead"):
        done = judged_alone("A accept", "A declare solo", scoring="2-1-0", solo_announced=solo)
        assert scores(done) == times(ALONE, 3)


def test_the_factor_multiplies_everything() -> None:
    """Balanced and announced: both doublings of the emperor, then the factor for all."""
    done = judge(with_protector("A accept", "C declare protector"), preset="shanghai", balanced=True)
    assert scores(done) == {"A": 24, "B": -12, "C": 12, "D": -12, "E": -12}
    done = judged_alone("A accept", "A declare solo", balanced=True)
    assert scores(done) == {"A": 48, "B": -12, "C": -12, "D": -12, "E": -12}
    done = judge(with_protector("A accept", "B declare uprising"), preset="rizhao", declarations="per_side")
    assert scores(done) == {"A": 2, "B": -2, "C": 2, "D": -2, "E": -2}


def test_a_hand_that_stops_early_keeps_its_declaration_for_the_frames() -> None:
    done = judge(hand("A accept; D declare uprising; A play 6s"))
    assert ("declared", "D uprising") in done.frame().facts
