"""`fupan study`: hands with their notes as files."""

import sys

from app.cli.commands import argument, group, option
from app.cli.inputs import WrongUsage, bytes_of, complain, name_of, reason_of
from app.cli.matches.convert import writing_to
from app.cli.matches.importing import database
from app.cli.output import print_lines
from app.text.language import _, _n
from app.text.terminal import style_of


@group()
def study() -> None:
    """Studies: hands with their notes, as files that another installation can import."""


@study.command("export")
@argument("hands", nargs=-1, required=True, metavar="HAND...")
@option("--title", default="", metavar="TEXT", help="What the study is called.")
@option("--output", "target", metavar="PATH", help="Write to this file instead of the standard output.")
def export_some(hands: tuple[str, ...], title: str, target: str | None) -> int:
    """Write hands with their notes as a file, a chapter each.

    HAND is the number of a stored match and that of one of its hands, from 1, such as 40.1. A title may follow:
    "40.1 The bomb". The file has the whole matches as fupan/1, and the notes of the hands. Its format is fupan-study/2.

    Exit status: 0 written; 2 there is no such match or hand.
    """
    from app.replay.notes.chapters import CHAPTERS, chapters_of, title_line
    from app.replay.notes.study import StudyRefused, export_study

    try:
        chapters = chapters_of(hands)
    except ValueError as wrong:
        raise WrongUsage(_("{text} is not a match and a hand, such as 40.1", text=str(wrong))) from None
    if len(chapters) > CHAPTERS:
        raise WrongUsage(_("a study has at most {most} chapters", most=CHAPTERS))
    with database(reading=True) as fupan:
        try:
            data = export_study(fupan, title_line(title), chapters)
        except StudyRefused as refused:
            raise WrongUsage(reason_of(refused)) from None
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
                with bytes_of(file) as stream:
                    data = stream.read(BYTES + 1)
                brought = bring_study(fupan, read_study(data), name)
            except StudyRefused as refused:
                failed = True
                complain(_("{source}: {reason}", source=name, reason=reason_of(refused)))
                continue
            except WrongUsage as refused:
                failed = True
                complain(refused.message)
                continue
            for chapter in brought.chapters:
                added = _n("{count} note added", "{count} notes added", chapter.notes)
                place = _("match {match}, hand {hand}", match=chapter.chapter.match, hand=chapter.chapter.hand)
                known = _n("{count} was there already", "{count} were there already", chapter.known)
                done = _("{added}; {known}", added=added, known=known) if chapter.known else added
                print_lines([_("{source}: {place}: {done}", source=style.safe(name), place=place, done=done)], style)
    return 2 if failed else 0
