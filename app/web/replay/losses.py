"""Shows in a replay what the arrangements of a hand lost against the best."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.judging.arranging import rows_text
from app.web.rules.arrange import Row, laid
from engine.cards.packed import cards_text
from engine.games import GAMES
from engine.record.match import Match
from engine.replay.analysis import Loss
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
    """The losses of a hand of a match; none where the game analyses no arrangements of the hand.

    ``rules`` are those of the judge.
    """
    analysis = GAMES[match.game].analysis
    found = [] if analysis is None else analysis.losses(judge, match, index)
    return [
        LossLine(
            name=_name(loss, match, names),
            rows=laid(loss.rows, loss.words),
            won=loss.won,
            best=loss.best,
            lost=loss.lost,
            best_rows=laid(loss.best_rows, loss.best_words),
            question=_question(rules, loss),
        )
        for loss in found
    ]


def _name(loss: Loss, match: Match, names: Mapping[str, str]) -> str:
    """The player's name, with the number of the hand where a seat has two."""
    seat = match.seats[loss.seat]
    return names.get(seat, seat) + loss.board.removeprefix(seat)


def _question(rules: RuleSet, loss: Loss) -> dict[str, str]:
    if loss.against is None:
        return {}
    usual = GAMES[rules.game].rules.resolve(rules.preset).options
    changed = [f"{name}={value_text(value)}" for name, value in rules.options.items() if value != usual[name]]
    return {
        "cards": cards_text(sorted((card for row in loss.rows for card in row), reverse=True)),
        "against": "\n".join(map(rows_text, loss.against)),
        "rules": rules.preset,
        **({"options": "\n".join(changed)} if changed else {}),
    }
