"""Ali's statements about single decisions and about learning, which no figure of the report shows."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from plyground.agents.presets import UctNxn
from plyground.agents.training import Training, train
from plyground.exact import best_response
from plyground.experiments.base import Claim, Outcome, number
from plyground.experiments.figures import Figure
from plyground.experiments.nxn_learners import EPISODES, LAST, LEARNERS, TAUGHT, UNTAUGHT
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
CONVERGED, LONG = 800, 5000

BELOW_25 = Claim(
    "below_25",
    "with fewer than 25 simulations the agent makes sub-optimal decisions: share of positions of 3×3 where the move "
    "gives value away, with 20",
    "experiments",
    more("sub-optimal decisions"),
)
AT_25 = Claim("at_25", "and with 25? the same share", "–", Range(), kind=QUESTION)
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
LONGER_UNTAUGHT = Claim(
    "longer/untaught", "and the learner with all rewards 0? wins before 5,000, less before 1,000", "–", Range(),
    "points", kind=QUESTION,
)  # fmt: skip
ALPHA = Claim(
    "alpha",
    "α = 0.5 generally improved the performance the most: wins with 0.5, less those with",
    "experiments",
    Range(-0.01, 1.0, "no fewer"),
    "points",
    family="step sizes",
)


def decisions(session: Session, games: int) -> Outcome:
    """Mistakes by budget on 3×3, and blocked threats."""
    outcome = Outcome()
    repeats = max(1, min(8, games // 40))
    wrong = session.remember(f"nxn: mistakes, {repeats} repeats", partial(mistakes, repeats, session.seed))
    shares = {int(budget): wilson(count, wrong["positions"]) for budget, count in wrong["mistakes"].items()}
    outcome.add(BELOW_25, shares[20], wrong["positions"], "every position of 3×3 up to symmetry, against exact play")
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
    """Convergence, and the step size, beside the learner that is taught nothing."""
    outcome = Outcome()
    what = f"n = {list(sizes)}, {trainings} trainings"
    curves = session.remember(f"nxn: convergence, {what}", partial(convergence, sizes, trainings, session.seed))
    curve, control = curves["taught"], curves[UNTAUGHT]
    change, untaught = (
        [b - a for a, b in zip(found[str(CONVERGED)], found[str(EPISODES)], strict=True)] for found in (curve, control)
    )
    note = (
        "Q-learning and SARSA on all boards, first of equal moves; n: trainings of one method; the untaught learner "
        f"changes by {number(sum(untaught) / len(untaught), 'points')}"
    )
    outcome.add(CONVERGENCE, estimates.mean_gap(change), len(change), note)
    for claim, found in ((LONGER, curve), (LONGER_UNTAUGHT, control)):
        later = [b - a for a, b in zip(found[str(EPISODES)], found[str(LONG)], strict=True)]
        outcome.add(claim, estimates.mean_gap(later), len(later), "n: trainings; mean over boards")
    label = "Wins in the last 100 games, over the episodes of training"
    points: dict[str, list[tuple[float, Estimate]]]
    points = {
        name: [(int(at), estimates.mean_share(won)) for at, won in found.items()]
        for name, found in (("Q-learning and SARSA", curve), ("untaught: all rewards 0", control))
    }
    options = {"x": "episodes", "y": "won", "percent": True, "log_x": True}
    outcome.figures.append(Figure("convergence", label, "lines", points, options))
    steps = session.remember(f"nxn: step sizes, {what}", partial(step_sizes, sizes, trainings, session.seed))
    for alpha in ALPHAS:
        if alpha != 0.5:
            gaps = [a - b for a, b in zip(steps["0.5"], steps[str(alpha)], strict=True)]
            claim = replace(ALPHA, id=f"alpha/{alpha:g}", text=f"{ALPHA.text} {alpha:g}")
            outcome.add(claim, estimates.mean_gap(gaps), len(gaps), "n: trainings; Q-learning and SARSA, all boards")
    label = "The learners' wins by their step size α"
    points = {
        "Q-learning and SARSA": [(a, estimates.mean_share(steps[str(a)])) for a in ALPHAS],
        "untaught: all rewards 0": [(a, estimates.mean_share(control[str(EPISODES)])) for a in ALPHAS],
    }
    caption = "The untaught learner has no use for a step size: its line is level."
    options = {"x": "α", "y": "won", "percent": True}
    outcome.figures.append(Figure("alpha", label, "lines", points, options, caption))
    return outcome


def convergence(sizes: Sequence[int], trainings: int, seed: int) -> dict[str, dict[str, list[float]]]:
    """The mean share won before each episode count, for every training of either method, and of the control."""
    looks = (100, 200, 400, CONVERGED, EPISODES, 2000, LONG)
    groups = {"taught": TAUGHT, UNTAUGHT: (UNTAUGHT,)}
    found: dict[str, dict[str, list[float]]] = {group: {str(look): [] for look in looks} for group in groups}
    for group, names in groups.items():
        for name in names:
            for i in range(trainings):
                runs = [train_once(name, "", n, LONG, seed, i) for n in sizes]
                for look in looks:
                    won = sum(run.last_games(look, LAST).won / LAST for run in runs)
                    found[group][str(look)].append(won / len(sizes))
    return found


def step_sizes(sizes: Sequence[int], trainings: int, seed: int) -> dict[str, list[float]]:
    """The mean share won over all boards and both methods, for every training, by α."""
    return {
        str(alpha): [
            sum(
                train_once(name, f"alpha={alpha}, ", n, EPISODES, seed, i).last_games(EPISODES, LAST).won / LAST
                for name in TAUGHT
                for n in sizes
            ) / (len(TAUGHT) * len(sizes))
            for i in range(trainings)
        ]
        for alpha in ALPHAS
    }  # fmt: skip


def train_once(name: str, options: str, n: int, episodes: int, seed: int, i: int) -> Training:
    learner = LEARNERS[name].format(options, "first")
    return train(learner, parse_game(f"mnk({n},{n},{n})"), episodes, seat=0, seed=Rng(seed, i).next())
