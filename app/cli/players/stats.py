"""`fupan stats`: what is counted of players."""

import sys
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from app.cli.commands import command, option
from app.cli.inputs import WrongUsage, complain, reason_of
from app.cli.matches.importing import database
from app.cli.options import GameName
from app.cli.players.archive import archive_used
from app.cli.progress import Progress
from app.cli.tables import print_blocks
from app.text.glossary import game_title
from app.text.language import _, _n, marked
from engine.games import GAMES
from engine.rulebook.sentences import say
from engine.statistics.facts import role_names

if TYPE_CHECKING:
    from sqlalchemy.orm import Session, sessionmaker

    from app.matches.installation import Installation
    from app.players.statistics.figures import PersonFigures
    from app.players.statistics.filters import FactFilter
    from app.text.blocks import Block

FORMATS: Final = ("table", "json", "csv", "parquet")


def _day(_context: click.Context, _parameter: click.Parameter, text: str | None) -> date | None:
    if text is None:
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:
        raise click.BadParameter(_("{text} is not a day; expected YYYY-MM-DD, such as 2024-05-01", text=repr(text)))
    return day


@command()
@option("--game", type=GameName(), metavar="GAME", help=say("One of {games}. Default: all.", games=", ".join(GAMES)))
@option("--json", "as_json", is_flag=True, help="Print one JSON object a person, a line each.")
@option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    metavar="FORMAT",
    help=say("One of {formats}. Default: table. Parquet needs the library pyarrow.", formats=", ".join(FORMATS)),
)
@option("--csv", "as_csv", is_flag=True, help="The same as --format csv.")
@option("--since", callback=_day, metavar="DAY", help="Only matches played on this day, YYYY-MM-DD, or later.")
@option("--until", callback=_day, metavar="DAY", help="Only matches played on this day or earlier.")
@option("--preset", metavar="PRESET", help="Only matches judged under this preset.")
@option("--event", metavar="TEXT", help="Only matches of the event with exactly this name.")
@option("--player", metavar="KEY", help="Only this person: the id of the player in logs, or else the name.")
@option("--partner", metavar="KEY", help="Only hands with this person on the same side.")
@option("--role", metavar="ROLE", help="Only hands in this role.")
@option("--basis", type=click.Choice(["play"]), metavar="play", help="Only hands whose play is known to its end.")
@option("--as-computed", is_flag=True, help="Scores and winners as computed, without rulings.")
@option("--luck", is_flag=True, help="Compare results with what the dealt cards let one expect.")
@option("--archive", metavar="DIR", help="Of an archive that fupan archive build has made, not of the database.")
@option("--recount", is_flag=True, help="First count every match again from its log; alone, print nothing else.")
def stats(
    game: str | None,
    as_json: bool,
    form: str | None,
    as_csv: bool,
    since: date | None,
    until: date | None,
    preset: str | None,
    event: str | None,
    player: str | None,
    partner: str | None,
    role: str | None,
    basis: str | None,
    as_computed: bool,
    luck: bool,
    archive: str | None,
    recount: bool,
) -> int:
    """Print what is counted of every player: matches, hands, scores, places, roles, and the figures of the game.

    Matches that are not counted yet, such as those that an earlier version stored, are counted first. Means of the
    table have half the width of their 95 % interval behind a +-, shares their 95 % interval.

    Scores and matches won are those after the rulings in force; the table says how many hands they set. With
    --as-computed rulings have no effect. Rulings never change what follows from the play, such as places and --luck.

    With --luck the table compares results with the dealt cards, in hands in which all cards and the result are known.
    Its columns are: how much better than average the dealt cards were, the result to be expected from them, the
    result, the difference, and how many hands it takes until chance alone would rarely make such a difference. A player
    with fewer than 30 such hands, or with such hands in fewer than 5 matches, has no figures. A * is more than chance,
    by the procedure of Benjamini and Hochberg over the list: of these marks one in 20 is expected to be wrong.

    With --player there is also what the decisions of this person cost on average, where matches of the database are
    reviewed: from 100 decisions on, in levels in Guandan and in points in other games (see: fupan help review).

    A recount, or a count of what is not counted yet, can be stopped: the next one continues where it was.

    Exit status: 0; 2 the database cannot be used, or an option is wrong.
    """
    from app.players.statistics.filters import FactFilter

    wanted = FactFilter(
        since=since,
        until=until,
        preset=_preset(game, preset),
        event=event,
        player=player,
        partner=partner,
        role=_role(game, role),
        of_play=basis is not None,
        as_computed=as_computed,
    )
    chosen = _format(as_json, as_csv, form)
    if luck and (as_json or as_csv or form):
        raise click.UsageError(_("--luck prints a table, and takes no other format"))
    if chosen == "parquet" and sys.stdout.isatty():
        raise click.UsageError(_("{option} writes bytes: redirect the output to a file", option="--format parquet"))
    games = [game] if game else list(GAMES)
    narrowed = wanted.any or game is not None
    if archive is not None:
        if recount:
            raise click.UsageError(_("--archive and --recount exclude each other: build the archive again instead"))
        with archive_used():
            from app.players.archive.layout import archive_at
            from app.players.archive.opening import sessions_in

            with sessions_in(archive_at(Path(archive))) as sessions:
                _show(sessions, games, wanted, chosen, luck=luck, narrowed=narrowed, archived=True)
        return 0
    with database(reading=not recount) as fupan:
        if recount:
            _recount(fupan)
        if recount and not narrowed and not (as_json or as_csv or form or luck):
            return 0
        _count_pending(fupan)
        _show(fupan.sessions, games, wanted, chosen, luck=luck, narrowed=narrowed)
    return 0


