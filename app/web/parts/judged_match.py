"""A match with its report as an address asks for it, and its hands beside what the table recorded."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from app.matches.installation import this_installation
from app.matches.store import StoredMatch
from app.text.language import _, marked
from app.text.readable import readable_finding
from app.text.seats import player_names
from app.web.http.errors import Refusal
from app.web.parts.open_match import RulesTrial, open_match
from engine.games import GAMES
from engine.record.match import Match
from engine.replay.fold import frames
from engine.replay.frames import Frame
from engine.rulebook.options import RuleSet
from engine.verdict.recorded_sheet.claims import claims_of
from engine.verdict.recorded_sheet.deciding import at_step, deciding_steps
from engine.verdict.recorded_sheet.entry import RecordedEntry
from engine.verdict.recorded_sheet.lines import ComparedLine, lines_of_hand
from engine.verdict.recorded_sheet.sheet import Sheet
from engine.verdict.stored_report import StoredFinding

STEPS: Final = 1_000
"""Of a hand with more steps, the steps that decide its values are not looked for."""
_PLACES: Final = ("page", "only")


@dataclass(frozen=True, slots=True)
class MatchReport:
    """A match with its report, under its own rules or those of the address."""

    stored: StoredMatch
    match: Match
    rules: RuleSet
    trial: RulesTrial | None

    @property
    def names(self) -> dict[str, str]:
        """The players' names by seat."""
        return player_names(self.match.players)

    @property
    def address(self) -> Mapping[str, str]:
        """The arguments of an address that name the rules; none for those of the match."""
        return {} if self.trial is None else self.trial.chosen.address

    def said(self, index: int) -> list[StoredFinding]:
        """The findings of a hand (``index`` from 0)."""
        names, game = self.names, self.match.game
        findings = self.stored.report.findings
        return [readable_finding(finding, game, names) for finding in findings if finding.hand == index]


def judged_match(identity: int) -> MatchReport:
    """A match under the rules of the address.  Raises Refusal."""
    opened = open_match(
        identity, _PLACES, what=marked("The match cannot be judged"), otherwise=marked("there is nothing to compare")
    )
    return MatchReport(opened.stored, opened.match, opened.rules, opened.trial)


def refuse_hand(judged: MatchReport, number: int) -> None:
    """Raises Refusal if a match has no hand of a number."""
    if not 1 <= number <= len(judged.match.hands):
        last = len(judged.match.hands)
        if not last:
            raise Refusal(404, _("This match has no hands; there is no hand {number}.", number=number))
        raise Refusal(
            404, _("This match has the hands 1 to {last}; there is no hand {number}.", last=last, number=number)
        )


def hand_in_full(judged: MatchReport, sheet: Sheet, number: int) -> tuple[list[ComparedLine], list[RecordedEntry]]:
    """The lines of a hand with the steps that decide them, and what its actions state."""
    index = number - 1
    hand = judged.match.hands[index]
    lines = lines_of_hand(sheet, judged.match, judged.stored.report, number)
    hand_frames = _frames(judged, index) if 0 < len(hand.actions) <= STEPS else []
    if hand_frames:
        steps = deciding_steps(hand_frames)
        verbs = {field.name: field.verbs for field in GAMES[judged.match.game].recorded if field.verbs}
        lines = [
            ComparedLine(
                line.hand, line.field, line.when, tuple(at_step(entry, steps, verbs) for entry in line.entries)
            )
            for line in lines
        ]
    return lines, claims_of(number, hand.actions, judged.said(index), hand_frames)


def _frames(judged: MatchReport, index: int) -> Sequence[Frame]:
    fupan = this_installation()
    judge = fupan.checker.judge(judged.rules)
    before = fupan.decoded.before(judged.stored, judge, judged.rules, index)
    return list(islice(frames(judge, judged.match, index, before=before), STEPS + 1))
