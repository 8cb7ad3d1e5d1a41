"""A match with its report as an address asks for it, its hands beside what the table recorded, and their scores."""

from collections.abc import Sequence
from itertools import islice
from typing import Final

from app.judging.score_proof import HandScore, hand_score_of
from app.judging.settlement import settlement_of
from app.matches.installation import this_installation
from app.text.language import marked
from app.web.parts.open_hand import OpenHand
from app.web.parts.open_match import OpenMatch, chosen_by, open_match
from engine.games import GAMES
from engine.replay.fold import frames
from engine.replay.frames import Frame
from engine.verdict.recorded_sheet.claims import claims_of
from engine.verdict.recorded_sheet.deciding import at_step, deciding_steps
from engine.verdict.recorded_sheet.entry import RecordedEntry
from engine.verdict.recorded_sheet.lines import ComparedLine, lines_of_hand
from engine.verdict.recorded_sheet.sheet import Sheet

STEPS: Final = 1_000
"""Of a hand with more steps, the steps that decide its values are not looked for."""
_PLACES: Final = ("page", "only")


def judged_match(identity: int) -> OpenMatch:
    """A match under the rules of the address.  Raises Refusal."""
    return open_match(
        identity, _PLACES, what=marked("The match cannot be judged"), otherwise=marked("there is nothing to compare")
    )


def score_of(opened: OpenHand) -> HandScore:
    """The proof of the score of a hand, with its settlement where every two seats settle with each other."""
    chosen = chosen_by(opened.stored.chosen is not None, opened.match, opened.trial)
    settled = settlement_of(opened.judge, opened.match, opened.number - 1, lambda _index: opened.before())
    return hand_score_of(opened.proof(), opened.rules, chosen, opened.names, settled)


def hand_in_full(judged: OpenMatch, sheet: Sheet, number: int) -> tuple[list[ComparedLine], list[RecordedEntry]]:
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


def _frames(judged: OpenMatch, index: int) -> Sequence[Frame]:
    fupan = this_installation()
    judge = fupan.checker.judge(judged.rules)
    before = fupan.decoded.before(judged.stored, judge, judged.rules, index)
    return list(islice(frames(judge, judged.match, index, before=before), STEPS + 1))
