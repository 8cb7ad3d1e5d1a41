"""The branch of a hand that an address names, judged and ready to be shown."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import msgspec
from flask import request

from app.matches.installation import this_installation
from app.replay.what_if import ARGUMENT, Branch, BranchTooLong, branch_of
from app.text.language import _
from app.web.http.errors import Refusal
from app.web.http.paging import whole
from app.web.parts.open_hand import OpenHand, open_hand, step_asked
from app.web.parts.outline import Outline, outline_of
from app.web.parts.steps import found_by
from engine.cards.packed import CARD_TEXTS, SUITED
from engine.replay.branch import JudgedBranch, branched_match, deal_is_known, judged_branch
from engine.replay.fold import frames, hand_at
from engine.replay.frames import Frame
from engine.replay.game import HandReplay, MatchReplay
from engine.verdict.stored_report import StoredFinding

AT: Final = "at"
"""Names in an address the step that is looked at; without it, it is the last one."""
_PLACES: Final = (ARGUMENT, AT, "who", "do", "card", "line", "until", *(CARD_TEXTS[card] for card in SUITED))


@dataclass(frozen=True)
class OpenBranch:
    """A branch of a hand of a stored match."""

    record: OpenHand
    """The hand as it is recorded."""
    opened: OpenHand
    """The hand with the actions of the branch."""
    branch: Branch
    at: int
    """The step that is looked at."""

    @property
    def index(self) -> int:
        """The number of the hand, from 0."""
        return self.record.number - 1

    def before(self) -> MatchReplay:
        """The match as it stands before the hand."""
        return self.record.before()

    @cached_property
    def judged(self) -> JudgedBranch:
        """What the rules say of the branch."""
        return judged_branch(self.before(), self.opened.match, self.index)

    @cached_property
    def hand(self) -> HandReplay:
        """The hand after all actions of the branch."""
        return hand_at(self.record.judge, self.opened.match, self.index, self.branch.last, before=self.before())

    @cached_property
    def frames(self) -> Sequence[Frame]:
        """The frames of the branch from the deal on, whose number of steps may be that of another branch.

        Those of the recorded part are the replay's, but where the log does not say what was dealt: the replay then
        knows cards from actions after the branch began.
        """
        record, branch = self.record, self.branch
        if not deal_is_known(record.match, self.index):
            return tuple(frames(record.judge, self.opened.match, self.index, before=self.before()))
        stored = record.stored
        begins = (stored.sha256, stored.position, stored.row.players, record.rules.key, self.index, branch.step)
        return (*record.frames(branch.step), *this_installation().branches.of(begins, branch.added, self._added))

    def _added(self, known: int) -> Iterator[Frame]:
        """The frames of the branch after its first actions."""
        start = self.branch.step + known + 1
        return frames(self.record.judge, self.opened.match, self.index, start, before=self.before())

    @cached_property
    def said(self) -> Mapping[int, list[StoredFinding]]:
        """The findings of the branch by step. Those about the whole hand are at step 0, the deal."""
        by_step: dict[int, list[StoredFinding]] = {}
        for finding in self.judged.findings:
            shown = found_by(finding, self.record.names)
            by_step.setdefault(0 if finding.action is None else finding.action + 1, []).append(shown)
        return by_step

    @cached_property
    def outline(self) -> Outline:
        """The tricks of the branch."""
        return outline_of(self.frames, self.record.match.game, self.said)

    @property
    def shown(self) -> Frame:
        """The table at the step that is looked at."""
        return msgspec.structs.replace(self.frames[self.at], steps=self.branch.last)

    @property
    def last(self) -> Frame:
        """The table after the last action."""
        return self.frames[-1]

    @property
    def over(self) -> bool:
        """Whether the hand ends in the branch."""
        return self.judged.outcome.complete


def open_branch(identity: int, number: int) -> OpenBranch:
    """The branch of a hand that the address of the request names.  Raises Refusal."""
    record = open_hand(identity, number, _PLACES)
    if not record.view.whole:
        raise Refusal(
            400, _("A branch is played with all hands open, so it cannot be shown as one seat or the table sees it.")
        )
    try:
        branch = branch_of(step_asked(record), request.args.get(ARGUMENT, ""))
    except BranchTooLong as reason:
        raise Refusal(400, str(reason)) from None
    match = branched_match(record.match, number - 1, branch.step, branch.added)
    text = request.args.get(AT)
    at = branch.last if text is None else whole(text)
    if at is None or at > branch.last:
        raise Refusal(
            404,
            _(
                "This branch has the steps 0 (the deal) to {last}; there is no step {step}.",
                last=branch.last,
                step=(text or "")[:20],
            ),
        )
    return OpenBranch(record, replace(record, match=match), branch, at)