def _show(
    sessions: "sessionmaker[Session]",
    games: list[str],
    wanted: "FactFilter",
    form: str,
    *,
    luck: bool,
    narrowed: bool,
    archived: bool = False,
) -> None:
    from app.players.statistics.figures import figure_blocks, person_figures
    from app.players.statistics.luck import luck_blocks, lucks
    from app.players.statistics.scales import mixed_under

    with sessions() as session:
        _name_unknown(session, wanted)
        if luck:
            of_cards = [luck for game in games for luck in lucks(session, game, wanted)]
            _print_blocks(luck_blocks(of_cards), of_cards, narrowed=True)
            return
        figures = [person for game in games for person in person_figures(session, game, wanted, reviewed=not archived)]
        if form == "table":
            mixed = [game for game in games if mixed_under(session, game, wanted)]
            _print_blocks(figure_blocks(figures, mixed), figures, narrowed=narrowed)
            return
    _write(figures, form)


def _print_blocks(shown: "Iterable[Block]", rows: Sequence[object], *, narrowed: bool) -> None:
    print_blocks(shown)
    if not rows:
        complain(_("no hand passes the filter") if narrowed else _("no hand is counted: no match is stored yet"))


def _format(as_json: bool, as_csv: bool, form: str | None) -> str:
    named = {name for name, given in (("json", as_json), ("csv", as_csv), (form, form)) if given and name}
    if len(named) > 1:
        raise click.UsageError(
            _("the options name more than one format: {names}; expected one", names=", ".join(sorted(named)))
        )
    return named.pop() if named else "table"


def _preset(game: str | None, preset: str | None) -> str | None:
    known = {name for game_name in ([game] if game else GAMES) for name in GAMES[game_name].rules.presets}
    if preset is not None and preset not in known:
        raise click.BadParameter(
            _(
                "{preset} is not a preset; expected one of {names}",
                preset=repr(preset),
                names=", ".join(sorted(known)),
            ),
            param_hint="--preset",
        )
    return preset


def _role(game: str | None, role: str | None) -> str | None:
    if role is None:
        return None
    names = list(
        dict.fromkeys(name for game_name in ([game] if game else GAMES) for name in role_names(GAMES[game_name]))
    )
    if not names:
        raise click.BadParameter(_("{game} has no roles", game=game_title(game)), param_hint="--role")
    if role not in names:
        raise click.BadParameter(
            _("{role} is not a role; expected one of {names}", role=repr(role), names=", ".join(names)),
            param_hint="--role",
        )
    return role


def _recount(fupan: "Installation") -> None:
    from app.players.statistics.recount import count_all, left_to_recount

    with fupan.sessions() as session:
        expected = left_to_recount(session)
    with Progress(matches=expected, doing=marked("counting")) as progress:
        done = count_all(fupan.sessions, progress.judged)
    complain(_n("counted again: {count} match", "counted again: {count} matches", done))


def _count_pending(fupan: "Installation") -> None:
    from app.players.statistics.recount import count_pending, left_to_count

    with fupan.sessions() as session:
        expected = left_to_count(session)
    if expected and not fupan.writable:
        complain(_n("{count} match is not counted yet", "{count} matches are not counted yet", expected))
    elif expected:
        with Progress(matches=expected, doing=marked("counting")) as progress:
            count_pending(fupan.sessions, progress.judged)


def _name_unknown(session: "Session", wanted: "FactFilter") -> None:
    from app.players.statistics.people import person_of

    for name, key in (("--player", wanted.player), ("--partner", wanted.partner)):
        if key is not None and person_of(session, key) is None:
            complain(
                _(
                    "{option}: nobody has the key {key}; a key is the id of a player in logs, or else the name",
                    option=name,
                    key=repr(key),
                )
            )


def _write(figures: "list[PersonFigures]", form: str) -> None:
    from app.players.statistics.output import ParquetMissing, as_csv, as_parquet, lines_of_json

    documents = [figure.document for figure in figures]
    written = {"json": lines_of_json, "parquet": as_parquet}
    try:
        data = as_csv(documents).encode() if form == "csv" else written[form](documents)
    except ParquetMissing as missing:
        raise WrongUsage(reason_of(missing)) from None
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
