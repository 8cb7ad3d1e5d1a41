"""What the page of a match shows."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Final
from urllib.parse import quote

from flask import request, url_for

from app.disputes.cases.adjusted import after_rulings
from app.disputes.cases.in_force import InForce, in_force
from app.disputes.cases.listing import DisputeFilter, DisputeRow, disputes
from app.disputes.match_rows import REASONS, ListRow, MatchRows, Otherwise, SheetColumn, ends_otherwise
from app.disputes.verdicts.issued import VerdictFilter, VerdictRow, newest_verdicts
from app.drawing.charts.model import Chart
from app.judging.clock_words import ByTheClock, by_the_clock
from app.judging.rules_of_match.asked import MatchRules
from app.judging.rules_of_match.claims import claim_words, nearest, rules_are_unknown
from app.judging.rules_of_match.words import chosen_title, options_words
from app.matches import store
from app.matches.installation import Installation
from app.matches.store import MatchRow, ReportInStore, StoredMatch
from app.matches.uploads.copies import CopyRow, copies_of
from app.matches.uploads.deletion import is_proven
from app.matches.uploads.join_split import PartRow, parts_of
from app.matches.uploads.names import recorded_names
from app.players.statistics.people import people_of_match
from app.text.catalogue import all_codes
from app.text.glossary import preset_title
from app.text.language import _
from app.text.readable import readable_finding
from app.text.seats import player_names, teams
from app.web.http.paging import Slice, page_of, whole
from app.web.matches.match_charts import totals_chart
from app.web.matches.rules_of_match import changed_in
from app.web.parts.ladder import Ladder, ladders
from app.web.parts.open_match import PAGERS, RulesTrial
from engine.record.match import Match, MatchInfo, given_value
from engine.rulebook.codes import SETUP_MISMATCH
from engine.verdict.proof.arithmetic import RuledScores
from engine.verdict.recorded_sheet.outcomes import is_cut_off
from engine.verdict.recorded_sheet.sheet import Sheet, sheet_of
from engine.verdict.stored_report import StoredFinding, StoredReport

HANDS: Final = 100
"""Hands of one page of a match."""
FINDINGS: Final = 100
"""Findings of one page of a match."""
_PLACE: Final = 987_654_321
"""Placeholder for the hand number in URL templates."""
_ABOUT_RECORDED: Final = frozenset(
    {name for name, code in all_codes().items() if code.about_result} | {SETUP_MISMATCH.id}
)


@dataclass(frozen=True, slots=True)
class KeptOfMatch:
    """The data of a match in the database, other than its log and report."""

    recorded_names: Mapping[str, str]
    """By seat the names that the log has, where other ones are shown."""
    copies: Sequence[CopyRow]
    parts: Sequence[PartRow]
    people: Mapping[str, int]
    """By seat the number of the person."""
    disputes: Sequence[DisputeRow]
    adjustments: Sequence[InForce]
    proven: bool
    """Whether there are disputes or verdicts of it, so that it cannot be deleted."""
    issued: Sequence[VerdictRow]
    reports: Sequence[ReportInStore]


@dataclass(frozen=True)
class MatchPage:
    """A match under its own rules, or under rules that are tried."""

    stored: StoredMatch
    decoded: Match | None
    """The match of the log; None if it cannot be read or is not kept."""
    replayable: Match | None
    """The match whose hands are those of the report; None if they are not."""
    trial: RulesTrial | None
    sheet: Sheet
    hands: Slice[int]
    findings: Slice[StoredFinding]
    kept: KeptOfMatch

    @property
    def match(self) -> MatchRow:
        """The match as lists show it."""
        return self.stored.row

    @property
    def report(self) -> StoredReport:
        """Its report."""
        return self.stored.report

    @property
    def judged(self) -> bool:
        """Whether it has hands that can be replayed."""
        return self.replayable is not None

    @property
    def info(self) -> MatchInfo:
        """What the log says of the match."""
        return (None if self.decoded is None else given_value(self.decoded.match)) or MatchInfo()

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The players' names by seat; the seat where the log names nobody."""
        return {} if self.decoded is None else player_names(self.decoded.players)

    @cached_property
    def teams(self) -> Sequence[Sequence[str]]:
        """The seats by team."""
        return () if self.decoded is None else teams(self.decoded.game, self.decoded.seats)

    @property
    def pagers(self) -> tuple[str, str]:
        """The arguments of the address for the page of hands, and for that of findings."""
        return ("hands", "findings") if self.trial is None else PAGERS

    @property
    def address(self) -> Mapping[str, int | str]:
        """The arguments of the address of the match under the rules of the page."""
        return {"identity": self.stored.id} | ({} if self.trial is None else dict(self.trial.chosen.address))

    @property
    def under(self) -> str:
        """The rules of the report, with the options that differ from the preset; empty where it has none."""
        if self.trial is not None:
            return self.trial.chosen.title
        if self.stored.chosen is not None:
            return chosen_title(self.stored.chosen)
        rules = self.report.rules
        if rules is None:
            return ""
        title = preset_title(rules.game, rules.preset)
        options = options_words({changed.option.name: changed.value for changed in changed_in(self.report)})
        return _("{rules} with {options}", rules=title, options=options) if options else title

    @cached_property
    def _rows_of_match(self) -> MatchRows | None:
        if self.replayable is None:
            return None
        return MatchRows(self.replayable, self.report, self.sheet, self.kept.adjustments)

    @cached_property
    def rows(self) -> Sequence[ListRow]:
        """The rows of the hands that are shown."""
        if self._rows_of_match is None or not self.hands.items:
            return ()
        return self._rows_of_match.rows(self.hands.items[0], self.hands.items[-1])

    @cached_property
    def sides(self) -> Sequence[SheetColumn]:
        """The columns of the hands."""
        return () if self._rows_of_match is None else self._rows_of_match.sides

    @property
    def ends(self) -> Mapping[int, Sequence[Otherwise]]:
        """By column the totals at the end that were recorded otherwise than computed."""
        return {side.number: ends_otherwise(side, self.sheet) for side in self.sides}

    @property
    def with_reasons(self) -> bool:
        """Whether the rows show the lines of their scores."""
        return sum(len(row.outcome.breakdown) for row in self.rows if row.outcome is not None) <= REASONS

    @cached_property
    def proof(self) -> Callable[[int, str], str]:
        """The address of the proof of a score, by the number of the hand, from 1, and the seat."""
        before, _place, after = url_for("score.hand", identity=self.stored.id, number=_PLACE).partition(str(_PLACE))
        joined = "&" if "?" in after else "?"
        return lambda number, seat: f"{before}{number}{after}{joined}seat={quote(seat, safe='')}"

    @cached_property
    def ladders(self) -> Sequence[Ladder]:
        """The levels of each team, hand by hand; none in games without levels."""
        return () if self.replayable is None else ladders(self.replayable, self.report)

    @cached_property
    def chart(self) -> Chart | None:
        """The totals hand by hand."""
        if self.replayable is None:
            return None
        return totals_chart(self.replayable, self.report, self.names, partial(_replay, self.stored.id), self.sheet)

    @property
    def winner_unknown(self) -> bool:
        """True if the report names no winner because it depends on unknown totals or, in Guandan, levels."""
        report, match = self.report, self.replayable
        if match is None or report.winner is not None:
            return False
        counted = [hand for index, hand in enumerate(report.hands) if not is_cut_off(match, index, hand)]
        if counted and counted[-1].has_levels:
            return None in (given_value(counted[-1].levels) or {"": None}).values()
        return not report.totals or None in report.totals.values()

    @property
    def by_the_clock(self) -> ByTheClock | None:
        """The winner by the clock."""
        return None if self.replayable is None else by_the_clock(self.replayable, self.report)

    @property
    def after_rulings(self) -> RuledScores | None:
        """Totals and winner after the rulings."""
        return None if self.decoded is None else after_rulings(self.report, self.decoded, self.kept.adjustments)

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """The number of findings by severity."""
        return Counter(str(finding.severity) for finding in self.report.findings)

    def action(self, finding: StoredFinding) -> str | None:
        """The action that a finding is about; None if it is about none, or the log does not have it."""
        hands = () if self.decoded is None else self.decoded.hands
        if finding.hand is None or finding.action is None or finding.hand >= len(hands):
            return None
        actions = hands[finding.hand].actions
        return actions[finding.action] if finding.action < len(actions) else None

    def is_about_recorded(self, finding: StoredFinding) -> bool:
        """Whether a finding is about a recorded value."""
        return finding.code in _ABOUT_RECORDED

    @property
    def hand_count(self) -> int:
        """The number of hands of the log."""
        return 0 if self.decoded is None else len(self.decoded.hands)

    @property
    def rules_unknown(self) -> bool:
        """Whether it was read, and only the rules to judge it under are missing."""
        return self.decoded is not None and rules_are_unknown(self.report)

    @cached_property
    def near(self) -> MatchRules | None:
        """The rules that are nearest to a claim of unknown ones."""
        return nearest(self.decoded) if self.decoded is not None and self.report.rules is None else None

    @cached_property
    def claim(self) -> str | None:
        """What the log claims of its rules, in words."""
        return None if self.decoded is None else claim_words(self.decoded)

    @property
    def is_sheet(self) -> bool:
        """Whether the log has hands, and none with an action."""
        hands = () if self.decoded is None else self.decoded.hands
        return bool(hands) and not any(hand.actions for hand in hands)


