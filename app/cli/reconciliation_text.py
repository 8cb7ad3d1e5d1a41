"""A search for the rules that make a log right, as text for people."""

from collections.abc import Iterator
from typing import Final

from app.cli.explain import paragraphs
from app.cli.report_text import VERDICT_COLOURS, counted
from app.reconciliation_words import found_sentence, left_out_sentence, searched_sentence
from app.terminal import Style
from engine.games import GAMES
from engine.rulebook.options import value_text
from engine.verdict.reconciliation import Reconciliation, Solution

SHOWN: Final = 20
"""The most rule sets that are shown."""


def reconciliation_lines(found: Reconciliation, source: str, style: Style) -> Iterator[str]:
    """What would have to be different, each rule set with its verdict; then what was searched."""
    yield f"{style.safe(source)}: {found_sentence(found)}"
    for solution in found.solutions[:SHOWN]:
        if solution.changes:
            yield ""
            yield from _solution(found, solution, style)
    hidden = len(found.solutions) - SHOWN
    if hidden > 0:
        yield ""
        yield f"and {counted(hidden, 'more rule set', 'more rule sets')}; --json prints all"
    yield ""
    yield from paragraphs(searched_sentence(found), style)
    if found.left_out:
        yield from paragraphs(left_out_sentence(found), style)


def _solution(found: Reconciliation, solution: Solution, style: Style) -> Iterator[str]:
    book = GAMES[found.base.game].rules
    for name, value in solution.changes.items():
        here = value_text(found.base.options[name])
        yield f"  {style.paint(f'{name} = {value_text(value)}', 'strong')} instead of {here}"
        yield from paragraphs(book.option(name).text, style, indent=6)
    verdict = style.paint(str(solution.verdict), VERDICT_COLOURS[solution.verdict])
    yield f"  verdict: {verdict}"
