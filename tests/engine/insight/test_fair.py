"""What a decision cost by what the seat could know, against a count of every deal card by card."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import count, islice
from math import sqrt

import pytest
from profiles import PROFILE

from engine.cards.packed import RANKS, card_text
from engine.climbing.hand import ClimbingHand
from engine.games import GAMES
from engine.games.bao_huang.play import BaoHuangHand
from engine.games.big_a.play import BigAHand
from engine.games.guandan.play import GuandanHand
from engine.insight.fair import FairValue, Sample, judged, rounded, rounded_root, words
from engine.insight.review import DecisionReview, Settings, review_hand
from engine.record.match import Match
from engine.replay.fold import HandStarts, hand_at
from engine.replay.game import Judge
from engine.rulebook.options import RuleSet
from engine.verdict.check import Checker
from tests.bruteforce import big_a, guandan
from tests.bruteforce.endgames import BaoHuang, BigA, Guandan, Rules, State
from tests.bruteforce.watched import Hand, Watched
from tests.offenders import for_every
from tests.playouts import generate
from tests.playouts.bao_huang.scores import Settled
from tests.playouts.big_a.rules import points

LEFT = {"guandan": 7, "bao_huang": 8, "big_a": 6}
SEEDS = {"guandan": 6, "bao_huang": 6, "big_a": 4} if PROFILE == "push" else dict.fromkeys(LEFT, 100)
OPTIONS: dict[str, list[dict[str, object]]] = {
    "guandan": [{}],
    "bao_huang": [{}, {"lowest_last": True, "joker_rule": "jokers_only"}],
    "big_a": [{}, {"four_five": "printed"}],
}
Table = tuple[Rules, object]
"""The rules of a deal, and what else a state has seen."""


def opened(match: Match) -> tuple[RuleSet, Judge]:
    checker = Checker()
    rules = checker.rules(match)
    return rules, checker.judge(rules)


def decisions(match: Match, settings: Settings) -> tuple[DecisionReview, ...]:
    game = GAMES[match.game]
    assert game.endgames is not None
    _, judge = opened(match)
    found = review_hand(HandStarts(judge, match), 0, game.endgames, [], settings, sight=game.sight, log="ab" * 32)
    return found.decisions or ()


def walked(match: Match, judge: Judge, *, follow: bool = False) -> Iterator[tuple[int, ClimbingHand, Watched]]:
    """The hand and what all have seen of it before each of its actions."""
    hand = hand_at(judge, match, 0, 0)
    assert isinstance(hand, ClimbingHand)
    deal = match.hands[0].deal
    assert isinstance(deal, dict)
    watched = Watched(match.seats, deal)
    for number, text in enumerate(match.hands[0].actions):
        if " play " in text and isinstance(hand, BaoHuangHand) and not hand.table.round.played:
            start_of_play(match, judge, number, watched)
        yield number, hand, watched
        hand.run([text])
        if follow:
            hand.follow(text)
        watched.do(text, hand.roles.holder() if isinstance(hand, BaoHuangHand) else None)


def start_of_play(match: Match, judge: Judge, number: int, watched: Watched) -> None:
    """The emperor's card is known to all once the first play is made, if not before."""
    after = hand_at(judge, match, 0, number + 1)
    assert isinstance(after, BaoHuangHand)
    assert after.roles.emperor is not None
    watched.public[after.roles.emperor].append("RJ*")


def guandan_table(hand: ClimbingHand, watched: Watched, hands: Sequence[Hand], options: dict[str, object]) -> Table:
    del watched, hands
    assert isinstance(hand, GuandanHand)
    assert hand.level is not None
    return Guandan(RANKS[hand.level], bool(options["joker_pair_in_full_house"])), None


def bao_huang_table(
    hand: ClimbingHand, watched: Watched, hands: Sequence[Hand], options: dict[str, object]
) -> Table | None:
    assert isinstance(hand, BaoHuangHand)
    emperor = hand.roles.emperor
    assert emperor is not None
    (protector,) = [seat for seat in range(5) if "BJ*" in hands[seat] or "BJ*" in watched.played[seat]]
    for seat, what in watched.declared:
        if what == "uprising" and seat in (emperor, protector):
            return None
    declared = {what for _, what in watched.declared}

    def worth(finish: Sequence[Sequence[int]]) -> Sequence[int]:
        return Settled(finish, emperor, protector, options).scores(declared)

    lowest = ("3" if options["deck"] == 216 else "6") if options["lowest_last"] else ""
    return BaoHuang({emperor, protector}, str(options["joker_rule"]), lowest, worth), None


