"""`fupan score`: the proof of the score of a hand, or of the totals of a match."""

import sys
from collections.abc import Mapping

import click

from app.cli.commands import argument, command, option
from app.cli.inputs import WrongUsage, complain, match_of
from app.cli.matches.report_text import report_text
from app.cli.matches.score_text import hand_lines, totals_lines
from app.cli.options import judged_under, read_as
from app.cli.output import print_lines
from app.judging.fault_barrier import guarded_check
from app.text.language import _, _n
from app.text.terminal import style_of
from engine.games import GAMES
from engine.record.match import RulesClaim
from engine.replay.proving import hand_proof, hand_proofs
from engine.verdict.check import Checker
from engine.verdict.score_form import as_json, proof_facts
from engine.verdict.stored_report import as_stored
from engine.verdict.totals_proof import totals_entries


@command()
@argument("file", metavar="FILE")
@option("--match", "match_number", type=click.IntRange(1), default=1, help="Which match of the file, from 1.")
@option("--hand", "hand_number", type=click.IntRange(1), help="The number of one hand in the match, from 1.")
@option("--json", "as_data", is_flag=True, help="Print the proof as JSON, on one line; it counts from 0.")
@judged_under
@read_as
def score(
    file: str,
    match_number: int,
    hand_number: int | None,
    as_data: bool,
    preset: str | None,
    options: Mapping[str, str],
    log_format: str | None,
) -> int:
    """Prove the score of a hand, or the totals of a match.

    Without --hand it shows what each hand adds to the totals. With --hand it shows the lines of the score of this hand:
    each with its rule, the options that govern it, and the steps that it rests on (see: fupan show --hand --step). A
    line that rests on a recorded result is marked, because it was not replayed.

    With --json both are one object, which without --hand has the lines of every hand.

    FILE may be a plain, gzip, zstd or zip file of logs; - is the standard input.

    Exit status: 0 proved; 2 unreadable, or wrong usage.
    """
    style = style_of(sys.stdout)
    record = match_of(file, match_number, log_format)
    checker = Checker(preset, options)
    report = guarded_check(checker, record)
    match, rules = record.match, report.rules
    if match is None or rules is None or report.replay is None:
        if as_data:
            complain(_("{source}: unreadable: {reason}", source=record.source, reason=report.findings[-1].message))
        else:
            print_lines([report_text(report, match, style)], style)
        return 2
    if hand_number is not None and hand_number > len(match.hands):
        raise WrongUsage(
            _(
                "there is no hand {number}: the match has {hands}",
                number=hand_number,
                hands=_n("{count} hand", "{count} hands", len(match.hands)),
            )
        )
    stored, game, judge = as_stored(report), GAMES[rules.game], checker.judge(rules)
    if as_data:
        proofs = (
            hand_proofs(game, rules, judge, match)
            if hand_number is None
            else [hand_proof(game, rules, judge, match, hand_number - 1)]
        )
        sys.stdout.buffer.write(as_json(proof_facts(stored, totals_entries(match, stored), proofs)) + b"\n")
        sys.stdout.buffer.flush()
        return 0
    title = _(
        "{source}: {game}, rules {preset}", source=style.safe(record.source), game=rules.game, preset=rules.preset
    )
    if hand_number is None:
        print_lines([title, *totals_lines(match, stored, totals_entries(match, stored), style)], style)
    else:
        chosen_by = _("the log")
        if preset is not None or options:
            chosen_by = _("the command line")
        elif not isinstance(match.rules, RulesClaim):
            chosen_by = _("the default rules")
        proof = hand_proof(game, rules, judge, match, hand_number - 1)
        basis = stored.hands[hand_number - 1]
        print_lines([title, *hand_lines(match, proof, rules, basis, chosen_by, style)], style)
    return 0
