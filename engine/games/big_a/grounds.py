"""What the score of a hand of Big A rests on: the places, the roles, the aces shown, and captured aces."""

from collections.abc import Iterator
from typing import Final

from msgspec import UnsetType

from engine.cards.packed import card_text
from engine.climbing.grounds import end_marks, places
from engine.games.big_a.match_replay import ROLES
from engine.games.big_a.play import BigAHand
from engine.games.big_a.rules import BigARules
from engine.games.big_a.scoring import LAST_TWO
from engine.record.match import given_value
from engine.recorded.basis import Basis
from engine.replay.game import Evidence, HandReplay, ScoreGrounds
from engine.replay.grounds import AT_DEAL, Fact, GroundedLine, Mark, follows, shown_by, written_down
from engine.replay.outcome import ScoreLine
from engine.rulebook.sentences import say

_DECLARER, _PARTNER = ROLES
_SHOWN, _EXPOSED, _CAPTIVE, _VOID = "shown", "exposed", "captive", "void"


def marks(replay: HandReplay) -> Iterator[Mark]:
    """Who is out, who has which role, which aces were shown, and which were captured."""
    assert isinstance(replay, BigAHand)
    yield from end_marks(replay)
    for role, seat in replay.big_a.roles().items():
        yield role, seat
    for seat, copies in enumerate(replay.drawing.shown):
        for copy in range(copies):
            yield _SHOWN, seat, copy
    if replay.big_a.both_shown:
        yield (_EXPOSED,)
    for number, seat in enumerate(replay.big_a.captors):
        yield _CAPTIVE, number, seat
    if replay.drawing.void:
        yield (_VOID,)


def lines(evidence: Evidence) -> list[GroundedLine]:
    """The one line of the score."""
    outcome = evidence.outcome
    void = evidence.seen.get((_VOID,))
    if void is not None:
        seat, _ = evidence.acted(void)
        text = say("{seat} says that the deal is void: both aces of hearts are face down", seat=seat)
        fact = shown_by("redeal", text, void, seat)
        return [GroundedLine(line, (fact,)) for line in outcome.breakdown]
    facts = _BigAFacts(evidence)
    if outcome.breakdown:
        return [GroundedLine(line, facts.facts(), facts.options()) for line in outcome.breakdown]
    points = {seat: score for seat, score in (outcome.scores or {}).items() if score}
    if not points or not outcome.undecided:
        return []
    text = say("the log does not show every role; all that its cards allow give these points")
    return [GroundedLine(ScoreLine("big_a.score", text, points), facts.facts(), ("exposed_scores", "four_five"))]


