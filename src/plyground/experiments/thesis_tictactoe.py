"""Yadav's thesis, section 6.1: five tic-tac-toe players, all against all.

Players are policies, and tic-tac-toe is small: the odds of every pairing are computed exactly. Only Q-learning's
trainings are sampled. The thesis trained one Q-learner.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial

from plyground.agents.minimax import Minimax, RandomMinimax
from plyground.agents.training import train
from plyground.exact import Policy, exact_match, policy_of
from plyground.experiments.base import Claim, Experiment, Outcome, Study, register
from plyground.experiments.figures import Figure
from plyground.experiments.session import Session
from plyground.experiments.thesis_bayes import BAYES, bandit_trees, bayes
from plyground.experiments.thesis_program import ThesisTree
from plyground.experiments.verdict import MISPRINT, QUESTION, Range, exactly, more, percent_of
from plyground.games import Game, State, parse_game
from plyground.rng import Rng
from plyground.solve.state_graph import state_graph
from plyground.statistics import estimates

PLAYERS = ("Random", "Q-learning", "Minimax", "Random Minimax", "MCTS")
GAMES = 1000  # of every cell of table 6.1.2; table 6.1.1 is the mean of two of its cells
# Table 6.1.2: the row moves first; percent won by the row and by the column.
FIRST_MOVE = {
    "Random": ((55.7, 29.0), (0.4, 74.6), (0.0, 82.7), (0.0, 78.6), (0.0, 61.0)),
    "Q-learning": ((95.9, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)),
    "Minimax": ((99.7, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)),
    "Random Minimax": ((96.3, 0.0), (1.1, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)),
    "MCTS": ((81.2, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)),
}
# Table 6.1.1: percent won by the row and by the column, over both orders of moving.
PAYOFF = {
    ("Random", "Q-learning"): (0.0, 85.25),
    ("Random", "Minimax"): (0.0, 91.2),
    ("Random", "Random Minimax"): (0.0, 87.45),
    ("Random", "MCTS"): (0.0, 71.1),
    ("Q-learning", "Minimax"): (0.0, 0.0),
    ("Q-learning", "Random Minimax"): (0.0, 0.55),
    ("Q-learning", "MCTS"): (0.0, 0.0),
    ("Minimax", "Random Minimax"): (0.0, 0.0),
    ("Minimax", "MCTS"): (0.0, 0.0),
    ("Random Minimax", "MCTS"): (0.0, 0.0),
}
# The program with the thesis's names and numbers (nestedsoftware/tictac): a draw is worth a win, ε falls from 0.7 to
# 0 over 7000 games as X and 7000 as O against Random, mirrored and rotated boards share their cells.
EPISODES = 14_000
LEARNER = "q_learning(alpha=0.4, {}gamma=1, epsilon=0.7, epsilon_end=0, anneal=14000, {}, symmetric=true)"
REWARDS = "win=1, draw=1, loss=0, step=0"
Q_LEARNING, DECREMENTAL = LEARNER.format("", REWARDS), LEARNER.format("alpha_end=0.01, ", REWARDS)
PLAYOUTS = 4000
# The budgets of the curve, as multiples of PLAYOUTS/80: from 50 to 32,000. THIS is PLAYOUTS itself; SHOWN are drawn.
BUDGETS, THIS, SHOWN = (1, 2, 4, 8, 16, 32, 60, 70, 80, 100, 120, 160, 320, 640), 80, (16, 80, 320)
# The value of a draw: as the program has it, as the thesis states its rewards (0 between −1 and +1), and none.
DRAWS = {"a win (the program)": 1.0, "half a win (the text)": 0.5, "nothing": 0.0}
HALF = "MCTS, draw ½"
NODES = 754

# Won by the row, won by the column.
Odds = tuple[float, float]
# Of a tree against Random: won and lost when it begins, won and lost when it follows.
Record = tuple[float, float, float, float]

CONCLUSIONS = {
    claim.id: claim
    for claim in (
        Claim(
            "first_move",
            "moving first is an advantage, even for Random",
            "6.1.2",
            more("an advantage"),
            "points",
            key=True,
        ),
        Claim(
            "minimax_first",
            "Minimax beats Random more often than Random Minimax does",
            "6.1.1",
            more(),
            "points",
            key=True,
        ),
        Claim(
            "random_minimax_q",
            "Random Minimax beats Random more often than Q-learning does",
            "6.1.1",
            more(),
            "points",
            key=True,
        ),
        Claim(
            "mcts_last",
            "MCTS is the weakest of the four: Q-learning − MCTS, wins against Random",
            "6.1.1",
            more("weakest"),
            "points",
            key=True,
        ),
        Claim(
            "more_playouts",
            "training for more simulations might improve MCTS: wins against Random, mean over budgets above 4,000, "
            "less those with 4,000",
            "6.1.1",
            more("improves"),
            "points",
            key=True,
        ),
        Claim(
            "budget/text",
            "the table's MCTS has the rewards of the text (+1, −1, 0): largest deviation of its four figures against "
            "Random (won and lost, first and second), at the best of all budgets",
            "4.2, 4.4.1, 6.1.2",
            exactly(0.0),
            "points",
            0.05,
            key=True,
        ),
        Claim(
            "budget/program",
            "and if a draw is worth a win, as in the program? the same deviation",
            "–",
            Range(),
            "points",
            kind=QUESTION,
        ),
        Claim(
            "control",
            "what does learning add? Q-learning − the same learner with all rewards 0, which plays as Random does: "
            "wins against Random",
            "–",
            Range(),
            "points",
            kind=QUESTION,
        ),
        Claim(
            "too_few",
            "MCTS is weak because it had too few simulations: its lead over Q-learning with the same playouts and a "
            "draw worth half a win",
            "6.1.1",
            Range(high=0.0, words="stays behind"),
            "points",
            key=True,
        ),
        Claim(
            "decremental",
            "a learning rate that falls with time helps Q-learning: wins against Random, falling − constant",
            "3.1.4",
            more("helps"),
            "points",
        ),
        Claim(
            "nodes",
            "positions of tic-tac-toe up to symmetry",
            "4.4.1",
            exactly(NODES),
            unit="",
            margin=0.5,
        ),
        Claim(
            "zero",
            "Random against Q-learning: Random wins 0.0 % in table 6.1.1, and 0.4 % of its games as first in 6.1.2",
            "tables 6.1.1, 6.1.2",
            exactly(0.0),
            kind=MISPRINT,
        ),
    )
}


@dataclass(frozen=True)
class ThesisTicTacToeSize:
    trainings: int
    bayes_games: int
    trees: int  # bandit trees
    playouts: int = PLAYOUTS
    episodes: int = EPISODES
    budgets: tuple[int, ...] = BUDGETS


@register
class ThesisTicTacToe(Experiment[ThesisTicTacToeSize]):
    name = "thesis_tictactoe"
    title = "Five tic-tac-toe players"
    seconds = (50.0, 260.0)
    quick = ThesisTicTacToeSize(trainings=3, bayes_games=400, trees=40)
    full = ThesisTicTacToeSize(trainings=30, bayes_games=4000, trees=1000)
    tiny = ThesisTicTacToeSize(trainings=1, bayes_games=6, trees=2, playouts=100, episodes=200, budgets=SHOWN)

    @property
    def studies(self) -> Sequence[Study[ThesisTicTacToeSize]]:
        return (
            Study("tables", tables, lambda size: size.trainings + 1),
            Study("draws", draws, lambda size: 1),
            Study("bayes", lambda session, size: bayes(session, size.bayes_games), lambda size: 3 * len(BAYES)),
            Study("bandit_trees", lambda session, size: bandit_trees(session, size.trees), lambda size: 1),
        )


def tables(session: Session, size: ThesisTicTacToeSize) -> Outcome:
    what = f"thesis_tictactoe: {size.playouts} playouts, {size.episodes} episodes"
    fixed = session.remember(f"{what}, without training", partial(untrained, size.playouts))
    trainings = [
        {**fixed, **session.remember(f"{what}, training {i}", partial(one_training, size, session.seed + i))}
        for i in range(size.trainings)
    ]
    outcome = Outcome()
    for first, row in FIRST_MOVE.items():
        for second, published in zip(PLAYERS, row, strict=True):
            for winner, percent in enumerate(published):
                claim = Claim(
                    f"{first}/{second}/{winner}",
                    f"{first} begins against {second}: {'first' if winner == 0 else 'second'} wins",
                    "table 6.1.2",
                    percent_of(percent, GAMES),
                    margin=0.05,
                    family="table 6.1.2",
                )
                add_sampled(outcome, claim, [one[f"{first}/{second}"][winner] for one in trainings], first, second)
    for (a, b), published in PAYOFF.items():
        for winner, percent in enumerate(published):
            claim = Claim(
                f"{a}-{b}/{winner}",
                f"{a} against {b}: {(a, b)[winner]} wins",
                "table 6.1.1",
                percent_of(percent, 2 * GAMES),
                margin=0.05,
                family="table 6.1.1",
            )
            add_sampled(outcome, claim, [payoff(one, a, b)[winner] for one in trainings], a, b)
    add_conclusions(outcome, trainings)
    outcome.figures += [first_move_figure(trainings), against_random_figure(trainings)]
    return outcome


def draws(session: Session, size: ThesisTicTacToeSize) -> Outcome:
    """The same tree for each value of a draw and many numbers of playouts, exactly."""
    playouts = tuple(size.playouts * k // THIS for k in size.budgets)
    what = f"thesis_tictactoe: draw weights, {playouts} playouts"
    found: dict[str, list[Record]] = session.remember(what, partial(draw_table, playouts))
    here, text, program = size.budgets.index(THIS), found["half a win (the text)"], found["a win (the program)"]
    outcome = Outcome()
    for name, place in (("begins", 0), ("follows", 1)):
        percent = (FIRST_MOVE["MCTS"][0][0], FIRST_MOVE["Random"][4][1])[place]
        claim = Claim(
            f"rewards/{name}",
            f"with the rewards of the text (+1, −1, 0) and {size.playouts:,} playouts MCTS {name} against Random: wins",
            "4.2, 4.4.1",
            percent_of(percent, GAMES),
            margin=0.05,
        )
        outcome.add(claim, estimates.exact(text[here][2 * place]), 0, "the number of playouts is the program's")
    for id, row in (("budget/text", text), ("budget/program", program)):
        off, count, record = min((deviation(one), count, one) for count, one in zip(playouts, row, strict=True))
        won, lost = (f"{100 * record[i]:.1f} and {100 * record[i + 2]:.1f} %" for i in (0, 1))
        tried = f"{len(playouts)} budgets from {playouts[0]:,} to {playouts[-1]:,}"
        note = f"{tried}; best at {count:,}: won {won}, lost {lost}"
        outcome.add(CONCLUSIONS[id], estimates.exact(off), 0, note)
    both = [(record[0] + record[2]) / 2 for record in program]
    gain = sum(both[here + 1 :]) / len(both[here + 1 :]) - both[here]
    steps = ", ".join(f"{100 * won:.1f} % with {n:,}" for n, won in zip(playouts[here:], both[here:], strict=True))
    outcome.add(CONCLUSIONS["more_playouts"], estimates.exact(gain), 0, f"draw = win, as in the program: {steps}")
    outcome.figures += draw_figures(size, playouts, found)
    return outcome


def thesis_record() -> Record:
    """The thesis's figures for MCTS against Random."""
    (won, lost), (other, second) = FIRST_MOVE["MCTS"][0], FIRST_MOVE["Random"][4]
    return won / 100, lost / 100, second / 100, other / 100


