"""A hand judged in memory, for export."""

from itertools import islice

from app.text.language import _, current
from app.text.language.reports import put_report
from app.web.replay.shared_hand import SharedHand
from app.web.replay.standalone_html import MOST_STEPS, refuse_long
from engine.record.match import Match, MatchInfo, given
from engine.replay.fold import frames
from engine.replay.game import Judge
from engine.replay.views import View
from engine.verdict.report import Report
from engine.verdict.stored_report import as_stored


def judged_hand(match: Match, judge: Judge, report: Report, number: int, view: View) -> SharedHand:
    """A hand (``number`` from 1) of a match with its report, as a view saw it.

    The report must have rules and hands.  Raises HandTooLong.
    """
    assert report.rules is not None
    info = given(match.match) or MatchInfo()
    refuse_long(len(match.hands[number - 1].actions))
    return SharedHand(
        title=given(info.id) or given(info.event) or _("Match"),
        match=match,
        rules=report.rules,
        judge=judge,
        report=put_report(as_stored(report), current()),
        number=number,
        view=view,
        below=view.seat or match.seats[0],
        frames=list(islice(frames(judge, match, number - 1), MOST_STEPS + 1)),
    )
