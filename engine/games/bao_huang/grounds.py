"""What the score of a hand of Bao Huang rests on: the places, the roles, the declarations."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from msgspec import UnsetType

from engine.climbing.grounds import end_marks, places
from engine.games.bao_huang.play import BaoHuangHand
from engine.games.bao_huang.reader import declaration
from engine.games.bao_huang.rules import BaoHuangRules
from engine.games.bao_huang.scoring import ORDINALS, counting
from engine.record.actions import parse_action
from engine.recorded.basis import Basis
from engine.replay.game import Evidence, HandReplay, ScoreGrounds
from engine.replay.grounds import AT_DEAL, Fact, GroundedLine, Mark, follows, shown_by, written_down
from engine.replay.outcome import ScoreLine
from engine.rulebook.sentences import marked, say

_EMPEROR, _PROTECTOR, _DECLARED, _VOID = "emperor", "protector", "declared", "void"
_ACCEPTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "accept": marked("{seat} accepts the emperor card"),
        "show": marked("{seat} shows cards and so accepts the emperor card"),
        "play": marked("{seat} holds the emperor card when it plays"),
        "declare": marked("{seat} declares, and so is the emperor"),
    }
)
_PROTECTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "play": marked("{seat} plays the protector's card"),
        "declare": marked("{seat} declares that it holds the protector's card"),
    }
)


def marks(replay: HandReplay) -> Iterator[Mark]:
    """Who is out, who has which role, and what was declared."""
    assert isinstance(replay, BaoHuangHand)
    yield from end_marks(replay)
    if replay.roles.emperor is not None:
        yield _EMPEROR, replay.roles.emperor
    if replay.roles.protector is not None:
        yield _PROTECTOR, replay.roles.protector
    for number, (seat, what) in enumerate(replay.declarations.announced):
        yield _DECLARED, number, seat, what
    if replay.declarations.void:
        yield (_VOID,)


def lines(evidence: Evidence) -> list[GroundedLine]:
    """The lines of places, teams, the emperor and declarations."""
    outcome = evidence.outcome
    void = evidence.seen.get((_VOID,))
    if void is not None:
        seat, _ = evidence.acted(void)
        fact = shown_by(
            "redeal", say("{seat} says that the deal is void: nobody can be emperor", seat=seat), void, seat
        )
        return [GroundedLine(line, (fact,), ("protector",)) for line in outcome.breakdown]
    facts = _BaoHuangFacts(evidence)
    if not outcome.breakdown and outcome.undecided and outcome.scores and any(outcome.scores.values()):
        return [facts.holders_of_roles()]
    declared = iter(facts.counted())
    return [
        facts.declared(line, next(declared, ())) if line.rule == "bao_huang.declarations" else facts.other(line)
        for line in outcome.breakdown
    ]


class _BaoHuangFacts:
    """The facts of one hand."""

    def __init__(self, evidence: Evidence) -> None:
        assert isinstance(evidence.replay, BaoHuangHand)
        self._evidence: Final = evidence
        self._hand: Final = evidence.replay
        self._rules: Final = BaoHuangRules.of(evidence.rules)
        self._places: Final = tuple(place.fact for place in places(evidence, ORDINALS))
        passed = any(parse_action(action).verb == "decline" for action in evidence.hand.actions)
        self._role_options: Final = ("protector", *(("emperor_pass",) if passed else ()))

    def other(self, line: ScoreLine) -> GroundedLine:
        """A line of places, teams, the winner, the emperor, or balanced scoring."""
        topic = line.rule.partition(".")[2]
        if topic == "places":
            return GroundedLine(line, self._places, ("scoring",))
        if topic == "teams":
            return GroundedLine(
                line, (*self._roles(), *self._places, *self._without_effect()), ("scoring", *self._role_options)
            )
        if topic == "winner":
            ends = self._places if len(self._places) < 2 else (self._places[0], self._places[-1])
            facts = (*self._roles(), *ends, *self._without_effect())
            return GroundedLine(line, facts, ("scoring", "winner_rule", *self._role_options))
        if topic == "balanced":
            return GroundedLine(line, self._roles()[:1], ("balanced", "scoring"))
        options = ("scoring", "solo_announced") if self._announced("solo") else ("scoring",)
        return GroundedLine(line, self._roles(), options)

    def declared(self, line: ScoreLine, facts: tuple[Fact, ...]) -> GroundedLine:
        """A line of a factor."""
        options = ("declarations", "solo_announced") if "solo" in line.text else ("declarations",)
        return GroundedLine(line, facts, options)

    def holders_of_roles(self) -> GroundedLine:
        """The scores of a hand whose roles are not certain, if all that are possible give the same."""
        scores = self._evidence.outcome.scores or {}
        points = {seat: score for seat, score in scores.items() if score}
        text = say("the log does not show every role; all that its cards allow give these points")
        return GroundedLine(
            ScoreLine("bao_huang.teams", text, points),
            (*self._places, *self._declarations(), *self._without_effect()),
            ("scoring", "declarations", *self._role_options),
        )

    def counted(self) -> list[tuple[Fact, ...]]:
        """By factor in the order of the lines, the declarations that it rests on."""
        recorded = self._evidence.hand.result
        if not self._evidence.hand.actions:
            factor = None if isinstance(recorded, UnsetType) or recorded is None else recorded.factor
            return [(written_down("factor", say("points times {factor} recorded", factor=str(factor))),)]
        most = {"uprising": 2} if self._rules.declarations == "two_rebels" else {}
        counted = counting(self._hand.declarations.declared, self._rules)
        return [self._announced(what)[: most.get(what, 1)] for what in counted]

    def _announced(self, what: str) -> tuple[Fact, ...]:
        return tuple(fact for fact in self._declarations() if fact.text.endswith(f" {what}"))

    def _declarations(self) -> tuple[Fact, ...]:
        seats = self._evidence.match.seats
        return tuple(
            shown_by(
                "declared",
                say("{seat} declares: {what}", seat=seats[seat], what=declaration(what)),
                self._evidence.seen[_DECLARED, number, seat, what],
                seats[seat],
            )
            for number, (seat, what) in enumerate(self._hand.declarations.announced)
        )

    def _without_effect(self) -> tuple[Fact, ...]:
        """The declarations in the log that change no score."""
        evidence = self._evidence
        counted = {fact.action for facts in self.counted() for fact in facts} if evidence.hand.actions else set()
        own_facts = []
        for number, action in enumerate(evidence.hand.actions):
            parsed = parse_action(action)
            if parsed.verb == "declare" and number not in counted:
                what = declaration(" ".join(parsed.words))
                text = say("{seat} declares {what}, which changes no score", seat=parsed.seat, what=what)
                own_facts.append(shown_by("declared-in-vain", text, number, parsed.seat))
        return tuple(own_facts)

    def _roles(self) -> tuple[Fact, ...]:
        """Who is emperor and who is protector, each with what shows it."""
        roles, seats = self._evidence.outcome.roles, self._evidence.match.seats
        named = {} if isinstance(roles, UnsetType) else dict(roles)
        possible = self._hand.roles.possible()
        if self._evidence.outcome.basis is Basis.PLAY and len(possible) == 1:
            named = {_EMPEROR: seats[possible[0].emperor], _PROTECTOR: seats[possible[0].protector]}
        facts = []
        if _EMPEROR in named:
            facts.append(self._emperor(named[_EMPEROR]))
        if _PROTECTOR in named:
            facts.append(self._protector(named[_PROTECTOR], alone=named[_PROTECTOR] == named.get(_EMPEROR)))
        return tuple(facts)

    def _emperor(self, seat: str) -> Fact:
        action = self._evidence.seen.get((_EMPEROR, self._evidence.match.seats.index(seat)))
        if action is None:
            return self._not_shown(_EMPEROR, say("{seat} is emperor", seat=seat), seat)
        actor, verb = self._evidence.acted(action)
        if actor == seat and verb in _ACCEPTS:
            return shown_by(_EMPEROR, say(_ACCEPTS[verb], seat=seat), action, seat)
        text = say("{seat} holds the emperor card, which nobody had accepted before", seat=seat)
        return shown_by(_EMPEROR, text, action, seat)

    def _protector(self, seat: str, *, alone: bool) -> Fact:
        action = self._evidence.seen.get((_PROTECTOR, self._evidence.match.seats.index(seat)))
        what = (
            say("{seat} is emperor and protector in one", seat=seat) if alone else say("{seat} is protector", seat=seat)
        )
        if action is None:
            return self._not_shown(_PROTECTOR, what, seat)
        actor, verb = self._evidence.acted(action)
        if actor == seat and verb in _PROTECTS and not self._is_dealt(seat):
            text = say(_PROTECTS[verb], seat=seat)
            if verb == "play" and self._hand.roles.triplet:
                text = say("{seat} plays the fourth card of those that the emperor showed", seat=seat)
            return shown_by(_PROTECTOR, text, action, seat)
        if self._hand.roles.triplet:
            text = say("{role}: it holds the fourth of the cards shown", role=what)
            return shown_by(_PROTECTOR, text, action, seat)
        text = say("{role}: it was dealt the protector's card", role=what)
        return shown_by(_PROTECTOR, text, AT_DEAL, seat)

    def _is_dealt(self, seat: str) -> bool:
        deal = self._evidence.hand.deal
        return not isinstance(deal, UnsetType) and "BJ*" in deal.get(seat, "").upper().split()

    def _not_shown(self, kind: str, text: str, seat: str) -> Fact:
        if self._evidence.outcome.basis is Basis.RESULT:
            return written_down(kind, text, seat)
        return follows(kind, say("{role}: the cards in the log allow nobody else", role=text), seat)


GROUNDS: Final = ScoreGrounds(marks, lines)
