"""`fupan sheet`: converts a spreadsheet with one row for each hand to a match in `fupan/1`."""

from collections.abc import Sequence

from app.cli.commands import argument, command, option
from app.cli.inputs import WrongUsage, bytes_of, complain, name_of, reason_of
from app.cli.matches.convert import writing_to
from app.cli.matches.importing import asked_rules, database
from app.cli.options import GameName
from app.cli.words import labelled
from app.judging.rules_of_match.asked import AskedRules
from app.sheets.sheet.columns import Column, column_named, columns_of, proposed_columns
from app.sheets.sheet.grid import MOST_BYTES, Grid, decoded_text, letters, read_grid
from app.sheets.sheet.headers import IGNORED, nearest_kind
from app.sheets.sheet.reading import BadCells, read_sheet
from app.sheets.sheet.rules import chosen_of, claim_of, options_of, refuse_players
from app.sheets.sheet.seating import Seating, read_players
from app.sheets.sheet.sheet import SheetRefused, match_of
from app.text.language import _, marked
from engine.games import GAMES
from engine.logs import write_match
from engine.record.match import MatchInfo
from engine.rulebook.sentences import say


@command()
@argument("file", metavar="FILE.csv")
@option("--game", required=True, type=GameName(), metavar="GAME", help=say("One of {games}.", games=", ".join(GAMES)))
@option(
    "--players",
    required=True,
    metavar="NAMES",
    help="The players in order of play, with commas: Li Wei,Zhao Min,… or with seats: E=Li Wei,N=Zhao Min,…",
)
@option(
    "--column",
    "matched",
    metavar="HEADER=KIND",
    multiple=True,
    help="The content of a column; can be repeated. KIND is 'finish', 'score E', 'units A-B', … or 'ignore'.",
)
@option("--rules", "preset", metavar="PRESET", help="The rules that the match claims. See: fupan rules GAME")
@option("--option", "options", metavar="NAME=VALUE", multiple=True, help="An option that differs from the preset.")
@option(
    "--house",
    "house",
    metavar="NAME[@VERSION]",
    help="The house rules that the match claims, by default their newest version. See: fupan house list",
)
@option("--id", "identity", metavar="TEXT", help="The id of the match.")
@option("--output", "target", metavar="PATH", help="Write to this file instead of the standard output.")
def sheet(
    file: str,
    game: str,
    players: str,
    matched: Sequence[str],
    preset: str | None,
    options: Sequence[str],
    house: str | None,
    identity: str | None,
    target: str | None,
) -> int:
    """Write a score sheet as a match in Fupan's own format.

    FILE.csv has a row of headers, then a row for each hand: an order of finish (E > W > N+S) or the place of each
    player, roles, scores, units, running totals. Players are named by seat or by name. Every cell that cannot be
    read is reported; then nothing is written and the exit status is 2. FILE.csv may be - for the standard input.
    """
    name = name_of(file)
    try:
        seated = read_players(game, players)
        asked = _asked(game, preset, options, house)
        rules = chosen_of(game, asked).rules
        refuse_players(rules, seated)
        with bytes_of(file) as stream:
            grid = read_grid(decoded_text(stream.read(MOST_BYTES + 1)))
        columns = _columns(grid, matched, game, Seating(seated))
        info = None if identity is None else MatchInfo(id=identity)
        claim = None if asked.is_claim else claim_of(rules)
        read = read_sheet(grid, columns, game, seated, claim, info)
        match = match_of(read)
    except BadCells as bad:
        for fault in bad.faults:
            complain(labelled(name, str(fault)))
        raise WrongUsage(_("{name}: nothing was written", name=name)) from None
    except SheetRefused as refused:
        raise WrongUsage(labelled(name, reason_of(refused))) from None
    with writing_to(target) as output:
        output.write(write_match(match) + b"\n")
    return 0


def _asked(game: str, preset: str | None, options: Sequence[str], house: str | None) -> AskedRules:
    """What the options ask for.  The database is opened only for house rules.

    Raises SheetRefused for options that cannot be used, or house rules of another game.
    """
    if house is None:
        return AskedRules(preset, None, options_of(options))
    with database(reading=True) as fupan:
        asked = asked_rules(fupan, preset, options_of(options), house)
    if asked.house is not None and asked.house.game != game:
        raise SheetRefused(
            _(
                "the house rules {name} are rules of {game}, not of {wanted}",
                name=asked.house.name,
                game=asked.house.game,
                wanted=game,
            )
        )
    return asked


def _columns(grid: Grid, matched: Sequence[str], game: str, seating: Seating) -> list[Column | None]:
    """The meaning of each column.  Raises SheetRefused for a column that is not known."""
    columns = proposed_columns(grid.headers, [line.cells for line in grid.lines], game, seating)
    named: set[int] = set()
    for pair in matched:
        header, equals, kind = (part.strip() for part in pair.rpartition("="))
        column = column_named(kind, game, seating)
        if not equals or column is None:
            known = ", ".join(known_column.name for known_column in columns_of(game, seating.seats))
            raise SheetRefused(
                _("--column '{pair}' is not HEADER=KIND; the kinds are {kinds}, ignore", pair=pair[:80], kinds=known)
            )
        numbers = [number for number, text in enumerate(grid.headers) if header in (text, letters(number))]
        if not numbers:
            raise SheetRefused(
                _(
                    "--column: there is no column '{header}'; the headers are {headers}",
                    header=header[:80],
                    headers=", ".join(grid.headers),
                )
            )
        for number in numbers:
            columns[number] = column
            named.add(number)
    unmatched = [number for number, column in enumerate(columns) if column is None and grid.headers[number]]
    if unmatched:
        raise SheetRefused(_unmatched(grid, unmatched, game, seating))
    for number, column in enumerate(columns):
        if column is not None and number not in named and any(columns[other] == column for other in named):
            columns[number] = None if column.kind != IGNORED else column
    return columns


def _unmatched(grid: Grid, numbers: Sequence[int], game: str, seating: Seating) -> str:
    """Why some columns cannot be taken, in words, and the options that say what they hold."""
    reasons, advice = [], []
    for number in numbers:
        text = grid.headers[number][:40]
        near = nearest_kind(text, game)
        if column_named(grid.headers[number], game, seating) is not None:
            reason = marked("column {letters} ('{text}') holds the same as another column")
        elif near is not None:
            reason = marked("column {letters} ('{text}') is not known; did you mean '{near}'?")
        else:
            reason = marked("column {letters} ('{text}') is not known")
        reasons.append(_(reason, letters=letters(number), text=text, near=near))
        advice.append(f"--column '{text}=ignore'")
    return (
        "; ".join(reasons)
        + "; "
        + _("say what a column holds with --column 'HEADER=KIND', or leave it out: {options}", options=" ".join(advice))
    )