def deviation(record: Record) -> float:
    """The largest deviation from the thesis's four figures."""
    return max(abs(ours - theirs) for ours, theirs in zip(record, thesis_record(), strict=True))


def draw_figures(
    size: ThesisTicTacToeSize, playouts: Sequence[int], found: Mapping[str, Sequence[Record]]
) -> list[Figure]:
    here = size.budgets.index(THIS)
    shown = [size.budgets.index(k) for k in SHOWN]
    cells = [
        (f"a draw is worth {words}", f"{playouts[i]:,} playouts, {who}", row[i][2 * place])
        for place, who in enumerate(("first", "second"))
        for words, row in found.items()
        for i in shown
    ]
    off = {
        f"draw = {words}": [(count, deviation(record)) for count, record in zip(playouts, row, strict=True)]
        for words, row in found.items()
    }
    published, names = thesis_record(), ["draw = a win", "draw = half a win"]
    bars = {"the thesis": [published[0], published[2]]}
    bars |= {name: [row[here][0], row[here][2]] for name, row in zip(names, found.values(), strict=False)}
    return [
        Figure(
            "draw_bars", f"MCTS against Random, {size.playouts:,} playouts", "bars",
            {"groups": ["MCTS begins", "MCTS follows"], "series": bars},
            {"y": "won", "percent": True, "y_range": (0, 1), "note": "ours: exact odds; the thesis: 1,000 games each"},
            "A draw worth half a win are the rewards of the text; a draw worth a win is what a public program has.",
        ),
        Figure(
            "budgets", "How far from the thesis's table is MCTS with this many playouts?", "lines", off,
            {"x": "playouts", "y": "largest of four deviations", "percent": True, "log_x": True, "y_range": (0, 0.5)},
            "Won and lost, moving first and second, against Random. Only a draw worth a win comes near the table.",
        ),
        Figure(
            "draws", "MCTS against Random, won: the draw, not the budget", "heat_map", cells,
            {"percent": True, "value_range": (0.5, 1), "label": "won, %"},
            "Exact odds of the same tree. Best possible: 99.5 % first, 93.9 % second.",
        ),
    ]  # fmt: skip


