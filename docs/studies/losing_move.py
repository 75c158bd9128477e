"""The study of docs/losing_move.md: Connect Four after 4444, where column 4 alone wins, searched longer and longer.

python docs/studies/losing_move.py    writes losing_move.json beside it; some minutes of one core
"""

import json
from collections import Counter
from pathlib import Path

import plyground as pg

POSITION = "4444"
RULES = {"C = 0.55": "tree_shape(cr=0)", "ucb1(c=1.4)": "ucb1(c=1.4)"}
BUDGETS = (1000, 10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000)
SEEDS = 20


def studied() -> list[dict[str, object]]:
    game = pg.parse_game("connect_four")
    state = game.position(POSITION)
    rows: list[dict[str, object]] = []
    for name, rule in RULES.items():
        for budget in BUDGETS:
            played: Counter[str] = Counter()
            for seed in range(SEEDS):
                result = pg.Search(game, pg.configure(select=rule), seed=seed).run(state, budget)
                played[state.action_name(result.action)] += 1
                if seed == 0:
                    moves = {move.name: [move.visits, move.value, move.low, move.high] for move in result.moves}
            rows.append({"rule": name, "simulations": budget, "played": dict(sorted(played.items())), "seed 0": moves})
            print(name, budget, dict(sorted(played.items())), moves["4"], flush=True)
    return rows


if __name__ == "__main__":
    game = pg.parse_game("connect_four")
    state = game.position(POSITION)
    exact = {state.action_name(action): score for action, score in pg.solve.analyse(state).items()}
    text = json.dumps({"position": POSITION, "seeds": SEEDS, "exact": exact, "rows": studied()}, indent=1)
    (Path(__file__).parent / "losing_move.json").write_text(text + "\n", encoding="utf-8")
