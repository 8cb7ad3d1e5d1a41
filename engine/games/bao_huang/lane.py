"""The compiled lane of Bao Huang: what it takes and gives, and how a match that it found clean is settled."""

from collections.abc import Mapping, Sequence
from ctypes import Array, Structure, c_int32, c_int64
from enum import IntEnum
from functools import lru_cache
from itertools import product
from typing import Final

from msgspec import UNSET

from engine.climbing.lane import (
    KIND_FORMS,
    NOBODY,
    ROLE_SCORES,
    CleanHands,
    ClimbingLane,
    Note,
    SeatCounts,
    Settled,
    bits_of,
    order_of,
    scores_of_roles,
)
from engine.fast.library import as_int32
from engine.fast.shared import numbered
from engine.games.bao_huang.combinations import MOST_EQUAL, MOST_JOKERS, form_of
from engine.games.bao_huang.emperor import MARKED, report_read_as
from engine.games.bao_huang.match_replay import BaoHuangJudge
from engine.games.bao_huang.reader import DECLARATIONS, SMALL_DECK
from engine.games.bao_huang.rules import RULES, BaoHuangRules
from engine.games.bao_huang.scoring import EMPERORS, FARMERS, Roles, by_declarations, settle, winning_side
from engine.record.match import Match, MatchResult, Player
from engine.replay.game import Judge
from engine.replay.hand_findings import HandFindings
from engine.replay.statistics import HandCounts
from engine.replay.strength import HandStrength
from engine.rulebook.options import RuleSet

_SEATS: Final = 5
_SAID: Final = 2 ** len(DECLARATIONS)
"""The sets of declarations, as numbers with a bit for each."""
_WON: Final[Mapping[str | None, int]] = {EMPERORS: 1, FARMERS: -1, None: 0}
_WITH_JOKERS: Final = MOST_EQUAL + 1
_OF_JOKERS: Final = _WITH_JOKERS + MOST_EQUAL + 2 * MOST_JOKERS + 1
"""The numbers of sizes before those of equal cards with jokers, and of jokers alone."""


class BaoHuangNoteKind(IntEnum):
    """What a note says: a red or a black joker is read as the marked one.  It counts the cards before it."""

    READ_AS_EMPEROR = 0
    READ_AS_PROTECTOR = 1


class BaoHuangHandFacts(Structure):
    """A hand that was played to its end, or a void deal."""

    _fields_ = [
        ("finish", c_int32 * _SEATS),  # the seats in the order in which they went out, then those left
        ("sharing", c_int32),  # how many of the last share their places
        ("emperor", c_int32),  # NOBODY: the deal is void
        ("protector", c_int32),  # the emperor itself if it is alone
        ("declared", c_int32 * len(DECLARATIONS)),  # each declaration once, in order; NOBODY: no more
    ]


class BaoHuangMatchFacts(Structure):
    """What a match began with, and whether the table stopped by the clock."""

    _fields_ = [("begun", c_int64 * _SEATS), ("timed", c_int32)]


_Clean = CleanHands[BaoHuangHandFacts, BaoHuangMatchFacts]


def _report(clean: _Clean, judge: Judge, findings: HandFindings, note: Note, action: str) -> None:
    """Reports that a plain joker is read as the marked one."""
    del clean, judge
    report_read_as(findings, note.seat, action, note.count, *MARKED[note.kind])


def _is_void(hand: BaoHuangHandFacts) -> bool:
    """Whether the deal of a hand was void."""
    return bool(hand.emperor == NOBODY)


def _counts_of(hand: BaoHuangHandFacts, seats: Sequence[SeatCounts]) -> HandCounts:
    """What the lane counted in a hand."""
    from engine.games.bao_huang.statistics import played_kind

    del hand
    kinds = {
        played_kind(seat, _form_of_kind(number))
        for seat, own in enumerate(seats)
        for number in bits_of(int.from_bytes(own.forms, "little"))
    }
    return HandCounts(tuple(own.figures for own in seats), tuple(sorted(kinds)))


def _strength_of(clean: _Clean, hand: BaoHuangHandFacts, seats: Sequence[SeatCounts]) -> HandStrength | None:
    """The strength of the dealt cards of a hand; None with another deck than the one that is measured."""
    from engine.games.bao_huang.statistics import of_features

    if clean.rules.options["deck"] != SMALL_DECK:
        return None
    return of_features([seat.features for seat in seats], _finish_of(hand), hand.emperor, hand.protector)


