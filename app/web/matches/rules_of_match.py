"""The rules of a match: those it is judged under, what others make of it, which make it right, and choosing others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from flask import redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from app.judging.comparison import PresetComparison
from app.judging.reconciliation_words import (
    found_sentence,
    goal_words,
    left_out_sentence,
    searched_sentence,
)
from app.judging.rereading import LogLost
from app.judging.rules_of_match.asked import CLAIM, HOUSE, AskedRules, MatchRules
from app.judging.rules_of_match.claims import claim_is_known, claim_words, nearest
from app.judging.rules_of_match.form import OptionField, asked_in, fields_of
from app.judging.rules_of_match.house import HouseRules
from app.judging.rules_of_match.records import houses
from app.judging.rules_of_match.refusal import RulesRefused, ended, refusal_sentence
from app.matches.computed.obtaining import obtain, obtain_quickly
from app.matches.computed.results import too_long_to_compare
from app.matches.computed.wanted import Beside, ComputationKind, Question, reconciliation_of, wanted_of
from app.matches.installation import Installation, this_installation
from app.matches.store import StoredMatch
from app.matches.trials import actions_of, make_own
from app.text.glossary import preset_title
from app.text.language import _, marked, said
from app.text.language.sentence import sentence
from app.text.seats import player_names
from app.web.http.computing import computes
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of, Pages
from app.web.http.paging import Slice, page_of, whole
from app.web.http.this_login import this_visitor
from app.web.parts.open_match import OTHERS, decoded_match, stored_match, without_log
from app.web.parts.option_effects import LONGEST as LONGEST_ALONE
from app.web.parts.option_effects import Alone, alone, rules_address
from engine.games import GAMES
from engine.record.match import Match
from engine.rulebook.findings import Rule
from engine.rulebook.options import Option, OptionValue, RulesUnknown
from engine.rulebook.sentences import enumerated, listed
from engine.verdict.reconciliation import Goal, Reconciliation, Solution
from engine.verdict.report import Verdict
from engine.verdict.stored_report import StoredReport

BLUEPRINT: Final = Pages("rules_of_match", __name__, url_prefix="/matches/<int:identity>/rules")
LONGEST: Final = 200_000
"""The most actions of a match for which rules are searched."""
SOLUTIONS: Final = 20
"""The rule sets on one page."""
HOUSES: Final = 20
"""The most house rules that are tried for one match."""
_NOT_UNDER: Final = marked("This match could not be read, or its log is not kept: it cannot be judged under any rules.")


@dataclass(frozen=True, slots=True)
class ChangedOption:
    """An option that a match is judged under with another value than its preset has."""

    option: Option
    value: OptionValue
    usual: OptionValue
    rules: tuple[Rule, ...]
    """The pages of the rules that it governs."""


@dataclass(frozen=True, slots=True)
class Base:
    """Rules to begin with."""

    value: str
    """As addresses have them."""
    title: str
    text: str
    refused: str
    """Why they are invalid; empty if valid."""


@dataclass(frozen=True, slots=True)
class OtherRules:
    """The rules that a match can be tried under."""

    bases: Sequence[Base]
    begin: MatchRules
    """What the form of the options begins with."""
    fields: Sequence[OptionField]
    named: bool
    """Whether the address names what it begins with."""
    refused: str
    """What is wrong with the rules of the address; empty if nothing is."""

    @property
    def title(self) -> str:
        """What the form begins with, in words."""
        if self.begin.house is not None:
            return self.begin.house.title
        if self.begin.base == CLAIM:
            return _("the rules that the log claims")
        return preset_title(self.begin.rules.game, self.begin.base.removeprefix(HOUSE))


@dataclass(frozen=True, slots=True)
class ReachedPreset:
    """A preset, or house rules, under which the goal is reached."""

    title: str
    verdict: Verdict
    address: str
    """The argument of an address for the match under them."""


@dataclass(frozen=True, slots=True)
class WordedReconciliation:
    """A search with the words that belong to it."""

    found: Reconciliation
    solutions: Slice[Solution]
    base: str
    """What the search began with."""
    house: Mapping[str, HouseRules]
    """The house rules that were tried, by reference."""

    @property
    def sentence(self) -> str:
        """Which rule sets were found."""
        return sentence(found_sentence(self.found, self.base))

    @property
    def searched(self) -> str:
        """How many rule sets were tried."""
        return searched_sentence(self.found)

    @property
    def left_out(self) -> str:
        """Which options were not changed; empty if all were."""
        return left_out_sentence(self.found.base.game, self.found.left_out) if self.found.left_out else ""

    @property
    def goal(self) -> str:
        """What was searched for."""
        return goal_words(self.found.goal, self.found.hand)

    @property
    def changes(self) -> bool:
        """Whether rules were found that are not those it began with."""
        return bool(self.found.solutions and self.found.solutions[0].changes)

    @property
    def whole(self) -> list[ReachedPreset]:
        """The presets, and then the house rules, that reach the goal."""
        game = self.found.base.game
        presets = [
            ReachedPreset(preset_title(game, preset.name), preset.verdict, preset.name) for preset in self.found.presets
        ]
        return presets + [
            ReachedPreset(self.house[rules.name].title, rules.verdict, HOUSE + rules.name) for rules in self.found.house
        ]

    @property
    def house_tried(self) -> str:
        """The house rules that were tried; empty if there are none."""
        return said(enumerated([rules.title for rules in self.house.values()]))

    def text(self, option: str) -> str:
        """What an option means."""
        return GAMES[self.found.base.game].rules.option(option).text

    def address(self, solution: Solution) -> dict[str, str]:
        """The arguments of an address for the match under a rule set."""
        return rules_address(self.found.base, solution.changes)


@dataclass(frozen=True, slots=True)
class UnderOthers:
    """The results of a match under other rules: those that are kept, or were computed for this request."""

    names: Mapping[str, str]
    """By seat."""
    comparable: bool
    """Whether the presets can be compared: the report is of the hands of the log."""
    too_long: frozenset[ComputationKind]
    """What such a long match is not asked for."""
    asked: frozenset[ComputationKind]
    """What the address asks for, though it may take long."""
    compared: PresetComparison | None
    alone: Alone | None
    goal: Goal
    hand: int | None
    """The hand, from 1, whose findings the search is about alone."""
    nearest: WordedReconciliation | None

    @property
    def goals(self) -> list[tuple[str, str]]:
        """What can be searched for, by name, with words."""
        return [(str(goal), goal_words(goal)) for goal in Goal]

    def waits(self, kind: str) -> bool:
        """Whether something has to be asked for before it is computed."""
        return kind not in self.asked | self.too_long


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The rules of a match."""

    stored: StoredMatch
    match: Match | None
    """None where the log is not kept."""
    other: OtherRules | None
    """The rules to choose from; None where the log is not kept."""
    under: UnderOthers | None
    """None where the match has no rules, or no log."""

    @property
    def report(self) -> StoredReport:
        """The report of the match."""
        return self.stored.report

    @property
    def preset(self) -> str:
        """What the preset of the report is; empty where it has none that this version knows."""
        rules = self.report.rules
        game = None if rules is None else GAMES.get(rules.game)
        return "" if rules is None or game is None else game.rules.presets.get(rules.preset, "")

    @property
    def changed(self) -> Sequence[ChangedOption]:
        """The options that differ from the preset."""
        return changed_in(self.report)

    @property
    def claim(self) -> str | None:
        """What the log claims of its rules, in words."""
        return None if self.match is None else claim_words(self.match)

    @property
    def without_log(self) -> str:
        """Why no other rules can be tried; empty if they can."""
        return "" if self.match is not None else without_log(self.stored, _(_NOT_UNDER)).description or ""

    @property
    def claim_known(self) -> bool:
        """Whether the rules that the log claims exist."""
        return self.match is not None and claim_is_known(self.match)


