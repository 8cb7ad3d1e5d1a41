"""A visitor who writes a log without JavaScript."""

import re
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

FIELDS = re.compile(r'<input type="hidden" name="([\w-]+)" value="([^"]*)"')
AREA = re.compile(r'<textarea id="text"[^>]*>\n(.*?)</textarea>', re.DOTALL)


@dataclass
class Writer:
    """The page of a draft as the visitor has it."""

    client: FlaskClient
    address: str = ""
    page: str = ""
    answers: list[TestResponse] = field(default_factory=list)

    def token(self, address: str = "/add") -> str:
        """A token for a form."""
        found = re.search(r'name="csrf_token" value="([^"]+)"', self.client.get(address).text)
        assert found
        return found[1]

    def begin(self, game: str, names: tuple[str, ...], **fields: str) -> TestResponse:
        """Begins a log of a game."""
        seats = re.findall(r'name="player-(\w+)"', self.client.get(f"/writing/new?game={game}").text)
        players = {f"player-{seat}": name for seat, name in zip(seats, names, strict=False)}
        return self._opened(
            self.client.post("/writing/new", data={"csrf_token": self.token(), "game": game, **players, **fields})
        )

    def paste(self, text: str) -> TestResponse:
        """Begins with a text."""
        return self._opened(self.client.post("/add", data={"csrf_token": self.token(), "as": "draft", "text": text}))

    def open(self, hand: int) -> None:
        """Opens a hand."""
        self._see(self.client.get(f"{self.address}?hand={hand}"))

    def send(self, text: str | None = None, **fields: Any) -> TestResponse:
        """Sends the form of the page, with another text."""
        data = {**self.fields, "text": self.text if text is None else text, **fields}
        return self._see(self.client.post(self.address, data=data))

    def hand_in(self) -> TestResponse:
        """Hands the log in."""
        data = {"csrf_token": self.fields["csrf_token"], "version": self.fields["version"]}
        return self.client.post(f"{self.address}/done", data=data)

    @property
    def fields(self) -> dict[str, str]:
        """The hidden fields of the form, as it is sent."""
        form = self.page.split('id="writing"')[-1].split("</form>")[0]
        return {name: unescape(value) for name, value in FIELDS.findall(form)}

    @property
    def text(self) -> str:
        """The text of the hand."""
        found = AREA.search(self.page)
        assert found
        return unescape(found[1])

    def _opened(self, answer: TestResponse) -> TestResponse:
        if answer.status_code == 303:
            self.address = answer.headers["Location"]
            self._see(self.client.get(self.address))
        return answer

    def _see(self, answer: TestResponse) -> TestResponse:
        self.page = answer.text
        return answer
