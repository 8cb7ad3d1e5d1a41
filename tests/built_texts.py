"""What traditional texts were built before, as digests: ``python -m tests.built_texts`` writes those of today.

Read which texts the test of it lists before you write them again: a change of the converter, of a word among the
exceptions or of an exception changes texts.
"""

import json
from collections.abc import Iterator
from hashlib import blake2s
from pathlib import Path
from typing import Final

from app.text.translations.compiling import whole
from app.text.translations.languages import Language
from tests.translated import Key, key_of

BUILT: Final = Path(__file__).parent / "data" / "traditional.json"
_BYTES: Final = 5


def digests() -> dict[str, tuple[str, str]]:
    """By the digest of a text's context, id and simplified form, that of its traditional form, and that form."""
    simplified, traditional = (dict(_texts(language)) for language in (Language.SIMPLIFIED, Language.TRADITIONAL))
    return {
        _digest("\0".join((*key, text))): (_digest(traditional[key]), traditional[key])
        for key, text in simplified.items()
    }


def _texts(language: Language) -> Iterator[tuple[Key, str]]:
    for message in whole(language):
        if message.id:
            yield key_of(message), message.string if isinstance(message.string, str) else message.string[0]


def _digest(text: str) -> str:
    return blake2s(text.encode(), digest_size=_BYTES).hexdigest()


if __name__ == "__main__":
    found = {key: digest for key, (digest, _) in sorted(digests().items())}
    BUILT.write_text(json.dumps(found, separators=(",", ":")) + "\n", encoding="utf-8")
