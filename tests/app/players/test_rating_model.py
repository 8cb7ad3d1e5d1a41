"""What one match does to ratings."""

from hypothesis import given
from hypothesis import strategies as st

from app.players.ratings.model import NEWCOMER, NOBODY, RatedSide, Rating, rate, rated_in


def test_the_winners_rise_and_the_losers_fall() -> None:
    after = rate([RatedSide((1, 3), 0), RatedSide((2, 4), 1)], {})
    assert after[(1,)].mean == after[(3,)].mean > NEWCOMER.mean > after[(2,)].mean == after[(4,)].mean
    assert after[(1, 3)].mean > NEWCOMER.mean > after[(2, 4)].mean
    assert all(rating.deviation < NEWCOMER.deviation for rating in after.values())


def test_a_win_that_was_expected_changes_less() -> None:
    strong = {(1,): Rating(35.0, 2.0), (2,): Rating(15.0, 2.0)}
    expected = rate([RatedSide((1,), 0), RatedSide((2,), 1)], strong)
    surprise = rate([RatedSide((1,), 1), RatedSide((2,), 0)], strong)
    assert 0 <= expected[(1,)].mean - 35 < 35 - surprise[(1,)].mean


def test_a_tie_brings_ratings_closer() -> None:
    after = rate([RatedSide((1,), 0), RatedSide((2,), 0)], {(1,): Rating(30.0, 5.0), (2,): Rating(20.0, 5.0)})
    assert after[(1,)].mean < 30
    assert after[(2,)].mean > 20


def test_places_of_more_than_two_sides_order_the_ratings() -> None:
    after = rate([RatedSide((5,), 2), RatedSide((6,), 0), RatedSide((7,), 1), RatedSide((8,), 1)], {})
    assert after[(6,)].mean > after[(7,)].mean > after[(5,)].mean
    assert abs(after[(7,)].mean - after[(8,)].mean) < 1e-9


def test_a_seat_without_a_person_counts_as_a_newcomer() -> None:
    sides = [RatedSide((1, NOBODY), 0), RatedSide((2, 4), 1)]
    assert rated_in(sides) == [(1,), (2,), (4,), (2, 4)]
    with_newcomer = rate([RatedSide((1, 9), 0), RatedSide((2, 4), 1)], {})
    after = rate(sides, {})
    assert sorted(after) == sorted(rated_in(sides))
    assert after[(1,)] == with_newcomer[(1,)]
    assert after[(2, 4)] == with_newcomer[(2, 4)]


def test_a_person_at_two_seats_is_not_rated() -> None:
    sides = [RatedSide((1,), 0), RatedSide((2,), 1), RatedSide((1,), 2)]
    assert rated_in(sides) == [(2,)]
    assert set(rate(sides, {(1,): Rating(40.0, 1.0)})) == {(2,)}


@given(st.permutations([0, 1, 2, 3]), st.lists(st.integers(0, 3), min_size=4, max_size=4))
def test_the_order_of_the_seats_changes_nothing(order: list[int], places: list[int]) -> None:
    sides = [RatedSide((person,), place) for person, place in enumerate(places, 1)]
    before = {(1,): Rating(28.0, 4.0), (3,): Rating(22.0, 7.0)}
    straight, turned = rate(sides, before), rate([sides[number] for number in order], before)
    for who, rating in straight.items():
        assert abs(rating.mean - turned[who].mean) < 1e-9
        assert abs(rating.deviation - turned[who].deviation) < 1e-9
