"""A visitor without JavaScript who fills score sheets by the forms of the pages."""

import json
import re
from typing import Any

from flask.testing import FlaskClient

from tests.app.conftest import Page

NAMES = {
    "guandan": {"E": "Li Wei", "N": "Zhao Min", "W": "Sun Yue", "S": "Qian <b>Lu</b>"},
    "bao_huang": {"A": "Ann", "B": "Bo", "C": "Cy", "D": "Di", "E": "Ed"},
    "big_a": {"A": "Ann", "B": "Bo", "C": "Cy", "D": "Di", "E": "Ed"},
    "chinese_poker": {"A": "Ann", "B": "Bo", "C": "Cy"},
}


class Visitor:
    """Fills sheets by the forms of the pages."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.address = ""

    def token(self, address: str) -> str:
        found = re.search(r'name="csrf_token" value="([^"]+)"', self.client.get(address).get_data(as_text=True))
        assert found is not None
        return found[1]

    def begin(self, game: str, **fields: str) -> Any:
        players = {f"player-{seat}": name for seat, name in NAMES[game].items()}
        token = self.token(f"/sheets/new?game={game}")
        answer = self.client.post("/sheets/new", data={"csrf_token": token, "game": game} | players | fields)
        self.address = answer.headers.get("Location", "")
        return answer

    def page(self, query: str = "") -> Page:
        page = Page(self.client.get(self.address + query))
        assert page.status == 200
        assert page.faults == []
        return page

    def version(self) -> str:
        return str(self.page().all("input", name="version")[0]["value"])

    def post(self, what: str, tap: str = "", query: str = "", **fields: str) -> Any:
        page = self.page()
        hidden = {str(each["name"]): str(each["value"]) for each in page.all("input", type="hidden")}
        data = hidden or {"csrf_token": self.token("/sheets/new?game=guandan"), "version": "0"}
        data |= {"tap": tap}
        return self.client.post(f"{self.address}/{what}{query}", data=data | fields)

    def tap(self, *taps: str) -> Page:
        for tap in taps:
            answer = self.post("tap", tap)
            assert answer.status_code == 303, Page(answer).text
        return self.page()

    def buttons(self) -> list[str]:
        return [str(each["value"]) for each in self.page().all("button", name="tap") if "disabled" not in each]

    def match(self) -> Any:
        return json.loads(self.client.get(self.address + "/sheet.json").data)
