"""`fupan check`: who broke which rule, and whether the scores are right."""

import sys
from collections import Counter
from collections.abc import Mapping
from contextlib import closing

import click

from app.cli.asked_language import language_for_programs
from app.cli.commands import argument, command, option
from app.cli.inputs import Inputs, as_typed
from app.cli.matches.judging import Request, judged
from app.cli.matches.report_text import summary_text
from app.cli.options import judged_under, read_as
from app.cli.progress import Progress
from app.text.language import current
from app.text.terminal import style_of
from engine.verdict.report import Verdict


@command()
@argument("files", nargs=-1, required=True, metavar="FILE...")
@judged_under
@option("--json", "as_json", is_flag=True, help="Print the report of each match as JSON, one on each line.")
@option("--compare", "compared", is_flag=True, help="Judge each match under every preset too, and show what differs.")
@option("--recorded", is_flag=True, help="Compare what each match recorded with what the rules give, line by line.")
@option("--jobs", type=click.IntRange(1, 256), default=1, metavar="N", help="Judge with N processes.")
@option(
    "--quiet",
    "-q",
    is_flag=True,
    help="Print only errors: no warnings, no notices, no verdicts, no summary.",
)
@read_as
def check(
    files: tuple[str, ...],
    preset: str | None,
    options: Mapping[str, str],
    as_json: bool,
    compared: bool,
    recorded: bool,
    jobs: int,
    quiet: bool,
    log_format: str | None,
) -> int:
    """Judge every match of some logs.

    FILE may be a plain, gzip, zstd or zip file of logs; - is the standard input. If FILE is a folder, every log in it
    is judged.

    With --jobs the output is the same, in the same order. Each process reads its own ranges of plain files; compressed
    files and the standard input are unpacked by one process and judged by all.

    With --quiet and --json, the reports of matches without an error are left out.

    With --compare each match is also replayed under every preset of its game. If the result depends on the preset, the
    match is replayed up to 400 times to find the options that make the difference. With --json the comparison is one
    more line after the report.

    With --recorded each recorded value is compared with the derived one. The first difference is marked, and so is a
    value that only follows from an earlier difference. With --json this is one more line after the report.

    For a score sheet without a fault it prints what its numbers prove; the exit status is that of incomplete.

    Exit status: 0 all clean; 1 some illegal, misscored or incomplete; 2 some unreadable, or wrong usage.
    """
    style = style_of(sys.stdout)
    output = sys.stdout.buffer
    verdicts: Counter[str] = Counter()
    named = as_typed(files)
    with Progress([path for path, _ in named]) as progress:
        inputs = Inputs(named, log_format, progress.at)
        request = Request(
            preset,
            tuple(options.items()),
            None if as_json else style,
            compared,
            quiet,
            recorded,
            current(),
            language_for_programs(),
        )
        with closing(judged(request, inputs, jobs)) as matches:
            for match in matches:
                if match.output:
                    with progress.printing():
                        output.write(match.output)
                verdicts[match.shown] += 1
                progress.judged(verdicts.total())
    if verdicts and not as_json and not quiet:
        output.write((summary_text(verdicts, style) + "\n").encode(style.encoding, "backslashreplace"))
    output.flush()
    return exit_status(verdicts, inputs.failed)


def exit_status(verdicts: Mapping[str, int], failed: bool) -> int:
    """The exit status of a check; ``failed`` says whether an input could not be read."""
    if failed or verdicts.get(Verdict.UNREADABLE):
        return 2
    return 1 if any(count for verdict, count in verdicts.items() if verdict != Verdict.CLEAN) else 0
