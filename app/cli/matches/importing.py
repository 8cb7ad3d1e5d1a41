"""`fupan import`: logs into the database."""

import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from app.cli.commands import argument, command, option
from app.cli.inputs import EXPORTED, Inputs, WrongUsage, complain, name_of, reason_of, trouble_of, with_folders
from app.cli.matches.report_text import summary_text
from app.cli.options import judged_under
from app.cli.output import print_lines
from app.cli.progress import Progress
from app.cli.unusable import database_named, refusals_said
from app.cli.words import labelled, verdict_shown, with_commas, with_semicolons
from app.cli.workers import WorkerStopped
from app.judging.rules_of_match.asked import NOTHING_ASKED, AskedRules, games_of, known_option
from app.judging.rules_of_match.refusal import RulesRefused
from app.judging.rules_of_match.words import chosen_title
from app.text.language import _, marked
from app.text.terminal import Style, style_of
from engine.verdict.report import Verdict

if TYPE_CHECKING:
    from app.cli.matches.bulk import ImportedItem
    from app.matches.installation import Installation


@command("import")
@argument("files", nargs=-1, required=True, metavar="FILE...")
@judged_under
@option(
    "--house",
    "house",
    metavar="NAME[@VERSION]",
    help="Judge under house rules, by default their newest version. See: fupan house list",
)
@option("--jobs", type=click.IntRange(1, 256), default=1, metavar="N", help="Judge with N processes.")
def import_logs(
    files: tuple[str, ...], preset: str | None, options: Mapping[str, str], house: str | None, jobs: int
) -> int:
    """Store the matches of some logs in the database, each judged under the rules that it claims.

    If FILE is a folder, every log in it is imported; - is the standard input. A file may have any size.

    If FILE is a folder that fupan export has written, all that is in it is stored. Accounts, disputes and verdicts are
    stored in a database that has no others: the record of disputes is one chain. These accounts have no password:
    fupan users recover NAME prints a link that gives one.

    A match that is already stored does not change, and is not judged again. Matches are committed in batches: an import
    that was stopped continues where it stopped when it is run again.

    With --jobs other processes judge the matches, count them for statistics and pack them; this one stores them.

    With --rules, --option or --house these rules become those of every match that can be judged under them, even of a
    match that is already stored. The claim of its log, and the report under that claim, are not deleted. A match of
    another game is judged as its log claims, and the output says so. All matches are then judged, by one process.

    Exit status: 0 all stored; 1 some not judged under the rules asked for; 2 some could not be read.
    """
    exports = [file for file in files if os.path.isfile(os.path.join(file, EXPORTED))]
    if exports and (len(files) > 1 or preset or options or house):
        raise click.UsageError(_("a folder that fupan export has written is imported alone, without options of rules"))
    with database() as fupan:
        if exports:
            return _bring_export(fupan, exports[0])
        return import_files(fupan, files, asked_rules(fupan, preset, options, house), jobs)


def _bring_export(fupan: "Installation", folder: str) -> int:
    """Stores what an export has, and prints how much was new.  Returns the exit status."""
    from app.cli.exports.everything import import_all, lines_of

    try:
        new, left_out = import_all(fupan, Path(folder))
    except OSError as error:
        raise WrongUsage(
            _("{source}: cannot be read ({reason})", source=name_of(folder), reason=trouble_of(error))
        ) from error
    print_lines(lines_of(new), style_of(sys.stdout))
    if new.accounts:
        complain(_("the accounts have no password yet: fupan users recover NAME prints a link that gives one"))
    for reason in left_out:
        complain(reason)
    return 2 if left_out else 0


def open_fupan(*, reading: bool = False) -> "Installation":
    """The installation of the environment, with its file checked for damage and its tables up to date.

    With ``reading`` a database that cannot be written is used as it is, and the standard error says so.

    Raises WrongUsage if a setting is not valid or the database cannot be used.
    """
    from app.database.config import Config
    from app.web.installation import open_installation

    with refusals_said():
        fupan = open_installation(Config.from_environment(kept_key=False), checked=True, reading=reading)
    if not fupan.writable:
        complain(
            _(
                "the database {database} can be read but not written: nothing in it is brought up to date",
                database=database_named(),
            )
        )
    return fupan


