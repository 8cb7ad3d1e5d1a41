"""What a search for the rules that make a log right came to, in words."""

from app.judging.rules_of_match.words import option_words
from app.text.glossary import preset_title
from app.text.language import _, _n, said
from engine.rulebook.sentences import enumerated
from engine.verdict.reconciliation import Goal, Reconciliation


def goal_words(goal: Goal) -> str:
    """What a rule set was searched for: ``no error is found``."""
    return _("no error is found") if goal is Goal.CLEAN else _("every recorded result comes out")


def found_sentence(found: Reconciliation, base: str | None = None) -> str:
    """Which rule sets were found, without a full stop.  ``base`` is what the search began with: mostly the claim."""
    reached = goal_words(found.goal)
    preset = preset_title(found.base.game, found.base.preset)
    claim = _("{rules} (preset {preset})", rules=base or _("the claimed rules"), preset=preset)
    if not found.solutions:
        if not found.complete:
            return _("no rules were found under which {goal}, but not all were tried", goal=reached)
        if found.goal is Goal.CLEAN:
            return _("an error is found under all rules that were searched")
        return _("some recorded result does not come out under any of the rules that were searched")
    changes = len(found.solutions[0].changes)
    if not changes:
        return _("{goal} under {rules}", goal=reached, rules=claim)
    changed = _n("{count} option of {rules} changed", "{count} options of {rules} changed", changes, rules=claim)
    if len(found.solutions) > 1:
        return _n(
            "{goal} with {change}, in {count} way",
            "{goal} with {change}, in {count} ways",
            len(found.solutions),
            goal=reached,
            change=changed,
        )
    if found.complete:
        return _("{goal} with only {change}", goal=reached, change=changed)
    return _("{goal} with {change}", goal=reached, change=changed)


def searched_sentence(found: Reconciliation) -> str:
    """How many rule sets were tried, and whether these were enough."""
    tried = _n(
        "{count} rule set of {all} was tried",
        "{count} rule sets of {all} were tried",
        found.tried,
        all=f"{found.space:,}",
    )
    if not found.complete:
        return _(
            "{tried}; the search stopped there, at its limit. Others may make the log right too.",
            tried=tried,
        )
    if found.solutions:
        return _(
            "{tried}. Every other one has more changes, or differs only in options that make no difference.",
            tried=tried,
        )
    return _("{tried}. Every other one differs only in options that make no difference.", tried=tried)


def left_out_sentence(found: Reconciliation) -> str:
    """Which options were not changed, and the values that they kept."""
    kept = [option_words(found.base.game, name, found.base.options[name]) for name in found.left_out]
    return _(
        "Options that were not changed, because they have too many values: {options}.", options=said(enumerated(kept))
    )
