"""Ali's statements about single decisions and about learning, which no figure of the report shows."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from plyground.agents.presets import UctNxn
from plyground.agents.training import train
from plyground.exact import best_response
from plyground.experiments.base import Claim, Outcome
from plyground.experiments.figures import Figure
from plyground.experiments.session import Session
from plyground.experiments.verdict import QUESTION, Range, more
from plyground.games import TERMINAL, State, parse_game
from plyground.rng import Rng
from plyground.solve.state_graph import state_graph
from plyground.statistics import estimates
from plyground.statistics.intervals import Estimate, wilson

BUDGETS = (5, 10, 15, 20, 25, 50, 100, 400)
BLOCKED = (25, 100)
ALPHAS = (0.1, 0.3, 0.5, 0.7, 0.9)
EPISODES, CONVERGED, LONG, LAST = 1000, 800, 5000, 100

BELOW_25 = Claim(
    "below_25",
    "with fewer than 25 simulations the agent makes sub-optimal decisions: mistakes on 3×3 with 20, less those with 25",
    "experiments",
    more("more mistakes"),
    "points",
)
AT_25 = Claim(
    "at_25", "and with 25? share of positions of 3×3 where the move gives value away", "–", Range(), kind=QUESTION
)
BLOCKING = Claim(
    "blocking",
    "more simulations mean more blocking: threats that are blocked with 100 simulations, less with 25",
    "results",
    more("more"),
    "points",
    key=True,
)
CONVERGENCE = Claim(
    "converged",
    "the methods converged around the 800 episode mark: wins in the last 100 games before 1,000, less before 800",
    "experiments",
    Range(-0.02, 0.02, "no change"),
    "points",
)
LONGER = Claim(
    "longer", "and with five times the episodes? wins before 5,000, less before 1,000", "–", Range(), "points",
    kind=QUESTION,
)  # fmt: skip
ALPHA = Claim(
    "alpha",
    "α = 0.5 improved the performance the most: wins with 0.5, less those with the best other of 0.1, 0.3, 0.7, 0.9",
    "experiments",
    Range(0.0, 1.0, "the most"),
    "points",
)


def decisions(session: Session, games: int) -> Outcome:
    """Mistakes by budget on 3×3, and blocked threats."""
    outcome = Outcome()
    repeats = max(1, min(8, games // 40))
    wrong = session.remember(f"nxn: mistakes, {repeats} repeats", partial(mistakes, repeats, session.seed))
    shares = {int(budget): wilson(count, wrong["positions"]) for budget, count in wrong["mistakes"].items()}
    gap = estimates.difference(shares[20], shares[25])
    outcome.add(BELOW_25, gap, wrong["positions"], "every position of 3×3 up to symmetry, against exact play")
    outcome.add(AT_25, shares[25], wrong["positions"], "25 is no threshold: mistakes fall steadily")
    label = "Mistakes fall steadily with the budget; nothing happens at 25"
    options = {"x": "simulations a move", "y": "positions", "percent": True, "log_x": True}
    outcome.figures.append(Figure("mistakes", label, "lines", {"mistakes on 3×3": list(shares.items())}, options))
    few = max(4, games // 5)
    blocked = session.remember(f"nxn: blocked threats, {few} games", partial(blocks, few, session.seed))
    low, high = (wilson(*blocked[str(budget)]) for budget in BLOCKED)
    note = "self-play on 3×3 to 6×6, where the opponent would win with its next move and the agent cannot win itself"
    outcome.add(BLOCKING, estimates.difference(high, low), blocked[str(BLOCKED[0])][1], note)
    return outcome


def mistakes(repeats: int, seed: int) -> dict[str, Any]:
    """On all positions of 3×3 up to symmetry: how often the search gives value away, by budget."""
    game = parse_game("mnk(3,3,3)")
    graph = state_graph(game)
    states = {node.state.canonical_key(): node.state for node in graph.nodes if node.player != TERMINAL}
    replies = {seat: best_response(game, "minimax", seat) for seat in (0, 1)}
    found: dict[str, int] = {}
    for budget in BUDGETS:
        count = 0
        for repeat in range(repeats):
            agent = UctNxn(simulations=budget)
            agent.reset(game, 0, Rng(seed + repeat, budget).next())
            for state in states.values():
                values = replies[state.player].action_values(state)
                count += values[agent.choose(state).action] < max(values.values())
        found[str(budget)] = count
    return {"positions": repeats * len(states), "mistakes": found}


def blocks(games: int, seed: int) -> dict[str, tuple[int, int]]:
    """Self-play on small boards: threats that were blocked, and all threats, by budget."""
    found = {}
    for budget in BLOCKED:
        blocked = threats = 0
        for n in (3, 4, 5, 6):
            game = parse_game(f"mnk({n},{n},{n})")
            rng = Rng(seed, 100 * budget + n)
            agent = UctNxn(simulations=budget)
            for _ in range(games):
                agent.reset(game, 0, rng.next())
                state = game.initial_state()
                while state.player != TERMINAL:
                    action = agent.act(state)
                    cells = winning_cells(state, 1 - state.player)
                    if cells and not winning_cells(state, state.player):
                        threats += 1
                        blocked += action in cells
                    state.apply(action)
        found[str(budget)] = (blocked, threats)
    return found


def winning_cells(state: State, player: int) -> set[int]:
    """The cells where this player would complete a line at once."""
    found = set()
    for cell in state.actions():
        after = state.clone()
        if after.player != player:  # the rules have no pass: on a copy, the player to move first plays elsewhere
            others = [other for other in state.actions() if other != cell]
            if not others:
                continue
            after = state.clone()
            after.apply(others[0])
            if after.player == TERMINAL:
                continue
        after.apply(cell)
        if after.player == TERMINAL and after.returns()[player] > 0:
            found.add(cell)
    return found


def learning(session: Session, trainings: int, sizes: Sequence[int]) -> Outcome:
    """Convergence, and the step size."""
    outcome = Outcome()
    what = f"n = {list(sizes)}, {trainings} trainings"
    curve = session.remember(f"nxn: convergence, {what}", partial(convergence, sizes, trainings, session.seed))
    change = [b - a for a, b in zip(curve[str(CONVERGED)], curve[str(EPISODES)], strict=True)]
    note = "Q-learning and SARSA on all boards, first of equal moves; n: trainings of one method"
    outcome.add(CONVERGENCE, estimates.mean_gap(change), len(change), note)
    later = [b - a for a, b in zip(curve[str(EPISODES)], curve[str(LONG)], strict=True)]
    outcome.add(LONGER, estimates.mean_gap(later), len(later), note)
    label = "Wins in the last 100 games, over the episodes of training"
    points: dict[str, list[tuple[float, Estimate]]]
    points = {"wins in the last 100 games": [(int(at), estimates.mean_share(won)) for at, won in curve.items()]}
    options = {"x": "episodes", "y": "won", "percent": True, "log_x": True}
    outcome.figures.append(Figure("convergence", label, "lines", points, options))
    steps = session.remember(f"nxn: step sizes, {what}", partial(step_sizes, sizes, trainings, session.seed))
    best = max((a for a in ALPHAS if a != 0.5), key=lambda a: sum(steps[str(a)]))
    gaps = [a - b for a, b in zip(steps["0.5"], steps[str(best)], strict=True)]
    outcome.add(ALPHA, estimates.mean_gap(gaps), len(gaps), f"the best other is {best:g}; Q-learning, mean over boards")
    label = "Q-learning's wins by its step size α"
    points = {"won": [(a, estimates.mean_share(steps[str(a)])) for a in ALPHAS]}
    outcome.figures.append(Figure("alpha", label, "lines", points, {"x": "α", "y": "won", "percent": True}))
    return outcome


def convergence(sizes: Sequence[int], trainings: int, seed: int) -> dict[str, list[float]]:
    """The mean share won before each episode count, for every training of either method."""
    looks = (100, 200, 400, CONVERGED, EPISODES, 2000, LONG)
    found: dict[str, list[float]] = {str(look): [] for look in looks}
    for learner in ("sarsa(ties=first)", "q_learning(ties=first)"):
        for i in range(trainings):
            runs = [
                train(learner, parse_game(f"mnk({n},{n},{n})"), LONG, seat=0, seed=Rng(seed, i).next()) for n in sizes
            ]
            for look in looks:
                found[str(look)].append(sum(run.last_games(look, LAST).won / LAST for run in runs) / len(sizes))
    return found


def step_sizes(sizes: Sequence[int], trainings: int, seed: int) -> dict[str, list[float]]:
    """The mean share won over all boards, for every training, by α."""
    return {
        str(alpha): [
            sum(
                train(f"q_learning(alpha={alpha}, ties=first)", parse_game(f"mnk({n},{n},{n})"), EPISODES, seat=0,
                      seed=Rng(seed, i).next()).last_games(EPISODES, LAST).won / LAST
                for n in sizes
            ) / len(sizes)
            for i in range(trainings)
        ]
        for alpha in ALPHAS
    }  # fmt: skip