def changed_in(report: StoredReport) -> Sequence[ChangedOption]:
    """The options that a report is under with another value than its preset has."""
    rules = report.rules
    game = None if rules is None else GAMES.get(rules.game)
    if rules is None or game is None:
        return ()
    try:
        usual = game.rules.resolve(rules.preset).options
    except RulesUnknown:
        return ()
    return [
        ChangedOption(
            option=option,
            value=rules.options[option.name],
            usual=usual[option.name],
            rules=tuple(rule for rule in game.pages if option.name in rule.options),
        )
        for option in game.rules.options
        if option.name in rules.options and rules.options[option.name] != usual[option.name]
    ]


@BLUEPRINT.get("", may=May.READ, of=Of.MATCH)
@computes
def page(identity: int) -> tuple[str, int]:
    """The rules of a match, what others make of it, and a form of the options, which begins with those of ``?rules=``.

    What takes long is computed where the address asks for it: with ``?compare=yes`` the match under every preset and
    with every option changed alone; with ``?goal=clean`` the nearest rules under which no error is found, with
    ``?goal=scores`` those under which every recorded result comes out, and with ``?hand=2`` those of one hand.
    """
    fupan, stored = this_installation(), stored_match(identity)
    match = fupan.decoded.get(stored)
    if match is None and stored.report.rules is None:
        raise without_log(stored, _(_NOT_UNDER))
    return rules_page(fupan, stored, match, request.args.to_dict())


