"""What the arrangements of a hand lost, beside its replay."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.arranging import rows_text
from app.views.arrange import Row, laid
from engine.cards.packed import cards_text
from engine.games.chinese_poker.match_replay import ChinesePokerJudge
from engine.games.chinese_poker.rules import RULES
from engine.games.chinese_poker.solver.losses import Loss, hand_losses
from engine.record.match import Match
from engine.replay.game import Judge
from engine.rulebook.options import RuleSet, value_text


@dataclass(frozen=True, slots=True)
class LossLine:
    """A setting: what it won, and what the best one would have won."""

    name: str
    rows: tuple[Row, ...]
    won: int
    best: int
    lost: int
    best_rows: tuple[Row, ...]
    question: Mapping[str, str]
    """The fields that ask the page for all arrangements of the hand; none where not every hand was set."""


def loss_lines(judge: Judge, rules: RuleSet, match: Match, index: int, names: Mapping[str, str]) -> list[LossLine]:
    """The losses of a hand of a match; none where it is not Chinese poker dealt closed and played to its end.

    ``rules`` are those of the judge.
    """
    if not isinstance(judge, ChinesePokerJudge):
        return []
    found = hand_losses(judge, match, index)
    return [
        LossLine(
            name=_name(loss, match, names),
            rows=laid(loss.rows, _words(judge, loss.rows)),
            won=loss.won,
            best=loss.best,
            lost=loss.lost,
            best_rows=laid(loss.best_rows, _words(judge, loss.best_rows)),
            question=_question(rules, loss, found, len(match.seats) * judge.rules.hands_each),
        )
        for loss in found
    ]


def _name(loss: Loss, match: Match, names: Mapping[str, str]) -> str:
    """The player's name, with the number of the hand where a seat has two."""
    seat = match.seats[loss.seat]
    return names.get(seat, seat) + loss.board.removeprefix(seat)


def _words(judge: ChinesePokerJudge, rows: Sequence[Sequence[int]]) -> tuple[str, str, str]:
    front, middle, back = (judge.scoring.words(row, cards) for row, cards in enumerate(rows))
    return front, middle, back


def _question(rules: RuleSet, loss: Loss, found: Sequence[Loss], boards: int) -> dict[str, str]:
    others = [other.rows for other in found if other.seat != loss.seat]
    if len(found) < boards:
        return {}
    usual = RULES.resolve(rules.preset).options
    changed = [f"{name}={value_text(value)}" for name, value in rules.options.items() if value != usual[name]]
    return {
        "cards": cards_text(sorted((card for row in loss.rows for card in row), reverse=True)),
        "against": "\n".join(map(rows_text, others)),
        "rules": rules.preset,
        **({"options": "\n".join(changed)} if changed else {}),
    }
