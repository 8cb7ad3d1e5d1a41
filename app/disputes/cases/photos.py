"""Photos as they are kept: upright, and without what the camera wrote into them, such as when and where it was."""

import struct
from io import BytesIO
from typing import Any, Final

from app.disputes.cases.states import CannotAct
from app.text.language import _

MEGAPIXELS: Final = 64
"""The most million pixels of a photo that is turned; unpacked they take 3 bytes each."""
_WRITTEN: Final = (b"Exif\0\0", b"EXIF", b"eXIf", b"Raw profile type ", b"ns.adobe.com/", b"com.adobe.xmp", b"XMP ")
"""What marks EXIF, and XMP, which repeats it, in any of the formats, also in a second picture of the file."""
_QUALITY: Final = 95


def kept_photo(data: bytes) -> bytes:
    """A photo turned as its EXIF says, and without it; the same bytes where it has none.

    Raises CannotAct for a photo that cannot be read, or that has more than `MEGAPIXELS`.
    """
    if not any(mark in data for mark in _WRITTEN):
        return data
    from PIL import Image, ImageOps

    try:
        with Image.open(BytesIO(data), formats=("JPEG", "PNG", "WEBP")) as photo:
            if photo.width * photo.height > MEGAPIXELS * 10**6:
                raise CannotAct(_("The photo has more than {count} million pixels.", count=MEGAPIXELS))
            form = "JPEG" if photo.format == "MPO" else photo.format
            settings = _settings(photo, form, data)
            turned = ImageOps.exif_transpose(photo)
            turned.info = {name: turned.info[name] for name in ("icc_profile", "transparency") if name in turned.info}
            made = BytesIO()
            turned.save(made, form, icc_profile=turned.info.get("icc_profile"), **settings)
    except CannotAct:
        raise
    except (OSError, SyntaxError, TypeError, ValueError, struct.error, Image.DecompressionBombError) as fault:
        raise CannotAct(_("The photo cannot be read. Send it in another format.")) from fault
    return made.getvalue()


def _settings(photo: Any, form: str | None, data: bytes) -> dict[str, object]:
    """How a photo is written so that it loses as little as can be."""
    if form == "JPEG":
        from PIL.JpegImagePlugin import get_sampling

        return {"qtables": photo.quantization, "subsampling": get_sampling(photo)}
    if form == "WEBP":
        return {"lossless": b"VP8L" in data[:64], "quality": _QUALITY}
    return {}
