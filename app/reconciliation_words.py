"""What a search for the rules that make a log right came to, in words."""

from app.rule_choice.words import value_words
from engine.verdict.reconciliation import Goal, Reconciliation


def goal_words(goal: Goal) -> str:
    """What a rule set was searched for: ``no error is found``."""
    return "no error is found" if goal is Goal.CLEAN else "every recorded result comes out"


def found_sentence(found: Reconciliation, base: str = "the claimed rules") -> str:
    """Which rule sets were found, without a full stop.  ``base`` is what the search began with."""
    reached = goal_words(found.goal)
    claim = f"{base} (preset {found.base.preset})"
    if not found.solutions:
        if not found.complete:
            return f"no rules were found under which {reached}, but not all were tried"
        if found.goal is Goal.CLEAN:
            return "an error is found under all rules that were searched"
        return "some recorded result does not come out under any of the rules that were searched"
    changes = len(found.solutions[0].changes)
    if not changes:
        return f"{reached} under {claim}"
    with_options = f"{changes} {'option' if changes == 1 else 'options'} of {claim} changed"
    if len(found.solutions) == 1:
        only = "only " if found.complete else ""
        return f"{reached} with {only}{with_options}"
    return f"{reached} with {with_options}, in {_counted(len(found.solutions), 'way')}"


def searched_sentence(found: Reconciliation) -> str:
    """How many rule sets were tried, and whether these were enough."""
    tried = f"{_counted(found.tried, 'rule set')} of {found.space:,} {'was' if found.tried == 1 else 'were'} tried"
    if not found.complete:
        return f"{tried}; the search stopped there, at its limit. Others may make the log right too."
    if found.solutions:
        return f"{tried}. Every other one has more changes, or differs only in options that make no difference."
    return f"{tried}. Every other one differs only in options that make no difference."


def left_out_sentence(found: Reconciliation) -> str:
    """Which options were not changed, and the values that they kept."""
    kept = ", ".join(f"{name} ({value_words(found.base.options[name])})" for name in found.left_out)
    return f"Options that were not changed, because they have too many values: {kept}."


def _counted(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
