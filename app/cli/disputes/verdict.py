"""`fupan verdict`: a verdict on a match, to hand out, and the signature of another arbiter."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import click
import msgspec

from app.cli.commands import Group, argument, group, option
from app.cli.disputes.keys import in_folder, key_folder
from app.cli.disputes.printed import printed_as, printing_to
from app.cli.inputs import InputError, Inputs, WrongUsage, bytes_of, name_of, reason_of
from app.cli.matches.convert import writing_to
from app.cli.matches.importing import database
from app.cli.options import judged_under, read_as
from app.text.language import _, _n
from engine.logs import LogRecord
from engine.logs.record import with_positions
from engine.rulebook.sentences import say
from engine.verdict.check import Checker

if TYPE_CHECKING:
    from app.disputes.verdicts.issuing import Stamp

ISSUER: Final = "FUPAN_ISSUER"
"""The variable that names the issuer."""
_DISPUTE_BYTES: Final = 4 * 1024 * 1024
_DIGITS: Final = 9


class _Issuing(Group):
    """A command with arguments of its own, unless the first is the name of a subcommand."""

    allow_interspersed_args = True

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Reads the arguments of the command, or of its subcommand.  Raises UsageError if they are wrong."""
        command = self.commands.get(args[0]) if args else None
        if command is None:
            return super().make_context(info_name, args, parent, **extra)
        return command.make_context(f"{info_name} {args[0]}", args[1:], parent, **extra)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Reads arguments as a command does that has no subcommands."""
        return click.Command.parse_args(self, ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Issues the verdict."""
        return click.Command.invoke(self, ctx)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """The parts of the line with the way to call the command, without that for subcommands."""
        return super().collect_usage_pieces(ctx)[:-1]


@group(cls=_Issuing, no_args_is_help=False)
@argument("match", required=False, metavar="[FILE|MATCH]")
@option(
    "--match", "number", type=click.IntRange(1), metavar="N", help="Which match of the file, from 1, if it has several."
)
@judged_under
@read_as
@option(
    "--dispute",
    metavar="NUMBER|FILE",
    help="A stored dispute by its number; or a dispute and its ruling as JSON, with the fields of the contract.",
)
@option(
    "--issuer", metavar="NAME", help=say("Who issues it. Default: {issuer}, else the name of the key.", issuer=ISSUER)
)
@option("--id", "identity", metavar="TEXT", help="What to call the verdict. Default: random.")
@option("--key", metavar="NAME", help="The key to sign with. Default: the newest in use.")
@option("--unsigned", is_flag=True, help="Issue it without a signature.")
@in_folder
@option("--out", metavar="FILE", help="Write to this file instead of the standard output.")
@printed_as
def verdict(
    match: str | None,
    number: int | None,
    preset: str | None,
    options: Mapping[str, str],
    log_format: str | None,
    dispute: str | None,
    issuer: str | None,
    identity: str | None,
    key: str | None,
    unsigned: bool,
    folder: str | None,
    out: str | None,
    html: str | None,
    pdf: str | None,
) -> int:
    """Issue a verdict on a match: a signed file that states the result of its log under its rules.

    FILE is a log. MATCH is the number of a stored match, as in the address of its page: it is then judged under the
    rules chosen for it, the verdict names the head of the record of disputes, the record notes the verdict, and it is
    kept and listed with the match.

    With --dispute NUMBER, the verdict carries the ruling in force on this dispute; MATCH need not be named then.

    --html and --pdf write it for people as well: with the table at each finding, and at the foot the hash of the
    verdict and a QR code of it.

    Anybody with the log, the verdict and your public key (fupan keys export) can check it with fupan verify.

    With fupan verdict sign, another arbiter adds a signature to the file.

    Exit status: 0 issued; 2 wrong usage, or it cannot be issued.
    """
    disputed = _number(dispute)
    stamp = _stamp(None if disputed is not None else dispute, issuer, identity, None if unsigned else (folder, key))
    checker = Checker(preset, options) if preset or options else None
    stored = _number(match)
    if match is None and disputed is None:
        raise click.UsageError(_("Missing argument 'FILE|MATCH'."))
    if disputed is not None and match is not None and stored is None:
        raise click.UsageError(_("--dispute NUMBER is about a stored match: leave FILE out."))
    if disputed is not None and checker is not None:
        raise click.UsageError(_("--dispute NUMBER was ruled on under the rules of its match: no others can be named."))
    with printing_to(html, pdf) as printed, _issuing(), writing_to(out) as output:
        if match is None or stored is not None:
            raw, record = _of_stored(stored, checker, stamp, disputed)
        else:
            raw, record = _of_file(match, number, log_format, checker, stamp)
        output.write(raw)
        printed(raw, record)
    return 0


