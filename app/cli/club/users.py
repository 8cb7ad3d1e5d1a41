"""`fupan users`: the people who have an account in a club."""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import click

from app.accounts.roles import Role, role_named
from app.cli.commands import argument, group, option
from app.cli.inputs import WrongUsage, reason_of
from app.cli.matches.importing import database
from app.cli.output import print_lines
from app.cli.tables import print_blocks
from app.text.blocks import TextTable
from app.text.language import _, _n
from app.text.terminal import style_of

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.database.tables.accounts import Account

_ROLES: Final = tuple(role.name.lower() for role in Role if role is not Role.GUEST)


@group()
def users() -> None:
    """The people who have an account in a club."""


@users.command()
@argument("name")
@option("--admin", is_flag=True, help="Somebody who may invite others and give roles. Without it, a member.")
def add(name: str, admin: bool) -> int:
    """Add an account called NAME. Its password is asked for, and read from the standard input if that is a pipe."""
    from app.accounts import acts
    from app.accounts.members import NameRefused, make_account
    from app.database.opening import transact

    try:
        from app.accounts.passwords import PasswordRefused, password_hash
    except ImportError as error:
        raise WrongUsage(
            _(
                "accounts need the library {name}, which is not installed: pip install 'fupan[club]'",
                name=error.name or "",
            )
        ) from error
    role = Role.ADMIN if admin else Role.MEMBER

    def work(session: "Session") -> str:
        account = make_account(session, name, password, role)
        assert account.id is not None
        acts.note(session, acts.Act.ADDED, None, [account.id], after=role.name.lower())
        acts.unsaid(session, account)  # Who is added knows of it.
        return account.name

    try:
        password = password_hash(_password())
        with database() as fupan:
            made = transact(fupan.sessions, work)
    except (PasswordRefused, NameRefused) as refused:
        raise WrongUsage(reason_of(refused)) from None
    style = style_of(sys.stdout)
    print_lines([_("Added the account {name}.", name=style.safe(made))], style)
    return 0


@users.command("list")
def list_() -> int:
    """List the accounts: name, role, since when, and the player that each is, or that it plays nowhere here."""
    from app.accounts.members import accounts, role_of
    from app.accounts.ties import person_of_tie, ties
    from app.players.statistics.people import names_of
    from app.web.club.role_words import role_words

    with database() as fupan, fupan.sessions() as session:
        club_accounts = list(accounts(session))
        people = {tie.account: person_of_tie(session, tie) for tie, _name in ties(session) if tie.agreed_at is not None}
        names_of_people = names_of(session, list(people.values()))
        players: dict[int | None, str] = {account: names_of_people[person] for account, person in people.items()}
    style = style_of(sys.stdout)
    if not club_accounts:
        print_lines([_("No account. fupan users add NAME --admin adds the first one.")], style)
        return 0
    names = [_("Name"), *(account.name for account in club_accounts)]
    roles = [_("Role"), *(_typed_as(role_words(role_of(account)), role_of(account)) for account in club_accounts)]
    since = [_("Since"), *(f"{account.made_at:%Y-%m-%d}" for account in club_accounts)]
    who = [_("Player"), *(players.get(account.id) or _declared(account) for account in club_accounts)]
    print_blocks([TextTable.of_lines(names, [roles, since, who])])
    return 0


@users.command("role")
@argument("name")
@argument("role", type=click.Choice(_ROLES))
def set_role(name: str, role: str) -> int:
    """Give the account NAME another role: member, recorder, arbiter or admin. It has to log in again."""
    from app.accounts import members

    shown = _with_account(name, lambda session, account: members.set_role(session, account, role_named(role), None))
    return _say(_("{name} has the role {role} now, and has to log in again.", name=shown, role=role))


@users.command()
@argument("name")
def remove(name: str) -> int:
    """Remove the account NAME, and end its logins. The matches that it uploaded stay."""
    from app.accounts import members

    shown = _with_account(name, lambda session, account: members.remove(session, account, None))
    return _say(_("Removed the account {name}.", name=shown))


@users.command()
@argument("name")
@option(
    "--site",
    default="http://127.0.0.1:5000",
    show_default=True,
    metavar="URL",
    help="The address at which the club answers, with which the link begins.",
)
def recover(name: str, site: str) -> int:
    """Print a link that gives the account NAME a new password. It works once; an earlier one works no more."""
    from app.accounts import links

    secrets: list[str] = []
    _with_account(name, lambda session, account: secrets.append(links.recover(session, account, None)))
    _say(f"{site.rstrip('/')}/join/{secrets[-1]}")
    days = links.RECOVERY_LASTS.days
    click.echo(_n("It works once, for {count} day.", "It works once, for {count} days.", days), err=True)
    return 0


def _with_account(name: str, work: "Callable[[Session, Account], object]") -> str:
    """Does something with the account of a name, and returns the name as it is stored.

    Raises WrongUsage if there is no such account, or if the club would have no admin.
    """
    from app.accounts.members import LastAdmin, account_named
    from app.database.opening import transact

    def within(session: "Session") -> str:
        account = account_named(session, name)
        if account is None:
            raise WrongUsage(_("there is no account with the name {name}", name=style_of(sys.stderr).safe(name)))
        stored = account.name
        work(session, account)
        return stored

    with database() as fupan:
        try:
            return style_of(sys.stdout).safe(transact(fupan.sessions, within))
        except LastAdmin as refused:
            raise WrongUsage(reason_of(refused)) from None


def _declared(account: "Account") -> str:
    """That somebody declared to play nowhere in the club; empty for who did not."""
    if account.plays_nowhere_at is None:
        return ""
    return _("declared to play nowhere here, {date}", date=account.plays_nowhere_at.date())


def _typed_as(words: str, role: Role) -> str:
    """A role in the language of the reader, with the word that commands take where that is another one."""
    typed = role.name.lower()
    return words if words == typed else f"{words} ({typed})"


def _say(line: str) -> int:
    print_lines([line], style_of(sys.stdout))
    return 0


def _password() -> str:
    """What is typed twice at a terminal, or the first line of a pipe."""
    if sys.stdin.isatty():
        typed: str = click.prompt(_("Password"), hide_input=True, confirmation_prompt=_("The same once more"))
        return typed
    return sys.stdin.readline().rstrip("\r\n")
