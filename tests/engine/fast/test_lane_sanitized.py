"""The lane reads and writes nothing outside its data, and does nothing that C leaves undefined.

As a module this file judges cases by a library that is compiled to check that, in a process of its own.
"""

import os
import re
import subprocess
import sys
from contextlib import suppress
from ctypes import byref, c_char
from pathlib import Path
from random import Random

import pytest

from engine.fast.compiling import compile_library, compiler
from engine.fast.library import HandText, Library, MatchText, ReadText
from engine.games import GAMES
from engine.insight.compiled import CompiledSolver
from engine.insight.solver import OutOfNodesError
from engine.rulebook.options import RulesUnknown
from engine.verdict.lane import claim_of, found_by_lane
from tests.engine.fast.lane_cases import any_cases
from tests.engine.insight.test_endgames import CASES_OF, position_of
from tests.profiles import PROFILE

FLAGS = (
    *("-std=c11", "-O1", "-g", "-fPIC", "-shared"),
    *("-fsanitize=address,undefined,signed-integer-overflow", "-fno-sanitize-recover=all"),
)
MATCHES = 20_000 if PROFILE == "long" else 150
PREFIXES = 8


def read(library: Library, data: bytes) -> ReadText | None:
    """A match as the library reads it, from memory that ends where its bytes end."""
    raw = (c_char * len(data)).from_buffer_copy(data)
    most = data.count(b'"actions"')
    text, hands = MatchText(), (HandText * most)()
    return None if library._read(raw, len(data), byref(text), hands, most) else ReadText(raw, text, hands)  # type: ignore[arg-type]


def judge(library: Library, data: bytes, options: dict[str, str]) -> bool:
    """Judges and counts a match.  Returns whether it is clean."""
    text = read(library, data)
    if text is None or text.game not in GAMES:
        return False
    book, claim = GAMES[text.game].rules, claim_of(text)
    try:
        stated = claim.options if isinstance(claim.options, dict) else {}
        changed = {name: book.option(name).parse(value) for name, value in options.items()}
        rules = book.resolve(claim.preset if isinstance(claim.preset, str) else None, {**stated, **changed})
    except RulesUnknown:
        return False
    return not isinstance(found_by_lane(library, text, rules, counting=True), int)


def with_long_number(data: bytes, rng: Random) -> bytes:
    """A match in which one number has more digits than any number may have: one of the log, or seconds of an action."""
    digits = b"9" * rng.choice((10, 18, 19, 20, 40))
    found = [*re.finditer(rb"(?<![\w.])[0-9]+(?![\w.])", data)]
    actions = [*re.finditer(rb'(?<=[a-zA-Z0-9*])(?=")', data[data.find(b'"actions"') :])]
    if found and rng.random() < 0.5:
        place = rng.choice(found)
        return data[: place.start()] + digits + data[place.end() :]
    if not actions:
        return data
    at = data.find(b'"actions"') + rng.choice(actions[:30]).start()
    return data[:at] + b" @" + digits + data[at:]


def main(file: Path, count: int) -> None:
    """Judges so many cases and the same with a long number, reads beginnings of them, and values endgames.

    The process ends at the first fault.
    """
    library, rng, clean = Library(file), Random(count), 0
    for data, options in any_cases(count):
        clean += judge(library, data, options)
        judge(library, with_long_number(data, rng), options)
        for _ in range(PREFIXES):
            read(library, data[: rng.randrange(len(data) + 1)])
    for name in CASES_OF:
        for _ in range(count // 20):
            endgame, _, state, note = CASES_OF[name](rng)
            solver = CompiledSolver(endgame, library, table=rng.choice((1, 50, 10_000)))
            solver.allow(rng.choice((20, 1_000)))
            for _ in range(2):
                with suppress(OutOfNodesError):
                    solver.value(endgame.reduced(position_of(endgame, state, note)))
                solver.forget()
    print(clean)


def test_the_lane_keeps_to_its_data(tmp_path: Path) -> None:
    command = compiler()
    if command is None:
        pytest.skip("there is no C compiler")
    runtime = subprocess.run([*command, "-print-file-name=libasan.so"], capture_output=True, text=True, check=True)
    file = tmp_path / "lane.so"
    if not Path(runtime.stdout.strip()).is_absolute() or not compile_library(file, FLAGS):
        pytest.skip("the C compiler has no sanitizers")
    settings = {"LD_PRELOAD": runtime.stdout.strip(), "ASAN_OPTIONS": "detect_leaks=0", "PYTHONMALLOC": "malloc"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.engine.fast.test_lane_sanitized", str(file), str(MATCHES)],
        cwd=Path(__file__).parents[3],
        env=os.environ | settings,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    assert int(done.stdout) > MATCHES // 10


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
