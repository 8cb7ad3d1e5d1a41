"""How a hand ended, as pages, the terminal and programs show it: who scored what, and what arrangements lost."""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import Final

from msgspec import Struct

from app.judging.basis_words import basis_words
from app.judging.levels import levels_before
from app.text.blocks import Block, Gap, Line
from app.text.decimals import score_shown
from app.text.frame_terms import rank_shown, word
from app.text.language import _, said
from app.text.readable import card_sign, players_of, readable_hand
from app.text.seats import short_name, teams
from app.text.terminal import padded, width
from engine.cards.packed import card_text, cards_text
from engine.games import GAMES
from engine.record.match import Match, given_value
from engine.recorded.basis import Basis
from engine.replay.analysis import Loss, Rows
from engine.replay.game import Judge, MatchReplay
from engine.replay.settlement import Ledger
from engine.rulebook.sentences import enumerated
from engine.verdict.recorded_sheet.words import places_text
from engine.verdict.stored_report import StoredHand

_NAME: Final = 20
"""The most characters of the name of one side of an account."""


class TeamLevel(Struct, frozen=True):
    """The level of a team before a hand and after it."""

    seats: tuple[str, ...]
    before: str
    after: str


class PairPoints(Struct, frozen=True):
    """What a seat won of another."""

    winner: str
    loser: str
    points: int
    """0 where neither won."""


class SetRow(Struct, frozen=True):
    """A row of a setting."""

    cards: tuple[str, ...]
    words: str


class ArrangementLoss(Struct, frozen=True):
    """What a setting won, and what the best one would have won, in points."""

    seat: str
    board: str
    """The seat, with the number of the hand where a seat has two."""
    rows: tuple[SetRow, ...]
    won: int
    best: int
    best_rows: tuple[SetRow, ...]
    against: tuple[tuple[str, ...], ...] | None
    """The rows of the other seats; null if not every board of the table can be compared."""

    @property
    def lost(self) -> int:
        """How much more the best setting would have won."""
        return self.best - self.won

    def called(self, names: Mapping[str, str]) -> str:
        """The player's name, with the number of the hand where a seat has two."""
        return names[self.seat] + self.board.removeprefix(self.seat)


class HandEnding(Struct, frozen=True):
    """How a hand ended."""

    outcome: StoredHand
    """What the report says of the hand, with the reasons of its scores as people read them."""
    basis: str
    """What its scores rest on, in words; empty where that is the play."""
    levels: tuple[TeamLevel, ...]
    """Empty in games without levels."""
    pairs: tuple[PairPoints, ...]
    """Empty where seats do not settle with each other."""
    losses: tuple[ArrangementLoss, ...]
    """Empty where the game analyses no settings of the hand."""

    def blocks(self, names: Mapping[str, str]) -> Iterator[Block]:
        """The order of finish and the roles where the hand was not played to its end, then scores with their reasons.

        ``names`` is what the players are called, by seat.
        """
        outcome = self.outcome
        yield from self.basis_blocks()
        if outcome.basis is not Basis.PLAY:
            if finish := given_value(outcome.finish):
                yield Line(_("order of finish: {places}", places=players_of(places_text(finish), names)))
            if roles := given_value(outcome.roles):
                shown = [f"{word(role)} {names.get(seat, seat)}" for role, seat in roles.items()]
                yield Line(reduce(lambda first, rest: _("{first}; {rest}", first=first, rest=rest), shown))
        if outcome.scores is None:
            return
        if outcome.basis is Basis.PLAY:
            yield Gap()
        yield Line("  ".join(_by_seat(outcome.scores, names)), label=_("scores"))
        for line in outcome.breakdown:
            yield _reason(line.text, line.points, line.rule, names)
        if levels := given_value(outcome.levels):
            by_seat = (f"{names.get(seat, seat)} {rank_shown(level or '?')}" for seat, level in levels.items())
            yield Line("  ".join(by_seat), label=_("levels"))

    def basis_blocks(self) -> Iterator[Block]:
        """What the hand is scored from, if it was not played to its end."""
        if self.basis:
            yield Gap()
            yield Line(self.basis, tone="strong")

    def loss_blocks(self, names: Mapping[str, str]) -> Iterator[Block]:
        """What each setting won, and the best one if it would have won more."""
        if not self.losses:
            return
        yield Gap()
        yield Line(_("what the arrangements lost, in points"), tone="strong")
        labels = [short_name(f"{loss.board} {names[loss.seat]}", _NAME) for loss in self.losses]
        columns = max(map(width, labels))
        for label, loss in zip(labels, self.losses, strict=True):
            won, best = score_shown(loss.won), score_shown(loss.best)
            worth = _("won {won}, the best would win {best}", won=won, best=best)
            lost = _("{worth}: lost {points}", worth=worth, points=f"{loss.lost:,}")
            yield Line(f"{padded(label, columns)}  {lost}", indent=1)
            if loss.lost > 0:
                yield Line(" / ".join(" ".join(map(card_sign, row.cards)) for row in loss.best_rows), indent=2)


