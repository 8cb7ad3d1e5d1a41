"""Lines as hands mangle them: the same match, a notice, or an error with its place; never an exception."""

from collections import Counter
from pathlib import Path
from random import Random

from engine.logs.loose.reading import read
from engine.record import bounds
from tests.golden import SAMPLES, reports
from tests.offenders import for_every

TEXTS = sorted(path for path in (SAMPLES / "text").glob("*-*.txt"))
LINES = 500
SLIPS = "x张的1０,，:：=@^|/+->()（）[{\"'?？♥♠红大东EN"
FREE = ("#", "note", "match", "event", "table", "备注", "对局", "赛事", "桌号", "players", "玩家")
"""The beginnings of lines that hold any text."""


def mangled(line: str, rng: Random) -> str:
    """A line with a slip of the hand: a key hit by mistake, a word gone, letters or words in another order."""
    at = rng.randrange(len(line))
    words = line.split(" ")
    slips = (
        line[:at] + rng.choice(SLIPS) + line[at:],
        line[:at] + rng.choice(SLIPS) + line[at + 1 :],
        line[:at] + line[at + 1 :],
        line[:at] + line[at] + line[at:],
        line[: at + 1][:-2] + line[: at + 1][-2:][::-1] + line[at + 1 :],
        " ".join(words[1:]),
        " ".join(words[:1] + words[2:]),
        line.replace(" ", ""),
        line.upper(),
        line.translate({code: code + 0xFEE0 for code in range(0x21, 0x7F)}),
        line + rng.choice(SLIPS),
    )
    return rng.choice(slips)


def test_five_hundred_mangled_lines() -> None:
    rng = Random("five hundred mangled lines")
    texts = [path.read_text("utf-8").split("\n") for path in TEXTS]
    wanted = [read("\n".join(text).encode(), "x")[0].match for text in texts]
    outcomes: Counter[str] = Counter()
    for _ in range(LINES):
        which = rng.randrange(len(texts))
        lines = list(texts[which])
        number = rng.choice([n for n, line in enumerate(lines) if len(line) > 2 and not line.startswith(FREE)])
        lines[number] = mangled(lines[number], rng)
        (record, *others) = read("\n".join(lines).encode(), "x")
        assert others == []
        if record.match is None:
            places = {each.details["line"]: each.details["column"] for each in record.findings}
            assert {each.variant for each in record.findings} == {"line"}
            assert all(each.message.startswith("line ") for each in record.findings)
            outcomes["in place"] += number + 1 in places
            assert all(1 <= int(column) <= len(lines[int(line) - 1]) + 1 for line, column in places.items())  # type: ignore[arg-type]
            outcomes["error"] += 1
        elif record.findings:
            outcomes["notice"] += 1
        elif record.match == wanted[which]:
            outcomes["same"] += 1
        else:
            # What is written there now is another match in so many words: a card more, another seat.
            outcomes["other"] += 1
            assert record.match.players == wanted[which].players  # type: ignore[union-attr]
    in_place = outcomes.pop("in place")
    assert outcomes.total() == LINES
    # A line that begins a hand, or names the game or the players, is found out where it is missed.
    assert in_place > outcomes["error"] * 9 // 10
    assert min(outcomes["error"], outcomes["same"]) > LINES // 8
    assert outcomes["notice"]
    assert outcomes["other"] < LINES // 5, outcomes


@for_every("path", TEXTS)
def test_the_samples_are_clean_and_read_without_a_guess(path: Path) -> None:
    (report,) = reports(path)
    assert str(report.verdict) == "clean"
    assert not [each for each in report.findings if each.code.id == "read-as"]


def test_any_bytes() -> None:
    rng = Random("any bytes as loose text")
    for path in TEXTS:
        raw = path.read_bytes()
        for _ in range(20):
            at = rng.randrange(len(raw))
            (record, *_) = read(raw[:at] + rng.randbytes(rng.randrange(4)) + raw[at + rng.randrange(60) :], "x")
            assert record.match is not None or record.findings


@for_every("value", ["[" * 100_000, "a," * 50_000, "x" * 100_000])
def test_a_line_that_is_too_long_is_refused_with_its_place(value: str) -> None:
    (record,) = read(f"game: guandan\nplayers: {value}\n".encode(), "x")
    (fault,) = record.findings
    assert fault.message == "line 2, column 65537: a line that is too long"


def test_more_lines_than_an_upload_may_have() -> None:
    (record,) = read(b"game: guandan\n" + b"\n" * bounds.UPLOAD_LINES, "x")
    assert record.findings[0].message == "too large: 1,000,002 lines (limit: 1,000,000 lines)"


@for_every(
    "line", ["hand{}x", "第{}x", "打2{}x", "E holds: 3h{}4h", "players: E a{}x", "E plays 3h @1{}x", "E reports 3{}x"]
)
def test_long_spaces_are_read_in_one_pass(line: str) -> None:
    head = "game: guandan\nplayers: E Li, N Zhao, W Sun, S Qian\n"
    # With a pattern that goes back over the spaces this would take hours, or days.
    (record,) = read(f"{head}{line.format(' ' * 60_000)}\n".encode(), "long.txt")
    assert record.findings


def test_hands_beyond_the_bound_are_named_by_their_line() -> None:
    text = "game: guandan\nplayers: E Li, N Zhao, W Sun, S Qian\n" + "hand\n" * (bounds.HANDS + 1)
    (record,) = read(text.encode(), "many.txt")
    assert record.match is None
    assert record.findings[-1].details["line"] == bounds.HANDS + 3
