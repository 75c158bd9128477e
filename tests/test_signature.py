"""One number over many small searches. A change that is meant to alter searches puts the new value here, as
`plyground signature` prints it, and says why in its commit; any other change must keep it."""

import pytest

from plyground.cli import main
from plyground.games.native import have_native
from plyground.search import Select
from plyground.search.part import own_parts
from plyground.search.select import Ucb1
from plyground.search.signature import POSITIONS, cases, signature

SIGNATURE = 0x66D4C1380F1A83B6


@pytest.mark.parametrize("engine", ["python", "native"])
def test_signature(engine: str) -> None:
    if engine == "native" and not have_native():
        pytest.skip("plyground was built without its C++ core")
    assert f"{signature(engine):016x}" == f"{SIGNATURE:016x}"


def test_a_changed_rule_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.search.signature.POSITIONS", POSITIONS[:1])
    before = signature("python")
    monkeypatch.setattr(Ucb1, "scores", lambda self, tree, path, children: [tree.value[child] for child in children])
    assert signature("python") != before


def test_every_part_is_in_it() -> None:
    covered = {part.name for _, _, config in cases() for part in config.all_parts()}
    assert {name for _, name, _ in own_parts()} <= covered


def test_a_new_part_is_in_it_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    known = len(list(cases()))
    monkeypatch.setattr(Select.registry, "_entries", dict(Select.registry._entries))
    new = type("Newcomer", (Ucb1,), {"__module__": "plyground.search.select.newcomer"})
    Select.registry.register("newcomer")(new)
    added = [(game, config) for game, _, config in cases() if config.select.name == "newcomer"]
    assert len(added) == len(POSITIONS)
    assert len(list(cases())) == known + len(POSITIONS)


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["signature", "--engine", "native" if have_native() else "python"]) == 0
    assert capsys.readouterr().out == f"{SIGNATURE:016x}\n"
