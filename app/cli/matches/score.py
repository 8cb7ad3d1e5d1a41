"""`fupan score`: the proof of the score of a hand, or of the totals of a match."""

from collections.abc import Mapping

import click

from app.cli.asked_language import for_programs
from app.cli.commands import argument, command, option
from app.cli.inputs import WrongUsage, complain, match_of
from app.cli.matches.report_text import report_blocks
from app.cli.options import judged_under, read_as
from app.cli.output import print_json
from app.cli.tables import print_blocks
from app.judging.basis_words import basis_words
from app.judging.fault_barrier import guarded_check
from app.judging.score_proof import hand_score_of, match_score_of
from app.judging.settlement import settlement_of
from app.text.blocks import Block, Line
from app.text.language import _, _n
from app.text.seats import player_names
from engine.games import GAMES
from engine.record.match import Match, RulesClaim
from engine.replay.fold import HandStarts
from engine.replay.proving import hand_proof, hand_proofs
from engine.verdict.check import Checker
from engine.verdict.stored_report import as_stored
from engine.verdict.totals_proof import totals_entries


@command()
@argument("file", metavar="FILE")
@option("--match", "match_number", type=click.IntRange(1), default=1, help="Which match of the file, from 1.")
@option("--hand", "hand_number", type=click.IntRange(1), help="The number of one hand in the match, from 1.")
@option("--json", "as_data", is_flag=True, help="Print the proof as JSON, on one line.")
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
    line that rests on a recorded result is marked, because it was not replayed. In Chinese poker the settlement
    follows: who won what of whom.

    With --json both are one object, which without --hand has the lines of every hand.

    FILE may be a plain, gzip, zstd or zip file of logs; - is the standard input.

    Exit status: 0 proved; 2 unreadable, or wrong usage.
    """
    record = match_of(file, match_number, log_format)
    checker = Checker(preset, options)
    report = guarded_check(checker, record)
    match, rules = record.match, report.rules
    if match is None or rules is None or report.replay is None:
        if as_data:
            complain(_("{source}: unreadable: {reason}", source=record.source, reason=report.findings[-1].message))
        else:
            print_blocks(report_blocks(report, record))
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
    entries, starts = totals_entries(match, stored), HandStarts(judge, match)
    if as_data:
        proofs = (
            hand_proofs(game, rules, judge, match)
            if hand_number is None
            else [hand_proof(game, rules, judge, match, hand_number - 1)]
        )
        with for_programs():
            names, chosen_by = player_names(match.players), _chosen_by(match, preset, options)
            hands = tuple(
                hand_score_of(proof, rules, chosen_by, names, settlement_of(judge, match, proof.hand, starts.before))
                for proof in proofs
            )
            print_json(match_score_of(stored, entries, hands))
        return 0
    title = _("{source}: {game}, rules {preset}", source=record.source, game=rules.game, preset=rules.preset)
    shown: list[Block] = [Line(title)]
    if hand_number is None:
        shown += match_score_of(stored, entries).blocks(player_names(match.players))
        if match.hands:
            shown.append(Line(_("fupan score FILE --hand 1 shows what a hand rests on"), tone="faint"))
    else:
        index, names = hand_number - 1, player_names(match.players)
        proof = hand_proof(game, rules, judge, match, index)
        chosen_by, settled = _chosen_by(match, preset, options), settlement_of(judge, match, index, starts.before)
        score = hand_score_of(proof, rules, chosen_by, names, settled)
        shown += score.blocks(basis_words(match, index, stored.hands[index]), len(match.hands), names)
    print_blocks(shown)
    return 0


def _chosen_by(match: Match, preset: str | None, options: Mapping[str, str]) -> str:
    """What sets options otherwise than the preset has them, in words."""
    if preset is not None or options:
        return _("the command line")
    return _("the log") if isinstance(match.rules, RulesClaim) else _("the default rules")
