"""A memo keeps values up to its bound, and starts anew when it is full."""

from engine.memo import BoundedMemo
from tests.offenders import for_every


def test_a_kept_value_is_found() -> None:
    memo: BoundedMemo[str, int] = BoundedMemo(2)
    assert memo.keep("a", 1) == 1
    assert memo.get("a") == 1
    assert memo.get("b") is None


@for_every("most", [1, 2, 5])
def test_no_more_values_are_kept_than_the_bound(most: int) -> None:
    memo: BoundedMemo[int, int] = BoundedMemo(most)
    for number in range(2 * most + 1):
        assert memo.keep(number, -number) == memo[number] == -number
        assert len(memo) == number % most + 1


def test_no_more_parts_are_kept_than_the_bound() -> None:
    memo: BoundedMemo[str, str] = BoundedMemo(10)
    assert memo.keep("a", "six", 6) == "six"
    assert memo.keep("b", "four", 4) == "four"
    assert memo == {"a": "six", "b": "four"}
    assert memo.keep("c", "eleven", 11) == "eleven"
    assert memo == {"a": "six", "b": "four"}
    assert memo.keep("d", "one") == "one"
    assert memo == {"d": "one"}


def test_a_value_with_a_long_key_is_given_but_not_kept() -> None:
    memo: BoundedMemo[tuple[str, bytes, int], int] = BoundedMemo(2, longest=4)
    assert memo.keep(("ab", b"cd", 1_000), 1) == 1
    assert memo.keep(("ab", b"cde", 1_000), 2) == 2
    assert memo == {("ab", b"cd", 1_000): 1}
