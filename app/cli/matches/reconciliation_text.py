"""A search for the rules that make a log right, as text for people."""

from collections.abc import Iterator
from typing import Final

from app.cli.rules.explain import paragraphs
from app.cli.words import labelled, verdict_shown
from app.judging.reconciliation_words import found_sentence, left_out_sentence, presets_sentence, searched_sentence
from app.text.language import _, _n, said
from app.text.terminal import Style
from engine.games import GAMES
from engine.rulebook.options import value_text
from engine.verdict.reconciliation import Reconciliation, Solution

SHOWN: Final = 20
"""The most rule sets that are shown."""


def reconciliation_lines(reconciliation: Reconciliation, source: str, style: Style) -> Iterator[str]:
    """What would have to be different, each rule set with its verdict; then what was searched."""
    yield labelled(style.safe(source), found_sentence(reconciliation))
    yield from paragraphs(presets_sentence(reconciliation), style)
    for solution in reconciliation.solutions[:SHOWN]:
        if solution.changes:
            yield ""
            yield from _solution(reconciliation, solution, style)
    hidden = len(reconciliation.solutions) - SHOWN
    if hidden > 0:
        yield ""
        yield _n(
            "and {count} more rule set; --json prints all", "and {count} more rule sets; --json prints all", hidden
        )
    yield ""
    yield from paragraphs(searched_sentence(reconciliation), style)
    if reconciliation.left_out:
        yield from paragraphs(left_out_sentence(reconciliation.base.game, reconciliation.left_out), style)


def _solution(reconciliation: Reconciliation, solution: Solution, style: Style) -> Iterator[str]:
    book = GAMES[reconciliation.base.game].rules
    for name, value in solution.changes.items():
        here = said(value_text(reconciliation.base.options[name]))
        change = style.paint(f"{name} = {said(value_text(value))}", "strong")
        yield f"  {_('{change} instead of {here}', change=change, here=here)}"
        yield from paragraphs(_(book.option(name).text), style, indent=6)
    yield f"  {labelled(_('verdict'), verdict_shown(solution.verdict, style))}"
