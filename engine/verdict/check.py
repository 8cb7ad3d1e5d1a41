"""The check: from the record of a log to its report."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from engine.fast.library import library
from engine.games import GAMES
from engine.logs.listed_seats import others_not_recorded
from engine.logs.record import LogRecord
from engine.memo import BoundedMemo
from engine.record import bounds
from engine.record.match import Match, RulesClaim, given_value
from engine.replay.fold import Replay, replay
from engine.replay.game import Judge
from engine.rulebook.codes import INCOMPLETE_HAND, MALFORMED, RESULT_ONLY, UNKNOWN_OPTION
from engine.rulebook.findings import Finding, finding
from engine.rulebook.options import RuleSet, RulesUnknown
from engine.rulebook.sentences import say
from engine.verdict.lane import claim_of, clean_report, found_by_lane
from engine.verdict.report import Report, Source

if TYPE_CHECKING:
    from engine.verdict.judges import Judges

_JUDGES_KEPT: Final = 16
_LONGEST_CLAIM: Final = 4_096
"""The most characters and bytes of a claim, with the name of its game, by which its rules are kept."""


class Checker:
    """Judges matches, each under the rules that its log claims or under given rules.

    It keeps the judges of recent rule sets, so that what they have computed for one match serves the next one.
    """

    def __init__(
        self,
        preset: str | None = None,
        options: Mapping[str, str] | None = None,
        *,
        counting: bool = False,
        pure: bool = False,
    ) -> None:
        """``preset`` replaces the rules that a log claims.  ``options`` then change single options; their values are
        texts, as the command line takes them.  ``counting`` says whether the reports have facts for statistics.
        ``pure`` leaves out the compiled lane, which changes no report.
        """
        self._counting: Final = counting
        self._pure: Final = pure
        self._preset: Final = preset
        self._options: Final = dict(options or {})
        self._claimed: Final[BoundedMemo[tuple[str, bytes], RuleSet]] = BoundedMemo(
            _JUDGES_KEPT, longest=_LONGEST_CLAIM
        )
        """The rules that apply, by the game and the bytes of the claim."""
        self._judges: Final[BoundedMemo[str, Judge]] = BoundedMemo(_JUDGES_KEPT)
        self._idle: Final[dict[str, list[Judges]]] = {}

    def check(self, record: LogRecord, rules: RuleSet | None = None) -> Report:
        """The report of a record; `unreadable` if the record has no match or its rules do not exist.

        ``rules`` override all others for this record.
        """
        if record.match is None:
            return Report(source_of(record), None, list(record.findings))
        if rules is not None:
            return judged_report(record, record.match, rules, self.judge(rules), counting=self._counting)
        try:
            rules = self.rules(record.match)
        except RulesUnknown as unknown:
            refusal = finding(
                UNKNOWN_OPTION, "log.rules", variant=unknown.variant, recorded=unknown.recorded, details=unknown.details
            )
            return Report(source_of(record), None, [*record.findings, refusal])
        return judged_report(record, record.match, rules, self.judge(rules), counting=self._counting)

    def clean(self, raw: bytes, source: str, rules: RuleSet | None = None) -> Report | None:
        """The report of a match in `fupan/1`, from its bytes, if the compiled lane finds it clean.

        ``rules`` override all others, as for ``check``.  None for every other match, and without the lane: read it
        then, and ``check`` the record.
        """
        lane = None if self._pure else library()
        text = 0 if lane is None else lane.read(raw)
        if lane is None or isinstance(text, int) or text.game not in GAMES:
            return None
        key = text.game, text.claim
        rules = rules or self._claimed.get(key)
        if rules is None:
            try:
                rules = self._claimed.keep(key, self._rules(text.game, claim_of(text)))
            except RulesUnknown:
                return None
        match = found_by_lane(lane, text, rules, counting=self._counting)
        if isinstance(match, int):
            return None
        whole = Source(source=source, sha256=sha256(raw).hexdigest(), game=text.game, match=text.identity)
        return clean_report(match, text, whole, rules, self.judge(rules))

    def rules(self, match: Match) -> RuleSet:
        """The rule set that applies to a match.  Raises RulesUnknown if a preset, option or value does not exist."""
        return self._rules(match.game, match.rules if isinstance(match.rules, RulesClaim) else RulesClaim())

    def _rules(self, game: str, claim: RulesClaim) -> RuleSet:
        book = GAMES[game].rules
        if self._preset is None:
            preset, options = given_value(claim.preset), dict(given_value(claim.options) or {})
        else:
            preset, options = self._preset, {}
        return book.resolve(
            preset, options | {name: book.option(name).parse(text) for name, text in self._options.items()}
        )

    def judge(self, rules: RuleSet) -> Judge:
        """The judge of a rule set: the same object as before, if the checker still keeps it."""
        return self._judges.get(rules.key) or self._judges.keep(rules.key, GAMES[rules.game].judge(rules))

    @contextmanager
    def lent(self, game: str) -> "Iterator[Judges]":
        """Judges of a game that note which options they read.  Nobody else has them at the same time."""
        from engine.verdict.judges import Judges

        idle = self._idle.setdefault(game, [])
        try:
            judges = idle.pop()
        except IndexError:
            judges = Judges(game)
        yield judges
        idle.append(judges)


def judged_report(record: LogRecord, match: Match, rules: RuleSet, judge: Judge, *, counting: bool = False) -> Report:
    """The report of a match under a rule set.  ``judge`` must be a judge of that rule set.

    ``counting`` says whether the report has facts for statistics.
    """
    game = GAMES[rules.game]
    if len(match.players) not in game.seats_under(rules):
        return wrong_players(record, match, rules)
    if not counting:
        return replay_report(record, rules, replay(judge, match))
    from engine.statistics.facts import Counting

    count = Counting(game)
    outcome = replay(judge, match, count)
    report = replay_report(record, rules, outcome)
    return Report(report.source, rules, report.findings, outcome, count.facts(match.seats, outcome, report.findings))


def replay_report(record: LogRecord, rules: RuleSet, outcome: Replay) -> Report:
    """The report of the replay of a record under a rule set."""
    left_out = [] if record.match is None else others_not_recorded(record.match)
    return Report(source_of(record), rules, _in_order([*record.findings, *left_out], outcome.findings), outcome)


def wrong_players(record: LogRecord, match: Match, rules: RuleSet) -> Report:
    """The report of a match that has another number of players than its rules allow."""
    refusal = _wrong_players(match, GAMES[rules.game].seats_under(rules))
    return Report(source_of(record), None, [*record.findings, refusal])


def source_of(record: LogRecord) -> Source:
    """The source of a record, for its report."""
    return Source(source=record.source, sha256=record.sha256, game=record.game, match=record.match_id)


def _wrong_players(match: Match, seats: range) -> Finding:
    wanted = str(seats[0]) if len(seats) == 1 else say("{low} to {high}", low=seats[0], high=seats[-1])
    return finding(
        MALFORMED,
        "log.players",
        variant="players",
        count=len(match.players),
        game=say("{game} under these rules", game=say(GAMES[match.game].title)),
        wanted=wanted,
    )


def _in_order(read: list[Finding], replayed: list[Finding]) -> list[Finding]:
    """The findings of the reader and of the replay in one list: those of the match first, then those of each hand."""
    placed = [fault for fault in read if fault.hand is not None]
    if not placed:
        return read + replayed
    return [fault for fault in read if fault.hand is None] + sorted([*placed, *replayed], key=place_of)


def place_of(fault: Finding) -> tuple[int, int, int]:
    """The sort key of a finding: its hand, and within it the deal, then the actions, then the recorded result."""
    if fault.hand is None:
        return bounds.HANDS, 0, 0
    if fault.action is not None:
        return fault.hand, 1, fault.action
    closing = fault.code.about_result or fault.code in (INCOMPLETE_HAND, RESULT_ONLY) or fault.rule == "log.result"
    return fault.hand, 2 if closing else 0, 0
