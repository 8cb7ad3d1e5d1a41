"""The budget of a hand: first values with open cards, then what the seats could know, from the last decision on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import pytest

from engine.cards.packed import size
from engine.games import GAMES
from engine.insight import review as reviewing
from engine.insight.compiled import solver_for
from engine.insight.fair import FairValue
from engine.insight.review import DecisionReview, HandReview, Settings, review_hand
from engine.insight.solver import LISTED, Solver
from engine.record.match import Match
from engine.replay.endgame import Endgame, Position
from engine.replay.fold import HandStarts, hand_at
from engine.verdict.check import Checker
from tests.offenders import for_every
from tests.playouts import generate

REVIEWED = [name for name, game in GAMES.items() if game.endgames is not None]
LEFT = 10
CARDS = 20


@dataclass
class Counted:
    """The solvers of a review."""

    pure: bool
    made: list[Solver] = field(default_factory=list)

    def solver_for(self, endgame: Endgame, *, table: int) -> Solver:
        """A solver, which is counted."""
        solver = Solver(endgame, table=table) if self.pure else solver_for(endgame, table=table)
        self.made.append(solver)
        return solver

    @property
    def nodes(self) -> int:
        """The nodes of all of them."""
        return sum(each.nodes for each in self.made)


@pytest.fixture(params=[False, True], ids=["compiled", "pure"])
def counted(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Counted:
    """Has the solvers of reviews counted, the compiled ones and those of the engine."""
    found = Counted(request.param)
    monkeypatch.setattr(reviewing, "solver_for", found.solver_for)
    return found


def reviewed(match: Match, hand_nodes: int) -> HandReview:
    checker, game = Checker(), GAMES[match.game]
    judge = checker.judge(checker.rules(match))
    assert game.endgames is not None
    hand = hand_at(judge, match, 0, 0)
    hand.run(match.hands[0].actions)
    settings = Settings(left=LEFT, fair_left=LEFT, deals=10, hand_nodes=hand_nodes)
    starts = HandStarts(judge, match)
    return review_hand(starts, 0, game.endgames, hand.findings, settings, sight=game.sight, log="ab")


def fair_of(decisions: Sequence[DecisionReview]) -> list[tuple[int, FairValue]]:
    return [(each.action, each.fair) for each in decisions if each.fair is not None]


@pytest.mark.parametrize("game", REVIEWED)
def test_the_nodes_of_a_hand_end_its_review_from_the_front(game: str, counted: Counted) -> None:
    match = generate(game, 2, hands=1)
    whole = reviewed(match, 10**9)
    assert whole.decisions
    assert whole.ended == ()
    opening, every = counted.made[0].nodes, counted.nodes
    assert 0 < opening < every
    ended: set[tuple[str, ...]] = set()
    for most in (1, opening * 3 // 4, opening - 1, opening, (opening + every) // 2, every - 1, every):
        counted.made.clear()
        found = reviewed(match, most)
        assert counted.nodes <= most + 1
        if found.decisions is None:
            assert found == HandReview(hand=0, state="not-solved")
            continue
        decisions = found.decisions
        same = whole.decisions[len(whole.decisions) - len(decisions) :]
        assert [(each.action, each.open) for each in decisions] == [(each.action, each.open) for each in same]
        fair, expected = fair_of(decisions), fair_of(same)
        assert fair == expected[len(expected) - len(fair) :]
        assert ("open" in found.ended) == (len(decisions) < len(whole.decisions))
        assert ("fair" in found.ended) == (len(fair) < len(expected))
        ended.add(found.ended)
    assert ended >= {("open", "fair"), ("fair",), ()}


class Listing:
    """An endgame that counts the positions whose actions are listed, and the actions."""

    def __init__(self, endgame: Endgame) -> None:
        self._endgame = endgame
        self.positions = self.actions = 0

    def __getattr__(self, name: str) -> object:
        return getattr(self._endgame, name)

    def successors(self, position: Position) -> Iterator[Position]:
        """The positions after the actions of one, which are counted."""
        found = list(self._endgame.successors(position))
        self.positions += 1
        self.actions += len(found)
        return iter(found)


@for_every("game", REVIEWED)
def test_every_thousandth_action_listed_is_a_node_more(game: str) -> None:
    match, checker, part = generate(game, 3, hands=1), Checker(), GAMES[game].endgames
    assert part is not None
    judge, actions = checker.judge(checker.rules(match)), match.hands[0].actions
    endgame = part.of(hand_at(judge, match, 0, len(actions)))
    assert not isinstance(endgame, str)
    positions = [endgame.position(hand_at(judge, match, 0, step)) for step in range(len(actions))]
    asked = [endgame.reduced(each) for each in positions if sum(map(size, each[0])) <= CARDS]
    listing = Listing(endgame)
    solvers = Solver(listing, table=100_000), solver_for(endgame, table=100_000)
    more = 0
    for part_asked in (asked[::2], asked[1::2]):
        before = listing.actions
        for solver in solvers:
            solver.allow(10**9)
        for position in part_asked:
            for solver in solvers:
                solver.value(position)
        more += (listing.actions - before) // LISTED
        assert [solver.nodes for solver in solvers] == [listing.positions + more] * 2
    assert more > 1
