"""`fupan delete`: matches, files that could not be read, and uploads."""

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from app.cli.commands import command, option
from app.cli.inputs import complain, reason_of
from app.cli.matches.importing import database
from app.cli.output import print_lines
from app.text.language import _, _n, marked
from app.text.terminal import style_of

if TYPE_CHECKING:
    from app.matches.installation import Installation

_NUMBER = click.IntRange(min=1)


@command()
@option("--match", "matches", type=_NUMBER, multiple=True, metavar="N", help="Delete match N.")
@option("--file", "files", type=_NUMBER, multiple=True, metavar="N", help="Delete file N that was not read.")
@option(
    "--upload", "uploads", type=_NUMBER, multiple=True, metavar="N", help="Delete all matches and files of upload N."
)
@option("--undo", "undone", type=_NUMBER, multiple=True, metavar="N", help="Restore what deletion N removed.")
@option("--list", "listing", is_flag=True, help="List what was deleted and can be restored.")
@option("--purge", is_flag=True, help="Remove for good what was deleted thirty days ago or longer.")
def delete(
    matches: tuple[int, ...],
    files: tuple[int, ...],
    uploads: tuple[int, ...],
    undone: tuple[int, ...],
    listing: bool,
    purge: bool,
) -> int:
    """Delete matches, files that could not be read, and uploads.

    The numbers are those in the addresses of the pages. What is deleted disappears from all lists and counts. It can be
    restored for thirty days; then --purge, and every start of fupan serve, removes its bytes for good.

    Exit status: 0 all done; 1 something was not there; 2 the database cannot be used.
    """

    if not (matches or files or uploads or undone or listing or purge):
        raise click.UsageError(_("nothing to delete: name a match, a file or an upload; --help lists the options"))
    with database(reading=not (matches or files or uploads or undone or purge)) as fupan:
        missing = _delete(fupan, matches, files, uploads) + _bring_back(fupan, undone)
        if purge:
            _purge(fupan)
        if listing:
            _list(fupan)
    return 1 if missing else 0


def purge_and_say(fupan: "Installation") -> None:
    """Removes what was deleted thirty days ago or longer, and says so on the standard error where that is something."""
    from app.matches.uploads import acts

    count = acts.purge(fupan.sessions)
    if count:
        click.echo(
            _n(
                "{count} deleted match or file removed for good.",
                "{count} deleted matches and files removed for good.",
                count,
            ),
            err=True,
        )


def _delete(fupan: "Installation", matches: Iterable[int], files: Iterable[int], uploads: Iterable[int]) -> int:
    from app.matches.uploads import acts
    from app.matches.uploads.deletion import CannotDelete

    style = style_of(sys.stdout)
    missing = 0
    for absent, act, numbers in (
        (marked("there is no match {number}"), acts.delete_match, matches),
        (marked("no unreadable file has the number {number}"), acts.delete_refusal, files),
        (marked("there is no upload {number}"), acts.delete_upload, uploads),
    ):
        for number in numbers:
            try:
                deleted = act(fupan.sessions, number)
            except CannotDelete as reason:
                missing += 1
                complain(reason_of(reason))
                continue
            if deleted is None:
                missing += 1
                complain(_(absent, number=number))
            else:
                words = _(
                    "deleted {what}; fupan delete --undo {number} brings it back",
                    what=style.safe(deleted.what),
                    number=deleted.deletion,
                )
                print_lines([words], style)
    return missing


def _bring_back(fupan: "Installation", numbers: Iterable[int]) -> int:
    from app.matches.uploads import acts

    missing = 0
    for number in numbers:
        if acts.undo(fupan.sessions, number):
            print_lines([_("deletion {number} undone", number=number)], style_of(sys.stdout))
        else:
            missing += 1
            complain(_("there is no deletion {number}: it was undone already, or its bytes are removed", number=number))
    return missing


def _purge(fupan: "Installation") -> None:
    from app.matches.uploads import acts

    count = acts.purge(fupan.sessions)
    words = (
        _n("{count} match or file removed for good", "{count} matches and files removed for good", count)
        if count
        else _("nothing to remove")
    )
    print_lines([words], style_of(sys.stdout))


def _list(fupan: "Installation") -> None:
    from app.matches.uploads.deletion import deletions

    style = style_of(sys.stdout)
    with fupan.sessions() as session:
        rows = deletions(session)
    if not rows:
        print_lines([_("nothing is deleted")], style)
    for row in rows:
        until = f"{row.gone_at:%Y-%m-%d}"
        term = _("until {day}", day=until)
        print_lines([f"{row.id}  {row.deleted_at:%Y-%m-%d %H:%M}  {term}  {style.safe(row.what)}"], style)
