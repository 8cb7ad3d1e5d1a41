"""The review of a hand: what each decision of its last cards cost, with all cards open and by what the seat knew."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

from msgspec import UNSET, Struct, UnsetType, field

from engine.climbing.hand import ClimbingHand
from engine.climbing.reader import bare
from engine.insight.compiled import solver_for
from engine.insight.fair import Fair, FairValue, Number, Words, judged, means_by_text, sampled
from engine.insight.solver import OutOfNodesError, Solver
from engine.record.match import Hand
from engine.replay.endgame import Endgame, Position
from engine.replay.fold import HandStarts
from engine.replay.game import Endgames, MatchReplay
from engine.replay.seen import SeatKnowledge, SightOf, World
from engine.rulebook.findings import Finding, Severity
from engine.verdict.check import place_of

VERSION: Final = "2"
"""The version of what is computed."""
MOST_LEFT: Final = 40
BEST: Final = 8
"""The best actions that are listed."""
_LONGEST: Final = 200
"""The most actions of a line."""
_DECIDING: Final = frozenset({"play", "pass", "capture"})

State = Literal["reviewed", "cards-unknown", "roles-unknown", "no-play", "faulty", "not-solved", "rules", "failed"]
"""What became of the review of a hand.

``rules`` is one whose value is not defined under the rules, ``failed`` one at which the program failed.
"""
Ended = Literal["value", "open", "fair"]
"""What a budget ended: one value with open cards, by its own nodes; those values, or what seats could know, by the
nodes of the hand."""


class Settings(Struct, frozen=True, kw_only=True):
    """How far a review reaches."""

    left: int | None
    """The cards of all hands together from which on decisions are reviewed; None for all decisions."""
    nodes: int = 4_000_000
    """The nodes that the values of one decision may take, in each deal."""
    hand_nodes: int = 100_000_000
    """The nodes that a hand may take: first the values with open cards, then what the seats could know, each from the
    last decision backwards.
    """
    table: int = 262_144
    """The positions that are remembered."""
    deals: int = 200
    """The deals that are drawn where more than can be counted fit what the seat knows."""
    fair_left: int | None = None
    """The cards of all hands together from which on it is asked what the seat knew; None for all decisions."""
    policy: str | None = None
    """The policy by which later placements are made where not all of them can be counted; None if none are made."""


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


class DecisionReview(Struct, frozen=True, kw_only=True):
    """One decision."""

    action: int
    """The number of the action in the hand, from 0."""
    seat: str
    left: int
    """The cards of all hands together before it."""
    forced: bool
    open: OpenValue | None
    """None for a placement."""
    fair: FairValue | None
    """The same by what the seat could know; None if it had no choice, with too many cards left, or if
    too few deals are solved.
    """
    actions: tuple[tuple[str, int | None, Number | None, Number | None], ...] | None
    """The actions that the rules allowed, by code points: text, value with open cards, fair mean, its error; None for
    a hand set in rows.
    """
    words: Words | None
    missing: int | UnsetType = UNSET
    """How many actions are left out of ``actions``; only where some are."""


class HandReview(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the decisions of a hand cost."""

    hand: int
    state: State
    start: int | None = field(default=None, name="from")
    """The number of the first action that is reviewed; None if none is."""
    decisions: tuple[DecisionReview, ...] | None = None
    ended: tuple[Ended, ...] = ()
    """What the budgets ended; decisions before that are not reviewed, or not by what the seats could know."""


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
    seen: SeatKnowledge | None
    """What the seat knew; None if it had no choice, or if nothing is asked about it."""


def review_hand(
    starts: HandStarts,
    index: int,
    endgames: Endgames,
    findings: Iterable[Finding],
    settings: Settings,
    *,
    sight: SightOf | None = None,
    log: str = "",
) -> HandReview:
    """The review of a hand, counted from 0.  ``findings`` are those of the report of the match.

    ``sight`` says what the seats know; without it there are only the values with all cards open.  ``log`` is the
    SHA-256 of the log, by which deals are drawn.  Raises IndexError if the match has no such hand.
    """
    hand = starts.match.hands[index]
    errors = [finding for finding in findings if finding.hand == index and finding.severity is Severity.ERROR]
    end = min((error.action for error in errors if error.action is not None), default=len(hand.actions))
    replay = starts.before(index).open(index, hand)
    assert isinstance(replay, ClimbingHand)
    if replay.listed is not None:
        return HandReview(hand=index, state="no-play")
    if any(place_of(error)[1] == 0 for error in errors):
        return HandReview(hand=index, state="faulty")
    first = _until(replay, hand.actions[:end], MOST_LEFT if settings.left is None else settings.left)
    if first == end:
        return HandReview(hand=index, state="faulty" if end < len(hand.actions) else "no-play")
    if any(replay.table.holdings.hidden) or not all(map(replay.shows_cards, hand.actions[:end])):
        return HandReview(hand=index, state="cards-unknown")
    endgame = endgames.of(replay)
    if isinstance(endgame, str):
        return HandReview(hand=index, state=endgame)
    fair_left = MOST_LEFT if settings.fair_left is None else settings.fair_left
    asked = _asked(replay, endgame, hand.actions[:end], first, sight, fair_left)
    decisions, ended = _valued(endgame, asked, settings, f"{log}:{index}")
    if not decisions:
        return HandReview(hand=index, state="not-solved")
    return HandReview(
        hand=index, state="reviewed", start=decisions[0].action, decisions=tuple(decisions), ended=tuple(ended)
    )


