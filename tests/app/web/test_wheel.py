"""What an installed copy has: the wheel, built and run away from the checkout."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

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


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = "import sys; from hatchling.build import build_wheel; print(build_wheel(sys.argv[1]))"
    try:
        import hatchling  # noqa: F401
    except ImportError:
        pytest.skip("hatchling is not installed")
    done = subprocess.run([sys.executable, "-c", build, str(folder)], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return next(folder.glob("*.whl"))


def test_the_wheel_has_all_that_is_not_code(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        inside = set(archive.namelist())
    for folder, within in (
        ("templates", "app/templates"),
        ("static", "app/static"),
        ("app/database/migrations", "app/database/migrations"),
    ):
        files = {
            f"{within}/{path.relative_to(ROOT / folder).as_posix()}"
            for path in (ROOT / folder).rglob("*")
            if path.is_file() and "__pycache__" not in path.parts
        }
        assert files
        assert files <= inside
    assert not {name for name in inside if "secret" in name or name.endswith((".sqlite3", ".pyc"))}


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
