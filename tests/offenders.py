"""Cases that all ask one thing are one test, which tries every case and lists those that fail."""

import inspect
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any

import pytest

Test = Callable[..., None]
_SHOWN = 80
"""Characters of each part of a case that are shown."""


def for_every(names: str | Sequence[str], cases: Iterable[Any]) -> Callable[[Test], Test]:
    """Has a test try some cases, as ``pytest.mark.parametrize`` has many tests try one each.

    ``names`` are the arguments that a case gives.  What fixtures give is the same for all cases: it is for tests that
    change nothing.
    """
    given = [each.strip() for each in names.split(",")] if isinstance(names, str) else list(names)
    listed = [tuple(case) if len(given) > 1 else (case,) for case in cases]
    assert listed, "a test without a case"

    def one_test(test: Test) -> Test:
        @wraps(test)
        def all_cases(*args: Any, **fixtures: Any) -> None:
            offenders = []
            for case in listed:
                try:
                    test(*args, **fixtures, **dict(zip(given, case, strict=True)))
                except (Exception, pytest.fail.Exception) as fault:
                    shown = ", ".join(repr(each)[:_SHOWN] for each in case)
                    offenders.append(f"{shown}: {type(fault).__name__}: {str(fault)[: 4 * _SHOWN]}")
            if offenders:
                pytest.fail(f"{len(offenders)} of {len(listed)} cases:\n" + "\n".join(offenders), pytrace=False)

        its = inspect.signature(test)
        left = [each for name, each in its.parameters.items() if name not in given]
        assert len(left) == len(its.parameters) - len(given), f"the test takes {given}"
        all_cases.__signature__ = its.replace(parameters=left)  # type: ignore[attr-defined]
        return all_cases

    return one_test
