"""Which texts are taken for loose text: those that name a game in their first lines, and nothing of another format."""

from io import BytesIO
from pathlib import Path

from engine.logs import FORMATS, detect, read_logs
from engine.logs.loose.reading import HEAD, is_loose_text
from tests.golden import samples
from tests.offenders import for_every

OTHERS = [path for path in samples() if path.parent.name != "text"]
TEXTS = [path for path in samples() if path.parent.name == "text"]


@for_every(
    "text",
    [
        "game: guandan",
        "GAME : Bao Huang",
        "游戏：掼蛋",
        "掼蛋",
        "# Friday\nGuandan\nE Li Wei, N Zhao Min, W Sun Yue, S Qian Lu",
        "遊戲: 摜蛋",
        "# notes\n\n对局：周六\n游戏: 十三水",
        "\ufeffgame: big_a\n",
        "\n" * (HEAD - 1) + "game: guandan",
    ],
)
def test_a_text_that_names_its_game(text: str) -> None:
    for codec in ("utf-8", "gb18030"):
        found = detect(text.removeprefix("\ufeff" if codec != "utf-8" else "").encode(codec))
        assert found is FORMATS["text"]


@for_every(
    "text",
    [
        "",
        "game: go",
        "guandan tonight",
        "E play 3h\nN pass",
        '{"game": "guandan"}',
        '["game: guandan"]',
        "<p>\ngame: guandan",
        "the game: guandan",
        "\n" * HEAD + "game: guandan",
    ],
)
def test_other_texts(text: str) -> None:
    assert not is_loose_text(text.encode())


def test_no_log_of_another_format_is_taken() -> None:
    assert OTHERS
    assert [sample for sample in OTHERS if is_loose_text(sample.read_bytes()[: 64 * 1024])] == []


@for_every("sample", TEXTS)
@for_every("codec", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_samples_in_every_encoding(sample: Path, codec: str) -> None:
    raw = sample.read_text("utf-8").encode(codec, "replace")
    (record,) = read_logs(BytesIO(raw), "notes")
    (plain,) = read_logs(BytesIO(sample.read_bytes()), "notes")
    assert (record.format, record.match) == ("text", plain.match)
    if codec != "utf-8" and record.match is not None:
        assert record.findings[0].variant in ("mark", "encoding", "gbk")
        assert record.raw == raw


def test_a_text_that_is_not_of_any_encoding_is_refused() -> None:
    (record,) = FORMATS["text"].read(b"game: guandan\n\xff\xff", "x")
    assert (record.match, record.findings[0].variant) == (None, "text")
