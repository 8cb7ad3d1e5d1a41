"""How many cards a seat holds: a number counts as exact only where no completion of the log has another."""

from collections.abc import Sequence
from random import Random

import msgspec
import pytest
from msgspec import UNSET

from engine.games import GAMES
from engine.record.match import Hand, Match, Setup
from engine.replay.frames import Frame
from tests.playouts import Style, drawn_rules, generate
from tests.playouts.judging import every_frame, faults, judged
from tests.playouts.unknowns import UNKNOWNS, without_deals

OF_DRAWN_SIZES = ("bao_huang", "big_a")
"""The games in which the size of a hand follows from the seat that took the first card."""
SEEDS = range(8)
BEGINNING = 60
"""The actions of a hand that more than one first seat allows."""


def made_up(game: str, seed: int, hands: int) -> Match:
    preset, options = drawn_rules(game, seed)
    return generate(game, seed, preset=preset, options=options, hands=hands, style=Style.drawn(Random(seed)))


def check_counts(partial: Sequence[Frame], whole: Sequence[Frame]) -> int:
    """Compares what the frames of a log say of hands with the frames of a completion.  Returns how many are unsure."""
    unsure = 0
    for frame, complete in zip(partial, whole, strict=True):
        for seat, true in zip(frame.seats, complete.seats, strict=True):
            assert not true.at_most
            assert seat.hidden or not seat.at_most
            assert seat.count - seat.at_most <= true.count <= seat.count, (frame.step, seat)
            unsure += seat.at_most
    return unsure


@pytest.mark.parametrize("game", GAMES)
def test_no_number_of_cards_is_wrong_for_the_whole_log(game: str) -> None:
    unsure = 0
    for seed in SEEDS:
        match = made_up(game, seed, hands=2)
        whole = [every_frame(match, number) for number in range(len(match.hands))]
        for unknown in UNKNOWNS.values():
            partial = unknown(match, Random(seed))
            unsure += sum(check_counts(every_frame(partial, number), frames) for number, frames in enumerate(whole))
    assert unsure or game not in OF_DRAWN_SIZES


TWICE = {
    "format": "fupan/1",
    "game": "guandan",
    "rules": {"preset": "tournament"},
    "players": [{"seat": seat} for seat in "ENWS"],
}
"""N and S owe a tribute each, and E and W return a card each."""


@pytest.mark.parametrize("first", ["8s", "??"])
@pytest.mark.parametrize("shown", [True, False])
def test_a_returned_card_is_in_no_hand_until_its_receiver_is_known(first: str, shown: bool) -> None:
    def frames_of(actions: list[str]) -> list[Frame]:
        setup = {"level": "5", "previous": ["E", "W", "N", "S"]}
        hand = {"setup": setup, "actions": actions} | ({"deal": {"E": DEALT}} if shown else {})
        return every_frame(msgspec.convert(TWICE | {"hands": [hand]}, Match), 0)

    given = ["N tribute ??", "S tribute ??"]
    partial = frames_of([*given, f"E return {first}", "W return 7s"])
    assert [(seat.count, seat.at_most) for seat in partial[3].seats] == [
        (27, False),
        (27, True),
        (28, False),
        (27, True),
    ]
    assert [seat.count for seat in partial[4].seats] == [27] * 4
    for payers in ("NS", "SN"):
        taken = [f"{payer} tribute ?? > {to}" for payer, to in zip(payers, "EW", strict=True)]
        returned = [f"E return {first} > {payers[0]}", f"W return 7s > {payers[1]}"]
        check_counts(partial[2:], frames_of([*taken, *returned])[2:])


DEALT = "2s 2h 2d 3s 3h 3d 4s 4h 4d 6s 6h 6d 8s 8h 8d 9s 9h 9d Ts Th Td Js Jh Jd Qs Qh Qd"


def with_first(match: Match, first: str | None) -> Match:
    """The match in which a seat took the first card of each hand; None: the log does not say."""

    def changed(hand: Hand) -> Hand:
        setup = hand.setup if isinstance(hand.setup, Setup) else Setup()
        first_card = UNSET if first is None else first
        return msgspec.structs.replace(hand, setup=msgspec.structs.replace(setup, first=first_card))

    return msgspec.structs.replace(match, hands=[changed(hand) for hand in match.hands])


@pytest.mark.parametrize("game", OF_DRAWN_SIZES)
def test_no_number_of_cards_is_wrong_whichever_seat_took_the_first_card(game: str) -> None:
    """Of the five completions of each beginning, those that are without a fault."""
    completed = 0
    for seed in SEEDS:
        match = without_deals(made_up(game, seed, hands=1), Random(0))
        begun = msgspec.structs.replace(match.hands[0], actions=match.hands[0].actions[:BEGINNING], result=UNSET)
        match = msgspec.structs.replace(match, hands=[begun], result=UNSET)
        partial = every_frame(with_first(match, None), 0)
        least = len(faults(judged(with_first(match, None))))
        for seat in match.seats:
            completion = with_first(match, seat)
            if len(faults(judged(completion))) == least:
                check_counts(partial, every_frame(completion, 0))
                completed += 1
    assert completed >= 2 * len(SEEDS)
