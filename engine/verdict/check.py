"""From a log record to its report."""

from collections.abc import Mapping
from typing import Final

from engine.games import GAMES
from engine.logs.record import LogRecord
from engine.record import bounds
from engine.record.match import Match, RulesClaim, given
from engine.replay.fold import replay
from engine.replay.game import Judge
from engine.rulebook.codes import INCOMPLETE_HAND, MALFORMED, RESULT_ONLY, UNKNOWN_OPTION
from engine.rulebook.findings import Finding, finding
from engine.rulebook.options import RuleSet, RulesUnknown
from engine.verdict.report import Report, Source

_JUDGES_KEPT: Final = 32


class Checker:
    """Judges matches, each under the rules it claims or under those that are asked for.

    Keeps a judge for each rule set it has met, so that what one match taught serves the next.
    """

    def __init__(self, preset: str | None = None, options: Mapping[str, str] | None = None) -> None:
        """``preset`` replaces a log's claim; ``options`` (names and texts) apply on top of the outcome."""
        self._preset: Final = preset
        self._options: Final = dict(options or {})
        self._judges: Final[dict[str, Judge]] = {}

    def check(self, record: LogRecord) -> Report:
        """The report of a record; of one that could not be read, its refusal."""
        if record.match is None:
            return Report(source_of(record), None, list(record.findings))
        try:
            rules = self.rules(record.match)
        except RulesUnknown as unknown:
            refusal = finding(
                UNKNOWN_OPTION, "log.rules", variant=unknown.variant, recorded=unknown.recorded, details=unknown.details
            )
            return Report(source_of(record), None, [*record.findings, refusal])
        return judged(record, record.match, rules, self.judge(rules))

    def rules(self, match: Match) -> RuleSet:
        """The rules that apply to a match.  Raises RulesUnknown where they do not exist."""
        book = GAMES[match.game].rules
        claim = match.rules if isinstance(match.rules, RulesClaim) else RulesClaim()
        if self._preset is None:
            preset, options = given(claim.preset), dict(given(claim.options) or {})
        else:
            preset, options = self._preset, {}
        return book.resolve(
            preset, options | {name: book.option(name).parse(text) for name, text in self._options.items()}
        )

    def judge(self, rules: RuleSet) -> Judge:
        """The judge for a rule set, the same one as long as it is remembered."""
        judge = self._judges.get(rules.key)
        if judge is None:
            if len(self._judges) >= _JUDGES_KEPT:
                self._judges.clear()
            judge = self._judges[rules.key] = GAMES[rules.game].judge(rules)
        return judge


def judged(record: LogRecord, match: Match, rules: RuleSet, judge: Judge) -> Report:
    """The report of a record's match under a rule set, by the judge for it."""
    seats = GAMES[rules.game].seats_under(rules)
    if len(match.players) not in seats:
        return Report(source_of(record), None, [*record.findings, _wrong_players(match, seats)])
    outcome = replay(judge, match)
    return Report(source_of(record), rules, _in_order(list(record.findings), outcome.findings), outcome)


def source_of(record: LogRecord) -> Source:
    """Where a record was read from, as reports say it."""
    return Source(source=record.source, sha256=record.sha256, game=record.game, match=record.match_id)


def _wrong_players(match: Match, seats: range) -> Finding:
    wanted = str(seats[0]) if len(seats) == 1 else f"{seats[0]} to {seats[-1]}"
    return finding(
        MALFORMED,
        "log.players",
        variant="players",
        count=len(match.players),
        game=f"{GAMES[match.game].title} under these rules",
        wanted=wanted,
    )


def _in_order(read: list[Finding], replayed: list[Finding]) -> list[Finding]:
    """The findings of the reader and of the replay together: those of the whole match first, then hand by hand."""
    placed = [each for each in read if each.hand is not None]
    if not placed:
        return read + replayed
    return [each for each in read if each.hand is None] + sorted([*placed, *replayed], key=_place)


def _place(each: Finding) -> tuple[int, int, int]:
    """Where a finding stands: its hand, and in it the deal before the actions before what is recorded of the end."""
    if each.hand is None:
        return bounds.HANDS, 0, 0
    if each.action is not None:
        return each.hand, 1, each.action
    closing = each.code.about_result or each.code in (INCOMPLETE_HAND, RESULT_ONLY) or each.rule == "log.result"
    return each.hand, 2 if closing else 0, 0
