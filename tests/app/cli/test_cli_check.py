"""`fupan check`: its text, its JSON, its streams and its exit status."""

import gzip
import json
import os
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from app.cli.inputs import Inputs
from app.cli.matches import judging
from app.cli.matches.check import _printed
from app.cli.progress import Progress
from app.text.terminal import style_of
from engine.games import GAMES
from engine.record import bounds
from engine.verdict.report import Verdict
from tests.app.cli.conftest import PATIENCE
from tests.golden import SAMPLES
from tests.profiles import tried

REPO = Path(__file__).parents[3]

DATA = Path(__file__).parents[2] / "data" / "cli"
Log = dict[str, Any]
Write = Callable[..., str]
Run = Callable[..., Result]
Start = Callable[..., "subprocess.Popen[bytes]"]


def wait_until(reached: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not reached():
        assert time.monotonic() < until
        time.sleep(0.05)


def test_a_clean_match_is_one_short_line(run: Run, write: Write, clean: Log) -> None:
    path = write("a.jsonl", clean)
    result = run("check", path)
    assert result.stdout == f"{path}:1: clean\n1 match: 1 clean\n"
    assert (result.stderr, result.exit_code) == ("", 0)


def test_a_finding_says_where_what_and_why(run: Run, write: Write, illegal: Log) -> None:
    path = write("a.jsonl", illegal)
    result = run("check", path)
    lines = result.stdout.splitlines()
    assert lines[0].startswith("error[does-not-beat]: ")
    assert lines[1] == f"   --> {path}:1, hand 1, action 10, seat N (Player N)"
    assert lines[3] == "10 │ N play 3s"
    assert lines[4] == "   │        ^^"
    assert any(line.startswith("   = expected: ") for line in lines)
    assert any(line.startswith("   = rule: guandan.") for line in lines)
    assert "   = more: fupan explain does-not-beat" in lines
    assert lines[-3:] == [f"{path}:1 (table-7): illegal: 1 error", "", "1 match: 1 illegal"]
    assert result.exit_code == 1


def test_a_finding_about_a_hand_or_a_match_shows_no_action(run: Run, write: Write, misscored: Log) -> None:
    path = write("a.jsonl", misscored)
    result = run("check", path)
    assert f" --> {path}:1, hand 1\n" in result.stdout
    assert "misscored" in result.stdout.splitlines()[-1]
    assert "│" not in result.stdout
    assert result.exit_code == 1


def test_an_incomplete_match_says_which_hand_is_not_scored(run: Run, write: Write, incomplete: Log) -> None:
    result = run("check", write("a.jsonl", incomplete))
    assert "incomplete: 1 warning; hand 1 not scored: the totals are unknown from there on" in result.stdout
    assert result.exit_code == 1


def test_the_summary_counts_every_verdict(
    run: Run, write: Write, clean: Log, illegal: Log, misscored: Log, incomplete: Log
) -> None:
    path = write("a.jsonl", clean, illegal, "{", misscored, clean, incomplete)
    result = run("check", path)
    assert result.stdout.splitlines()[-1] == ("6 matches: 2 clean, 1 incomplete, 1 misscored, 1 illegal, 1 unreadable")
    assert result.exit_code == 2


def test_a_finding_of_a_typed_log_names_the_line_and_the_player(run: Run) -> None:
    typed = (SAMPLES / "text" / "guandan-en.txt").read_text(encoding="utf-8").splitlines()
    assert typed[17] == "N passes"
    typed[17] = "N plays 10s 10d"
    lines = run("check", "-", given="\n".join(typed)).stdout.splitlines()
    assert lines[0] == "error[card-not-held]: Zhao Min does not hold 10♠ 10♦"
    assert lines[1].strip() == "--> -, hand 1, line 18, seat N (Zhao Min)"
    assert lines[3] == "18 │ N play Ts Td"


def test_the_text_for_a_log_with_many_faults(run: Run, shared: Path) -> None:
    with gzip.open(shared / "conformance" / "guandan" / "faulty.log.jsonl.gz", "rt", encoding="utf-8") as lines:
        logs = "".join(islice(lines, 3))
    text = run("check", "-", given=logs + '{"format": "fupan/1", "game": \n').stdout
    assert text == (DATA / "faulty.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("names", "status"),
    [
        (["clean"], 0),
        (["clean", "clean"], 0),
        (["clean", "incomplete"], 1),
        (["misscored"], 1),
        (["illegal", "clean"], 1),
        (["unreadable"], 2),
        (["unreadable", "illegal"], 2),
    ],
)
@pytest.mark.parametrize("json_flag", [[], ["--json"]])
def test_the_exit_status_is_the_highest(
    run: Run, write: Write, request: pytest.FixtureRequest, names: list[str], status: int, json_flag: list[str]
) -> None:
    logs = ['{"format": "fupan/1"' if name == "unreadable" else request.getfixturevalue(name) for name in names]
    assert run("check", *json_flag, write("a.jsonl", *logs)).exit_code == status


def test_json_is_one_report_a_line_in_order(run: Run, write: Write, clean: Log, illegal: Log) -> None:
    first, second = write("a.jsonl", clean, "[]", illegal), write("b.json", clean)
    result = run("check", "--json", first, second)
    reports = [json.loads(line) for line in result.stdout.splitlines()]
    assert [report["log"]["source"] for report in reports] == [f"{first}:1", f"{first}:2", f"{first}:3", second]
    assert [report["verdict"] for report in reports] == ["clean", "unreadable", "illegal", "clean"]
    assert all(report["report"] == "fupan-report/1" for report in reports)


def test_standard_input_and_packed_files_read_alike(run: Run, write: Write, tmp_path: Path, illegal: Log) -> None:
    path = write("a.jsonl", illegal)
    packed = tmp_path / "a.jsonl.gz"
    packed.write_bytes(gzip.compress(Path(path).read_bytes()))
    outputs = [
        run("check", "--json", path),
        run("check", "--json", "-", given=Path(path).read_bytes()),
        run("check", "--json", str(packed)),
    ]
    digests = {json.loads(result.stdout)["digest"] for result in outputs}
    assert len(digests) == 1
    assert json.loads(outputs[1].stdout)["log"]["source"].startswith("-")


class TestInputsThatCannotBeRead:
    """Each is said in a line, costs the status 2, and the rest is still checked."""

    def test_a_file_that_is_not_there(self, run: Run, write: Write, tmp_path: Path, clean: Log) -> None:
        path = write("a.jsonl", clean)
        result = run("check", str(tmp_path / "no such file"), path)
        assert result.stderr == f"fupan: {tmp_path / 'no such file'}: no such file\n"
        assert f"{path}:1: clean\n" in result.stdout
        assert result.exit_code == 2

    def test_a_folder_where_a_file_is_needed(self, run: Run, write: Write, tmp_path: Path, clean: Log) -> None:
        write("a.jsonl", clean)
        result = run("convert", str(tmp_path))
        assert f"{tmp_path}: a folder, not a file" in result.stderr
        assert result.exit_code == 2

    def test_a_file_that_may_not_be_read(
        self, run: Run, write: Write, clean: Log, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        closed, path = write("closed.jsonl", clean), write("a.jsonl", clean)
        really_open = open

        def open_but_one(file: Any, *arguments: Any, **named: Any) -> Any:
            if file == closed:
                raise PermissionError(13, "Permission denied", file)
            return really_open(file, *arguments, **named)

        monkeypatch.setattr("builtins.open", open_but_one)
        result = run("check", closed, path)
        assert result.stderr == f"fupan: {closed}: not allowed to read it\n"
        assert result.stdout.endswith("1 match: 1 clean\n")
        assert result.exit_code == 2

    @pytest.mark.skipif(not os.path.exists("/proc/self/mem"), reason="needs /proc")
    def test_a_file_that_fails_while_it_is_read(self, run: Run, write: Write, clean: Log) -> None:
        result = run("check", "/proc/self/mem", write("a.jsonl", clean))
        assert result.stderr.startswith("fupan: /proc/self/mem: cannot be read (")
        assert result.stdout.endswith("1 match: 1 clean\n")
        assert result.exit_code == 2

    def test_an_empty_file(self, run: Run, tmp_path: Path) -> None:
        (tmp_path / "empty.jsonl").write_bytes(b"")
        result = run("check", str(tmp_path / "empty.jsonl"))
        assert str(tmp_path / "empty.jsonl") in result.output
        assert result.exit_code == 2

    def test_nothing_named_at_all(self, run: Run) -> None:
        result = run("check")
        assert "Missing argument 'FILE...'" in result.stderr
        assert result.exit_code == 2

    @pytest.mark.parametrize(
        "content",
        [
            b"\x00" * 100,
            b"\xff\xfe\xfa",
            b"PK\x03\x04 no zip",
            b"\x1f\x8b\x08 no gzip",
            b"\x28\xb5\x2f\xfd no zstd",
            b"[" * 10_000,
        ],
    )
    @pytest.mark.parametrize("name", ["a.jsonl", "a.json", "a.zip", "a.gz", "odd"])
    def test_files_that_are_no_logs(self, run: Run, tmp_path: Path, name: str, content: bytes) -> None:
        (tmp_path / name).write_bytes(content)
        result = run("check", str(tmp_path / name))
        assert str(tmp_path / name) in result.output
        assert result.exit_code == 2

    def test_a_name_that_is_no_text(self, start: Start, tmp_path: Path, clean: Log) -> None:
        folder = os.fsencode(tmp_path)
        name = folder + b"/\xff\x1b[31m.jsonl"
        with open(name, "w", encoding="utf-8") as file:
            file.write(json.dumps(clean))
        out, err = start("check", "--json", os.fsdecode(name)).communicate()
        assert json.loads(out)["log"]["source"].startswith(f"{tmp_path}/\ufffd\x1b[31m.jsonl")
        assert err == b""
        out, _ = start("check", os.fsdecode(name)).communicate()
        assert b"\x1b" not in out
        assert b"clean" in out


class TestRules:
    """`--rules` and `--option`."""

    def test_a_preset_replaces_the_claim(self, run: Run, write: Write, clean: Log) -> None:
        path = write("a.jsonl", clean | {"rules": {"preset": "no such preset"}})
        assert run("check", path).exit_code == 2
        report = json.loads(run("check", "--json", "--rules", "botzone", path).stdout)
        assert (report["verdict"], report["rules"]["preset"]) == ("clean", "botzone")

    def test_options_apply_on_top(self, run: Run, write: Write, clean: Log) -> None:
        path = write("a.jsonl", clean | {"rules": {"preset": "njupt", "options": {"hands": 3}}})
        result = run("check", "--json", path, "--option", "hands=5", "--option", "return_level=yes")
        rules = json.loads(result.stdout)["rules"]
        assert (rules["preset"], rules["options"]["hands"], rules["options"]["return_level"]) == ("njupt", 5, True)

    def test_a_preset_that_no_game_has_is_wrong_usage(self, run: Run, write: Write, clean: Log) -> None:
        result = run("check", "--json", "--rules", "turnament", write("a.jsonl", clean))
        assert "no game has a preset 'turnament'; did you mean tournament?" in result.stderr
        assert all(preset in result.stderr for preset in GAMES["guandan"].rules.presets)
        assert (result.stdout, result.exit_code) == ("", 2)

    @pytest.mark.parametrize(
        ("option", "said"),
        [
            ("handz=5", "no game has an option 'handz'; did you mean hands?"),
            ("hands=many", "'many' is not a valid value for hands. It takes: 0 to 1000"),
            ("hands=", "'' is not a valid value for hands"),
            ("win_at=nowhere", "It takes: team_a, own_a, reach_a"),
            ("hands", "'hands' is not NAME=VALUE"),
            ("=5", "'=5' is not NAME=VALUE"),
        ],
    )
    def test_an_option_that_no_game_has_is_wrong_usage(
        self, run: Run, write: Write, clean: Log, option: str, said: str
    ) -> None:
        result = run("check", "--option", option, write("a.jsonl", clean))
        assert said in result.stderr
        assert (result.stdout, result.exit_code) == ("", 2)

    def test_an_option_given_twice_must_agree(self, run: Run, write: Write, clean: Log) -> None:
        path = write("a.jsonl", clean)
        assert run("check", path, "--option", "hands=5", "--option", "hands=5").exit_code == 0
        result = run("check", path, "--option", "hands=5", "--option", "hands=6")
        assert "given twice" in result.stderr
        assert result.exit_code == 2

    @tried(150, allowed=[HealthCheck.function_scoped_fixture])
    @given(
        st.one_of(
            st.text(),
            st.builds(
                "{}={}".format,
                st.sampled_from([option.name for game in GAMES.values() for option in game.rules.options]),
                st.one_of(st.text(), st.integers().map(str), st.sampled_from(["true", "No", "none", "ten", "-0", "٣"])),
            ),
        )
    )
    def test_any_option_text_judges_or_is_wrong_usage(self, run: Run, tmp_path: Path, clean: Log, text: str) -> None:
        path = tmp_path / "a.json"
        path.write_text(json.dumps(clean), encoding="utf-8")
        result = run("check", "--json", str(path), f"--option={text}")
        if result.stdout:
            name, _, value = text.partition("=")
            report = json.loads(result.stdout)
            known = next((option for option in GAMES["guandan"].rules.options if option.name == name), None)
            if known is None or not known.accepts(known.parse(value)):
                assert [each["code"] for each in report["findings"]] == ["unknown-option"]
                return
            assert report["rules"]["options"][name] == known.parse(value)
        else:
            assert result.exit_code == 2
            assert "--option" in result.stderr
            assert "\x1b" not in result.stderr


class TestJobs:
    """Several processes give what one gives."""

    @pytest.mark.parametrize("flags", [[], ["--json"]])
    def test_the_output_is_the_same_byte_for_byte(
        self,
        start: Start,
        write: Write,
        tmp_path: Path,
        flags: list[str],
        clean: Log,
        illegal: Log,
        misscored: Log,
        incomplete: Log,
    ) -> None:
        many = [clean, illegal, "{", "", misscored, " \t", incomplete, "[1, 2", "\r"] * 40
        lines = "\n".join(each if isinstance(each, str) else json.dumps(each, ensure_ascii=False) for each in many)
        tail = json.dumps(illegal).encode()
        for name, content in {
            "windows.jsonl": b"\xef\xbb\xbf" + lines.replace("\n", "\r\n").encode() + tail,
            "wide.jsonl": lines.encode("utf-16"),
            "big-endian.jsonl": lines.encode("utf-16-be"),
            "long.jsonl": b"%b\n%b\n%b\n" % (tail, b"[%b]" % (b" " * bounds.MATCH_BYTES), tail[:-5]),
            "blank.jsonl": b"\n" * 70_000,
            "broken.jsonl.gz": gzip.compress(lines.encode())[:-9],
            "empty.json": b"",
            "picture": b"\x89PNG\r\n\x1a\n",
            "no ending": lines.encode() + b"\n" + tail,
        }.items():
            (tmp_path / name).write_bytes(content)
        with zipfile.ZipFile(tmp_path / "archive.zip", "w") as archive:
            archive.writestr("a.jsonl", lines)
            archive.writestr("b.json", tail)
        samples = sorted(map(str, (REPO / "sample_logs" / "guandan" / "foreign").glob("*")))
        assert samples
        files = [write("a.jsonl", *many), str(Path("no such file")), "-", *samples, *map(str, tmp_path.iterdir())]
        alone = start("check", *flags, *files, stdin=subprocess.PIPE).communicate(lines.encode())
        shared = start(
            *("check", *flags, "--jobs", "3", *files), stdin=subprocess.PIPE, environment={"PYTHONHASHSEED": "5"}
        ).communicate(lines.encode())
        assert alone[0].count(b"\n") >= 500
        assert b"blank.jsonl: no match in it" in alone[1]
        assert shared == alone

    def test_a_file_that_changes_meanwhile_is_said(
        self, write: Write, clean: Log, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = write("a.jsonl", *[clean] * 3 * judging.CHUNK_MATCHES)
        chunks = list(judging._chunked(Inputs([(path, path)], None)))
        assert len(chunks) == 3
        Path(path).write_bytes(b"")
        tallies = (judging._judge_chunk(judging.Request(None, (), None), chunk) for chunk in chunks)
        with Progress() as progress:
            assert _printed(tallies, progress) == ({}, True)
        assert capsys.readouterr() == ("", f"fupan: {path}: it was changed while it was read\n")

    def test_few_matches_start_no_process(
        self, run: Run, write: Write, clean: Log, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delattr("app.cli.workers.answers")
        assert run("check", "--jobs", "2", write("a.jsonl", clean, clean)).exit_code == 0

    def test_only_some_chunks_are_read_ahead(self, write: Write, clean: Log) -> None:
        path = write("a.jsonl", *[clean] * (judging.CHUNK_MATCHES * 12))
        positions: list[int] = []
        inputs = Inputs([(path, path)], None, lambda _path, position: positions.append(position))
        tallies = judging.tallies(judging.Request(None, (), None), inputs, 2)
        assert next(tallies).verdicts == {Verdict.CLEAN: judging.CHUNK_MATCHES}
        assert 0 < max(positions) <= 6 / 12 * Path(path).stat().st_size
        tallies.close()

    @pytest.mark.parametrize("jobs", ["0", "-1", "many"])
    def test_a_number_that_makes_no_sense_is_wrong_usage(self, run: Run, write: Write, clean: Log, jobs: str) -> None:
        assert run("check", write("a.jsonl", clean), "--jobs", jobs).exit_code == 2


class TestStreams:
    """Pipes that close, interrupts, encodings."""

    @pytest.mark.parametrize("jobs", ["1", "2"])
    @pytest.mark.parametrize("flags", [[], ["--json"]])
    def test_a_closed_pipe_ends_it_quietly(
        self, start: Start, write: Write, illegal: Log, jobs: str, flags: list[str]
    ) -> None:
        process = start("check", *flags, "--jobs", jobs, write("a.jsonl", *[illegal] * 600))
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        with process.stderr as err:
            assert err.read() == b""
        assert process.wait(60) == 141

    @pytest.mark.parametrize("jobs", ["1", "2"])
    def test_an_interrupt_ends_it_quietly(self, start: Start, tmp_path: Path, clean: Log, jobs: str) -> None:
        reports = tmp_path / "reports"
        with reports.open("wb") as stdout:
            process = start(
                *("check", "--json", "--jobs", jobs, "-"), stdin=subprocess.PIPE, stdout=stdout, start_new_session=True
            )
        assert process.stdin is not None
        process.stdin.write((json.dumps(clean).encode() + b"\n") * judging.CHUNK_MATCHES * 6)
        process.stdin.flush()
        wait_until(lambda: reports.stat().st_size > 0)
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
        assert err == b""
        assert process.returncode == 130

    @pytest.mark.parametrize(
        "locale",
        [
            {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
            {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"},
            {"PYTHONIOENCODING": "latin-1"},
            {"PYTHONIOENCODING": "gbk"},
        ],
    )
    def test_any_encoding_of_the_terminal_will_do(
        self, run: Run, start: Start, write: Write, illegal: Log, locale: dict[str, str]
    ) -> None:
        illegal["players"][1]["name"] = "赵敏\U0001f0a1"
        path = write("a.jsonl", illegal)
        out, err = start("check", path, environment=locale).communicate()
        assert err == b""
        encoding = {"gbk": "gbk", "latin-1": "latin-1"}.get(locale.get("PYTHONIOENCODING", ""), "ascii")
        text = out.decode(encoding)
        assert ("赵敏" in text) == (encoding == "gbk")
        assert ("\\u8d75\\u654f" in text) == (encoding != "gbk")
        quoted = text.splitlines()[3:5]
        assert quoted[1].index("^") == quoted[0].index("3s")
        json_out, _ = start("check", "--json", path, environment=locale).communicate()
        assert json_out == run("check", "--json", path).stdout_bytes
        json_out.decode("utf-8")


def test_the_text_of_a_log_does_nothing_to_the_terminal(run: Run, write: Write, illegal: Log) -> None:
    hostile = "\x1b[2J\x1b]0;owned\x07\r\n\u202eevil\u2028\x9b31m" + "long" * 900
    illegal["players"][1]["name"] = hostile
    illegal["match"]["id"] = hostile
    illegal["hands"][0]["actions"][1] = f"N play {hostile}"
    illegal["hands"][0]["actions"][2] = f"{hostile[:60]} pass"
    illegal[hostile] = 1
    result = run("check", write("a.jsonl", illegal))
    assert result.exit_code in (1, 2)
    assert not set(result.output) & set("\x1b\x07\r\u202e\u2028\x9b\x00")
    assert "\\x1b[2J" in result.output
    assert max(map(len, result.stdout.splitlines())) < 2_500


class _Terminal:
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("variables", "colour"),
    [({"TERM": "xterm"}, True), ({"TERM": "xterm", "NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)],
)
def test_colour_is_for_terminals_that_want_it(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], colour: bool
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert style_of(_Terminal()).colour is colour


def test_what_is_no_terminal_gets_no_colour(run: Run, write: Write, illegal: Log) -> None:
    assert "\x1b" not in run("check", write("a.jsonl", illegal)).stdout


def test_checking_loads_neither_the_web_nor_the_database(write: Write, clean: Log) -> None:
    program = (
        "import sys; from app.cli import main; main(['check', sys.argv[1]], standalone_mode=False);"
        "print([m for m in ('flask', 'sqlalchemy', 'sqlmodel', 'alembic', 'rich') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, write("a.jsonl", clean)],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])},
        check=False,
    )
    assert done.stdout.splitlines()[-1] == b"[]", done.stderr
