"""Reviews of hands: what follows from the rules of the review, whatever the cards are."""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.climbing.hand import ClimbingHand
from engine.games import GAMES
from engine.insight.review import HandReview, Settings, review_hand
from engine.record.match import Match
from engine.replay.branch import branched_match
from engine.replay.endgame import Endgame
from engine.replay.fold import HandStarts, hand_at
from engine.verdict.check import Checker
from tests.offenders import for_every
from tests.playouts import generate

REVIEWED = [name for name, game in GAMES.items() if game.endgames is not None]
SETTINGS = Settings(left=14, nodes=20_000)


def review(match: Match, settings: Settings = SETTINGS) -> HandReview:
    checker = Checker()
    judge = checker.judge(checker.rules(match))
    part = GAMES[match.game].endgames
    assert part is not None
    hand = hand_at(judge, match, 0, 0)
    hand.run(match.hands[0].actions)
    return review_hand(HandStarts(judge, match), 0, part, hand.findings, settings)


def scored(match: Match, actions: Sequence[str], step: int) -> dict[str, int]:
    """What the seats score if the hand goes on with other actions after a step, as if nobody was near the end."""
    checker = Checker()
    judge = checker.judge(checker.rules(match))
    whole = branched_match(match, 0, step, actions)
    hand = hand_at(judge, whole, 0, len(whole.hands[0].actions))
    assert isinstance(hand, ClimbingHand)
    assert [each for each in hand.findings if each.severity == "error"] == []
    part = GAMES[match.game].endgames
    assert part is not None
    endgame: Endgame | str = part.of(hand)
    assert not isinstance(endgame, str)
    low, high = endgame.span(endgame.position(hand)[4])
    assert low == high
    assert hand.ended
    return dict(zip(match.seats, endgame.outcomes[low], strict=True))


@for_every("game", REVIEWED)
@for_every("seed", [1, 2, 3])
def test_values_follow_from_one_another(game: str, seed: int) -> None:
    match = generate(game, seed, hands=1)
    found = review(match)
    assert found.state == "reviewed"
    assert found.decisions
    actions = match.hands[0].actions
    later = [number for number, text in enumerate(actions) if text.split()[1] in ("play", "pass", "capture")]
    assert [each.action for each in found.decisions] == [each for each in later if each >= (found.start or 0)]
    for each in found.decisions:
        values = {text: value for text, value, *_ in each.actions}
        assert list(values) == sorted(values)
        assert each.open.best == max(values.values()) == each.open.value + each.open.loss
        assert values.get(actions[each.action], each.open.value) == each.open.value
        assert each.open.best_actions == tuple(text for text, value in values.items() if value == each.open.best)[:8]
        assert values[each.open.line[0]] == each.open.best
        assert each.forced == (len(values) == 1)
        assert scored(match, each.open.line, each.action)[each.seat] == each.open.best
    assert scored(match, [], len(actions))[found.decisions[-1].seat] == found.decisions[-1].open.value


def test_a_review_reaches_as_far_back_as_it_is_asked_and_as_its_budget_allows() -> None:
    match = generate("guandan", 1, hands=1)
    far, near = review(match), review(match, Settings(left=8, nodes=20_000))
    assert far.decisions
    assert near.decisions
    assert far.decisions[0].left <= 14
    assert near.decisions[0].left <= 8
    assert far.decisions[-len(near.decisions) :] == near.decisions
    poor = review(match, Settings(left=14, nodes=5))
    assert poor.decisions
    assert poor.start is not None
    assert poor.start > (far.start or 0)


def test_a_review_ends_before_the_first_error() -> None:
    match = generate("guandan", 1, hands=1)
    whole = review(match)
    assert whole.decisions
    wrong = whole.decisions[4]
    hand = match.hands[0]
    actions = [*hand.actions]
    actions[wrong.action] = f"{wrong.seat} play 3s 4s"
    cut = review(replace(match, hands=[replace(hand, actions=actions)]))
    assert cut.decisions == review(replace(match, hands=[replace(hand, actions=actions[: wrong.action])])).decisions
    assert cut.decisions
    assert [each.actions for each in cut.decisions] == [each.actions for each in whole.decisions[:4]]
    actions[whole.start or 0] = f"{whole.decisions[0].seat} play 3s 4s"
    assert review(replace(match, hands=[replace(hand, actions=actions)])).state == "faulty"


def test_a_hand_without_play_or_with_unknown_cards_has_no_review() -> None:
    match = generate("guandan", 1, hands=1)
    hand = match.hands[0]
    assert review(replace(match, hands=[replace(hand, actions=[])])) == HandReview(hand=0, state="no-play")
    assert isinstance(hand.deal, dict)
    hidden = {seat: cards for seat, cards in hand.deal.items() if seat in match.seats[:2]}
    unknown = replace(match, hands=[replace(hand, deal=hidden)])
    assert review(unknown).state in ("cards-unknown", "faulty")
