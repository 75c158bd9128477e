"""Yadav's thesis, section 6.1: five tic-tac-toe players, all against all.

Trained players are policies, and tic-tac-toe is small: the odds of every pairing are computed exactly for every
training, and only the trainings are sampled. The thesis trained one Q-learner and one tree.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial

from plyground.agents.minimax import Minimax, RandomMinimax
from plyground.agents.presets import MctsThesis
from plyground.agents.training import train
from plyground.exact import Policy, deterministic, exact_match, policy_of
from plyground.experiments.base import Claim, Experiment, Figure, Outcome, register
from plyground.experiments.session import Session
from plyground.experiments.verdict import Range, percent_of
from plyground.games import Game, State, parse_game
from plyground.rng import Rng
from plyground.statistics import estimates
from plyground.statistics.intervals import Estimate, wilson
from plyground.view.charts import bars

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
LEARNER = "q_learning(alpha=0.4, gamma=1, epsilon=0.7, epsilon_end=0, anneal=14000, {}, symmetric=true)"
Q_LEARNING = LEARNER.format("win=1, draw=1, loss=0, step=0")

# Won by the row, won by the column.
Odds = tuple[float, float]

MORE = Range(1e-9, 1.0, "more")
CONCLUSIONS = {
    "first_move": Claim(
        "first_move",
        "moving first is an advantage, even for Random",
        "6.1.2",
        Range(1e-9, 1.0, "an advantage"),
        key=True,
    ),
    "minimax_first": Claim("minimax_first", "Minimax beats Random more often than Random Minimax does", "6.1.1", MORE),
    "random_minimax_q": Claim(
        "random_minimax_q", "Random Minimax beats Random more often than Q-learning does", "6.1.1", MORE
    ),
    "mcts_last": Claim("mcts_last", "MCTS is the weakest of the four", "6.1.1", Range(1e-9, 1.0, "weakest"), key=True),
    "more_playouts": Claim(
        "more_playouts", "training for more simulations improves MCTS", "6.1.1", Range(1e-9, 1.0, "improves"), key=True
    ),
    "too_few": Claim(
        "too_few",
        "MCTS is weak because it had too few simulations (it stays below Q-learning with a draw worth ½)",
        "6.1.1",
        Range(-1.0, 0.0, "stays below"),
        key=True,
    ),
}


@dataclass(frozen=True)
class ThesisTicTacToeSize:
    trainings: int
    bayes_games: int
    playouts: int = 4000
    episodes: int = EPISODES


@register
class ThesisTicTacToe(Experiment[ThesisTicTacToeSize]):
    name = "thesis_tictactoe"
    title = "Five tic-tac-toe players"
    authors = "Yadav's thesis, section 6.1"
    seconds = (15.0, 300.0)
    quick = ThesisTicTacToeSize(trainings=3, bayes_games=400)
    full = ThesisTicTacToeSize(trainings=60, bayes_games=2000)
    tiny = ThesisTicTacToeSize(trainings=1, bayes_games=6, playouts=100, episodes=200)

    def steps(self, size: ThesisTicTacToeSize) -> int:
        return size.trainings + len(BAYES_OPPONENTS)

    def run(self, session: Session, size: ThesisTicTacToeSize) -> Outcome:
        what = f"{self.name}: {size.playouts} playouts, {size.episodes} episodes"
        trainings = [
            session.remember(f"{what}, training {i}", partial(one_training, size, session.seed + i))
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
                    )
                    add_sampled(outcome, claim, [odds(one, first, second)[winner] for one in trainings], first, second)
        for (a, b), published in PAYOFF.items():
            for winner, percent in enumerate(published):
                claim = Claim(
                    f"{a}-{b}/{winner}",
                    f"{a} against {b}: {(a, b)[winner]} wins",
                    "table 6.1.1",
                    percent_of(percent, 2 * GAMES),
                    margin=0.05,
                )
                add_sampled(outcome, claim, [payoff(one, a, b)[winner] for one in trainings], a, b)
        add_conclusions(outcome, trainings)
        outcome.figures += [first_move_table(trainings), payoff_table(trainings), chart(trainings)]
        outcome.figures.append(bayes_table(session, size))
        outcome.remarks += [
            "The thesis gives 0.0 % for Random against Q-learning in table 6.1.1 and 0.4 % (Random begins) in table "
            "6.1.2: both cannot be.",
            "Pairs in which nobody was trained have exact odds. Elsewhere n is the number of trainings, each with "
            "exact odds; the interval is over trainings, and the thesis's single training is allowed their spread.",
        ]
        return outcome


def one_training(size: ThesisTicTacToeSize, seed: int) -> dict[str, Odds]:
    """The exact odds of all pairings with one Q-learner and one tree, "row/column" → won by row, by column."""
    game = tictactoe()
    learnt = train(Q_LEARNING, game, size.episodes, seed=Rng(seed).next())

    def q_policy(state: State) -> dict[int, float]:
        best = learnt.best_actions(state)
        return dict.fromkeys(best, 1 / len(best))

    found = dict(untrained())
    players: dict[str, Policy] = {**fixed_players(), "Q-learning": q_policy, "MCTS": tree(size.playouts, 1.0, seed)}
    for first in PLAYERS:
        for second in PLAYERS:
            if {first, second} & {"Q-learning", "MCTS"}:
                found[f"{first}/{second}"] = play(players[first], players[second])
    for name, policy in (
        ("MCTS ×4", tree(4 * size.playouts, 1.0, seed)),
        ("MCTS, draw ½", tree(size.playouts, 0.5, seed)),
    ):
        found[f"{name}/Random"], found[f"Random/{name}"] = (
            play(policy, players["Random"]),
            play(players["Random"], policy),
        )
    return found


def tree(playouts: int, draw: float, seed: int) -> Policy:
    agent = MctsThesis(playouts=playouts, draw=draw)
    agent.reset(tictactoe(), 0, Rng(seed, 1).next())
    return deterministic(agent)


def play(first: Policy, second: Policy) -> Odds:
    won = exact_match(tictactoe(), first, second).wins
    return float(won[0]), float(won[1])


@cache
def tictactoe() -> Game:
    return parse_game("tictactoe")


@cache
def fixed_players() -> Mapping[str, Policy]:
    return {
        "Random": policy_of("random"),
        "Minimax": policy_of(Minimax()),
        "Random Minimax": policy_of(RandomMinimax()),
    }


@cache
def untrained() -> Mapping[str, Odds]:
    """The pairings of players that do not learn, exactly."""
    players = fixed_players()
    return {f"{a}/{b}": play(first, second) for a, first in players.items() for b, second in players.items()}


def odds(one: Mapping[str, Sequence[float]], first: str, second: str) -> tuple[float, float]:
    a, b = one[f"{first}/{second}"]
    return a, b


def payoff(one: Mapping[str, Sequence[float]], a: str, b: str) -> tuple[float, float]:
    """Over both orders of moving: the mean of both cells."""
    begins, follows = odds(one, a, b), odds(one, b, a)
    return (begins[0] + follows[1]) / 2, (begins[1] + follows[0]) / 2


def add_sampled(outcome: Outcome, claim: Claim, values: Sequence[float], a: str, b: str) -> None:
    if {a, b} & {"Q-learning", "MCTS"}:
        outcome.add(claim, estimates.mean_share(values), len(values), "", estimates.deviation(values))
    else:
        outcome.add(claim, estimates.exact(values[0]), 0)


def add_conclusions(outcome: Outcome, trainings: Sequence[Mapping[str, Sequence[float]]]) -> None:
    def against_random(name: str) -> list[float]:
        return [payoff(one, name, "Random")[0] for one in trainings]

    def compare(claim: str, better: str, worse: str, note: str = "") -> None:
        gaps = [a - b for a, b in zip(against_random(better), against_random(worse), strict=True)]
        outcome.add(CONCLUSIONS[claim], estimates.mean(gaps), len(gaps), note)

    begins = untrained()["Random/Random"]
    outcome.add(CONCLUSIONS["first_move"], estimates.exact(begins[0] - begins[1]), 0, "737/1260 − 121/420")
    gap = payoff(untrained(), "Minimax", "Random")[0] - payoff(untrained(), "Random Minimax", "Random")[0]
    outcome.add(CONCLUSIONS["minimax_first"], estimates.exact(gap), 0)
    compare("random_minimax_q", "Random Minimax", "Q-learning")
    compare("mcts_last", "Q-learning", "MCTS", "Q-learning − MCTS, wins against Random")
    compare(
        "more_playouts",
        "MCTS ×4",
        "MCTS",
        "four times the playouts, in our tree player, to which a draw is worth a win: it learns to be content with one",
    )
    compare(
        "too_few",
        "MCTS, draw ½",
        "Q-learning",
        "the same playouts, and a draw worth ½ instead of as much as a win: it was the draw, not the budget",
    )


def first_move_table(trainings: Sequence[Mapping[str, Sequence[float]]]) -> Figure:
    names = [*PLAYERS, "MCTS, draw ½", "MCTS ×4"]
    table = [
        [first, *(_cell(trainings, first, second, FIRST_MOVE) for second in PLAYERS)]
        for first in names
        if first in PLAYERS
    ]
    extras = names[len(PLAYERS) :]
    table += [[f"{extra} (ours)", _cell(trainings, extra, "Random", {}), *[""] * 4] for extra in extras]
    return Figure(
        "Table 6.1.2: the row moves first",
        head=["paper → ours", *PLAYERS],
        table=table,
        caption="Percent won by the row and by the column: the thesis → ours, the mean over trainings. Below: the same "
        "tree player where a draw is worth ½, and with four times the playouts.",
    )


def _cell(
    trainings: Sequence[Mapping[str, Sequence[float]]], first: str, second: str, published: Mapping[str, Sequence[Odds]]
) -> str:
    ours = [sum(one[f"{first}/{second}"][i] for one in trainings) / len(trainings) for i in (0, 1)]
    text = f"({100 * ours[0]:.1f}, {100 * ours[1]:.1f})"
    if first not in published:
        return text
    a, b = published[first][PLAYERS.index(second)]
    return f"({a}, {b}) → {text}"


def payoff_table(trainings: Sequence[Mapping[str, Sequence[float]]]) -> Figure:
    table = []
    for (a, b), (won, lost) in PAYOFF.items():
        values = [payoff(one, a, b) for one in trainings]
        ours = [100 * sum(value[i] for value in values) / len(values) for i in (0, 1)]
        table.append([a, b, f"({won}, {lost})", f"({ours[0]:.2f}, {ours[1]:.2f})"])
    return Figure("Table 6.1.1: payoff, both orders of moving", head=["row", "column", "paper", "ours"], table=table)


def chart(trainings: Sequence[Mapping[str, Sequence[float]]]) -> Figure:
    names = ["Q-learning", "Minimax", "Random Minimax", "MCTS", "MCTS ×4", "MCTS, draw ½"]
    ours = [estimates.mean_share([payoff(one, name, "Random")[0] for one in trainings]) for name in names]
    paper = [next((lost / 100 for (_, b), (_, lost) in PAYOFF.items() if b == name), None) for name in names]
    return Figure(
        "Won against Random, both orders of moving",
        chart=bars("Against Random", names, {"paper": paper, "ours": ours}, y="won", percent=True, y_range=(0, 1)),
        caption="The last two players are ours: what the thesis proposes (more simulations), and what was the matter.",
    )


BAYES_OPPONENTS = {
    "Random": "random",
    "Minimax": "minimax",
    "Random Minimax": "random_minimax",
    "UCT, 1000 simulations": "mcts(simulations=1000)",
}


def bayes_table(session: Session, size: ThesisTicTacToeSize) -> Figure:
    table = []
    for name, opponent in BAYES_OPPONENTS.items():
        report = session.match("bayes_mcts", opponent, "tictactoe", size.bayes_games)
        cells = []
        for tally in (report.match.as_first, report.match.as_second):
            won, lost = wilson(tally.wins, tally.games), wilson(tally.losses, tally.games)
            cells += [_percent(won), _percent(lost)]
        table.append([name, *cells, f"{report.tally.games:,}"])
    return Figure(
        "Bayesian MCTS (chapter 5), which the thesis describes but does not play",
        head=["against", "first: won %", "lost %", "second: won %", "lost %", "games"],
        table=table,
        caption="bayes_mcts, 1000 simulations a move, 95 % intervals. Best possible against Random: 99.5 and 93.9.",
    )


def _percent(share: Estimate) -> str:
    return f"{100 * share.value:.1f} [{100 * share.low:.1f}, {100 * share.high:.1f}]"
