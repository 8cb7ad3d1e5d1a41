"""Modules, classes and functions have names of things, of acts, or of questions: no bare participles."""

import ast
import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PARTICIPLES: Final = re.compile(
    r"begun|bound|brought|built|caught|chosen|come|dealt|done|drawn|found|given|gone|heard|held|hidden|kept|"
    r"known|laid|led|left|lent|lost|made|meant|met|paid|proven|said|seen|sent|shown|sold|spent|spoken|taken|"
    r"thrown|told|understood|won|written|each|[a-z]{2,}ed"
)
NOUNS: Final = frozenset({"embed", "exceed", "need", "seed", "speed"})
MODULES: Final = frozenset(
    {
        "app/cli/disputes/printed",
        "app/disputes/audit_check/said",
        "app/disputes/cases/adjusted",
        "app/disputes/cases/judged",
        "app/disputes/verdicts/issued",
        "app/disputes/verdicts/touched",
        "app/drawing/charts/shown",
        "app/drawing/table/composed",
        "app/drawing/table/drawn",
        "app/judging/counted",
        "app/judging/judged",
        "app/judging/rules_of_match/asked",
        "app/judging/rules_of_match/stored",
        "app/matches/computed",
        "app/matches/computed/wanted",
        "app/matches/decoded",
        "app/matches/outdated",
        "app/players/search/matched",
        "app/players/search/saved",
        "app/players/statistics/adjusted",
        "app/players/statistics/unadjusted",
        "app/replay/notes/drawn",
        "app/replay/what_if/exported",
        "app/web/http/offered",
        "app/web/players/archived",
        "engine/cards/packed",
        "engine/fast/shared",
        "engine/games/chinese_poker/closed",
        "engine/imported",
        "engine/insight/compiled",
        "engine/insight/placed",
        "engine/recorded",
        "engine/replay/seen",
        "engine/rulebook/malformed",
        "engine/statistics/counted",
        "engine/verdict/claimed",
        "engine/verdict/recorded_sheet/expected",
        "engine/verdict/searched",
        "engine/verdict/unproved",
    }
)
"""Modules that have such a name.  This may only shrink."""
CLASSES: Final = frozenset({"Shared"})
"""The same for classes."""
FUNCTIONS: Final = """
    added archived built claimed counted countersigned described done drawn ended enumerated exported
    fixed folded judged labelled listed lowered marked moved numbered outdated packed padded played printed
    quoted recorded reduced reseated rounded said sampled searched shifted shortened shown shuffled
    signed spaced stacked thinned touched traced translated unanswered unpacked untranslated wrapped zipped
"""
"""Functions that give their argument made otherwise, such as ``sorted``, and others.  This may only shrink."""
VARIABLES: Final = frozenset({"each", "found", "kept"})
"""Names that say nothing of what a variable or an argument is; fields may have them."""
TREES: Final = {
    path.relative_to(ROOT): ast.parse(path.read_text(encoding="utf-8"))
    for top in ("app", "engine")
    for path in sorted((ROOT / top).rglob("*.py"))
}


def is_participle(name: str) -> bool:
    """Whether a name is a participle alone, such as ``found`` or ``Judged``."""
    word = name[:1].lower() + name[1:]
    return PARTICIPLES.fullmatch(word) is not None and word not in NOUNS


def test_participles_are_known() -> None:
    assert [name for name in ("found", "Judged", "seed", "found_hand", "WorkerStopped") if is_participle(name)] == [
        "found",
        "Judged",
    ]


def test_modules_are_named_after_their_subject() -> None:
    modules = {(path.parent if path.name == "__init__.py" else path.with_suffix("")) for path in TREES}
    assert {module.as_posix() for module in modules if is_participle(module.name)} == MODULES


def test_classes_are_named_after_what_they_are() -> None:
    names = {node.name for tree in TREES.values() for node in tree.body if isinstance(node, ast.ClassDef)}
    assert {name for name in names if is_participle(name)} == CLASSES


def test_functions_are_named_after_what_they_give_or_do() -> None:
    names = {node.name for tree in TREES.values() for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert {name for name in names if is_participle(name)} == set(FUNCTIONS.split())


def bound_names(tree: ast.Module) -> list[str]:
    """The names of variables and arguments, without those of fields."""
    fields = {
        statement.target
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for statement in node.body
        if isinstance(statement, ast.AnnAssign)
    }
    names = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node not in fields:
            names.append(node.id)
        elif isinstance(node, ast.arg):
            names.append(node.arg)
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
            names.append(node.name)
    return names


def test_bound_names_are_known() -> None:
    tree = ast.parse("class A:\n    kept: int\n    def b(self, found): return [each for each in found]")
    assert sorted(bound_names(tree)) == ["each", "found", "self"]


def test_variables_say_what_they_are() -> None:
    vague = [f"{path}: {name}" for path, tree in TREES.items() for name in bound_names(tree) if name in VARIABLES]
    assert not vague
