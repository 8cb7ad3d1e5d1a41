"""`fupan show` at the end of a hand of Chinese poker: the settlement pair by pair."""

from collections.abc import Callable
from pathlib import Path

from click.testing import Result

Run = Callable[..., Result]
SAMPLES = Path(__file__).parents[3] / "sample_logs" / "chinese_poker"


def last_step(run: Run, name: str, step: int, hand: int = 1) -> str:
    result = run("show", str(SAMPLES / name), "--hand", str(hand), "--step", str(step))
    assert result.exit_code == 0, result.output
    return result.stdout.replace("−", "-")


def test_the_hands_of_the_article(run: Run) -> None:
    lines = last_step(run, "amy-and-bob.jsonl", 2).splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("Amy ") and "against" in line)
    begun = [line for line in lines[start + 1 : start + 9] if line.startswith("  ") and not line.startswith("    ")]
    assert [line.split()[:2] for line in begun] == [
        ["+1", "front:"],
        ["-1", "middle:"],
        ["+1", "back:"],
        ["+1", "Amy"],
        ["+2", "units"],
    ]
    assert begun[3].endswith("  chinese_poker.overall")
    assert "points  Amy +2  Bob -2" in lines
    assert "against" not in last_step(run, "amy-and-bob.jsonl", 1)


def test_stakes_and_mis_set_hands(run: Run) -> None:
    text = last_step(run, "naturals-and-home-run.json", 8)
    assert "units to Lin Mei, times 100: +600 points" in text
    assert "Gao Yan is mis-set and pays for a scoop: 6  chinese_poker.misset" in text
    assert "points  Lin Mei +720  Chen Hao -480  Wu Jie -60  Gao Yan -180" in text


def test_the_best_row_of_the_table(run: Run) -> None:
    text = last_step(run, "first-to-eleven.json", 4)
    assert "front: Gao Yan has the best row (ace high, king three): Gao Yan +1 chinese_poker.best-row" in " ".join(
        text.split()
    )
    assert "against" not in text
