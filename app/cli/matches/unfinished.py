"""Why a match without errors is not clean: what its hands are scored from, and what is undecided."""

from collections.abc import Iterator, Sequence

from app.cli.words import word_said
from app.text.language import _
from engine.record.match import Match, given_value, setup_of
from engine.recorded.basis import Basis
from engine.replay.fold import Replay
from engine.verdict.recorded_sheet.words import listed_hands


def unfinished_words(replay: Replay, match: Match | None) -> Iterator[str]:
    """Which hands are scored from their recorded results, which are not scored, and what cannot be decided.

    ``match`` is the match that was replayed; None if it is not available.
    """
    by_basis: dict[Basis | None, list[int]] = {}
    for number, hand in enumerate(replay.hands, 1):
        if not hand.cut_off:
            by_basis.setdefault(hand.basis, []).append(number)
    if by_result := by_basis.get(Basis.RESULT):
        hands = word_said(listed_hands(by_result))
        if len(by_result) == 1:
            yield _("{hands} scored from its recorded result", hands=hands)
        else:
            yield _("{hands} scored from their recorded results", hands=hands)
    if by_scores := by_basis.get(Basis.SCORES):
        yield _by_scores(by_scores, after_results=bool(by_result))
    not_scored = by_basis.get(None)
    if not_scored:
        yield _(
            "{hands} not scored: {totals}",
            hands=word_said(listed_hands(not_scored)),
            totals=_totals_after(not_scored, replay, match),
        )
    unknown = [number for number, hand in enumerate(replay.hands, 1) if hand.complete and hand.undecided]
    if unknown:
        yield _(
            "a result depends on cards or facts that the log does not give: {hands}",
            hands=word_said(listed_hands(unknown)),
        )
    elif replay.undecided and not not_scored:
        yield _("the result of the match depends on facts that the log does not give")


def _by_scores(numbers: Sequence[int], *, after_results: bool) -> str:
    """Which hands are scored by their recorded scores; behind those scored from their results, in fewer words."""
    hands = word_said(listed_hands(numbers))
    if after_results:
        if len(numbers) == 1:
            return _("{hands} by its recorded scores", hands=hands)
        return _("{hands} by their recorded scores", hands=hands)
    if len(numbers) == 1:
        return _("{hands} scored by its recorded scores", hands=hands)
    return _("{hands} scored by their recorded scores", hands=hands)


def _totals_after(not_scored: Sequence[int], replay: Replay, match: Match | None) -> str:
    """The hands between which the totals are unknown."""
    stated = _totals_stated(match)
    known_at_end = None not in replay.totals.values()
    if known_at_end:
        again = next((number for number in stated if number > not_scored[-1]), None)
        if again is None:
            return _("the totals are unknown from there on")
        return _("the totals are unknown from there on until hand {number} states them", number=again)
    since = next((number for number in not_scored if not any(later > number for later in stated)), not_scored[0])
    if len(not_scored) == 1:
        return _("the totals are unknown from there on")
    return _("the totals are unknown from hand {number} on", number=since)


def _totals_stated(match: Match | None) -> list[int]:
    """The hands after the first whose setup has a total of every seat."""
    if match is None:
        return []
    return [
        number
        for number, hand in enumerate(match.hands[1:], 2)
        if set(match.seats) <= set(given_value(setup_of(hand).totals) or ())
    ]