def hand_ending(
    match: Match,
    hands: Sequence[StoredHand],
    judge: Judge,
    index: int,
    names: Mapping[str, str],
    before: MatchReplay | None = None,
) -> HandEnding:
    """How a hand (``index`` from 0) ended.

    ``hands`` are those of the report, ``names`` is what the players are called, by seat.  ``before`` is the match as it
    stands before the hand; without it, the hands before are replayed.
    """
    outcome = hands[index]
    levels, after = levels_before(match, hands, index), given_value(outcome.levels) or {}
    return HandEnding(
        outcome=readable_hand(outcome, names),
        basis=basis_words(match, index, outcome),
        levels=tuple(
            TeamLevel(party, levels[party[0]], level)
            for party in teams(match.game, match.seats)
            if (level := after.get(party[0])) and party[0] in levels
        ),
        pairs=tuple(_pairs(match, _ledger(match, judge, index, before))),
        losses=tuple(_losses(match, judge, index)),
    )


def _ledger(match: Match, judge: Judge, index: int, before: MatchReplay | None) -> Ledger | None:
    settle = GAMES[match.game].settlement
    return None if settle is None else settle(judge, match, index, before)


def _reason(text: str, points: Mapping[str, int], rule: str, names: Mapping[str, str]) -> Line:
    shown = said(enumerated(list(_by_seat(points, names)))) if points else ""
    return Line(_("{label}: {text}", label=text, text=shown) if shown else text, indent=1, source=rule)


def _by_seat(points: Mapping[str, int | None], names: Mapping[str, str]) -> Iterator[str]:
    for seat, score in points.items():
        yield f"{names.get(seat, seat)} {score_shown(score)}"


def _pairs(match: Match, ledger: Ledger | None) -> Iterator[PairPoints]:
    for (one, other), points in sorted(({} if ledger is None else ledger.points).items()):
        if one < other and points is not None:
            winner, loser = (one, other) if points >= 0 else (other, one)
            yield PairPoints(match.seats[winner], match.seats[loser], abs(points))


def _losses(match: Match, judge: Judge, index: int) -> Iterator[ArrangementLoss]:
    analysis = GAMES[match.game].analysis
    for loss in [] if analysis is None else analysis.losses(judge, match, index):
        yield ArrangementLoss(
            seat=match.seats[loss.seat],
            board=loss.board,
            rows=_rows(loss.rows, loss.words),
            won=loss.won,
            best=loss.best,
            best_rows=_rows(loss.best_rows, loss.best_words),
            against=_against(loss),
        )


def _rows(rows: Rows, words: Sequence[str]) -> tuple[SetRow, ...]:
    return tuple(SetRow(tuple(map(card_text, row)), said(text)) for row, text in zip(rows, words, strict=True))


def _against(loss: Loss) -> tuple[tuple[str, ...], ...] | None:
    return None if loss.against is None else tuple(tuple(map(cards_text, rows)) for rows in loss.against)
