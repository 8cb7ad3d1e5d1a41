"""What a replay shows once the hand is over: how it ended, what was recorded of it, and pages that say more."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.judging.arranging import ANALYSIS
from app.judging.hand_ending import ArrangementLoss, HandEnding, SetRow, hand_ending
from app.web.parts.arranged_rows import ArrangedRow
from app.web.parts.faces import faces
from app.web.parts.open_hand import OpenHand
from engine.cards.packed import cards_text, parse_card
from engine.games import GAMES
from engine.rulebook.options import RuleSet, value_text
from engine.verdict.recorded_sheet.entry import RecordedEntry, Standing
from engine.verdict.recorded_sheet.sheet import Sheet, sheet_of, tally


@dataclass(frozen=True, slots=True)
class LossLine:
    """A setting as it is drawn: what it won, and what the best one would have won."""

    name: str
    loss: ArrangementLoss
    rows: tuple[ArrangedRow, ...]
    best_rows: tuple[ArrangedRow, ...]
    question: Mapping[str, str]
    """The fields that ask the page for all arrangements of the hand; none where not every hand was set."""


@dataclass(frozen=True, slots=True)
class HandEntries:
    """What was recorded of a hand, beside what the rules give."""

    entries: tuple[RecordedEntry, ...]
    words: str
    """How many of the entries compare in which way."""
    folded: bool
    """Whether all of them follow, or were taken as recorded, so that one line says enough."""


@dataclass(frozen=True, slots=True)
class Ending:
    """What the replay shows once the hand is over."""

    shown: HandEnding
    written: HandEntries | None
    losses: Sequence[LossLine]


def written_of(sheet: Sheet, number: int) -> HandEntries | None:
    """What was recorded of a hand, by its number from 1; None where nothing was."""
    entries = sheet.hands.get(number)
    if entries is None:
        return None
    folded = all(entry.standing in (Standing.FOLLOWS, Standing.TAKEN) for entry in entries)
    return HandEntries(entries, tally(entries), folded)


def ending_of(opened: OpenHand) -> Ending | None:
    """What the end of the hand shows. None where a view hides hands, because the end may show them."""
    if not opened.view.whole:
        return None
    match, report, names = opened.match, opened.report, opened.names
    shown = hand_ending(match, report.hands, opened.judge, opened.number - 1, names, opened.before())
    return Ending(
        shown=shown,
        written=written_of(sheet_of(match, report), opened.number) if shown.basis else None,
        losses=[
            LossLine(loss.called(names), loss, _drawn(loss.rows), _drawn(loss.best_rows), _question(opened.rules, loss))
            for loss in shown.losses
        ],
    )


def _drawn(rows: Sequence[SetRow]) -> tuple[ArrangedRow, ...]:
    return tuple(
        ArrangedRow(name, faces(row.cards) or (), row.words) for name, row in zip(ANALYSIS.rows, rows, strict=True)
    )


def _question(rules: RuleSet, loss: ArrangementLoss) -> dict[str, str]:
    if loss.against is None:
        return {}
    usual = GAMES[rules.game].rules.resolve(rules.preset).options
    changed = [f"{name}={value_text(value)}" for name, value in rules.options.items() if value != usual[name]]
    cards = (parse_card(text) for row in loss.rows for text in row.cards)
    return {
        "cards": cards_text(sorted((card for card in cards if card is not None), reverse=True)),
        "against": "\n".join(map(" / ".join, loss.against)),
        "rules": rules.preset,
        **({"options": "\n".join(changed)} if changed else {}),
    }
