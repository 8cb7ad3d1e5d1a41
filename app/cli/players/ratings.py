"""`fupan ratings`: the leaderboard of a game."""

import sys
from typing import TYPE_CHECKING, Final

import click

from app.cli.commands import command, option
from app.cli.inputs import complain
from app.cli.matches.importing import database
from app.cli.options import GameName
from app.cli.tables import print_blocks
from app.cli.words import with_semicolons
from app.text.language import _, _n
from engine.games import GAMES
from engine.rulebook.sentences import say

if TYPE_CHECKING:
    from app.players.ratings.leaderboard import Coverage

MOST: Final = 10_000
_SHOWN: Final = 50


@command()
@option("--game", type=GameName(), metavar="GAME", required=True, help=say("One of {games}.", games=", ".join(GAMES)))
@option("--pairs", is_flag=True, help="Rate partnerships, not single players.")
@option("--json", "as_json", is_flag=True, help="Print one JSON object a line of the leaderboard.")
@option("--limit", type=click.IntRange(1, MOST), default=_SHOWN, show_default=True, metavar="N", help="Print N lines.")
def ratings(game: str, pairs: bool, as_json: bool, limit: int) -> int:
    """Print the leaderboard of a game, by the ratings of Plackett and Luce.

    Matches that are not rated yet are rated first, in the order in which they were played. A match without a time and
    its offset from UTC is not rated, nor is one whose result is unknown. Players are ordered by the strength that they
    have with a probability of 99.7 %: three standard deviations below the mean.

    Exit status: 0; 2 the database cannot be used, or an option is wrong.
    """
    import msgspec

    from app.database.lookup import word_number
    from app.players.ratings.history import bring_up_to_date
    from app.players.ratings.leaderboard import leaderboard, leaderboard_table

    with database(reading=True) as fupan:
        with fupan.sessions() as session:
            number = word_number(session, game)
        if number is not None and fupan.writable:
            bring_up_to_date(fupan.sessions, number)
        with fupan.sessions() as session:
            lines, _total, coverage = leaderboard(session, game, pairs=pairs, page=1, size=limit)
    if as_json:
        for line in lines:
            sys.stdout.buffer.write(msgspec.json.encode(line) + b"\n")
        sys.stdout.buffer.flush()
        return 0
    if lines:
        print_blocks([leaderboard_table(lines)])
    complain(_coverage_words(coverage))
    return 0


def _coverage_words(coverage: "Coverage") -> str:
    rated = _(
        "{rated} of {counted} counted matches are rated", rated=f"{coverage.rated:,}", counted=f"{coverage.counted:,}"
    )
    if not coverage.undated:
        return rated
    undated = _n(
        "{count} has no time of play with its offset", "{count} have no time of play with its offset", coverage.undated
    )
    return with_semicolons([rated, undated])
