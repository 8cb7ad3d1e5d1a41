"""The replay of a match by one judge under many rule sets, hand by hand.

A hand has four steps: its opening, which is its setup, its deal and the actions up to the first play; the rest of the
play; the settlement; the addition to the totals.  What a step has left decides which step follows, so that rule sets
that differ before the first play often share the rest of it, and rule sets that differ in the scores share the play.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from engine.record.match import Match, MatchResult
from engine.replay.game import HandReplay, MatchReplay
from engine.replay.outcome import HandOutcome
from engine.rulebook.findings import Finding
from engine.rulebook.watching import Notes
from engine.verdict.judges import Judges
from engine.verdict.report import Faults
from engine.verdict.steps import Options, Part, ReplayPlace, Step

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class OpenedPart(Part):
    """The opening of a hand."""

    course: "Course" = field(kw_only=True)
    index: int = field(kw_only=True)
    left: tuple[Hashable, Hashable] = field(kw_only=True)
    """What the hands before had left."""
    options: Options = field(kw_only=True)
    """The options that it was done under."""
    standing: Hashable = field(kw_only=True)
    """What the match carries after it, except for the totals."""
    totals: tuple[Hashable, ...] = field(kw_only=True)
    """The totals after it, if it read them."""
    played: int = field(kw_only=True)
    """The number of actions that it did."""
    replays: list[HandReplay] = field(kw_only=True)
    """The hand as the opening left it, until the rest is played from there."""
    aside: Hashable = field(kw_only=True)
    """What it left for the settlement alone."""
    findings: list[Finding] = field(kw_only=True)
    rest: "Step | PlayedPart" = field(kw_only=True)
    """The rest of the play, or what it came to if the opening did all actions."""

    def after(self, place: ReplayPlace) -> ReplayPlace | None:
        """The rest of the play, or the settlement."""
        totals = self.totals[0] if self.totals else place.totals
        if isinstance(self.rest, PlayedPart):
            return self.rest.settled(self, totals)
        return ReplayPlace(self.rest, self.standing, totals, self)


@dataclass(frozen=True, slots=True, eq=False)
class PlayedPart(Part):
    """The play of a hand after its opening."""

    replay: HandReplay = field(kw_only=True)
    findings: list[Finding] = field(kw_only=True)
    settlements: dict[OpenedPart, Step] = field(kw_only=True, default_factory=dict)

    def after(self, place: ReplayPlace) -> ReplayPlace | None:
        """The settlement."""
        assert isinstance(place.opening, OpenedPart)
        return self.settled(place.opening, place.totals)

    def settled(self, opened: OpenedPart, totals: Hashable) -> ReplayPlace:
        """The settlement after an opening."""
        step = self.settlements.get(opened)
        if step is None:
            step = self.settlements[opened] = opened.course.settlement(opened, self)
        return ReplayPlace(step, opened.standing, totals)


@dataclass(frozen=True, slots=True, eq=False)
class EndedPart(Part):
    """The settlement of a hand, with all findings of the hand."""

    course: "Course" = field(kw_only=True)
    index: int = field(kw_only=True)
    standing: Hashable = field(kw_only=True)
    counted: Hashable = field(kw_only=True)
    """What the hand adds to the totals."""
    outcome: HandOutcome = field(kw_only=True)
    findings: list[Finding] = field(kw_only=True)

    def after(self, place: ReplayPlace) -> ReplayPlace | None:
        """The addition to the totals."""
        return ReplayPlace(self.course.tally(self.index, place.totals, self.counted), self.standing, place.totals)


@dataclass(frozen=True, slots=True, eq=False)
class TalliedPart(Part):
    """The totals after a hand."""

    course: "Course" = field(kw_only=True)
    index: int = field(kw_only=True)
    totals: Hashable = field(kw_only=True)

    def after(self, place: ReplayPlace) -> ReplayPlace | None:
        """The next hand, or the end of the match."""
        return self.course.play(self.index + 1, place.standing, self.totals)


@dataclass(frozen=True, slots=True, eq=False)
class ConcludedPart(Part):
    """The end of a match, with the findings about the match."""

    totals: dict[str, int | None] = field(kw_only=True)
    winner: list[str] | None = field(kw_only=True)
    undecided: bool = field(kw_only=True)
    findings: list[Finding] = field(kw_only=True)


class Course:
    """The replay of a match by one judge."""

    def __init__(self, match: Match, judges: Judges, replay: MatchReplay) -> None:
        self.actions = 0
        """The number of actions replayed so far."""
        self.steps = 0
        """The number of steps done so far; what each came to is kept."""
        self._match: Final = match
        self._watch: Final = judges.watch
        self._replay: Final = replay
        self._plays: Final[dict[tuple[int, Hashable, tuple[Hashable, ...]], Step]] = {}
        """By the number of a hand and by what was left before it; without totals that it does not read."""
        self._rests: Final[dict[tuple[int, Hashable], Step]] = {}
        """By the number of a hand and by what its opening has left."""
        self._tallies: Final[dict[tuple[int, Hashable, Hashable], Step]] = {}
        """By the number of a hand, the totals before it, and what it adds."""

    def play(self, index: int, standing: Hashable, totals: Hashable) -> ReplayPlace:
        """A hand after what the hands before have left; after the last hand, the end of the match."""
        over = index == len(self._match.hands)
        read = (totals,) if over or self._reads_totals(index, totals) else ()
        step = self._plays.get((index, standing, read))
        if step is None:
            left = standing, totals
            if over:
                step = Step(lambda options: self._concluded(left, options))
            else:
                step = Step(lambda options: self._opened(index, left, options, reads_totals=bool(read)))
            self._plays[index, standing, read] = step
        return ReplayPlace(step, standing, totals)

    def _done(self, options: Options, do: Callable[[], T]) -> tuple[T, Notes]:
        """The result of a step under some options, and the options that it has read."""
        self.steps += 1
        return self._watch.during(options, do)

    def _reads_totals(self, index: int, totals: Hashable) -> bool:
        of_match = self._replay.totals
        of_match.carry(totals)
        return of_match.matter_to(self._match.hands[index])

    def _opened(
        self, index: int, left: tuple[Hashable, Hashable], options: Options, *, reads_totals: bool
    ) -> tuple[Part, Notes]:
        actions = self._match.hands[index].actions
        played = 0

        def run() -> HandReplay:
            nonlocal played
            opened, played = self._open(index, left)
            return opened

        replay, notes = self._done(options, run)
        self.actions += played
        standing, totals = self._replay.carried
        findings = list(replay.findings)
        rest: Step | PlayedPart
        if played == len(actions):
            rest = PlayedPart(replay=replay, findings=[])
        else:
            rest = Step(lambda options: self._rested(part, options))
            state = replay.in_play(actions[:played])
            if state is not None:
                rest = self._rests.setdefault((index, state), rest)
        part = OpenedPart(
            Faults.of(findings),
            course=self,
            index=index,
            left=left,
            options=options,
            standing=standing,
            totals=(totals,) if reads_totals else (),
            played=played,
            replays=[replay],
            aside=replay.aside,
            findings=findings,
            rest=rest,
        )
        return part, notes

    def _open(self, index: int, left: tuple[Hashable, Hashable]) -> tuple[HandReplay, int]:
        """A hand after its opening, and the number of actions done."""
        hand = self._match.hands[index]
        self._replay.carry(left)
        opened = self._replay.open(index, hand)
        played = opened.opening(hand.actions)
        opened.run(hand.actions[:played])
        return opened, played

    def _rested(self, opened: OpenedPart, options: Options) -> tuple[Part, Notes]:
        """The rest of a hand.  The hand that was opened is played on; for other options it is opened again."""
        if opened.replays:
            replay = opened.replays.pop()
        else:
            (replay, _), _ = self._watch.during(opened.options, lambda: self._open(opened.index, opened.left))
            self.actions += opened.played
        left = self._match.hands[opened.index].actions[opened.played :]
        del replay.findings[:]
        _, notes = self._done(options, lambda: replay.run(left))
        self.actions += len(left)
        findings = list(replay.findings)
        return PlayedPart(Faults.of(findings), replay=replay, findings=findings), notes

    def settlement(self, opened: OpenedPart, rested: PlayedPart) -> Step:
        """The settlement of a hand that was opened and played to the end of its actions."""
        return Step(lambda options: self._settled(opened, rested, options))

    def _settled(self, opened: OpenedPart, rested: PlayedPart, options: Options) -> tuple[Part, Notes]:
        match_replay, replay = self._replay, rested.replay

        def settle() -> HandOutcome:
            match_replay.carry((opened.standing, opened.left[1]))
            replay.aside = opened.aside
            replay.findings[:] = [*opened.findings, *rested.findings]
            match_replay.totals.counted = None
            return match_replay.settle(replay, self._match.hands[opened.index])

        outcome, notes = self._done(options, settle)
        findings = list(replay.findings)
        part = EndedPart(
            Faults.of(findings),
            course=self,
            index=opened.index,
            standing=match_replay.carried[0],
            counted=match_replay.totals.counted,
            outcome=outcome,
            findings=findings,
        )
        return part, notes

    def tally(self, index: int, totals: Hashable, counted: Hashable) -> Step:
        """The addition of what a hand adds to the totals before it."""
        step = self._tallies.get((index, totals, counted))
        if step is None:
            step = Step(lambda options: self._tallied(index, totals, counted, options))
            self._tallies[index, totals, counted] = step
        return step

    def _tallied(self, index: int, before: Hashable, counted: Any, options: Options) -> tuple[Part, Notes]:
        totals = self._replay.totals
        totals.carry(before)
        totals.counted = counted
        _, notes = self._done(options, totals.tally)
        return TalliedPart(course=self, index=index, totals=totals.carried), notes

    def _concluded(self, left: Hashable, options: Options) -> tuple[Part, Notes]:
        match_replay = self._replay
        result = self._match.result if isinstance(self._match.result, MatchResult) else None

        def end() -> tuple[dict[str, int | None], list[str] | None, bool]:
            match_replay.carry(left)
            match_replay.findings.clear()
            return match_replay.conclude(result)

        (totals, winner, undecided), notes = self._done(options, end)
        findings = list(match_replay.findings)
        part = ConcludedPart(Faults.of(findings), totals=totals, winner=winner, undecided=undecided, findings=findings)
        return part, notes
