"""What the score of a hand of Guandan rests on: the places, the levels before, and earlier failures at A."""

from collections.abc import Iterator
from typing import Final

from engine.cards.packed import RANKS
from engine.climbing.grounds import FinishPlace, end_marks, places
from engine.games.guandan.match_replay import GuandanMatchReplay
from engine.games.guandan.play import GuandanHand, level_text
from engine.games.guandan.rules import GuandanRules
from engine.games.guandan.scoring import ACE, PLACES, GuandanStanding
from engine.record.match import given_value, setup_of
from engine.replay.game import Evidence, HandReplay, ScoreGrounds
from engine.replay.grounds import Fact, GroundedLine, Mark, Origin, follows
from engine.replay.outcome import ScoreLine
from engine.rulebook.sentences import listed, say

_FAILURE_OPTIONS: Final = ("a_failures", "a_failure_is", "win_at")


def marks(replay: HandReplay) -> Iterator[Mark]:
    """Which seats are out, and whether the hand is over."""
    assert isinstance(replay, GuandanHand)
    return end_marks(replay)


def lines(evidence: Evidence) -> list[GroundedLine]:
    """The promotion, and the fall from A if there is one."""
    if not evidence.outcome.breakdown:
        return []
    promotion, *falls = evidence.outcome.breakdown
    facts = _GuandanFacts(evidence)
    return [facts.promotion(promotion), *(facts.fall(line) for line in falls)]


class _GuandanFacts:
    """The facts of one hand."""

    def __init__(self, evidence: Evidence) -> None:
        assert isinstance(evidence.replay, GuandanHand)
        self._evidence: Final = evidence
        self._rules: Final = GuandanRules.of(evidence.rules)
        self._level: Final = evidence.replay.level
        self._opened: Final = _standing(evidence.opened)
        self._closed: Final = _standing(evidence.closed)
        self._falls: Final = len(evidence.outcome.breakdown) > 1
        """Whether a team is sent back to 2; the line about that has the failures."""
        self._places: Final = places(evidence, PLACES)
        self._team: Final = evidence.match.seats.index(self._places[0].seats[0]) % 2

    def promotion(self, line: ScoreLine) -> GroundedLine:
        """The places of banker and partner, the level of their team, and what decides about A."""
        facts = [place.fact for place in self._up_to_partner()]
        facts.append(self._level_before(self._team))
        options: tuple[str, ...] = ()
        if self._level == ACE:
            facts.append(self._level_of_hand())
            options = ("win_at",) if self._rules.a_partner == "not_dweller" else ("win_at", "a_partner")
        elif self._rules.win_at == "any_hand" and self._opened.levels[self._team] == ACE:
            options = ("win_at", "a_partner")
        elif self._rules.win_at == "reach_a" and self._closed.levels[self._team] == ACE:
            options = ("win_at",)
        setter = self._opened.setter
        if setter is not None and not self._falls and self._failed(setter):
            facts += self._failures(setter)
            options = _FAILURE_OPTIONS
        return GroundedLine(line, tuple(facts), options)

    def fall(self, line: ScoreLine) -> GroundedLine:
        """The failures of the team whose level is played."""
        setter = self._opened.setter
        assert setter is not None
        facts = (self._level_of_hand(), self._level_before(setter), *self._failures(setter))
        return GroundedLine(line, facts, _FAILURE_OPTIONS)

    def _up_to_partner(self) -> list[FinishPlace]:
        partner = self._evidence.match.seats[
            (self._evidence.match.seats.index(self._places[0].seats[0]) + 2) % len(self._evidence.match.seats)
        ]
        finish_places: list[FinishPlace] = []
        for place in self._places:
            finish_places.append(place)
            if partner in place.seats:
                break
        return finish_places

    def _names(self, team: int) -> str:
        seats = self._evidence.match.seats
        return listed([seats[team], seats[team + 2]])

    def _level_before(self, team: int) -> Fact:
        """The level of a team before the hand, and where it comes from."""
        level = self._opened.levels[team]
        if level is None and team == self._opened.setter:
            level = self._level
        names = self._names(team)
        if level is None:
            return follows("level", say("the level of {names} before the hand is not known", names=names))
        text = say("{names} are at level {level} before the hand", names=names, level=level_text(level))
        if self._states_level(self._evidence.index, team):
            return Fact("level", text, Origin.SETUP)
        for index in range(self._evidence.index - 1, -1, -1):
            before, after = (_standing(self._evidence.before(number)) for number in (index, index + 1))
            if before.levels[team] != after.levels[team] or self._states_level(index, team):
                return Fact("level", text, Origin.HAND, hand=index)
        return follows("level", say("{fact}: each team starts at {level}", fact=text, level=RANKS[0]))

    def _states_level(self, index: int, team: int) -> bool:
        setup, seats = setup_of(self._evidence.match.hands[index]), self._evidence.match.seats
        stated = given_value(setup.levels) or {}
        if seats[team] in stated or seats[team + 2] in stated:
            return True
        return index == 0 and given_value(setup.level) is not None

    def _level_of_hand(self) -> Fact:
        """The level of the hand, and which team set it."""
        text = say("the hand is played at {level}", level=level_text(self._level))
        if given_value(setup_of(self._evidence.hand).level) is not None:
            return Fact("hand-level", text, Origin.SETUP)
        setter = self._opened.setter
        if setter is None or not self._evidence.index:
            return follows("hand-level", text)
        won = say(
            "{fact}: the level of {names}, who won the hand before",
            fact=text,
            names=self._names(setter),
        )
        return Fact("hand-level", won, Origin.HAND, hand=self._evidence.index - 1)

    def _failed(self, team: int) -> bool:
        """Whether the hand counted as a failure at A of a team."""
        return self._opened.failures[team] != self._closed.failures[team]

    def _failures(self, team: int) -> list[Fact]:
        """The failures of a team so far, this hand included."""
        names, limit = self._names(team), self._rules.a_failures
        before = self._opened.failures[team]
        if before is None:
            return [follows("failure", say("how often {names} failed at A before is not known", names=names))]
        facts = []
        left = before
        for index in range(self._evidence.index - 1, -1, -1):
            if not left:
                break
            earlier = _standing(self._evidence.before(index)).failures[team]
            if earlier is None or earlier < left:
                facts.append(Fact("failure", say("{names} failed at A", names=names), Origin.HAND, hand=index))
                left = earlier or 0
        if left:
            once = say("{names} had failed at A once before", names=names)
            often = say("{names} had failed at A {count} times before", names=names, count=left)
            facts.append(Fact("failure", once if left == 1 else often, Origin.SETUP))
        facts.reverse()
        facts.append(
            follows(
                "failure",
                say(
                    "{names} do not win the match with this hand at their own A: failure {count} of {limit}",
                    names=names,
                    count=before + 1,
                    limit=limit,
                ),
            )
        )
        return facts


def _standing(replay: object) -> GuandanStanding:
    assert isinstance(replay, GuandanMatchReplay)
    return replay.standing


GROUNDS: Final = ScoreGrounds(marks, lines)
