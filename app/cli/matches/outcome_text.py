"""The outcome of a hand, as text: what it is scored from, the order of finish, and the reason of each point."""

from collections.abc import Iterator, Mapping

from msgspec import UNSET

from app.cli.words import labelled, with_commas, with_semicolons, word_said
from app.judging.basis_words import basis_words
from app.text.frame_terms import rank_shown
from app.text.language import _
from app.text.readable import players_of, readable
from app.text.terminal import Style
from engine.record.match import Match
from engine.recorded.basis import Basis
from engine.replay.outcome import HandOutcome
from engine.verdict.recorded_sheet.words import places_text


def basis_lines(match: Match, index: int, outcome: HandOutcome, style: Style) -> Iterator[str]:
    """One line that says what a hand is scored from; nothing for a hand that was played to its end."""
    words = basis_words(match, index, outcome)
    if words:
        yield ""
        yield style.paint(words, "strong")


def outcome_lines(
    match: Match, index: int, outcome: HandOutcome, names: Mapping[str, str], style: Style
) -> Iterator[str]:
    """The order of finish and roles of a hand that was not played to its end, then scores with their reasons.

    ``names`` has the players by seat.
    """
    yield from basis_lines(match, index, outcome, style)
    if outcome.basis is not Basis.PLAY:
        if outcome.finish is not UNSET and outcome.finish:
            yield _("order of finish: {places}", places=style.safe(players_of(places_text(outcome.finish), names)))
        if isinstance(outcome.roles, dict) and outcome.roles:
            yield with_semicolons(
                f"{word_said(role)} {style.safe(names.get(seat, seat))}" for role, seat in outcome.roles.items()
            )
    if outcome.scores is None:
        return
    if outcome.basis is Basis.PLAY:
        yield ""
    yield f"{style.paint(_('scores'), 'strong')}  {'  '.join(_by_seat(outcome.scores, names, style))}"
    for line in outcome.breakdown:
        points = with_commas(_by_seat(line.points, names, style))
        text = style.safe(readable(line.text, names))
        words = labelled(text, points) if points else text
        yield f"  {words}{style.paint(f'  {line.rule}', 'faint')}"
    if outcome.levels is not UNSET and outcome.levels:
        levels = "  ".join(
            f"{style.safe(names.get(seat, seat))} {rank_shown(level or '?')}" for seat, level in outcome.levels.items()
        )
        yield f"{style.paint(_('levels'), 'strong')}  {levels}"


def _by_seat(points: Mapping[str, int | None], names: Mapping[str, str], style: Style) -> Iterator[str]:
    for seat, score in points.items():
        yield f"{style.safe(names.get(seat, seat))} {style.score(score)}"
