"""How much the tests try.  The variable FUPAN_TESTS of the environment names one of two profiles.

``push``, the default, is what runs before a change lands.  It tries a part of the examples and of the cases that are
counted out.  The examples are the same in every run (Hypothesis calls it derandomized), so that a run that fails does
so for what was changed, and fails again wherever it is repeated.

``long`` is what runs before a release.  It tries all of them, and Hypothesis draws others in each run, so that runs
add up.  It remembers an example that fails and tries it first the next time.
"""

import os
from collections.abc import Iterable
from typing import Final, TypeVar

from hypothesis import HealthCheck, settings

T = TypeVar("T")

VARIABLE: Final = "FUPAN_TESTS"
NAMES: Final = ("push", "long")
PROFILE: Final = os.environ.get(VARIABLE) or "push"

_PART: Final = 5
"""The push profile tries one example in so many."""
_LEAST: Final = 10
"""Examples that it tries in any case, if there are as many."""
_MOST: Final = 75
"""Examples of a property that it tries at the most."""
_SPEED: Final = (HealthCheck.too_slow,)
"""What fails on a busy machine, though nothing is wrong."""
_USUAL: Final = 100
"""Examples of a property that does not say how many."""


def register() -> None:
    """Makes the chosen profile the one of Hypothesis.  ValueError: there is no profile of that name."""
    if PROFILE not in NAMES:
        raise ValueError(f"{VARIABLE} is {PROFILE!r}; the profiles are {' and '.join(NAMES)}")
    usual = settings(deadline=None, suppress_health_check=_SPEED)
    settings.register_profile("push", usual, max_examples=examples(_USUAL), derandomize=True, database=None)
    settings.register_profile("long", usual, max_examples=_USUAL)
    settings.load_profile(PROFILE)


def examples(count: int) -> int:
    """How many of so many examples the profile tries: all of them, or a part."""
    return count if PROFILE == "long" else min(count, max(_LEAST, count // _PART))


def tried(count: int, *, allowed: Iterable[HealthCheck] = ()) -> settings:
    """The settings of a property with so many examples, less in the push profile; ``allowed`` are not its failures."""
    return settings(
        max_examples=count if PROFILE == "long" else min(examples(count), _MOST),
        suppress_health_check=[*_SPEED, *allowed],
    )


def cases(every: Iterable[T], pushed: Iterable[T]) -> list[T]:
    """The cases of a test that the profile tries: every one, or some of them."""
    return list(every if PROFILE == "long" else pushed)
