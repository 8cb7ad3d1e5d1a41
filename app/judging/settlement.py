"""The settlement of a hand between every two seats, as pages, the terminal and programs show it."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import UNSET, Struct, UnsetType

from app.text.blocks import Block, Gap, Line
from app.text.decimals import score_shown
from app.text.language import _, said
from app.text.readable import card_sign, readable
from app.text.seats import player_names
from engine.cards.packed import Card, card_text
from engine.games import GAMES
from engine.record.match import Match
from engine.replay.game import Judge, MatchReplay
from engine.replay.settlement import Account, Ledger
from engine.rulebook.sentences import enumerated


class SettledRow(Struct, frozen=True):
    """A row of a board."""

    cards: tuple[str, ...]
    """As logs write them."""
    text: str
    """The row in words."""
    wins: bool
    """Whether it wins against the row beside it, or is the best of the table."""


class RowsCompared(Struct, frozen=True):
    """A row of two boards."""

    name: str
    """Front, middle or back, in words."""
    sides: tuple[SettledRow, SettledRow]
    units: int | None
    """What the first wins by it; null where the two were not compared row by row."""


class SettledReason(Struct, frozen=True):
    """A reason other than a row: a scoop, a royalty, a natural."""

    rule: str
    text: str
    units: int
    """What the first board wins by it."""


class SettledPair(Struct, frozen=True):
    """The settlement between two boards."""

    boards: tuple[str, str]
    """The seats, each with the number of the board where a seat has two."""
    players: tuple[str, str]
    """What the boards are called by their players."""
    rows: tuple[RowsCompared, ...]
    reasons: tuple[SettledReason, ...]
    stake: int
    """The points a unit."""
    units: int | None
    """What the first wins from the other; null where it is unknown."""
    points: int | None


class BoardOfSeat(Struct, frozen=True):
    """The rows of a seat, from the front to the back."""

    seat: str
    rows: tuple[SettledRow, ...]


class BestRow(Struct, frozen=True):
    """A row for whose best cards the table pays."""

    rule: str
    text: str
    points: dict[str, int]


class SeatTotal(Struct, frozen=True):
    """What a seat wins from each other, and in all."""

    seat: str
    won: dict[str, int | None]
    """By seat; null where it is unknown."""
    total: int | None


class HandSettlement(Struct, frozen=True):
    """The settlement of a hand."""

    pairs: tuple[SettledPair, ...]
    """Every two boards; none where the best row of the table scores."""
    boards: tuple[BoardOfSeat, ...]
    """The boards where the best row of the table scores, otherwise none."""
    best: tuple[BestRow, ...]
    totals: tuple[SeatTotal, ...]
    row_rule: str | None
    """The rule by which rows are compared."""
    stake_rule: str | None
    recorded: bool
    """Whether the units are the recorded ones, because the log does not show the hand to its end."""
    unsure: tuple[str, ...]
    """The seats with a claim that the known cards neither confirm nor refute; they are settled as claimed."""

    def blocks(self, names: Mapping[str, str]) -> Iterator[Block]:
        """Pair by pair the rows and the other reasons, or row by row who has the best.  ``names`` is by seat."""
        yield Gap()
        yield Line(_("Settlement"), tone="strong")
        for pair in self.pairs:
            first, other = pair.players
            head = _("{first} and {last}", first=first, last=other)
            yield Line(_("{label}: {text}", label=head, text=_shown(pair.units)), indent=1)
            for row in pair.rows:
                sides = " – ".join(f"{_cards(side.cards)} ({side.text})" for side in row.sides)
                text = sides if row.units is None else _("{label}: {text}", label=sides, text=score_shown(row.units))
                yield Line(_("{label}: {text}", label=row.name, text=text), indent=2)
            for reason in pair.reasons:
                yield Line(_("{label}: {text}", label=reason.text, text=score_shown(reason.units)), indent=2)
        for line in self.best:
            won = said(enumerated([f"{names.get(seat, seat)} {score_shown(won)}" for seat, won in line.points.items()]))
            yield Line(_("{label}: {text}", label=line.text, text=won or "0"), indent=1)


def settlement_of(
    judge: Judge, match: Match, index: int, before: Callable[[int], MatchReplay]
) -> HandSettlement | UnsetType:
    """The settlement of a hand of a match (``index`` from 0); UNSET where it is not known who won what of whom.

    ``before`` gives the match as it stands before a hand.
    """
    settle = GAMES[match.game].settlement
    ledger = None if settle is None else settle(judge, match, index, before(index))
    return UNSET if ledger is None else _settlement(ledger, match)


def _settlement(ledger: Ledger, match: Match) -> HandSettlement:
    names, seats = player_names(match.players), match.seats
    taken = [next(iter(line.points), None) for line in ledger.lines]
    return HandSettlement(
        pairs=tuple(_pair(account, seats, names) for account in ledger.accounts),
        boards=()
        if ledger.accounts
        else tuple(
            BoardOfSeat(
                seats[board.seat],
                tuple(
                    _row(cards, words, seats[board.seat] == winner)
                    for (cards, words), winner in zip(board.rows, taken, strict=False)
                ),
            )
            for board in ledger.boards
        ),
        best=tuple(BestRow(line.rule, said(readable(line.text, names)), dict(line.points)) for line in ledger.lines),
        totals=tuple(
            SeatTotal(
                seat,
                {
                    other: ledger.points.get((number, against))
                    for against, other in enumerate(seats)
                    if other != seat and ledger.accounts
                },
                ledger.scores[number],
            )
            for number, seat in enumerate(seats)
        ),
        row_rule=ledger.row_rule or None,
        stake_rule=ledger.stake_rule or None,
        recorded=ledger.recorded,
        unsure=ledger.unsure,
    )


def _pair(account: Account, seats: Sequence[str], names: Mapping[str, str]) -> SettledPair:
    one, other = (
        names.get(seats[seat], seats[seat]) + board.removeprefix(seats[seat])
        for seat, board in zip(account.seats, account.boards, strict=True)
    )
    return SettledPair(
        account.boards,
        (one, other),
        tuple(
            RowsCompared(
                said(row.name),
                (
                    _row(row.cards[0], row.words[0], (row.units or 0) > 0),
                    _row(row.cards[1], row.words[1], (row.units or 0) < 0),
                ),
                row.units,
            )
            for row in account.rows
        ),
        tuple(
            SettledReason(reason.rule, said(readable(reason.text, names)), reason.units) for reason in account.reasons
        ),
        account.stake,
        account.units,
        account.points,
    )


def _row(cards: Sequence[Card], words: str, wins: bool) -> SettledRow:
    return SettledRow(tuple(map(card_text, cards)), said(words), wins)


def _cards(cards: Sequence[str]) -> str:
    return " ".join(map(card_sign, cards))


def _shown(units: int | None) -> str:
    return _("unknown") if units is None else score_shown(units)
