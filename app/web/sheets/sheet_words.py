"""The words of the page of a score sheet: tribute, levels, recorded numbers that do not follow."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from app.sheets.sheet.standing import HandOpening
from app.text.frame_terms import rank_shown
from app.text.language import _, _n, marked, said
from app.text.log_terms import log_word
from engine.games import GAMES
from engine.record.match import Match
from engine.replay.dues import Dues
from engine.rulebook.sentences import enumerated
from engine.rulebook.sentences import listed as in_a_row
from engine.verdict.recorded_sheet.entry import RecordedEntry
from engine.verdict.recorded_sheet.sheet import both_values

_WHEN: Final[Mapping[str, str]] = MappingProxyType(
    {
        "in": marked("in hand {number}"),
        "before": marked("before hand {number}"),
        "after": marked("after hand {number}"),
    }
)
_WHAT: Final[Mapping[str, str]] = MappingProxyType(
    {
        "finish": marked("finish"),
        "score": marked("score"),
        "total": marked("total"),
        "units": marked("units"),
        "level": marked("level"),
        "levels": marked("levels"),
        "role": marked("role"),
        "roles": marked("roles"),
        "factor": marked("factor"),
        "exposed": marked("exposed"),
        "winner": marked("winner"),
    }
)


def tribute_words(opening: HandOpening, names: Mapping[str, str]) -> str:
    """Who gives and who takes tribute before a hand, in a sentence or two; empty in a game without tribute."""
    if not opening.tribute:
        return ""
    if opening.dues is None:
        return _("Who gives tribute is not known.")
    dues: Dues = opening.dues
    if not dues.givers:
        return _("No tribute.")
    if len(dues.givers) == len(dues.takers) == 1:
        (giver, cards), (taker,) = next(iter(dues.givers.items())), dues.takers
        return _(
            "Tribute: {giver} gives {cards} to {taker}.", giver=names[giver], cards=_cards(cards), taker=names[taker]
        )
    return _("Tribute: {gives}; {takes}.", gives=_gives(dues.givers, names), takes=_takes(dues.takers, names))


def _gives(cards: Mapping[str, int], names: Mapping[str, str]) -> str:
    """Who gives how many cards: those with as many together."""
    return said(
        enumerated(
            [
                _("{player} gives {cards}", player=seats[0], cards=_cards(count))
                if len(seats) == 1
                else _("{players} give {cards} each", players=listed(seats), cards=_cards(count))
                for count, seats in _by_count(cards, names)
            ]
        )
    )


def _takes(cards: Mapping[str, int], names: Mapping[str, str]) -> str:
    """Who takes how many cards: those with as many together."""
    return said(
        enumerated(
            [
                _("{player} takes {cards}", player=seats[0], cards=_cards(count))
                if len(seats) == 1
                else _("{players} take {cards} each", players=listed(seats), cards=_cards(count))
                for count, seats in _by_count(cards, names)
            ]
        )
    )


def _by_count(cards: Mapping[str, int], names: Mapping[str, str]) -> list[tuple[int, list[str]]]:
    counts = sorted(set(cards.values()), reverse=True)
    return [(count, [names[seat] for seat, number in cards.items() if number == count]) for count in counts]


def _cards(count: int) -> str:
    return _("a card") if count == 1 else _n("{count} card", "{count} cards", count)


def listed(names: Sequence[str]) -> str:
    """Names in a row in the language of the reader: ``Ann, Bo and Cy``; empty if there are none."""
    return said(in_a_row(names))


def levels_words(levels: Mapping[str, str | None], match: Match, names: Mapping[str, str]) -> str:
    """The levels of the teams of a match."""
    teams = [[match.seats[seat] for seat in team] for team in GAMES[match.game].teams]
    known = [next((level for seat in team if (level := levels.get(seat))), "?") for team in teams]
    return " · ".join(
        f"{listed([names[seat] for seat in team])} {rank_shown(level)}"
        for team, level in zip(teams, known, strict=True)
    )


def roles_words(game: str, roles: Mapping[str, str], names: Mapping[str, str]) -> str:
    """Who has which role of a game; empty if nobody has one."""
    alone = len(roles) > 1 and len(set(roles.values())) == 1
    shown = list(roles.items())[: 1 if alone else 2]
    words = []
    for role, seat in shown:
        player = names.get(seat, seat)
        if alone:
            words.append(_("{role} {player} alone", role=log_word(game, role), player=player))
        else:
            words.append(_("{role} {player}", role=log_word(game, role), player=player))
    return said(enumerated(words))


def entry_words(entry: RecordedEntry, names: Mapping[str, str]) -> str:
    """A recorded entry that does not follow: ``score of Li Wei: recorded +2, computed +3``."""
    template = {"before": _("{entry} before the hand: {values}"), "after": _("{entry} after the hand: {values}")}.get(
        entry.when, _("{entry}: {values}")
    )
    return template.format(entry=_entry(entry, names), values=said(both_values(entry)))


def wrong_words(entry: RecordedEntry, hands: int, names: Mapping[str, str]) -> str:
    """That an entry is the first that does not follow, in a sentence.  Totals are those after a row of the sheet.

    ``hands``: how many hands there are.
    """
    if entry.what == "total":
        where = _("after hand {number}", number=hands if entry.hand is None else entry.hand - 1)
    elif entry.hand is None:
        where = _("of the match")
    else:
        where = _(_WHEN[entry.when], number=entry.hand)
    values = {"entry": _entry(entry, names), "where": where, "values": both_values(entry)}
    if entry.difference:
        return _("The first recorded number that does not follow is the {entry} {where}: {values}.", **values)
    return _("The first recorded entry that does not follow is the {entry} {where}: {values}.", **values)


def _entry(entry: RecordedEntry, names: Mapping[str, str]) -> str:
    what = _(_WHAT.get(entry.what, entry.what))
    return _("{entry} of {player}", entry=what, player=names.get(entry.of, entry.of)) if entry.of else what
