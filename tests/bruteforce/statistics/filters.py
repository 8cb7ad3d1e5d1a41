"""What of the counted hands is asked for."""

from dataclasses import dataclass

from tests.bruteforce.statistics.facts import Fact
from tests.bruteforce.statistics.matches import Match, clean


@dataclass(frozen=True)
class Filters:
    """The filters of the page, by the names of the options; None: all."""

    since: str | None = None
    until: str | None = None
    preset: str | None = None
    event: str | None = None
    player: str | None = None
    partner: str | None = None
    role: str | None = None
    basis: str | None = None

    def let_match(self, match: Match) -> bool:
        """Whether the hands of a match may be among those asked for."""
        if (self.since or self.until) and match.day is None:
            return False
        day = match.day or ""
        return (
            (self.since is None or self.since <= day)
            and (self.until is None or day <= self.until)
            and self.preset in (None, match.preset)
            and (self.event is None or clean(self.event) == match.event)
        )

    def let(self, fact: Fact) -> bool:
        """Whether a row is among those asked for."""
        return (
            self.let_match(fact.match)
            and (self.player is None or clean(self.player) == fact.person)
            and (self.partner is None or self._beside(fact))
            and self.role in (None, fact.role)
            and self.basis in (None, fact.hand.basis)
        )

    def _beside(self, fact: Fact) -> bool:
        """Whether the partner asked for was on the side of somebody else."""
        assert self.partner is not None
        return clean(self.partner) in fact.beside and clean(self.partner) != fact.person
