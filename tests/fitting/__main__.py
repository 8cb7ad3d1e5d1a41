"""Fits the chance on the records in a folder, and writes the module of the engine."""

import argparse
from pathlib import Path

from tests.fitting.writing import MODULE, fit, written


def main() -> None:
    """Fits and writes."""
    parser = argparse.ArgumentParser(prog="python -m tests.fitting", description=__doc__)
    parser.add_argument("folder", type=Path, help="the folder of greedy.jsonl.gz and random.jsonl.gz")
    MODULE.write_text(written(fit(parser.parse_args().folder)), encoding="utf-8")
    print(f"{MODULE} written")


if __name__ == "__main__":
    main()
