"""The proof of a score, as text."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from app.basis_words import basis_words
from app.decimals import signed
from app.score_words import governing, place_words, step_of
from app.terminal import Style
from engine.record.match import Match
from engine.replay.grounds import HandProof, ProvedLine
from engine.rulebook.options import RuleSet
from engine.verdict.totals_proof import Adds, TotalsEntry

_WHY: Final[Mapping[Adds, str]] = {
    Adds.STATES: "stated by the log",
    Adds.UNKNOWN: "unknown, and so are the totals after it",
    Adds.CUT_OFF: "cut off by the clock: it counts nothing",
    Adds.AFTER: "after the end of the match: it does not count",
}


def hand_lines(
    match: Match, proof: HandProof, rules: RuleSet, outcome: Mapping[str, Any], chosen_by: str, style: Style
) -> Iterator[str]:
    """The score of a hand, then each line with its rule, options and facts.

    ``outcome`` is the hand in the report; ``chosen_by`` says what sets options otherwise than the preset.
    """
    number = proof.hand + 1
    words = basis_words(match, proof.hand, outcome)
    yield f"hand {number} of {len(match.hands)}{f': {words}' if words else ''}"
    if proof.scores is None:
        yield "no score"
        return
    yield f"{style.paint('scores', 'strong')}  {_by_seat(proof.scores, style)}"
    for count, line in enumerate(proof.lines, 1):
        yield ""
        yield from _line(count, line, rules, chosen_by, style)


def _line(count: int, line: ProvedLine, rules: RuleSet, chosen_by: str, style: Style) -> Iterator[str]:
    points = _by_seat(line.points, style)
    yield f"{style.paint(f'line {count}', 'strong')}  {style.safe(line.text)}{f': {points}' if points else ''}"
    yield f"  rule    {line.rule}"
    for option in line.options:
        found = governing(option, rules, chosen_by)
        source = "" if found.rule == line.rule else f" ({found.rule})"
        yield f"  option  {found.name} = {style.safe(found.value)}, by {found.why}{style.paint(source, 'faint')}"
    for fact in line.facts:
        step = step_of(fact)
        where = place_words(fact) if step is None else f"step {step}"
        label = "rests" if fact is line.facts[0] else ""
        yield f"  {label:<8}{style.safe(fact.text)}{style.paint(f'  {where}', 'faint')}"


def totals_lines(
    match: Match, report: Mapping[str, Any], entries: Sequence[TotalsEntry], style: Style
) -> Iterator[str]:
    """What each hand adds to the totals, and the winner."""
    for entry in entries:
        if entry.hand is None:
            head = "before the first hand"
        elif entry.adds is Adds.STATES:
            head = f"before hand {entry.hand + 1}"
        else:
            head = f"hand {entry.hand + 1}"
        why = _WHY.get(entry.adds, "")
        yield f"  {head:<22}{_by_seat(entry.points, style)}{style.paint(f'  {why}', 'faint') if why else ''}"
    yield f"{style.paint('totals', 'strong')}  {_by_seat(report['totals'], style)}"
    winner = report["winner"]
    yield f"winner  {' and '.join(map(style.safe, winner))}" if winner else "no winner"
    if match.hands:
        yield style.paint("fupan score FILE --hand 1 shows what a hand rests on", "faint")


def _by_seat(points: Mapping[str, int | None], style: Style) -> str:
    texts = {seat: "?" if won is None else signed(f"{won:,}") for seat, won in points.items()}
    shown = ((seat, text if style.symbols else text.replace("−", "-")) for seat, text in texts.items())
    return "  ".join(f"{style.safe(seat)} {text}" for seat, text in shown)
