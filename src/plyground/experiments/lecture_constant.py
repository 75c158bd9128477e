"""Turcotte's lecture on the constant C: wins, the shape of the tree, and the spread of visits at the root."""

from functools import partial
from typing import Any

from plyground.agents.presets import UctClassic
from plyground.experiments.base import Claim, Outcome
from plyground.experiments.figures import Figure
from plyground.experiments.session import Session
from plyground.experiments.verdict import QUESTION, Range, less, more
from plyground.games import parse_game
from plyground.rng import Rng
from plyground.search import Search, configure
from plyground.statistics import estimates
from plyground.statistics.intervals import Estimate, wilson

GAME = "tictactoe"
CONSTANTS = (0.0, 0.1, 0.3, 0.7, 1.4142, 3.0, 10.0, 100.0)
FEW, MANY = 30, 500  # simulations of the games, and of the measured trees
LIMITED = (10, 20, 30, 50, 100, 500)  # simulations of the searches with a very large C
HEATS = (50, 200, 500, 1000, 5000)
CELLS = 9

C_FROM_ZERO = Claim(
    "c_low", "too little exploration is bad: C = √2 wins more than C = 0", "on C", more(), "points", key=True
)
C_TOO_LARGE = Claim("c_high", "too much is bad: C = √2 wins more than C = 100", "on C", more(), "points", key=True)
DEEP = Claim("deep", "C = 0 makes the tree deep: levels with C = 0, less with C = 10", "on C", more("deeper", 0.5), "")
NARROW = Claim(
    "narrow", "and narrow: nodes of the widest level with C = 0, less with C = 10", "on C", less("narrower", 10), "",
)  # fmt: skip
EVEN = Claim(
    "even",
    "a larger C spreads the visits at the root more evenly: share of the most visited move, C = 2 less C = 0.5",
    "on C",
    less("more even"),
    "points",
    key=True,
)
LARGE_RANDOM = Claim(
    "look_random", "with a very large C and limited simulations the choice can look close to random: share of searches "
    f"that choose the centre, C = 100, {FEW} simulations", "on C", Range(0.0, 0.25, "close to 1 in 9"),
)  # fmt: skip
LARGE_MANY = Claim("look_random/many", f"and with {MANY}? the same share", "–", Range(), kind=QUESTION)
GROWS = Claim(
    "grows", f"the tree gets deeper with more simulations: levels with {LIMITED[-1]}, less with {LIMITED[0]}, C = √2",
    "after the trees", more("deeper", 1.0), "",
)  # fmt: skip
HEAT = Claim(
    "heat", "after 50 simulations, is every first move visited about as often? most visited over least, mean", "–",
    Range(), "", kind=QUESTION,
)  # fmt: skip
ONE_STEP = Claim(
    "one_step", "the exercise: detect a win in one step. Wins with decisive rollouts, less without", "–",
    Range(), "points", kind=QUESTION,
)  # fmt: skip


def constant_study(session: Session, games: int, seeds: int) -> Outcome:
    outcome = Outcome()
    note = f"won against random with {FEW} simulations"
    scores: dict[float, Estimate] = {}
    for c in CONSTANTS:
        tally = session.match(f"mcts(simulations={FEW}, select=ucb1(c={c:g}))", "random", GAME, games).tally
        scores[c] = wilson(tally.wins, tally.games)
    outcome.add(C_FROM_ZERO, estimates.difference(scores[1.4142], scores[0.0]), games, note)
    outcome.add(C_TOO_LARGE, estimates.difference(scores[1.4142], scores[100.0]), games, note)
    decisive = session.match(
        f"mcts(simulations={FEW}, select=ucb1(c=1.4142), evaluate=rollout(policy=decisive))", "random", GAME, games
    ).tally
    gain = estimates.difference(wilson(decisive.wins, decisive.games), scores[1.4142])
    outcome.add(ONE_STEP, gain, games, note)
    options = {"x": "C", "y": "won", "percent": True, "log_x": True, "note": f"{FEW} simulations, {games:,} games each"}
    title = "Wins against random over C"
    outcome.figures.append(Figure("constants", title, "lines", {"won": list(scores.items())}, options))
    add_trees(outcome, session, seeds)
    heats = session.remember(f"lecture: heat maps, {seeds} seeds", partial(heat_maps, seeds))
    ratios = [max(one) / max(1, min(one)) for one in heats["ratios"]]
    outcome.add(HEAT, estimates.mean(ratios), len(ratios), "n: seeds; a single seed shows anything")
    title = f"Visits of X's first moves, mean of {seeds} seeds"
    boards = {f"{n} simulations": board for n, board in heats["boards"].items()}
    caption = "After 50 simulations the centre already leads on average; single searches vary widely."
    outcome.figures.append(Figure("heat", title, "boards", boards, caption=caption))
    return outcome


