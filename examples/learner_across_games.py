"""Statistics by position that last across moves and games: a search that learns (after Turcotte's lecture).

You learn the difference between a thinker (many simulations, no memory) and a learner (few simulations, keeps all it
saw), and how to measure one that changes while it plays: in stretches of games, over several series.

    python examples/learner_across_games.py
"""

import plyground as pg

GAMES, STRETCH, SERIES = 240, 60, 8
game = pg.parse_game("tictactoe")


def play(seats: list[pg.Agent], seed: int) -> float:
    """One game; X's return."""
    for seat, agent in enumerate(seats):
        agent.reset(game, seat, seed=pg.Rng(seed, seat).next())
    state = game.initial_state()
    while state.player != pg.TERMINAL:
        action = seats[state.player].act(state)
        for agent in seats:
            agent.observe(state, action)
        state.apply(action)
    return state.returns()[0]


averages = [0.0] * (GAMES // STRETCH)
for series in range(SERIES):
    seats = [pg.agents.UctLearner(simulations=10, seed=series), pg.agents.UctClassic(simulations=40)]
    for number in range(GAMES):
        averages[number // STRETCH] += play(seats, seed=series * GAMES + number) / STRETCH / SERIES
for stretch, average in enumerate(averages):
    first = stretch * STRETCH + 1
    print(f"games {first:3} to {first + STRETCH - 1:3}: the learner (X, 10 simulations) scores {average:+.3f} a game")
