"""The bombs of a person: by kind and number of cards how many there were, what became of them, and of their hands."""

from dataclasses import dataclass, replace

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.database.lookup import known_numbers
from app.database.tables.statistics import BOMBS
from app.players.statistics.filters import FactFilter
from app.players.statistics.person import Numbers, conditions_on
from app.players.statistics.unadjusted import columns_of
from engine.replay.game import Game


@dataclass(frozen=True, slots=True)
class BombSums:
    """What the bombs of one kind and number of cards add up to."""

    kind: str
    size: int
    words: str
    """What the game calls them."""
    played: int
    won: int
    """Those that won the trick."""
    beaten: int
    last: int
    """Those with which the seat went out."""
    hands: int
    """The hands in which there was one; what follows is about them."""
    placed: int
    """Those in which the seat has a place."""
    place_halves: int
    """Twice these places together."""
    score: int
    squares: float


def bombs_of(
    session: Session, person: int, game: Game, wanted: FactFilter, numbers: Numbers
) -> tuple[BombSums, ...] | None:
    """The bombs of a person in a game under a filter, from low to high.

    None for a game without bombs, and with a partner in a game whose sides change from hand to hand: the sums are by
    match.  At most three queries.
    """
    if not game.statistics.bombs or (wanted.partner is not None and not game.teams):
        return None
    c = columns_of(BOMBS, wanted.as_computed)
    # Bombs are counted in hands that were played to their end, and in no others.
    asked = conditions_on(session, c, person, game.name, replace(wanted, of_play=False), numbers)
    columns = ("played", "won", "beaten", "last", "hands", "placed", "place_halves", "score", "squares")
    rows = session.execute(
        select(c.kind, c.size, *(func.sum(c[name]) for name in columns)).where(*asked).group_by(c.kind, c.size)
    )
    kinds = known_numbers(session, {kind for kind, _ in game.statistics.bombs})
    by_kind = {(kind, size): sums for kind, size, *sums in rows}
    shown = []
    for (kind, size), words in game.statistics.bombs.items():
        sums = by_kind.get((kinds.get(kind), size))
        if sums is not None:
            *counts, squares = sums
            played, won, beaten, last, hands, placed, place_halves, score = map(int, counts)
            shown.append(
                BombSums(
                    kind, size, words, played, won, beaten, last, hands, placed, place_halves, score, float(squares)
                )
            )
    return tuple(shown)
