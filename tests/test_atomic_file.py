"""A file is written whole or not at all, with the permissions that it should have."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from plyground.agents.training import Training
from plyground.agents.training_file import save_training
from plyground.atomic_file import write_file
from plyground.errors import PlygroundError
from plyground.games import parse_game
from plyground.search import Search


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
@pytest.mark.parametrize("mask", [0o022, 0o077])
def test_new_files_follow_the_umask(tmp_path: Path, mask: int) -> None:
    game = parse_game("tictactoe")
    training = Training("q_learning", game)
    training.run(5)
    search = Search(game)
    search.run(game.initial_state(), 5)
    before = os.umask(mask)
    try:
        save_training(training, tmp_path / "training")
        search.save(tmp_path / "search")
    finally:
        os.umask(before)
    assert mode(tmp_path / "training") == mode(tmp_path / "search") == 0o666 & ~mask


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_a_file_keeps_its_permissions_and_a_link_stays(tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    write_file(file, "one")
    file.chmod(0o640)
    link.symlink_to(file)
    write_file(link, "two")
    assert link.is_symlink()
    assert (file.read_text(), mode(file)) == ("two", 0o640)


def test_what_fails_leaves_the_old_file(tmp_path: Path) -> None:
    def pieces() -> Iterator[bytes]:
        yield b"half of it"
        raise KeyboardInterrupt

    file = tmp_path / "file"
    write_file(file, "old")
    with pytest.raises(KeyboardInterrupt):
        write_file(file, pieces())
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]
    with pytest.raises(PlygroundError, match=r"cannot write .*: No such file or directory"):
        write_file(tmp_path / "nowhere" / "file", "text")


@pytest.mark.skipif(os.name != "posix", reason="/dev/null")
def test_what_is_no_file_is_not_replaced() -> None:
    write_file("/dev/null", "text")
    assert not Path("/dev/null").is_file()
