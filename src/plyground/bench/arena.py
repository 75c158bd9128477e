"""The overhead of the arena: games of a match, beside a bare loop that plays the same games."""

from collections.abc import Iterator
from functools import partial

from plyground.arena.contest import make_contest
from plyground.arena.workers import ContestWork, Task
from plyground.bench.race import Race
from plyground.games import TERMINAL, Game, parse_game
from plyground.rng import Rng
from plyground.search import Budget, Search

SIMULATIONS = {"connect_four": 1000, "tictactoe": 100}


def races() -> Iterator[Race]:
    for name, simulations in SIMULATIONS.items():
        game = parse_game(name)
        agent = f"mcts(simulations={simulations})"
        yield Race(
            name,
            f"games of {simulations} simulations a move",
            partial(in_the_arena, ContestWork(make_contest(game, [agent, agent]))),
            "bare search",
            partial(bare, game, Budget(simulations=simulations)),
        )


def in_the_arena(work: ContestWork, games: int) -> None:
    Task(0, work, tuple(range(games)))()


def bare(game: Game, budget: Budget, games: int) -> None:
    """Play the games without agents, referee or records."""
    search = Search(game)
    for number in range(games):
        rng, state = Rng(number), game.initial_state()
        while state.player != TERMINAL:
            search.seed = rng.next()
            search.start(state)
            search.grow(budget)
            state.apply(search.decide())
