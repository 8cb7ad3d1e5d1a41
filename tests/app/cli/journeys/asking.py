"""What is sent to the operations of a running server, and which journey tries each.

A journey is the function that has the name of the operation.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Any, Protocol
from urllib.parse import urlencode

from sqlalchemy import create_engine, text

from app.database.tables.matches import METADATA
from tests.app.cli.behind_proxy import ADMIN, KEY, Answer, Proxied
from tests.app.cli.test_processes import wait_until

HANDS = [{"actions": [], "result": {"finish": ["E", "W", "N", "S"]}}]
PLAYER = "Mei"
SENDERS = {
    **dict.fromkeys(("read", "follow", "count", "take part"), PLAYER),
    "record": "Ren",
    "rule": "Yu",
    "manage": ADMIN,
}
"""Who sends what needs a permission; a club's matches are read by its members."""
OTHERS = frozenset({"kept_answers", "job_workers"})
"""Tables that change without anything being done: what is kept of answers, and who works."""
SAMPLE = 1
"""The number of the match that was there before, with actions and faults."""
NUMBERS = count(1)


class Do(Protocol):
    """Sends what a test is about: the body (JSON or bytes), arguments of the query as a mapping, and the places of the
    address.  Returns what was answered: JSON, or the bytes of a file."""

    def __call__(
        self, body: object = None, query: Mapping[str, object] = {}, status: int = 0, by: str = "", **places: object
    ) -> Any: ...