class _BigAFacts:
    """The facts of one hand."""

    def __init__(self, evidence: Evidence) -> None:
        assert isinstance(evidence.replay, BigAHand)
        self._evidence: Final = evidence
        self._hand: Final = evidence.replay
        self._rules: Final = BigARules.of(evidence.rules)
        roles = evidence.outcome.roles
        self._roles: Final = {} if isinstance(roles, UnsetType) else dict(roles)

    @property
    def _is_exposed(self) -> bool:
        if self._evidence.hand.actions:
            return self._hand.big_a.both_shown
        recorded = self._evidence.hand.result
        return not isinstance(recorded, UnsetType) and recorded is not None and given_value(recorded.exposed) is True

    def options(self) -> tuple[str, ...]:
        """The options that the row of the table depends on."""
        alone = len(set(self._roles.values())) == 1
        last = [seats for seats in self._finish()[-1:] if len(seats) == LAST_TWO]
        both_last = not alone and any(set(self._roles.values()) <= set(seats) for seats in last)
        plain = not self._is_exposed or self._rules.exposed_scores == "double"
        return (
            *(("exposed_scores",) if self._is_exposed and not alone else ()),
            *(("four_five",) if both_last and plain else ()),
        )

    def _finish(self) -> list[list[str]]:
        finish = self._evidence.outcome.finish
        return [] if isinstance(finish, UnsetType) else finish

    def facts(self) -> tuple[Fact, ...]:
        """Roles, aces shown, captured aces, places."""
        return (
            *self._role_facts(),
            *self._shown(),
            *self._captures(),
            *(place.fact for place in places(self._evidence)),
        )

    def _ace(self) -> str:
        ace = self._hand.big_a.ace
        return say("Big A") if ace is None else card_text(ace)

    def _role_facts(self) -> Iterator[Fact]:
        declarer, partner = self._roles.get(_DECLARER), self._roles.get(_PARTNER)
        if declarer is not None:
            yield self._declarer(declarer)
        if partner is not None:
            yield self._partner(partner, alone=partner == declarer)

    def _since(self, role: str, seat: str) -> int | None:
        return self._evidence.seen.get((role, self._evidence.match.seats.index(seat)))

    def _declarer(self, seat: str) -> Fact:
        action = self._since(_DECLARER, seat)
        if action is None:
            return self._not_shown(_DECLARER, say("{seat} is declarer", seat=seat), seat)
        actor, verb = self._evidence.acted(action)
        if actor == seat and verb == "expose":
            text = say("{seat} exposes {ace} and is declarer", seat=seat, ace=self._ace())
            return shown_by(_DECLARER, text, action, seat)
        if self._hand.big_a.declarer is None:
            text = say(
                "nobody exposed an ace: {seat} is the first with {ace} among its drawn cards, and declarer",
                seat=seat,
                ace=self._ace(),
            )
            return shown_by(_DECLARER, text, action, seat)
        return shown_by(_DECLARER, say("{seat} is declarer", seat=seat), action, seat)

    def _partner(self, seat: str, *, alone: bool) -> Fact:
        action = self._since(_PARTNER, seat)
        what = say("{seat} is partner", seat=seat)
        if alone:
            what = say("{seat} has both {ace} and is alone", seat=seat, ace=self._ace())
        if action is None:
            return self._not_shown(_PARTNER, what, seat)
        actor, verb = self._evidence.acted(action)
        if actor == seat and verb in ("expose", "reveal"):
            text = say("{seat} shows the second {ace}", seat=seat, ace=self._ace())
            if alone:
                text = say("{seat} shows the second {ace}, and is alone", seat=seat, ace=self._ace())
            return shown_by(_PARTNER, text, action, seat)
        if actor == seat and verb == "play" and not self._is_dealt(seat):
            return shown_by(_PARTNER, say("{role}: it plays {ace}", role=what, ace=self._ace()), action, seat)
        if not alone:
            what = say("{role}: it was dealt the other {ace}", role=what, ace=self._ace())
        return shown_by(_PARTNER, what, AT_DEAL, seat)

    def _is_dealt(self, seat: str) -> bool:
        deal = self._evidence.hand.deal
        return not isinstance(deal, UnsetType) and self._ace().lower() in deal.get(seat, "").lower().split()

    def _not_shown(self, kind: str, text: str, seat: str) -> Fact:
        if self._evidence.outcome.basis is Basis.RESULT:
            return written_down(kind, text, seat)
        return follows(kind, say("{role}: the cards in the log allow nobody else", role=text), seat)

    def _shown(self) -> list[Fact]:
        """The copies of the Big A that were shown before the play."""
        if not self._evidence.hand.actions:
            if self._is_exposed:
                return [written_down("exposed", say("both Big A were shown"))]
            return [written_down("exposed", say("no recorded word that both Big A were shown"))]
        seats = self._evidence.match.seats
        facts: dict[int, Fact] = {}
        for mark, action in self._evidence.seen.items():
            if mark[0] == _SHOWN:
                seat = seats[int(mark[1])]
                text = say("{seat} shows {ace} before the play", seat=seat, ace=self._ace())
                facts[action] = shown_by("exposed", text, action, seat)
        return [facts[action] for action in sorted(facts)]

    def _captures(self) -> Iterator[Fact]:
        seats = self._evidence.match.seats
        for mark, action in self._evidence.seen.items():
            if mark[0] == _CAPTIVE:
                seat = seats[int(mark[2])]
                text = say("{seat} captures {ace}, which changes no role", seat=seat, ace=self._ace())
                yield shown_by("captured", text, action, seat)


GROUNDS: Final = ScoreGrounds(marks, lines)
