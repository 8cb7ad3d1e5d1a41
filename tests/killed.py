"""Work in a process that kills itself (SIGKILL) before it sends a chosen change or commit to its database.

One process imports the program; each try is a fork of it, which takes a few milliseconds in place of seconds.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

REPO: Final = Path(__file__).parents[1]
_TRIES: Final = """
import os, signal, sys, traceback
from sqlalchemy import Engine, event

left = sent = 0

def count(*given):
    global left, sent
    statement = given[2] if len(given) > 2 else "COMMIT"
    if statement.startswith(("INSERT", "UPDATE", "DELETE", "COMMIT")):
        sent += 1
        if sent == left:
            os.kill(os.getpid(), signal.SIGKILL)

def begin():
    # What is sent from here on is counted.
    event.listen(Engine, "before_cursor_execute", count)
    event.listen(Engine, "commit", count)

{work}

for line in sys.stdin:
    child = os.fork()
    if not child:
        left = int(line)
        try:
            work()
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os.write(1, b"sent %d\\n" % sent)
        os._exit(0)
    print(os.waitpid(child, 0)[1], flush=True)
"""


class Tries:
    """Tries of some work in processes of their own."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process: Final = process
        self.sent = 0
        """The changes and commits of the last try that was not killed."""

    def kill_at(self, point: int) -> bool:
        """Does the work, and kills it before its change or commit of a number, from 1 (0: never).

        Returns whether it was killed; AssertionError if it failed otherwise.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(point, file=self._process.stdin, flush=True)
        for line in self._process.stdout:
            if line.startswith("sent "):
                self.sent = int(line.split()[1])
                continue
            status = int(line)
            killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
            assert killed or status == 0, "the work failed: see its traceback"
            return killed
        raise AssertionError("the process ended")


@contextmanager
def tries(work: str, *arguments: str) -> Iterator[Tries]:
    """Tries of work: the source of a function ``work``, which calls ``begin`` and has ``sys.argv[1:]``.

    Beside the function the source prepares what all tries use; it must leave no connection open, as they are forks.
    """
    process = subprocess.Popen(
        [sys.executable, "-c", _TRIES.replace("{work}", work), *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(REPO)},
    )
    try:
        yield Tries(process)
    finally:
        process.kill()
        process.communicate()
