"""What a replay shows once the hand is over."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.judging.basis_words import basis_words
from app.web.matches.recorded_summary import Part, written_of
from app.web.replay.losses import LossLine, loss_lines
from app.web.replay.open_hand import OpenHand
from app.web.replay.pair_points import PairPoints, pair_points
from engine.games import GAMES
from engine.recorded.basis import Basis
from engine.verdict.stored_report import StoredHand
from engine.verdict.written.sheet import sheet_of


@dataclass(frozen=True, slots=True)
class Ending:
    """What the replay shows once the hand is over."""

    outcome: StoredHand
    basis: str
    settlement: bool
    """Whether the hand has a page on who won what of whom."""
    written: Part | None
    losses: Sequence[LossLine]
    pairs: Sequence[PairPoints]


def ending_of(opened: OpenHand) -> Ending | None:
    """What the end of the hand shows. None where a view hides hands, because the end may show them."""
    if not opened.view.whole:
        return None
    index = opened.number - 1
    outcome = opened.stored.report.hands[index]
    basis = basis_words(opened.match, index, outcome)
    settled = opened.trial is None and GAMES[opened.match.game].settlement is not None
    return Ending(
        outcome=outcome,
        basis=basis,
        settlement=settled and outcome.basis in (Basis.PLAY, Basis.RESULT),
        written=written_of(sheet_of(opened.match, opened.stored.report), opened.number) if basis else None,
        losses=loss_lines(opened.judge, opened.rules, opened.match, index, opened.names),
        pairs=pair_points(opened, opened.before()),
    )
