"""Photos given as evidence: turned upright, kept without what the camera wrote, with the hashes of both files."""

import json
from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from sqlalchemy import select

from app.database.tables.audit_log import RecordEntry
from app.disputes.audit_log.actors import ActorRole
from app.disputes.cases import acts, photos
from app.disputes.cases.evidence import add_evidence, evidence_bytes
from app.disputes.cases.reading import dispute
from app.disputes.cases.states import Acting, CannotAct
from app.matches.installation import Installation
from app.players.statistics.audited_scores import audit_with_scores
from engine.verdict.proof.form import Claim, Subject
from tests.offenders import for_every

LI = Acting("Li", ActorRole.PLAYER)
FORMS = ("JPEG", "PNG", "WEBP")
ORIENTATION, MAKER, LOCATION = 0x0112, 0x010F, 0x8825
RIGHT = 6
"""The value of a photo that is turned a quarter to the right to be upright."""


def photo(form: str, *, orientation: int | None = RIGHT, size: tuple[int, int] = (40, 20)) -> bytes:
    """A photo whose left half is red and whose right half is blue, as its pixels lie in the file."""
    image = Image.new("RGB", size, "red")
    image.paste("blue", (size[0] // 2, 0, *size))
    exif = Image.Exif()
    if orientation is not None:
        exif.update({ORIENTATION: orientation, MAKER: "Secret Camera", LOCATION: {1: "N", 2: (31.0, 12.0, 0.0)}})
    made = BytesIO()
    image.save(made, form, **({"exif": exif} if orientation is not None else {}))
    return made.getvalue()


def colour(image: Image.Image, x: int, y: int) -> str:
    pixel: Any = image.convert("RGB").getpixel((x, y))
    return "red" if pixel[0] > pixel[2] else "blue"


@for_every("form", FORMS)
def test_a_photo_is_turned_and_loses_what_the_camera_wrote(form: str) -> None:
    given = photo(form)
    assert b"Secret Camera" in given
    kept = photos.kept_photo(given)
    assert b"Secret Camera" not in kept
    image = Image.open(BytesIO(kept))
    assert (image.format, image.size, dict(image.getexif())) == (form, (20, 40), {})
    assert (colour(image, 10, 8), colour(image, 10, 32)) == ("red", "blue")
    assert photos.kept_photo(kept) == kept, "it is not changed again"


@for_every("form", FORMS)
def test_a_photo_without_exif_is_kept_as_it_came(form: str) -> None:
    given = photo(form, orientation=None)
    assert photos.kept_photo(given) == given


def test_exif_of_a_second_picture_in_the_file_is_lost() -> None:
    made, exif = BytesIO(), Image.Exif()
    exif[MAKER] = "Secret Camera"
    pictures = [Image.new("RGB", (40, 20), each) for each in ("red", "blue")]
    pictures[0].save(made, "MPO", save_all=True, append_images=pictures[1:], exif=exif)
    given = made.getvalue()
    kept = photos.kept_photo(given)
    assert b"Secret Camera" in given
    assert b"Secret Camera" not in kept


def test_a_photo_that_cannot_be_read_or_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CannotAct, match=r"The photo cannot be read\. Send it in another format\."):
        photos.kept_photo(b"\xff\xd8\xff\xe1\0\x10Exif\0\0" + b"x" * 40 + b"\xff\xd9")
    monkeypatch.setattr(photos, "MEGAPIXELS", 1)
    with pytest.raises(CannotAct, match=r"The photo has more than 1 million pixels\."):
        photos.kept_photo(photo("PNG", size=(2_000, 600)))


@pytest.fixture
def disputed(fupan: Installation, take: Callable[..., list[object]], log: Callable[..., bytes]) -> Installation:
    """A dispute about a match."""
    take(log())
    acts.open_dispute(fupan, 1, LI, Subject(hand=None, action=None, line=None), Claim(text="Li won."))
    return fupan


def test_the_record_has_the_hashes_of_the_file_given_and_of_the_bytes_kept(disputed: Installation) -> None:
    given = photo("JPEG")
    number = add_evidence(disputed, 1, LI, "sheet.jpg", given)
    with disputed.sessions() as session:
        entry = session.scalars(select(RecordEntry).where(RecordEntry.event == "evidence")).one()
        found = evidence_bytes(session, 1, number)
        whole = dispute(session, 1)
    assert found is not None
    assert whole is not None
    kept = sha256(found[1]).hexdigest()
    data = json.loads(entry.data)
    assert (data["sha256"], data["given_sha256"]) == (kept, sha256(given).hexdigest())
    assert data["bytes"] == len(found[1])
    assert "said" in data
    assert [(each.sha256, each.given_sha256, each.changed) for each in whole.evidence] == [
        (kept, data["given_sha256"], True)
    ]
    assert audit_with_scores(disputed.sessions).whole
    for again in (given, found[1]):
        with pytest.raises(CannotAct, match=r"This file is in the dispute already\."):
            add_evidence(disputed, 1, LI, "again.jpg", again)


def test_a_log_has_one_hash_twice(disputed: Installation, log: Callable[..., bytes]) -> None:
    add_evidence(disputed, 1, LI, "log.json", log("m2"))
    with disputed.sessions() as session:
        entry = session.scalars(select(RecordEntry).where(RecordEntry.event == "evidence")).one()
        whole = dispute(session, 1)
    data = json.loads(entry.data)
    assert data["sha256"] == data["given_sha256"] == sha256(log("m2")).hexdigest()
    assert whole is not None
    assert not whole.evidence[0].changed