def draw_table(playouts: Sequence[int]) -> dict[str, list[Record]]:
    """Value of a draw → for each number of playouts, the record against Random."""
    random, found = policy_of("random"), {}
    for words, draw in DRAWS.items():
        tree, row = ThesisTree(tictactoe(), draw), []
        for count in playouts:
            policy = tree.run(count).policy()
            (won, lost), (other, second) = play(policy, random), play(random, policy)
            row.append((won, lost, second, other))
        found[words] = row
    return found


def one_training(size: ThesisTicTacToeSize, seed: int) -> dict[str, Odds]:
    """The exact odds of all pairings with one Q-learner, "row/column" → won by row, by column."""
    q_learner = learnt(Q_LEARNING, size.episodes, seed)
    players = {**fixed_players(size.playouts), "Q-learning": q_learner}
    found = {}
    for first in PLAYERS:
        for second in PLAYERS:
            if "Q-learning" in (first, second):
                found[f"{first}/{second}"] = play(players[first], players[second])
    falling = learnt(DECREMENTAL, size.episodes, seed)
    found["falling/Random"], found["Random/falling"] = (
        play(falling, players["Random"]),
        play(players["Random"], falling),
    )
    return found


def learnt(learner: str, episodes: int, seed: int) -> Policy:
    training = train(learner, tictactoe(), episodes, seed=Rng(seed).next())

    def policy(state: State) -> dict[int, float]:
        best = training.best_actions(state)
        return dict.fromkeys(best, 1 / len(best))

    return policy


