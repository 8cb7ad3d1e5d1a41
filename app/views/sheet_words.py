"""The words of the page of a score sheet: tribute, levels, recorded numbers that do not follow."""

from collections.abc import Mapping, Sequence

from app.card_words import rank_shown
from app.sheets.standing import Opening
from engine.games import GAMES
from engine.record.match import Match
from engine.replay.dues import Dues
from engine.verdict.written.entry import Entry
from engine.verdict.written.sheet import both_values


def tribute_words(opening: Opening, names: Mapping[str, str]) -> str:
    """Who gives and who takes tribute before a hand, in a sentence or two; empty in a game without tribute."""
    if not opening.tribute:
        return ""
    if opening.dues is None:
        return "Who gives tribute is not known."
    dues: Dues = opening.dues
    if not dues.givers:
        return "No tribute."
    if len(dues.givers) == len(dues.takers) == 1:
        (giver, cards), (taker,) = next(iter(dues.givers.items())), dues.takers
        return f"Tribute: {names[giver]} gives {_cards(cards)} to {names[taker]}."
    return f"Tribute: {_does(dues.givers, names, 'give')}; {_does(dues.takers, names, 'take')}."


def _does(cards: Mapping[str, int], names: Mapping[str, str], verb: str) -> str:
    """Who gives or takes how many cards: those with as many together."""
    parts = []
    for count in sorted(set(cards.values()), reverse=True):
        seats = [names[seat] for seat, number in cards.items() if number == count]
        parts.append(
            f"{seats[0]} {verb}s {_cards(count)}" if len(seats) == 1 else f"{listed(seats)} {verb} {_cards(count)} each"
        )
    return ", ".join(parts)


def _cards(count: int) -> str:
    return "a card" if count == 1 else f"{count} cards"


def listed(names: Sequence[str]) -> str:
    """Names in a row: ``Ann, Bo and Cy``; empty if there are none."""
    *others, last = names or [""]
    return f"{', '.join(others)} and {last}" if others else last


def levels_words(levels: Mapping[str, str | None], match: Match, names: Mapping[str, str]) -> str:
    """The levels of the teams of a match."""
    teams = [[match.seats[seat] for seat in team] for team in GAMES[match.game].teams]
    known = [next((level for seat in team if (level := levels.get(seat))), "?") for team in teams]
    return " · ".join(
        f"{listed([names[seat] for seat in team])} {rank_shown(level)}"
        for team, level in zip(teams, known, strict=True)
    )


def roles_words(roles: Mapping[str, str], names: Mapping[str, str]) -> str:
    """Who has which role; empty if nobody has one."""
    alone = len(roles) > 1 and len(set(roles.values())) == 1
    shown = list(roles.items())[: 1 if alone else 2]
    return ", ".join(f"{role} {names.get(seat, seat)}{' alone' if alone else ''}" for role, seat in shown)


def entry_words(entry: Entry, names: Mapping[str, str]) -> str:
    """A recorded entry that does not follow: ``score of Li Wei: recorded +2, computed +3``."""
    about = f" of {names.get(entry.of, entry.of)}" if entry.of else ""
    when = "" if entry.when == "in" else f" {entry.when} the hand"
    return f"{entry.what}{about}{when}: {both_values(entry)}"


def wrong_words(entry: Entry, hands: int, names: Mapping[str, str]) -> str:
    """That an entry is the first that does not follow, in a sentence.  Totals are those after a row of the sheet.

    ``hands``: how many hands there are.
    """
    kind = "number" if entry.difference else "entry"
    about = f"{entry.what} of {names.get(entry.of, entry.of)}" if entry.of else entry.what
    if entry.what == "total":
        where = f"after hand {hands if entry.hand is None else entry.hand - 1}"
    else:
        where = "of the match" if entry.hand is None else f"{entry.when} hand {entry.hand}"
    return f"The first recorded {kind} that does not follow is the {about} {where}: {both_values(entry)}."
