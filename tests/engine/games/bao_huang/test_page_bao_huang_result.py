"""The rules page, result: all three winner rules and all scorings, with a protector and alone, place by place."""

import re
from itertools import combinations, permutations

from bao_huang_builders import SEATS, finished, judge, scores
from builders import Judged

from tests.offenders import for_every

PLACES = {"2-1-0": (2, 1, 0, -1, -2), "4-2-0": (4, 2, 0, -2, -4)}
PAIRS = list(permutations(range(5), 2))
"""Places of emperor and protector, from 0."""


def order_of(emperor_place: int, protector_place: int) -> str:
    """An order of finish, whole, in which emperor A and protector C have these places."""
    farmers = iter("BDE")
    return "".join(
        "A" if place == emperor_place else "C" if place == protector_place else next(farmers) for place in range(5)
    )


def played(order: str, protector: str = "C") -> str:
    """As much of an order as is played: until all of a team are out."""
    side = {"A", protector}
    for end in range(1, 6):
        if side <= set(order[:end]) or set(SEATS) - side <= set(order[:end]):
            return order[:end]
    return order


def settled(order: str, protector: str = "C", preset: str = "gamerules", **options: object) -> Judged:
    """A whole hand with emperor A."""
    done = judge(finished(played(order, protector), protector=protector), preset=preset, **options)
    assert done.said == []
    return done


def by_side(emperor: int, protector: int, farmer: int) -> dict[str, int]:
    """Scores by role: emperor A, protector C."""
    return {"A": emperor, "B": farmer, "C": protector, "D": farmer, "E": farmer}


def alone(emperor: int, other: int) -> dict[str, int]:
    """Scores of emperor A alone and the others."""
    return {"A": emperor, **dict.fromkeys("BCDE", other)}


@for_every(("emperor", "protector"), PAIRS)
def test_2_1_0_with_a_protector(emperor: int, protector: int) -> None:
    """Places are added, every member gets the sum, the emperor twice."""
    points = PLACES["2-1-0"][emperor] + PLACES["2-1-0"][protector]
    done = settled(order_of(emperor, protector))
    assert scores(done) == by_side(2 * points, points, -points)


@for_every(("emperor", "protector"), PAIRS)
def test_4_2_0_with_a_protector(emperor: int, protector: int) -> None:
    """The same with other points, the emperor once; balanced twice, so that all five sum to zero."""
    points = PLACES["4-2-0"][emperor] + PLACES["4-2-0"][protector]
    order = order_of(emperor, protector)
    assert scores(settled(order, preset="shanghai")) == by_side(points, points, -points)
    balanced = scores(settled(order, preset="shanghai", balanced=True))
    assert balanced == by_side(2 * points, points, -points)
    assert sum(value or 0 for value in balanced.values()) == 0


@for_every("balanced", [False, True])
def test_balanced_is_about_4_2_0_alone(balanced: bool) -> None:
    assert scores(settled("ACBDE", balanced=balanced)) == by_side(6, 3, -3)
    assert scores(settled("ACBDE", preset="rizhao", balanced=balanced)) == by_side(1, 1, -1)


@for_every(("place", "expected"), list(enumerate([(12, -3), (0, 0), (-12, 3), (-12, 3), (-12, 3)])))
def test_2_1_0_alone(place: int, expected: tuple[int, int]) -> None:
    order = "BCDE"[:place] + "A" + "BCDE"[place:]
    assert scores(settled(order, protector="A")) == alone(*expected)


@for_every(("place", "own"), list(enumerate(PLACES["4-2-0"])))
def test_4_2_0_alone(place: int, own: int) -> None:
    """The emperor gets twice its own place points, each other the sum of the other four places."""
    order = "BCDE"[:place] + "A" + "BCDE"[place:]
    others = sum(PLACES["4-2-0"]) - own
    assert scores(settled(order, protector="A", preset="shanghai")) == alone(2 * own, others)
    balanced = scores(settled(order, protector="A", preset="shanghai", balanced=True))
    assert balanced == alone(4 * own, others)
    assert sum(value or 0 for value in balanced.values()) == 0


@for_every(("emperor", "protector"), PAIRS)
def test_win_loss_with_a_protector(emperor: int, protector: int) -> None:
    """First out and the last place of opposing teams: the first's team wins; of one team: a tie."""
    first, last = {0} & {emperor, protector}, {4} & {emperor, protector}
    points = 0 if bool(first) == bool(last) else 1 if first else -1
    done = settled(order_of(emperor, protector), preset="rizhao")
    assert scores(done) == by_side(points, points, -points)


