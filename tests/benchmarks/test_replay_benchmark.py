"""The benchmark runs, on very little; how fast it finds anything is not asked here."""

import json
from functools import partial
from pathlib import Path

import pytest

from tests.benchmarks import beside, comparing, corpora, replay
from tests.playouts import GAMES, generate

ARGUMENTS = ["--hands", "3", "--repeats", "2"]


@pytest.fixture(autouse=True)
def _short_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has matches that are made up end after three hands."""
    monkeypatch.setattr(corpora, "generate", partial(generate, hands=3))


@pytest.mark.parametrize("game", sorted(GAMES))
def test_it_measures_every_corpus_that_is_made_up(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = replay.main([*corpora.RECIPES, *ARGUMENTS, "--game", game, "--folder", str(tmp_path), "--json"])
    speeds = json.loads(capsys.readouterr().out)["speeds"]
    assert status == 0
    assert set(speeds) == set(corpora.RECIPES)
    assert all(len(runs) == 2 for runs in speeds.values())
    assert all(min(run["whole"], run["ratio"], run["bound"]) > 0 for runs in speeds.values() for run in runs)
    assert len(list(tmp_path.iterdir())) == len(corpora.RECIPES)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_it_measures_every_game(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = replay.main(["timed", "--game", game, *ARGUMENTS, "--folder", str(tmp_path), "--json"])
    speeds = json.loads(capsys.readouterr().out)["speeds"]
    assert status == 0
    assert all(run["whole"] > 0 for run in speeds["timed"])


@pytest.mark.parametrize("game", sorted(GAMES))
def test_it_measures_comparisons(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert comparing.main([game, "--matches", "4", "--repeats", "1"]) == 0
    line = capsys.readouterr().out
    assert line.split(":")[0].strip() == game
    assert float(line.split()[-3]) > 0


def test_it_measures_two_engines_in_turns(capsys: pytest.CaptureFixture[str]) -> None:
    for benchmark in (["comparing", "big_a", "--matches", "2", "--repeats", "1"], ["replay", "greedy", *ARGUMENTS]):
        assert beside.main([str(beside.REPO), *benchmark, "--pairs", "1"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert len(lines) > 1
        assert all(float(line.split()[-2]) > 0 for line in lines)


def test_it_measures_memory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    replay.main(["greedy", *ARGUMENTS, "--folder", str(tmp_path), "--memory", "--json"])
    memory = json.loads(capsys.readouterr().out)["memory"]["greedy"]
    assert memory["decoded"] > 1_000
    assert memory["after_first"] > 1_000_000
    assert memory["grown"] >= 0


def test_it_prints_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    replay.main(["uniform", *ARGUMENTS, "--folder", str(tmp_path)])
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split()[:2] == ["corpus", "hands"]
    assert lines[2].split()[0] == "uniform"


def test_a_missed_target_fails_the_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ["verbose", *ARGUMENTS, "--folder", str(tmp_path), "--check"]
    monkeypatch.setattr(replay, "HANDS_WANTED", 10**12)
    assert replay.main(arguments) == 1
    monkeypatch.setattr(replay, "HANDS_WANTED", 0)
    monkeypatch.setattr(replay, "RATIO_WANTED", 0)
    assert replay.main(arguments) == 0


def test_an_unknown_corpus_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        replay.main(["nowhere"])
    assert "no corpus nowhere" in capsys.readouterr().err


def test_the_real_matches_are_there(shared: Path) -> None:
    real = corpora.corpus("guandan", corpora.REAL, 0, 0)
    assert real is not None
    assert real.hands > 100


def test_what_is_made_up_is_kept_and_told_apart_by_seed(tmp_path: Path) -> None:
    made = [corpora.corpus("guandan", "greedy", 2, seed, tmp_path) for seed in (1, 1, 2)]
    assert made[0] == made[1] != made[2]
    assert all(each is not None and each.hands >= 2 for each in made)
