"""The proof of a score, as text."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from app.cli.words import in_one_phrase, labelled, word_said
from app.judging.basis_words import basis_words
from app.judging.score_words import governing, place_words, step_of
from app.text.language import _, marked, said
from app.text.readable import readable
from app.text.terminal import Style, padded, width
from engine.record.match import Match
from engine.replay.grounds import HandProof, ProvedLine
from engine.rulebook.options import RuleSet
from engine.verdict.stored_report import StoredHand, StoredReport
from engine.verdict.totals_proof import Adds, TotalsEntry

_WHY: Final[Mapping[Adds, str]] = {
    Adds.STATES: marked("stated by the log"),
    Adds.UNKNOWN: marked("unknown, and so are the totals after it"),
    Adds.CUT_OFF: marked("cut off by the clock: it counts nothing"),
    Adds.AFTER: marked("after the end of the match: it does not count"),
}


def hand_lines(
    match: Match, proof: HandProof, rules: RuleSet, outcome: StoredHand, chosen_by: str, style: Style
) -> Iterator[str]:
    """The score of a hand, then each line with its rule, options and facts.

    ``chosen_by`` says what sets options otherwise than the preset.
    """
    number = proof.hand + 1
    words = basis_words(match, proof.hand, outcome)
    head = _("hand {number} of {count}", number=number, count=len(match.hands))
    yield labelled(head, words) if words else head
    if proof.scores is None:
        yield _("no score")
        return
    yield f"{style.paint(_('scores'), 'strong')}  {_by_seat(proof.scores, style)}"
    for count, line in enumerate(proof.lines, 1):
        yield ""
        yield from _line(count, line, rules, chosen_by, style)


def _line(count: int, line: ProvedLine, rules: RuleSet, chosen_by: str, style: Style) -> Iterator[str]:
    points = _by_seat(line.points, style)
    head = style.paint(_("line {number}", number=count), "strong")
    text = style.safe(readable(line.text))
    yield f"{head}  {labelled(text, points) if points else text}"
    names = _("rule"), _("option"), _("rests")
    columns = max(8, max(map(width, names)) + 2)
    rule_label, option_label, fact_label = (f"  {padded(name, columns)}" for name in names)
    yield f"{rule_label}{line.rule}"
    for option in line.options:
        found = governing(option, rules, chosen_by)
        source = "" if found.rule == line.rule else f" ({found.rule})"
        value = style.safe(said(found.value))
        words = _("{name} = {value}, by {source}", name=found.name, value=value, source=word_said(found.why))
        yield f"{option_label}{words}{style.paint(source, 'faint')}"
    for fact in line.facts:
        step = step_of(fact)
        where = word_said(place_words(fact)) if step is None else _("step {step}", step=step)
        label = fact_label if fact is line.facts[0] else " " * (columns + 2)
        yield f"{label}{style.safe(fact.text)}{style.paint(f'  {where}', 'faint')}"


def totals_lines(match: Match, report: StoredReport, entries: Sequence[TotalsEntry], style: Style) -> Iterator[str]:
    """What each hand adds to the totals, and the winner."""
    for entry in entries:
        if entry.hand is None:
            head = _("before the first hand")
        elif entry.adds is Adds.STATES:
            head = _("before hand {number}", number=entry.hand + 1)
        else:
            head = _("hand {number}", number=entry.hand + 1)
        why = _WHY.get(entry.adds, "")
        reason = style.paint(f"  {_(why)}", "faint") if why else ""
        yield f"  {padded(head, 22)}{_by_seat(entry.points, style)}{reason}"
    yield f"{style.paint(_('totals'), 'strong')}  {_by_seat(report.totals, style)}"
    winner = report.winner
    yield f"{_('winner')}  {in_one_phrase(map(style.safe, winner))}" if winner else _("no winner")
    if match.hands:
        yield style.paint(_("fupan score FILE --hand 1 shows what a hand rests on"), "faint")


def _by_seat(points: Mapping[str, int | None], style: Style) -> str:
    return "  ".join(f"{style.safe(seat)} {style.score(won)}" for seat, won in points.items())