@for_every("place", range(5))
def test_win_loss_alone(place: int) -> None:
    """The emperor wins by going out first, and loses otherwise."""
    order = "BCDE"[:place] + "A" + "BCDE"[place:]
    points = 1 if place == 0 else -1
    assert scores(settled(order, protector="A", preset="rizhao")) == alone(points, -points)


@for_every("rule", ["points", "team_out_first"])
def test_win_loss_is_refused_with_another_winner_rule(rule: str) -> None:
    done = judge(finished("AC"), scoring="win_loss", winner_rule=rule)
    assert done.verdict == "unreadable"
    assert done.said == ["unknown-option"]
    assert judge(finished("AC"), preset="rizhao", winner_rule=rule).said == ["unknown-option"]


@for_every("rule", ["first_vs_last", "points", "team_out_first"])
@for_every("scoring", ["2-1-0", "4-2-0"])
@for_every("order", ["ACBDE", "ABCDE", "ABDEC", "BACDE", "BDEAC", "BADEC", "BDACE"])
def test_the_winner_rule_changes_who_gives_tribute_never_a_score(rule: str, scoring: str, order: str) -> None:
    plain = scores(settled(order, scoring=scoring))
    assert scores(settled(order, scoring=scoring, winner_rule=rule)) == plain


def winner_of(order: str, rule: str, protector: str = "C", **options: object) -> str:
    """Who won a hand, from who owes tribute after it: `emperor`, `farmers`, or `nobody`."""
    log = finished(played(order, protector), protector=protector)
    follow = finished("AC")
    follow["actions"][1:] = []
    done = judge(log, follow, winner_rule=rule, tribute=True, **options)
    if not done.of_actions:
        return "nobody"
    (missing,) = [each for each in done.report.findings if each.action is not None]
    assert missing.code.id == "tribute-missing"
    named = missing.message.removeprefix("tribute by ").removesuffix(" is due but was not paid")
    payers = set(re.split(", | and ", named))
    assert payers in ({"A", protector}, set(SEATS) - {"A", protector})
    return "farmers" if payers == {"A", protector} else "emperor"


@for_every(("emperor", "protector"), PAIRS)
def test_first_vs_last(emperor: int, protector: int) -> None:
    side = {emperor, protector}
    expected = "nobody" if (0 in side) == (4 in side) else "emperor" if 0 in side else "farmers"
    assert winner_of(order_of(emperor, protector), "first_vs_last") == expected


@for_every("scoring", ["2-1-0", "4-2-0"])
@for_every(("emperor", "protector"), PAIRS)
def test_points(emperor: int, protector: int, scoring: str) -> None:
    points = PLACES[scoring][emperor] + PLACES[scoring][protector]
    expected = "nobody" if points == 0 else "emperor" if points > 0 else "farmers"
    assert winner_of(order_of(emperor, protector), "points", scoring=scoring) == expected


@for_every(("emperor", "protector"), PAIRS)
def test_team_out_first(emperor: int, protector: int) -> None:
    """Whose members are all out first, whatever the points, but still none after zero points."""
    points = PLACES["2-1-0"][emperor] + PLACES["2-1-0"][protector]
    expected = "nobody" if points == 0 else "farmers" if 4 in (emperor, protector) else "emperor"
    assert winner_of(order_of(emperor, protector), "team_out_first") == expected


@for_every(("emperor", "protector"), PAIRS)
@for_every("scoring", ["2-1-0", "4-2-0"])
def test_the_lines_say_when_the_team_with_the_points_owes_tribute(emperor: int, protector: int, scoring: str) -> None:
    points = PLACES[scoring][emperor] + PLACES[scoring][protector]
    order, farmers_first = order_of(emperor, protector), 4 in (emperor, protector)

    def said(**options: object) -> list[str]:
        lines = settled(order, scoring=scoring, **options).hands[0]["breakdown"]
        return [line["text"].partition("; the ")[2] for line in lines if "tribute" in line["text"]]

    expected = []
    if points > 0 and farmers_first:
        expected = ["farmers are out first, so the emperor and the protector owe tribute in spite of their points"]
    if points < 0 and not farmers_first:
        expected = ["emperor and the protector are out first, so the farmers owe tribute in spite of their points"]
    assert said(winner_rule="team_out_first", tribute=True) == expected
    assert said(winner_rule="team_out_first", tribute=False) == []
    assert said(winner_rule="points", tribute=True) == said(winner_rule="first_vs_last", tribute=True) == []


