"""Reports of cards left: whether each is right, and which are missing."""

from collections.abc import Hashable, Sequence
from typing import Final

from engine.cards.packed import Holding, size
from engine.climbing.reader import PASS, ActionReader, Play, bare
from engine.climbing.table import Table
from engine.games.guandan.codes import REPORT_MISSING, REPORT_WRONG
from engine.games.guandan.reader import CardsLeft, Handed
from engine.replay.hand_findings import HandFindings

REPORT_AT: Final = 10
"""A player who has this number of cards left, or fewer, has to report the number."""


def report_missing(findings: HandFindings, seat: int, count: int, *, action: int) -> None:
    """Warns at an action that a seat has not said how many cards it has left."""
    findings.report(REPORT_MISSING, "reporting", seat, action=action, count=count)


class Reports:
    """The reports of one hand."""

    def __init__(self, table: Table) -> None:
        self._table: Final = table
        self._opening: list[tuple[Holding, int]] = []
        self._first: Final[dict[int, tuple[int, int]]] = {}
        """By seat, its first report that was due: the number of the action, and the number of cards that the seat had
        left.
        """
        self.some = False
        """Whether a seat has reported."""

    def carried(self, actions: Sequence[str], reader: ActionReader) -> Hashable:
        """All of it, and what it needs of the table.  ``actions`` are those done so far.

        Tributes and returns change no number of cards that a seat reports, whether or not they had an effect.
        """
        table = self._table
        ineffective = [
            index
            for index in sorted(table.ineffective)
            if not isinstance(reader.entry(bare(actions[index]))[3], Handed)
        ]
        return (
            tuple(self._opening),
            tuple(self._first.items()),
            self.some,
            tuple(ineffective),
            tuple(table.short.items()),
        )

    def open_play(self) -> None:
        """Records the number of cards of each seat when the play begins."""
        holdings = self._table.holdings
        self._opening = list(zip(holdings.known, holdings.hidden, strict=True))

    def judge(self, seat: int, report: CardsLeft) -> None:
        """Reports a wrong number."""
        table = self._table
        self.some = True
        count = table.holdings.count(seat)
        if count <= REPORT_AT:
            self._first.setdefault(seat, (table.done, count))
        if report.number != count:
            recorded = str(report.number)
            table.report(REPORT_WRONG, "reporting", seat, column=report.column, recorded=recorded, count=count)

    def judge_missing(self, actions: Sequence[str], reader: ActionReader) -> None:
        """Warns of each report that is missing.  ``actions`` are all those of the hand."""
        if all(self.in_time(seat, actions, reader) for seat in range(len(self._table.seats))):
            return
        table = self._table
        left = [size(known) + hidden for known, hidden in self._opening]
        came_to_ten = [False] * len(left)
        due = [False] * len(left)
        for index, text in enumerate(actions):
            seat, count, _, form, _ = reader.entry(bare(text))
            if (count == PASS and not due[seat]) or index in table.ineffective:
                continue
            if isinstance(form, CardsLeft):
                due[seat] = False
            count = len(form.cards) if isinstance(form, Play) else count
            if count < 0:
                continue
            if due[seat]:
                due[seat] = False
                report_missing(table, seat, left[seat], action=index)
            left[seat] -= count - table.short.get(index, 0)
            if left[seat] <= REPORT_AT and not came_to_ten[seat]:
                came_to_ten[seat] = due[seat] = True
            due[seat] = due[seat] and left[seat] > 0

    def in_time(self, seat: int, actions: Sequence[str], reader: ActionReader) -> bool:
        """Whether a quick look is enough to see that no report of a seat is missing.

        It is if the seat has more than ten cards left, or if its report is the next thing it did after the play that
        left it with ten or fewer.
        """
        table = self._table
        if seat not in self._first:
            return table.holdings.count(seat) > REPORT_AT
        index, left = self._first[seat]
        begins = f"{table.seats[seat]} "
        before = index - 1
        while before >= 0 and not actions[before].lstrip(" ").startswith(begins):
            before -= 1
        if before < 0 or before in table.ineffective or before in table.short:
            return False
        played = reader.entry(bare(actions[before]))[1]
        return played > 0 and left + played > REPORT_AT
