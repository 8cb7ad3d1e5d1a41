"""`fupan study`: hands with their notes as files."""

import sys

import click

from app.cli.commands import argument, group, option
from app.cli.inputs import Refused, complain, name_of, opened, reason_of
from app.cli.matches.convert import writing_to
from app.cli.matches.importing import database
from app.cli.output import print_lines
from app.text.language import _, _n
from app.text.terminal import style_of

_NUMBER = click.IntRange(min=1)


@group()
def study() -> None:
    """Studies: hands with their notes, as files that another installation can import."""


@study.command("export")
@argument("match", type=_NUMBER, metavar="MATCH")
@argument("hand", type=_NUMBER, metavar="HAND")
@option("--output", "target", metavar="PATH", help="Write to this file instead of the standard output.")
def export_one(match: int, hand: int, target: str | None) -> int:
    """Write a hand with its notes as a file.

    MATCH is the number of a stored match, HAND one of its hands, from 1. The file has the whole match as fupan/1, and
    the notes of the hand. Its format is fupan-study/1.

    Exit status: 0 written; 2 there is no such match or hand.
    """
    from app.replay.notes.study import StudyRefused, export_study

    with database(reading=True) as fupan:
        stored = fupan.match(match)
        if stored is None:
            raise Refused(_("there is no match {number}", number=match))
        try:
            data = export_study(fupan, stored, hand)
        except StudyRefused as refused:
            raise Refused(reason_of(refused)) from None
    with writing_to(target) as output:
        output.write(data)
        output.flush()
    return 0


@study.command("import")
@argument("files", nargs=-1, required=True, metavar="FILE...")
def import_some(files: tuple[str, ...]) -> int:
    """Store the matches of studies, with their notes.

    A match that is already stored does not change; the notes that its hand does not have are added. FILE may be - for
    the standard input. A study with a fault is not stored: the message names the field, what was found, and what was
    expected.

    Exit status: 0 all stored; 2 some were not.
    """
    from app.replay.notes.study import BYTES, StudyRefused, bring_study, read_study

    style = style_of(sys.stdout)
    failed = False
    with database() as fupan:
        for file in files:
            name = name_of(file)
            try:
                with opened(file) as stream:
                    data = stream.read(BYTES + 1)
                brought = bring_study(fupan, read_study(data), name)
            except StudyRefused as refused:
                failed = True
                complain(_("{source}: {reason}", source=name, reason=reason_of(refused)))
                continue
            except Refused as refused:
                failed = True
                complain(refused.message)
                continue
            added = _n("{count} note added", "{count} notes added", brought.notes)
            place = _("match {match}, hand {hand}", match=brought.match, hand=brought.hand)
            known = _n("{count} was there already", "{count} were there already", brought.known)
            done = _("{added}; {known}", added=added, known=known) if brought.known else added
            print_lines([_("{source}: {place}: {done}", source=style.safe(name), place=place, done=done)], style)
    return 2 if failed else 0
