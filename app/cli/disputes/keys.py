"""`fupan keys`: the keys that verdicts are signed with."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from app.cli.commands import argument, group, option
from app.cli.inputs import WrongUsage, reason_of, trouble_of
from app.cli.matches.convert import writing_to
from app.cli.matches.importing import database
from app.cli.output import print_json, print_lines
from app.text.language import _
from app.text.terminal import padded, style_of, width

if TYPE_CHECKING:
    from app.disputes.verdicts.key_folder import Key

Command = TypeVar("Command", bound=Callable[..., Any])


def in_folder(command: Command) -> Command:
    """Adds `--dir`: the argument ``folder``, None for the usual folder."""
    return option(
        "--dir",
        "folder",
        metavar="FOLDER",
        help="The folder of the keys. Default: FUPAN_KEYS, else fupan/keys in the user's configuration folder.",
    )(command)


def key_folder(folder: str | None) -> Path:
    """The folder of keys that ``--dir`` or the environment names."""
    from app.disputes.verdicts.key_folder import folder_of

    return folder_of(os.environ, folder)


@group()
def keys() -> None:
    """Keys to sign verdicts with: each is a file outside the database that only its owner can read."""


@keys.command()
@argument("name", required=False)
@in_folder
def new(name: str | None, folder: str | None) -> int:
    """Make a key. NAME names it here, and as the issuer of verdicts that name no other.

    Publish what fupan keys export prints, where those who check your verdicts will look for it.
    """
    from app.disputes.verdicts.key_folder import KeyRefused, make_key

    where = key_folder(folder)
    try:
        key = make_key(where, name)
    except KeyRefused as refused:
        raise WrongUsage(reason_of(refused)) from None
    except OSError as error:
        raise WrongUsage(_("{folder} cannot be written ({reason})", folder=where, reason=trouble_of(error))) from None
    _note("key made", key)
    style = style_of(sys.stdout)
    print_lines(
        [_("made the key {name} in {folder}", name=key.name, folder=style.safe(str(where))), *_lines(key)], style
    )
    return 0


@keys.command("list")
@in_folder
@option("--json", "as_json", is_flag=True, help="Print the keys as JSON.")
def list_keys(folder: str | None, as_json: bool) -> int:
    """List the keys, the oldest first, each with the time from and until which it was in use."""
    from app.disputes.verdicts.key_folder import KeyRefused, keys_in
    from app.disputes.verdicts.public_keys import as_pem, fingerprint

    where = key_folder(folder)
    try:
        all_keys = keys_in(where)
    except KeyRefused as refused:
        raise WrongUsage(reason_of(refused)) from None
    if as_json:
        listed = [
            {
                "name": key.name,
                "fingerprint": fingerprint(key.public).replace(" ", ""),
                "from": key.since,
                "until": key.until,
                "pem": as_pem(key.public).decode(),
            }
            for key in all_keys
        ]
        print_json({"keys": listed})
        return 0
    style = style_of(sys.stdout)
    if not all_keys:
        print_lines([_("there is no key in {folder}; fupan keys new makes one", folder=style.safe(str(where)))], style)
    for key in all_keys:
        print_lines([style.paint(key.name, "strong"), *_lines(key)], style)
    return 0


@keys.command()
@argument("name", required=False)
@in_folder
@option("--out", metavar="FILE", help="Write to this file instead of the standard output.")
def export(name: str | None, folder: str | None, out: str | None) -> int:
    """Print the public part of a key as PEM (SubjectPublicKeyInfo); without NAME, of the newest key in use."""
    from app.disputes.verdicts.key_folder import KeyRefused, key_named
    from app.disputes.verdicts.public_keys import as_pem

    try:
        key = key_named(key_folder(folder), name)
    except KeyRefused as refused:
        raise WrongUsage(reason_of(refused)) from None
    with writing_to(out) as output:
        output.write(as_pem(key.public))
    return 0


@keys.command()
@argument("name")
@in_folder
def retire(name: str, folder: str | None) -> int:
    """Retire a key: its private part is removed for good, so that nobody signs with it any more.

    Verdicts that it has signed still verify.
    """
    from app.disputes.verdicts.key_folder import KeyRefused
    from app.disputes.verdicts.key_folder import retire as retired

    where = key_folder(folder)
    try:
        key = retired(where, name)
    except KeyRefused as refused:
        raise WrongUsage(reason_of(refused)) from None
    except OSError as error:
        raise WrongUsage(_("{folder} cannot be written ({reason})", folder=where, reason=trouble_of(error))) from None
    _note("key retired", key)
    style = style_of(sys.stdout)
    print_lines([_("retired the key {name}", name=key.name), *_lines(key)], style)
    return 0


def _note(act: str, key: "Key") -> None:
    """Adds to the record of a club's accounts what the operator did with a key; elsewhere there is no such record."""
    from app.accounts.acts import Act, note
    from app.database.config import Mode
    from app.database.opening import transact
    from app.disputes.verdicts.public_keys import fingerprint

    if os.environ.get("FUPAN_MODE") == Mode.CLUB:
        begins = fingerprint(key.public).replace(" ", "")[:16]
        with database() as fupan:
            transact(fupan.sessions, lambda session: note(session, Act(act), None, after=begins))


def _lines(key: "Key") -> list[str]:
    from app.disputes.verdicts.public_keys import fingerprint

    facts = (
        (_("fingerprint"), fingerprint(key.public)),
        (_("from"), key.since),
        (_("until"), key.until or _("now, in use")),
    )
    columns = max(width(label) for label, _text in facts)
    return [f"  {padded(label, columns)}  {text}" for label, text in facts]
