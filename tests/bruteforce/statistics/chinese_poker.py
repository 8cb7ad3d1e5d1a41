"""What is counted of Chinese poker alone."""

from decimal import Decimal
from itertools import product

from tests.bruteforce.chinese_poker import Set, duel_in
from tests.bruteforce.chinese_poker_rows import Options
from tests.bruteforce.statistics.chinese_poker_royalties import royalties, settled_for, settles
from tests.bruteforce.statistics.chinese_poker_sets import laid
from tests.bruteforce.statistics.matches import Hand

ROLES: tuple[str, ...] = ()
PLAY = ("rows_won", "rows_lost", "scoops_made", "scoops_suffered", "fouls", "naturals", "surrenders", "royalties")
FIGURES = ("units", *PLAY)

Sets = dict[str, list[Set]]


def roles(hand: Hand) -> dict[str, str]:
    return {}


def allied(hand: Hand, seat: str, other: str) -> bool:
    return False


def figures(hand: Hand) -> dict[str, dict[str, int | Decimal]]:
    """All figures of each seat in a hand."""
    tallies: dict[str, dict[str, int | Decimal]] = {
        seat: {**dict.fromkeys(FIGURES, 0), "units": units(hand, seat)} for seat in hand.match.seats
    }
    if hand.basis == "play":
        sets = laid(hand)
        for seat, found in tallies.items():
            found.update(of_play(hand, seat, sets))
    return tallies


def units(hand: Hand, seat: str) -> int:
    """What a seat won less what it lost, before stakes."""
    won = 0
    for pair, count in (hand.report["units"] or {}).items():
        one, other = pair.split("-")
        won += count if one == seat else -count if other == seat else 0
    return won


def of_play(hand: Hand, seat: str, sets: Sets) -> dict[str, int]:
    """What a seat won and lost by its rows, claimed and gave up."""
    options = hand.match.options
    found = {
        "fouls": sum(each["code"] == "foul" and each["seat"] == seat for each in hand.findings),
        "naturals": sum(each.natural is not None for each in sets[seat]),
        "surrenders": int(any(action.seat == seat for _, action in hand.done("surrender"))),
    }
    if options["scoring"] == "best_row":
        return found | {"rows_won": rows_alone_best(seat, sets, options)}
    dealer = hand.log.get("setup", {}).get("dealer")
    others = [other for other in hand.match.seats if settles(seat, other, options, dealer)]
    against = [each for other in others for each in product(sets[seat], sets[other])]
    results = (settled_for(seat, dealer, mine, theirs, options) for mine, theirs in against)
    rows = [settled.rows for settled in results if settled.by_rows]
    return found | {
        "rows_won": sum(each.count(1) for each in rows),
        "rows_lost": sum(each.count(-1) for each in rows),
        "scoops_made": rows.count((1, 1, 1)),
        "scoops_suffered": rows.count((-1, -1, -1)),
        "royalties": royalties(hand.match.seats, sets, options, dealer)[seat],
    }


def rows_alone_best(seat: str, sets: Sets, options: Options) -> int:
    """How many rows a seat has that are better than all the others'."""
    (mine,) = sets[seat]
    others = [theirs for other, (theirs,) in sets.items() if other != seat]
    return sum(all(duel_in(place, mine, theirs, options) > 0 for theirs in others) for place in range(3))
