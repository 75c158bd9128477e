"""One number over many small searches. A change that means to alter what a search does puts the new value here, as
`plyground signature` prints it, and says why in its commit; any other change must keep it."""

import pytest

from plyground.cli import main
from plyground.games.native import have_native
from plyground.search import Backup, Decide, Evaluate, Expand, Select
from plyground.search.part import Part
from plyground.search.select import Ucb1
from plyground.search.signature import PARTS, cases, signature

SIGNATURE = 0xCF46F64A91BFC2E5


@pytest.mark.parametrize("engine", ["python", "native"])
def test_signature(engine: str) -> None:
    if engine == "native" and not have_native():
        pytest.skip("plyground was built without its C++ core")
    assert f"{signature(engine):016x}" == f"{SIGNATURE:016x}"


def test_a_changed_rule_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    scores = Ucb1.scores
    monkeypatch.setattr(Ucb1, "scores", lambda *args: [score * 1.5 for score in scores(*args)])
    assert signature("python") != SIGNATURE


def test_every_part_is_in_it() -> None:
    def names(part: Part) -> set[str]:
        return {part.name}.union(*(names(inner) for inner in part.inner_parts()))

    covered = {name for _, _, config in cases() for part in config.parts() for name in names(part)}
    for kind in (Select, Expand, Evaluate, Backup, Decide):
        registry = kind.registry
        ours = {name for name in registry.names() if registry.get(name).__module__.startswith("plyground.")}
        assert ours <= covered
    assert len(PARTS) > 10


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["signature", "--engine", "native" if have_native() else "python"]) == 0
    assert capsys.readouterr().out == f"{SIGNATURE:016x}\n"
