"""`fupan check`: who broke which rule, and whether the scores are right."""

import sys
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing

import click

from app.cli.asked_language import language_for_programs
from app.cli.commands import argument, command, option
from app.cli.inputs import Inputs, as_typed, complain
from app.cli.matches.judging import Request, Tally, tallies
from app.cli.matches.report_text import summary_text
from app.cli.options import judged_under, read_as
from app.cli.progress import Progress
from app.text.language import _, current
from app.text.terminal import style_of
from engine.verdict.report import Verdict


@command()
@argument("files", nargs=-1, required=True, metavar="FILE...")
@judged_under
@option("--json", "as_json", is_flag=True, help="Print the report of each match as JSON, one on each line.")
@option("--compare", "compared", is_flag=True, help="Judge each match under every preset too, and show what differs.")
@option("--recorded", is_flag=True, help="Compare what each match recorded with what the rules give, line by line.")
@option("--jobs", type=click.IntRange(1, 256), default=1, metavar="N", help="Judge with N processes.")
@option("--dask", metavar="ADDRESS", help="Judge with the workers of the Dask scheduler at this address.")
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
    dask: str | None,
    quiet: bool,
    log_format: str | None,
) -> int:
    """Judge every match of some logs.

    FILE may be a plain, gzip, zstd or zip file of logs; - is the standard input. If FILE is a folder, every log in it
    is judged.

    With --jobs the output is the same, in the same order. Each process reads its own ranges of plain files; compressed
    files and the standard input are unpacked by one process and judged by all.

    With --dask the workers of a scheduler read and judge the files. FILE may be a path that is the same on every
    machine, or an address that fsspec opens, such as s3://bucket/logs, and may have * in it. Beside each file they
    write FILE.report.jsonl, which is what --json prints of it, and FILE.facts.jsonl, which is what an import counts of
    each match. Only the summary is printed. Connect only to a scheduler that you trust.

    With --quiet and --json, the reports of matches without an error are left out.

    With --compare each match is also replayed under every preset of its game. If the result depends on the preset, the
    match is replayed up to 400 times to find the options that make the difference. With --json the comparison is one
    more line after the report.

    With --recorded each recorded value is compared with the derived one. The first difference is marked, and so is a
    value that only follows from an earlier difference. With --json this is one more line after the report.

    For a score sheet without a fault it prints what its numbers prove; the exit status is that of incomplete.

    Exit status: 0 all clean; 1 some illegal, misscored or incomplete; 2 some unreadable, or wrong usage.
    """
    if dask is not None and jobs > 1:
        raise click.UsageError(_("--jobs and --dask exclude each other"))
    style = style_of(sys.stdout)
    request = Request(
        preset,
        tuple(options.items()),
        None if as_json or dask is not None else style,
        compared,
        quiet,
        recorded,
        current(),
        language_for_programs(),
        counted=dask is not None,
    )
    if dask is None:
        verdicts, failed = _here(request, files, log_format, jobs)
    else:
        verdicts, failed = _by_dask(request, files, log_format, dask)
    if verdicts and not as_json and not quiet:
        summary = summary_text(verdicts, style) + "\n"
        sys.stdout.buffer.write(summary.encode(style.encoding, "backslashreplace"))
    sys.stdout.buffer.flush()
    return exit_status(verdicts, failed)


def _here(request: Request, files: Sequence[str], log_format: str | None, jobs: int) -> tuple[Counter[str], bool]:
    named = as_typed(files)
    with Progress([path for path, _name in named]) as progress:
        inputs = Inputs(named, log_format, progress.at)
        verdicts, failed = _printed(tallies(request, inputs, jobs), progress)
    return verdicts, failed or inputs.failed


def _by_dask(request: Request, files: Sequence[str], log_format: str | None, address: str) -> tuple[Counter[str], bool]:
    from app.cli.cluster import workers_at

    with workers_at(address) as place, Progress() as progress:
        from app.cli.matches.beside import judged_beside

        return _printed(judged_beside(request, place, files, log_format), progress)


def _printed(tallies: Generator[Tally, None, None], progress: Progress) -> tuple[Counter[str], bool]:
    """Prints what is found.  Returns the verdicts, and whether something could not be read."""
    verdicts: Counter[str] = Counter()
    last = ""
    with closing(tallies):
        for counts, complaints, output in tallies:
            verdicts.update(counts)
            for complaint in complaints:
                if complaint != last:
                    with progress.printing():
                        complain(complaint)
                last = complaint
            if output:
                with progress.printing():
                    sys.stdout.buffer.write(output)
            progress.judged(verdicts.total())
    return verdicts, bool(last)


def exit_status(verdicts: Mapping[str, int], failed: bool) -> int:
    """The exit status of a check; ``failed`` says whether an input could not be read."""
    if failed or verdicts.get(Verdict.UNREADABLE):
        return 2
    return 1 if any(count for verdict, count in verdicts.items() if verdict != Verdict.CLEAN) else 0
