"""How many cards a seat holds: a number counts as exact only where no completion of the log has another."""

from collections.abc import Sequence
from random import Random

import msgspec
from msgspec import UNSET

from engine.games import GAMES
from engine.record.match import Hand, Match, Setup
from engine.replay.frames import Frame
from engine.rulebook.findings import Severity
from tests.offenders import for_every
from tests.playouts import Style, drawn_rules, generate
from tests.playouts.judging import every_frame, faults, judged
from tests.playouts.unknowns import UNKNOWNS, without_deals
from tests.profiles import cases

OF_DRAWN_SIZES = ("bao_huang", "big_a")
"""The games in which the size of a hand follows from the seat that took the first card."""
SEEDS = range(8)
RETURNS = range(12)
BEGINNING = 60
"""The actions of a hand that more than one first seat allows."""


def made_up(game: str, seed: int, hands: int) -> Match:
    preset, options = drawn_rules(game, seed)
    return generate(game, seed, preset=preset, options=options, hands=hands, style=Style.drawn(Random(seed)))


def check_counts(partial: Sequence[Frame], whole: Sequence[Frame], spread: int = 1) -> int:
    """Compares what the frames of a log say of hands with the frames of a completion.  Returns how many are unsure.

    ``spread`` is the most by which a number that is said to be the highest possible may be too high.
    """
    unsure = 0
    for frame, complete in zip(partial, whole, strict=True):
        for seat, true in zip(frame.seats, complete.seats, strict=True):
            assert not true.at_most
            assert true.count <= seat.count, (frame.step, seat)
            assert true.count == seat.count or (seat.at_most and true.count >= seat.count - spread), (frame.step, seat)
            unsure += seat.at_most
    return unsure


@for_every("game", GAMES)
def test_no_number_of_cards_is_wrong_for_the_whole_log(game: str) -> None:
    unsure = 0
    for seed in cases(SEEDS, SEEDS[:4]):
        match = made_up(game, seed, hands=2)
        whole = [every_frame(match, number) for number in range(len(match.hands))]
        for unknown in UNKNOWNS.values():
            partial = unknown(match, Random(seed))
            unsure += sum(check_counts(every_frame(partial, number), frames) for number, frames in enumerate(whole))
    assert unsure or game not in OF_DRAWN_SIZES


def cut_off(hand: Hand, rng: Random) -> Hand:
    """A hand whose end nobody wrote down."""
    return msgspec.structs.replace(hand, actions=hand.actions[: rng.randrange(len(hand.actions)) or 1], result=UNSET)


def without_receivers(match: Match, rng: Random) -> Match:
    """No tribute or return names its receiver."""
    del rng

    def changed(hand: Hand) -> Hand:
        return msgspec.structs.replace(hand, actions=[text.partition(" > ")[0] for text in hand.actions])

    return msgspec.structs.replace(match, hands=[changed(hand) for hand in match.hands])


@for_every("game", GAMES)
def test_no_number_of_cards_is_wrong_after_a_hand_that_is_cut_off(game: str) -> None:
    unsure = 0
    for seed in SEEDS:
        match = made_up(game, seed, hands=2)
        if len(match.hands) == 1:
            continue
        whole, errors = every_frame(match, 1), errors_of(match, 1)
        for unknown in Random(seed).sample((*UNKNOWNS.values(), without_receivers), 3):
            partial = unknown(match, Random(seed))
            begun = [cut_off(partial.hands[0], Random(seed)), partial.hands[1]]
            partial = msgspec.structs.replace(partial, hands=begun, result=UNSET)
            unsure += check_counts(every_frame(partial, 1), whole)
            assert errors_of(partial, 1) <= errors
    assert unsure or game == "chinese_poker"


def errors_of(match: Match, hand: int) -> set[str]:
    """The errors of a hand, in words."""
    return {
        f"{each.action}: {each.message}"
        for each in judged(match).findings
        if each.hand == hand and each.severity is Severity.ERROR
    }


@for_every("named", [True, False])
@for_every("cut", [True, False])
def test_a_number_of_cards_is_unsure_after_a_return_that_the_log_does_not_have(named: bool, cut: bool) -> None:
    found = 0
    for seed in RETURNS:
        match = made_up("guandan", seed, hands=2)
        match = match if named else without_receivers(match, Random(seed))
        if len(match.hands) == 1:
            continue
        whole, actions = every_frame(match, 1), match.hands[1].actions
        first = cut_off(match.hands[0], Random(seed)) if cut else match.hands[0]
        returns = [place for place, text in enumerate(actions) if text.split()[1] == "return"]
        for place in returns:
            left_out = [text for number, text in enumerate(actions) if number != place]
            hand = msgspec.structs.replace(match.hands[1], actions=left_out)
            partial = every_frame(msgspec.structs.replace(match, hands=[first, hand]), 1)[returns[-1] + 1 :]
            found += check_counts(*in_play(partial, whole[returns[-1] + 2 :]))
    assert found


