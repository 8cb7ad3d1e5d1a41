"""The settlement of a hand of Chinese poker: pair by pair, row by row."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from flask import render_template

from app.judging.basis_words import basis_words
from app.matches.installation import this_installation
from app.text.glossary import game_title
from app.text.language import _, _n
from app.text.seats import player_names
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of, Pages
from app.web.parts.faces import Face, faces
from app.web.parts.open_match import stored_match, without_log
from engine.cards.packed import card_text
from engine.games import GAMES
from engine.record.match import Match
from engine.replay.settlement import Account, Ledger, Reason
from engine.rulebook.options import RulesUnknown

BLUEPRINT: Final = Pages("settlement", __name__, url_prefix="/matches/<int:identity>/hands/<int:number>")


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A row of one of two boards."""

    cards: tuple[Face, ...]
    words: str
    won: bool


@dataclass(frozen=True, slots=True)
class RowLine:
    """A row of two boards; ``units`` is None where it was not compared."""

    name: str
    sides: tuple[BoardRow, BoardRow]
    units: int | None


@dataclass(frozen=True, slots=True)
class Between:
    """The table of two boards."""

    names: tuple[str, str]
    boards: tuple[str, str]
    stake: int
    rows: tuple[RowLine, ...]
    reasons: tuple[Reason, ...]
    units: int | None
    points: int | None


@dataclass(frozen=True, slots=True)
class SeatRows:
    """The rows of a seat, from the front to the back."""

    seat: str
    name: str
    rows: tuple[BoardRow, ...]


@dataclass(frozen=True, slots=True)
class Sum:
    """What a seat wins of each other (None: itself, or unknown), and of all."""

    seat: str
    name: str
    won: tuple[tuple[str, int | None], ...]
    total: int | None


@BLUEPRINT.get("/settlement", may=May.READ, of=Of.MATCH)
def settlement(identity: int, number: int) -> str:
    """Who won what of whom in a hand (``number`` from 1), each number with its rule."""
    fupan = this_installation()
    stored = stored_match(identity)
    match = fupan.replayable(stored)
    if match is None:
        raise without_log(
            stored, _("This match could not be read, or its log is not kept: there is nothing to settle.")
        )
    settle = GAMES[match.game].settlement
    if settle is None:
        raise Refusal(404, _("Hands of {game} are not settled between every two seats.", game=game_title(match.game)))
    if not 1 <= number <= len(match.hands):
        count = len(match.hands)
        raise Refusal(
            404,
            _n(
                "This match has {count} hand; there is no hand {number}.",
                "This match has {count} hands; there is no hand {number}.",
                count,
                number=number,
            ),
        )
    try:
        rules = fupan.rules(stored, match)
    except RulesUnknown:
        raise Refusal(404, _("This match has rules that do not exist: nothing can be settled.")) from None
    judge = fupan.checker.judge(rules)
    names = player_names(match.players)
    ledger = settle(judge, match, number - 1, fupan.decoded.before(stored, judge, rules, number - 1))
    return render_template(
        "matches/settlement.html",
        match=stored.row,
        number=number,
        hands=len(match.hands),
        names=names,
        rules=stored.report.rules,
        ledger=ledger,
        basis=basis_words(match, number - 1, stored.report.hands[number - 1]),
        pairs=[] if ledger is None else [_between(account, match, names) for account in ledger.accounts],
        best=[] if ledger is None or ledger.accounts else _best(ledger, match, names),
        sums=[] if ledger is None else _sums(ledger, match, names),
    )


def _between(account: Account, match: Match, names: Mapping[str, str]) -> Between:
    return Between(
        names=_pair_names(account, match, names),
        boards=account.boards,
        stake=account.stake,
        rows=tuple(
            RowLine(
                name=row.name,
                sides=(
                    BoardRow(_drawn(row.cards[0]), row.words[0], (row.units or 0) > 0),
                    BoardRow(_drawn(row.cards[1]), row.words[1], (row.units or 0) < 0),
                ),
                units=row.units,
            )
            for row in account.rows
        ),
        reasons=account.reasons,
        units=account.units,
        points=account.points,
    )


def _best(ledger: Ledger, match: Match, names: Mapping[str, str]) -> list[SeatRows]:
    """The boards of a hand that is played for the best rows; those that get a point are marked."""
    taken = [next(iter(line.points), None) for line in ledger.lines[: len(ledger.boards[0].rows)]]
    return [
        SeatRows(
            seat=match.seats[board.seat],
            name=names.get(match.seats[board.seat], match.seats[board.seat]),
            rows=tuple(
                BoardRow(_drawn(cards), words, match.seats[board.seat] == winner)
                for (cards, words), winner in zip(board.rows, taken, strict=True)
            ),
        )
        for board in ledger.boards
    ]


def _pair_names(account: Account, match: Match, names: Mapping[str, str]) -> tuple[str, str]:
    """The players' names, with the number of the hand where a seat has two."""
    one, other = (
        names.get(match.seats[seat], match.seats[seat]) + board.removeprefix(match.seats[seat])
        for seat, board in zip(account.seats, account.boards, strict=True)
    )
    return one, other


def _drawn(cards: tuple[int, ...]) -> tuple[Face, ...]:
    return faces(map(card_text, cards)) or ()


def _sums(ledger: Ledger, match: Match, names: Mapping[str, str]) -> list[Sum]:
    return [
        Sum(
            seat=seat,
            name=names.get(seat, seat),
            won=tuple((other, ledger.points.get((number, against))) for against, other in enumerate(match.seats)),
            total=ledger.scores[number],
        )
        for number, seat in enumerate(match.seats)
    ]
