"""Recorded results compared with computed ones, in the same way for every game."""

from collections.abc import Container, Mapping, Sequence
from typing import Final

from engine.record.match import Number
from engine.recorded.ends import Finish
from engine.recorded.points import bad_points, whole_points
from engine.rulebook.codes import FINISH_MISMATCH, MALFORMED, SCORE_MISMATCH, TOTAL_MISMATCH, WINNER_MISMATCH
from engine.rulebook.findings import Code, Finding, finding, shown
from engine.rulebook.sentences import marked, say

TOTALS: Final = marked("totals")


def read_finish(recorded: Sequence[str | Sequence[str]], numbers: Mapping[str, int]) -> list[list[int]] | str:
    """A recorded finish by seat numbers, or the first name in it that no seat has or that it has twice."""
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
    """Whether a recorded finish agrees with the computed one.

    It may be shorter but not longer.  Seats that share places may be listed one by one, in any order; seats that it
    lists together must share their places.
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
    """A finish in words: ``E, W, N+S`` if N and S share the last places."""
    return ", ".join("+".join(seats[seat] for seat in place) for place in finish) or say("nobody")


def compare_finish(
    recorded: Sequence[str | Sequence[str]], computed: Finish, seats: Sequence[str], *, hand: int, rule: str
) -> list[Finding]:
    """The findings about a recorded finish.  It may name fewer seats than the computed one, but not more."""
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
    """The finding that a recorded finish differs from the computed one."""
    return finding(
        FINISH_MISMATCH,
        rule,
        hand=hand,
        recorded=shown(finish_text(recorded, seats)),
        field=say("finish"),
        computed=finish_text(computed, seats),
    )


def bad_finish(name: str, seats: Sequence[str], *, hand: int) -> Finding:
    """The finding that a recorded finish cannot be read, for the name that ``read_finish`` returns."""
    wanted = say("the seats {seats}, each at most once", seats=", ".join(seats))
    return bad_result("finish", bad_place(name, seats), wanted, hand=hand)


def bad_place(name: str, seats: Container[str]) -> str:
    """What is wrong with the name that ``read_finish`` returns, in words."""
    return say("{name} appears twice", name=name) if name in seats else unknown_seat(name)


def compare_points(
    field: str,
    recorded: Mapping[str, Number],
    computed: Mapping[str, int | None],
    *,
    hand: int | None,
    rule: str,
) -> list[Finding]:
    """The findings about recorded scores or totals.  A computed None is unknown and is not compared."""
    if recorded == computed:
        return []
    code: Code = TOTAL_MISMATCH if field == TOTALS else SCORE_MISMATCH
    strangers = [name for name in recorded if name not in computed]
    findings = [
        bad_result(field, unknown_seat(name), say("one of {seats}", seats=", ".join(computed)), hand=hand)
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
                field=say(field),
                recorded=shown(", ".join(f"{seat} {value}" for seat, value in wrong.items())),
                computed=", ".join(f"{seat} {computed[seat]}" for seat in wrong),
            )
        )
    return findings


def compare_winner(
    recorded: Sequence[str], winner: Sequence[str] | None, seats: Sequence[str], rule: str, *, known: bool
) -> list[Finding]:
    """The findings about a recorded winner.  With ``winner`` None the rules name no winner yet.

    With ``known`` False the winner depends on something unknown and is not compared.
    """
    strangers = [name for name in recorded if name not in seats]
    if strangers:
        wanted = say("one of {seats}", seats=", ".join(seats))
        return [bad_result("winner", unknown_seat(strangers[0]), wanted, hand=None)]
    if not known or set(recorded) == set(winner or ()):
        return []
    return [
        finding(
            WINNER_MISMATCH,
            rule,
            field=say("winner"),
            recorded=", ".join(recorded) or say("nobody"),
            computed=", ".join(winner) if winner else say("nobody yet"),
        )
    ]


def unknown_seat(name: object) -> str:
    """The words for a name that no seat has."""
    return say("unknown seat '{name}'", name=shown(name))


def bad_entry(name: str, value: object, known: Container[str]) -> str:
    """The words for an entry that cannot be read: its name is not known, or cannot have the value."""
    return bad_value(name, value) if name in known else unknown_seat(name)


def bad_value(name: str, value: object) -> str:
    """The words for a value that the entry of a name cannot have."""
    return say("'{value}' is not a valid value for {name}", value=shown(value), name=shown(name))


def bad_result(field: str, reason: str, wanted: str, *, hand: int | None) -> Finding:
    """The finding that a recorded result cannot be read."""
    return finding(MALFORMED, "log.result", hand=hand, variant="result", field=say(field), reason=reason, wanted=wanted)
