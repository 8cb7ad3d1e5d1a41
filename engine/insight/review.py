"""The review of a hand: what each decision of its last cards cost with all cards open."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from msgspec import Struct, field

from engine.climbing.hand import ClimbingHand
from engine.climbing.reader import bare
from engine.insight.compiled import solver_for
from engine.insight.solver import OutOfNodesError, Solver
from engine.replay.endgame import Endgame, Position
from engine.replay.fold import HandStarts
from engine.replay.game import Endgames
from engine.rulebook.findings import Finding, Severity
from engine.verdict.check import place_of

VERSION: Final = "1"
"""The version of what is computed."""
MOST_LEFT: Final = 40
_BEST: Final = 8
"""The best actions that are listed."""
_LONGEST: Final = 200
"""The most actions of a line."""
_DECIDING: Final = frozenset({"play", "pass", "capture"})

State = Literal["reviewed", "cards-unknown", "roles-unknown", "no-play", "faulty", "not-solved"]


class Settings(Struct, frozen=True, kw_only=True):
    """How far a review reaches."""

    left: int
    """The cards of all hands together from which on decisions are reviewed."""
    nodes: int = 4_000_000
    """The nodes that the values of one decision may take."""
    table: int = 262_144
    """The positions that are remembered."""


class OpenValue(Struct, frozen=True, kw_only=True):
    """What a decision is worth for its seat with all cards open."""

    best: int
    """The value before the action."""
    value: int
    """The value after it."""
    loss: int
    best_actions: tuple[str, ...]
    line: tuple[str, ...]
    """One best line to the end of the hand."""


class Decision(Struct, frozen=True, kw_only=True):
    """One decision."""

    action: int
    """The number of the action in the hand, from 0."""
    seat: str
    left: int
    """The cards of all hands together before it."""
    forced: bool
    open: OpenValue
    fair: None = None
    """What the seat could know: nothing computes it yet."""
    actions: tuple[tuple[str, int, None, None], ...]
    """The actions that the rules allowed, by code points: text, value with open cards, fair mean, its error."""
    words: None = None


class HandReview(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the decisions of a hand cost."""

    hand: int
    state: State
    start: int | None = field(default=None, name="from")
    """The number of the first action that is reviewed; None if none is."""
    decisions: tuple[Decision, ...] | None = None


@dataclass(frozen=True, slots=True)
class _Asked:
    """A decision of the log before it is valued."""

    action: int
    left: int
    position: Position
    options: Sequence[tuple[str, Position]]
    done: str
    """The one of the options that was chosen, or that the rules do not tell apart from what was done."""
    exactly: bool
    """Whether it was done with the same cards."""


def review_hand(
    starts: HandStarts, index: int, endgames: Endgames, findings: Iterable[Finding], settings: Settings
) -> HandReview:
    """The review of a hand, counted from 0.  ``findings`` are those of the report of the match.

    Raises IndexError if the match has no such hand.
    """
    hand = starts.match.hands[index]
    errors = [each for each in findings if each.hand == index and each.severity is Severity.ERROR]
    end = min((each.action for each in errors if each.action is not None), default=len(hand.actions))
    replay = starts.before(index).open(index, hand)
    assert isinstance(replay, ClimbingHand)
    if any(place_of(each)[1] == 0 for each in errors):
        return HandReview(hand=index, state="faulty")
    first = _until(replay, hand.actions[:end], settings.left)
    if first == end:
        return HandReview(hand=index, state="faulty" if end < len(hand.actions) else "no-play")
    if any(replay.table.holdings.hidden):
        return HandReview(hand=index, state="cards-unknown")
    endgame = endgames.of(replay)
    if isinstance(endgame, str):
        return HandReview(hand=index, state=endgame)
    asked = _asked(replay, endgame, hand.actions[:end], first)
    decisions = _valued(endgame, asked, settings)
    if not decisions:
        return HandReview(hand=index, state="not-solved")
    return HandReview(hand=index, state="reviewed", start=decisions[0].action, decisions=tuple(decisions))


def _left(replay: ClimbingHand) -> int:
    return sum(map(replay.table.holdings.count, range(len(replay.table.seats))))


def _until(replay: ClimbingHand, actions: Sequence[str], left: int) -> int:
    """Does the actions before the first decision with few cards left, and returns its number; else their number."""
    for number, text in enumerate(actions):
        if _decides(text) and replay.table.round.played and _left(replay) <= left:
            return number
        replay.run([text])
    return len(actions)


def _decides(text: str) -> bool:
    return bare(text).split()[1] in _DECIDING


def _asked(replay: ClimbingHand, endgame: Endgame, actions: Sequence[str], first: int) -> list[_Asked]:
    found: list[_Asked] = []
    for number, text in enumerate(actions[first:], first):
        position, left = endgame.position(replay), _left(replay)
        replay.run([text])
        if _decides(text):
            options = endgame.actions(position)
            reached = endgame.position(replay)
            done, after = _done(endgame, options, reached, passes=bare(text).endswith(" pass"))
            found.append(_Asked(number, left, position, options, done, after[0] == reached[0]))
    return found


def _done(
    endgame: Endgame, options: Sequence[tuple[str, Position]], reached: Position, *, passes: bool
) -> tuple[str, Position]:
    """The option that was chosen, by the position that was reached."""
    wanted = endgame.apart(reached)
    return next(
        (text, after)
        for text, after in options
        if text.endswith(" pass") == passes and (passes or endgame.apart(after) == wanted)
    )


def _valued(endgame: Endgame, asked: Sequence[_Asked], settings: Settings) -> list[Decision]:
    """The decisions from the last one back to the first that is solved, in order.

    A line goes on as the hand went where that was best.
    """
    solver = solver_for(endgame, table=settings.table)
    decisions: list[Decision] = []
    for each in reversed(asked):
        solver.allow(settings.nodes)
        try:
            values = [(text, solver.value(endgame.reduced(after))) for text, after in each.options]
            decisions.append(_decision(endgame, solver, each, values, decisions[-1] if decisions else None))
        except OutOfNodesError:
            break
    return decisions[::-1]


def _decision(
    endgame: Endgame, solver: Solver, asked: _Asked, values: Sequence[tuple[str, int]], following: Decision | None
) -> Decision:
    turn = asked.position[1]
    best = (max if endgame.sides[turn] == 0 else min)(value for _, value in values)
    done = dict(values)[asked.done]
    if done == best and following is not None and asked.exactly:
        line = (asked.done, *following.open.line)[:_LONGEST]
    else:
        line = _line(endgame, solver, asked.position, best)
    scores = [outcome[turn] for outcome in endgame.outcomes]
    return Decision(
        action=asked.action,
        seat=asked.options[0][0].split()[0],
        left=asked.left,
        forced=len(values) == 1,
        open=OpenValue(
            best=scores[best],
            value=scores[done],
            loss=abs(scores[best] - scores[done]),
            best_actions=tuple(text for text, value in values if scores[value] == scores[best])[:_BEST],
            line=line,
        ),
        actions=tuple((text, scores[value], None, None) for text, value in values),
    )


def _line(endgame: Endgame, solver: Solver, position: Position, value: int) -> tuple[str, ...]:
    """The best actions from a position of a value, of equally good ones the first by code points."""
    line: list[str] = []
    while not endgame.is_over(position[4]) and len(line) < _LONGEST:
        high = endgame.sides[position[1]] == 0
        for text, after in endgame.actions(position):
            reached = solver.reaches(endgame.reduced(after), value if high else value + 1)
            if reached == high:
                line.append(text)
                position = after
                break
    return tuple(line)
