"""The losses of the arrangements of a hand, as text."""

from collections.abc import Iterator, Mapping, Sequence

from app.text.decimals import signed
from app.text.language import _
from app.text.terminal import Style, padded, width
from engine.cards.packed import Card, card_text
from engine.games import GAMES
from engine.record.match import Match
from engine.replay.game import Judge

_LONGEST_NAME = 20


def loss_lines(judge: Judge, match: Match, index: int, names: Mapping[str, str], style: Style) -> Iterator[str]:
    """What each arrangement of a hand won, and the best one if it would have won more; nothing for an open hand."""
    analysis = GAMES[match.game].analysis
    found = [] if analysis is None else analysis.losses(judge, match, index)
    if not found:
        return
    yield ""
    yield style.paint(_("what the arrangements lost, in points"), "strong")
    labels = [
        style.safe(f"{loss.board} {names.get(match.seats[loss.seat], '')}".rstrip(), _LONGEST_NAME) for loss in found
    ]
    columns = max(map(width, labels))
    for label, loss in zip(labels, found, strict=True):
        worth = _("won {won}, the best would win {best}", won=_points(loss.won, style), best=_points(loss.best, style))
        lost = _("{worth}: lost {points}", worth=worth, points=f"{loss.lost:,}")
        yield f"  {padded(label, columns)}  {lost}"
        if loss.lost > 0:
            yield f"    {_rows(loss.best_rows, style)}"


def _points(number: int, style: Style) -> str:
    text = signed(f"{number:,}")
    return text if style.symbols else text.replace("−", "-")


def _rows(rows: Sequence[Sequence[Card]], style: Style) -> str:
    return " / ".join(" ".join(style.card(card_text(card)) for card in row) for row in rows)