def play(first: Policy, second: Policy) -> Odds:
    won = exact_match(tictactoe(), first, second).wins
    return float(won[0]), float(won[1])


@cache
def tictactoe() -> Game:
    return parse_game("tictactoe")


@cache
def fixed_players(playouts: int) -> Mapping[str, Policy]:
    """The players that need no training; the tree among them, since nothing in it is random."""
    return {
        "Random": policy_of("random"),
        "Minimax": policy_of(Minimax()),
        "Random Minimax": policy_of(RandomMinimax()),
        "MCTS": ThesisTree(tictactoe(), 1.0).run(playouts).policy(),
    }


def untrained(playouts: int) -> dict[str, Odds]:
    """The pairings without a learner, exactly; and the tree with a draw worth half a win."""
    players = fixed_players(playouts)
    found = {f"{a}/{b}": play(first, second) for a, first in players.items() for b, second in players.items()}
    policy = ThesisTree(tictactoe(), 0.5).run(playouts).policy()
    found[f"{HALF}/Random"], found[f"Random/{HALF}"] = play(policy, players["Random"]), play(players["Random"], policy)
    return found


def payoff(one: Mapping[str, Sequence[float]], a: str, b: str) -> tuple[float, float]:
    """Won by each player over both orders of moving: the means of two cells."""
    begins, follows = one[f"{a}/{b}"], one[f"{b}/{a}"]
    return (begins[0] + follows[1]) / 2, (begins[1] + follows[0]) / 2


