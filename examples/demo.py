"""A tour of plyground: a game, a search and its trace, both engines; then the claims of five documents, measured again.

The first part takes seconds, the reproduction a minute or two.
"""

import time

import plyground as pg
from plyground.cli import main as command_line
from plyground.games.native import have_native
from plyground.tree import first_difference


def heading(text: str) -> None:
    print(f"\n{text}\n{'-' * len(text)}")


def play_a_game() -> None:
    heading("A short game: mcts(simulations=200) against random, Connect Four")
    game = pg.parse_game("connect_four")
    seats = [pg.parse_agent("mcts(simulations=200)"), pg.parse_agent("random")]
    for seat, agent in enumerate(seats):
        agent.reset(game, seat, seed=7 + seat)
    state, moves = game.initial_state(), ""
    while state.player != pg.TERMINAL:
        action = seats[state.player].choose(state).action
        moves += state.action_name(action)
        state.apply(action)
    print(state)
    winner = "draw" if state.returns()[0] == 0 else f"{'XO'[state.returns().index(1.0)]} wins"
    print(f"{winner}; the moves, which replay the game: {moves}")


def search_a_position() -> None:
    heading("A search: Connect Four after the moves 444, O to play")
    state = pg.parse_game("connect_four").position("444")
    search = pg.Search(state.game, seed=1)
    result = search.run(state, pg.Budget(seconds=1.0))
    print(f"{result.simulations:,} simulations in {result.seconds:.1f} s on the {result.engine} engine")
    print("move  visits    value   95 % interval")
    for move in result.moves:
        print(f"{move.name:>4}  {move.visits:>7,}  {move.value:+.3f}   {move.low:+.3f} … {move.high:+.3f}")
    print(f"best line: {' '.join(result.line[:8])}   tree: {result.visited:,} visited nodes, depth {result.depth}")


def trace_one_simulation() -> None:
    heading("A trace of one simulation: tic-tac-toe, simulation number 50")
    state = pg.parse_game("tictactoe").initial_state()
    search = pg.Search(state.game, seed=1)
    search.run(state, 50)
    trace, tree = search.trace(), search.tree()
    for step in trace.steps:
        name = state.action_name(tree.action[step.chosen])
        print(f"select   row {step.row:>3}: {name} has the best score, {max(step.scores):.3f}")
    print(f"expand   row {trace.added[-1]} is new" if trace.added else "expand   nothing new")
    print(f"evaluate a random game of {len(trace.rollout)} moves: values {trace.values}, one per seat")
    print(f"backup   rows {trace.path}")


def compare_engines() -> None:
    heading("The search that you read is the search that runs: both engines, one seed")
    state = pg.parse_game("connect_four").initial_state()
    trees, seconds = [], []
    for engine in ("python", "native"):
        search = pg.Search(state.game, engine=engine, seed=pg.Rng(1).next())
        begin = time.perf_counter()
        result = search.run(state, 2000)
        seconds.append(time.perf_counter() - begin)
        trees.append(result.tree)
    difference = first_difference(*trees)
    print(f"{len(trees[0]):,} rows each: {difference or 'equal, bit by bit'}")
    print(f"2,000 simulations: Python {seconds[0]:.2f} s, C++ {seconds[1] * 1000:.1f} ms")


def reproduce_documents() -> None:
    heading("What five documents say about tree search, measured again (a minute or two; Ctrl-C skips it)")
    command_line(["reproduce", "--quick"])


def main() -> None:
    print(f"plyground {pg.__version__}")
    play_a_game()
    search_a_position()
    trace_one_simulation()
    if have_native():
        compare_engines()
        reproduce_documents()
    print("\nNext: .venv/bin/plyground serve    (the page in your browser; or: plyground play connect_four)")


if __name__ == "__main__":
    main()
