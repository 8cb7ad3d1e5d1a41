"""`fupan users`: the people who have an account in a club."""

import sys

import click

from app.cli.commands import argument, group, option
from app.cli.inputs import Refused, reason_of
from app.cli.matches.importing import database
from app.cli.output import print_lines
from app.text.language import _
from app.text.terminal import style_of


@group()
def users() -> None:
    """The people who have an account in a club."""


@users.command()
@argument("name")
@option("--admin", is_flag=True, help="Somebody who may invite others and give roles. Without it, a member.")
def add(name: str, admin: bool) -> int:
    """Add an account called NAME. Its password is asked for, and read from the standard input if that is a pipe."""
    from app.accounts.members import NameRefused, make_account
    from app.accounts.roles import Role
    from app.database.opening import transact

    try:
        from app.accounts.passwords import PasswordRefused, hashed
    except ImportError as error:
        raise Refused(
            _(
                "accounts need the library {name}, which is not installed: pip install 'fupan[club]'",
                name=error.name or "",
            )
        ) from error
    try:
        password = hashed(_password())
        with database() as fupan:
            made = transact(
                fupan.sessions,
                lambda session: make_account(session, name, password, Role.ADMIN if admin else Role.MEMBER).name,
            )
    except (PasswordRefused, NameRefused) as refused:
        raise Refused(reason_of(refused)) from None
    style = style_of(sys.stdout)
    print_lines([_("Added the account {name}.", name=style.safe(made))], style)
    return 0


def _password() -> str:
    """What is typed twice at a terminal, or the first line of a pipe."""
    if sys.stdin.isatty():
        typed: str = click.prompt(_("Password"), hide_input=True, confirmation_prompt=_("The same once more"))
        return typed
    return sys.stdin.readline().rstrip("\r\n")
