"""A Ludo network at tables for four against another player: in one seat, and in two.

    python benchmarks/ludo_table.py alphazero_ludo.network --simulations 0 16

The seats rotate from game to game, and each game has dice of its own. All games run at once, so that the network
evaluates positions of many games together. 0 simulations means the network alone. Equal players win 25 and 50 %.
"""

import argparse
from collections import defaultdict
from collections.abc import Callable, Sequence

from plyground.agents import parse_agent
from plyground.games.base import CHANCE, TERMINAL, Game, State, parse_game
from plyground.games.native import quick_start
from plyground.net.network import load_network
from plyground.rng import Rng
from plyground.search.evaluate.batched import BatchEvaluator
from plyground.selfplay.moves import network_moves, searched_moves
from plyground.statistics.intervals import wilson

Mover = Callable[[Sequence[State]], list[int]]
SEATS = 4


def learned(network: BatchEvaluator, simulations: int) -> Mover:
    if not simulations:
        return lambda states: network_moves(network, states)
    return lambda states: searched_moves(network, states, simulations)


def agent(text: str) -> Mover:
    player = parse_agent(text)
    return lambda states: [player.choose(state).action for state in states]


def wins(game: Game, mover: Mover, other: Mover, seats: int, games: int, seed: int) -> int:
    """The number of games that `mover` wins with `seats` of the four seats, one or two."""
    tables = [(quick_start(game), Rng(seed, number), number) for number in range(games)]
    won = 0
    while tables:
        groups: dict[bool, list[State]] = defaultdict(list)
        for state, dice, number in tables:
            walk_to_choice(state, dice)
            if state.player != TERMINAL:
                groups[is_mover(state.player, seats, number)].append(state)
            else:
                won += any(value > 0 and is_mover(seat, seats, number) for seat, value in enumerate(state.returns()))
        tables = [table for table in tables if table[0].player != TERMINAL]
        for is_ours, states in groups.items():
            for state, action in zip(states, (mover if is_ours else other)(states), strict=True):
                state.apply(action)
    return won


def is_mover(seat: int, seats: int, number: int) -> bool:
    return (seat + number) % (SEATS // seats) == 0


def walk_to_choice(state: State, dice: Rng) -> None:
    """Throw dice and make forced moves."""
    while state.player != TERMINAL:
        if state.player == CHANCE:
            state.apply(dice.outcome(state.chance()))
        elif len(actions := state.actions()) == 1:
            state.apply(actions[0])
        else:
            return


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("player", help="a network file, or an agent to measure in its place")
    parser.add_argument("--game", default="ludo")
    parser.add_argument("--opponent", default="rules")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--simulations", type=int, nargs="*", default=[0])
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.player.endswith(".network"):
        network = load_network(options.player)
        movers = {f"{n} simulations": learned(network.evaluate, n) for n in options.simulations}
        game = network.game
    else:
        movers = {options.player: agent(options.player)}
        game = parse_game(options.game)
    for name, mover in movers.items():
        for seats in (1, 2):
            rate = wilson(wins(game, mover, agent(options.opponent), seats, options.games, options.seed), options.games)
            print(
                f"{name}, {seats} of 4 against {options.opponent}: {100 * rate.value:.1f} % "
                f"[{100 * rate.low:.1f}, {100 * rate.high:.1f}] of {options.games} games",
                flush=True,
            )


if __name__ == "__main__":
    main()