def _settle(clean: _Clean, judge: Judge) -> Settled:
    """The outcome of each hand, the totals and the winner, settled as a match that is replayed."""
    assert isinstance(judge, BaoHuangJudge)
    match = judge.match_replay(Match(game="bao_huang", players=[Player(seat) for seat in clean.seats], hands=[]))
    whole = clean.whole
    match.totals.begin(whole.begun)
    outcomes = [
        match.close_void()
        if _is_void(hand)
        else match.close_played(_finish_of(hand), Roles(hand.emperor, hand.protector), _declared_in(hand))
        for hand in clean.hands
    ]
    totals, winner, _ = match.conclude(MatchResult(ended="time" if whole.timed else UNSET))
    return outcomes, totals, winner


def _finish_of(hand: BaoHuangHandFacts) -> list[list[int]]:
    return order_of(hand.finish[:], hand.sharing)


def _declared_in(hand: BaoHuangHandFacts) -> list[str]:
    return [DECLARATIONS[what] for what in hand.declared if what != NOBODY]


def _form_of_kind(number: int) -> int:
    """A form of the kind of play, the size and the rank that C gives a number."""
    size, rank = divmod(number, KIND_FORMS)
    if size < _WITH_JOKERS:
        return form_of(rank, size, 0, 0)
    if size < _OF_JOKERS:
        return form_of(rank, size - _WITH_JOKERS - 1, 1, 0)
    jokers = size - _OF_JOKERS
    return form_of(0, 0, 0, jokers) if rank else form_of(0, 0, jokers, 0)


def _figures() -> Sequence[str]:
    from engine.games.bao_huang.statistics import STATISTICS

    return STATISTICS.names


def _features() -> list[str]:
    from engine.games.bao_huang.statistics import STRENGTH

    return [name for name in STRENGTH.features if name not in ("emperor", "protector", "alone")]


@lru_cache(maxsize=64)
def _numbers(rules: RuleSet) -> "Array[c_int32] | None":
    """``struct rules`` for a rule set."""
    return as_int32([*RULES.numbers_of(rules), *_tables(BaoHuangRules.of(rules))])


def _tables(rules: BaoHuangRules) -> list[int]:
    """By the places of emperor and protector from 0, which are the same for one who is alone, who wins a hand; the
    factor of each set of declarations; and by these and the places, what emperor, protector and each farmer score.
    """
    finish, names = [[seat] for seat in range(_SEATS)], ("",) * _SEATS
    sides = [Roles(*places) for places in product(range(_SEATS), repeat=2)]
    effects = [
        by_declarations([what for number, what in enumerate(DECLARATIONS) if said >> number & 1], rules)
        for said in range(_SAID)
    ]
    values = [_WON[winning_side(finish, roles, rules)] for roles in sides]
    values += [effect.product for effect in effects]
    scored: dict[tuple[int, bool], list[int]] = {}
    for effect in effects:
        key = effect.product, effect.own_points_only
        if key not in scored:
            outcomes = [(settle(finish, roles, effect, rules, names)[0], roles) for roles in sides]
            scored[key] = [
                score for scores, roles in outcomes for score in scores_of_roles(scores, roles.emperor, roles.protector)
            ]
        values += scored[key]
    return values


lane: Final = ClimbingLane(
    function="fupan_bao_huang",
    hand=BaoHuangHandFacts,
    whole=BaoHuangMatchFacts,
    seats=_SEATS,
    numbers=_numbers,
    forms=(_OF_JOKERS + 2 * MOST_JOKERS + 1) * KIND_FORMS,
    figures=_figures,
    features=_features,
    tables=(
        ("winners", c_int32 * _SEATS * _SEATS),
        ("factors", c_int32 * _SAID),
        ("points", c_int32 * ROLE_SCORES * _SEATS * _SEATS * _SAID),
    ),
    names={
        **numbered(*DECLARATIONS),
        **{kind.name: kind.value for kind in BaoHuangNoteKind},
        "DECLARATIONS": len(DECLARATIONS),
        "MOST_EQUAL": MOST_EQUAL,
        "WITH_JOKERS": _WITH_JOKERS,
        "OF_JOKERS": _OF_JOKERS,
    },
    texts={"DECLARATION_NAMES": DECLARATIONS},
    settle=_settle,
    counts_of=_counts_of,
    strength_of=_strength_of,
    is_void=_is_void,
    report=_report,
)
"""The lane of the game."""
