"""How the made-up players choose among what the rules allow."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, NamedTuple, Protocol


class Option(NamedTuple):
    """A play that the rules allow, as far as a policy looks at it."""

    size: int
    """How many cards it has."""
    power: int
    """Where it stands among the plays of its kind; bombs above everything."""
    bomb: bool
    form: object
    """What the game knows it by."""


class Policy(Protocol):
    """Chooses a play, or None to pass."""

    def __call__(self, rng: Random, plays: Sequence[Option], *, leads: bool, partner: bool) -> Option | None:
        """``plays`` is never empty when ``leads``; ``partner``: the play to beat is a partner's."""


def uniform(rng: Random, plays: Sequence[Option], *, leads: bool, partner: bool) -> Option | None:
    """Any play, or a pass where that is allowed, each as likely as any other.  Hands get long."""
    pick = int(rng.random() * (len(plays) + (not leads)))
    return plays[pick] if pick < len(plays) else None


def greedy(rng: Random, plays: Sequence[Option], *, leads: bool, partner: bool) -> Option | None:
    """The longest combination when leading; else the lowest that beats, bombs seldom.  Hands get short."""
    regular = [play for play in plays if not play.bomb]
    if leads:
        return max(regular or plays, key=lambda play: (play.size, rng.random()))
    if partner and rng.random() < 0.8:
        return None
    if regular and rng.random() < 0.9:
        return min(regular, key=lambda play: play.power)
    if plays and rng.random() < 0.3:
        return min(plays, key=lambda play: play.power)
    return None


def patient(rng: Random, plays: Sequence[Option], *, leads: bool, partner: bool) -> Option | None:
    """As few cards as possible, and a pass more often than not.  Hands get very long."""
    fewest = min((play.size for play in plays), default=0)
    few = [play for play in plays if play.size == fewest and (leads or not play.bomb)]
    if few and (leads or rng.random() < 0.2):
        return few[int(rng.random() * len(few))]
    return None


def mixed(rng: Random, plays: Sequence[Option], *, leads: bool, partner: bool) -> Option | None:
    """Now one, now the other."""
    return (uniform if rng.random() < 0.5 else greedy)(rng, plays, leads=leads, partner=partner)


POLICIES: Final[Mapping[str, Policy]] = {"uniform": uniform, "greedy": greedy, "patient": patient, "mixed": mixed}
