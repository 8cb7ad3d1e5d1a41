"""`fupan ratings`: the leaderboard of a game."""

import sys
from typing import TYPE_CHECKING, Final

import click

from app.cli.commands import command, option
from app.cli.inputs import complain
from app.cli.matches.importing import database
from app.cli.options import GameName
from app.cli.output import print_lines
from app.cli.tables import blocks
from app.cli.words import with_semicolons
from app.text.language import _, _n
from app.text.terminal import Style, style_of
from engine.games import GAMES
from engine.rulebook.sentences import say

if TYPE_CHECKING:
    from app.matches.installation import Installation
    from app.players.ratings.leaderboard import Coverage, LeaderboardPlace

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

    with database(reading=True) as fupan:
        lines, coverage, names = _leaders(fupan, game, pairs=pairs, limit=limit)
    if as_json:
        _print_json(lines, names)
        return 0
    style = style_of(sys.stdout)
    if lines:
        for block in _table(lines, names, style):
            print_lines(block, style)
    complain(_coverage_words(coverage))
    return 0


def _leaders(
    fupan: "Installation", game: str, *, pairs: bool, limit: int
) -> tuple[list["LeaderboardPlace"], "Coverage", dict[int, tuple[str, str]]]:
    """The lines of the leaderboard, after what is pending was rated; and the keys and names of all that are on it."""
    from app.database.lookup import word_number
    from app.players.ratings.history import bring_up_to_date
    from app.players.ratings.leaderboard import Coverage, coverage, leaders
    from app.players.statistics.people import keys_of, names_of

    with fupan.sessions() as session:
        number = word_number(session, game)
    if number is None:
        return [], Coverage(0, 0, 0, False), {}
    if fupan.writable:
        bring_up_to_date(fupan.sessions, number)
    with fupan.sessions() as session:
        lines, _rest = leaders(session, number, pairs=pairs, page=1, size=limit)
        people = {person for line in lines for person in line.who}
        keys, names = keys_of(session, people), names_of(session, people)
        return lines, coverage(session, number), {person: (keys[person], names[person]) for person in people}


def _print_json(lines: list["LeaderboardPlace"], names: dict[int, tuple[str, str]]) -> None:
    import msgspec

    for line in lines:
        record = {
            "place": line.place,
            "people": [{"person": names[person][0], "name": names[person][1]} for person in line.who],
            "matches": line.matches,
            "at_least": round(line.rating.sure, 4),
            "mean": round(line.rating.mean, 4),
            "deviation": round(line.rating.deviation, 4),
        }
        sys.stdout.buffer.write(msgspec.json.encode(record) + b"\n")
    sys.stdout.buffer.flush()


def _table(lines: list["LeaderboardPlace"], names: dict[int, tuple[str, str]], style: Style) -> list[list[str]]:
    heads = ["", *(f"{line.place}." for line in lines)]
    columns = [
        [_("name"), *(style.safe(" + ".join(names[person][1] for person in line.who)) for line in lines)],
        [_("surely"), *(f"{line.rating.sure:.1f}" for line in lines)],
        [_("rating"), *(f"{line.rating.mean:.1f}" for line in lines)],
        ["95 %", *(f"+-{2 * line.rating.deviation:.1f}" for line in lines)],
        [_("matches"), *(str(line.matches) for line in lines)],
    ]
    return list(blocks(heads, columns, style))


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
