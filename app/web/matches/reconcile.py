"""The rules nearest to those of a match that make it right."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from flask import render_template, request

from app.judging.reconciliation_words import (
    found_sentence,
    goal_words,
    left_out_sentence,
    searched_sentence,
)
from app.judging.rereading import LogLost
from app.judging.rules_of_match.asked import HOUSE
from app.judging.rules_of_match.house import HouseRules
from app.judging.rules_of_match.records import houses
from app.judging.rules_of_match.refusal import RulesRefused
from app.matches.computed.obtaining import obtain
from app.matches.computed.wanted import Beside, reconciliation_of
from app.matches.installation import Installation, this_installation
from app.matches.trials import actions_of
from app.text.glossary import preset_title
from app.text.language import _, said
from app.text.language.sentence import sentence
from app.web.http.computing import computes
from app.web.http.errors import Refusal
from app.web.http.pages import May, Of, Pages
from app.web.http.paging import Slice, page_of, whole
from app.web.http.this_login import this_visitor
from app.web.parts.open_match import decoded_match
from app.web.parts.option_effects import rules_address
from engine.games import GAMES
from engine.rulebook.options import RulesUnknown
from engine.rulebook.sentences import enumerated, listed
from engine.verdict.reconciliation import Goal, Reconciliation, Solution
from engine.verdict.report import Verdict

BLUEPRINT: Final = Pages("reconcile", __name__)

LONGEST: Final = 200_000
"""The most actions of a match for which rules are searched."""
SOLUTIONS: Final = 20
"""The rule sets on one page."""
HOUSES: Final = 20
"""The most house rules that are tried for one match."""


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


@BLUEPRINT.get("/matches/<int:identity>/reconcile", may=May.READ, of=Of.MATCH, strict_slashes=False)
@computes
def page(identity: int) -> str:
    """The rules that make a match right; ``?goal=scores`` those under which every recorded result comes out, and
    ``?hand=2`` those that make one hand right.
    """
    fupan = this_installation()
    stored, match = decoded_match(
        identity, _("This match could not be read, or its log is not kept: no rules can be searched for it.")
    )
    wanted = request.args.get("goal", str(Goal.CLEAN))
    if wanted not in list(Goal):
        raise Refusal(400, _("There is no such goal. The goals are {goals}.", goals=listed(list(Goal))))
    number = request.args.get("hand", "").strip()
    hand = whole(number)
    if number and not 0 < (hand or 0) <= len(match.hands):
        raise Refusal(404, _("There is no hand {hand}: the match has {count}.", hand=number, count=len(match.hands)))
    reconciliation: Reconciliation | None = None
    house = _house(fupan, match.game)
    too_long = actions_of(match) > LONGEST
    try:
        rules = fupan.rules(stored, match)
        if not too_long:
            beside = Beside(
                None if hand is None else hand - 1,
                [
                    (house_rules.reference, house_rules.preset, dict(house_rules.options))
                    for house_rules in house.values()
                ],
            )
            asked = reconciliation_of(rules, stored, match, wanted, beside)
            (reconciliation,) = obtain(fupan, stored, asked, visitor=this_visitor())
    except LogLost as lost:
        raise Refusal(404, _("No rules can be searched for this match: {reason}.", reason=_(str(lost)))) from None
    except RulesUnknown:
        raise Refusal(404, _("The rules of this match do not exist; choose others first.")) from None
    shown = None
    if reconciliation is not None:
        base = _("the claimed rules") if stored.chosen is None else _("the rules chosen for the match")
        part = page_of(reconciliation.solutions, whole(request.args.get("page")) or 1, SOLUTIONS)
        shown = WordedReconciliation(reconciliation, part, base, house)
    return render_template(
        "matches/reconcile.html",
        match=stored.row,
        game=match.game,
        goal=wanted,
        hand=hand,
        hands=len(match.hands),
        goals=[(str(goal), goal_words(goal)) for goal in Goal],
        too_long=too_long,
        reconciled=shown,
    )


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
