"""The rule players of Ludo against random play, beside the 86.6 % of Yadav's thesis, and the time of a decision.

python benchmarks/ludo_rule_players.py [games]
"""

import sys
import time

from plyground.agents import Agent, parse_agent
from plyground.games.base import CHANCE, TERMINAL, Game, parse_game
from plyground.games.native import native_state
from plyground.rng import Rng
from plyground.statistics.intervals import wilson

GAMES = {
    "thesis": "ludo(players=2, rules=thesis)",
    "its program": "ludo(players=2, rules=thesis, enter_on_one=true, entry_by_roll=true, six_again=false)",
}


def play(game: Game, players: list[Agent], seed: int) -> list[float]:
    """The returns of the seats."""
    dice = Rng(seed)
    state = native_state(game.initial_state())
    for seat, player in enumerate(players):
        player.reset(game, seat, seed)
    while state.player != TERMINAL:
        if state.player == CHANCE:
            state.apply(dice.outcome(state.chance()))
        else:
            state.apply(players[state.player].choose(state).action)
    return state.returns()


def time_of_decision(game: Game, agent: Agent, games: int) -> tuple[float, float]:
    """Microseconds of CPU time per choice, and the share of decisions that are one: those with several legal moves."""
    dice, other = Rng(0), parse_agent("random")
    spent, choices, decisions = 0.0, 0, 0
    for _ in range(games):
        state = native_state(game.initial_state())
        while state.player != TERMINAL:
            if state.player == CHANCE:
                state.apply(dice.outcome(state.chance()))
                continue
            decisions += 1
            if len(state.actions()) > 1:
                begin = time.process_time()
                agent.choose(state)
                spent += time.process_time() - begin
                choices += 1
            state.apply(other.choose(state).action)
    return 1e6 * spent / choices, choices / decisions


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    for name, text in GAMES.items():
        game = parse_game(text)
        for player in ("rules", "aggressive", "defensive", "balanced"):
            wins = 0
            for i in range(games):
                seats = [parse_agent(player), parse_agent("random")]
                mine = i % 2
                wins += play(game, seats[::-1] if mine else seats, i)[mine] > 0
            rate = wilson(wins, games)
            micros, share = time_of_decision(game, parse_agent(player), 20)
            print(
                f"{name:12} {player:10} beats random {100 * wins / games:5.1f} % "
                f"[{100 * rate.low:.1f}, {100 * rate.high:.1f}] in {games} games; "
                f"{micros:.0f} µs a choice ({100 * share:.0f} % of the turns)",
                flush=True,
            )


if __name__ == "__main__":
    main()
