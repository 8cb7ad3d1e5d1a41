"""Branches of a hand: the actions of the record up to a step, then others.

Nothing of the record after the step is used.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

import msgspec
from msgspec import UNSET

from engine.record.match import Hand, Match, Setup, given_value, setup_of
from engine.replay.frames import Frame
from engine.replay.outcome import HandOutcome
from engine.rulebook.codes import INCOMPLETE_HAND, RESULT_ONLY
from engine.rulebook.findings import Finding

_HIDDEN: Final = "??"
_OF_THE_END: Final = (INCOMPLETE_HAND.id, RESULT_ONLY.id)
"""The findings of a hand that stops before its end; a branch may still continue."""


class _BranchHand(Protocol):
    """The replay of a hand, as far as a branch uses it."""

    @property
    def findings(self) -> list[Finding]: ...

    def run(self, actions: Sequence[str]) -> None: ...

    def follow(self, action: str) -> None: ...

    def frame(self, step: int, steps: int, action: str | None) -> Frame: ...


class _Match(Protocol):
    """The replay of a match, as far as a branch uses it."""

    @property
    def carried(self) -> tuple[Hashable, Hashable]: ...

    def open(self, index: int, hand: Hand) -> Any: ...

    def close(self, replay: Any, hand: Hand) -> HandOutcome: ...

    def conclude(self, result: None) -> tuple[dict[str, int | None], list[str] | None, bool]: ...


@dataclass(frozen=True, slots=True)
class Way:
    """A way in which a seat may use cards of its hand."""

    verb: str
    """The verb, and in games with two hands a seat the hand that it is about: ``set 1:``."""
    rows: tuple[str, ...] = ()
    """The rows that the cards are laid in; empty in games without rows."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to write down some cards, so that the rules take them for one thing."""

    verb: str
    cards: tuple[str, ...]
    """The cards as logs write them, with what wild cards stand for where that decides."""


@dataclass(frozen=True, slots=True)
class Branching:
    """What a game says so that its hands can be played on by hand."""

    ways: Callable[[Any, int], Sequence[Way]]
    """The ways in which a seat, by number, may use cards at a point of a hand, the likeliest first."""
    acts: Callable[[Any, int], Sequence[str]]
    """Actions other than plays that may be due from a seat, without its name: verb and arguments.  They are judged
    before they are offered."""
    readings: Callable[[Any, int, Sequence[str]], Sequence[Reading]]
    """The ways to write down cards that a seat plays, the one that the rules choose first."""
    stated: Callable[[Any, Any, Setup], Setup]
    """The setup of a hand with all that the hands before it have left, but the totals: from the match after it was
    opened, the hand before its first action, and its setup in the log."""


@dataclass(frozen=True, slots=True)
class JudgedBranch:
    """A branch as the rules see it."""

    findings: tuple[Finding, ...]
    outcome: HandOutcome


@dataclass(frozen=True, slots=True)
class TriedAction:
    """An action after a branch, as the rules see it."""

    action: str
    findings: tuple[Finding, ...]
    """Those that the action raises."""
    frame: Frame
    """The table after it."""

    @property
    def allowed(self) -> bool:
        """Whether it breaks no rule."""
        return not any(finding.severity == "error" for finding in self.findings)


def deal_is_known(match: Match, hand: int) -> bool:
    """Whether the log says what each seat was dealt in a hand, from 0."""
    deal: Mapping[str, str] = given_value(match.hands[hand].deal) or {}
    return all(deal.get(seat) and _HIDDEN not in deal[seat] for seat in match.seats)


def branched_match(match: Match, hand_index: int, step: int, added: Sequence[str]) -> Match:
    """A match in which a hand, counted from 0, has other actions after a step, and no recorded result.

    Raises IndexError if there is no such hand or step.
    """
    hand = match.hands[hand_index]
    if hand_index < 0 or not 0 <= step <= len(hand.actions):
        raise IndexError(step)
    branch = msgspec.structs.replace(hand, actions=[*hand.actions[:step], *added], result=UNSET)
    hands = [*match.hands[:hand_index], branch, *match.hands[hand_index + 1 :]]
    return msgspec.structs.replace(match, hands=hands, result=UNSET)


def judged_branch(before: _Match, match: Match, hand_index: int) -> JudgedBranch:
    """The findings of the hand of a branch, and its outcome.

    ``before`` is the match as it stands before the hand, and is used up.  What is said of a hand that stops before its
    end is left out.
    """
    hand = match.hands[hand_index]
    replay = before.open(hand_index, hand)
    replay.run(hand.actions)
    outcome = before.close(replay, hand)
    return JudgedBranch(tuple(finding for finding in replay.findings if finding.code.id not in _OF_THE_END), outcome)


def tried_action(before: _Match, match: Match, hand_index: int, action: str) -> TriedAction:
    """What an action after the actions of a hand would be.  ``before`` is used up."""
    hand = match.hands[hand_index]
    whole = msgspec.structs.replace(hand, actions=[*hand.actions, action])
    replay: _BranchHand = before.open(hand_index, whole)
    for next_action in hand.actions:
        replay.run([next_action])
        replay.follow(next_action)
    known = len(replay.findings)
    replay.run([action])
    replay.follow(action)
    step = len(whole.actions)
    return TriedAction(action, tuple(replay.findings[known:]), replay.frame(step, step, action))


def is_allowed(before: _Match, match: Match, hand_index: int, action: str) -> bool:
    """Whether an action after the actions of a hand would break no rule.  ``before`` is used up."""
    hand = match.hands[hand_index]
    whole = msgspec.structs.replace(hand, actions=[*hand.actions, action])
    replay: _BranchHand = before.open(hand_index, whole)
    replay.run(hand.actions)
    known = len(replay.findings)
    replay.run([action])
    return not any(finding.severity == "error" for finding in replay.findings[known:])


def passes(before: _Match, match: Match, hand_index: int, until: str | None) -> tuple[str, ...]:
    """The passes after the actions of a hand until it is a seat's turn, or until the trick ends.

    With ``until`` None the trick ends.  None of these passes breaks a rule; there are none if nothing lies on the table
    or if it is nobody's turn.  ``before`` is used up.
    """
    hand = match.hands[hand_index]
    replay: _BranchHand = before.open(hand_index, hand)
    for next_action in hand.actions:
        replay.run([next_action])
        replay.follow(next_action)
    actions: list[str] = []
    step = len(hand.actions)
    for _seat in match.seats:
        shown = replay.frame(step, step, None)
        if shown.table is None or shown.turn in (None, until) or shown.stage == "over":
            break
        action = f"{shown.turn} pass"
        actions.append(action)
        replay.run([action])
        replay.follow(action)
    return tuple(actions)


def setup_alone(before: _Match, match: Match, hand_index: int, branching: Branching) -> Setup:
    """The setup of a hand as it has to be stated where the log has no hand before it.  ``before`` is used up."""
    hand = match.hands[hand_index]
    replay = before.open(hand_index, hand)
    setup = branching.stated(before, replay, setup_of(hand))
    totals = before.conclude(None)[0]
    known = {seat: total for seat, total in totals.items() if total is not None}
    if len(known) == len(totals) and any(known.values()) and given_value(setup.totals) is None:
        setup = msgspec.structs.replace(setup, totals=known)
    return setup
