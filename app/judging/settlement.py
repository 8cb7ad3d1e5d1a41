"""The settlement of a hand between every two seats, as pages, the terminal and programs show it."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import UNSET, Struct, UnsetType

from app.text.blocks import Block, Gap, Line
from app.text.decimals import score_shown
from app.text.language import _, said
from app.text.readable import readable
from app.text.seats import board_called, player_names
from engine.cards.packed import Card, card_text
from engine.games import GAMES
from engine.record.match import Match
from engine.replay.game import Judge, MatchReplay
from engine.replay.settlement import Account, Ledger
from engine.rulebook.sentences import enumerated, listed


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
        """The rows of each pair, the other reasons with their rules, and the total; then the sums.

        ``names`` is what the players are called, by seat.
        """
        for pair in self.pairs:
            yield Gap()
            yield from _pair_blocks(pair)
        if self.best:
            yield Gap()
            yield Line(_("the best rows of the table"), tone="strong")
        for line in self.best:
            won = said(enumerated([f"{names.get(seat, seat)} {score_shown(won)}" for seat, won in line.points.items()]))
            yield Line(_("{label}: {text}", label=line.text, text=won or "0"), indent=1, source=line.rule)
        yield Gap()
        totals = (f"{names.get(won.seat, won.seat)} {score_shown(won.total)}" for won in self.totals)
        yield Line("  ".join(totals), label=_("points"))
        if self.unsure:
            seats = said(listed([board_called(board, names) for board in self.unsure]))
            yield Line(_("the log does not give the cards for what {seats} claimed", seats=seats))
        rules = [rule for rule in (self.row_rule, self.stake_rule) if rule]
        if self.pairs:
            yield Line(_("by the rules {rules}", rules=said(listed(rules))), tone="faint")


def _pair_blocks(pair: SettledPair) -> Iterator[Block]:
    one, other = pair.players
    yield Line(_("{one} against {other}", one=one, other=other), tone="strong")
    body = [(_("{label}: {text}", label=row.name, text=_compared(row)), row.units, "") for row in pair.rows]
    body += [(reason.text, reason.units, reason.rule) for reason in pair.reasons]
    units = score_shown(pair.units)
    wide = max(len(units), *(len(score_shown(won)) for _text, won, _rule in body if won is not None))
    for text, won, rule in body:
        number = "" if won is None else score_shown(won)
        yield Line(f"{number:>{wide}}  {text}", indent=1, source=rule)
    line = _("units to {seat}", seat=one)
    if pair.stake != 1 and pair.points is not None:
        points = score_shown(pair.points)
        line = _("{units}, times {stake}: {points} points", units=line, stake=f"{pair.stake:,}", points=points)
    yield Line(f"{units:>{wide}}  {line}", indent=1, tone="strong")


def _compared(row: RowsCompared) -> str:
    one, other = (side.text for side in row.sides)
    if row.units is None:
        return f"{one} / {other}"
    if row.units > 0:
        return _("{one} beats {other}", one=one, other=other)
    if row.units < 0:
        return _("{one} loses to {other}", one=one, other=other)
    return _("{one} equals {other}", one=one, other=other)


def settlement_of(
    judge: Judge, match: Match, index: int, before: Callable[[int], MatchReplay | None]
) -> HandSettlement | UnsetType:
    """The settlement of a hand of a match (``index`` from 0); UNSET where it is not known who won what of whom.

    ``before`` gives the match as it stands before a hand; where it gives None, the hands before are replayed.
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
