"""`fupan club`: a club over the matches of the database."""

import sys

from app.cli.commands import argument, group
from app.cli.inputs import WrongUsage, reason_of
from app.cli.matches.importing import database
from app.cli.output import print_lines
from app.text.language import _
from app.text.terminal import style_of


@group()
def club() -> None:
    """Clubs: several people use one database, each with an account."""


@club.command()
@argument("name")
def new(name: str) -> int:
    """Make the database that of a club called NAME. All that is in it belongs to the club from then on."""
    from app.accounts.members import NameRefused, name_club
    from app.database.opening import transact

    with database() as fupan:
        try:
            shown = transact(fupan.sessions, lambda session: name_club(session, name))
        except NameRefused as refused:
            raise WrongUsage(reason_of(refused)) from None
    style = style_of(sys.stdout)
    print_lines([_("The database belongs to the club {name} now.", name=style.safe(shown))], style)
    return 0