@BLUEPRINT.post("", may=May.RECORD, of=Of.MATCH)
def choose(identity: int) -> Response:
    """Makes rules those of the match; ``rules=claim`` without options goes back to those that its log claims."""
    stored, match = decoded_match(identity, _(_NOT_UNDER))
    try:
        make_own(this_installation(), stored, match, request.form.to_dict(), OTHERS)
    except RulesRefused as refused:
        raise Refusal(400, _("Nothing was changed: {reason}", reason=refusal_sentence(refused))) from None
    return redirect(url_for("matches.match", identity=identity), 303)


def rules_page(
    fupan: Installation, stored: StoredMatch, match: Match | None, arguments: Mapping[str, str], refused: str = ""
) -> tuple[str, int]:
    """The page of the rules of a match.  ``refused`` says what is wrong with those of the address."""
    other = None if match is None else _other_rules(fupan, stored, match, arguments, refused)
    wrong = other is not None and bool(other.refused)
    under = None if match is None or wrong else _under_others(fupan, stored, match, arguments)
    shown = RulesPage(stored, match, other, under)
    return render_template("matches/rules/page.html", page=shown, match=stored.row), 400 if wrong else 200


def _under_others(
    fupan: Installation, stored: StoredMatch, match: Match, arguments: Mapping[str, str]
) -> UnderOthers | None:
    wanted, hand = _goal(arguments), _hand(arguments, match)
    house = _house(fupan, match.game)
    tried = [(rules.reference, rules.preset, dict(rules.options)) for rules in house.values()]
    beside = Beside(None if hand is None else hand - 1, tried)
    asked: set[ComputationKind] = set()
    if "compare" in arguments:
        asked |= {ComputationKind.COMPARISON, ComputationKind.ALONE}
    if "goal" in arguments or hand is not None:
        asked.add(ComputationKind.RECONCILIATION)
    comparable = fupan.replayable(stored) is not None
    too_long = _too_long(match)
    try:
        rules = fupan.rules(stored, match)
        questions = {ComputationKind.RECONCILIATION: reconciliation_of(rules, stored, match, wanted, beside)}
        if comparable:
            questions = {
                kind: wanted_of(kind, rules, stored, match)
                for kind in (ComputationKind.COMPARISON, ComputationKind.ALONE)
            } | questions
        results = _computed(
            fupan, stored, {kind: one for kind, one in questions.items() if kind not in too_long}, asked
        )
    except RulesUnknown:
        return None
    except LogLost as lost:
        raise Refusal(404, _("No rules can be searched for this match: {reason}.", reason=_(str(lost)))) from None
    effects, reconciled = results.get(ComputationKind.ALONE), results.get(ComputationKind.RECONCILIATION)
    nearest_rules = None
    if reconciled is not None:
        base = _("the claimed rules") if stored.chosen is None else _("the rules chosen for the match")
        part = page_of(reconciled.solutions, whole(arguments.get("page")) or 1, SOLUTIONS)
        nearest_rules = WordedReconciliation(reconciled, part, base, house)
    return UnderOthers(
        player_names(match.players),
        comparable,
        too_long,
        frozenset(asked),
        results.get(ComputationKind.COMPARISON),
        None if effects is None else alone(effects, match, arguments.get("sort", "")),
        wanted,
        hand,
        nearest_rules,
    )


def _computed(
    fupan: Installation, stored: StoredMatch, questions: Mapping[ComputationKind, Question], asked: set[ComputationKind]
) -> dict[ComputationKind, Any]:
    """What is asked for; of the rest what is kept, or takes so little that a page without anything asked has it."""
    now = {kind: question for kind, question in questions.items() if kind in asked}
    rest = {kind: question for kind, question in questions.items() if kind not in asked}
    results = dict(zip(now, obtain(fupan, stored, *now.values(), visitor=this_visitor()), strict=True))
    quick = obtain_quickly(fupan, stored, *rest.values(), kept_alone=bool(now))
    return results | dict(zip(rest, quick, strict=True))


