"""What a running application works with: its settings, its database, its checker."""

from dataclasses import dataclass
from typing import Self

from flask import current_app
from sqlalchemy.orm import Session, sessionmaker

from app import store
from app.config import Config
from app.database import open_database, upgrade, writing
from app.decoded import DecodedMatches
from app.ingest import reread
from engine.check import Checker


@dataclass(frozen=True)
class Fupan:
    """One installation, opened; an application has it as ``app.extensions["fupan"]``."""

    config: Config
    sessions: sessionmaker[Session]
    checker: Checker
    """Judges logs under the rules that they claim."""
    decoded: DecodedMatches

    @classmethod
    def open(cls, config: Config) -> Self:
        """Opens the database of a configuration and brings its tables up to date."""
        engine = open_database(config.database_url)
        upgrade(engine)
        return cls(
            config=config,
            sessions=sessionmaker(engine, expire_on_commit=False),
            checker=Checker(),
            decoded=DecodedMatches(lambda stored: reread(stored)[0], config.decoded_matches),
        )

    def match(self, identity: int) -> store.StoredMatch | None:
        """A match with its report by the engine that runs: judged again where another version did.

        Of bytes that are not kept, or that this version finds no match in, the report stays as it was.
        """
        with self.sessions() as session:
            stored = store.match(session, identity)
        if stored is None or not stored.outdated or not stored.kept:
            return stored
        try:
            _, record = reread(stored)
        except LookupError:
            return stored
        report = self.checker.check(record)
        with writing(self.sessions) as session:
            store.judge_again(session, identity, report, own=True)
        with self.sessions() as session:
            return store.match(session, identity)

    def close(self) -> None:
        """Gives the database's connections back."""
        engine = self.sessions.kw["bind"]
        engine.dispose()


def this_fupan() -> Fupan:
    """The installation that the current request is for."""
    found: Fupan = current_app.extensions["fupan"]
    return found
