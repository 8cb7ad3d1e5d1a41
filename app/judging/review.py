"""The review of a match, as pages, the terminal and programs show it: what its decisions cost, in words."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from msgspec import UNSET, Struct

from app.text.blocks import Block, Line
from app.text.language import _, _n, marked
from app.text.language.sentence import sentence
from app.text.readable import readable_action
from engine.climbing.reader import bare
from engine.games import GAMES
from engine.insight.fair import Number, Words, rounded
from engine.insight.match_review import MatchReview
from engine.insight.review import DecisionReview, Ended, HandReview, Settings, State
from engine.record.match import Match
from engine.replay.branch import deal_is_known

MOMENTS: Final = 10
"""The most key moments of a match."""
OF_HAND: Final = 5
"""The most of one hand."""
GOOD: Final = 0.25
"""What a decision has to cost, in levels or points, to be asked again."""
MARKED: Final[tuple[Words, ...]] = ("fault", "inaccuracy", "lucky")
"""What decisions are called that have a mark, as a list has them."""
_THOUSAND: Final = 1_000
_CLAIM: Final = re.compile(r"=\S*")
_SUIT: Final = re.compile(r"(?<=[2-9TJQKA])[shdc]\b|\*")
UNREVIEWED: Final[Mapping[State, str]] = MappingProxyType(
    {
        "cards-unknown": marked("not reviewed, because not all cards are known"),
        "roles-unknown": marked("not reviewed, because the roles are not known"),
        "no-play": marked("not reviewed, because the play of its last cards is not recorded, or not that of all seats"),
        "faulty": marked("not reviewed, because a rule was broken before the last cards"),
        "not-solved": marked("not reviewed, because the budget ended before the first value"),
        "rules": marked("not reviewed, because an option in force changes what a hand is worth"),
        "failed": marked("not reviewed, because Fupan failed on it; this is a bug in Fupan, please report it"),
    }
)
"""Why a hand is not reviewed, as untranslated messages."""

CALLED: Final[Mapping[Words, str]] = MappingProxyType(
    {
        "fault": marked("a fault"),
        "lucky": marked("lucky"),
        "best": marked("no fault"),
        "unlucky": marked("unlucky, no fault"),
        "inaccuracy": marked("inaccurate"),
        "unclear": marked("not clear"),
    }
)
"""Names of the classes of decisions, as untranslated messages."""

Action = tuple[str, int | None, Number | None, Number | None]
"""An action of a decision: text, value with open cards, mean by what the seat could know, its error."""


class Alternative(Struct, frozen=True):
    """An action that the rules allowed."""

    text: str
    """As the log would have it."""
    open: int | None
    """What it is worth with all cards open."""
    fair: Number | None
    """What it is worth by what the seat could know."""
    error: Number | None
    done: bool


class ReviewedDecision(Struct, frozen=True):
    """What is shown of a decision."""

    hand: int
    """From 1."""
    step: int
    """The step of the replay that shows it."""
    seat: str
    done: str
    """The action, as the log has it."""
    best: str | None
    """The best action; null where the one that was done is."""
    fair: Number
    """What it cost by what the seat could know; 0 where that is not counted, or only estimated."""
    open: int
    """What it cost with all cards open; 0 where that is not counted."""
    words: Words | None
    """What it is called."""
    asks: bool
    """Whether it is an exercise."""
    cost: str
    """What it cost, a sentence that has both losses."""
    called: str | None
    """What it is called, in words."""

    @property
    def mark(self) -> Words | None:
        """What it is called, if that has a mark."""
        return self.words if self.words in MARKED else None


class SeatCost(Struct, frozen=True):
    """What the decisions of a seat cost in a hand."""

    seat: str
    fair: Number
    open: int


class ReviewedHand(Struct, frozen=True):
    """What is shown of the review of a hand."""

    hand: int
    """From 1."""
    reason: str | None
    """Why it is not reviewed."""
    caution: str | None
    """That levels say too little, where a team plays at the highest."""
    notes: tuple[str, ...]
    """Where the review stopped because a budget ended, a sentence each."""
    counts: dict[str, int]
    """By mark the number of decisions."""
    costs: tuple[SeatCost, ...]
    """Of the seats whose decisions cost anything."""
    decisions: tuple[ReviewedDecision, ...]
    """In the order of the document."""


class ReviewedMatch(Struct, frozen=True):
    """What is shown of the review of a match."""

    review: MatchReview
    """The document ``fupan-review/1``."""
    hands: tuple[ReviewedHand, ...]
    moments: tuple[ReviewedDecision, ...]
    """The decisions that certainly cost most, by what the seat could know, in the order of the match."""
    note: str | None
    """What the cost by what a seat could know is, and what it is not; null where none is counted."""

    def blocks(self, names: Mapping[str, str]) -> Iterator[Block]:
        """A line for each decision that cost something, and a sum for each hand.

        ``names`` is what the players are called, by seat.
        """
        for hand, review in zip(self.hands, self.review.hands or (), strict=True):
            for shown, decision in zip(hand.decisions, review.decisions or (), strict=True):
                if shown.open or (decision.fair is not None and decision.fair.loss):
                    yield Line(_decision_line(shown, names), indent=1)
            yield Line(_hand_line(hand, review, names))
            yield from (Line(note, indent=1) for note in (*hand.notes, hand.caution) if note)
        if self.note is not None:
            yield Line(self.note)


def reviewed_match(match: Match, review: MatchReview, levels: Callable[[int], Mapping[str, str]]) -> ReviewedMatch:
    """What is shown of the review of a match.

    ``levels`` gives the levels of the teams before a hand, counted from 0, by seat.
    """
    reviews, settings = review.hands or (), review.settings
    hands = tuple(reviewed_hand(match, hand, settings, levels(hand.hand)) for hand in reviews)
    return ReviewedMatch(review, hands, tuple(_moments(hands)), not_said(reviews, settings))


def reviewed_hand(match: Match, hand: HandReview, settings: Settings | None, levels: Mapping[str, str]) -> ReviewedHand:
    """What is shown of the review of a hand.  ``levels`` are those of the teams before it, by seat."""
    highest = GAMES[match.game].statistics.levels[-1:]
    decisions = tuple(_shown(match, hand.hand, decision) for decision in hand.decisions or ())
    at_highest = bool(decisions) and not set(highest).isdisjoint(levels.values())
    return ReviewedHand(
        hand.hand + 1,
        _(UNREVIEWED[hand.state]) if hand.state in UNREVIEWED else None,
        _("This counts levels; at A only winning with the partner not last counts.") if at_highest else None,
        () if settings is None else tuple(what_ended(hand.ended, hand.decisions or (), settings)),
        {word: sum(decision.words == word for decision in decisions) for word in MARKED},
        tuple(_costs(match, decisions)),
        decisions,
    )


def alternatives(decision: DecisionReview, logged: str) -> list[Alternative]:
    """The actions that the rules allowed, the best first.  ``logged`` is what the log has of the decision."""
    done = done_of(decision, logged)
    return [Alternative(*action, done=action[0] == done) for action in best_first(decision.actions or ())]


def best_first(actions: Sequence[Action]) -> list[Action]:
    """Actions of a decision, those first that are best by what the seat could know, else with open cards."""

    def cost(action: Action) -> float:
        _, opened, fair, _ = action
        return -(fair if fair is not None else opened or 0)

    return sorted(actions, key=cost)


def done_of(decision: DecisionReview, logged: str) -> str | None:
    """The action that was done, as the review of the decision writes it; None where no kept action fits the log.

    ``logged`` is the action as the log writes it.  Its suits and readings of wild cards may differ, where the rules do
    not tell them apart.
    """
    value = None if decision.open is None else decision.open.value
    mean = None if decision.fair is None else decision.fair.value
    alike = [text for text, opened, fair, _ in decision.actions or () if (opened, fair) == (value, mean)]
    for plain in (str, _without_claims, _without_suits):
        for text in alike:
            if plain(text) == plain(bare(logged)):
                return text
    return None


def _without_claims(text: str) -> list[list[str]]:
    return [sorted(row.split()) for row in _CLAIM.sub("", text).split("/")]


def _without_suits(text: str) -> list[list[str]]:
    return _without_claims(_SUIT.sub("", text))


def costs_enough(decision: DecisionReview) -> bool:
    """Whether a decision cost enough to be asked."""
    return decision.fair is not None and decision.fair.loss >= GOOD and decision.words in MARKED


def is_exercise(match: Match, hand: int, decision: DecisionReview) -> bool:
    """Whether a decision of a hand, from 0, cost enough to be asked, and enough is kept to judge every answer."""
    if not costs_enough(decision) or len(decision.actions or ()) < 2:
        return False
    return decision.missing is UNSET if decision.open is None else deal_is_known(match, hand)


def amount_of(cost: Number | str, levels: bool) -> str:
    """A cost in levels or in points, in words."""
    number = 1 if cost == 1 else 2
    if levels:
        return _n("{cost} level", "{cost} levels", number, cost=cost)
    return _n("{cost} point", "{cost} points", number, cost=cost)


def _shown(match: Match, hand: int, decision: DecisionReview) -> ReviewedDecision:
    value = decision.fair if decision.fair is not None else decision.open
    return ReviewedDecision(
        hand=hand + 1,
        step=decision.action + 1,
        seat=decision.seat,
        done=match.hands[hand].actions[decision.action],
        best=None if value is None or not value.loss or not value.best_actions else value.best_actions[0],
        fair=0 if decision.fair is None or decision.words is None else decision.fair.loss,
        open=0 if decision.open is None else decision.open.loss,
        words=decision.words,
        asks=is_exercise(match, hand, decision),
        cost=_cost(decision, bool(GAMES[match.game].statistics.levels)),
        called=None if decision.words is None else _(CALLED[decision.words]),
    )


def _cost(decision: DecisionReview, levels: bool) -> str:
    """What a decision cost, in a sentence that always has both losses."""
    fair, opened = decision.fair, None if decision.open is None else decision.open.loss
    if fair is None:
        if opened is None:
            return _("What it cost was not counted.")
        return _("By what the seat could know, the cost was not counted; with all cards open {points}.", points=opened)
    amount = amount_of(fair.loss, levels)
    error = f"{fair.loss} ± {fair.error}"
    if opened is None and not fair.exact:
        return _("Cost {amount} (one standard error) if the policy plays on.", amount=amount_of(error, levels))
    if opened is None:
        return _("Cost {amount}.", amount=amount)
    if fair.exact:
        return _("Cost {amount} (exact); with all cards open {points}.", amount=amount, points=opened)
    return _(
        "Cost {amount} (one standard error); with all cards open {points}.",
        amount=amount_of(error, levels),
        points=opened,
    )


def _costs(match: Match, decisions: Sequence[ReviewedDecision]) -> Iterator[SeatCost]:
    for seat in match.seats:
        own = [decision for decision in decisions if decision.seat == seat]
        if any(decision.fair or decision.open for decision in own):
            thousandths = sum(round(decision.fair * _THOUSAND) for decision in own)
            fair = rounded(Fraction(thousandths, _THOUSAND))
            yield SeatCost(seat, fair, sum(decision.open for decision in own))


def _moments(hands: Sequence[ReviewedHand]) -> list[ReviewedDecision]:
    sure = [
        decision
        for hand in hands
        for decision in sorted((one for one in hand.decisions if one.mark), key=lambda one: -one.fair)[:OF_HAND]
    ]
    chosen = sorted(sure, key=lambda one: -one.fair)[:MOMENTS]
    return sorted(chosen, key=lambda one: (one.hand, one.step))


def _decision_line(shown: ReviewedDecision, names: Mapping[str, str]) -> str:
    text = _("step {step}: {action}.", step=shown.step, action=readable_action(shown.done, names))
    called = None if shown.called is None else sentence(shown.called)
    best = None if shown.best is None else _("Best: {action}.", action=readable_action(shown.best, names))
    for part in (shown.cost, called, best):
        if part is not None:
            text = _("{first} {second}", first=text, second=part)
    return text


def _hand_line(hand: ReviewedHand, review: HandReview, names: Mapping[str, str]) -> str:
    if not review.decisions:
        return _("hand {number}: {text}", number=hand.hand, text=hand.reason or "")
    decided = _n("{count} decision", "{count} decisions", len(review.decisions))
    if review.decisions[0].open is None:
        counted = [choice for choice in review.decisions if choice.words is not None]
        estimated = [choice for choice in review.decisions if choice.fair and choice.words is None]
        return _(
            "hand {number}: {decisions}, {counted} of them counted and {estimated} estimated; those counted cost, by "
            "what the seats could know: {sums}",
            number=hand.hand,
            decisions=decided,
            counted=len(counted),
            estimated=len(estimated),
            sums=", ".join(f"{names[cost.seat]} {cost.fair}" for cost in hand.costs) or "0",
        )
    step = hand.decisions[0].step
    if not hand.costs:
        return _(
            "hand {number}: {decisions} from step {step} on; none cost anything",
            number=hand.hand,
            decisions=decided,
            step=step,
        )
    return _(
        "hand {number}: {decisions} from step {step} on; cost by what the seats could know / with all cards open: "
        "{sums}",
        number=hand.hand,
        decisions=decided,
        step=step,
        sums=", ".join(f"{names[cost.seat]} {cost.fair} / {cost.open}" for cost in hand.costs),
    )


def what_ended(ended: Sequence[Ended], decisions: Sequence[DecisionReview], settings: Settings) -> Iterator[str]:
    """Where the review of a hand stopped because a budget ended, a sentence each."""
    for kind in ended:
        if kind == "value":
            yield _(
                "The budget of one value ended ({count} positions): decisions before step {step} are not reviewed.",
                count=f"{settings.nodes:,}",
                step=decisions[0].action + 1,
            )
        elif kind == "open":
            yield _(
                "The budget of this hand ended ({count} positions): decisions before step {step} are not reviewed.",
                count=f"{settings.hand_nodes:,}",
                step=decisions[0].action + 1,
            )
        else:
            last = next((one.action + 1 for one in decisions if one.fair is not None), None)
            if last is None:
                yield _(
                    "The budget of this hand ended ({count} positions): no decision is counted by what the seats could "
                    "know.",
                    count=f"{settings.hand_nodes:,}",
                )
            else:
                yield _(
                    "The budget of this hand ended ({count} positions): decisions before step {step} are not counted "
                    "by what the seats could know.",
                    count=f"{settings.hand_nodes:,}",
                    step=last,
                )


def not_said(hands: Sequence[HandReview], settings: Settings | None) -> str | None:
    """What the cost by what a seat could know is, and what it is not; None where it is not counted in any of these."""
    fair = (decision for hand in hands for decision in hand.decisions or () if decision.fair is not None)
    decision = next(fair, None)
    if decision is None:
        return None
    if decision.open is None:
        return _(
            "What a seat could know counts every card that it did not see as equally likely to come. Near the end, "
            "each later placement is the best for its seat by what that seat then sees. Before that the cost is an "
            "estimate: the policy {policy} makes every later placement. It holds for that policy alone, and shows "
            "no fault.",
            policy="" if settings is None else settings.policy,
        )
    if decision.actions is None:
        return _(
            "What a seat could know is the mean over dealt opponents who set their cards by the measure of fupan "
            "arrange, and all cards open are the rows really shown: it is not how these opponents play."
        )
    return _(
        "What a seat could know is the mean over the deals that fit what it saw, with all cards open after the "
        "action in each: it is not what people can do who never see them, and how others played counts nothing."
    )