@verdict.command()
@argument("file", metavar="VERDICT")
@option("--key", metavar="NAME", help="The key to sign with. Default: the newest in use.")
@in_folder
@option("--out", metavar="FILE", help="Write to this file instead of the standard output.")
def sign(file: str, key: str | None, folder: str | None, out: str | None) -> int:
    """Add a signature to the file of a verdict.

    Needs no database and no network. The body of the verdict remains the same. An arbiter adds the signature to the
    verdict that a server keeps on the page of that verdict there.

    Exit status: 0 signed; 2 wrong usage, or it cannot be signed.
    """
    from app.disputes.verdicts.countersigning import CannotSign, countersigned
    from app.disputes.verdicts.key_folder import KeyRefused, key_named, signature_by
    from engine.verdict.proof.canonical import BYTES
    from engine.verdict.proof.fields import FormFault

    with bytes_of(file) as stream:
        raw = stream.read(BYTES + 1)
    where = key_folder(folder)
    try:
        chosen = key_named(where, key)
        signed = countersigned(raw, lambda body: signature_by(where, chosen, body))
    except (CannotSign, FormFault, KeyRefused) as reason:
        raise WrongUsage(_("{file} cannot be signed: {reason}", file=name_of(file), reason=reason_of(reason))) from None
    with writing_to(out) as output:
        output.write(signed)
    return 0


def _number(argument: str | None) -> int | None:
    """The number that an argument is; None if it names a file, or is not given."""
    if argument is None or not (argument.isascii() and argument.isdigit() and len(argument) <= _DIGITS):
        return None
    return None if os.path.exists(argument) else int(argument)


@contextmanager
def _issuing() -> Iterator[None]:
    """Turns what makes issuing impossible into a message."""
    from app.disputes.audit_log.actors import UnfitText
    from app.disputes.cases.states import MayNot
    from app.disputes.verdicts.issuing import CannotIssue
    from app.disputes.verdicts.key_folder import KeyRefused
    from engine.verdict.proof.fields import FormFault

    try:
        yield
    except (CannotIssue, KeyRefused, FormFault, MayNot, UnfitText) as reason:
        raise WrongUsage(_("no verdict can be issued: {reason}", reason=reason_of(reason))) from None


def _stamp(
    dispute: str | None, issuer: str | None, identity: str | None, signed_with: tuple[str | None, str | None] | None
) -> "Stamp":
    from app.disputes.verdicts.issuing import Stamp
    from app.disputes.verdicts.key_folder import key_named, signature_by

    ruling = None if dispute is None else _dispute(dispute)
    name = issuer or os.environ.get(ISSUER)
    if signed_with is None:
        return Stamp(name or "nobody", None, identity, ruling)
    where = key_folder(signed_with[0])
    with _issuing():
        key = key_named(where, signed_with[1])
    return Stamp(name or key.name, lambda body: signature_by(where, key, body), identity, ruling)


def _dispute(file: str) -> dict[str, object]:
    with bytes_of(file) as stream:
        text = stream.read(_DISPUTE_BYTES + 1)
    try:
        document = msgspec.json.decode(text, type=dict[str, object])
    except (ValueError, RecursionError) as error:
        raise InputError(_("{file}: not a dispute in JSON ({reason})", file=name_of(file), reason=error)) from None
    return document


def _of_stored(
    number: int | None, checker: Checker | None, stamp: "Stamp", dispute: int | None
) -> tuple[bytes, LogRecord | None]:
    """The verdict on a stored match with its log; without its number, on that of a dispute.

    In a club, who issues it with the name of an account may do what that account may.
    """
    from app.accounts.members import account_named
    from app.accounts.viewers import asked_from
    from app.disputes.verdicts.issuing import issue_stored, match_of_dispute
    from app.matches.ingest import reread

    with database() as fupan:
        with fupan.sessions() as session:
            named = account_named(session, stamp.issuer)
        if named is not None:
            fupan = replace(fupan, sessions=asked_from(fupan.sessions, named.id))
        match = match_of_dispute(fupan, dispute) if number is None and dispute is not None else number
        assert match is not None
        raw = issue_stored(fupan, match, checker, stamp, dispute).raw
        stored = fupan.match(match)
        return raw, None if stored is None else reread(stored)[1]


def _of_file(
    file: str, number: int | None, log_format: str | None, checker: Checker | None, stamp: "Stamp"
) -> tuple[bytes, LogRecord]:
    from app.disputes.verdicts.issuing import issue, report_for

    record, position = _record(file, number, log_format)
    report = report_for(record, checker or Checker(), claimed=checker is None)
    return issue(record, position, report, stamp).as_bytes(), record


def _record(file: str, number: int | None, log_format: str | None) -> tuple[LogRecord, int]:
    """The record of a file with a number, and its position among those of the same bytes."""
    inputs = Inputs([(file, name_of(file))], log_format)
    record: tuple[LogRecord, int] | None = None
    count = 0
    for count, candidate in enumerate(with_positions(inputs), 1):
        if count == (number or 1):
            record = candidate
        if count > (number or 1):
            break
    if record is None:
        if not count:
            raise WrongUsage(_("{path}: no match in it", path=name_of(file)))
        raise WrongUsage(
            _n("{path}: it has only {count} match", "{path}: it has only {count} matches", count, path=name_of(file))
        )
    if number is None and count > 1:
        raise WrongUsage(_("{file}: more than one match in it; --match N says which", file=name_of(file)))
    return record
