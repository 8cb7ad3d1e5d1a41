"""Sequences side by side: the shortest way from one to the other, against a table of all distances."""

from hypothesis import given
from hypothesis import strategies as st

from engine.match_diff.alignment import MOST_EDITS, edits, paired_actions

SEQUENCES = st.lists(st.integers(0, 3), max_size=12)


def distance(first: list[int], second: list[int]) -> int:
    """The least number of elements to leave out of both so that they are equal."""
    table = [[0] * (len(second) + 1) for _ in range(len(first) + 1)]
    for row in range(len(first), -1, -1):
        for column in range(len(second), -1, -1):
            if row == len(first) or column == len(second):
                table[row][column] = len(first) - row + len(second) - column
            elif first[row] == second[column]:
                table[row][column] = table[row + 1][column + 1]
            else:
                table[row][column] = 1 + min(table[row + 1][column], table[row][column + 1])
    return table[0][0]


@given(SEQUENCES, SEQUENCES)
def test_the_way_is_whole_and_shortest(first: list[int], second: list[int]) -> None:
    steps = edits(first, second)
    assert [step.first for step in steps if step.first is not None] == list(range(len(first)))
    assert [step.second for step in steps if step.second is not None] == list(range(len(second)))
    for step in steps:
        if step.same:
            assert step.first is not None
            assert step.second is not None
            assert first[step.first] == second[step.second]
        else:
            assert (step.first is None) != (step.second is None)
    assert sum(not step.same for step in steps) == distance(first, second)


def test_sequences_far_apart_have_their_ends_in_common() -> None:
    size = MOST_EDITS
    first = [-1, *range(size), -2]
    second = [-1, *range(size, 2 * size), -2]
    steps = edits(first, second)
    assert [(step.first, step.second) for step in steps if step.same] == [(0, 0), (size + 1, size + 1)]
    assert len(steps) == 2 + 2 * size


def test_other_actions_of_one_seat_are_a_pair() -> None:
    steps = paired_actions(["E play 3h", "N pass", "W pass"], ["E play 3s", "N pass", "N pass", "W pass"])
    assert [(step.first, step.second, step.same) for step in steps] == [
        (0, 0, False),
        (None, 1, False),
        (1, 2, True),
        (2, 3, True),
    ]


def test_times_comments_order_of_cards_and_letters_are_no_difference() -> None:
    first = ["E play 3h 10s 2h=9s @4.5 # well", "N pass"]
    second = ["E play 2h ts 3H", "N pass @9"]
    assert all(step.same for step in paired_actions(first, second))
