"""The outcome of a hand, as text: the order of finish, what it is scored from and why, and who won what of whom."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import UNSET

from app.cli.words import in_one_phrase, labelled, with_commas, with_semicolons, word_said
from app.judging.basis_words import basis_words
from app.text.frame_terms import rank_shown
from app.text.language import _
from app.text.readable import players_of, readable
from app.text.seats import board_called
from app.text.terminal import Style
from engine.games import GAMES
from engine.record.match import Match
from engine.recorded.basis import Basis
from engine.replay.game import Judge
from engine.replay.outcome import HandOutcome
from engine.replay.settlement import Account, Ledger, RowAccount
from engine.verdict.recorded_sheet.words import places_text

_LONGEST_NAME = 20


def basis_lines(match: Match, index: int, outcome: HandOutcome, style: Style) -> Iterator[str]:
    """One line that says what a hand is scored from; nothing for a hand that was played to its end."""
    words = basis_words(match, index, outcome)
    if words:
        yield ""
        yield style.paint(words, "strong")


def outcome_lines(
    match: Match, index: int, outcome: HandOutcome, names: Mapping[str, str], style: Style
) -> Iterator[str]:
    """The order of finish and roles of a hand that was not played to its end, then scores with their reasons.

    ``names`` has the players by seat.
    """
    yield from basis_lines(match, index, outcome, style)
    if outcome.basis is not Basis.PLAY:
        if outcome.finish is not UNSET and outcome.finish:
            yield _("order of finish: {places}", places=style.safe(players_of(places_text(outcome.finish), names)))
        if isinstance(outcome.roles, dict) and outcome.roles:
            yield with_semicolons(
                f"{word_said(role)} {style.safe(names.get(seat, seat))}" for role, seat in outcome.roles.items()
            )
    if outcome.scores is None:
        return
    if outcome.basis is Basis.PLAY:
        yield ""
    yield f"{style.paint(_('scores'), 'strong')}  {'  '.join(_by_seat(outcome.scores, names, style))}"
    for line in outcome.breakdown:
        points = with_commas(_by_seat(line.points, names, style))
        text = style.safe(readable(line.text, names))
        words = labelled(text, points) if points else text
        yield f"  {words}{style.paint(f'  {line.rule}', 'faint')}"
    if outcome.levels is not UNSET and outcome.levels:
        levels = "  ".join(
            f"{style.safe(names.get(seat, seat))} {rank_shown(level or '?')}" for seat, level in outcome.levels.items()
        )
        yield f"{style.paint(_('levels'), 'strong')}  {levels}"


def _by_seat(points: Mapping[str, int | None], names: Mapping[str, str], style: Style) -> Iterator[str]:
    for seat, score in points.items():
        yield f"{style.safe(names.get(seat, seat))} {style.score(score)}"


def settlement_lines(judge: Judge, match: Match, index: int, names: Mapping[str, str], style: Style) -> Iterator[str]:
    """The rows of each pair, the other reasons with their rules, and the total; then the sums.

    Yields nothing if it is unknown which seat won what from which.
    """
    settle = GAMES[match.game].settlement
    ledger = None if settle is None else settle(judge, match, index)
    if ledger is None:
        return
    for account in ledger.accounts:
        yield ""
        yield from _account_lines(account, match, names, style)
    if ledger.lines:
        yield ""
        yield style.paint(_("the best rows of the table"), "strong")
    for line in ledger.lines:
        points = with_commas(
            f"{style.safe(names.get(seat, seat))} {style.score(won)}" for seat, won in line.points.items()
        )
        words = labelled(style.safe(readable(line.text, names)), points or "0")
        yield f"  {words}{style.paint(f'  {line.rule}', 'faint')}"
    yield ""
    yield f"{style.paint(_('points'), 'strong')}  {_sums(ledger, match.seats, names, style)}"
    if ledger.unsure:
        yield _(
            "the log does not give the cards for what {seats} claimed",
            seats=in_one_phrase(style.safe(board_called(board, names)) for board in ledger.unsure),
        )
    if ledger.accounts:
        yield style.paint(_("by the rules {rules}", rules=in_one_phrase(ledger.rules)), "faint")


def _account_lines(account: Account, match: Match, names: Mapping[str, str], style: Style) -> Iterator[str]:
    one, other = (
        style.safe(f"{board} {names.get(match.seats[seat], '')}".rstrip(), _LONGEST_NAME)
        for board, seat in zip(account.boards, account.seats, strict=True)
    )
    yield style.paint(_("{one} against {other}", one=one, other=other), "strong")
    body = [*map(_row, account.rows), *((readable(reason.text, names), reason.units) for reason in account.reasons)]
    rules = [""] * len(account.rows) + [f"  {reason.rule}" for reason in account.reasons]
    numbers = ["" if units is None else style.score(units) for _text, units in body]
    wide = max(map(len, numbers), default=0)
    for (text, _units), number, rule in zip(body, numbers, rules, strict=True):
        yield f"  {number:>{wide}}  {style.safe(text)}{style.paint(rule, 'faint')}".rstrip()
    units = style.score(account.units)
    line = _("units to {seat}", seat=one)
    if account.stake != 1 and account.points is not None:
        line = _(
            "{units}, times {stake}: {points} points",
            units=line,
            stake=f"{account.stake:,}",
            points=style.score(account.points),
        )
    yield style.paint(f"  {units:>{wide}}  {line}", "strong")


def _row(row: RowAccount) -> tuple[str, int | None]:
    mine, theirs = map(word_said, row.words)
    if row.units is None:
        words = f"{mine} / {theirs}"
    elif row.units > 0:
        words = _("{one} beats {other}", one=mine, other=theirs)
    elif row.units < 0:
        words = _("{one} loses to {other}", one=mine, other=theirs)
    else:
        words = _("{one} equals {other}", one=mine, other=theirs)
    return labelled(word_said(row.name), words), row.units


def _sums(ledger: Ledger, seats: Sequence[str], names: Mapping[str, str], style: Style) -> str:
    return "  ".join(
        f"{style.safe(names.get(seat, seat))} {style.score(score)}"
        for seat, score in zip(seats, ledger.scores, strict=True)
    )
