"""`fupan delete`: matches, files that could not be read, and uploads."""

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from app.cli.importing import database
from app.cli.inputs import complain
from app.cli.output import print_lines
from app.cli.report_text import counted
from app.terminal import style_of

if TYPE_CHECKING:
    from app.fupan import Fupan

_NUMBER = click.IntRange(min=1)


@click.command()
@click.option("--match", "matches", type=_NUMBER, multiple=True, metavar="N", help="Delete match N.")
@click.option("--file", "files", type=_NUMBER, multiple=True, metavar="N", help="Delete file N that was not read.")
@click.option("--upload", "uploads", type=_NUMBER, multiple=True, metavar="N", help="Delete all that upload N brought.")
@click.option("--undo", "undone", type=_NUMBER, multiple=True, metavar="N", help="Bring back what deletion N took.")
@click.option("--list", "listing", is_flag=True, help="List what was deleted and can be brought back.")
@click.option("--purge", is_flag=True, help="Remove for good what was deleted thirty days ago or longer.")
def delete(
    matches: tuple[int, ...],
    files: tuple[int, ...],
    uploads: tuple[int, ...],
    undone: tuple[int, ...],
    listing: bool,
    purge: bool,
) -> int:
    """Delete matches, files that could not be read, and uploads.

    The numbers are those in the addresses of the pages. What is deleted is in no list and no count from then on. It can
    be brought back for thirty days; after these --purge, and every start of fupan serve, removes its bytes for good.

    Exit status: 0 all done; 1 something was not there; 2 the database cannot be used.
    """

    if not (matches or files or uploads or undone or listing or purge):
        raise click.UsageError("nothing to delete: name a match, a file or an upload; --help lists the options")
    with database() as fupan:
        missing = _delete(fupan, matches, files, uploads) + _bring_back(fupan, undone)
        if purge:
            _purge(fupan)
        if listing:
            _list(fupan)
    return 1 if missing else 0


def purge_and_say(fupan: "Fupan") -> None:
    """Removes what was deleted thirty days ago or longer, and says so on the standard error where that is something."""
    from app.kept import acts

    count = acts.purge(fupan.sessions)
    if count:
        click.echo(
            f"{counted(count, 'deleted match or file', 'deleted matches and files')} removed for good.", err=True
        )


def _delete(fupan: "Fupan", matches: Iterable[int], files: Iterable[int], uploads: Iterable[int]) -> int:
    from app.kept import acts
    from app.kept.deletion import CannotDelete

    style = style_of(sys.stdout)
    missing = 0
    for name, act, numbers in (
        ("match", acts.delete_match, matches),
        ("file that was not read:", acts.delete_refusal, files),
        ("upload", acts.delete_upload, uploads),
    ):
        for number in numbers:
            try:
                deleted = act(fupan.sessions, number)
            except CannotDelete as reason:
                missing += 1
                complain(str(reason))
                continue
            if deleted is None:
                missing += 1
                complain(f"there is no {name} {number}")
            else:
                undo = f"fupan delete --undo {deleted.deletion} brings it back"
                print_lines([f"deleted {style.safe(deleted.what)}; {undo}"], style)
    return missing


def _bring_back(fupan: "Fupan", numbers: Iterable[int]) -> int:
    from app.kept import acts

    missing = 0
    for number in numbers:
        if acts.undo(fupan.sessions, number):
            print_lines([f"deletion {number} undone"], style_of(sys.stdout))
        else:
            missing += 1
            complain(f"there is no deletion {number}: it was undone already, or its bytes are removed")
    return missing


def _purge(fupan: "Fupan") -> None:
    from app.kept import acts

    count = acts.purge(fupan.sessions)
    words = f"{counted(count, 'match or file', 'matches and files')} removed for good" if count else "nothing to remove"
    print_lines([words], style_of(sys.stdout))


def _list(fupan: "Fupan") -> None:
    from app.kept.deletion import deletions

    style = style_of(sys.stdout)
    with fupan.sessions() as session:
        found = deletions(session)
    if not found:
        print_lines(["nothing is deleted"], style)
    for each in found:
        until = f"{each.gone_at:%Y-%m-%d}"
        print_lines([f"{each.id}  {each.deleted_at:%Y-%m-%d %H:%M}  until {until}  {style.safe(each.what)}"], style)