def _left(replay: ClimbingHand) -> int:
    return sum(map(replay.table.holdings.count, range(len(replay.table.seats))))


def _until(replay: ClimbingHand, actions: Sequence[str], left: int) -> int:
    """Does the actions before the first decision with few cards left, and returns its number; else their number."""
    for number, text in enumerate(actions):
        if _decides(text) and replay.table.round.played and _left(replay) <= left:
            return number
        _do(replay, text)
    return len(actions)


def _do(replay: ClimbingHand, text: str) -> None:
    replay.run([text])
    replay.follow(text)


def _decides(text: str) -> bool:
    return bare(text).split()[1] in _DECIDING


def _asked(
    replay: ClimbingHand,
    endgame: Endgame,
    actions: Sequence[str],
    first: int,
    sight: SightOf | None,
    fair_left: int,
) -> list[_Asked]:
    decisions: list[_Asked] = []
    known = None if sight is None else sight(replay, endgame)
    for number, text in enumerate(actions[first:], first):
        position, left = endgame.position(replay), _left(replay)
        seen, options = None, endgame.actions(position) if _decides(text) else []
        if known is not None and len(options) > 1 and left <= fair_left:
            seen = known.seen(position[1])
        _do(replay, text)
        if options:
            reached = endgame.position(replay)
            done, after = _done(endgame, options, reached, passes=bare(text).endswith(" pass"))
            decisions.append(_Asked(number, left, position, options, done, after[0] == reached[0], seen))
    return decisions


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


def option_done(
    before: MatchReplay, hand: Hand, index: int, endgames: Endgames, settings: Settings, number: int, action: str
) -> str:
    """Which action of a reviewed decision another is, by what the rules tell apart.

    ``before`` is the match as it stands before the hand, which is the one at ``index``; it is used up.  The decision is
    that of the action with a number, from 0, that ``action`` is done in place of.  That must break no rule.
    """
    replay = before.open(index, hand)
    assert isinstance(replay, ClimbingHand)
    first = _until(replay, hand.actions[:number], MOST_LEFT if settings.left is None else settings.left)
    endgame = endgames.of(replay)
    assert not isinstance(endgame, str)
    for text in hand.actions[first:number]:
        _do(replay, text)
    options = endgame.actions(endgame.position(replay))
    _do(replay, action)
    return _done(endgame, options, endgame.position(replay), passes=bare(action).endswith(" pass"))[0]


@dataclass(frozen=True, slots=True)
class _Opened:
    """A decision and its values with open cards."""

    asked: _Asked
    values: Sequence[tuple[str, int]]
    """The value of each action, as a place in the outcomes."""
    best: int
    line: tuple[str, ...]

    @property
    def done(self) -> int:
        """The value of what was done."""
        return dict(self.values)[self.asked.done]


class _HandEndedError(Exception):
    """The nodes of the hand have ended."""


class _HandNodes:
    """The nodes that are left to a hand."""

    def __init__(self, nodes: int) -> None:
        self._left = nodes

    @contextmanager
    def for_value(self, solver: Solver, most: int) -> Iterator[None]:
        """Allows a solver the nodes of one value.  Raises OutOfNodesError, _HandEndedError if the hand has no more."""
        before = solver.nodes
        solver.allow(min(most, self._left))
        try:
            yield
        except OutOfNodesError:
            if solver.nodes - before >= self._left:
                raise _HandEndedError from None
            raise
        finally:
            self._left = max(self._left - (solver.nodes - before), 0)


def _valued(
    endgame: Endgame, asked: Sequence[_Asked], settings: Settings, name: str
) -> tuple[list[DecisionReview], list[Ended]]:
    """The decisions from the last one back to the first that is solved, in order, and what the budgets ended.

    ``name`` is that of the hand.
    """
    nodes, ended = _HandNodes(settings.hand_nodes), list[Ended]()
    opened: list[_Opened] = []
    try:
        opened.extend(_opened(endgame, asked, settings, nodes))
    except OutOfNodesError:
        ended.append("value")
    except _HandEndedError:
        ended.append("open")
    judge = _Judge(settings, name, nodes)
    decisions = [_decision(endgame, position, judge) for position in opened]
    if judge.ended:
        ended.append("fair")
    return decisions[::-1], ended