def _too_long(match: Match) -> frozenset[ComputationKind]:
    actions = actions_of(match)
    too_long = {
        ComputationKind.COMPARISON: too_long_to_compare(match),
        ComputationKind.ALONE: actions > LONGEST_ALONE,
        ComputationKind.RECONCILIATION: actions > LONGEST,
    }
    return frozenset(kind for kind, is_so in too_long.items() if is_so)


def _goal(arguments: Mapping[str, str]) -> Goal:
    wanted = arguments.get("goal", str(Goal.CLEAN))
    if wanted not in list(Goal):
        raise Refusal(400, _("There is no such goal. The goals are {goals}.", goals=listed(list(Goal))))
    return Goal(wanted)


def _hand(arguments: Mapping[str, str], match: Match) -> int | None:
    """The hand that the address names, from 1.  Raises Refusal where there is none."""
    number = arguments.get("hand", "").strip()
    hand = whole(number)
    if number and not 0 < (hand or 0) <= len(match.hands):
        raise Refusal(404, _("There is no hand {hand}: the match has {count}.", hand=number, count=len(match.hands)))
    return hand if number else None


def _house(fupan: Installation, game: str) -> dict[str, HouseRules]:
    """The newest versions of the first house rules of a game by name, as many as are tried, by reference."""
    by_name: dict[str, HouseRules] = {}
    with fupan.sessions() as session:
        for house in houses(session):
            try:
                if house.game == game and len(by_name) < HOUSES and house.rules():
                    by_name[house.reference] = house
            except RulesRefused:
                continue
    return by_name


def _other_rules(
    fupan: Installation, stored: StoredMatch, match: Match, arguments: Mapping[str, str], refused: str
) -> OtherRules:
    """The rules to choose from, and the form of the options."""
    with fupan.sessions() as session:
        of_game = [house for house in houses(session) if house.game == match.game]
        named = {name: text for name, text in arguments.items() if name == "rules"}
        try:
            begins = asked_in(session, named) if named else _begin(stored, match)
            base = begins.for_match(match)
        except RulesRefused as unknown:
            refused = refused or str(unknown)
            begins = AskedRules(GAMES[match.game].rules.default)
            base = begins.of_game(match.game)
    shown = base.rules.options if named else _shown(fupan, stored, match, base)
    fields = fields_of(match.game, shown, base.rules.options, arguments)
    return OtherRules(_bases(match, of_game), base, fields, bool(named), refused)


def _begin(stored: StoredMatch, match: Match) -> AskedRules:
    """What the form begins with: what the match is judged under, or what its claim of unknown rules is nearest to."""
    if stored.chosen is not None:
        house = stored.chosen.house
        return AskedRules(stored.chosen.preset) if house is None else AskedRules(None, house)
    if claim_is_known(match):
        return AskedRules()
    near = nearest(match)
    return AskedRules(GAMES[match.game].rules.default if near is None else near.base)


def _shown(fupan: Installation, stored: StoredMatch, match: Match, base: MatchRules) -> Mapping[str, OptionValue]:
    """The options as the form has them at first: those of the match."""
    try:
        return fupan.rules(stored, match).options
    except RulesUnknown:
        near = nearest(match)
        return base.rules.options if near is None else near.rules.options


def _bases(match: Match, of_game: list[HouseRules]) -> list[Base]:
    book = GAMES[match.game].rules
    bases = [_base(match, AskedRules(), _("as the log claims"), _("The log claims {rules}.", rules=claim_words(match)))]
    for rules in of_game:
        text = _("House rules, version {version}", version=rules.version)
        if rules.note:
            text = _("{first}: {rest}", first=text, rest=rules.note)
        bases.append(_base(match, AskedRules(None, rules), rules.name, text))
    for name, text in book.presets.items():
        words = _(text)
        bases.append(
            _base(match, AskedRules(name), preset_title(match.game, name), ended(f"{words[:1].upper()}{words[1:]}"))
        )
    return bases


def _base(match: Match, asked: AskedRules, title: str, text: str) -> Base:
    try:
        asked.for_match(match)
        refused = ""
    except RulesRefused as unknown:
        refused = str(unknown)
    return Base(asked.base, title, text, refused)
