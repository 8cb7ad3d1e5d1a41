"""What a search for the rules that make a log right came to, in words."""

from collections.abc import Sequence

from app.text.glossary import option_title, preset_title
from app.text.language import _, _n, said
from engine.rulebook.sentences import enumerated
from engine.verdict.reconciliation import Goal, Reconciliation


def goal_words(goal: Goal, hand: int | None = None) -> str:
    """What a rule set was searched for: ``no error is found``; with the number of a hand from 0, in that hand."""
    if hand is None:
        return _("no error is found") if goal is Goal.CLEAN else _("every recorded result comes out")
    if goal is Goal.CLEAN:
        return _("no error is found in hand {number}", number=hand + 1)
    return _("every recorded result of hand {number} comes out", number=hand + 1)


def found_sentence(reconciliation: Reconciliation, base: str | None = None) -> str:
    """Which rule sets were found, without a full stop.  ``base`` is what the search began with: mostly the claim."""
    reached = goal_words(reconciliation.goal, reconciliation.hand)
    preset = preset_title(reconciliation.base.game, reconciliation.base.preset)
    claim = _("{rules} (preset {preset})", rules=base or _("the claimed rules"), preset=preset)
    if not reconciliation.found:
        if reconciliation.complete:
            return _("no rules were found under which {goal}", goal=reached)
        return _("no rules were found under which {goal}, but not all were tried", goal=reached)
    if not reconciliation.solutions:
        return _("{goal} under the rules named here; nearer rules were not found", goal=reached)
    changes = len(reconciliation.solutions[0].changes)
    if not changes:
        return _("{goal} under {rules}", goal=reached, rules=claim)
    changed = _n("{count} option of {rules} changed", "{count} options of {rules} changed", changes, rules=claim)
    if len(reconciliation.solutions) > 1:
        return _n(
            "{goal} with {change}, in {count} way",
            "{goal} with {change}, in {count} ways",
            len(reconciliation.solutions),
            goal=reached,
            change=changed,
        )
    if reconciliation.complete:
        return _("{goal} with only {change}", goal=reached, change=changed)
    return _("{goal} with {change}", goal=reached, change=changed)


def searched_sentence(reconciliation: Reconciliation) -> str:
    """How many rule sets were tried, and whether these were enough."""
    tried = _n(
        "{count} rule set of {all} was tried",
        "{count} rule sets of {all} were tried",
        reconciliation.tried,
        all=f"{reconciliation.space:,}",
    )
    if not reconciliation.complete:
        return _(
            "{tried}; the search stopped there, at its limit. Others may make the log right too.",
            tried=tried,
        )
    if reconciliation.solutions:
        return _(
            "{tried}. Every other one has more changes, or differs only in options that make no difference.",
            tried=tried,
        )
    return _("{tried}. The remaining rule sets give the same result.", tried=tried)


def presets_sentence(reconciliation: Reconciliation) -> str:
    """Under which presets of the game the goal is reached."""
    titles = [preset_title(reconciliation.base.game, preset.name) for preset in reconciliation.presets]
    return _(
        "Presets under which {goal}: {presets}.",
        goal=goal_words(reconciliation.goal, reconciliation.hand),
        presets=said(enumerated(titles)) or _("none"),
    )


def left_out_sentence(game: str, left_out: Sequence[str]) -> str:
    """Of which options not every value was tried."""
    titles = [option_title(game, name) for name in left_out]
    return _(
        "Of these options only the values that presets have were tried, because they have too many: {options}.",
        options=said(enumerated(titles)),
    )
