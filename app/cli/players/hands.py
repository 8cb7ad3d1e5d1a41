"""`fupan hands`: the search of hands by what happened in them."""

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

import click

from app.cli.asked_language import for_programs
from app.cli.commands import argument, command, option
from app.cli.inputs import WrongUsage, complain
from app.cli.matches.importing import database
from app.cli.tables import print_blocks
from app.cli.words import labelled, with_commas
from app.text.blocks import Block, Message
from app.text.language import _, _n

if TYPE_CHECKING:
    from app.matches.installation import Installation
    from app.players.search.export import GatheredHands
    from app.players.search.matched import HandWords
    from app.players.search.query import HandQuery

MOST: Final = 10_000
_SHOWN: Final = 50


@command()
@argument("line", metavar="QUERY", required=False, default="")
@option("--json", "as_json", is_flag=True, help="Print one JSON object a hand, a line each.")
@option("--logs", "as_logs", is_flag=True, help="Print the logs of their matches as fupan/1, at most 100.")
@option("--saved", "name", metavar="NAME", help="The query that was saved with this name.")
@option("--limit", type=click.IntRange(1, MOST), default=_SHOWN, show_default=True, metavar="N", help="Find N hands.")
def hands(line: str, as_json: bool, as_logs: bool, name: str | None, limit: int) -> int:
    """Find hands by what happened in them; print the newest matches first, and what matched.

    QUERY is one argument: conditions separated by spaces, as on the page /hands/. All must hold, those about a seat at
    the same seat. Without QUERY all hands are found. Examples:

    \b
      fupan hands 'bombs>=3 partner:"Zhao Min" place:1'
      fupan hands 'straight_flush T+ score<0'

    Exit status: 0 hands were found; 1 none was; 2 QUERY cannot be read, or the database cannot be used.
    """
    from app.players.search.export import affordable, gather, logs

    if as_json and as_logs:
        raise click.UsageError(_("--json and --logs exclude each other"))
    if line and name is not None:
        raise click.UsageError(_("--saved takes the place of QUERY: give one of them"))
    with database(reading=True) as fupan:
        query = _query(line if name is None else _saved(fupan, name))
        gathered_hands = gather(fupan.sessions, query, limit=limit, rounds=None)
        left_out: list[int] = []
        if as_logs:
            with fupan.sessions() as session:
                chosen, beyond = affordable(session, gathered_hands.matches)
            _write(log + b"\n" for log in logs(fupan.sessions, chosen, left_out))
            left_out += beyond
        else:
            _print(fupan, gathered_hands, as_json)
    for complaint in gathered_hands.unknown:
        complain(complaint)
    if left_out:
        complain(
            _(
                "not written are the logs of matches {matches}: a name was erased in them, they are damaged, or they "
                "are beyond the bound of one export",
                matches=", ".join(map(str, sorted(left_out))),
            )
        )
    if gathered_hands.older is not None:
        complain(
            _n(
                "the newest {count} hand; --limit asks for more",
                "the newest {count} hands; --limit asks for more",
                len(gathered_hands.hands),
            )
        )
    return 0 if gathered_hands.hands else 1


def _query(line: str) -> "HandQuery":
    from app.players.search.grammar import read

    reading = read(line)
    if reading.troubles:
        for trouble in reading.troubles:
            complain(_("QUERY: {reason}", reason=str(trouble)))
        raise WrongUsage(_("the query cannot be read"))
    return reading.query


def _saved(fupan: "Installation", name: str) -> str:
    from app.players.search.saved import did_you_mean_saved, saved_search

    with fupan.sessions() as session:
        search = saved_search(session, name)
        if search is None:
            raise WrongUsage(_("no search is saved as {name}", name=repr(name)) + did_you_mean_saved(session, name))
    return search.line


def _print(fupan: "Installation", gathered_hands: "GatheredHands", as_json: bool) -> None:
    import msgspec

    from app.players.search.export import as_record, people_of

    if as_json:
        with fupan.sessions() as session:
            people = people_of(session, gathered_hands.hands)
        with for_programs():
            _write(msgspec.json.encode(as_record(hand, people)) + b"\n" for hand in gathered_hands.hands)
        return
    print_blocks(block for hand in gathered_hands.hands for block in _blocks(hand))


def _blocks(hand: "HandWords") -> Iterator[Block]:
    title = hand.match.title or hand.match.match_id or hand.match.event or _("match {number}", number=hand.match.id)
    place = _("match {match}, hand {hand}", match=hand.match.id, hand=hand.number)
    yield Message(f"{place}  {title}")
    for seat in () if hand.every else hand.seats:
        yield Message("  " + (labelled(seat.name, with_commas(seat.matched)) if seat.matched else seat.name))


def _write(lines: Iterable[bytes]) -> None:
    sys.stdout.flush()
    for line in lines:
        sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()