@contextmanager
def database(*, reading: bool = False) -> "Iterator[Installation]":
    """The installation of the environment, as `open_fupan` gives it, closed at the end."""
    with closing(open_fupan(reading=reading)) as fupan:
        yield fupan


def asked_rules(fupan: "Installation", preset: str | None, options: Mapping[str, str], house: str | None) -> AskedRules:
    """What the options of a command ask for.  Raises click.UsageError for house rules that do not exist."""
    from app.judging.rules_of_match.records import house_rules

    if house is None:
        return AskedRules(preset, None, options)
    if preset is not None:
        raise click.UsageError(
            _("--rules and --house exclude each other: house rules begin with a preset of their own")
        )
    try:
        with fupan.sessions() as session:
            rules = house_rules(session, house)
        for name, value in options.items():
            known_option(name, value, games_of(None, rules))
    except RulesRefused as refused:
        raise click.UsageError(reason_of(refused)) from None
    return AskedRules(None, rules, options)


def import_files(
    fupan: "Installation",
    files: Iterable[str],
    asked: AskedRules = NOTHING_ASKED,
    jobs: int = 1,
    *,
    sum_alone: bool = False,
) -> int:
    """Stores the matches of files and folders, and prints the result for each.  Returns the exit status.

    With ``sum_alone`` it prints the last line, which sums up the results, and what could not be read.
    """
    from sqlalchemy.exc import SQLAlchemyError

    from app.cli.matches.bulk import import_matches, imported_under
    from app.database.trouble import trouble

    style = style_of(sys.stdout)
    verdicts: Counter[str] = Counter()
    new = refused = unread = 0
    named = list(with_folders(files))
    with Progress([path for path, _ in named], doing=marked("importing")) as progress:
        inputs = Inputs(named, None, progress.at)
        imports = import_matches(fupan, inputs, jobs) if asked.is_claim else imported_under(fupan, inputs, asked)
        try:
            with closing(imports) as batches:
                for batch in batches:
                    matches = [item for item in batch if not item.unread]
                    verdicts.update(match.verdict for match in matches)
                    new += sum(match.new for match in matches)
                    refused += sum(bool(match.refused) for match in matches)
                    unread += len(batch) - len(matches)
                    with progress.printing():
                        _print([item for item in batch if item.unread] if sum_alone else batch, style)
                    progress.judged(verdicts.total() + unread)
        except SQLAlchemyError as error:
            raise WrongUsage(
                _(
                    "{name}: the database {database} refused it: {reason}",
                    name=inputs.name,
                    database=database_named(),
                    reason=trouble(error),
                )
            ) from error
        except WorkerStopped as stopped:
            raise WrongUsage(reason_of(stopped)) from None
    total = verdicts.total()
    if total or unread:
        counts = []
        if total:
            counts.append(summary_text(verdicts, style))
            counts.append(_("{new} new, {there} already there", new=new, there=total - new))
        if unread:
            counts.append(_("{count} not read as a match", count=f"{unread:,}"))
        print_lines([with_semicolons(counts)], style)
    if inputs.failed or unread or verdicts[Verdict.UNREADABLE]:
        return 2
    return 1 if refused else 0


def _print(batch: Iterable["ImportedItem"], style: Style) -> None:
    for match in batch:
        print_lines([_line(match, style)], style)
        if match.rules_unknown:
            complain(
                _(
                    "{source}: the log was read; only its rules are unknown: {reason}",
                    source=match.source,
                    reason=match.rules_unknown,
                )
            )
        if match.refused:
            complain(_("{source}: judged as its log claims: {reason}", source=match.source, reason=match.refused))


def _line(match: "ImportedItem", style: Style) -> str:
    if match.unread:
        return _("{source}: not read: {reason}", source=style.safe(match.source), reason=style.safe(match.unread))
    result = verdict_shown(match.verdict, style)
    if match.chosen is not None:
        result = _("{verdict} under {rules}", verdict=result, rules=style.safe(chosen_title(match.chosen)))
    state = _("new") if match.new else _("already there")
    return labelled(style.safe(match.source), with_commas([result, state]))
