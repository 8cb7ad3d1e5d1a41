"""What holds of every match of Bao Huang, on matches that are made up."""

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from engine.record.match import Match
from engine.verdict.report import Verdict
from tests.playouts import Style, generate
from tests.playouts.bao_huang.forms import deck
from tests.playouts.bao_huang.rules import PRESETS, VALUES, resolved
from tests.playouts.judging import every_frame, faults, judged, replayed
from tests.playouts.policies import POLICIES
from tests.playouts.strategies import few, matches, seeds
from tests.playouts.unknowns import UNKNOWNS

GAME = "bao_huang"


def size_of_deck(match: Match) -> int:
    claim = match.rules
    preset, options = (None, {}) if not claim else (claim.preset or None, claim.options or {})
    return int(resolved(preset, options)["deck"])


def played(action: str) -> list[str]:
    """The cards of an action that is a play, as they are written."""
    words = action.partition("#")[0].split()
    return [word for word in words[2:] if word[0] != "@"] if words[1:2] == ["play"] else []


# Legal matches


def test_whole_matches_under_every_preset_are_clean() -> None:
    ended = 0
    for seed, preset in enumerate(sorted(PRESETS) * 3):
        options = {"target": 6} if seed % 2 else {"hands": 4}
        style = Style.drawn(Random(seed))
        report = judged(generate(GAME, seed, preset=preset, options=options, policy="greedy", style=style))
        assert faults(report) == []
        assert report.verdict is Verdict.CLEAN
        assert report.replay is not None
        ended += report.replay.winner is not None
    assert ended > 6


def test_made_up_matches_have_everything_that_the_rules_allow() -> None:
    """Void deals, forced acceptance, shows of four, every declaration, tribute of one, two and four cards."""
    seen: Counter[str] = Counter()
    presets = sorted(name for name, rules in PRESETS.items() if rules["tribute"])
    for seed in range(150):
        options = {"protector": VALUES["protector"][seed % 2]}
        match = generate(GAME, seed, preset=presets[seed % 4], options=options, hands=2, policy="greedy")
        for hand in match.hands:
            words = [action.split() for action in hand.actions]
            seen.update(f"{each[1]} {len(each) - 2}" for each in words if each[1] in ("tribute", "take", "show"))
            seen.update(each[2] for each in words if each[1] == "declare")
            seen.update(each[1] for each in words if each[1] in ("accept", "redeal"))
            declined = sum(each[1] == "decline" for each in words)
            seen.update(["forced"] if declined == 5 and words[-1][1] != "redeal" else [])
    wanted = {"tribute 1", "tribute 2", "tribute 4", "take 1", "take 2", "take 4", "show 3", "show 4", "accept"}
    assert wanted | {"uprising", "protector", "solo", "redeal", "forced"} <= set(seen)


# Frames


@few(25)
@given(match=matches(most_hands=2, game=GAME, bare=0, spelling=False))
def test_no_card_is_lost(match: Match) -> None:
    """What lies on the table during tribute counts."""
    whole = Counter(deck(size_of_deck(match)))
    for number, hand in enumerate(match.hands):
        gone: Counter[str] = Counter()
        for frame, action in zip(every_frame(match, number), ["", *hand.actions], strict=True):
            gone.update(played(action))
            held = Counter(card for seat in frame.seats for card in seat.cards)
            assert held + gone + Counter(frame.laid) == whole
            assert all(seat.hidden == 0 and seat.count == len(seat.cards) for seat in frame.seats)
            assert all(not Counter(seat.public) - Counter(seat.cards) for seat in frame.seats)


@few(25)
@given(match=matches(most_hands=2, game=GAME), kind=st.sampled_from(sorted({*UNKNOWNS} - {"first"})), seed=seeds)
def test_counts_are_right_with_unknown_cards(match: Match, kind: str, seed: int) -> None:
    hidden = UNKNOWNS[kind](match, Random(seed))
    cards = size_of_deck(match)
    for number, hand in enumerate(hidden.hands):
        gone = 0
        for frame, action in zip(every_frame(hidden, number), ["", *hand.actions], strict=True):
            gone += len(played(action))
            for seat in frame.seats:
                assert seat.count == len(seat.cards) + seat.hidden
            if hidden.hands[number].setup and hidden.hands[number].setup.first:
                assert sum(seat.count for seat in frame.seats) + len(frame.laid) + gone == cards


# Unknown cards


@few(60)
@given(match=matches(most_hands=2, game=GAME), kind=st.sampled_from(sorted(UNKNOWNS)), seed=seeds)
def test_what_is_said_without_all_the_cards_agrees_with_what_is_said_with_them(
    match: Match, kind: str, seed: int
) -> None:
    """Less may be known; what is known is the same."""
    known, unknown = replayed(match), replayed(UNKNOWNS[kind](match, Random(seed)))
    for full, partly in zip(known.hands, unknown.hands, strict=True):
        assert isinstance(full.finish, list)
        assert isinstance(partly.finish, list)
        assert full.finish[: len(partly.finish)] == partly.finish
        assert isinstance(full.roles, dict)
        assert isinstance(partly.roles, dict)
        assert partly.roles.items() <= full.roles.items()
        for seat, score in (partly.scores or {}).items():
            assert full.scores is not None
            assert score in (None, full.scores[seat])


def test_every_policy_comes_to_an_end() -> None:
    for policy in POLICIES:
        match = generate(GAME, 7, hands=2, policy=policy)
        assert judged(match).verdict is Verdict.CLEAN
