"""The study of docs/race.md: are two random games at a leaf better than one? Runs its commands and keeps their output.

python docs/studies/two_rollouts.py    writes two_rollouts.json beside it; a few minutes on two cores
"""

import json
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import plyground as pg

HERE = Path(__file__).parent
BOARD = "--game connect_four --openings 2"
TWO, ONE = "mcts(simulations=500, evaluate=rollout(n=2){c})", "mcts(simulations={n}{c})"
SAME_COST = 810  # simulations with one random game that take as long as 500 with two: see cost_of_two
TUNING = "--range c=0.3:4:log --games 2000 --seed 11"


def match(a: str, b: str, seed: int) -> str:
    return f'plyground match "{a}" "{b}" {BOARD} --games 6000 --sprt 0,20 --seed {seed}'


def tune(agent: str, against: str) -> str:
    return f'plyground tune "{agent}" --against "{against}" {BOARD} {TUNING}'


def cost_of_two() -> dict[str, float]:
    """How much longer 500 simulations take with two random games each: processor time, the median of 15 rounds."""
    game = pg.parse_game("connect_four")
    states = [game.position(moves) for moves in ("", "4453", "44433521")]
    ratios = []
    for seed in range(15):
        spent = []
        for n in (1, 2):
            config = pg.configure(evaluate=pg.evaluate.Rollout(n=n))
            begin = time.process_time()
            for state in states * 30:
                pg.Search(game, config, seed=seed).run(state, 500)
            spent.append(time.process_time() - begin)
        ratios.append(spent[1] / spent[0])
    return {"median": statistics.median(ratios), "low": min(ratios), "high": max(ratios)}


class Study:
    """Runs commands; games lie in one store, so that the same command with --json plays nothing again."""

    def __init__(self, folder: str) -> None:
        self.store = Path(folder) / "games.db"
        self.steps: dict[str, dict[str, Any]] = {}

    def run(self, name: str, command: str) -> dict[str, Any]:
        outputs = []
        for more in ([], ["--json"]):
            words = [sys.executable, "-m", "plyground", *shlex.split(command)[1:], "--store", str(self.store), *more]
            outputs.append(subprocess.run(words, check=True, capture_output=True, text=True).stdout)
        found: dict[str, Any] = json.loads(outputs[1])
        self.steps[name] = {"command": command, "output": outputs[0], "json": found}
        print(f"$ {command}\n{outputs[0]}", flush=True)
        return found


def main() -> None:
    constant = ", select=ucb1(c={c})"
    two, one, dear = TWO.format(c=""), ONE.format(n=500, c=""), ONE.format(n=SAME_COST, c="")
    with tempfile.TemporaryDirectory() as folder:
        study = Study(folder)
        study.run("same simulations", match(two, one, 1))
        study.run("same cost", match(two, dear, 2))
        tuned_two = study.run("tune two", tune(TWO.format(c=constant), one))["winner"]["agent"]
        tuned_one = study.run("tune one", tune(ONE.format(n=SAME_COST, c=constant), one))["winner"]["agent"]
        study.run("tuned", match(tuned_two, tuned_one, 3))
        study.run("tuning of one", match(tuned_one, dear, 4))
        study.run("tuned against default", match(tuned_two, dear, 5))
    cost = cost_of_two()
    text = json.dumps({"cost": cost, "steps": study.steps}, indent=1, ensure_ascii=False)
    (HERE / "two_rollouts.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