def in_play(partial: Sequence[Frame], whole: Sequence[Frame]) -> tuple[list[Frame], list[Frame]]:
    """Frames of two logs without the seats that are out in the first, as the replay has it."""

    def kept(frame: Frame, there: Frame) -> Frame:
        held = [seat for seat, other in zip(frame.seats, there.seats, strict=True) if other.place is None]
        return msgspec.structs.replace(frame, seats=tuple(held))

    both = list(zip(partial, whole, strict=True))
    return [kept(frame, frame) for frame, _ in both], [kept(frame, there) for there, frame in both]


IN_FANTASYLAND = Style(midway=True)


@for_every("dealing", ["open_face", "pineapple"])
@for_every("fantasyland", ["standard", "progressive"])
def test_no_number_of_cards_is_wrong_where_fantasyland_is_unknown(dealing: str, fantasyland: str) -> None:
    unsure = 0
    options = {"dealing": dealing, "fantasyland": fantasyland}
    for seed in SEEDS:
        match = generate("chinese_poker", seed, preset="open-face", options=options, hands=1, style=IN_FANTASYLAND)
        (hand,) = match.hands
        setup = hand.setup if isinstance(hand.setup, Setup) else Setup()
        ready = setup.fantasyland or {}
        begun = msgspec.structs.replace(hand, deal=UNSET, actions=[f"{match.seats[0]} place 2h:back"], result=UNSET)
        played = [msgspec.structs.replace(hand, setup=msgspec.structs.replace(setup, fantasyland=ready))]
        whole = every_frame(msgspec.structs.replace(match, hands=[begun, *played]), 1)
        asked = msgspec.structs.replace(hand, setup=msgspec.structs.replace(setup, fantasyland=UNSET))
        unnamed = msgspec.structs.replace(match, hands=[begun, asked], result=UNSET)
        for unknown in (*UNKNOWNS.values(), lambda match, _: match):
            partial = every_frame(unknown(unnamed, Random(seed)), 1)
            unsure += check_counts(partial, whole, spread=17)
            for frame, complete in zip(partial, whole, strict=True):
                for seat, true in zip(frame.seats, complete.seats, strict=True):
                    assert seat.standing in (true.standing, "", "in fantasyland"), (frame.step, seat)
    assert unsure


@for_every(
    ("given", "held"),
    [
        (["S tribute Ah"], {"E": 28, "N": 28, "W": 28, "S": 27}),
        (["S tribute Ah > E"], {"E": 28, "S": 27}),
        (["S tribute Ah", "N tribute Kh", "E return 3s"], {"N": 27, "W": 28, "S": 27}),
        (["S tribute Ah", "N tribute Kh > E", "E return 3s"], {"W": 28, "S": 27}),
        (["S tribute Ah", "E return 3s"], {}),
    ],
)
def test_each_seat_that_perhaps_got_a_card_holds_one_more_at_most(given: list[str], held: dict[str, int]) -> None:
    hand = {"setup": {"level": "5"}, "actions": [*given, "W pass"]}
    match = msgspec.convert(TWICE | {"hands": [{"actions": ["E play 2s"]}, hand]}, Match)
    seats = every_frame(match, 1)[-1].seats
    assert {seat.seat: seat.count for seat in seats if seat.at_most} == held
    assert {seat.count for seat in seats if not seat.at_most} <= {27}


def test_findings_say_how_many_cards_a_seat_holds_at_most_while_a_card_is_on_its_way() -> None:
    hand = {"setup": {"level": "5"}, "actions": ["S tribute Ah"]}
    report = judged(msgspec.convert(TWICE | {"hands": [{"actions": ["E play 2s"]}, hand]}, Match))
    said = [each.message for each in report.findings if each.code.id == "incomplete-hand" and each.hand == 1]
    assert [text.partition(": ")[2] for text in said] == [
        "E holds at most 28, N holds at most 28, W holds at most 28, S holds at most 27"
    ]


def test_findings_say_how_many_cards_a_seat_holds_at_most_after_a_missing_return() -> None:
    hand = {
        "setup": {"level": "5", "previous": ["E", "N", "W", "S"]},
        "actions": ["S tribute Ah", "S play 3s", "E play 4s"],
    }
    report = judged(msgspec.convert(TWICE | {"hands": [hand]}, Match))
    said = [each.message for each in report.findings if each.code.id == "incomplete-hand"]
    assert [text.partition(": ")[2] for text in said] == [
        "E holds at most 27, N holds 27, W holds 27, S holds at most 26"
    ]


TWICE = {
    "format": "fupan/1",
    "game": "guandan",
    "rules": {"preset": "tournament"},
    "players": [{"seat": seat} for seat in "ENWS"],
}
"""N and S owe a tribute each, and E and W return a card each."""


@for_every("first", ["8s", "??"])
@for_every("shown", [True, False])
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


@for_every("game", OF_DRAWN_SIZES)
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
