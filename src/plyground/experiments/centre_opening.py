"""Qi and Hu: X has the centre and then plays at random; which reply gives O the best chance to win?"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from typing import Any

from plyground.agents.presets import UctVsRandom
from plyground.exact import best_response, exact_match, policy_of
from plyground.exact.best_response import BestResponse
from plyground.experiments.base import Claim, Experiment, Outcome, Study, register
from plyground.experiments.figures import Figure, table
from plyground.experiments.session import Session
from plyground.experiments.verdict import QUESTION, Range, exactly, more
from plyground.games import TERMINAL, State, parse_game
from plyground.rng import Rng
from plyground.search import Budget, Search
from plyground.statistics import estimates
from plyground.statistics.intervals import Estimate, wilson
from plyground.tree import Node, Tree

CELLS = ("top left", "top", "top right", "left", "centre", "right", "bottom left", "bottom", "bottom right")
CORNERS, CENTRE = (0, 2, 6, 8), 4
EPSILON = 1e-6
ITERATIONS = 200_001
# Figure 1 of the document: cell → visits, wins, UCB.
CHILDREN = {
    0: (198_397, 160_108, 0.8181008256305211),
    1: (263, 54, 0.5099900336542442),
    2: (197, 33, 0.5195348061453121),
    3: (226, 42, 0.5145022150558936),
    5: (147, 18, 0.5299647260513881),
    6: (363, 88, 0.5017524447166842),
    7: (220, 40, 0.5149312890835352),
    8: (188, 30, 0.5199241452681624),
}
WINS = 160_413  # of all iterations (figure 3)
# Figure 3: the moves of the printed game, and N, R and UCB of the node that each leads to.
GAME = ((0, 198_397, 160_108, 0.8181008256305211), (6, 28_279, 24_008, 0.8783408088640889),
        (2, 27_976, 23_903, 0.8814805005395968), (7, 5_612, 5_531, 1.0459736205710013),
        (1, 5_430, 5_430, 1.0563881001814288))  # fmt: skip

STOPPED = Claim(
    "stop",
    "the search stopped because |ΔQ| < 10⁻⁶: with ΔQ = 0 not counted and the document's own Q, the rule ends it after "
    "this many iterations",
    "section 3.2",
    exactly(ITERATIONS),
    unit="",
    margin=500,
    key=True,
)
STOPPED_OURS = Claim(
    "stop/ours", "and in our searches, which have another Q? iterations until that reading ends them", "–", Range(),
    unit="", kind=QUESTION,
)  # fmt: skip
AS_PRINTED = Claim(
    "stop/printed",
    "the rule as printed, Q(x) − Q(x′) < 10⁻⁶ without a modulus, waits until Q no longer changes: "
    "searches that it ends at iteration 2",
    "formulas 4, 5",
    Range(0.0, 0.05, "none"),
    key=True,
)
WITH_ZERO = Claim(
    "stop/zero",
    "the same with a modulus, and ΔQ = 0 counted as no change: searches that it ends at iteration 2",
    "section 2.3",
    Range(0.0, 0.05, "none"),
)
ROOT_Q = Claim("root_q", "Q of the root when the search stops", "figure 3", exactly(WINS / ITERATIONS, 4), "", 0.01)
CORNER_Q = Claim(
    "corner_q", "Q of the chosen corner when the search stops", "figures 1, 3", exactly(0.80700817, 4), "", 0.01
)
CORNER_CHOSEN = Claim(
    "corner", "a corner is the move with the best chance: searches that choose one", "section 3.1",
    Range(0.9, 1.0, "a corner"), key=True,
)  # fmt: skip
CONCENTRATION = Claim(
    "concentration",
    "share of all visits that went to the chosen corner",
    "figure 1",
    exactly(198_397 / ITERATIONS, 3),
    margin=0.05,
)
UCB_TABLE = Claim(
    "ucb",
    "the UCB values follow from visits and wins (largest deviation of eight)",
    "figure 1",
    exactly(0.0),
    unit="",
    margin=1e-9,
)
UCB_GAME = Claim(
    "ucb/game", "the same along the printed game (largest deviation of five)", "figure 3", exactly(0.0), "", 1e-9
)
OPTIMAL = Claim(
    "optimal",
    "the optimal policy has been found: searches whose most visited moves win 29/35, the most possible",
    "section 3.2",
    Range(0.9, 1.0, "found"),
    key=True,
)
LEAF = Claim(
    "values",
    "at a leaf, where the winner is determined, Q is the probability of winning: |Q − exact| of the leaf in figure 3",
    "formula 2, figure 3",
    exactly(0.0),
    unit="",
    margin=1e-9,
)
INNER = Claim(
    "values/inner", "and at the other nodes, of which the document does not say it? the largest |Q − exact|", "–",
    Range(), unit="", kind=QUESTION,
)  # fmt: skip
CORNER_BEST = Claim(
    "corner_exact",
    "a corner is better than an edge (exact difference of the chances to win)",
    "section 3.1",
    more("better"),
    unit="points",
)
RANDOM_TREE = Claim(
    "random_tree",
    "the UCB rule favours branches with good rewards: share of iterations that O wins, UCB − purely random",
    "sections 2.2, 3.1",
    more("more"),
    unit="points",
)
EARLIER = Claim(
    "earlier", "how early? searches of a twentieth of the iterations whose policy is already optimal", "–",
    Range(), kind=QUESTION,
)  # fmt: skip


@dataclass(frozen=True)
class CentreOpeningSize:
    searches: int
    rule_runs: int = 200
    iterations: int = ITERATIONS
    epsilon: float = EPSILON


@register
class CentreOpening(Experiment[CentreOpeningSize]):
    name = "centre_opening"
    title = "Tic-tac-toe against a random X in the centre"
    seconds = (8.0, 60.0)
    quick = CentreOpeningSize(searches=20)
    full = CentreOpeningSize(searches=50)
    tiny = CentreOpeningSize(searches=2, rule_runs=20, iterations=2000, epsilon=1e-4)

    @property
    def studies(self) -> Sequence[Study[CentreOpeningSize]]:
        return (
            Study("searches", searches, lambda size: size.searches + 1),
            Study("rule", stop_rule, lambda size: 1),
            Study("figures", printed_figures, lambda size: 0),
        )


def searches(session: Session, size: CentreOpeningSize) -> Outcome:
    found = [
        session.remember(f"centre_opening: search {i} of {size}", partial(search_once, size, session.seed + i))
        for i in range(size.searches)
    ]
    outcome, n = Outcome(), len(found)
    stops = [float(one["stopped"]) for one in found]
    note = (
        "the rule fires with the first win after (1 − Q)/ε iterations, whatever was learnt: a limit on the iterations"
    )
    outcome.add(STOPPED_OURS, estimates.mean(stops), n, note)
    for claim, key in ((ROOT_Q, "root_q"), (CORNER_Q, "best_q")):
        values = [float(one[key]) for one in found]
        outcome.add(claim, estimates.mean(values), n, "", estimates.deviation(values))
    corners = sum(int(max(one["visits"], key=one["visits"].get)) in CORNERS for one in found)
    outcome.add(CORNER_CHOSEN, wilson(corners, n), n)
    shares = [max(one["visits"].values()) / size.iterations for one in found]
    note = "all four corners are equal in truth: a share near one is lock-in, not knowledge"
    outcome.add(CONCENTRATION, estimates.mean_share(shares), n, note, estimates.deviation(shares))
    corner, _ = exact_values()
    for claim, place in ((OPTIMAL, -1), (EARLIER, 0)):
        best = sum(abs(one["policy"][place][1] - float(corner)) < 1e-9 for one in found)
        after = f"after {found[0]['policy'][place][0]:,} iterations"
        outcome.add(claim, wilson(best, n), n, f"{after}; evaluated exactly against the random X")
    gain = estimates.mean([one["root_q"] - float(random_value()) for one in found])
    outcome.add(
        RANDOM_TREE, gain, n, f"purely random play wins {random_value()} = {float(random_value()):.4f}, exactly"
    )
    game = session.remember(f"centre_opening: game of {size}", partial(tell_game, size, session.seed))
    outcome.figures += [
        value_figure(found, corner),
        root_value_figure(found, corner),
        children_table(found[0]),
        Figure("game", "Figure 3: one game through our tree", "text", game),
    ]
    return outcome


def stop_rule(session: Session, size: CentreOpeningSize) -> Outcome:
    """How often the two literal readings of the rule end a search at once."""
    what = f"centre_opening: the stop rule, {size.rule_runs} runs, ε = {size.epsilon:g}"
    found = session.remember(what, partial(literal_stops, size, session.seed))
    outcome = Outcome()
    for claim, name in ((AS_PRINTED, "printed"), (WITH_ZERO, "zero")):
        at_two = sum(stop == 2 for stop in found[name])
        unchanged, falls = (found["second"].count(sign) for sign in (0, -1))
        note = (
            f"{at_two} of {size.rule_runs} searches; in the second iteration Q stays in {unchanged}, falls in {falls}"
        )
        outcome.add(claim, wilson(at_two, size.rule_runs), size.rule_runs, note)
    return outcome


def printed_figures(session: Session, size: CentreOpeningSize) -> Outcome:
    """The document's own numbers, recomputed."""
    outcome = Outcome()
    corner, edge = exact_values()
    outcome.add(UCB_TABLE, estimates.exact(ucb_deviation()), 0, "recomputed from the printed visits and wins")
    outcome.add(UCB_GAME, estimates.exact(game_ucb_deviation()), 0, "N is that of the printed parent")
    rows = game_values()
    *inner, leaf = (abs(q - float(value)) for _, q, value in rows)
    outcome.add(LEAF, estimates.exact(leaf), 0)
    note = "there Q is an average that includes every exploring visit, so it lies below the value of the policy"
    outcome.add(INNER, estimates.exact(max(inner)), 0, note)
    fires = math.ceil((1 - WINS / ITERATIONS) / EPSILON)
    note = f"(1 − {WINS / ITERATIONS:.5f})/10⁻⁶: the document's own Q would have ended the search before 200,001"
    outcome.add(STOPPED, estimates.exact(fires), 0, note)
    outcome.add(CORNER_BEST, estimates.exact(float(corner - edge)), 0, f"{corner} − {edge}")
    outcome.figures.append(
        table(
            "node_values",
            "Figure 3: the printed node values and the exact ones",
            ["after the moves", "Q printed", "exact chance to win", "difference"],
            [[moves, f"{q:.4f}", f"{value} = {float(value):.4f}", f"{q - float(value):+z.4f}".replace("-", "−")]
             for moves, q, value in rows],
            "Exact: O plays the best replies, X draws its moves.",
        )
    )  # fmt: skip
    return outcome


