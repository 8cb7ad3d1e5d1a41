"""What memos hold after matches of every game were judged and reviewed is no more than their list says."""

import gc
import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator
from contextlib import suppress
from types import BuiltinFunctionType, CodeType, FrameType, FunctionType, MethodType, ModuleType
from typing import Any

from engine.games import GAMES
from engine.insight.solver import OutOfNodesError, Solver
from engine.memo import BoundedMemo
from engine.replay.fold import hand_at
from engine.verdict.check import Checker
from tests.playouts import generate
from tests.test_memos import LISTED, REPO

SHARED = (ModuleType, type, FunctionType, BuiltinFunctionType, MethodType, CodeType, FrameType)
"""What a memo refers to and does not hold."""
FEWEST = 25
SMALL = 4_096
"""The bytes of a memo without entries."""
NODES = 3_000


def worked() -> list[object]:
    """What has memos after some matches were judged, and the last cards of one of each game searched."""
    kept: list[object] = []
    for game in GAMES:
        checker = Checker()
        kept.append(checker)
        for seed in range(2):
            match = generate(game, seed, hands=2)
            judge = checker.judge(checker.rules(match))
            kept.append(judge)
            actions = len(match.hands[0].actions)
            hand = hand_at(judge, match, 0, actions * 2 // 3)
            kept.append(hand)
            part = GAMES[game].endgames
            endgame = None if part is None else part.of(hand)
            if endgame is not None and not isinstance(endgame, str):
                solver = Solver(endgame, table=NODES)
                solver.allow(NODES)
                with suppress(OutOfNodesError):
                    solver.value(endgame.reduced(endgame.position(hand)))
                kept.append(solver)
    return kept


def reached(*roots: object, but: Container[int] = ()) -> dict[int, int]:
    """The bytes of objects and of all that they refer to, by identity.

    Not those whose identity is in ``but``, nor what other memos have, which are in the list themselves.
    """
    found: dict[int, int] = {}
    asked = list(roots)
    while asked:
        each = asked.pop()
        other = isinstance(each, BoundedMemo) and all(each is not root for root in roots)
        if not (other or id(each) in found or id(each) in but or isinstance(each, SHARED)):
            found[id(each)] = sys.getsizeof(each)
            asked.extend(gc.get_referents(each))
    return found


def functions() -> dict[str, Any]:
    """The functions that have a memo which is filled, by their names in the list."""
    found = {}
    for each in gc.get_objects():
        if type(each).__name__ == "_lru_cache_wrapper" and each.cache_info().currsize:
            path = getattr(sys.modules.get(each.__module__), "__file__", None) or ""
            if path.startswith((f"{REPO}/engine", f"{REPO}/app")):
                found[f"{path.removeprefix(f'{REPO}/')}:{each.__qualname__.replace('<locals>.', '')}"] = each
    return found


def objects(listed: Iterable[str]) -> Iterator[tuple[str, Any]]:
    """The memos of objects that are filled, with their names in the list."""
    of_class = defaultdict[tuple[str, str], list[tuple[str, str]]](list)
    for memo in listed:
        path, _, name = memo.partition(":")
        owner, _, attribute = name.partition(".self.")
        if attribute:
            of_class[path.removesuffix(".py").replace("/", "."), owner].append((memo, attribute))
    for each in gc.get_objects():
        for kind in type(each).__mro__:
            for memo, attribute in of_class.get((kind.__module__, kind.__name__), ()):
                kept = getattr(each, attribute, None)
                if kept:
                    yield memo, kept


def measured() -> dict[str, list[Any]]:
    """How many memos were found filled, and those with more entries or bytes than the list says: both, on average."""
    listed: dict[str, tuple[int, int, int, str]] = json.loads(LISTED.read_text())
    kept = worked()
    of_functions = functions()
    assert of_functions.keys() <= listed.keys()
    found = [(memo, each.cache_info().currsize, reached(each)) for memo, each in of_functions.items()]
    shared = {identity for *_, parts in found for identity in parts}
    for memo, each in objects(listed):
        entries = max(len(each), each._parts) if isinstance(each, BoundedMemo) else len(each)
        found.append((memo, entries, reached(each, but=shared)))
    over = [
        (memo, entries, sum(parts.values()) // entries)
        for memo, entries, parts in found
        if entries > listed[memo][0] or sum(parts.values()) > listed[memo][1] * entries + SMALL
    ]
    del kept
    return {"memos": sorted({memo for memo, *_ in found}), "over": over}


def test_the_bytes_of_an_entry_are_no_more_than_the_list_says() -> None:
    """In a program of its own: where memos of functions are full, objects hold what others would share."""
    done = subprocess.run([sys.executable, "-m", "tests.test_memo_sizes"], check=True, capture_output=True, cwd=REPO)
    found = json.loads(done.stdout)
    assert found["over"] == []
    assert len(found["memos"]) >= FEWEST


if __name__ == "__main__":
    print(json.dumps(measured()))
