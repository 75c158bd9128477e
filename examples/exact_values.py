"""Exact values need no sampling: odds, best replies, solved positions.

You learn which questions about small games have an exact answer here, as fractions, and where Connect Four's solver
takes over.

    python examples/exact_values.py
"""

import plyground as pg

game = pg.parse_game("tictactoe")
odds = pg.exact.exact_match(game, "random", "random")
print(f"random against random: X wins {odds.wins[0]}, O wins {odds.wins[1]}, and {odds.draw} are drawn")

centre = game.position("b2")
reply = pg.exact.best_response(centre, "random", seat=1, objective="wins")
values = {centre.action_name(action): str(value) for action, value in reply.action_values(centre).items()}
print(f"X takes the centre and then plays at random; how often O can win: {values}")

print(f"what a perfect opponent gains against minimax: {pg.exact.exploitability(game, 'minimax')}")
print(f"and against random play: {pg.exact.exploitability(game, 'random')}")

state = pg.parse_game("connect_four").position("4444")
scores = {state.action_name(action): score for action, score in pg.solve.analyse(state).items()}
print(f"Connect Four after 4444, the stones that the winner has left at the end, by column: {scores}")
