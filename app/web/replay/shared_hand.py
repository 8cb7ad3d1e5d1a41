"""Export interface of a hand, stored or from a file."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from app.web.replay.open_hand import levels_before
from app.web.replay.scene import called
from app.web.replay.steps import by_step, findings_at_end
from engine.record.match import Match, given
from engine.replay.frames import Frame
from engine.replay.game import Judge, MatchReplay
from engine.replay.views import View
from engine.rulebook.options import RuleSet
from engine.verdict.stored_report import StoredFinding, StoredReport


@dataclass(frozen=True, slots=True)
class SharedHand:
    """A hand (``number`` from 1) of a match with all that a file of it needs."""

    title: str
    """What the match is called."""
    match: Match
    rules: RuleSet
    judge: Judge
    report: StoredReport
    """The report of the match, in the language of the reader."""
    number: int
    view: View
    """Who looks at it."""
    below: str
    """The seat that is looked from."""
    frames: Sequence[Frame]
    """All frames of the hand, with everything in them."""
    four_colours: bool = False
    before: Callable[[], MatchReplay | None] = lambda: None
    """Gives the match as it stands before the hand; None if the hands before are to be replayed."""

    @property
    def steps(self) -> int:
        """How many actions the hand has."""
        return len(self.actions)

    @property
    def actions(self) -> Sequence[str]:
        """The actions, as the log has them."""
        return self.match.hands[self.number - 1].actions

    @property
    def names(self) -> dict[str, str]:
        """The players' names by seat, as pages show them."""
        return {player.seat: called(given(player.name) or player.seat) for player in self.match.players}

    def said(self) -> Mapping[int, Sequence[StoredFinding]]:
        """The findings by step; those about the whole hand, which may tell how it ends, stand at the end."""
        return findings_at_end(by_step(self.report.findings, self.number - 1), self.steps)

    def levels(self) -> dict[str, str]:
        """Each team's level before the hand, by seat."""
        return levels_before(self.match, self.report, self.number)
