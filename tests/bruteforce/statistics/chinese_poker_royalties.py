"""What a hand of Chinese poker is paid for its own royalties."""

from collections.abc import Mapping, Sequence

from tests.bruteforce.chinese_poker import Set, payable_royalties, settle_pair
from tests.bruteforce.chinese_poker_rows import Options


def royalties(seats: Sequence[str], sets: Mapping[str, Sequence[Set]], options: Options) -> dict[str, int]:
    """The units that each seat is paid for its own royalties, gross, before stakes."""
    paid = dict.fromkeys(seats, 0)
    runs = {seat for seat in seats if _runs_home(seat, sets, options)}
    for seat in seats:
        for other in seats:
            if other != seat:
                factor = options["home_run_multiplier"] if {seat, other} & runs and _multiplied(options) else 1
                paid[seat] += factor * sum(
                    _paid(mine, theirs, options) for mine in sets[seat] for theirs in sets[other]
                )
    return paid


def _multiplied(options: Options) -> bool:
    return bool(options["scoop_multiplies_royalties"])


def _runs_home(seat: str, sets: Mapping[str, Sequence[Set]], options: Options) -> bool:
    """Whether a seat scoops every opponent row by row, and these are three, or all of at least two."""
    opponents = [other for other in sets if other != seat]
    if len(opponents) < (3 if options["home_run_needs"] == "three" else 2):
        return False
    settled = [
        settle_pair(mine, theirs, options) for mine in sets[seat] for other in opponents for theirs in sets[other]
    ]
    return all(each.by_rows and each.rows == (1, 1, 1) for each in settled)


def _paid(mine: Set, theirs: Set, options: Options) -> int:
    """What one hand is paid by another for its royalties."""
    settled = settle_pair(mine, theirs, options)
    if not settled.by_rows:
        fouled = _foul_alone(theirs, mine, options)
        return sum(payable_royalties(mine, options)) if fouled and options["royalties_against_foul"] else 0
    rows = settled.rows
    ours = payable_royalties(mine, options, rows)
    others = payable_royalties(theirs, options, [-winner for winner in rows])
    if options["royalty_rule"] == "net":
        paid = sum(ours)
    else:
        cancelled = options["royalty_rule"] == "cancel"
        paid = sum(
            own
            for own, their, winner in zip(ours, others, rows, strict=True)
            if winner > 0 and not (cancelled and their)
        )
    scooped = abs(sum(rows)) == 3
    return paid * options["scoop_multiplier"] if scooped and _multiplied(options) else paid


def _foul_alone(one: Set, other: Set, options: Options) -> bool:
    """Whether the first of two hands that both set is mis-set, and the second is not."""
    if any(each.natural or each.surrendered for each in (one, other)):
        return False
    return one.fouled(options) and not other.fouled(options)