def test_the_lines_say_when_an_emperor_alone_wins_below_zero() -> None:
    done = settled("BCADE", protector="A", winner_rule="team_out_first", tribute=True)
    assert scores(done)["A"] == -12
    (text,) = [line["text"] for line in done.hands[0]["breakdown"] if line["rule"] == "bao_huang.teams"]
    assert text.endswith("; the emperor is out first, so the farmers owe tribute in spite of their points")


@for_every(
    ("rule", "winners"),
    [
        ("first_vs_last", ["emperor", "farmers", "farmers", "farmers", "farmers"]),
        ("points", ["emperor", "nobody", "farmers", "farmers", "farmers"]),
        ("team_out_first", ["emperor", "nobody", "emperor", "emperor", "farmers"]),
    ],
)
def test_who_wins_when_the_emperor_is_alone(rule: str, winners: list[str]) -> None:
    orders = ["BCDE"[:place] + "A" + "BCDE"[place:] for place in range(5)]
    assert [winner_of(order, rule, protector="A") for order in orders] == winners


def test_the_middle_place_is_worth_nothing_under_4_2_0_alone_too() -> None:
    assert winner_of("BCADE", "points", protector="A", scoring="4-2-0") == "nobody"
    assert winner_of("BACDE", "points", protector="A", scoring="4-2-0") == "emperor"


@for_every("rule", ["first_vs_last", "points", "team_out_first"])
def test_declarations_change_no_winner(rule: str) -> None:
    for order in ("ACBDE", "BDEAC"):
        plain = winner_of(order, rule)
        log = finished(played(order), opening=["A accept", "D declare uprising"])
        follow = finished("AC")
        follow["actions"][1:] = []
        done = judge(log, follow, winner_rule=rule)
        assert {each.code.id for each in done.report.findings if each.action is not None} == {"tribute-missing"}
        assert plain in ("emperor", "farmers")


@for_every(("emperor", "protector"), list(combinations(SEATS, 2)))
def test_whoever_has_the_roles(emperor: str, protector: str) -> None:
    done = judge(finished(emperor + protector, emperor=emperor, protector=protector))
    expected = {seat: 6 if seat == emperor else 3 if seat == protector else -3 for seat in SEATS}
    assert scores(done) == expected


@for_every("preset", ["rizhao", "shanghai", "catsatcards", "gamerules"])
def test_the_lines_of_a_score_sum_to_it(preset: str) -> None:
    for order, protector in (("ACBDE", "C"), ("BADCE", "C"), ("ABCDE", "A"), ("BCDAE", "A"), ("BDEAC", "C")):
        hands = settled(order, protector=protector, preset=preset).hands[0]
        sums = dict.fromkeys(SEATS, 0)
        for line in hands["breakdown"]:
            for seat, points in line["points"].items():
                sums[seat] += points
        assert sums == hands["scores"]


def test_the_lines_name_their_rules() -> None:
    def named(preset: str, protector: str = "C", **options: object) -> list[str]:
        lines = settled("ACBDE", protector=protector, preset=preset, **options).hands[0]["breakdown"]
        return [line["rule"].removeprefix("bao_huang.") for line in lines]

    assert named("rizhao") == ["winner"]
    assert named("gamerules") == ["places", "teams", "emperor"]
    assert named("gamerules", "A") == ["places", "teams"]
    assert named("shanghai") == ["places", "teams"]
    assert named("shanghai", "A") == ["places", "teams", "emperor"]
    assert named("shanghai", balanced=True) == ["places", "teams", "balanced"]


@for_every(
    ("result", "said"),
    [
        ({"finish": ["A", "C", "B", "D", "E"]}, []),
        ({"finish": ["A", "C", ["E", "B", "D"]]}, []),
        ({"finish": ["A"]}, []),
        ({"finish": ["A", "C", "E"]}, []),
        ({"finish": ["C", "A"]}, ["finish-mismatch 0"]),
        ({"finish": [["A", "C"], "B"]}, ["finish-mismatch 0"]),
        ({"finish": ["A", "C", "B", "B"]}, ["malformed 0"]),
        ({"finish": ["A", "Z"]}, ["malformed 0"]),
        ({"scores": {"A": 6, "C": 3}}, []),
        ({"scores": {"A": 6.0}}, []),
        ({"scores": {"A": 3}}, ["score-mismatch 0"]),
        ({"scores": {"B": 3, "D": 3}}, ["score-mismatch 0"]),
        ({"scores": {"Z": 3}}, ["malformed 0"]),
    ],
)
def test_what_is_recorded_is_compared(result: dict[str, object], said: list[str]) -> None:
    assert judge(finished("AC", result=result)).said == said
