"""The parts of a running application: its settings, its database, its checker."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Self

from flask import current_app
from msgspec import UNSET, Struct
from msgspec.structs import replace
from sqlalchemy.orm import Session, sessionmaker

from app.database.config import Config
from app.database.earlier import replace_earlier
from app.database.opening import can_be_written, open_database, refuse_other_version, upgrade
from app.database.trouble import DatabaseUnusable, refuse_damaged, refuse_incomplete
from app.judging.rereading import LogLost
from app.judging.rules_of_match.stored import rules_of
from app.matches import store
from app.matches.decoded import BranchFrames, DecodedMatches
from app.matches.followers import CARRIED, Follower
from app.matches.ingest import reread
from app.matches.thread_share import ComputingTurns
from app.text.language import _
from engine.memo import BoundedMemo
from engine.record.match import Match, Player, given_value
from engine.rulebook.options import RuleSet
from engine.verdict.check import Checker

REVIEWED: Final = 32
"""The most reviews of hands that are kept decoded."""


@dataclass(frozen=True)
class Installation:
    """One open installation; an application has it as ``app.extensions["fupan"]``."""

    config: Config
    sessions: sessionmaker[Session]
    checker: Checker
    """Judges logs under the rules that they claim."""
    decoded: DecodedMatches
    branches: BranchFrames = field(default_factory=BranchFrames)
    reviewed: BoundedMemo[tuple[int, int, str, int], Struct] = field(default_factory=lambda: BoundedMemo(REVIEWED))
    """The reviews of hands that were shown last, as `app.matches.computed.reviews` keeps them."""
    turns: ComputingTurns = field(default_factory=ComputingTurns)
    """Those of the requests that compute what is not kept."""
    writable: bool = True
    """Whether the database can be written; else it is used as it is."""
    archive: sessionmaker[Session] | None = None
    """What pages of statistics ask in place of the database, if an archive is named."""

    @classmethod
    def open(
        cls, config: Config, followers: Sequence[Follower], *, checked: bool = False, reading: bool = False
    ) -> Self:
        """Opens the database of a configuration and brings its tables up to date; `followers` follow its matches.

        With ``checked`` a SQLite file is first checked for damage.  With ``reading``, and if the configuration says so,
        a database that cannot be written is used as it is.

        Raises DatabaseUnusable if another version made it whose tables this one does not carry over, a table is
        missing, it is damaged, or it cannot be written.
        """
        engine = open_database(config.database_url, read_only=config.read_only)
        try:
            if checked:
                refuse_damaged(engine)
            writable = can_be_written(engine)
            if writable:
                replace_earlier(engine)
                upgrade(engine)
            elif reading or config.read_only:
                refuse_other_version(engine)
            else:
                raise DatabaseUnusable(
                    _(
                        "it can be read but not written, and this command writes to it; permit writing, or name "
                        "another database; fupan serve --read-only shows what is in it"
                    )
                )
            with engine.connect() as connection:
                refuse_incomplete(connection)
            sessions = sessionmaker(engine, expire_on_commit=False, info={CARRIED: tuple(followers)})
        except BaseException:
            engine.dispose()
            raise
        return cls(
            config=config,
            sessions=sessions,
            checker=Checker(counting=True),
            decoded=DecodedMatches(_decoded, config.decoded_matches),
            writable=writable,
        )

    def statistics(self) -> Session:
        """A session for what is counted: of the archive, if one is named, or else of the database."""
        return (self.archive or self.sessions)()

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
        match = self.decoded.get(stored) if stored.report.rules is not None else None
        return match if match is not None and len(match.hands) == len(stored.report.hands) else None

    def close(self) -> None:
        """Closes the connections to the database, and to the archive."""
        for sessions in (self.sessions, self.archive):
            if sessions is not None:
                sessions.kw["bind"].dispose()


def _decoded(stored: store.StoredMatch) -> Match | None:
    """The match of a stored log, with the names that people gave instead of those in the log."""
    try:
        match = reread(stored)[0]
    except LogLost:
        return None
    if match is None or len(match.players) != len(stored.row.players):
        return match
    players = [
        player if (given_value(player.name) or player.seat) == shown else _named(player, shown)
        for player, shown in zip(match.players, stored.row.players, strict=True)
    ]
    return match if players == match.players else replace(match, players=players)


def _named(player: Player, shown: str) -> Player:
    """A player under another name; one whose name was erased, and who is called by the seat, without an id too."""
    return replace(player, name=shown, id=UNSET if shown == player.seat else player.id)


def this_installation() -> Installation:
    """The installation of the current request."""
    installation: Installation = current_app.extensions["fupan"]
    return installation
