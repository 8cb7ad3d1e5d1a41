"""Why a match without errors is not clean: what its hands are scored from, and what is undecided."""

from collections.abc import Iterator, Sequence

from engine.record.match import Match, given, setup_of
from engine.recorded.basis import Basis
from engine.replay.fold import Replay
from engine.verdict.written.words import listed_hands


def unfinished_words(replay: Replay, match: Match | None) -> Iterator[str]:
    """Which hands are scored from their recorded results, which are not scored, and what cannot be decided.

    ``match`` is the match that was replayed; None if it is not available.
    """
    by_basis: dict[Basis | None, list[int]] = {}
    for number, hand in enumerate(replay.hands, 1):
        if not hand.cut_off:
            by_basis.setdefault(hand.basis, []).append(number)
    if by_result := by_basis.get(Basis.RESULT):
        whose = "its recorded result" if len(by_result) == 1 else "their recorded results"
        yield f"{listed_hands(by_result)} scored from {whose}"
    if by_scores := by_basis.get(Basis.SCORES):
        whose = "its" if len(by_scores) == 1 else "their"
        yield f"{listed_hands(by_scores)} {'' if by_result else 'scored '}by {whose} recorded scores"
    not_scored = by_basis.get(None)
    if not_scored:
        yield f"{listed_hands(not_scored)} not scored: {_totals_after(not_scored, replay, match)}"
    unknown = [number for number, hand in enumerate(replay.hands, 1) if hand.complete and hand.undecided]
    if unknown:
        yield f"a result depends on cards or facts that the log does not give: {listed_hands(unknown)}"
    elif replay.undecided and not not_scored:
        yield "the result of the match depends on facts that the log does not give"


def _totals_after(not_scored: Sequence[int], replay: Replay, match: Match | None) -> str:
    """The hands between which the totals are unknown."""
    stated = _totals_stated(match)
    known_at_end = None not in replay.totals.values()
    if known_at_end:
        again = next((number for number in stated if number > not_scored[-1]), None)
        return "the totals are unknown from there on" + (f" until hand {again} states them" if again else "")
    since = next((number for number in not_scored if not any(later > number for later in stated)), not_scored[0])
    return f"the totals are unknown from {'there' if len(not_scored) == 1 else f'hand {since}'} on"


def _totals_stated(match: Match | None) -> list[int]:
    """The hands after the first whose setup has a total of every seat."""
    if match is None:
        return []
    return [
        number
        for number, hand in enumerate(match.hands[1:], 2)
        if set(match.seats) <= set(given(setup_of(hand).totals) or ())
    ]
