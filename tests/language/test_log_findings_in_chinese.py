"""What the readers of logs say of a text that is wrong, in Chinese."""

import re
from io import BytesIO

from app.text.language.saying import words
from app.text.translations.languages import Language
from engine.logs import read_logs
from engine.rulebook.codes import READ_AS
from engine.rulebook.findings import Finding, finding, shown
from engine.rulebook.sentences import Text, put, read_made, say
from tests.offenders import for_every

HEAD = "游戏：掼蛋\n玩家：东 李伟，北 赵敏，西 孙悦，南 钱璐\n"
WORD = re.compile(r"[A-Za-z]{3,}")
OF_LOGS = {"fupan", "JSON", "NAME", "VALUE", "report", "text", "time"}
"""Words that logs have in every language."""

TYPED = [
    "东 出 3♥ 3Z",
    "东",
    "中 出 3♥",
    "东 报",
    "东 进贡 大王 给 上",
    "级牌：3\n级牌：4",
    "得分：东 x",
    "名次：东 +",
    "先手：东 西",
    "结束：不知道",
    "setup.level: 2",
]
OTHER = [
    b"",
    b'{"format": "fupan/1", "game": "guandan"}',
    b'{"format": "fupan/1", "game": "guandan", players}',
    b'{"format": "fupan/1", "game": "guandan", "players": [{"seat": 1}], "hands": []}',
    b'{"format": "fupan/1", "game": "guandan", "players": [{"seat": "E"}], "hands": 3}',
    b'{"format": "fupan/1", "format": "fupan/1"}',
    b"\x89PNG\r\n\x1a\n",
    b"a\tb\n1\t2\n3\t4",
    b"PK\x05\x06" + bytes(18),
]


def details(found: Finding) -> list[str]:
    """What a finding is about, in simplified Chinese: its details, without what it quotes of the log."""
    say_it = words(Language.SIMPLIFIED).of
    return [str(put(each, say_it)) for each in found.details.values() if isinstance(each, Text)]


@for_every("line", TYPED)
def test_a_line_that_cannot_be_read(line: str) -> None:
    (record,) = read_logs(BytesIO((HEAD + line).encode()), "log.txt")
    assert record.match is None
    said = [each for found in record.findings for each in details(found)]
    assert said
    assert not [each for each in said if set(WORD.findall(each)) - OF_LOGS]


@for_every("raw", OTHER)
def test_a_file_that_cannot_be_read(raw: bytes) -> None:
    (record,) = read_logs(BytesIO(raw), "log")
    assert record.match is None
    said = [each for found in record.findings for each in details(found)]
    named = {"players", "hands", "seat", "format", "PNG", "zip"}
    assert not [each for each in said if set(WORD.findall(each)) - OF_LOGS - named]


def test_a_guess_is_said_in_chinese() -> None:
    (record,) = read_logs(BytesIO((HEAD + "东 3♥3♠").encode()), "log.txt")
    assert any("第1局开始" in details(found) for found in record.findings)


def test_words_in_place_of_a_recorded_value_are_made_from_a_template() -> None:
    found = finding(READ_AS, "log.foreign", recorded=say("the file name"), reading="x")
    made = found.made()["with"]["recorded"]
    assert read_made(made).put(words(Language.SIMPLIFIED).of) == "文件名"
    assert "recorded" not in finding(READ_AS, "log.foreign", recorded="3h", reading="x").made()["with"]


def test_a_long_text_keeps_its_template() -> None:
    short = shown(say("{text} is not a card", text="x" * 500))
    assert isinstance(short, Text)
    assert len(short) < 200
    assert short.endswith("… is not a card")
