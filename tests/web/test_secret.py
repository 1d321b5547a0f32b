"""The secret key: made once, kept private, the same for everybody who asks."""

import stat
import threading
from pathlib import Path

import pytest

from outflank.web.http.secret_key import InvalidSecretKey, secret_key


def test_the_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    key = secret_key(tmp_path / "data")
    assert len(key) == 64
    assert secret_key(tmp_path / "data") == key
    file = tmp_path / "data" / "secret-key"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert list((tmp_path / "data").iterdir()) == [file]


def test_servers_that_start_together_agree_on_one(tmp_path: Path) -> None:
    keys: list[str] = []
    threads = [threading.Thread(target=lambda: keys.append(secret_key(tmp_path))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(keys) == 8
    assert len(set(keys)) == 1


def test_a_key_too_short_is_refused_with_the_way_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(InvalidSecretKey, match=r"secrets\.token_hex"):
        secret_key(tmp_path, "short")
    (tmp_path / "secret-key").write_text("short\n")
    with pytest.raises(InvalidSecretKey, match="secret-key must have at least 32"):
        secret_key(tmp_path)


def test_a_file_that_is_no_key_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "secret-key").write_bytes(bytes(range(256)))
    with pytest.raises(InvalidSecretKey, match=r"secret-key is not a key: .*secrets\.token_hex"):
        secret_key(tmp_path)


def test_a_given_key_of_other_bytes_is_told_too(tmp_path: Path) -> None:
    with pytest.raises(InvalidSecretKey, match="must be letters and digits"):
        secret_key(tmp_path, b"\xff\xfe".decode("utf-8", "surrogateescape") * 20)