def big_a_table(
    hand: ClimbingHand, watched: Watched, hands: Sequence[Hand], options: dict[str, object]
) -> Table | None:
    assert isinstance(hand, BigAHand)
    assert hand.big_a.ace is not None
    big = card_text(hand.big_a.ace)
    declarer = hand.possible_roles()[0][0]
    own = [
        hands[seat].count(big) - watched.captive[seat].count(big) + watched.played[seat].count(big) for seat in range(5)
    ]
    if not own[declarer]:
        return None
    partner = declarer if own[declarer] == 2 else next(seat for seat in range(5) if own[seat] and seat != declarer)
    exposed = hand.big_a.both_shown

    def worth(finish: Sequence[Sequence[int]]) -> Sequence[int]:
        return points(finish, declarer, partner, exposed, options)

    played = watched.played[partner].count(big)
    known = exposed or played >= (2 if partner == declarer else 1)
    seen = known, played, watched.captive[partner].count(big)
    return BigA(declarer, partner, big, options["lead_after_out"] == "skip_team", worth), seen


TABLES: dict[str, Callable[..., Table | None]] = {
    "guandan": guandan_table,
    "bao_huang": bao_huang_table,
    "big_a": big_a_table,
}


def top_of(hand: ClimbingHand, watched: Watched) -> list[object]:
    """What the play on the table may be."""
    if isinstance(hand, GuandanHand):
        return list(guandan.readings_of(watched.top, RANKS[hand.level or 0]))
    if isinstance(hand, BigAHand):
        assert hand.big_a.ace is not None
        return [big_a.reading_of(sorted(watched.top), card_text(hand.big_a.ace))]
    return [tuple(card.rstrip("*") for card in sorted(watched.top))]


def after_text(rules: Rules, state: State, text: str) -> list[State]:
    """The states that an action may lead to."""
    _, verb, *cards = text.split()
    left = list(state.hands[state.turn])
    for card in cards:
        left.remove(card.partition("=")[0])
    if verb == "capture":
        left += state.top_cards
    wanted = tuple(sorted(left))
    passes = verb == "pass"
    return [
        after
        for after in rules.after(state)
        if after.hands[state.turn] == wanted and (after.owner != state.turn or after.top_cards == ()) == passes
    ]


@for_every("game", OPTIONS)
def test_exact_means_are_those_of_every_deal_card_by_card(game: str) -> None:
    compared = 0
    for options in OPTIONS[game]:
        for seed in range(1, 1 + SEEDS[game]):
            match = generate(game, seed, hands=1, options=options)
            found = {each.action: each for each in decisions(match, Settings(left=LEFT[game])) if each.fair is not None}
            rules, judge = opened(match)
            for number, hand, watched in walked(match, judge):
                if number in found and found[number].fair is not None:
                    compared += same_means(found[number], match, hand, watched, dict(rules.options))
    assert compared >= 10


def same_means(
    decision: DecisionReview, match: Match, hand: ClimbingHand, watched: Watched, options: dict[str, object]
) -> bool:
    """Compares the means of a decision; whether they could be compared."""
    assert decision.fair is not None
    turns = hand.table.round
    tops = top_of(hand, watched) if turns.owner >= 0 else [None]
    if len(tops) != 1 or any("=" in text for text, *_ in decision.actions):
        return False
    totals: dict[str, int] = {text: 0 for text, *_ in decision.actions}
    deals = 0
    turn = match.seats.index(decision.seat)
    for hands in watched.deals(turn):
        table = TABLES[match.game](hand, watched, hands, options)
        if table is None:
            continue
        rules, seen = table
        out = [rules.sides[seat] for seat in watched.finish]
        if any(out.count(side) == rules.sides.count(side) for side in (0, 1)):
            continue
        owner = turns.owner if turns.owner >= 0 else None
        top = watched.top if owner is not None else ()
        state = State(tuple(hands), turn, tuple(watched.finish), owner, tops[0], tuple(sorted(top)), seen)
        deals += 1
        for text in totals:
            ends = {rules.value(after) for after in after_text(rules, state, text)}
            assert len(ends) == 1, (text, state)
            totals[text] += ends.pop()[turn]
    assert decision.fair.exact
    assert decision.fair.deals <= deals
    means = {text: Fraction(total, deals) for text, total in totals.items()}
    for text, _, mean, error in decision.actions:
        assert mean == round(float(means[text]), 3) or abs((mean or 0) - means[text]) <= Fraction(1, 2000), text
        assert error == 0
    best = max(means.values())
    assert decision.fair.best_actions == tuple(text for text in sorted(means) if means[text] == best)[:8]
    assert abs(decision.fair.best - best) <= Fraction(1, 2000)
    done = [means[text] for text, value, *_ in decision.actions if value == decision.open.value]
    assert any(abs(decision.fair.value - mean) <= Fraction(1, 2000) for mean in done)
    assert abs(decision.fair.loss - (best - Fraction(decision.fair.value))) <= Fraction(1, 1000)
    return True


