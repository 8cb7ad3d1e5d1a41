"""`fupan audit`: the record of disputes, exported and checked."""

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

import click

from app.cli.commands import argument, group, option
from app.cli.disputes.verify import hash_option
from app.cli.inputs import WrongUsage, bytes_of, reason_of
from app.cli.matches.convert import writing_to
from app.cli.matches.importing import database
from app.cli.output import print_json, print_lines
from app.cli.unusable import database_named
from app.cli.words import labelled
from app.text.language import _, _n
from app.text.terminal import folded, style_of

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.disputes.audit_check.said import RecordDifference
    from app.matches.installation import Installation
    from engine.verdict.proof.chain import ChainResult


_LONGEST: Final = 20_000
"""Characters of a text that are printed for people."""
_SHOWN: Final = 100
"""Differences that are listed for people."""


@group()
def audit() -> None:
    """The record of disputes: entries that are only appended, each with the hash of the one before."""


@audit.command()
@option("--out", metavar="FILE", help="Write to this file instead of the standard output.")
def export(out: str | None) -> int:
    """Write the record of the database, one entry on each line."""
    from app.disputes.audit_log.reading import record_lines

    with database(reading=True) as fupan, writing_to(out) as output:
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

    With --head and --length from a verdict, entry N must have this hash. A record that was shortened or linked anew
    fails; one that has grown since passes.

    For the database it also compares with the record what pages and figures use: disputes and their states, claims,
    votes, rulings, adjustments, names, texts, evidence, the scores in use of matches with a ruling, and the stored
    verdicts.

    Entries by which somebody of a club ruled or voted on a match they played in are listed: a warning, not a break.

    Exit status: 0 whole; 1 broken, or the database is empty; 2 wrong usage, or it cannot be read.
    """
    empty = ""
    if file is None:
        from app.players.statistics.audited_scores import audit_with_scores

        with database(reading=True) as fupan:
            audited = audit_with_scores(fupan.sessions, head, length)
            if not audited.chain.entries and _is_empty(fupan):
                empty = _(
                    "The database {database} is empty: it has neither matches nor a record of disputes. If this is not "
                    "the database you mean, set FUPAN_DATA or FUPAN_DATABASE_URL as the server has them.",
                    database=database_named(),
                )
        result, differs, parties = audited.chain, audited.differs, list(audited.parties)
    else:
        from app.disputes.audit_log.reading import exported_lines, noting_parties
        from engine.verdict.proof.chain import check_chain

        with bytes_of(file) as stream:
            parties = []
            result, differs = check_chain(noting_parties(exported_lines(stream), parties), head, length), ()
    if as_json:
        reason = empty or result.reason
        facts = {"entries": result.entries, "head": result.head, "breaks_at": result.breaks_at, "reason": reason}
        compared = {"differs": [{"entry": difference.entry, "what": difference.what} for difference in differs]}
        print_json(facts | compared | ({"parties": parties} if parties else {}))
    else:
        style = style_of(sys.stdout)
        lines = [empty] if empty else _lines(result, differs, parties, style.width)
        print_lines((style.safe(line) for line in lines), style)
    return 0 if result.whole and not differs and not empty else 1


def _is_empty(fupan: "Installation") -> bool:
    from sqlalchemy import select
    from sqlmodel import col

    from app.database.tables.matches import Log

    with fupan.sessions() as session:
        return session.scalar(select(col(Log.id)).limit(1)) is None


@audit.command("text")
@argument("identity", metavar="ID")
@option("--json", "as_json", is_flag=True, help="Print it as JSON, with the text exactly as it is.")
def show_text(identity: str, as_json: bool) -> int:
    """Print the text or name behind an id in an export, and the salt of its hash.

    They check the text against the export: the SHA-256 of the salt, followed by the text in UTF-8, is the hash beside
    the id.

    Exit status: 0 printed; 1 there is no such text, or it was erased; 2 the database cannot be used.
    """
    from app.disputes.audit_log.actors import identity_of

    with database(reading=True) as fupan, fupan.sessions() as session:
        row = identity_of(session, identity)
    style = style_of(sys.stdout)
    if row is None:
        print_lines([_("there is no text or name of this id, or it was erased")], style)
        return 1
    if as_json:
        facts = {"id": identity, "salt": row.salt.hex(), "sha256": row.sha256, "text": row.text}
        print_json(facts if row.role is None else facts | {"role": row.role})
        return 0
    print_lines(
        (
            labelled("sha256", row.sha256),
            labelled(_("salt"), row.salt.hex()),
            labelled(_("text"), style.safe(row.text, _LONGEST)),
        ),
        style,
    )
    return 0


@audit.command()
@argument("name", metavar="NAME|ID")
@option("--as", "by", required=True, metavar="NAME", help="Who erases it: an arbiter, whose name is kept.")
def erase(name: str, by: str) -> int:
    """Erase the name of somebody who asks to be forgotten, or a text by its id.

    The record has random ids, no names or texts, so it remains whole; the erasure becomes an entry of it. fupan audit
    export prints the ids.

    Exit status: 0 erased; 1 neither a name nor a text was found; 2 the database cannot be used.
    """
    from app.database.opening import transact
    from app.disputes.audit_log.actors import ActorRole, UnfitText, actor_id, actors_named, is_kept
    from app.disputes.audit_log.actors import erase as erased

    def work(session: "Session") -> str:
        named = [actor.id for actor in actors_named(session, name)]
        wanted = named or ([name] if is_kept(session, name) else [])
        if not wanted:
            return ""
        arbiter = actor_id(session, by, ActorRole.ARBITER)
        if arbiter in wanted:
            raise UnfitText(_("{by} erases this, so the name must be kept: name another arbiter with --as.", by=by))
        count = sum(erased(session, identity, actor=arbiter) is not None for identity in wanted)
        return _n("{count} name", "{count} names", count) if named else _("a text")

    with database() as fupan:
        try:
            done = transact(fupan.sessions, work)
        except UnfitText as reason:
            raise WrongUsage(reason_of(reason)) from None
    style = style_of(sys.stdout)
    print_lines([_("erased {done}", done=done) if done else _("there is no such name, and no text of this id")], style)
    return 0 if done else 1


def _lines(
    result: "ChainResult", differs: "Sequence[RecordDifference]", parties: "Sequence[int]", width: int
) -> Iterator[str]:
    from app.disputes.audit_check.words import difference_words

    if not result.whole:
        if result.breaks_at is None:
            words = _("The record is BROKEN: {reason}.", reason=result.reason)
        else:
            words = _(
                "The record is BROKEN at entry {entry}: {reason}.", entry=f"{result.breaks_at:,}", reason=result.reason
            )
        yield from folded(words, width)
        yield _("Whole entries before that: {entries}.", entries=f"{result.entries:,}")
    elif differs:
        yield _("The record is BROKEN: the database does not say what its entries say.")
    else:
        yield _n("The record is whole: {count} entry.", "The record is whole: {count} entries.", result.entries)
    for difference in differs[:_SHOWN]:
        yield from folded(f"- {difference_words(difference)}", width)
    if len(differs) > _SHOWN:
        yield _("{count} more differences; --json lists all.", count=f"{len(differs) - _SHOWN:,}")
    for entry in parties[:_SHOWN]:
        words = _("warning: by entry {entry} somebody ruled or voted on a match they played in", entry=f"{entry:,}")
        yield from folded(f"- {words}", width)
    yield _("head {head}", head=result.head)
