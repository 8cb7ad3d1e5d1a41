"""A comparison of presets as text for people."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from app.cli.tables import blocks
from app.cli.words import in_one_phrase, with_commas
from app.judging.basis_words import basis_cell
from app.text.language import _, _n, marked
from app.text.terminal import Style
from app.text.verdict_names import verdict_name
from engine.record.match import Match
from engine.rulebook.options import value_text
from engine.verdict.comparison import Column, Comparison, PresetDifference
from engine.verdict.outcomes import Aspect

HANDS: Final = 20
"""The most hands that are shown of those that the presets score differently."""
_NAME: Final = 20
_ASPECTS: Final[Mapping[Aspect, str]] = MappingProxyType(
    {
        Aspect.VERDICT: marked("verdict"),
        Aspect.ERRORS: marked("errors"),
        Aspect.TOTALS: marked("totals"),
        Aspect.WINNER: marked("winner"),
        Aspect.HANDS: marked("hands"),
    }
)
_FACTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "basis": marked("basis"),
        "scores": marked("scores"),
        "finish": marked("finish"),
        "roles": marked("roles"),
        "levels": marked("levels"),
        "units": marked("units"),
    }
)


def comparison_text(comparison: Comparison, match: Match, style: Style) -> str:
    """Verdicts, totals and the hands that differ, by preset, and the options that make the difference.

    If nothing depends on the preset, one line that says so.  Lines are separated by newlines; the last line has none.
    """
    return "\n".join(_lines(comparison, match, style))


def _lines(comparison: Comparison, match: Match, style: Style) -> Iterator[str]:
    source = style.safe(comparison.source.source)
    presets = [column.name for column in comparison.columns if column.name]
    if not comparison.differences:
        yield _(
            "{source}: every preset of {game} gives the same result: {presets}",
            source=source,
            game=match.game,
            presets=with_commas(presets),
        )
        return
    yield _(
        "{source}: the presets of {game} differ in {facts}",
        source=source,
        game=match.game,
        facts=_listed(comparison.aspects),
    )
    heads = ["", *_heads(comparison, match, style)]
    for block in blocks(heads, [_column(column, comparison, match, style) for column in comparison.columns], style):
        yield ""
        yield from block
    hidden = len(comparison.hands) - HANDS
    if hidden > 0:
        yield _n(
            "and {count} more hand that the presets do not agree on",
            "and {count} more hands that the presets do not agree on",
            hidden,
        )
    yield ""
    yield style.paint(_("What makes the difference to {rules}:", rules=_called(comparison.checked)), "strong")
    for difference in comparison.differences:
        yield from _difference(difference)
    if not all(difference.minimal for difference in comparison.differences):
        yield _n(
            "({count} replay did not do to find out which of these are needed.)",
            "({count} replays did not do to find out which of these are needed.)",
            comparison.replays,
        )


def _called(column: Column) -> str:
    return (
        _("{name}, which it was checked under", name=column.name)
        if column.name
        else _("the rules it was checked under")
    )


def _difference(difference: PresetDifference) -> Iterator[str]:
    yield f"  {', '.join(difference.presets)}"
    for change in difference.changes:
        words = _(
            "{option} = {there} instead of {here}",
            option=change.option,
            there=value_text(change.there),
            here=value_text(change.here),
        )
        if change.moves:
            words = _("{change} (changes {facts})", change=words, facts=_listed(change.moves))
        elif difference.minimal:
            words = _("{change} (needed for the others)", change=words)
        yield f"    {words}"


def _listed(aspects: Sequence[Aspect]) -> str:
    return in_one_phrase(_(_ASPECTS[aspect]) for aspect in aspects)


def _heads(comparison: Comparison, match: Match, style: Style) -> Iterator[str]:
    yield _("verdict")
    yield _("errors")
    for player in match.players:
        name = player.name if isinstance(player.name, str) and player.name != player.seat else ""
        yield f"{style.safe(player.seat)} {style.safe(name, _NAME)}".rstrip()
    yield _("winner")
    for number, fact in _differing(comparison):
        yield _("hand {number} {fact}", number=number + 1, fact=_(_FACTS[fact]))


def _column(column: Column, comparison: Comparison, match: Match, style: Style) -> list[str]:
    outcome = column.outcome
    title = (
        _("{name} (checked)", name=column.name) if column.name and column.checked else column.name or _("as checked")
    )
    return [
        title,
        verdict_name(outcome.verdict),
        str(len(outcome.errors)),
        *(_signed(outcome.totals.get(seat)) for seat in match.seats),
        _("none yet") if outcome.winner is None else style.safe(" + ".join(outcome.winner)),
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
        return _("unknown")
    if name == "scores":
        return " ".join(_signed(value.get(seat)) for seat in seats)
    if name == "finish":
        return " ".join("+".join(place) for place in value) or _("nobody")
    return _pairs(value) or _("none")


def _pairs(value: Mapping[str, object]) -> str:
    return ", ".join(f"{name} {'?' if each is None else each}" for name, each in value.items())


def _signed(number: int | None) -> str:
    return "?" if number is None else f"{number:+d}" if number else "0"
