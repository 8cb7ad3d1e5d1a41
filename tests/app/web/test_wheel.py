"""What an installed copy has: the wheel, built and run away from the checkout."""

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from engine.fast.compiling import compiler
from tests.profiles import cases

ROOT = Path(__file__).parents[3]
PROBE = """
from pathlib import Path
import app
from app.database.config import Config
from app.web.create_app import create_app
web = create_app(Config.from_environment())
home = Path(app.__file__).parent
assert home.is_relative_to(Path.cwd()), home
assert Path(web.static_folder) == home / "static"
client = web.test_client()
print(client.get("/").status_code, client.get("/no/such").status_code)
"""


LIBRARY = "engine/fast/lane.so"


def built(folder: Path, build: str = "build_wheel", **settings: str) -> Path:
    """The wheel that a build writes to a folder."""
    code = f"import sys; from hatchling.build import {build}; print({build}(sys.argv[1]))"
    try:
        import hatchling  # noqa: F401
    except ImportError:
        pytest.skip("hatchling is not installed")
    environment = {name: value for name, value in os.environ.items() if name not in ("CC", "FUPAN_PURE")} | settings
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("wheel"))


def test_the_wheel_has_the_compiled_lane_where_a_compiler_is(wheel: Path) -> None:
    if compiler() is None:
        pytest.skip("there is no C compiler")
    assert wheel.name.endswith(f"-py3-none-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert LIBRARY in archive.namelist()


NO_COMPILER = {"CC": "no-such-compiler"}
PURE = ({"CC": "false"}, {"FUPAN_PURE": "1"})


@pytest.mark.parametrize("settings", cases((NO_COMPILER, *PURE), PURE), ids=str)
def test_the_wheel_is_pure_without_a_compiler(tmp_path: Path, settings: dict[str, str]) -> None:
    wheel = built(tmp_path, **settings)
    assert wheel.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert LIBRARY not in archive.namelist()


@pytest.mark.parametrize("settings", [{}, NO_COMPILER], ids=str)
def test_an_editable_installation_is_built_with_and_without_a_compiler(
    tmp_path: Path, settings: dict[str, str]
) -> None:
    with zipfile.ZipFile(built(tmp_path, "build_editable", **settings)) as archive:
        assert any(name.endswith(".pth") for name in archive.namelist())
    if not settings and compiler() is not None:
        code = "from engine.fast.library import library; assert library() is not None"
        assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def test_the_wheel_has_all_that_is_not_code(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        inside = set(archive.namelist())
    for folder, within in (
        ("templates", "app/templates"),
        ("static", "app/static"),
        ("app/database/migrations", "app/database/migrations"),
        ("app/web/operation", "app/web/operation"),
    ):
        files = {
            f"{within}/{path.relative_to(ROOT / folder).as_posix()}"
            for path in (ROOT / folder).rglob("*")
            if path.is_file() and "__pycache__" not in path.parts
        }
        assert files
        assert files <= inside
    assert not {name for name in inside if "secret-key" in name or name.endswith((".sqlite3", ".pyc"))}


def test_the_wheel_runs_away_from_the_checkout(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("FUPAN_")}
    environment |= {"XDG_DATA_HOME": str(tmp_path / "data"), "PYTHONPATH": str(tmp_path / "site")}
    done = subprocess.run(
        [sys.executable, "-c", PROBE], cwd=tmp_path / "site", env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["200", "404"]
    assert (tmp_path / "data" / "fupan" / "fupan.sqlite3").exists()
