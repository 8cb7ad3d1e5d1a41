"""Answers packed with zstd or gzip, where their size cannot give a secret away.

An answer that holds a secret, such as the token of a form, beside text that somebody else chooses, such as the words of
a search, gets shorter when that text is like the secret.  Who can make a visitor's browser ask and can see how long the
answers are guesses the secret letter by letter (the BREACH attack).  Therefore an answer is packed only where

- its view is marked with ``without_secrets``: it has no form, and it repeats nothing of the request but values out of a
  short list, such as the number of a step (or it is a static file, which is the same for everybody);
- and its address carries no list of hands (``?list=``), for links repeat that;
- and it was made without the visitor's session, whatever its view is marked with, and sets no cookie;
- and it is a success: the page of a fault repeats what was asked.

Every other answer goes out as it is.
"""

import gzip
from collections.abc import Callable, Mapping
from threading import Lock
from types import MappingProxyType
from typing import Final, Literal, TypeVar

import zstandard
from flask import Response, current_app, request

from engine.memo import BoundedMemo

Encoding = Literal["zstd", "gzip"]
ENCODINGS: Final[tuple[Encoding, ...]] = ("zstd", "gzip")
"""What answers are packed with, the one preferred first."""
LEAST_BYTES: Final = 512
"""An answer of fewer bytes goes out as it is."""
LARGEST_BYTES: Final = 4 * 1024 * 1024
"""So does one of more."""
_TYPES: Final = frozenset(
    {"text/html", "text/css", "text/javascript", "application/javascript", "application/json", "image/svg+xml"}
)
_STATIC: Final = "static"
_KEPT: Final = 64
"""Files that are kept packed."""
_LONGEST: Final = 512
"""The most characters of the address and the tag of such a file."""
_MARK: Final = "without_secrets"
_LIST: Final = "list"
_LEVELS: Final[Mapping[Encoding, tuple[int, int]]] = MappingProxyType({"zstd": (6, 19), "gzip": (6, 9)})
"""Of an answer that is made for a request, and of one that is kept."""
V = TypeVar("V", bound=Callable[..., object])


def without_secrets(view: V) -> V:
    """Marks a view whose answers hold no secret next to text of the request, so that they may be compressed."""
    setattr(view, _MARK, True)
    return view


class Packer:
    """Packs answers; static files are packed once."""

    def __init__(self) -> None:
        self._lock: Final = Lock()
        self._kept: Final[BoundedMemo[tuple[str, Encoding], bytes]] = BoundedMemo(_KEPT, longest=_LONGEST)

    def pack(self, response: Response) -> None:
        """Packs the answer to the request where it may be packed and the browser accepts it.

        The answer must have been made without the visitor's session.
        """
        if not _may_be_packed(response):
            return
        response.vary.add("Accept-Encoding")
        encoding = accepted_encoding()
        if encoding is None:
            return
        response.direct_passthrough = False
        whole = response.get_data()
        if not LEAST_BYTES <= len(whole) <= LARGEST_BYTES:
            return
        tag, _ = response.get_etag()
        response.set_data(packed_with(encoding, whole) if tag is None else self._packed_once(encoding, whole, tag))
        response.headers["Content-Encoding"] = encoding
        if tag is not None:
            # The bytes differ from those that go out as they are, so the tag can only say that they mean the same.
            response.set_etag(tag, weak=True)

    def _packed_once(self, encoding: Encoding, whole: bytes, tag: str) -> bytes:
        key = (f"{request.path} {tag}", encoding)
        with self._lock:
            known = self._kept.get(key)
        if known is not None:
            return known
        packed = packed_with(encoding, whole, keep=True)
        with self._lock:
            return self._kept.keep(key, packed)


def accepted_encoding() -> Encoding | None:
    """The encoding that the request accepts most gladly, of those known here; None where it accepts none."""
    qualities = request.accept_encodings
    best = max(ENCODINGS, key=lambda encoding: qualities.quality(encoding))
    return best if qualities.quality(best) > 0 else None


def packed_with(encoding: Encoding, whole: bytes, *, keep: bool = False) -> bytes:
    """Some bytes packed; closer, and more slowly, if they are kept."""
    level = _LEVELS[encoding][keep]
    if encoding == "zstd":
        return zstandard.ZstdCompressor(level=level).compress(whole)
    return gzip.compress(whole, compresslevel=level, mtime=0)


def _may_be_packed(response: Response) -> bool:
    if response.status_code != 200 or response.mimetype not in _TYPES or "Content-Encoding" in response.headers:
        return False
    if "Set-Cookie" in response.headers or _LIST in request.args:
        return False
    view = current_app.view_functions.get(request.endpoint or "")
    return request.endpoint == _STATIC or getattr(view, _MARK, False)