def add_trees(outcome: Outcome, session: Session, seeds: int) -> None:
    constants = (0.0, 0.5, 1.4142, 2.0, 10.0, 100.0)
    trees = session.remember(f"lecture: trees over C, {seeds} seeds", partial(measure, constants, seeds))

    def gap(a: str, b: str, place: int) -> Estimate:
        return estimates.mean([x[place] - y[place] for x, y in zip(trees[a], trees[b], strict=True)])

    note = f"n: seeds; {MANY} simulations from the empty board"
    outcome.add(DEEP, gap("0.0", "10.0", 0), seeds, note)
    outcome.add(NARROW, gap("0.0", "10.0", 1), seeds, note)
    outcome.add(EVEN, gap("2.0", "0.5", 2), seeds, note)
    few = session.remember(f"lecture: C = 100, {LIMITED} simulations, {seeds} seeds", partial(centres, seeds))
    for simulations, claim in ((FEW, LARGE_RANDOM), (MANY, LARGE_MANY)):
        outcome.add(claim, wilson(few[str(simulations)], seeds), seeds, "n: seeds; one in nine is 11.1 %")
    levels = session.remember(f"lecture: levels, {LIMITED} simulations, {seeds} seeds", partial(depths, seeds))
    growth = [b - a for a, b in zip(levels[str(LIMITED[0])], levels[str(LIMITED[-1])], strict=True)]
    outcome.add(GROWS, estimates.mean(growth), seeds, "n: seeds")
    sizes = [(n, estimates.mean([float(one) for one in levels[str(n)]], 0, CELLS + 1)) for n in LIMITED]
    options = {"x": "simulations", "y": "levels of the tree", "log_x": True}
    outcome.figures.append(Figure("grows", "The tree grows deeper, C = √2", "lines", {"levels": sizes}, options))
    shares = {f"{n} simulations": wilson(few[str(n)], seeds) for n in LIMITED}
    options = {"x": "searches that choose the centre", "percent": True, "level": ("one in nine", 1 / CELLS)}
    outcome.figures.append(Figure("limited", "C = 100: how random is the choice?", "dots", shares, options))
    for place, name, words in ((0, "depth", "levels of the tree"), (2, "spread", "visits of the most visited move")):
        most = 1 if place == 2 else CELLS + 1
        points = [(c, estimates.mean([one[place] for one in trees[str(c)]], 0, most)) for c in constants]
        title = f"{words[0].upper()}{words[1:]}, over C"
        options = {"x": "C", "y": words, "log_x": True, "percent": place == 2}
        outcome.figures.append(Figure(f"{name}_C", title, "lines", {words: points}, options))


def measure(constants: tuple[float, ...], seeds: int) -> dict[str, list[tuple[int, int, float, int]]]:
    """Depth, width, share of the most visited move, and the chosen move, for each C and seed."""
    found = {}
    for c in constants:
        row = []
        for seed in range(seeds):
            search = Search(GAME, configure(select=f"ucb1(c={c:g})", expand="one_child"), seed=Rng(seed).next())
            result = search.run(parse_game(GAME).initial_state(), MANY)
            levels = search.tree().levels()
            most = max(child.visits for child in search.top().node(0).children) / MANY
            assert result.action is not None
            row.append((len(levels), max(levels), most, result.action))
        found[str(c)] = row
    return found


def centres(seeds: int) -> dict[str, int]:
    """The number of searches with C = 100 that choose the centre, by their simulations."""
    found = dict.fromkeys(LIMITED, 0)
    for seed in range(seeds):
        search = Search(GAME, configure(select="ucb1(c=100)", expand="one_child"), seed=Rng(seed).next())
        search.start(parse_game(GAME).initial_state())
        for simulations in LIMITED:
            search.resume(simulations - search.simulations)
            found[simulations] += search.decide() == CELLS // 2
    return {str(simulations): count for simulations, count in found.items()}


def depths(seeds: int) -> dict[str, list[int]]:
    """The levels of the tree with C = √2 after each number of simulations, for every seed."""
    found: dict[str, list[int]] = {str(simulations): [] for simulations in LIMITED}
    for seed in range(seeds):
        search = Search(GAME, UctClassic().expanded().config, seed=Rng(seed).next())
        search.start(parse_game(GAME).initial_state())
        for simulations in LIMITED:
            search.resume(simulations - search.simulations)
            found[str(simulations)].append(len(search.tree().levels()))
    return found


def heat_maps(seeds: int) -> dict[str, Any]:
    """The mean visits of each first move, and all nine of every seed after 50 simulations."""
    boards: dict[str, list[list[float]]] = {}
    ratios = []
    for simulations in HEATS:
        total = [0.0] * CELLS
        for seed in range(seeds):
            search = Search(GAME, UctClassic().expanded().config, seed=Rng(seed).next())
            search.run(parse_game(GAME).initial_state(), simulations)
            visits = [0] * CELLS
            for child in search.top().node(0).children:
                visits[child.action] = child.visits
            total = [a + b for a, b in zip(total, visits, strict=True)]
            if simulations == HEATS[0]:
                ratios.append(visits)
        boards[str(simulations)] = [[round(total[3 * i + j] / seeds, 1) for j in range(3)] for i in range(3)]
    return {"boards": boards, "ratios": ratios}
