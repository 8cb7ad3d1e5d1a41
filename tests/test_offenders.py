"""A test of many cases tries them all, and lists those that fail."""

import inspect

import pytest

from tests.offenders import for_every


def test_every_case_is_tried_and_those_that_fail_are_listed(tmp_path: object) -> None:
    met = []

    @for_every(("one", "two"), [(1, 1), (2, 3), (4, 4), (5, 6)])
    @for_every("more", "ab")
    def alike(one: int, two: int, more: str, tmp_path: object) -> None:
        met.append((one, more))
        assert one == two

    assert list(inspect.signature(alike).parameters) == ["tmp_path"]
    with pytest.raises(pytest.fail.Exception) as failed:
        alike(tmp_path=tmp_path)
    assert met == [(one, more) for one in (1, 2, 4, 5) for more in "ab"]
    assert "2 of 4 cases:\n2, 3: " in str(failed.value)
    assert "\n5, 6: " in str(failed.value)


def test_what_all_cases_pass_passes() -> None:
    for_every("one", [1, 2])(lambda one: None)()
