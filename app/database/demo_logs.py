"""The logs of the demo, in the language in which a database is filled with it."""

import gzip
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from msgspec import UNSET, structs

from app.database.drafts import draft_folder
from app.text.folders import folder
from app.text.language import DEFAULT, LANGUAGES, Language
from app.text.language.saying import words
from engine.logs import read_logs, write_match
from engine.record.match import Match, given_value

DISPUTED: Final = "disputes"
"""The folder of the logs that have a dispute each."""
CONTEXT: Final = "demo"
"""The context of the texts of the demo in the catalogues."""
_NUMBERED: Final = re.compile(r"(?P<words>.+ )(?P<number>\d+)")
_PACKED: Final = ".gz"


def demo_folder() -> Path:
    """The folder of the demo's logs."""
    return folder("sample_logs") / "demo"


def demo_files(within: Path | None = None) -> list[str]:
    """The logs of the demo: the season first, so that lists show the evenings above it.

    ``within`` is the folder that `demo_in` gives.
    """
    patterns = ("*.jsonl.gz", f"{DISPUTED}/*.json", "*.json")
    return [str(path) for pattern in patterns for path in sorted((within or demo_folder()).glob(pattern))]


def demo_hashes() -> frozenset[str]:
    """The hashes of the bytes of every match of the demo, in every language."""
    return frozenset(digest for language in LANGUAGES for digest in hashes_in(language))


def hashes_in(language: Language) -> Iterator[str]:
    """The hashes of the bytes of the matches of the demo in a language, the last one first."""
    with demo_in(language) as within:
        for path in reversed(demo_files(within)):
            with open(path, "rb") as stream:
                yield from (record.sha256 for record in read_logs(stream, path))


@contextmanager
def demo_in(language: Language) -> Iterator[Path]:
    """A folder with the logs of the demo whose titles, names, events and notes are in a language."""
    if language is DEFAULT:
        yield demo_folder()
        return
    with draft_folder() as made:
        for path in map(Path, demo_files()):
            written = made / path.relative_to(demo_folder())
            written.parent.mkdir(exist_ok=True)
            with path.open("rb") as stream:
                matches = [record.match for record in read_logs(stream, path.name) if record.match is not None]
            lines = b"".join(write_match(translated(match, language)) + b"\n" for match in matches)
            written.write_bytes(gzip.compress(lines, 1, mtime=0) if path.suffix == _PACKED else lines)
        yield made


def translated(match: Match, language: Language) -> Match:
    """A match of the demo in a language: its title, event and note, and the names of its players."""
    info = match.match
    players = [
        structs.replace(player, name=in_language(name, language)) if (name := given_value(player.name)) else player
        for player in match.players
    ]
    if info is UNSET:
        return structs.replace(match, players=players)
    texts = {
        name: in_language(text, language)
        for name in ("id", "event", "note")
        if (text := given_value(getattr(info, name)))
    }
    return structs.replace(match, players=players, match=structs.replace(info, **texts))


def in_language(text: str, language: Language) -> str:
    """A text of the demo in a language."""
    template, number = template_of(text)
    return words(language).of(CONTEXT, template).replace("{number}", number)


def template_of(text: str) -> tuple[str, str]:
    """What the catalogues have of a text of the demo, and the number at its end that takes the place of a name."""
    text_match = _NUMBERED.fullmatch(text)
    return (text, "") if text_match is None else (text_match["words"] + "{number}", text_match["number"])
