"""A match under every preset of its game, side by side."""

from typing import Final

from flask import render_template, request

from app.judging.comparison import PresetComparison
from app.judging.rereading import LogLost
from app.matches.computed.obtaining import obtain, obtain_quickly
from app.matches.computed.results import too_long_to_compare
from app.matches.computed.wanted import ComputationKind, wanted_of
from app.matches.installation import Installation, this_installation
from app.matches.store import StoredMatch
from app.matches.trials import actions_of
from app.text.language import marked
from app.text.seats import player_names
from app.web.http.computing import computes
from app.web.http.pages import May, Of, Pages
from app.web.http.this_login import this_visitor
from app.web.parts.open_match import open_match
from app.web.parts.option_effects import HANDS as HANDS_ALONE
from app.web.parts.option_effects import LONGEST as LONGEST_ALONE
from app.web.parts.option_effects import alone
from engine.record.match import Match
from engine.rulebook.options import RulesUnknown

BLUEPRINT: Final = Pages("comparison", __name__)


@BLUEPRINT.get("/matches/<int:identity>/compare", may=May.READ, of=Of.MATCH, strict_slashes=False)
@computes
def compare(identity: int) -> str:
    """The match under every preset, and the options that make the difference."""
    opened = open_match(
        identity,
        tuple(request.args),
        what=marked("The presets cannot be compared"),
        otherwise=marked("there is nothing to compare"),
    )
    fupan, stored, match, rules = this_installation(), opened.stored, opened.match, opened.rules
    actions, too_long = actions_of(match), too_long_to_compare(match)
    wanted = {
        kind: wanted_of(kind, rules, stored, match)
        for kind, left_out in ((ComputationKind.COMPARISON, too_long), (ComputationKind.ALONE, actions > LONGEST_ALONE))
        if not left_out
    }
    results = dict(zip(wanted, obtain(fupan, stored, *wanted.values(), visitor=this_visitor()), strict=True))
    comparison, effects = results.get(ComputationKind.COMPARISON), results.get(ComputationKind.ALONE)
    return render_template(
        "matches/compare.html",
        match=stored.row,
        game=match.game,
        actions=actions,
        too_long=too_long,
        compared=comparison,
        names=player_names(match.players),
        most_hands=HANDS_ALONE,
        alone=None if effects is None else alone(effects, match, request.args.get("sort", "")),
    )


def compared_quickly(fupan: Installation, stored: StoredMatch, match: Match) -> PresetComparison | None:
    """The comparison of a stored match that is kept, or can be made without waiting; None where there is none."""
    try:
        wanted = wanted_of(ComputationKind.COMPARISON, fupan.rules(stored, match), stored, match)
        comparison: PresetComparison | None = obtain_quickly(fupan, stored, wanted)
    except (RulesUnknown, LogLost):
        return None
    return comparison
