"""Running numbers: by how much later recorded totals may differ only because earlier entries do."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from engine.verdict.recorded_sheet.entry import Key, RecordedEntry, Standing

_MOST: Final = 16
"""The most amounts that are kept for a seat."""

Causes = tuple[Key, ...]


class TotalsOffset:
    """By seat, the amounts by which a later recorded total may exceed the derived one, with the causes of each.

    The first amount of a seat is that of totals added up from the recorded scores; the others are those of a table that
    left some of the wrong entries out of its sums.
    """

    def __init__(self, seats: Iterable[str]) -> None:
        self._by: Final[dict[str, dict[int, Causes]]] = {seat: {0: ()} for seat in seats}

    def add(self, seat: str, difference: int, causes: Causes) -> None:
        """A recorded score exceeds the derived one."""
        before = self._by.get(seat, {0: ()})
        after = {amount + difference: (*since, *causes) for amount, since in before.items()}
        for amount, since in before.items():
            after.setdefault(amount, since)
        self._keep(seat, after)

    def may_differ(self, seat: str, difference: int, cause: Key) -> None:
        """A later total may differ by this, though totals added up from the recorded scores do not."""
        before = self._by.get(seat, {0: ()})
        after = dict(before)
        for amount, since in before.items():
            after.setdefault(amount + difference, (*since, cause))
        self._keep(seat, after)

    def restate(self, seat: str, difference: int, entry: RecordedEntry) -> None:
        """A recorded total exceeds the derived one, and the derived totals go on from the recorded one."""
        before = self._by.get(seat, {0: ()})
        after: dict[int, Causes] = {0: ()}
        if difference:
            causes = entry.causes if entry.standing is Standing.CARRIED else (entry.key,)
            for amount, since in before.items():
                after.setdefault(amount - difference, tuple(dict.fromkeys((*since, *causes))))
        self._keep(seat, after)

    def forget(self) -> None:
        """The derived totals follow the recorded ones from now on."""
        for seat in self._by:
            self._by[seat] = {0: ()}

    def recorded(self, seat: str) -> tuple[int, Causes]:
        """By how much a total that is added up from the recorded scores exceeds the derived one, and why."""
        return next(iter(self._by.get(seat, {0: ()}).items()))

    def settle(self, seat: str, entry: RecordedEntry) -> RecordedEntry:
        """An entry of a total, compared also with what the entries before it come to.

        It is carried if it differs by what they explain.  If it follows although they differ, that is noted.
        """
        if entry.standing is Standing.DIFFERS and entry.difference:
            causes = self._by.get(seat, {}).get(entry.difference)
            return entry.carried(causes) if causes else entry
        amount, causes = self.recorded(seat)
        if entry.standing is Standing.FOLLOWS and causes:
            return replace(entry, despite=tuple(dict.fromkeys(causes)), cancelled=amount == 0)
        return entry

    def _keep(self, seat: str, amounts: Mapping[int, Causes]) -> None:
        self._by[seat] = dict(list(amounts.items())[:_MOST])
