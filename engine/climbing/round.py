"""Turn order of a climbing game: which seat acts, which leads, what has to be beaten, and which seats are out.

A round ends when the turn comes back to the seat of the last play, or would come back if that seat were not out.
"""

from collections.abc import Callable, Container, Hashable
from typing import Final

NOBODY: Final = -1
"""No seat: it is no seat's turn, or no play is on the table."""
ANYBODY: Final = -2
"""The seat that acts first leads."""
OPENING: Final = -3
"""The hand has had no play or pass yet."""

Heir = Callable[[int], int]
"""Names the seat that leads after a round that a seat has won with its last cards."""


class Round:
    """The turn in one hand, moved by plays and passes.  Seats are numbered in order of play."""

    __slots__ = (
        "beaten_by",
        "began",
        "closer",
        "ended",
        "finish",
        "following",
        "holders_unknown",
        "out",
        "owner",
        "preceding",
        "suspended",
        "top",
        "turn",
        "unread_lead_after",
    )

    def __init__(self, seats: int) -> None:
        self.turn: int = OPENING
        self.owner = NOBODY
        """The seat of the play on the table."""
        self.closer = NOBODY
        """The seat whose pass ends the round."""
        self.beaten_by: Container[object] | None = None
        """What beats the play on the table; None if the table is empty."""
        self.top = NOBODY
        """The number of the action that made the last play."""
        self.suspended: int | None = None
        """Whose turn it was before an action that could not be read."""
        self.unread_lead_after: int | None = None
        """The last play before a lead that could not be read."""
        self.holders_unknown = False
        """Whether it is unknown which seats hold cards, and so whose turn it is."""
        self.began = False
        """Whether ``ClimbingHand`` has done a play; ``top`` shows plays of the fast path."""
        self.ended = False
        self.out = [False] * seats
        self.finish: list[list[int]] = []
        """The seats that are out, in order; seats that share a place together."""
        self.following: list[int] = [*range(1, seats), 0]
        self.preceding: list[int] = [seats - 1, *range(seats - 1)]

    @property
    def carried(self) -> Hashable:
        """All of it."""
        return (
            self.turn,
            self.owner,
            self.closer,
            self.beaten_by,
            self.top,
            self.suspended,
            self.unread_lead_after,
            self.holders_unknown,
            self.began,
            self.ended,
            tuple(self.out),
            tuple(map(tuple, self.finish)),
            tuple(self.following),
        )

    def play(self, seat: int, beaten_by: Container[object] | None, top: int) -> int:
        """Puts a play on the table.  Returns the seat whose turn it is next."""
        self.owner = seat
        self.closer = self.preceding[seat]
        self.beaten_by = beaten_by
        self.top = top
        self.turn = turn = self.following[seat]
        return turn

    def pass_(self, heir: Heir) -> None:
        """Passes for the seat whose turn it is."""
        if self.turn != self.closer:
            self.turn = self.following[self.turn]
            return
        self.turn = heir(self.owner) if self.out[self.owner] else self.owner
        self.owner = self.closer = NOBODY
        self.beaten_by = None

    def skip_to(self, seat: int, heir: Heir) -> None:
        """Passes for every seat before another.  That seat leads if the round ends where any seat may lead."""
        while self.turn not in (seat, ANYBODY):
            self.pass_(heir)
        self.turn = seat

    def go_out(self, seat: int) -> None:
        """Takes a seat without cards out of the order of play."""
        self.finish.append([seat])
        self.out[seat] = True
        before, after = self.preceding[seat], self.following[seat]
        self.following[before], self.preceding[after] = after, before

    def end(self) -> None:
        """Ends the hand."""
        self.ended, self.turn = True, NOBODY

    def lose_turn(self) -> None:
        """Makes it unknown whose turn it is."""
        self.turn = self.owner = self.closer = NOBODY
        self.beaten_by = None

    def suspend(self) -> None:
        """Lets any seat act, because an action could not be read."""
        self.unread_lead_after = self.top
        if self.turn >= 0:
            self.suspended, self.turn = self.turn, ANYBODY

    def resume(self) -> bool:
        """Gives the turn back after ``suspend``.  Returns whether it was suspended."""
        if self.suspended is None:
            return False
        self.turn, self.suspended = self.suspended, None
        return True

    @property
    def expected(self) -> int:
        """The seat whose turn it is by the rules; below 0 if the rules name no seat."""
        return self.turn if self.suspended is None else self.suspended

    @property
    def played(self) -> bool:
        """Whether any seat has played."""
        return self.began or self.top >= 0

    @property
    def in_play(self) -> list[int]:
        """The seats that are not out, in order of play."""
        return [seat for seat, out in enumerate(self.out) if not out]
