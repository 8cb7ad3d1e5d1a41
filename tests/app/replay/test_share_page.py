"""What there is to share of a hand: links, previews, pictures."""

import html
from collections.abc import Callable
from io import BytesIO
from itertools import pairwise, product
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from app.drawing.files.chat_card import FOOT as CARD_FOOT
from app.drawing.files.moving import HELD, MOST_OF_HAND, MOST_PICTURES, PASSING, SHOWN
from app.drawing.files.qr import code_of
from app.drawing.table.places import Layout, plan
from app.drawing.table.shapes import TextShape
from app.web.replay.pictures import card_asked, thinned
from tests.square_font import write_font

Read = Callable[..., Any]
Put = Callable[..., int]
FAULT = 51
HOSTILE = '"><script>alert(1)</script>'


@pytest.fixture
def hand(put: Put, sample: dict[str, Any]) -> str:
    """The address of the second hand of the sample."""
    return f"/matches/{put(sample)}/hands/2"


@pytest.fixture
def squares(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A font for pictures."""
    monkeypatch.setenv("FUPAN_FONT", str(write_font(tmp_path / "squares.ttf")))


def said_of(page: Any) -> dict[str, str]:
    """What a page says of itself to other sites."""
    tags = {each.get("property") or each.get("name"): each["content"] for each in page.all("meta") if "content" in each}
    (canonical,) = page.all("link", rel="canonical")
    return {**tags, "canonical": canonical["href"]}


def test_the_replay_leads_to_sharing(read: Read, hand: str) -> None:
    page = read(f"{hand}?step=5&view=E&seat=N")
    (link,) = page.all("a", data_key="s")
    assert link["href"] == f"{hand}/share?step=5&view=E&seat=N"
    assert "share this step" in page.text


@pytest.mark.usefixtures("squares")
def test_a_link_names_the_whole_sight(read: Read, client: FlaskClient, hand: str) -> None:
    page = read(f"{hand}/share?step={FAULT}&view=N&seat=W&rules=tournament&lang=zh-Hant")
    assert page.faults == []
    (field,) = page.all("input", id_="link")
    assert "readonly" in field
    address = urlsplit(field["value"])
    assert (address.netloc, address.path) == ("localhost", hand)
    sight = {"step": [str(FAULT)], "view": ["N"], "seat": ["W"], "rules": ["tournament"], "lang": ["zh-Hant"]}
    assert parse_qs(address.query) == sight
    assert client.get(field["value"]).status_code == 200
    (frame,) = [part for part in html.unescape(page.text).split('"') if "/embed/" in part]
    assert parse_qs(urlsplit(html.unescape(frame)).query) == sight
    assert client.get(html.unescape(frame)).status_code == 200
    pictures = page.all("img", class_="share-picture")
    assert len(pictures) == 3
    for each in pictures:
        assert each["alt"]
        answer = client.get(each["src"])
        assert answer.status_code == 200
        assert answer.mimetype.startswith("image/")
    assert [each["media"] for each in page.all("source")] == ["(prefers-reduced-motion: reduce)"]
    for link in page.links:
        if link.startswith(hand) and not link.partition("?")[0].endswith(".gif"):
            assert client.get(link).status_code == 200


def test_without_a_font_the_drawing_is_left(read: Read, hand: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUPAN_FONT", "/no/such/font.ttf")
    page = read(f"{hand}/share?step=3")
    assert [each["src"].partition("?")[0] for each in page.all("img", class_="share-picture")] == [f"{hand}/table.svg"]
    assert "FUPAN_FONT" in page.text


@pytest.mark.usefixtures("squares")
def test_a_card_for_chats_has_the_code_of_its_step(read: Read, client: FlaskClient, hand: str) -> None:
    """The dark and light modules of the code on the card are those of the address that it leads to."""
    page = read(f"{hand}/share?step={FAULT}&view=N&seat=W&lang=zh-Hant")
    (shown,) = page.all("img", class_="share-card")
    assert "card.png" in shown["src"]
    (download,) = [each for each in page.all("a", class_="button") if "card.png" in each["href"]]
    assert download["download"].endswith(f"-2-{FAULT}-card.png")
    answer = client.get(shown["src"])
    assert (answer.status_code, answer.mimetype) == (200, "image/png")
    card = Image.open(BytesIO(answer.data)).convert("L")
    wide, high = card.size
    assert wide == 1080
    assert high / wide < 2.3
    (link,) = page.all("input", id_="link")
    code = code_of(link["value"])
    dark = {(x + at, y) for x, y, length in code.runs for at in range(length)}
    unit = wide / plan(Layout.TALL, 4).width
    module = unit * 2
    left, top = wide - (code.size * 2 + 2) * unit, high - (code.size * 2 + CARD_FOOT) / 2 * unit
    for x, y in product(range(code.size), repeat=2):
        pixel = card.getpixel((int(left + (x + 0.5) * module), int(top + (y + 0.5) * module)))
        assert (pixel < 128) is ((x, y) in dark), (x, y)
    again = client.get(shown["src"], headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize(("view", "hidden"), [("all", False), ("N", True), ("table", True)])
def test_a_card_says_what_happens_as_a_view_sees_it(web: Flask, hand: str, view: str, hidden: bool) -> None:
    here = {"REMOTE_ADDR": "127.0.0.1"}
    with web.test_request_context(f"{hand}/card.png?step={FAULT}&view={view}&lang=en", environ_base=here):
        web.preprocess_request()
        identity = int(hand.split("/")[2])
        drawing = card_asked(identity, 2)
    words = " ".join(each.text for each in drawing.shapes if isinstance(each, TextShape))
    assert "Hand 2, step 51 of 111" in words
    assert "Fupan · scan to replay" in words
    assert ("does not beat" in words) is not hidden


@pytest.mark.usefixtures("squares")
def test_the_last_trick_as_a_moving_picture(client: FlaskClient, hand: str) -> None:
    """The trick of step 51 begins at step 50; what comes before it is the table of step 49."""
    answer = client.get(f"{hand}/trick.gif?step={FAULT}")
    assert (answer.status_code, answer.mimetype) == (200, "image/gif")
    assert answer.data == client.get(f"{hand}/trick.gif?step={FAULT}").data
    pictures = Image.open(BytesIO(answer.data))
    assert pictures.size == (720, 512)
    assert pictures.n_frames == 3
    assert pictures.info["duration"] == HELD
    assert pictures.info["loop"] == 0
    pictures.seek(1)
    assert pictures.info["duration"] == SHOWN
    again = client.get(f"{hand}/trick.gif?step={FAULT}", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert Image.open(BytesIO(client.get(f"{hand}/trick.gif?step=0").data)).n_frames == 1


@pytest.mark.usefixtures("squares")
def test_a_long_trick_has_few_pictures(client: FlaskClient, put: Put, sample: dict[str, Any]) -> None:
    played = sample["hands"][1]["actions"]
    sample["hands"][1]["actions"] = [*played[:6], *["N pass"] * 60]
    sample["hands"] = sample["hands"][:2]
    sample["hands"][1].pop("result", None)
    answer = client.get(f"/matches/{put(sample)}/hands/2/trick.gif?step=66")
    assert 1 < Image.open(BytesIO(answer.data)).n_frames <= MOST_PICTURES
    assert len(answer.data) < 1_000_000


@pytest.mark.usefixtures("squares")
def test_a_whole_hand_as_a_moving_picture(client: FlaskClient, hand: str) -> None:
    """Of its 111 steps every second is in it, and the last."""
    answer = client.get(f"{hand}/hand.gif?step=111")
    pictures = Image.open(BytesIO(answer.data))
    assert pictures.size == (720, 512)
    assert 50 <= pictures.n_frames <= MOST_OF_HAND
    assert len(answer.data) < 2_000_000
    pictures.seek(pictures.n_frames - 2)
    assert pictures.info["duration"] % PASSING == 0
    assert Image.open(BytesIO(client.get(f"{hand}/hand.gif?step=9").data)).n_frames == 11


def test_frames_are_left_out_evenly() -> None:
    for count in range(1, 300):
        chosen = thinned(range(count), 59)
        assert len(chosen) <= 59
        assert chosen[-1] == count - 1
        assert len({after - before for before, after in pairwise(chosen)}) <= 1


@pytest.mark.usefixtures("squares")
def test_pictures_of_a_view_have_nothing_of_hidden_hands(client: FlaskClient, put: Put, sample: dict[str, Any]) -> None:
    deal = sample["hands"][1]["deal"]
    sample["hands"][1]["actions"] = []
    sample["hands"] = sample["hands"][:2]
    sample["hands"][1].pop("result", None)
    one = put(sample)
    deal["N"], deal["W"] = deal["W"], deal["N"]
    other = put(sample)
    for picture in ("preview.png", "trick.gif", "hand.gif"):
        first, second = (client.get(f"/matches/{number}/hands/2/{picture}?view=E").data for number in (one, other))
        assert first == second
        whole, changed = (client.get(f"/matches/{number}/hands/2/{picture}").data for number in (one, other))
        assert whole != changed


@pytest.mark.usefixtures("squares")
@pytest.mark.parametrize("framed", ["", "/embed"])
def test_what_other_sites_show_of_a_hand(read: Read, client: FlaskClient, hand: str, framed: str) -> None:
    said = said_of(read(f"{framed}{hand}?step={FAULT}&seat=N&colours=four"))
    assert said["canonical"] == said["og:url"] == f"http://localhost{hand}?step={FAULT}&seat=N"
    assert said["og:title"].endswith(f"hand 2, step {FAULT} of 111")
    assert said["og:description"] == said["description"]
    assert said["description"] == "Zhao Min plays 8♠ 8♣. Pair of 8s does not beat pair of 9s."
    assert said["og:locale"] == "en_US"
    assert said["twitter:card"] == "summary_large_image"
    answer = client.get(said["og:image"])
    picture = Image.open(BytesIO(answer.data))
    assert picture.size == (1200, 630) == (int(said["og:image:width"]), int(said["og:image:height"]))
    assert "lang=en" in said["og:image"]
    assert "below=N" in said["og:image"]
    hidden = said_of(read(f"{framed}{hand}?step={FAULT}&view=E"))
    assert hidden["description"] == "Zhao Min plays 8♠ 8♣."
    assert "view=E" in hidden["og:image"]
    assert said_of(read(f"{framed}{hand}?lang=zh-Hans"))["og:locale"] == "zh_CN"


def test_addresses_have_the_host_of_the_request(client: FlaskClient, hand: str) -> None:
    page = client.get(hand, base_url="https://fupan.example").text
    assert f'<link rel="canonical" href="https://fupan.example{hand}?step=0">' in page
    assert "http://localhost" not in page


def test_what_other_sites_show_of_other_pages(read: Read, put: Put, sample: dict[str, Any]) -> None:
    match = said_of(read(f"/matches/{put(sample)}"))
    assert match["description"] == "Guandan: Li Wei, Zhao Min, Sun Yue 孙悦, Qian Lu."
    assert "/hands/1/preview.png?step=0" in match["og:image"]
    for address in ("/rules/", "/rules/guandan/", "/rules/guandan/book", "/rules/guandan/guandan.beats", "/people/"):
        page = read(address)
        if address == "/people/":
            address = next(link for link in page.links if link.startswith("/people/") and link[8:].isdigit())
            page = read(address)
        said = said_of(page)
        assert said["canonical"] == f"http://localhost{address}"
        assert said["og:title"]
        assert said["description"]
        assert said["og:image"].startswith("http://localhost/static/screenshots/")


def test_names_are_escaped(read: Read, put: Put, sample: dict[str, Any]) -> None:
    sample["players"][0]["name"] = HOSTILE
    sample["match"]["id"] = HOSTILE
    number = put(sample)
    lead = next(step for step, act in enumerate(sample["hands"][1]["actions"], 1) if act.startswith("E "))
    for address in ("", f"/hands/2?step={lead}", f"/hands/2/share?step={lead}", f"/hands/2/alone.html?step={lead}"):
        page = read(f"/matches/{number}{address}")
        assert page.faults == []
        assert "<script>alert" not in page.source
    page = read(f"/embed/matches/{number}/hands/2?step={lead}")
    assert "<script>alert" not in page.source
    assert said_of(page)["description"].startswith(HOSTILE)