def drawn_and_counted(
    game: str, left: int, fewest: int, most: int, patch: pytest.MonkeyPatch
) -> Iterator[tuple[FairValue, FairValue]]:
    """What drawn deals say of decisions that more than the fewest deals fit, and what all deals say if not too many."""
    for seed in count(1):
        match = generate(game, seed, hands=1)
        patch.setattr("engine.insight.fair.EXACT", most)
        counted = decisions(match, Settings(left=left))
        patch.setattr("engine.insight.fair.EXACT", fewest)
        for one, other in zip(decisions(match, Settings(left=left)), counted, strict=True):
            if one.fair is not None and other.fair is not None and other.fair.exact and not one.fair.exact:
                assert one.fair.deals == 200
                assert one.fair.unsolved == 0
                yield one.fair, other.fair


def test_drawn_losses_lie_near_the_losses_over_all_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    number, more, fewest, most = (100, 5, 200, 5_000) if PROFILE == "long" else (4, 0, 20, 200)
    found = [
        each
        for game, left in LEFT.items()
        for each in islice(drawn_and_counted(game, left + more, fewest, most, monkeypatch), number)
    ]
    off = [(abs(one.loss - other.loss), one.error) for one, other in found]
    assert any(difference for difference, _ in off)
    assert sum(difference <= 2 * error + 0.05 for difference, error in off) >= 0.93 * len(off)
    assert sum(difference <= 4 * error + 0.05 for difference, error in off) >= 0.99 * len(off)


def test_four_times_the_deals_halve_the_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.insight.fair.EXACT", 10)
    match = generate("guandan", 1, hands=1)
    few, many = (
        [each.fair for each in decisions(match, Settings(left=8, deals=deals)) if each.fair] for deals in (100, 400)
    )
    errors = [(one.error, other.error) for one, other in zip(few, many, strict=True) if not one.exact and other.error]
    assert len(errors) >= 3
    assert 0.4 < sum(many for _, many in errors) / sum(few for few, _ in errors) < 0.6


def sample(*values: Sequence[int]) -> Sample:
    """A sample of drawn deals with the values of three actions."""
    return Sample(["a", "b", "c"], [(1, each) for each in values], 0, False)


def test_errors_are_those_of_differences() -> None:
    """By hand: c − b is 1, 1, −1, 3, whose mean is 1 and whose squares from it sum to 8."""
    drawn = sample((0, 1, 2), (0, 0, 1), (0, 2, 1), (0, 1, 4))
    fair = judged(drawn, "b", 0, 1, 8)
    assert (fair.value.best, fair.value.value, fair.value.loss) == (2, 1, 1)
    assert fair.value.error == round(sqrt(8 / 3 / 4), 3) == 0.816
    assert fair.actions == ((0, 0.707), (1, 0.816), (2, 0))
    assert fair.value.best_actions == ("c",)
    played = judged(drawn, "c", 0, 1, 8)
    assert (played.value.loss, played.value.error, played.words) == (0, 0.816, "best")


def test_of_equally_good_actions_the_first_is_compared_with() -> None:
    drawn = sample((1, 1, 0), (0, 2, 0), (2, 0, 0))
    assert [judged(drawn, done, 0, 1, 8).value.error for done in "ab"] == [1.155, 1.155]
    assert judged(drawn, "c", 1, 1, 8).value.error == rounded_root(Fraction(1, 3)) == 0.577
    assert judged(drawn, "a", 0, 1, 8).actions == ((1, 0), (1, 1.155), (0, 0.577))
    assert judged(drawn, "a", 0, 1, 8).value.best_actions == ("a", "b")


def test_numbers_are_rounded_half_to_even_from_their_fractions() -> None:
    found = [rounded(Fraction(each, 10_000)) for each in (5, 15, 25, -25, 10_005, 20_000, 24_000)]
    assert found == [0, 0.002, 0.002, -0.002, 1, 2, 2.4]
    assert isinstance(found[5], int)
    assert rounded_root(Fraction(5, 10_000) ** 2) == 0
    assert rounded_root(Fraction(15, 10_000) ** 2) == 0.002
    assert rounded_root(Fraction(2)) == 1.414


@for_every(
    ("loss", "fair", "error", "unit", "expected"),
    [
        (0, 0.75, 0.1, 1, "lucky"),
        (1, 0.75, 0.1, 1, "fault"),
        (1, 0.75, 0.125, 1, "inaccuracy"),
        (0, 0.2, 0.01, 1, "best"),
        (0, 0.25, 0.125, 1, "unclear"),
        (2, 0.1, 0.07, 1, "unlucky"),
        (2, 0.1, 0.075, 1, "unclear"),
        (1, 0, 0, 1, "unlucky"),
        (1, 0.75, 0.1, 2, "inaccuracy"),
        (0, 0.45, 0.1, 2, "best"),
    ],
)
def test_words_follow_from_losses_and_errors(loss: int, fair: float, error: float, unit: int, expected: str) -> None:
    exactly = Fraction(str(error))
    assert words(loss, Fraction(str(fair)), exactly * exactly, unit) == expected
