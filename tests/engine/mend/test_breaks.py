"""Clean hands broken in one place: one edit makes each right, and nearly always the log before is shown."""

from collections.abc import Sequence
from typing import Final

from engine.mend import MendedMatch, mend
from engine.record.match import Match
from tests.engine.mend.breaking import BREAKS, CHECKER, broken, errors_in, put, record_of, said
from tests.offenders import for_every
from tests.profiles import cases

WITHOUT_PLACE: Final = {
    "guandan": {"rows"},
    "bao_huang": {"rows"},
    "big_a": {"rows"},
    "chinese_poker": {"insert"},
}
"""By game, the breaks for which it has no place: rows, and passes."""
FEW: Final = ("card", "insert", "seat", "recorded", "deal")
BY_GAME: Final = cases(
    [(game, tuple(BREAKS)) for game in WITHOUT_PLACE],
    [("guandan", FEW), ("bao_huang", FEW), ("big_a", FEW), ("chinese_poker", tuple(BREAKS))],
)
MATCHES: Final = cases(range(4), range(1))


def _places(game: str, ops: Sequence[str]) -> list[int | None]:
    """Of each broken hand of a game, the place of the log before among the mends; every mend is tried again."""
    places: list[int | None] = []
    for op in [each for each in ops if each not in WITHOUT_PLACE[game]]:
        for seed in MATCHES:
            pair = broken(game, op, seed)
            assert pair is not None, f"{op} {seed} breaks nothing"
            before, wrong = pair
            answer = mend(CHECKER, record_of(wrong))
            places.append(_place(answer, wrong, before, f"{op} {seed}"))
    return places


def _place(answer: MendedMatch, wrong: Match, before: Match, name: str) -> int | None:
    assert answer.hands is not None
    hand, *others = answer.hands
    assert hand.hand == 0, name
    assert hand.errors == len([each for each in errors_in(wrong) if each.hand == 0]), name
    assert [(each.hand, each.follows) for each in others] in ([], [(None, 0)]), name
    assert hand.mends, f"{name} has no mend"
    assert {len(each.edits) for each in hand.mends} == {1}, f"{name} has a mend with more edits than were made"
    assert answer.verdict == "clean", name
    assert answer.status == 0, name
    made = [put(wrong, each.edits) for each in hand.mends]
    for match, proposal in zip(made, hand.mends, strict=True):
        assert not errors_in(match), f"{name} is not right with {proposal.edits}"
    wanted = said(before.hands[0])
    return next((place for place, match in enumerate(made) if said(match.hands[0]) == wanted), None)


@for_every("game, ops", BY_GAME)
def test_a_hand_broken_in_one_place_is_mended_with_one_edit(game: str, ops: Sequence[str]) -> None:
    places = _places(game, ops)
    first, shown = places.count(0), len(places) - places.count(None)
    assert 10 * first >= 6 * len(places), f"the log before is first in {first} of {len(places)}"
    assert 10 * shown >= 9 * len(places), f"the log before is shown in {shown} of {len(places)}"


def test_the_breaks_left_out_have_no_place() -> None:
    for game, ops in WITHOUT_PLACE.items():
        for op in ops:
            assert broken(game, op, 0) is None, f"{game} {op}"
