"""The sources that rule pages name: what a source does not have is a common rule, or comes from the log format."""

from app.text.catalogue import all_rules
from engine.games.chinese_poker.rules import NATURAL_POINTS
from tests.offenders import for_every

IN_THE_ARTICLE = {
    "dragon": 36,
    "three_straight_flushes": 24,
    "all_low": 12,
    "all_high": 12,
    "four_triples": 8,
    "six_and_a_half_pairs": 6,
    "no_broadway": 3,
}
"""The points of naturals that can be read in the article."""


def parts(rule: str) -> tuple[str, str]:
    """The source of a page before the words that name what is a common rule, and these words."""
    source = all_rules()[rule].source
    told, mark, _ = source.rpartition(": common rule")
    assert mark, source
    given, stop, common = told.rpartition(". ")
    return (given, common) if stop else (told.rpartition("; ")[0], told.rpartition("; ")[2])


def test_royalties() -> None:
    given, common = parts("chinese_poker.royalties")
    assert "front three 3, middle full house 1 and middle four 3" in given
    for cell in ("Middle straight flush 4", "back four 2", "back straight flush 3", "regional", "open-face", "net"):
        assert cell in common


def test_naturals() -> None:
    given, common = parts("chinese_poker.naturals")
    assert {name: NATURAL_POINTS[name] for name in IN_THE_ARTICLE} == IN_THE_ARTICLE
    shared = given.replace("all_low and all_high 12", "all_low 12, all_high 12")
    assert all(f"{name} {points}" in shared for name, points in IN_THE_ARTICLE.items())
    filled_in = {name for name, points in NATURAL_POINTS.items() if points} - IN_THE_ARTICLE.keys()
    assert all(name in common for name in filled_in)
    assert not any(f"{name} {NATURAL_POINTS[name]}" in given for name in filled_in)


@for_every(
    ("rule", "given", "common"),
    [
        ("chinese_poker.scoop", "scoop_multiplier 2 in the Taiwanese variant", "open-face and pineapple"),
        ("chinese_poker.home-run", "home_run_multiplier 2, with three opponents", "home_run_needs = all"),
        ("chinese_poker.surrender", "3 is the only whole number", "the 3 of the 1-6 method"),
        ("chinese_poker.best-row", "the fourth point with four seats", "A shared best row"),
        ("guandan.promotion", "3, 2 and 1 levels", "a fall from A"),
        ("guandan.combinations", "Introduction to Guandan Card Game", "joker_pair_in_full_house"),
        ("guandan.match", "win_at = team_a: Introduction", "own_a, reach_a, a number of hands"),
    ],
)
def test_what_is_in_the_source_and_what_is_a_common_rule(rule: str, given: str, common: str) -> None:
    source = all_rules()[rule].source
    before, mark, _ = source.partition(common)
    assert mark
    assert given in before
    assert "common rule" in source.partition(common)[2]


def test_the_four_cards_of_an_emperor_who_lost_alone() -> None:
    source = all_rules()["bao_huang.tribute"].source
    assert "The lone emperor's four: the account with the Rizhao game and Game Rules" in source


def test_the_page_on_winners_says_that_they_may_owe_tribute() -> None:
    text = all_rules()["bao_huang.winner"].text
    assert "then the team that has more than zero points owes tribute" in text


def test_ranks_are_written_as_cards_show_them() -> None:
    assert [page.id for page in all_rules().values() if "J, T, 9" in page.text or "T-J" in page.text] == []
