"""A hand of a match replayed with changes, as far as its first error or to the end of the match."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from msgspec import Struct, structs

from engine.cards.packed import GUARDS, RANKS, SUITS, card_text, unpack
from engine.mend.candidates import Candidate, Surroundings
from engine.mend.checkpoint import Checkpoint
from engine.mend.wording import card_words
from engine.record.actions import parse_action
from engine.record.match import Hand, Match, MatchResult, given_value
from engine.replay.fold import HandStarts
from engine.replay.game import Game, Judge
from engine.replay.mending import Mending
from engine.replay.outcome import HandOutcome
from engine.rulebook.findings import Finding, Severity
from engine.rulebook.options import RuleSet

Sign = tuple[str, int | None, int | None, str | None]
"""What makes two errors the same: code, hand, action, seat."""


def errors_of(findings: Sequence[Finding]) -> list[Finding]:
    """Those of some findings that are errors."""
    return [finding for finding in findings if finding.severity is Severity.ERROR]


def sign(finding: Finding) -> Sign:
    """What makes an error the same as another."""
    return finding.code.id, finding.hand, finding.action, finding.seat


class BoundReached(Exception):
    """More actions were replayed than the bound allows."""


@dataclass(slots=True)
class Budget:
    """How many actions may still be replayed."""

    of_hand: int
    of_match: int

    def spend(self, actions: int) -> None:
        """Counts actions.  Raises BoundReached if there were too many."""
        self.of_hand -= actions
        self.of_match -= actions
        if self.of_hand < 0 or self.of_match < 0:
            raise BoundReached


class Rest(Struct, frozen=True):
    """What a replay finds after a hand."""

    errors: frozenset[Sign]
    findings: int


class Result(Struct, frozen=True):
    """What a replay of a changed hand comes to."""

    first: int
    """The place of its first error, in the log as it is: -1 before the first action, the number of actions after the
    last."""
    reach: int
    """The last place, among the actions as changed, at which an edit may still remove that error."""
    outcome: HandOutcome | None = None
    """What the hand comes to; None if an action before its end has an error."""
    findings: Sequence[Finding] = ()
    rest: Rest | None = None
    """What comes after it; None if the hand has an error."""


class MendedCourse:
    """A hand with some edits made."""

    def __init__(self, trial: "Trial", hand: Hand, origins: tuple[int, ...]) -> None:
        """``origins`` are the numbers of its actions in the log as it is, and the number of those there."""
        self.trial: Final = trial
        self.hand: Final = hand
        self.origins: Final = origins
        self.actions: Final = hand.actions

    def changed(self, candidate: Candidate) -> "MendedCourse":
        """The hand with a candidate made too."""
        start, end, texts = candidate.start, candidate.end, candidate.texts
        actions = [*self.actions[:start], *texts, *self.actions[end:]]
        middle: tuple[int, ...] = self.origins[start:end]
        if candidate.op == "insert":
            middle = (self.origins[start],)
        elif candidate.op == "swap":
            middle = middle[::-1]
        elif candidate.op == "remove":
            middle = ()
        origins = self.origins[:start] + middle + self.origins[end:]
        return MendedCourse(self.trial, structs.replace(self.hand, actions=actions), origins)

    @cached_property
    def surroundings(self) -> Surroundings:
        """What its candidates depend on."""
        trial = self.trial
        match_replay, replay = trial.open_hand(self.hand)
        del match_replay
        replay.run(self.actions)
        trial.budget.spend(len(self.actions))
        left: dict[int, tuple[str, ...]] = {}
        if trial.mending.forward:
            left = {seat: trial.left(replay, seat) for seat in range(len(trial.seats))}
        played = trial.played(self.actions)
        unplayed = tuple(card for card, count in trial.deck.items() if played.get(card, 0) < count)
        return Surroundings(trial.game, trial.mending, trial.seats, self.actions, unplayed, left, trial.listed)

    def needs(self, replay: Any) -> tuple[list[list[int]], list[int]]:
        """By place and seat, the packed cards that it plays from there on; by seat, the place since which its holding
        has no other changes.
        """
        mending, seats = self.trial.mending, self.trial.seats
        now = [0] * len(seats)
        after = [now]
        since = [0] * len(seats)
        for place in range(len(self.actions) - 1, -1, -1):
            text = self.actions[place]
            taken = mending.taken(replay, text)
            if taken is not None:
                now = now[:]
                now[taken[0]] += taken[1]
            after.append(now)
            action = parse_action(text) if taken is None or " capture " in text else None
            if action is not None and action.verb in mending.moving:
                if action.verb == "capture" and action.seat in seats:
                    seat = seats.index(action.seat)
                    since[seat] = max(since[seat], place + 1)
                else:
                    since = [max(begin, place + 1) for begin in since]
        after.reverse()
        return after, since


class Walk:
    """A replay that goes through a hand place by place, and tries candidates at each."""

    def __init__(self, course: MendedCourse, start: int = 0) -> None:
        """``start`` is the place to begin at."""
        self.course: Final = course
        self.trial: Final = course.trial
        self.forward: Final = self.trial.mending.forward and not self.trial.listed
        self.match_replay, self.replay = self.trial.open_hand(course.hand)
        self.at = 0
        self._checkpoint: Checkpoint | None = None
        self._after, self._since = course.needs(self.replay) if self.forward else ([], [])
        self._run(course.actions[:start])

    def _run(self, actions: Sequence[str]) -> None:
        self.trial.budget.spend(len(actions))
        self.replay.run(actions)
        self.at += len(actions)
        self._checkpoint = None

    def step(self) -> None:
        """Does the next action of the hand."""
        self._run(self.course.actions[self.at : self.at + 1])

    def can_be_held(self, candidate: Candidate, until: int | None = None) -> bool:
        """Whether each seat holds, as far as is known, what it plays from here on: to the end, or up to a place."""
        if not self.forward:
            return True
        mending = self.trial.mending
        after = self._after[candidate.end]
        till = None if until is None or until >= len(self._after) else self._after[max(until, candidate.end)]
        held = mending.holdings(self.replay)
        texts = [taken for text in candidate.texts if (taken := mending.taken(self.replay, text)) is not None]
        for seat, known in enumerate(held):
            if known is None or self._since[seat] > self.at:
                continue
            wanted = after[seat] - (0 if till is None else till[seat])
            for taker, cards in texts:
                if taker == seat:
                    wanted += cards
            if ((known | GUARDS) - wanted) & GUARDS != GUARDS:
                return False
        return True

    def attempt(self, candidate: Candidate) -> Result:
        """What comes of a candidate at this place."""
        course = self.course.changed(candidate)
        if not self.forward:
            return self.trial.result(course)
        if self._checkpoint is None:
            self._checkpoint = Checkpoint(self.match_replay, self.replay)
        result = self.trial.run_on(self.match_replay, self.replay, course, candidate.start, len(candidate.texts) + 1)
        self._checkpoint.restore()
        return result


class Trial:
    """What is tried of one hand of a match."""

    def __init__(self, rules: RuleSet, game: Game, judge: Judge, match: Match, index: int, budget: Budget) -> None:
        """``match`` has the mends of the hands before ``index``."""
        self.game: Final = game
        self.mending: Final[Mending] = game.mending
        self.judge: Final = judge
        self.match: Final = match
        self.index: Final = index
        self.budget: Final = budget
        self.seats: Final = match.seats
        self.listed: Final = match.listed is not None
        self.hand: Final = match.hands[index]
        self.count: Final = len(self.hand.actions)
        self.deck: Final = {} if game.pack is None else _as_written(game.pack(rules, len(self.seats)).cards, self.hand)
        self._before: Final[Any] = HandStarts(judge, match).before(index).carried
        self._rests: Final[dict[object, Rest]] = {}

    def open_hand(self, hand: Hand) -> tuple[Any, Any]:
        """The match before the hand, and the hand before its first action."""
        match_replay: Any = self.judge.match_replay(self.match)
        match_replay.carry(self._before)
        return match_replay, match_replay.open(self.index, hand)

    def totals_before(self) -> Mapping[str, int | None]:
        """The totals before the hand."""
        match_replay: Any = self.judge.match_replay(self.match)
        match_replay.carry(self._before)
        totals: Mapping[str, int | None] = match_replay.conclude(None)[0]
        return totals

    def whole(self, hand: Hand | None = None) -> MendedCourse:
        """The hand as it is, or with other facts than its actions."""
        return MendedCourse(self, hand or self.hand, tuple(range(self.count + 1)))

    def left(self, replay: Any, seat: int) -> tuple[str, ...]:
        """The cards that a seat is known to hold, as often as it holds them."""
        return tuple(map(card_text, unpack(replay.table.holdings.known[seat])))

    def played(self, actions: Sequence[str]) -> Mapping[str, int]:
        """How often each card is played in some actions."""
        return Counter(word.card for text in actions if " tribute " not in text for word in card_words(text))

    def result(self, course: MendedCourse) -> Result:
        """What a changed hand comes to, replayed from the deal."""
        match_replay, replay = self.open_hand(course.hand)
        wrong = errors_of(replay.findings)
        if wrong:
            return Result(-1, -1, None, list(replay.findings))
        return self.run_on(match_replay, replay, course, 0, 8)

    def run_on(self, match_replay: Any, replay: Any, course: MendedCourse, start: int, chunk: int) -> Result:
        """What the actions from a place on come to, as far as the first error."""
        actions = course.actions
        place = start
        while place < len(actions):
            known = len(replay.findings)
            end = min(place + chunk, len(actions))
            self.budget.spend(end - place)
            replay.run(actions[place:end])
            wrong = errors_of(replay.findings[known:])
            if wrong:
                places = [end - 1 if error.action is None else error.action for error in wrong]
                first = min(places)
                return Result(course.origins[min(first, len(actions))], first if first >= place else end - 1)
            place, chunk = end, chunk * 2
        return self.settled(match_replay, replay, course)

    def settled(self, match_replay: Any, replay: Any, course: MendedCourse) -> Result:
        """What a hand comes to after its last action, and the match after it."""
        outcome = match_replay.close(replay, course.hand)
        findings = list(replay.findings)
        wrong = errors_of(findings)
        if wrong:
            at = [course.origins[error.action] for error in wrong if error.action is not None]
            early = any(not _of_result(error) and error.action is None for error in wrong)
            return Result(-1 if early else min(at, default=self.count), len(course.actions), outcome, findings)
        return Result(self.count + 1, len(course.actions), outcome, findings, self.rest(match_replay))

    def rest(self, match_replay: Any) -> Rest:
        """What the hands after this one come to, and the recorded result of the match."""
        key = match_replay.carried
        rest = self._rests.get(key)
        if rest is None:
            match = self.match
            later: Any = self.judge.match_replay(match)
            later.carry(key)
            findings: list[Finding] = []
            for index in range(self.index + 1, len(match.hands)):
                hand = match.hands[index]
                self.budget.spend(len(hand.actions))
                replay = later.open(index, hand)
                replay.run(hand.actions)
                later.close(replay, hand)
                findings += replay.findings
            later.conclude(match.result if isinstance(match.result, MatchResult) else None)
            findings += later.findings
            rest = self._rests[key] = Rest(frozenset(map(sign, errors_of(findings))), len(findings))
        return rest

    def baseline(self) -> tuple[Result, list[Finding], Rest]:
        """The hand as it is, to its end: where its first error is, all its findings, and what comes after it."""
        course = self.whole()
        match_replay, replay = self.open_hand(self.hand)
        early = bool(errors_of(replay.findings))
        first: Result | None = Result(-1, -1) if early else None
        for place, text in enumerate(self.hand.actions):
            known = len(replay.findings)
            replay.run([text])
            wrong = errors_of(replay.findings[known:])
            if wrong and first is None:
                at = min(place if error.action is None else error.action for error in wrong)
                first = Result(at, place)
        done = self.settled(match_replay, replay, course)
        rest = done.rest or self.rest(match_replay)
        first = first or done
        return structs.replace(first, outcome=done.outcome, findings=done.findings), list(done.findings), rest


def _as_written(deck: Mapping[str, int], hand: Hand) -> Mapping[str, int]:
    """The cards of a deck; those that it counts by rank are of each suit, if the deal has no card without a suit."""
    deal = given_value(hand.deal) or {}
    if not deal or any(word.upper() in (*RANKS, "10") for text in deal.values() for word in text.split()):
        return deck
    cards: dict[str, int] = {}
    for card, count in deck.items():
        if card in RANKS:
            cards |= {f"{card}{suit}": count // len(SUITS) for suit in SUITS}
        else:
            cards[card] = count
    return cards


def _of_result(finding: Finding) -> bool:
    return finding.code.about_result or finding.rule == "log.result"
