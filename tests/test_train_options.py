"""`plyground train` refuses the options that a learner does not take."""

import pytest

from plyground.cli import main
from plyground.cli.train import TABLES, TAKEN_BY

LEARNERS = ["q_learning", "sarsa(alpha=0.3)", "monte_carlo", "dqn", "alphazero", "alphazero(simulations=8)"]
OPTIONS = {
    "--episodes": "10",
    "--opponent": "random",
    "--seat": "1",
    "--resume": "",
    "--engine": "python",
    "--minutes": "1",
    "--threads": "1",
    "--device": "cpu",
    "--cluster": "local",
}


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("learner", LEARNERS)
def test_an_option_that_does_not_apply_is_refused(
    learner: str, option: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is refused before anything else; one that applies gets as far as the game, which does not exist."""
    words = ["train", learner, "--game", "no_such_game", "--out", "x.plg", option, *filter(None, [OPTIONS[option]])]
    assert main(words) == 2
    said = capsys.readouterr().err
    name = learner.partition("(")[0]
    kind = name if name in ("dqn", "alphazero") else TABLES
    assert set(OPTIONS) == set(TAKEN_BY)
    if kind in TAKEN_BY[option]:
        assert "no_such_game" in said or "x.plg" in said  # of --resume
    else:
        assert said.startswith(f"plyground: {option} is for {TAKEN_BY[option][0]}")
        assert f", not for {name}" in said
