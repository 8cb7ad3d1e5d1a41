"""A comparison of presets as text for people."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from app.basis_words import basis_cell
from app.cli.report_text import counted
from app.cli.tables import blocks
from app.terminal import Style
from engine.record.match import Match
from engine.rulebook.options import value_text
from engine.verdict.comparison import Column, Comparison, Difference
from engine.verdict.outcomes import Aspect

HANDS: Final = 20
"""The most hands that are shown of those that the presets score differently."""
_NAME: Final = 20
_FACTS: Final = ("basis", "scores", "finish", "roles", "levels", "units")


def comparison_text(comparison: Comparison, match: Match, style: Style) -> str:
    """Verdicts, totals and the hands that differ, by preset, and the options that make the difference.

    If nothing depends on the preset, one line that says so.  Lines are separated by newlines; the last line has none.
    """
    return "\n".join(_lines(comparison, match, style))


def _lines(comparison: Comparison, match: Match, style: Style) -> Iterator[str]:
    source = style.safe(comparison.source.source)
    presets = [column.name for column in comparison.columns if column.name]
    if not comparison.differences:
        yield f"{source}: every preset of {match.game} gives the same result: {', '.join(presets)}"
        return
    yield f"{source}: the presets of {match.game} differ in {_listed(comparison.aspects)}"
    heads = ["", *_heads(comparison, match, style)]
    for block in blocks(heads, [_column(column, comparison, match, style) for column in comparison.columns], style):
        yield ""
        yield from block
    hidden = len(comparison.hands) - HANDS
    if hidden > 0:
        yield f"and {counted(hidden, 'more hand', 'more hands')} that the presets do not agree on"
    yield ""
    yield style.paint(f"What makes the difference to {_called(comparison.checked)}:", "strong")
    for difference in comparison.differences:
        yield from _difference(difference)
    if not all(difference.minimal for difference in comparison.differences):
        yield f"({counted(comparison.replays, 'replay', 'replays')} did not do to find out which of these are needed.)"


def _called(column: Column) -> str:
    return f"{column.name}, which it was checked under" if column.name else "the rules it was checked under"


def _difference(difference: Difference) -> Iterator[str]:
    yield f"  {', '.join(difference.presets)}"
    for change in difference.changes:
        needed = " (needed for the others)" if difference.minimal else ""
        moves = f" (changes {_listed(change.moves)})" if change.moves else needed
        yield f"    {change.option} = {value_text(change.there)} instead of {value_text(change.here)}{moves}"


def _listed(aspects: Sequence[Aspect]) -> str:
    *others, last = aspects
    return f"{', '.join(others)} and {last}" if others else last


def _heads(comparison: Comparison, match: Match, style: Style) -> Iterator[str]:
    yield "verdict"
    yield "errors"
    for player in match.players:
        name = player.name if isinstance(player.name, str) and player.name != player.seat else ""
        yield f"{style.safe(player.seat)} {style.safe(name, _NAME)}".rstrip()
    yield "winner"
    for number, fact in _differing(comparison):
        yield f"hand {number + 1} {fact}"


def _column(column: Column, comparison: Comparison, match: Match, style: Style) -> list[str]:
    outcome = column.outcome
    title = f"{column.name} (checked)" if column.name and column.checked else column.name or "as checked"
    return [
        title,
        str(outcome.verdict),
        str(len(outcome.errors)),
        *(_signed(outcome.totals.get(seat)) for seat in match.seats),
        "none yet" if outcome.winner is None else style.safe(" + ".join(outcome.winner)),
        *(
            style.safe(_fact(fact, outcome.hands[number].get(fact), match.seats))
            for number, fact in _differing(comparison)
        ),
    ]


def _differing(comparison: Comparison) -> list[tuple[int, str]]:
    """The facts in which the columns differ, for the first hands that differ: hand and fact."""
    return [
        (number, fact)
        for number in comparison.hands[:HANDS]
        for fact in _FACTS
        if any(
            column.outcome.hands[number].get(fact) != comparison.columns[0].outcome.hands[number].get(fact)
            for column in comparison.columns
        )
    ]


def _fact(name: str, value: Any, seats: Sequence[str]) -> str:
    if name == "basis":
        return basis_cell(value)
    if value is None:
        return "unknown"
    if name == "scores":
        return " ".join(_signed(value.get(seat)) for seat in seats)
    if name == "finish":
        return " ".join("+".join(place) for place in value) or "nobody"
    return _pairs(value) or "none"


def _pairs(value: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {'?' if each is None else each}" for name, each in value.items())


def _signed(number: int | None) -> str:
    return "?" if number is None else f"{number:+d}" if number else "0"