def position() -> State:
    """X in the centre, O to move."""
    state = parse_game("tictactoe").initial_state()
    state.apply(CENTRE)
    return state


def make_search(seed: int) -> Search:
    return Search("tictactoe", UctVsRandom().expanded().config, seed=Rng(seed).next())


def search_once(size: CentreOpeningSize, seed: int) -> dict[str, Any]:
    """One search as in the document: its stop, the curves of Q and of the policy's value, and the eight children."""
    stopping = make_search(seed)
    stopped = stopping.run(position(), Budget(converged=size.epsilon, simulations=20 * size.iterations)).simulations
    search = make_search(seed)
    search.start(position())
    curve: list[tuple[int, float]] = []
    values: list[tuple[int, float]] = []
    looks = {size.iterations // 20, size.iterations // 4, size.iterations}
    point = 10.0
    while search.simulations < size.iterations:
        ahead = min([look for look in looks if look > search.simulations])
        search.resume(min(ahead, round(point)) - search.simulations)
        if search.simulations >= round(point):
            point *= 1.25
        curve.append((search.simulations, root_q(search)))
        if search.simulations in looks:
            values.append((search.simulations, float(policy_value(search.tree()))))
    children = search.top().node(0).children
    best = max(children, key=lambda child: child.visits)
    return {
        "stopped": stopped,
        "curve": curve,
        "policy": values,
        "root_q": root_q(search),
        "best_q": best.value,
        "visits": {str(child.action): child.visits for child in children},
        "wins": {str(child.action): round(child.visits * child.value) for child in children},
    }


def policy_value(tree: Tree) -> Fraction:
    """The chance that O wins with the most visited moves of the tree, X drawing; outside the tree O draws too."""

    def value(state: State, node: Node | None) -> Fraction:
        if state.player == TERMINAL:
            return Fraction(state.returns()[1] > 0)
        visited = {child.action: child for child in node.children if child.visits} if node is not None else {}
        actions = state.actions()
        if state.player == 1 and visited:
            actions = [max(visited.values(), key=lambda child: child.visits).action]
        total = Fraction(0)
        for action in actions:
            after = state.clone()
            after.apply(action)
            total += value(after, visited.get(action))
        return total / len(actions)

    return value(position(), tree.node(0))


def literal_stops(size: CentreOpeningSize, seed: int) -> dict[str, list[int]]:
    """The iteration that ends each search, without a modulus and with one where ΔQ = 0 counts; 0: none in 1,000.

    And the sign of the change of Q in the second iteration.
    """

    def stop(ends: Callable[[float], bool], curve: list[float]) -> int:
        return next((n + 1 for n in range(1, len(curve)) if ends(curve[n] - curve[n - 1])), 0)

    found: dict[str, list[int]] = {"printed": [], "zero": [], "second": []}
    for run in range(size.rule_runs):
        search = make_search(seed + run)
        search.start(position())
        curve = []
        for _ in range(1000):
            search.resume(1)
            curve.append(root_q(search))
            if len(curve) > 1 and abs(curve[-1] - curve[-2]) < size.epsilon:
                break
        found["second"].append((curve[1] > curve[0]) - (curve[1] < curve[0]))
        found["printed"].append(stop(lambda change: change < size.epsilon, curve))
        found["zero"].append(stop(lambda change: abs(change) < size.epsilon, curve))
    return found


def root_q(search: Search) -> float:
    return search.top().value[0]


def wins_of_o(node: Node) -> float:
    """O's wins among the node's iterations: formula 3 of the document. Rows that X chose keep X's wins."""
    return node.visits * node.value if node.seat == 1 else math.fsum(map(wins_of_o, node.children))


def ucb(wins: float, visits: int, parent: int) -> float:
    return wins / visits + math.sqrt(2 * math.log(parent) / visits)


def ucb_deviation() -> float:
    """The largest deviation of the document's own figures. They agree with N = the number of iterations."""
    return max(abs(ucb(wins, visits, ITERATIONS) - printed) for visits, wins, printed in CHILDREN.values())


def game_ucb_deviation() -> float:
    parents = [ITERATIONS, *(visits for _, visits, _, _ in GAME)]
    return max(
        abs(ucb(wins, visits, parent) - printed)
        for (_, visits, wins, printed), parent in zip(GAME, parents, strict=False)
    )


@cache
def best_reply() -> BestResponse:
    return best_response(position(), "random", seat=1, objective="wins")


def exact_values() -> tuple[Fraction, Fraction]:
    """The chance that O wins after a corner and after an edge, X random and O perfect."""
    values = best_reply().action_values(position())
    return Fraction(values[0]), Fraction(values[1])


@cache
def random_value() -> Fraction:
    """The chance that O wins if both draw their moves."""
    return Fraction(exact_match(position(), policy_of("random"), policy_of("random")).wins[1])


def game_values() -> list[tuple[str, float, Fraction]]:
    """Every node of the printed game: the moves, the printed Q, and the exact chance to win."""
    state = position()
    rows = [("(the start)", WINS / ITERATIONS, Fraction(best_reply().value))]
    played: list[str] = []
    for action, visits, wins, _ in GAME:
        played.append(f"{'XO'[state.player]} {CELLS[action]}")
        if state.player == 1:
            value = Fraction(best_reply().action_values(state)[action])
        else:
            after = state.clone()
            after.apply(action)
            value = Fraction(max(best_reply().action_values(after).values()))
        state.apply(action)
        rows.append((", ".join(played), wins / visits, value))
    return rows


def value_figure(found: list[dict[str, Any]], best: Fraction) -> Figure:
    """Q of the root beside the exact value of the policy: the mean, the lowest and the highest of all searches."""

    def spread(values: Sequence[float]) -> Estimate:
        return Estimate(math.fsum(values) / len(values), min(values), max(values))

    looks = [n for n, _ in found[0]["policy"]]
    policy = [(n, spread([one["policy"][i][1] for one in found])) for i, n in enumerate(looks)]
    best_held = [sum(abs(one["policy"][i][1] - float(best)) < 1e-9 for one in found) for i in range(len(looks))]
    held = ", ".join(
        f"{count} of {len(found)} searches after {n:,} iterations" for n, count in zip(looks, best_held, strict=True)
    )
    places = [n for n, _ in found[0]["curve"]]
    q = [(n, spread([one["curve"][i][1] for one in found])) for i, n in enumerate(places) if n >= 100]
    return Figure(
        "policy",
        "The policy is better than its Q",
        "lines",
        {"the policy's exact value": policy, "Q of the root": q},
        {"x": "iterations", "y": "chance that O wins", "log_x": True, "level": ("best possible", float(best)),
         "note": f"mean of {len(found)} searches; bands from the lowest to the highest"},
        f"Q is an average over the search, and the stop rule looks at Q alone. The best policy is held by {held}.",
    )  # fmt: skip


def root_value_figure(found: list[dict[str, Any]], best: Fraction) -> Figure:
    """The value of the root over time, in the first searches."""
    return Figure(
        "root_value",
        "Figure 2: the Q-value of the root",
        "lines",
        {f"search {i + 1}": one["curve"] for i, one in enumerate(found[:4])},
        {"x": "iterations", "y": "Q", "log_x": True, "level": (f"exact {best}", float(best))},
        "It rises quickly, then slowly, as in the document.",
    )


def children_table(found: dict[str, Any]) -> Figure:
    total = sum(found["visits"].values())
    corner, edge = exact_values()
    rows = []
    for cell, (visits, wins, printed) in CHILDREN.items():
        n, w = found["visits"].get(str(cell), 0), found["wins"].get(str(cell), 0)
        value = corner if cell in CORNERS else edge
        ours = f"{ucb(w, n, total):.4f}" if n else "∞"
        exact = f"{value} = {float(value):.4f}"
        rows.append([CELLS[cell], f"{visits:,}", f"{wins:,}", f"{printed:.4f}", f"{n:,}", f"{w:,}", ours, exact])
    head = ["O plays", "visits (paper)", "wins", "UCB", "visits (ours)", "wins", "UCB", "exact chance to win"]
    return table("children", "Figure 1: the eight children of the root", head, rows)


def tell_game(size: CentreOpeningSize, seed: int) -> str:
    """O follows the most visited moves of the tree, X draws: N, R, Q and UCB at every step."""
    result = make_search(seed).run(position(), size.iterations)
    rng, state = Rng(seed, 1), position()
    node, parent = result.tree.node(0), 0
    text = []
    while True:
        wins = wins_of_o(node)
        line = f"N: {node.visits}  R: {wins:.0f}  Q: {wins / node.visits:.4f}"
        if parent:
            line += f"  UCB: {ucb(wins, node.visits, parent):.4f}"
        text.append(f"{line}\n{state}")
        visited = node.children
        if state.player == TERMINAL or not visited:
            break
        chosen = visited[0] if state.player == 1 else _any(visited, rng)
        parent, node = node.visits, chosen
        state.apply(chosen.action)
    winner = {1.0: "X wins", 0.0: "draw", -1.0: "O wins"}[state.returns()[0]] if state.player == TERMINAL else "unseen"
    return "\n\n".join([*text, winner])


def _any(nodes: list[Node], rng: Rng) -> Node:
    return nodes[rng.below(len(nodes))]
