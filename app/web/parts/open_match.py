"""A stored match as the address of a request asks for it: under its own rules, or under others that it names."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final

from flask import g, request

from app.database.packing import packed
from app.judging.levels import levels_before
from app.judging.rules_of_match.asked import MatchRules
from app.judging.rules_of_match.form import asked_in
from app.judging.rules_of_match.refusal import RulesRefused, refusal_sentence
from app.matches.computed.obtaining import obtain
from app.matches.computed.reviews import Reviewing
from app.matches.computed.wanted import ComputationKind, wanted_of
from app.matches.installation import Installation, this_installation
from app.matches.store import StoredMatch
from app.matches.trials import refuse_long
from app.text.language import _, marked
from app.text.readable import readable_finding
from app.text.seats import player_names
from app.web.http.errors import Refusal
from app.web.http.language import ARGUMENT as LANGUAGE
from app.web.http.this_login import this_visitor
from engine import __version__
from engine.games import GAMES
from engine.record.match import Match, RulesClaim
from engine.rulebook.options import RuleSet, RulesUnknown
from engine.verdict.stored_report import StoredFinding

PAGERS: Final = ("hands_page", "findings_page")
"""The pages of hands and of findings in the address of a trial, where ``hands`` is an option of some games."""
OTHERS: Final = (*PAGERS, "csrf_token", "lang")


@dataclass(frozen=True, slots=True)
class RulesTrial:
    """A match under rules that are tried."""

    chosen: MatchRules
    stored: StoredMatch
    """The match as if it had been judged under them."""
    own: bool
    """Whether they are the match's rules anyway."""


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """A match with its report and the rules of that report."""

    stored: StoredMatch
    match: Match
    rules: RuleSet
    trial: RulesTrial | None
    """The match under the rules that the address names, not its own."""

    @property
    def names(self) -> dict[str, str]:
        """The players' names by seat."""
        return player_names(self.match.players)

    @property
    def address(self) -> Mapping[str, str]:
        """The arguments of an address that name the rules; none for those of the match."""
        return {} if self.trial is None else self.trial.chosen.address

    def levels(self, index: int) -> dict[str, str]:
        """By seat, the level of its team before a hand (from 0); seats without a known level are left out."""
        return levels_before(self.match, self.stored.report.hands, index)

    def said(self, index: int) -> list[StoredFinding]:
        """The findings of a hand (``index`` from 0)."""
        names, game = self.names, self.match.game
        findings = self.stored.report.findings
        return [readable_finding(finding, game, names) for finding in findings if finding.hand == index]


def open_match(identity: int, places: Collection[str], *, what: str, otherwise: str) -> OpenMatch:
    """A match whose hands a page shows.

    ``places`` are the arguments of the address that do not name rules.  ``what`` begins the sentence about rules that
    are refused, such as ``The hand cannot be replayed``; ``otherwise`` says what is missing if the match has no hands.
    Both are marked texts.  Raises Refusal.
    """
    fupan = this_installation()
    stored, match = decoded_match(
        identity, _("This match could not be read, or its log is not kept: {what}.", what=_(otherwise))
    )
    arguments = {name: text for name, text in request.args.items() if name not in (*places, LANGUAGE)}
    trial = None
    try:
        if wants_trial(arguments, match.game):
            trial = rules_trial(fupan, stored, match, arguments)
            stored = trial.stored
            links_keep(trial.chosen.address)
        rules = fupan.rules(stored, match) if trial is None else trial.chosen.rules
    except RulesRefused as refused:
        raise Refusal(
            400, _("{what} under these rules: {reason}", what=_(what), reason=refusal_sentence(refused))
        ) from None
    except RulesUnknown:
        raise Refusal(
            404,
            _(
                "This match has rules that do not exist: {what}. Its page offers to judge it under others.",
                what=_(otherwise),
            ),
        ) from None
    if fupan.replayable(stored) is None:
        raise Refusal(
            404, _("The report of this match has no hands, or not those of its log: {what}.", what=_(otherwise))
        )
    return OpenMatch(stored, match, rules, trial)


def no_match(identity: int) -> Refusal:
    """The answer to a request that names a match which is not there."""
    return Refusal(404, _("There is no match {number}.", number=identity))


