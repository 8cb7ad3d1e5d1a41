"""The first page: a table to replay; links to upload, write and browse; recent matches; matches with faults."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from flask import render_template, url_for

from app.database.packing import BytesDamaged
from app.judging.book import book_of, example_of
from app.matches import store
from app.matches.installation import Installation, this_installation
from app.matches.listing import repeated_titles
from app.matches.store import MatchRow, StoredMatch
from app.matches.uploads.refusals import COUNTED, refusals
from app.players.statistics.plays import highest_plays
from app.web.http.compression import without_secrets
from app.web.http.pages import May, Pages
from engine.games import GAMES
from engine.record.match import Match
from engine.rulebook.book import ScoredHand

BLUEPRINT: Final = Pages("home", __name__)

SHOWN: Final = 6
"""Matches, and files, of each list."""
_TRIED: Final = 4
"""Matches that are opened at most to find a table that can be shown."""
_LARGEST: Final = 200
"""The hands of the largest match that is opened."""
_RAREST: Final = "straight_flush"
"""The kind of play that the first page shows: the highest that was played, in the oldest match that has it."""
_FLUSH: Final = 5
"""The cards of such a play."""
_LEAST: Final = 4
"""The actions of the shortest hand that is shown."""


@dataclass(frozen=True, slots=True)
class Board:
    """A table that can be replayed, of a match or of a rule book."""

    match: MatchRow | None
    """The match; None for an example of a rule book."""
    game: str
    number: int
    """The hand, from 1."""
    step: int
    picture: str
    """The address of the drawing."""
    here: str
    """The address of the replay at the step of the drawing."""
    start: str
    """The address of the replay at the deal."""


@BLUEPRINT.get("/", may=May.READ)
@without_secrets
def page() -> str:
    """Shows a table, the newest matches, those with faults, and the newest unread files; no match is in two lists.

    The newest match, and each that was opened for its table, says in its line if its log or its report is damaged.
    """
    fupan = this_installation()
    with fupan.sessions() as session:
        look = store.newest(session, ("illegal", "misscored"), SHOWN)
        recent = store.recent(session, 2 * SHOWN + 1)
        clean = store.newest(session, ("clean",), _TRIED)
        refused = refusals(session)
        moments = highest_plays(session, _RAREST, _TRIED)
    damaged: set[int] = set()
    if recent:
        _opened(fupan, recent[0], damaged)
        board = next(filter(None, (_moment(fupan, *moment, damaged) for moment in moments)), None)
        board = board or _board_of(fupan, (*clean, *recent), damaged)
    else:
        board = _example()
    shown = {row.id for row in look} | ({board.match.id} if board and board.match else set())
    others = [row for row in recent if row.id not in shown][:SHOWN]
    return render_template(
        "matches/home.html",
        board=board,
        recent=others,
        look=look,
        damaged=damaged,
        empty=not recent,
        refused=refused.items[: max(0, SHOWN - len(look))],
        refused_total=refused.total,
        counted=COUNTED,
        games=tuple(GAMES),
        repeated=repeated_titles({row.id: row for row in (*recent, *look)}.values()),
    )


def _moment(fupan: Installation, identity: int, index: int, seat: int, damaged: set[int]) -> Board | None:
    """The table after a straight flush of a seat in a clean match; None where this visitor sees none there."""
    stored = fupan.match(identity)
    match = (
        None
        if stored is None or stored.row.verdict != "clean" or stored.row.hands > _LARGEST
        else _replayable(fupan, stored, damaged)
    )
    if stored is None or match is None or not (index < len(match.hands) and seat < len(match.seats)):
        return None
    begins = f"{match.seats[seat]} play "
    steps = (
        step
        for step, action in enumerate(match.hands[index].actions, 1)
        if action.startswith(begins) and _is_flush(action.removeprefix(begins).split())
    )
    step = next(steps, 0)
    return _board(stored.row, index + 1, step) if step else None


def _opened(fupan: Installation, row: MatchRow, damaged: set[int]) -> Match | None:
    """The match of a row, to be replayed; None where it cannot be.  Adds it to ``damaged`` if it is."""
    stored = fupan.match(row.id)
    return None if stored is None else _replayable(fupan, stored, damaged)


def _replayable(fupan: Installation, stored: StoredMatch, damaged: set[int]) -> Match | None:
    try:
        return fupan.replayable(stored)
    except BytesDamaged:
        damaged.add(stored.id)
        return None


def _is_flush(cards: Sequence[str]) -> bool:
    """Whether five cards, wild ones as what they are claimed to be, are of one suit."""
    return len(cards) == _FLUSH and len({card.rpartition("=")[2][1:] for card in cards}) == 1


def _board(row: MatchRow, number: int, step: int) -> Board:
    return Board(
        match=row,
        game=row.game or "",
        number=number,
        step=step,
        picture=url_for("drawings.svg", identity=row.id, number=number, step=step),
        here=url_for("replay.hand", identity=row.id, number=number, step=step),
        start=url_for("replay.hand", identity=row.id, number=number, step=0),
    )


def _board_of(fupan: Installation, rows: Iterable[MatchRow], damaged: set[int]) -> Board | None:
    """A table of the first of some matches that has one; None if none of the few that are opened has."""
    small = {row.id: row for row in rows if row.game in GAMES and 0 < row.hands <= _LARGEST}
    for row in list(small.values())[:_TRIED]:
        match = _opened(fupan, row, damaged)
        for number, hand in enumerate(() if match is None else match.hands, 1):
            step = _telling(hand.actions)
            if step:
                return _board(row, number, step)
    return None


def _example() -> Board | None:
    """A table of the rule book of the first game."""
    game = next(iter(GAMES.values()))
    block = next(block for block in book_of(game).blocks if isinstance(block, ScoredHand))
    step = _telling(example_of(game, block.log).match.hands[block.hand - 1].actions)
    example = partial(url_for, game=game.name, name=block.log, number=block.hand)
    return Board(
        match=None,
        game=game.name,
        number=block.hand,
        step=step,
        picture=example("book.example_drawing", step=step),
        here=example("book.example", step=step),
        start=example("book.example", step=0),
    )


def _telling(actions: Sequence[str]) -> int:
    """The step after the action of the first two thirds of a hand that names most cards; 0 of a hand with few."""
    if len(actions) < _LEAST:
        return 0
    return max(range(1, 1 + 2 * len(actions) // 3), key=lambda step: (len(actions[step - 1].split()), step))
