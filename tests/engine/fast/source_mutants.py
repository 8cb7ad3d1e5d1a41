"""The lane's own sources with one change each, compiled and tried: a mutant that survives is a missing test.

``python -m tests.engine.fast.source_mutants [--seed N] [--mutants N] [--cases N] [FILE …]`` prints the mutants that no
case tells from the engine.  A mutant is killed if it calls something clean that is not, or what it calls clean comes to
another report or other counts, or if an endgame has another value or takes other nodes; if it hands on a case that the
lane takes, it is only slower, and counted as *stricter*.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from engine.climbing.endgame import ClimbingEndgame
from engine.fast.compiling import compiler
from engine.fast.headers import write_headers
from engine.fast.library import FOLDER, Library
from engine.games import GAMES
from engine.insight.compiled import CompiledSolver
from engine.insight.solver import OutOfNodesError, Solver
from engine.logs.fupan.reading import read_match
from engine.replay.endgame import Position
from engine.replay.game import Judge
from engine.rulebook.options import RuleSet, RulesUnknown
from engine.statistics.facts import MatchFacts
from engine.statistics.later import later_counts
from engine.verdict.check import Checker
from engine.verdict.lane import clean_report, found_by_lane
from engine.verdict.report import Source
from tests.engine.fast.lane_cases import any_cases
from tests.engine.insight.test_endgames import CASES_OF, position_of

CHANGES: Final = (
    (r" < ", (" <= ", " > ")),
    (r" > ", (" >= ", " < ")),
    (r" <= ", (" < ",)),
    (r" >= ", (" > ",)),
    (r" == ", (" != ",)),
    (r" != ", (" == ",)),
    (r" && ", (" || ",)),
    (r" \|\| ", (" && ",)),
    (r" \+ ", (" - ",)),
    (r" - ", (" + ",)),
    (r"\+\+", ("--",)),
    (r"--", ("++",)),
    (r"\btrue\b", ("false",)),
    (r"\bfalse\b", ("true",)),
    (r"(?<![\w.])([0-9]+)(?![\w.])", ("\\g<1> + 1", "\\g<1> - 1")),
    (r"!(?=[a-z(])", ("",)),
)
"""What is changed in a line, and into what."""

_COMMENTS: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_SKIPPED: Final = re.compile(r'^\s*(#|X\(|static const char|enum \{|"|\*)')
_SECONDS: Final = 60
ENDGAMES: Final = 20
"""There is an endgame of each climbing game for so many cases."""


class Mutant(NamedTuple):
    """A source with one change."""

    file: str
    line: int
    before: str
    after: str
    text: str


def mutants(path: Path) -> Iterator[Mutant]:
    """Every mutant of a source."""
    source = path.read_text(encoding="utf-8")
    code = _COMMENTS.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), source).split("\n")
    lines = source.split("\n")
    for number, line in enumerate(code):
        if _SKIPPED.match(line) or not line.strip():
            continue
        for pattern, afters in CHANGES:
            for found in re.finditer(pattern, line):
                for after in afters:
                    changed = line[: found.start()] + found.expand(after) + line[found.end() :]
                    text = "\n".join([*lines[:number], changed, *lines[number + 1 :]])
                    yield Mutant(path.name, number + 1, line.strip(), changed.strip(), text)


class Tried(NamedTuple):
    """A case as the engine reads it, and what the engine makes of it."""

    raw: bytes
    source: Source
    rules: RuleSet
    judge: Judge
    expected: tuple[bytes, MatchFacts] | None
    """The report, and all that statistics count; None if the match is not clean."""


def tried(count: int) -> list[Tried]:
    """So many cases, judged by the engine."""
    made = []
    for raw, options in any_cases(count):
        record = read_match(raw, "mutant")
        checker = Checker(options=options, counting=True, pure=True)
        report = checker.check(record)
        if record.match and not report.rules:
            continue  # No lane is asked about rules that contradict one another.
        # What cannot be read is judged under any rules: no library may take it.
        game = GAMES.get(record.match.game if record.match else "", GAMES["guandan"])
        try:
            rules = checker.rules(record.match) if record.match else game.rules.resolve()
        except RulesUnknown:
            continue
        judge = checker.judge(rules)
        expected = None
        if report.verdict == "clean" and report.facts and record.match:
            # What takes the best settings of rows is left for later.
            later = None if game.analysis else later_counts(game, judge, record.match)
            expected = report.as_json(), replace(report.facts, later=later)
        made.append(Tried(raw, report.source, rules, judge, expected))
    return made


def taken(library: Library, every: Sequence[Tried]) -> set[int]:
    """The numbers of the cases that a library takes.  Raises AssertionError if it is wrong about one."""
    found = set()
    for number, each in enumerate(every):
        text = library.read(each.raw)
        if isinstance(text, int) or text.game not in GAMES:
            continue
        clean = found_by_lane(library, text, each.rules, counting=True)
        if isinstance(clean, int):
            continue
        found.add(number)
        report = clean_report(clean, text, each.source, each.rules, each.judge)
        assert (report.as_json(), report.facts) == each.expected
    return found


class Valued(NamedTuple):
    """An endgame, and what the solver of the engine finds."""

    endgame: ClimbingEndgame
    position: Position
    table: int
    allowed: int
    expected: tuple[tuple[int | None, int], ...]

    def found_by(self, solver: Solver) -> Iterator[tuple[int | None, int]]:
        """The value (None if the nodes do not suffice) and the nodes taken, of a search and of one after it."""
        solver.allow(self.allowed)
        for _ in range(2):
            try:
                value = solver.value(self.endgame.reduced(self.position))
            except OutOfNodesError:
                yield None, solver.nodes
            else:
                yield value, solver.nodes
            solver.forget()


def valued(count: int) -> list[Valued]:
    """So many endgames of each climbing game, valued by the engine."""
    rng, made = Random(count), []
    for draw in CASES_OF.values():
        for _ in range(count):
            endgame, _, state, note = draw(rng)
            table, allowed = rng.choice((3, 1_000, 100_000)), rng.choice((20, 5_000))
            each = Valued(endgame, position_of(endgame, state, note), table, allowed, ())
            made.append(each._replace(expected=tuple(each.found_by(Solver(endgame, table=table)))))
    return made


def check_values(library: Library, every: Sequence[Valued]) -> None:
    """Raises AssertionError if a library values an endgame differently."""
    for each in every:
        solver = CompiledSolver(each.endgame, library, table=each.table)
        assert tuple(each.found_by(solver)) == each.expected


def compiled(folder: Path, name: str, changed: Sequence[Path]) -> Path | None:
    """A library of the objects of the folder, those of changed sources compiled again; None if they do not compile."""
    command = compiler()
    assert command is not None
    file = folder / f"{name}.so"
    objects = {path.stem: path for path in folder.glob("*.o")}
    for source in changed:
        made = folder / (f"{source.stem}.changed" if source.stem in objects else f"{source.stem}.o")
        steps = [*command, "-std=c11", "-O1", "-fPIC", "-c", str(source), "-o", str(made)]
        if subprocess.run(steps, capture_output=True).returncode:
            return None
        objects[source.stem] = made
    linked = [*command, "-shared", *map(str, objects.values()), "-o", str(file)]
    return None if subprocess.run(linked, capture_output=True).returncode else file


def fate(file: Path, every: Sequence[Tried], expected: set[int], endgames: Sequence[Valued]) -> str:
    """What becomes of a mutant.  It is tried in a process of its own, since it may crash or never end."""
    child = os.fork()
    if child == 0:
        try:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
            library = Library(file)
            check_values(library, endgames)
            os._exit(0 if taken(library, every) >= expected else 1)
        except BaseException:
            os._exit(2)
    for _ in range(_SECONDS * 20):
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return {0: "survived", 256: "stricter"}.get(status, "killed")
        time.sleep(0.05)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return "killed"


def run(files: Sequence[str], seed: int, most: int, count: int) -> tuple[Counter[str], list[Mutant]]:
    """The fates of some mutants, drawn from all of some files, and those that survived."""
    every, endgames = tried(count), valued(count // ENDGAMES)
    fates: Counter[str] = Counter()
    survived = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sources = folder / "sources"
        shutil.copytree(FOLDER, sources, ignore=shutil.ignore_patterns("*.so*", "*.py", "__pycache__"))
        write_headers(sources)
        own = compiled(folder, "own", sorted(sources.glob("*.c")))
        assert own is not None
        expected = taken(Library(own), every)
        print(f"{len(every)} cases, {len(expected)} of them taken", flush=True)
        drawn = [each for file in files for each in mutants(FOLDER / file)]
        for number, mutant in enumerate(Random(seed).sample(drawn, min(most, len(drawn)))):
            (sources / mutant.file).write_text(mutant.text, encoding="utf-8")
            file = compiled(folder, str(number), [sources / mutant.file])
            shutil.copy(FOLDER / mutant.file, sources / mutant.file)
            found = "not compiled" if file is None else fate(file, every, expected, endgames)
            if file is not None:
                file.unlink()
            fates[found] += 1
            if found == "survived":
                survived.append(mutant)
                print(f"{mutant.file}:{mutant.line}: {mutant.before}  ->  {mutant.after}", flush=True)
    return fates, survived


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", default=sorted(path.name for path in FOLDER.glob("*.c")))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mutants", type=int, default=10**6)
    parser.add_argument("--cases", type=int, default=10_000)
    given = parser.parse_args(arguments)
    fates, _ = run(given.files, given.seed, given.mutants, given.cases)
    print(dict(fates))
    return 0


if __name__ == "__main__":
    sys.exit(main())
