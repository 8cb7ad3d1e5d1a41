"""`python -m tests.fuzzing`: the long run of the coverage-guided fuzzer.

Takes the arguments of libFuzzer, such as ``-max_total_time=3600``, and folders of inputs to begin with and to add to.
Without a folder it begins with the sample logs.  It ends at the first input on which something raises, and writes that
input to a file; ``python -m tests.fuzzing FILE`` tries it again.
"""

import sys
import tempfile
from pathlib import Path
from random import Random

import atheris

with atheris.instrument_imports(include=["engine"]):
    from tests.fuzzing.target import try_bytes

from tests.fuzzing.inputs import seeds
from tests.fuzzing.mutating import mutated


def mutate(data: bytes, most: int, seed: int) -> bytes:
    """An input changed as a log, or as libFuzzer changes bytes, cut to the most bytes."""
    return mutated(data, Random(seed), lambda each: atheris.Mutate(each, most))[:most]


def main() -> None:
    """Fuzzes until it is stopped, or something raises."""
    arguments = sys.argv
    with tempfile.TemporaryDirectory(prefix="fupan-fuzzing-") as folder:
        if all(each.startswith("-") for each in arguments[1:]):
            for number, data in enumerate(seeds()):
                Path(folder, f"seed-{number:04d}").write_bytes(data)
            arguments = [*arguments, folder]
        atheris.Setup(arguments, try_bytes, custom_mutator=mutate, enable_python_coverage=True)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