def stored_match(identity: int) -> StoredMatch:
    """The match with a number.  Raises Refusal if there is none."""
    stored = this_installation().match(identity)
    if stored is None:
        raise no_match(identity)
    return stored


def decoded_match(identity: int, otherwise: str) -> tuple[StoredMatch, Match]:
    """The match with a number, and what its log says.  Raises Refusal if there is none, or as `without_log` says."""
    stored = stored_match(identity)
    match = this_installation().decoded.get(stored)
    if match is None:
        raise without_log(stored, otherwise)
    return stored, match


def refuse_hand(match: Match, number: int) -> None:
    """Raises Refusal if a match has no hand of a number."""
    last = len(match.hands)
    if not last:
        raise Refusal(404, _("This match has no hands; there is no hand {number}.", number=number))
    if not 1 <= number <= last:
        raise Refusal(
            404, _("This match has the hands 1 to {last}; there is no hand {number}.", last=last, number=number)
        )


def keep_rules(_endpoint: str, values: dict[str, object]) -> None:
    """Keeps the rules that a page tries in its links to hands."""
    for name, text in g.get("rules_tried", {}).items():
        values.setdefault(name, text)


def links_keep(rules: Mapping[str, str]) -> None:
    """Lets all links to hands on the page that is being made have these arguments, which name rules."""
    g.rules_tried = rules


def without_log(stored: StoredMatch, otherwise: str) -> Refusal:
    """The refusal that says when a log was erased; of a log that was not, it says ``otherwise``."""
    if stored.erased_at is None:
        return Refusal(404, otherwise)
    date = stored.erased_at.date().isoformat()
    return Refusal(404, _("The log of this match was erased on {date}. The match is judged no more.", date=date))


def wants_trial(arguments: Mapping[str, str], game: str | None) -> bool:
    """Whether the address of a match names rules, or an option that is not the name of a pager."""
    if game is None or game not in GAMES:
        return False
    options = {option.name for option in GAMES[game].rules.options} - {"hands", "findings"}
    return "rules" in arguments or not options.isdisjoint(arguments)


def rules_trial(fupan: Installation, stored: StoredMatch, match: Match, arguments: Mapping[str, str]) -> RulesTrial:
    """A match under the rules that an address names.  Raises RulesRefused where it cannot be judged under them."""
    with fupan.sessions() as session:
        chosen = asked_in(session, arguments, OTHERS).for_match(match)
    return RulesTrial(chosen, _under(fupan, stored, match, chosen.rules), _are_of(fupan, stored, match, chosen.rules))


def _under(fupan: Installation, stored: StoredMatch, match: Match, rules: RuleSet) -> StoredMatch:
    """A stored match as if it had been judged under some rules.  Raises RulesRefused, and what `obtain` raises."""
    refuse_long(match)
    (report,) = obtain(fupan, stored, wanted_of(ComputationKind.TRIAL, rules, stored, match), visitor=this_visitor())
    if report is None:
        raise RulesRefused(_("Fupan failed on this match under these rules"))
    return replace(stored, packed_report=packed(report), report_size=len(report), engine=__version__)


def _are_of(fupan: Installation, stored: StoredMatch, match: Match, rules: RuleSet) -> bool:
    try:
        own = fupan.rules(stored, match)
    except RulesUnknown:
        return False
    return (own.preset, own.key) == (rules.preset, rules.key)


def chosen_by(is_set: bool, match: Match, trial: RulesTrial | None) -> str:
    """What sets options otherwise than the preset has them, in words."""
    if trial is not None:
        return _("the rules that are tried")
    if is_set:
        return _("the rules chosen for this match here")
    return _("the log") if isinstance(match.rules, RulesClaim) else _("the default rules")


def opened_for_review(identity: int) -> tuple[OpenMatch, Reviewing]:
    """The match with a number, and its review under its own rules.  Raises Refusal."""
    opened = open_match(identity, tuple(request.args), what="", otherwise=marked("its decisions cannot be reviewed"))
    return opened, Reviewing.of(opened.stored, opened.match, opened.rules)


def reviewing_of(identity: int) -> Reviewing:
    """The review of the match with a number, under its own rules.  Raises Refusal if there is no such match."""
    return opened_for_review(identity)[1]
