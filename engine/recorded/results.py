"""Recorded results against computed ones: what any game compares in the same way."""

from collections.abc import Container, Mapping, Sequence

from engine.record.match import Number
from engine.recorded.ends import Finish
from engine.recorded.points import bad_points, whole_points
from engine.rulebook.codes import FINISH_MISMATCH, MALFORMED, SCORE_MISMATCH, TOTAL_MISMATCH, WINNER_MISMATCH
from engine.rulebook.findings import Code, Finding, finding, shown


def read_finish(recorded: Sequence[str | Sequence[str]], numbers: Mapping[str, int]) -> list[list[int]] | str:
    """A recorded order of finish by seat numbers; the first name that no seat has or that stands twice, if any."""
    places: list[list[int]] = []
    seen: set[str] = set()
    for item in recorded:
        names = [item] if isinstance(item, str) else list(item)
        for name in names:
            if name not in numbers or name in seen:
                return name
            seen.add(name)
        places.append([numbers[name] for name in names])
    return places


def finish_agrees(recorded: Finish, computed: Finish) -> bool:
    """Whether a recorded order of finish is the computed one as far as it goes.

    It may stop early but not go further, and seats that share places may stand flat, in any order; seats that
    stand together must share their places.
    """
    where = [place for place, seats in enumerate(computed) for _ in seats]
    place_of = {seat: place for place, seats in enumerate(computed) for seat in seats}
    position = 0
    seen: set[int] = set()
    for seats in recorded:
        if len(seats) > 1 and len({place_of.get(seat) for seat in seats}) > 1:
            return False
        for seat in seats:
            if seat in seen:
                return False
            seen.add(seat)
            here = where[position] if position < len(where) else None
            if here is None or place_of.get(seat) != here:
                return False
            position += 1
    return True


def finish_text(finish: Finish, seats: Sequence[str]) -> str:
    """An order of finish in words: ``E, W, then N and S together``."""
    return ", ".join("+".join(seats[seat] for seat in place) for place in finish) or "nobody out"


def compare_finish(
    recorded: Sequence[str | Sequence[str]], computed: Finish, seats: Sequence[str], *, hand: int, rule: str
) -> list[Finding]:
    """What is wrong with a recorded order of finish, which may name no more seats than the computed one."""
    named = [[place] if isinstance(place, str) else place for place in recorded]
    if named == [[seats[seat] for seat in place] for place in computed[: len(named)]]:
        return []
    places = read_finish(recorded, {seat: number for number, seat in enumerate(seats)})
    if isinstance(places, str):
        return [bad_finish(places, seats, hand=hand)]
    if finish_agrees(places, computed) and sum(map(len, places)) <= sum(map(len, computed)):
        return []
    return [finish_mismatch(places, computed, seats, hand=hand, rule=rule)]


def finish_mismatch(recorded: Finish, computed: Finish, seats: Sequence[str], *, hand: int, rule: str) -> Finding:
    """The finding that a recorded order of finish differs from what was played."""
    return finding(
        FINISH_MISMATCH,
        rule,
        hand=hand,
        recorded=shown(finish_text(recorded, seats)),
        field="finish",
        computed=finish_text(computed, seats),
    )


def bad_finish(name: str, seats: Sequence[str], *, hand: int) -> Finding:
    """The finding that a recorded order of finish cannot be read, for the name that ``read_finish`` gives."""
    return bad_result("finish", bad_place(name, seats), f"{', '.join(seats)}, each at most once", hand=hand)


def bad_place(name: str, seats: Container[str]) -> str:
    """What is wrong with a name in an order of finish, for the name that ``read_finish`` gives."""
    return f"{name} has two places" if name in seats else f"no seat {shown(name)} at this table"


def compare_points(
    field: str,
    recorded: Mapping[str, Number],
    computed: Mapping[str, int | None],
    *,
    hand: int | None,
    rule: str,
) -> list[Finding]:
    """What is wrong with recorded scores or totals; a computed None is unknown, and nothing is said of it."""
    if recorded == computed:
        return []
    code: Code = TOTAL_MISMATCH if field == "totals" else SCORE_MISMATCH
    strangers = [name for name in recorded if name not in computed]
    findings = [
        bad_result(field, f"no seat {shown(name)} at this table", ", ".join(computed), hand=hand)
        for name in strangers[:1]
    ]
    findings += bad_points(field, recorded, hand=hand)
    wrong = {
        seat: value
        for seat, value in whole_points(recorded).items()
        if computed.get(seat) is not None and value != computed[seat]
    }
    if wrong:
        findings.append(
            finding(
                code,
                rule,
                hand=hand,
                field=field,
                recorded=shown(", ".join(f"{seat} {value}" for seat, value in wrong.items())),
                computed=", ".join(f"{seat} {computed[seat]}" for seat in wrong),
            )
        )
    return findings


def compare_winner(
    recorded: Sequence[str], winner: Sequence[str] | None, seats: Sequence[str], rule: str, *, known: bool
) -> list[Finding]:
    """What is wrong with a recorded winner; ``winner`` None is that the rules name none yet.

    ``known``: whether the winner hangs on nothing unknown, so that it can be compared.
    """
    strangers = [name for name in recorded if name not in seats]
    if strangers:
        return [bad_result("winner", f"no seat {shown(strangers[0])} at this table", ", ".join(seats), hand=None)]
    if not known or set(recorded) == set(winner or ()):
        return []
    return [
        finding(
            WINNER_MISMATCH,
            rule,
            field="winner",
            recorded=", ".join(recorded) or "nobody",
            computed=", ".join(winner) if winner else "nobody yet",
        )
    ]


def bad_result(field: str, reason: str, wanted: str, *, hand: int | None) -> Finding:
    """The finding that a recorded result cannot be read."""
    return finding(MALFORMED, "log.result", hand=hand, variant="result", field=field, reason=reason, wanted=wanted)
