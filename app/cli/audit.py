"""`fupan audit`: the record of disputes, exported and checked."""

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from app.cli.commands import argument, group, option
from app.cli.convert import writing_to
from app.cli.importing import database
from app.cli.inputs import Refused, opened, reason_of
from app.cli.output import print_json, print_lines
from app.cli.verify import hash_option
from app.language import _, _n
from app.terminal import folded, style_of

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from engine.verdict.proof.chain import Chained


@group()
def audit() -> None:
    """The record of disputes: entries that are only ever appended, each with the hash of the one before."""


@audit.command()
@option("--out", metavar="FILE", help="Write to this file instead of the standard output.")
def export(out: str | None) -> int:
    """Write the record of the database, one entry on each line."""
    from app.record.reading import record_lines

    with database() as fupan, writing_to(out) as output:
        for line in record_lines(fupan.sessions):
            output.write(line)
    return 0


@audit.command("verify")
@argument("file", required=False, metavar="[FILE]")
@option("--head", metavar="HASH", callback=hash_option, help="The hash of an entry that the record must have.")
@option("--length", type=click.IntRange(min=0), metavar="N", help="The number of entries it must at least have.")
@option("--json", "as_json", is_flag=True, help="Print the outcome as JSON.")
def verify_record(file: str | None, head: str | None, length: int | None, as_json: bool) -> int:
    """Check an exported record, or without FILE that of the database.

    With --head and --length as a verdict names them, entry N must have this hash: so a record that was shortened, or
    linked anew, is found, and one that has grown since is right.

    Exit status: 0 whole; 1 broken; 2 wrong usage, or it cannot be read.
    """
    from engine.verdict.proof.chain import check_chain

    if file is None:
        from app.record.reading import record_lines

        with database() as fupan:
            found = check_chain(record_lines(fupan.sessions), head, length)
    else:
        from app.record.reading import exported_lines

        with opened(file) as stream:
            found = check_chain(exported_lines(stream), head, length)
    if as_json:
        facts = {"entries": found.entries, "head": found.head, "breaks_at": found.breaks_at, "reason": found.reason}
        print_json(facts)
    else:
        style = style_of(sys.stdout)
        print_lines((style.safe(line) for line in _lines(found, style.width)), style)
    return 0 if found.whole else 1


@audit.command()
@argument("name", metavar="NAME|ID")
@option("--as", "by", required=True, metavar="NAME", help="Who erases it: an arbiter, whose name is kept.")
def erase(name: str, by: str) -> int:
    """Erase the name of somebody who asks to be forgotten, or a text by its id.

    The record has only a random id in the place of a name or a text, so it remains whole; the erasure becomes an entry
    of it. fupan audit export prints the ids.

    Exit status: 0 erased; 1 neither a name nor a text was found; 2 the database cannot be used.
    """
    from app.database import transact
    from app.record.actors import Role, UnfitText, actor_id, actors_named, is_kept
    from app.record.actors import erase as erased

    def work(session: "Session") -> str:
        named = [each.id for each in actors_named(session, name)]
        wanted = named or ([name] if is_kept(session, name) else [])
        if not wanted:
            return ""
        arbiter = actor_id(session, by, Role.ARBITER)
        if arbiter in wanted:
            raise UnfitText(_("{by} erases this, so the name must be kept: name another arbiter with --as.", by=by))
        count = sum(erased(session, each, actor=arbiter) is not None for each in wanted)
        return _n("{count} name", "{count} names", count) if named else _("a text")

    with database() as fupan:
        try:
            done = transact(fupan.sessions, work)
        except UnfitText as reason:
            raise Refused(reason_of(reason)) from None
    style = style_of(sys.stdout)
    print_lines([_("erased {done}", done=done) if done else _("there is no such name, and no text of this id")], style)
    return 0 if done else 1


def _lines(found: "Chained", width: int) -> Iterator[str]:
    if found.whole:
        yield _n("The record is whole: {count} entry.", "The record is whole: {count} entries.", found.entries)
    else:
        if found.breaks_at is None:
            words = _("The record is BROKEN: {reason}.", reason=found.reason)
        else:
            words = _(
                "The record is BROKEN at entry {entry}: {reason}.", entry=f"{found.breaks_at:,}", reason=found.reason
            )
        yield from folded(words, width)
        yield _("Whole entries before that: {entries}.", entries=f"{found.entries:,}")
    yield _("head {head}", head=found.head)