def match_page(fupan: Installation, stored: StoredMatch, decoded: Match | None, trial: RulesTrial | None) -> MatchPage:
    """The page of a match that the address of the request asks for, under its own rules or those that are tried."""
    report, replayable = stored.report, fupan.replayable(stored)
    of_hands, of_findings = ("hands", "findings") if trial is None else PAGERS
    with fupan.sessions() as session:
        disputed = disputes(session, DisputeFilter(match=stored.id))
        kept_of_match = KeptOfMatch(
            recorded_names=recorded_names(session, stored.id),
            copies=copies_of(session, stored.id),
            parts=parts_of(session, stored.id),
            people=people_of_match(session, stored.id),
            disputes=disputed,
            adjustments=in_force(session, stored.id) if disputed else [],
            proven=is_proven(session, stored.id),
            issued=newest_verdicts(session, VerdictFilter(match=stored.id)),
            reports=store.judgements(session, stored.id),
        )
    count = 0 if replayable is None else len(report.hands)
    return MatchPage(
        stored=stored,
        decoded=decoded,
        replayable=replayable,
        trial=trial,
        sheet=Sheet({}, ()) if replayable is None else sheet_of(replayable, report),
        hands=page_of(range(1, 1 + count), whole(request.args.get(of_hands)) or 1, HANDS),
        findings=page_of(_findings(report, decoded), whole(request.args.get(of_findings)) or 1, FINDINGS),
        kept=kept_of_match,
    )


def _findings(report: StoredReport, decoded: Match | None) -> Sequence[StoredFinding]:
    names = {} if decoded is None else player_names(decoded.players)
    return [readable_finding(finding, report.log.game, names) for finding in report.findings]


def _replay(identity: int, number: int) -> str:
    """The address of the replay of a hand, by its number from 1."""
    return url_for("replay.hand", identity=identity, number=number)