def _opened(endgame: Endgame, asked: Sequence[_Asked], settings: Settings, nodes: _HandNodes) -> Iterator[_Opened]:
    """The values with open cards, from the last decision backwards.  Raises OutOfNodesError, _HandEndedError.

    A line goes on as the hand went where that was best.
    """
    solver, following = solver_for(endgame, table=settings.table), None
    for question in reversed(asked):
        with nodes.for_value(solver, settings.nodes):
            values = [(text, solver.value(endgame.reduced(after))) for text, after in question.options]
            best = (max if endgame.sides[question.position[1]] == 0 else min)(value for _, value in values)
            if dict(values)[question.done] == best and following is not None and question.exactly:
                line = (question.done, *following.line)[:_LONGEST]
            else:
                line = _line(endgame, solver, question.position, best)
        following = _Opened(question, values, best, line)
        yield following


def _decision(endgame: Endgame, opened: _Opened, judge: "_Judge") -> DecisionReview:
    asked, values, best = opened.asked, opened.values, opened.best
    scores = [outcome[asked.position[1]] for outcome in endgame.outcomes]
    loss = abs(scores[best] - scores[opened.done])
    fair = judge(asked, loss, least_difference(scores))
    means = means_by_text(fair, [text for text, _ in values])
    return DecisionReview(
        action=asked.action,
        seat=asked.options[0][0].split()[0],
        left=asked.left,
        forced=len(values) == 1,
        open=OpenValue(
            best=scores[best],
            value=scores[opened.done],
            loss=loss,
            best_actions=tuple(text for text, value in values if scores[value] == scores[best])[:BEST],
            line=opened.line,
        ),
        fair=None if fair is None else fair.value,
        actions=tuple((text, scores[value], *means.get(text, (None, None))) for text, value in values),
        words=None if fair is None else fair.words,
    )


def least_difference(scores: Iterable[int]) -> int:
    """The least difference between two scores."""
    every = sorted(set(scores))
    return min((high - low for low, high in pairwise(every)), default=1)


class _Judge:
    """Judges the decisions of a hand by what the seats knew, from the last one backwards, while it has nodes.

    ``name`` is that of the hand.
    """

    def __init__(self, settings: Settings, name: str, nodes: _HandNodes) -> None:
        self._settings: Final = settings
        self._name: Final = name
        self._nodes: Final = nodes
        self._solvers: Final[dict[Endgame, Solver]] = {}
        self.ended = False
        """Whether the nodes ended before all was judged."""

    def __call__(self, asked: _Asked, loss: int, unit: int) -> Fair | None:
        """What the deals that fit say of a decision."""
        if asked.seen is None or self.ended:
            return None
        texts = [text for text, _ in asked.options]
        values_of = _Dealt(asked.position[1], self._valuing)
        try:
            sample = sampled(asked.seen, texts, values_of, self._settings.deals, f"{self._name}:{asked.action}")
        except _HandEndedError:
            self.ended = True
            return None
        return None if sample is None else judged(sample, asked.done, loss, unit, BEST)

    @contextmanager
    def _valuing(self, endgame: Endgame) -> Iterator[Solver]:
        """A solver for one deal, which remembers no position of another."""
        solver = self._solvers.get(endgame)
        if solver is None:
            solver = self._solvers[endgame] = solver_for(endgame, table=self._settings.table)
        solver.forget()
        with self._nodes.for_value(solver, self._settings.nodes):
            yield solver


class _Dealt:
    """The values of the actions of a decision in deals."""

    def __init__(self, turn: int, valuing: Callable[[Endgame], AbstractContextManager[Solver]]) -> None:
        self._turn: Final = turn
        self._valuing: Final = valuing
        self._options: Final[dict[Endgame, list[Position]]] = {}
        """The positions after the actions in some deal, by the roles; of the cards only the own ones are of use."""

    def __call__(self, world: World) -> list[int]:
        """The values, in the order of the actions.  Raises OutOfNodesError."""
        endgame, position = world
        turn = self._turn
        if endgame not in self._options:
            self._options[endgame] = [endgame.reduced(after) for _, after in endgame.actions(position)]
        hands = endgame.reduced(position)[0]
        values: list[int] = []
        with self._valuing(endgame) as solver:
            for own, following, owner, laid, course in self._options[endgame]:
                after = (*hands[:turn], own[turn], *hands[turn + 1 :]), following, owner, laid, course
                values.append(endgame.outcomes[solver.value(after)][turn])
        return values


def _line(endgame: Endgame, solver: Solver, position: Position, value: int) -> tuple[str, ...]:
    """The best actions from a position of a value, of equally good ones the first by code points."""
    line: list[str] = []
    while not endgame.is_over(position[4]) and len(line) < _LONGEST:
        high = endgame.sides[position[1]] == 0
        for text, after in endgame.actions(position):
            reached = solver.reaches(endgame.settled(endgame.reduced(after)), value if high else value + 1)
            if reached == high:
                line.append(text)
                position = after
                break
    return tuple(line)
