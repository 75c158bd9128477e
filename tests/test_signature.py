"""One number over many small searches. A change that means to alter what a search does puts the new value here, as
`plyground signature` prints it, and says why in its commit; any other change must keep it."""

import pytest

from plyground.cli import main
from plyground.games.native import have_native
from plyground.search import Backup, Decide, Evaluate, Expand, Select
from plyground.search.part import Part
from plyground.search.select import Ucb1
from plyground.search.signature import POSITIONS, cases, signature

SIGNATURE = 0x42281B30F04F2F09


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
    def names(part: Part) -> set[str]:
        return {part.name}.union(*(names(inner) for inner in part.inner_parts()))

    covered = {name for _, _, config in cases() for part in config.parts() for name in names(part)}
    for kind in (Select, Expand, Evaluate, Backup, Decide):
        registry = kind.registry
        ours = {name for name in registry.names() if registry.get(name).__module__.startswith("plyground.")}
        assert ours <= covered


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["signature", "--engine", "native" if have_native() else "python"]) == 0
    assert capsys.readouterr().out == f"{SIGNATURE:016x}\n"
