"""The parts of a running application: its settings, its database, its checker."""

from dataclasses import dataclass, field
from typing import Self

from flask import current_app
from msgspec.structs import replace
from sqlalchemy.orm import Session, sessionmaker

from app import store
from app.branches.kept_frames import BranchFrames
from app.config import Config
from app.database import Tell, open_database, upgrade
from app.database_trouble import refuse_damaged, refuse_incomplete
from app.decoded import DecodedMatches
from app.ingest import reread
from app.kept.completing import complete
from app.rereading import LogLost
from app.rule_choice.stored import rules_of
from app.thread_share import ComputingTurns
from engine.record.match import Match, given
from engine.rulebook.options import RuleSet
from engine.verdict.check import Checker


@dataclass(frozen=True)
class Fupan:
    """One open installation; an application has it as ``app.extensions["fupan"]``."""

    config: Config
    sessions: sessionmaker[Session]
    checker: Checker
    """Judges logs under the rules that they claim."""
    decoded: DecodedMatches
    branches: BranchFrames = field(default_factory=BranchFrames)
    turns: ComputingTurns = field(default_factory=ComputingTurns)
    """Those of the requests that compute what is not kept."""

    @classmethod
    def open(cls, config: Config, tell: Tell | None = None, *, checked: bool = False) -> Self:
        """Opens the database of a configuration and brings its tables up to date.

        ``tell`` is called with the number of matches that have been brought up to date, and the number of all.  With
        ``checked`` a SQLite file is first checked for damage.

        Raises DatabaseUnusable if a newer version made it, a table is missing, or it is damaged.
        """
        engine = open_database(config.database_url)
        checker = Checker(counting=True)
        try:
            if checked:
                refuse_damaged(engine)
            upgrade(engine, tell=tell)
            with engine.connect() as connection:
                refuse_incomplete(connection)
            sessions = sessionmaker(engine, expire_on_commit=False)
            complete(sessions, checker)
        except BaseException:
            engine.dispose()
            raise
        return cls(
            config=config,
            sessions=sessions,
            checker=checker,
            decoded=DecodedMatches(_decoded, config.decoded_matches),
        )

    def match(self, identity: int) -> store.StoredMatch | None:
        """A match with its report, by any version of the engine; None if there is no such match."""
        with self.sessions() as session:
            return store.match(session, identity)

    def rules(self, stored: store.StoredMatch, match: Match) -> RuleSet:
        """The rules of a stored match: those chosen for it, or else those that its log claims.

        Raises RulesUnknown if these do not exist.
        """
        return rules_of(self.checker, stored.chosen, match)

    def replayable(self, stored: store.StoredMatch) -> Match | None:
        """The match of a stored report, to be replayed hand by hand beside it.

        None if the match cannot be read, or is not the one that was judged: the report has no hands, or different ones.
        """
        match = self.decoded.get(stored) if "hands" in stored.report else None
        return match if match is not None and len(match.hands) == len(stored.report["hands"]) else None

    def close(self) -> None:
        """Closes the connections to the database."""
        engine = self.sessions.kw["bind"]
        engine.dispose()


def _decoded(stored: store.StoredMatch) -> Match | None:
    """The match of a stored log, with the names that are shown in place of those in the log."""
    try:
        match = reread(stored)[0]
    except LogLost:
        return None
    if match is None or len(match.players) != len(stored.row.players):
        return match
    players = [
        player if (given(player.name) or player.seat) == shown else replace(player, name=shown)
        for player, shown in zip(match.players, stored.row.players, strict=True)
    ]
    return match if players == match.players else replace(match, players=players)


def this_fupan() -> Fupan:
    """The installation of the current request."""
    found: Fupan = current_app.extensions["fupan"]
    return found
