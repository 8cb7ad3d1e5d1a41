"""What a replay shows once the hand is over: what each two seats won, and what arrangements lost against the best."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.judging.arranging import rows_text
from app.judging.basis_words import basis_words
from app.web.parts.arranged_rows import ArrangedRow, arranged_rows
from app.web.parts.open_hand import OpenHand, PlayedHand
from app.web.parts.seats import teams
from engine.cards.packed import cards_text
from engine.games import GAMES
from engine.record.match import Match, given_value
from engine.replay.analysis import Loss
from engine.replay.game import Judge, MatchReplay
from engine.rulebook.options import RuleSet, value_text
from engine.verdict.recorded_sheet.entry import RecordedEntry, Standing
from engine.verdict.recorded_sheet.sheet import Sheet, sheet_of, tally
from engine.verdict.stored_report import StoredHand


@dataclass(frozen=True, slots=True)
class LossLine:
    """A setting: what it won, and what the best one would have won."""

    name: str
    rows: tuple[ArrangedRow, ...]
    won: int
    best: int
    lost: int
    best_rows: tuple[ArrangedRow, ...]
    question: Mapping[str, str]
    """The fields that ask the page for all arrangements of the hand; none where not every hand was set."""


@dataclass(frozen=True, slots=True)
class PairPoints:
    """What the first of two players won of the second."""

    one: str
    other: str
    points: int


@dataclass(frozen=True, slots=True)
class TeamLevel:
    """The level of a team before a hand and after it."""

    names: tuple[str, ...]
    before: str
    after: str


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

    outcome: StoredHand
    basis: str
    written: HandEntries | None
    losses: Sequence[LossLine]
    pairs: Sequence[PairPoints]
    levels: Sequence[TeamLevel]


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
    index = opened.number - 1
    outcome = opened.outcome
    basis = basis_words(opened.match, index, outcome)
    return Ending(
        outcome=outcome,
        basis=basis,
        written=written_of(sheet_of(opened.match, opened.report), opened.number) if basis else None,
        losses=_loss_lines(opened.judge, opened.rules, opened.match, index, opened.names),
        pairs=pair_points(opened, opened.before()),
        levels=_team_levels(opened, outcome),
    )


def _team_levels(opened: OpenHand, outcome: StoredHand) -> list[TeamLevel]:
    """The levels of the teams; none in games without levels, and where a level is not known."""
    before, after = opened.levels(), given_value(outcome.levels) or {}
    parties = teams(opened.match.game, opened.match.seats)
    return [
        TeamLevel(tuple(opened.names[seat] for seat in party), before[party[0]], level)
        for party in parties
        if (level := after.get(party[0])) and party[0] in before
    ]


def _loss_lines(judge: Judge, rules: RuleSet, match: Match, index: int, names: Mapping[str, str]) -> list[LossLine]:
    """The losses of a hand of a match; none where the game analyses no arrangements of the hand.

    ``rules`` are those of the judge.
    """
    analysis = GAMES[match.game].analysis
    losses = [] if analysis is None else analysis.losses(judge, match, index)
    return [
        LossLine(
            name=_name(loss, match, names),
            rows=arranged_rows(loss.rows, loss.words),
            won=loss.won,
            best=loss.best,
            lost=loss.lost,
            best_rows=arranged_rows(loss.best_rows, loss.best_words),
            question=_question(rules, loss),
        )
        for loss in losses
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


def pair_points(opened: PlayedHand, before: MatchReplay | None = None) -> Sequence[PairPoints]:
    """The points between each two seats, the winner first; none where seats do not settle with each other.

    ``before`` is the match as it stands before the hand; without it, the hands before are replayed.
    """
    settle = GAMES[opened.match.game].settlement
    ledger = None if settle is None else settle(opened.judge, opened.match, opened.number - 1, before)
    if ledger is None:
        return ()
    names = [opened.names.get(seat, seat) for seat in opened.match.seats]
    pair_scores = []
    for (one, other), points in sorted(ledger.points.items()):
        if one < other and points is not None:
            winner, loser = (one, other) if points >= 0 else (other, one)
            pair_scores.append(PairPoints(names[winner], names[loser], abs(points)))
    return pair_scores
