"""How the made-up players choose among what the rules allow.  ``temperaments`` has players who think."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
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
    height: int = 50
    """From 0 to 100: where it stands among all plays of its kind, whoever holds them."""
    frugal: bool = False
    """Whether the cards for it are chosen so that the rest of the holding suffers least; else any cards are taken."""


def _nothing() -> Sequence[Option]:
    return ()


def _nothing_held() -> int:
    return 0


def _no_cost(_play: Option) -> int:
    return 0


@dataclass(frozen=True, slots=True)
class Turn:
    """What somebody sees who is to play."""

    plays: Sequence[Option]
    """What the rules allow; never empty when the seat leads."""
    leads: bool = True
    partner: bool = False
    """Whether the play to beat is a partner's."""
    seat: int = 0
    left: Sequence[int] = ()
    """The number of cards that each seat holds."""
    friends: frozenset[int] = frozenset()
    """The seats of the own side, as far as they are known; the seat itself is one."""
    height: int = 0
    """That of the play to beat."""
    arranged: Callable[[], Sequence[Option]] = _nothing
    """The plays that the holding is divided into by somebody who wants to be rid of it in few turns."""
    cost_of: Callable[[], int] = _nothing_held
    """How far the holding is from its end: about 2 for each play that it is divided into, less for what wins tricks."""
    cost_after: Callable[[Option], int] = _no_cost
    """The cost of what is left after a play."""

    @property
    def cost(self) -> int:
        """The cost of the holding before the play."""
        return self.cost_of()


class Policy(Protocol):
    """Chooses a play, or None to pass."""

    def __call__(self, rng: Random, turn: Turn) -> Option | None:
        """One of the plays of the turn."""


def uniform(rng: Random, turn: Turn) -> Option | None:
    """Any play, or a pass where that is allowed, each as likely as any other.  Hands get long."""
    pick = int(rng.random() * (len(turn.plays) + (not turn.leads)))
    return turn.plays[pick] if pick < len(turn.plays) else None


def greedy(rng: Random, turn: Turn) -> Option | None:
    """The longest combination when leading; else the lowest that beats, bombs seldom.  Hands get short."""
    regular = [play for play in turn.plays if not play.bomb]
    if turn.leads:
        return max(regular or turn.plays, key=lambda play: (play.size, rng.random()))
    if turn.partner and rng.random() < 0.8:
        return None
    if regular and rng.random() < 0.9:
        return min(regular, key=lambda play: play.power)
    if turn.plays and rng.random() < 0.3:
        return min(turn.plays, key=lambda play: play.power)
    return None


def patient(rng: Random, turn: Turn) -> Option | None:
    """As few cards as possible, and a pass more often than not.  Hands get very long."""
    fewest = min((play.size for play in turn.plays), default=0)
    few = [play for play in turn.plays if play.size == fewest and (turn.leads or not play.bomb)]
    if few and (turn.leads or rng.random() < 0.2):
        return few[int(rng.random() * len(few))]
    return None


def mixed(rng: Random, turn: Turn) -> Option | None:
    """Now one, now the other."""
    return (uniform if rng.random() < 0.5 else greedy)(rng, turn)


POLICIES: Final[dict[str, Policy]] = {"uniform": uniform, "greedy": greedy, "patient": patient, "mixed": mixed}