@dataclass(frozen=True)
class Club:
    """The operations of a running server."""

    proxied: Proxied

    @cached_property
    def described(self) -> Mapping[str, tuple[str, str, Mapping[str, Any]]]:
        """By operation the method, the address and what the server's document says of it."""
        paths = json.loads(self.proxied.reader().ask("/api/v1/openapi.json").body)["paths"]
        return {
            each["operationId"]: (method.upper(), path, each)
            for path, methods in paths.items()
            for method, each in methods.items()
        }

    def do(
        self,
        name: str,
        body: object = None,
        query: Mapping[str, object] = {},
        status: int = 0,
        by: str = "",
        *,
        keyed: bool = False,
        **places: object,
    ) -> Any:
        """What an operation answers, with the first status of success that is described, or the one that is named."""
        method, path, described = self.described[name]
        wanted = status or min(int(each) for each in described["responses"] if each.startswith("2"))
        token = self.proxied.tokens[by or SENDERS[described["x-permission"]]]
        headers = {"Authorization": f"Bearer {token}"}
        data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        if data is not None:
            headers["Content_Type"] = "application/octet-stream" if isinstance(body, bytes) else "application/json"
        address = path.format(**places) + (f"?{urlencode(query)}" if query else "")
        if keyed:
            headers["Idempotency_Key"] = f"{name} {next(NUMBERS)}"
        answer = self.proxied.reader().ask(address, method, data, **headers)
        assert answer.status == wanted, (name, answer.status, answer.text)
        assert str(wanted) in described["responses"]
        if keyed:
            done = self._rows()
            again = self.proxied.reader().ask(address, method, data, **headers)
            assert _parts(again) == _parts(answer), name
            assert self._rows() == done, "it is done once"
        kind = answer.headers["Content-Type"]
        assert kind in described["responses"][str(wanted)]["content"]
        return json.loads(answer.body) if "json" in kind else answer.body

    def _rows(self) -> Mapping[str, int]:
        """How many rows each table has."""
        engine = create_engine(self.proxied.database_url)
        with engine.connect() as connection:
            names = [each.name for each in METADATA.sorted_tables if each.name not in OTHERS]
            asked = " UNION ALL ".join(f"SELECT '{name}', count(*) FROM {name}" for name in names)
            found = {str(name): int(rows) for name, rows in connection.execute(text(asked))}
        engine.dispose()
        return found

    def log(self, *, hands: object = HANDS, first: str = "", **info: object) -> bytes:
        """A log that nobody has sent yet, whose players nobody has met, but for the first where there is a name."""
        number = next(NUMBERS)
        players = [{"seat": seat, "name": f"{seat}{number}"} for seat in "ENWS"]
        players[0]["name"] = first or players[0]["name"]
        match = {"id": f"m{number}", **info}
        return json.dumps(
            {"format": "fupan/1", "game": "guandan", "match": match, "players": players, "hands": hands}
        ).encode()

    def match(self, log: bytes = b"") -> int:
        """The number of a new match, which its recorder has taken in for the club."""
        (found,) = self.do("upload", log or self.log(), status=201, by="Ren")["matches"]
        return int(found["id"])

    def played(self, first: str = "") -> bytes:
        """A log with actions: one hand in which E and then W lead every card."""
        deck = [rank + suit for rank in "23456789TJQKA" for suit in "shdc" for _ in range(2)] + ["BJ", "BJ", "RJ", "RJ"]
        cards = {seat: deck[number::4] for number, seat in enumerate("ENWS")}
        actions = [each for card in cards["E"] for each in (f"E play {card}", "N pass", "W pass", "S pass")]
        actions += [each for card in cards["W"] for each in (f"W play {card}", "S pass", "N pass")]
        deal = {seat: " ".join(held) for seat, held in cards.items()}
        return self.log(hands=[{"deal": deal, "actions": actions[:-2], "result": {"finish": ["E", "W"]}}], first=first)

    def unread(self) -> int:
        """The number of a file that could not be read."""
        (found,) = self.do("upload", b'{"n": %d}' % next(NUMBERS), status=422)["refusals"]
        return int(found["id"])

    def own_match(self) -> int:
        """The number of a new match that the player has played in."""
        return self.match(self.log(first=PLAYER))

    def dispute(self, match: int = 0) -> int:
        opened = self.do("open_dispute", {"hand": 0, "text": "I won."}, match=match or self.own_match())
        return int(opened["dispute"]["id"])

    def proposed(self) -> tuple[int, int]:
        """A dispute, and the ruling that an arbiter proposes for it."""
        number = self.dispute()
        found = self.do("rule_on", RULING, number=number)
        return number, int(found["proposal"]["id"])

    def ruled(self) -> int:
        number, proposal = self.proposed()
        found = self.do("answer_to_proposal", {"proposal": proposal}, by="Wei", number=number)
        assert [each["number"] for each in found["rulings"]] == [1]
        return number

    def verdict(self) -> int:
        return int(self.do("issue", {"key": KEY, "ruling": 1}, number=self.ruled())["id"])

    def file(self, verdict: int) -> bytes:
        """The file of a verdict, byte for byte."""
        return self.proxied.program(f"/api/v1/verdicts/{verdict}").body

    def sheet(self) -> int:
        return int(self.do("begin_sheet", self.log(hands=[]))["sheet"]["id"])

    def house(self) -> int:
        return int(self.do("add_house", {"game": "guandan", "name": f"Table {next(NUMBERS)}"})["versions"][0]["house"])

    def people(self) -> list[Mapping[str, Any]]:
        """The four people of a new match."""
        number = self.match()
        names = self.do("match", match=number)["match"]["players"]
        return [self.do("listed_people", query={"text": name})["people"][0] for name in names]

    def note(self, match: int) -> int:
        return int(self.do("write_note", {"text": "Look."}, match=match, number=1)["id"])

    def event(self) -> str:
        """A new event, with a match of results alone."""
        name = f"Cup {next(NUMBERS)}"
        self.match(self.log(event=name))
        return name

    def review_is_made(self, match: int) -> None:
        """Waits for the review of a match."""
        answer = f"/api/v1/matches/{match}/review"
        wait_until(lambda: self.proxied.program(answer).status == 200, self.proxied.process)


RULING = {"outcome": "upheld", "text": "So be it.", "before": 0}
Journey = Callable[[Club, Do], None]
JOURNEYS: dict[str, Journey] = {}
POSTED: set[str] = set()


def journey(tried: Journey) -> Journey:
    """The operation of the same name is tried by this."""
    JOURNEYS[tried.__name__] = tried
    return tried


def posted(tried: Journey) -> Journey:
    """The POST of the same name is tried by this, also with a key."""
    POSTED.add(tried.__name__)
    return journey(tried)


def _parts(answer: Answer) -> tuple[object, ...]:
    return answer.status, answer.body, answer.headers["Content-Type"], answer.headers["Location"]
