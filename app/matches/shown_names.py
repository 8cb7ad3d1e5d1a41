"""What the players of matches are called to who asks, and texts without the names that are hidden from that one."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session
from sqlmodel import col

from app.database.packing import stored_json
from app.database.seeing import unnamed_players
from app.database.tables.matches import MatchPlayer

LEFT_OUT: Final = "…"
"""What is in the place of a name in a text."""


@dataclass(frozen=True, slots=True)
class ShownNames:
    """The names of the players of a match."""

    shown: tuple[str, ...] = ()
    """In order of play; the seat where a log names nobody, or where the name is hidden from who asks."""
    hidden: frozenset[str] = frozenset()

    def left_out(self, text: str | None) -> str | None:
        """A text without the names that are hidden."""
        return text if text is None else without_names(text, self.hidden)

    def left_out_of_report(self, report: bytes) -> bytes:
        """The JSON of a report without these names in what it says of the log: name of the file, id of the match."""
        if not self.hidden:
            return report
        facts = stored_json(report, dict[str, object])
        log = facts.get("log")
        if isinstance(log, dict):
            named = {key: self.left_out(log[key]) for key in ("source", "match") if isinstance(log.get(key), str)}
            facts["log"] = log | named
        return msgspec.json.encode(facts)


def names_of(session: Session, matches: Sequence[int | None]) -> dict[int, ShownNames]:
    """What the players of some matches are called; a match without players is left out."""
    if not matches:
        return {}
    unseen, seat = unnamed_players(session), MatchPlayer
    rows = session.execute(
        select(
            *(col(seat.log_id), col(seat.place), col(seat.seat)),
            *(col(seat.player_id), col(seat.name), col(seat.recorded_name)),
        ).where(col(seat.log_id).in_(matches))
    ).all()
    shown: dict[int, list[str]] = {}
    hidden: dict[int, set[str]] = {}
    for match, _, called, player, name, recorded in sorted(rows, key=lambda row: row.place):
        shown.setdefault(match, []).append((name if player not in unseen else "") or called)
        if player in unseen:
            hidden.setdefault(match, set()).update({name, recorded or ""} - {called, ""})
    return {match: ShownNames(tuple(names), frozenset(hidden.get(match, ()))) for match, names in shown.items()}


def hidden_names(session: Session) -> frozenset[str]:
    """All names that are hidden from who asks, as logs and pages have them."""
    unseen, seat = unnamed_players(session), MatchPlayer
    if not unseen:
        return frozenset()
    wanted = select(col(seat.seat), col(seat.name), col(seat.recorded_name)).where(col(seat.player_id).in_(unseen))
    rows = session.execute(wanted.distinct())
    return frozenset(name for called, *names in rows for name in names if name and name != called)


def without_names(text: str, names: Iterable[str]) -> str:
    """A text in which something else is in the place of some names, in any case."""
    patterns = [
        rf"(?<![a-z]){re.escape(name)}(?![a-z])" for name in sorted(names, key=len, reverse=True) if name.strip()
    ]
    return re.sub("|".join(patterns), LEFT_OUT, text, flags=re.IGNORECASE) if patterns else text
