"""A branch as addresses have it: the step of the record at which it begins, and the actions after that."""

from dataclasses import dataclass
from typing import Final, Self

from app.text.language import _

ARGUMENT: Final = "then"
"""The argument of an address that has the actions."""
BETWEEN: Final = "~"
"""Stands between two actions."""
ADDED: Final = 400
"""The most actions of a branch."""
LONGEST: Final = 6_000
"""The most characters of the actions of a branch together."""


class BranchTooLong(Exception):
    """An address has more of a branch than it may have; the text says so in the language of the reader."""


@dataclass(frozen=True, slots=True)
class Branch:
    """The actions of a branch."""

    step: int
    """The step of the record after which they begin."""
    added: tuple[str, ...] = ()
    """As the log would have them."""

    @property
    def then(self) -> str | None:
        """The actions as an address has them; None if there are none."""
        return BETWEEN.join(self.added) if self.added else None

    @property
    def last(self) -> int:
        """The last step of the branch."""
        return self.step + len(self.added)

    @property
    def full(self) -> bool:
        """Whether no more actions fit."""
        return len(self.added) >= ADDED

    def plus(self, *actions: str) -> Self:
        """The branch with more actions."""
        return type(self)(self.step, (*self.added, *actions))

    def up_to(self, step: int) -> Self:
        """The branch up to a step. A step of the record gives a branch that begins there, with no action added."""
        return type(self)(min(step, self.step), self.added[: max(step - self.step, 0)])


def branch_of(step: int, text: str) -> Branch:
    """The branch of an address.  Raises BranchTooLong if it is longer than an address may have it."""
    if len(text) > LONGEST:
        raise BranchTooLong(
            _(
                "The actions of this branch have {count} characters; an address may have {most}.",
                count=f"{len(text):,}",
                most=f"{LONGEST:,}",
            )
        )
    added = tuple(text.split(BETWEEN)) if text else ()
    if len(added) > ADDED:
        raise BranchTooLong(
            _("This branch has {count} actions; an address may have {most}.", count=f"{len(added):,}", most=ADDED)
        )
    return Branch(step, added)
