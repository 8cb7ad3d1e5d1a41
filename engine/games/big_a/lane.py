"""The compiled lane of Big A: what it takes and gives, and how a match that it found clean is settled."""

from collections.abc import Mapping, Sequence
from ctypes import Array, Structure, c_int32, c_int64
from functools import cache, lru_cache
from itertools import product
from typing import Final

from msgspec import UNSET

from engine.climbing.lane import (
    KIND_FORMS,
    NOBODY,
    ROLE_SCORES,
    CleanHands,
    ClimbingLane,
    SeatCounts,
    Settled,
    bits_of,
    bombs_of,
    order_of,
    scores_of_roles,
)
from engine.fast.library import as_int32
from engine.games.big_a.combinations import (
    BIG_ACE_PAIR,
    BIG_STRENGTH,
    BLACK_STRENGTH,
    BOMBS,
    DOUBLE_SEQUENCE,
    KIND_NAMES,
    LONGEST,
    RED_STRENGTH,
    SEQUENCE,
    SHORTEST,
    SINGLE,
    every_form,
    kind_of,
    size_of,
    strength_of,
)
from engine.games.big_a.match_replay import BigAJudge
from engine.games.big_a.roles import SEATS
from engine.games.big_a.rules import RULES, BigARules
from engine.games.big_a.scoring import settle
from engine.record.match import Match, MatchResult, Player
from engine.replay.game import Judge
from engine.replay.statistics import HandCounts
from engine.replay.strength import HandStrength
from engine.rulebook.options import RuleSet

_NAMES: Final = ("",) * SEATS
"""Empty names: points do not need the names of seats."""
_SINGLES: Final = (1 << KIND_FORMS) - 1 << SINGLE * KIND_FORMS
"""The bits of single cards among those of the forms."""
_RUNS: Final[Mapping[int, int]] = {SEQUENCE: 1, DOUBLE_SEQUENCE: 2}
_KINDS: Final = BIG_ACE_PAIR + 1
_RUN_FORMS: Final = KIND_FORMS * (LONGEST - SHORTEST + 1)
"""The forms of runs of all lengths."""


class BigAHandFacts(Structure):
    """A hand that was played to its end, or a void deal."""

    _fields_ = [
        ("finish", c_int32 * SEATS),  # the seats in the order in which they went out, then those left
        ("sharing", c_int32),  # how many of the last share their places
        ("declarer", c_int32),  # NOBODY: the deal is void
        ("partner", c_int32),  # the declarer itself if it is alone
        ("exposed", c_int32),  # whether both Big A were shown before the play
    ]


class BigAMatchFacts(Structure):
    """What a match began with, and whether the table stopped by the clock."""

    _fields_ = [("begun", c_int64 * SEATS), ("timed", c_int32)]


_Clean = CleanHands[BigAHandFacts, BigAMatchFacts]


def _is_void(hand: BigAHandFacts) -> bool:
    """Whether the deal of a hand was void."""
    return bool(hand.declarer == NOBODY)


def _counts_of(hand: BigAHandFacts, seats: Sequence[SeatCounts]) -> HandCounts:
    """What the lane counted in a hand."""
    from engine.games.big_a.statistics import BOMB_KINDS, played_kind

    del hand
    kinds = {
        played_kind(seat, _forms()[number])
        for seat, own in enumerate(seats)
        for number in bits_of(int.from_bytes(own.forms, "little") & ~_SINGLES)
    }
    return HandCounts(
        tuple(own.figures for own in seats),
        tuple(sorted(kinds)),
        tuple(sorted(bomb for seat, own in enumerate(seats) for bomb in bombs_of(seat, own.fates, BOMB_KINDS))),
    )


def _strength_of(clean: _Clean, hand: BigAHandFacts, seats: Sequence[SeatCounts]) -> HandStrength:
    """The strength of the dealt cards of a hand."""
    del clean
    from engine.games.big_a.statistics import of_features

    return of_features([seat.features for seat in seats], _finish_of(hand), hand.declarer, hand.partner)


def _settle(clean: _Clean, judge: Judge) -> Settled:
    """The outcome of each hand, the totals and the winner, settled as a match that is replayed."""
    assert isinstance(judge, BigAJudge)
    match = judge.match_replay(Match(game="big_a", players=[Player(seat) for seat in clean.seats], hands=[]))
    whole = clean.whole
    match.totals.begin(whole.begun)
    outcomes = [
        match.close_void()
        if _is_void(hand)
        else match.close_played(_finish_of(hand), hand.declarer, hand.partner, exposed=bool(hand.exposed))
        for hand in clean.hands
    ]
    totals, winner, _ = match.conclude(MatchResult(ended="time" if whole.timed else UNSET))
    return outcomes, totals, winner


@lru_cache(maxsize=64)
def _numbers(rules: RuleSet) -> "Array[c_int32] | None":
    """``struct rules`` for a rule set."""
    return as_int32([*RULES.numbers_of(rules), *_points(rules)])


def _points(rules: RuleSet) -> list[int]:
    """What the declarer, its partner and each opponent score, by whether both Big A were exposed, and by the places of
    the two from 0; a declarer who is alone has both places.
    """
    typed, finish = BigARules.of(rules), [[seat] for seat in range(SEATS)]
    scores: list[int] = []
    for exposed, *two in product((False, True), range(SEATS), range(SEATS)):
        points = settle(finish, *two, exposed=exposed, rules=typed, seats=_NAMES).points
        scores += scores_of_roles(points, *two)
    return scores


def _finish_of(hand: BigAHandFacts) -> list[list[int]]:
    return order_of(hand.finish[:], hand.sharing)


@cache
def _forms() -> Mapping[int, int]:
    """By the number that C gives it, every form."""
    return {_number_of(form): form for form in every_form()}


def _number_of(form: int) -> int:
    kind, width = kind_of(form), _RUNS.get(kind_of(form))
    if width is None:
        return kind * KIND_FORMS + strength_of(form)
    before = _KINDS * KIND_FORMS + (width - 1) * _RUN_FORMS
    return before + (size_of(form) // width - SHORTEST) * KIND_FORMS + strength_of(form)


def _figures() -> Sequence[str]:
    from engine.games.big_a.statistics import STATISTICS

    return STATISTICS.names


def _features() -> list[str]:
    from engine.games.big_a.statistics import STRENGTH

    return [name for name in STRENGTH.features if name not in ("declarer", "partner", "alone")]


lane: Final = ClimbingLane(
    function="fupan_big_a",
    hand=BigAHandFacts,
    whole=BigAMatchFacts,
    seats=SEATS,
    numbers=_numbers,
    forms=_KINDS * KIND_FORMS + 2 * _RUN_FORMS,
    figures=_figures,
    features=_features,
    tables=(("points", c_int32 * ROLE_SCORES * SEATS * SEATS * 2),),
    bombs=_KINDS - BOMBS,
    names={
        **{name.upper(): kind for kind, name in KIND_NAMES.items()},
        "KINDS": _KINDS,
        "BOMBS": BOMBS,
        "RUN_FORMS": _RUN_FORMS,
        "SHORTEST_RUN": SHORTEST,
        "BLACK_STRENGTH": BLACK_STRENGTH,
        "RED_STRENGTH": RED_STRENGTH,
        "BIG_STRENGTH": BIG_STRENGTH,
    },
    settle=_settle,
    counts_of=_counts_of,
    strength_of=_strength_of,
    is_void=_is_void,
)
"""The lane of the game."""