def add_sampled(outcome: Outcome, claim: Claim, values: Sequence[float], a: str, b: str) -> None:
    if "Q-learning" in (a, b):
        outcome.add(claim, estimates.mean_share(values), len(values), "n: trainings", estimates.deviation(values))
    else:
        outcome.add(claim, estimates.exact(values[0]), 0)


def add_conclusions(outcome: Outcome, trainings: Sequence[Mapping[str, Sequence[float]]]) -> None:
    fixed = trainings[0]

    def against_random(name: str) -> list[float]:
        return [payoff(one, name, "Random")[0] for one in trainings]

    def exact(claim: str, gap: float, note: str = "") -> None:
        outcome.add(CONCLUSIONS[claim], estimates.exact(gap), 0, note)

    def compare(claim: str, better: str, worse: str, note: str = "") -> None:
        gaps = [a - b for a, b in zip(against_random(better), against_random(worse), strict=True)]
        outcome.add(CONCLUSIONS[claim], estimates.mean_gap(gaps), len(gaps), note)

    begins = fixed["Random/Random"]
    exact("first_move", begins[0] - begins[1], "737/1260 − 121/420")
    exact("minimax_first", against_random("Minimax")[0] - against_random("Random Minimax")[0])
    compare("random_minimax_q", "Random Minimax", "Q-learning")
    compare("mcts_last", "Q-learning", "MCTS", "with the program's draw = win")
    compare("too_few", HALF, "Q-learning", f"{HALF}; with the draw of the program it stays behind")
    control = [won - payoff(fixed, "Random", "Random")[0] for won in against_random("Q-learning")]
    outcome.add(CONCLUSIONS["control"], estimates.mean_gap(control), len(control), "n: trainings")
    compare("decremental", "falling", "Q-learning", "α from 0.4 to 0.01 in place of 0.4 throughout")
    positions = {node.state.canonical_key() for node in state_graph(tictactoe()).nodes}
    exact("nodes", len(positions), "every position that can be reached, mirrored and rotated ones counted once")
    ours = [one["Random/Q-learning"][0] for one in trainings]
    note = "both cannot be: the mean of 0.4 and 0.0 is 0.2. Ours: games that Random began"
    outcome.add(CONCLUSIONS["zero"], estimates.mean_share(ours), len(ours), note)


def first_move_figure(trainings: Sequence[Mapping[str, Sequence[float]]]) -> Figure:
    cells = [
        (first, second, estimates.mean_share([one[f"{first}/{second}"][0] for one in trainings]).value)
        for first in PLAYERS
        for second in PLAYERS
    ]
    return Figure(
        "table_612", "Table 6.1.2 in ours: the row begins, percent won by the row", "heat_map", cells,
        {"percent": True, "value_range": (0, 1), "label": "won, %"},
        "Exact odds; with Q-learning the mean over trainings. The thesis's own figures stand in the claims.",
    )  # fmt: skip


def against_random_figure(trainings: Sequence[Mapping[str, Sequence[float]]]) -> Figure:
    names = ["Q-learning", "Minimax", "Random Minimax", "MCTS"]
    won = {name: [payoff(one, name, "Random")[0] for one in trainings] for name in names}
    ours = [estimates.mean_share(won[name]) if name == "Q-learning" else won[name][0] for name in names]
    paper = [next(lost / 100 for (_, b), (_, lost) in PAYOFF.items() if b == name) for name in names]
    return Figure(
        "against_random",
        "Table 6.1.1: won against Random, both orders of moving",
        "bars",
        {"groups": names, "series": {"the thesis": paper, "ours": ours}},
        {"y": "won", "percent": True, "y_range": (0, 1)},
    )
