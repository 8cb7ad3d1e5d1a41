"""What a file that is no log is said to be."""

from io import BytesIO
from pathlib import Path

from engine.logs import FORMATS, read_logs
from engine.logs.likeness import looks_like
from tests.golden import SAMPLES
from tests.offenders import for_every

ONLY_ACTIONS = (
    "text with the actions of a hand, without the rest of the log; begin it with a line for the game, such as "
    "'game: guandan', and one for the players, such as 'players: E Li Wei, N Zhao Min, …'"
)
TEXT = "今天的牌局：第一副"


def said(data: bytes, name: str = "file") -> list[str]:
    return [each.message for record in read_logs(BytesIO(data), name) for each in record.findings]


@for_every(
    ("data", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "a JPEG picture"),
        (b"RIFF\x10\0\0\0WEBPVP8 ", "a WebP picture"),
        (b"\0\0\0\x18ftypheic", "a HEIC picture"),
        (b"%PDF-1.7\n", "a PDF document"),
        (b"Rar!\x1a\x07\x01\0", "a RAR archive; Fupan reads zip, gzip and zstd"),
        (b"\0" * 257 + b"ustar\x0000", "a tar archive; Fupan reads zip, gzip and zstd"),
        (b"SQLite format 3\0", "an SQLite database"),
        (bytes(range(256)), "binary data of an unknown kind"),
        (b"just some words\n", "plain text"),
        (TEXT.encode(), "Chinese text"),
        (TEXT.encode("gbk"), "Chinese text in GB18030"),
        (TEXT.encode("utf-16"), "Chinese text in UTF-16"),
        (b"<!DOCTYPE html><title>x</title>", "a web page (HTML)"),
        (b'<?xml version="1.0"?><x/>', "XML text"),
        (b"hand,E,N\n1,3,-3\n2,1,-1\n", "a table with commas between its columns"),
        (b"E play 5s\nN pass\n", ONLY_ACTIONS),
        ("东 出 3♥ 3♠\n北 不要\n".encode(), ONLY_ACTIONS),
        ("李伟 不要\n".encode("gbk"), ONLY_ACTIONS),
        (b"[1, 2]", "JSON text that is not a match log"),
        (b'{"a": 1}\n{"b": 2}\n', "JSON text that is not a match log"),
    ],
)
def test_a_file_that_is_no_log_is_named(data: bytes, kind: str) -> None:
    assert said(data) == [f"this is {kind}"]


@for_every("name", ["log.json", "log.jsonl"])
def test_the_name_of_a_file_does_not_make_it_json(name: str) -> None:
    assert said(b"\x89PNG\r\n\x1a\n", name) == ["this is a PNG picture"]
    assert said(b'{"a": 1}', name) == ["this is JSON text that is not a match log"]
    assert said(b'{"hands": []}', name) == ["format is missing"]


def test_a_long_text_that_ends_within_a_character_is_text() -> None:
    assert looks_like((TEXT * 3000).encode()[: 64 * 1024], FORMATS.values()) == "Chinese text"


@for_every("known", [each for each in FORMATS.values() if each.fields])
def test_a_sample_without_what_its_format_is_told_by_looks_most_like_it(known: object) -> None:
    name = known.name  # type: ignore[attr-defined]
    fields = known.fields  # type: ignore[attr-defined]
    if name != "fupan":
        (sample,) = [path for path in _samples() if path.name.partition(".")[0] == name]
        assert [field for field in fields if f'"{field}"' not in sample.read_text()] == []
    text = "[" + ", ".join(f'{{"{field}": 0}}' for field in fields[:-1]) + "]"
    found = looks_like(text.encode(), FORMATS.values())
    assert found.startswith(f"JSON text that looks most like the format {name} (")
    assert found.endswith(f" without {fields[-1]}")


def _samples() -> list[Path]:
    return [path for path in SAMPLES.glob("*/foreign/*") if not path.name.endswith(".report.jsonl")]
