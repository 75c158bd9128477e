"""What is known exactly needs no sampling: odds, best replies, solved positions.

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
print(f"X in the centre and then random, how often O can win: {values}")

print(f"what a perfect opponent gains on minimax: {pg.exact.exploitability(game, 'minimax')}")
print(f"and on a player of random moves: {pg.exact.exploitability(game, 'random')}")

state = pg.parse_game("connect_four").position("4444")
scores = {state.action_name(action): score for action, score in pg.solve.analyse(state).items()}
print(f"Connect Four after 4444, stones left at the winner's end, by column: {scores}")
