"""`fupan verify`: whether somebody issued a verdict, and whether its log gives the result that it states."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING, Final

import click

from app.cli.commands import argument, command, option
from app.cli.disputes.printed import printed_as, printing_to
from app.cli.inputs import InputError, WrongUsage, bytes_of, name_of, reason_of
from app.cli.output import print_json, print_lines
from app.cli.words import labelled
from app.text.language import DEFAULT, _, current
from app.text.terminal import Style, folded, padded, style_of

if TYPE_CHECKING:
    from app.disputes.verdicts.verifying import Verification

_LABEL: Final = 26
_LONGEST: Final = 2_000


def hash_option(_context: click.Context, _parameter: click.Parameter, text: str | None) -> str | None:
    """A hash given on the command line.  Raises click.BadParameter if it is not one."""
    from engine.verdict.proof.fields import is_hash

    if text is not None and not is_hash(text):
        raise click.BadParameter(_("64 lower-case hexadecimal digits are expected"))
    return text


def _printed_hash(_context: click.Context, _parameter: click.Parameter, text: str | None) -> str | None:
    """The hash that was typed or scanned from a print.  Raises click.BadParameter if there is none in the text."""
    from app.disputes.verdicts.printed_hash import read_printed

    if text is None:
        return None
    digest = read_printed(text)
    if digest is None:
        raise click.BadParameter(_("64 hexadecimal digits are expected, or what the QR code holds"))
    return digest


@command()
@argument("verdict", metavar="VERDICT")
@argument("logs", nargs=-1, metavar="[LOG...]")
@option("--key", "keys", multiple=True, metavar="FILE", help="A public key (PEM) that must have signed it.")
@option("--head", metavar="HASH", callback=hash_option, help="The head that the record must have had.")
@option(
    "--hash",
    "printed",
    metavar="TEXT",
    callback=_printed_hash,
    help="The hash on a print, or what its QR code holds: adds a check that the print is of this verdict.",
)
@option("--json", "as_json", is_flag=True, help="Print the outcome of each check as JSON.")
@printed_as
def verify(
    verdict: str,
    logs: tuple[str, ...],
    keys: tuple[str, ...],
    head: str | None,
    printed: str | None,
    as_json: bool,
    html: str | None,
    pdf: str | None,
) -> int:
    """Check a verdict: its form, who signed it, and that the log gives its result under its rules.

    Needs no database and no network. LOG is the log that the verdict is about: a file as it was uploaded, packed or
    not, or an archive that has it. Get the key from the issuer, not from the person who gave you the verdict.

    --html and --pdf print the verdict for people, with the table at each finding where LOG is given.

    Exit status: 0 verified; 1 something failed; 3 nothing failed, but the signature, the key or the result was not
    checked; 2 wrong usage, or a file or a key that cannot be read.
    """
    from app.disputes.verdicts.public_keys import PEM_BYTES, KeyUnreadable, read_pem
    from app.disputes.verdicts.verifying import STATUS
    from app.disputes.verdicts.verifying import verify as checked
    from engine.verdict.proof.canonical import BYTES

    public = []
    for key in keys:
        with bytes_of(key) as stream:
            try:
                public.append(read_pem(stream.read(PEM_BYTES + 1)))
            except KeyUnreadable as reason:
                raise InputError(labelled(name_of(key), reason_of(reason))) from None
    with bytes_of(verdict) as stream:
        raw = stream.read(BYTES + 1)
    with ExitStack() as stack:
        streams = [(name_of(log), stack.enter_context(bytes_of(log))) for log in logs]
        verification = checked(raw, streams, public, head, printed=printed)
    if html is not None or pdf is not None:
        if verification.verdict is None:
            raise WrongUsage(
                _(
                    "{verdict} cannot be printed: {reason}",
                    verdict=name_of(verdict),
                    reason=verification.checks["form"].reason,
                )
            )
        with printing_to(html, pdf) as work:
            work(raw, verification.record)
    if as_json:
        print_json(verification.facts())
    else:
        style = style_of(sys.stdout)
        print_lines(_page(verification, name_of(verdict), style), style)
    return STATUS[verification.standing]


def _page(verification: "Verification", name: str, style: Style) -> Iterator[str]:
    from app.disputes.verdicts.verifying import CheckOutcome, OverallResult
    from app.disputes.verdicts.words import HEADLINES, OUTCOMES_OF_CHECKS, TITLES, conclusion, facts

    colours = {OverallResult.VERIFIED: "good", OverallResult.NOT_VERIFIED: "warning", OverallResult.FAILED: "error"}
    yield labelled(
        style.safe(name), style.paint(_(HEADLINES[verification.standing]).upper(), colours[verification.standing])
    )
    yield from folded(style.safe(conclusion(verification), _LONGEST), style.width)
    yield ""
    marks = {CheckOutcome.OK: "good", CheckOutcome.FAILED: "error", CheckOutcome.SKIPPED: "warning"}
    for check, result in verification.checks.items():
        name = check if current() is DEFAULT else _(TITLES[check])
        outcome = style.paint(padded(_(OUTCOMES_OF_CHECKS[result.outcome]), 8), marks[result.outcome])
        head = f"  {padded(name, 11)} {outcome} "
        yield from _hanging(head, 23, style.safe(result.reason, _LONGEST), style)
    if verification.verdict is None:
        return
    yield ""
    yield style.paint(
        _("It says") if verification.standing is OverallResult.VERIFIED else _("It says, which is not proved"), "strong"
    )
    for fact in facts(verification.verdict, verification.keys):
        yield from _hanging(f"  {padded(fact.label, _LABEL - 3)} ", _LABEL, style.safe(fact.text, _LONGEST), style)


def _hanging(head: str, indent: int, text: str, style: Style) -> Iterator[str]:
    """A text behind a head, with its further lines below its beginning."""
    first, *others = folded(text, max(style.width - indent, 20)) or [""]
    yield head + first
    yield from (" " * indent + line for line in others)
