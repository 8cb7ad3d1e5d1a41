"""Settings, and the secret key that an installation makes for itself."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from app.database.config import KEPT_SECRET, Config, ConfigError, data_folder, kept_secret
from engine.record import bounds


def test_defaults_lie_in_the_users_data_folder(tmp_path: Path) -> None:
    config = Config.from_environment({"XDG_DATA_HOME": str(tmp_path)})
    assert config.database_url == f"sqlite:///{tmp_path / 'fupan' / 'fupan.sqlite3'}"
    assert config.upload_bytes == bounds.UPLOAD_BYTES
    assert not config.secure_cookies
    assert config.trusted_hosts == ()


def test_data_folder_without_xdg(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_folder({}) == tmp_path / ".local" / "share" / "fupan"
    assert data_folder({"XDG_DATA_HOME": "relative"}) == tmp_path / ".local" / "share" / "fupan"


def test_everything_can_be_named(tmp_path: Path) -> None:
    config = Config.from_environment(
        {
            "FUPAN_DATA": str(tmp_path / "data"),
            "FUPAN_DATABASE_URL": "postgresql+psycopg://localhost/fupan",
            "FUPAN_SECRET_KEY": "chosen",
            "FUPAN_UPLOAD_BYTES": "1000",
            "FUPAN_SECURE_COOKIES": "yes",
            "FUPAN_OPEN_STATISTICS": "yes",
            "FUPAN_HIDE_MINORS": "no",
            "FUPAN_RULING_VOTES": "2",
            "FUPAN_TRUSTED_HOSTS": "a.example, b.example",
            "FUPAN_TRUSTED_PROXIES": "2",
            "FUPAN_MODE": "alone",
        }
    )
    assert config == Config(
        database_url="postgresql+psycopg://localhost/fupan",
        secret_key="chosen",
        upload_bytes=1000,
        secure_cookies=True,
        open_statistics=True,
        hide_minors=False,
        ruling_votes=2,
        trusted_hosts=("a.example", "b.example"),
        trusted_proxies=2,
    )
    assert not (tmp_path / "data").exists()
    assert "chosen" not in repr(config)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("FUPAN_UPLOAD_BYTES", "0"),
        ("FUPAN_UPLOAD_BYTES", "-5"),
        ("FUPAN_UPLOAD_BYTES", "many"),
        ("FUPAN_UPLOAD_BYTES", "٣"),
        ("FUPAN_UPLOAD_BYTES", str(bounds.UPLOAD_BYTES + 1)),
        ("FUPAN_SECURE_COOKIES", "perhaps"),
        ("FUPAN_OPEN_STATISTICS", "perhaps"),
        ("FUPAN_HIDE_MINORS", "perhaps"),
        ("FUPAN_RULING_VOTES", "0"),
        ("FUPAN_RULING_VOTES", "3"),
        ("FUPAN_TRUSTED_PROXIES", "-1"),
        ("FUPAN_TRUSTED_PROXIES", "11"),
        ("FUPAN_MODE", "clubs"),
    ],
)
def test_settings_that_cannot_be_used(tmp_path: Path, name: str, value: str) -> None:
    with pytest.raises(ConfigError, match=name):
        Config.from_environment({"FUPAN_DATA": str(tmp_path), name: value})


def test_the_secret_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(lambda _: kept_secret(folder), range(32)))
    assert len(keys) == 1
    assert len(keys.pop()) == 64
    assert stat.S_IMODE((folder / KEPT_SECRET).stat().st_mode) == 0o600
    assert [path.name for path in folder.iterdir()] == [KEPT_SECRET]
    assert kept_secret(tmp_path / "other") != kept_secret(folder)


def test_an_empty_key_is_not_used(tmp_path: Path) -> None:
    (tmp_path / KEPT_SECRET).touch()
    with pytest.raises(ConfigError, match="no secret key"):
        kept_secret(tmp_path)
