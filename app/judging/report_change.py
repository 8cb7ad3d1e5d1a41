"""The differences between two reports of one match that matter to its players."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from app.text.language import _, said
from engine.rulebook.sentences import enumerated
from engine.verdict.stored_report import StoredFinding, StoredReport


@dataclass(frozen=True, slots=True)
class ChangedFinding:
    """A finding, as the change from one report to another names it; hand and action from 0."""

    code: str
    hand: int | None
    action: int | None
    seat: str | None

    @property
    def words(self) -> str:
        """The finding and its place: ``does-not-beat in hand 2, step 5``."""
        if self.hand is None:
            return self.code
        if self.action is None:
            return _("{code} in hand {hand}", code=self.code, hand=self.hand + 1)
        return _("{code} in hand {hand}, step {step}", code=self.code, hand=self.hand + 1, step=self.action + 1)


@dataclass(frozen=True, slots=True)
class Change:
    """The differences between two reports."""

    before: str
    after: str
    """The verdicts."""
    hands: tuple[int, ...]
    """The hands, from 1, whose scores differ; empty if one of the reports has no hands."""
    totals: bool
    """Whether the totals differ."""
    winner: bool
    """Whether the winner differs."""
    report: bool = False
    """Whether anything of the report differs that its digest covers."""
    came: tuple[ChangedFinding, ...] = ()
    """The findings that only the second report has."""
    went: tuple[ChangedFinding, ...] = ()
    """The findings that only the first report has."""

    @property
    def verdict(self) -> bool:
        """Whether the verdict differs."""
        return self.before != self.after

    @property
    def points(self) -> bool:
        """Whether the scores of a hand, or the totals, differ."""
        return bool(self.hands) or self.totals

    @property
    def any(self) -> bool:
        """Whether anything differs."""
        return self.verdict or self.points or self.winner


_HANDS: Final = 20
"""The most hands that are named in words."""
_FINDINGS: Final = 5
"""The most findings that came, or that went, that are named in words."""


def parts_of(change: Change) -> list[str]:
    """What else differs besides the verdict, in words: scores, totals, winner, findings."""
    parts = []
    if change.hands:
        numbers = _cut(list(map(str, change.hands[:_HANDS])), change.hands, _HANDS)
        one = len(change.hands) == 1
        parts.append(_("scores of hand {hand}", hand=numbers) if one else _("scores of hands {hands}", hands=numbers))
    if change.totals:
        parts.append(_("totals"))
    if change.winner:
        parts.append(_("winner"))
    if change.came:
        parts.append(_("new: {findings}", findings=_named(change.came)))
    if change.went:
        parts.append(_("gone: {findings}", findings=_named(change.went)))
    return parts


def _named(findings: Sequence[ChangedFinding]) -> str:
    return _cut([finding.words for finding in findings[:_FINDINGS]], findings, _FINDINGS)


def _cut(named: Sequence[str], everything: Sequence[object], most: int) -> str:
    more, phrase = len(everything) - most, said(enumerated(named))
    return _("{things} and {number} more", things=phrase, number=more) if more > 0 else phrase


def change_between(before: StoredReport, after: StoredReport) -> Change:
    """How a report differs from the one before it."""
    return Change(
        before=before.verdict,
        after=after.verdict,
        hands=_hands(before, after),
        totals=_known(before.totals) != _known(after.totals),
        winner=before.winner != after.winner,
        report=before.digest != after.digest,
        came=_only_in(after, before),
        went=_only_in(before, after),
    )


def _only_in(one: StoredReport, other: StoredReport) -> tuple[ChangedFinding, ...]:
    """The findings of a report that another one does not have, in the order of the report."""
    left = Counter(map(_found, other.findings))
    only = []
    for finding in map(_found, one.findings):
        if left[finding]:
            left[finding] -= 1
        else:
            only.append(finding)
    return tuple(only)


def _found(finding: StoredFinding) -> ChangedFinding:
    return ChangedFinding(finding.code, finding.hand, finding.action, finding.seat)


def _hands(before: StoredReport, after: StoredReport) -> tuple[int, ...]:
    if before.rules is None or after.rules is None:
        return ()
    pairs = zip_longest((hand.scores for hand in before.hands), (hand.scores for hand in after.hands))
    return tuple(number for number, (old, new) in enumerate(pairs, 1) if _known(old) != _known(new))


def _known(points: Mapping[str, int | None] | None) -> Mapping[str, int | None]:
    """The points of the seats that have any; empty if they are unknown, in any notation of a report."""
    return {seat: number for seat, number in (points or {}).items() if number is not None}
