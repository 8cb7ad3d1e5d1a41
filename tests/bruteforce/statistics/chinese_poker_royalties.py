"""What a hand of Chinese poker is paid for its own royalties."""

from collections.abc import Mapping, Sequence

from tests.bruteforce.chinese_poker import Set, Settled, payable_royalties, settle_pair
from tests.bruteforce.chinese_poker_rows import Options


def settles(one: str, other: str, options: Options, dealer: str | None) -> bool:
    """Whether two seats settle with each other."""
    return one != other and (options["settle"] == "all" or dealer in (one, other))


def settled_for(one: str, dealer: str | None, mine: Set, theirs: Set, options: Options) -> Settled:
    """A hand of a seat against one of another with which it settles."""
    banker = 0 if options["settle"] == "all" else 1 if one == dealer else -1
    return settle_pair(mine, theirs, options, banker)


def royalties(
    seats: Sequence[str], sets: Mapping[str, Sequence[Set]], options: Options, dealer: str | None
) -> dict[str, int]:
    """The units that each seat is paid for its own royalties, gross, before stakes."""
    paid = dict.fromkeys(seats, 0)
    runs = {seat for seat in seats if _runs_home(seat, sets, options, dealer)}
    for seat in seats:
        for other in seats:
            if settles(seat, other, options, dealer):
                factor = options["home_run_multiplier"] if {seat, other} & runs and _multiplied(options) else 1
                paid[seat] += factor * sum(
                    _paid(mine, theirs, settled_for(seat, dealer, mine, theirs, options), options)
                    for mine in sets[seat]
                    for theirs in sets[other]
                )
    return paid


def _multiplied(options: Options) -> bool:
    return bool(options["scoop_multiplies_royalties"])


def _runs_home(seat: str, sets: Mapping[str, Sequence[Set]], options: Options, dealer: str | None) -> bool:
    """Whether a seat scoops every opponent row by row, and these are three, or all of at least two."""
    if options["settle"] == "banker" and seat != dealer:
        return False
    opponents = [other for other in sets if other != seat]
    if len(opponents) < (3 if options["home_run_needs"] == "three" else 2):
        return False
    settled = [
        settled_for(seat, dealer, mine, theirs, options)
        for mine in sets[seat]
        for other in opponents
        for theirs in sets[other]
    ]
    return all(each.by_rows and each.rows == (1, 1, 1) for each in settled)


def _paid(mine: Set, theirs: Set, settled: Settled, options: Options) -> int:
    """What one hand is paid by another for its royalties, by what the two come to."""
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
