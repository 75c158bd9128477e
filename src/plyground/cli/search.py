"""`plyground search`: search one position and show the result."""

import time
from contextlib import AbstractContextManager
from pathlib import Path

from plyground.cli import INTERRUPTED
from plyground.cli.game_files import find_game, is_file
from plyground.cli.options import Count, GameText, Json, Seconds, With
from plyground.cli.output import say, status_line, write_json, write_table
from plyground.cli.search_files import check_files, load_search, write_files
from plyground.games import CHANCE, TERMINAL, State
from plyground.games.native import Engine, have_native, native_missing
from plyground.search import Budget, Result, Search, configure
from plyground.search.search import Parallel

DEFAULT_SIMULATIONS = 10_000
MOVES_SHOWN = 20
QUIET_SECONDS = 1.0  # a search that is done sooner shows no progress


def search(
    game: GameText,
    /,
    *,
    position: str = "",
    simulations: Count | None = None,
    time: Seconds | None = None,
    nodes: Count | None = None,
    megabytes: float | None = None,
    converged: float | None = None,
    gap: float | None = None,
    select: str | None = None,
    expand: str | None = None,
    evaluate: str | None = None,
    backup: str | None = None,
    decide: str | None = None,
    engine: Engine = "auto",
    threads: int = 1,
    parallel: Parallel = "root",
    seed: int = 0,
    tree: Path | None = None,
    trace: str | None = None,
    save: Path | None = None,
    load: Path | None = None,
    own: With = None,
    json: Json = False,
) -> int:
    """Search a position: the moves with visits and values, the line of best play, the size of the tree.

    Without a limit, the search makes 10,000 simulations. Ctrl-C ends it and shows the result so far.
    `plyground parts` lists the values of --select, --expand, --evaluate, --backup and --decide.

    Args:
        position: The moves that lead to the position: 444, or "b2 a1".
        simulations: Stop after this many simulations: 1000, 1e3, 10k, 2M.
        time: Stop after this time: 2s, 500ms, 1m, or seconds.
        nodes: Stop when the tree has this many rows.
        megabytes: Stop before the search takes more memory than this (default: half of the machine's).
        converged: Stop when a simulation changes the root's value by less than this (the rule of Qi and Hu).
        gap: Stop when the best move is better than all others, with at most this probability of error.
        select: How to walk down the tree: ucb1(c=1.4), puct, tree_shape, …
        expand: When to add children to a leaf: one_child, all_children, …
        evaluate: How to value a leaf: rollout, heuristic, …
        backup: How to update the nodes on the way back: mean, solver, bayes, …
        decide: Which move to play: most_visits, best_value, …
        engine: The engine that searches.
        threads: Number of threads; more than one needs the C++ engine.
        parallel: Each thread grows its own tree (root), or all threads share one (tree).
        seed: The same seed grows the same tree, in both engines, unless threads share a tree.
        tree: Draw the tree into a file: .html to pan, zoom and fold, .svg, or .dot for Graphviz.
        trace: Show the first simulations step by step: N prints the first N, file.html becomes a page of up to 50.
        save: Write the search to a file.
        load: Continue a search that --save wrote, with its position, parts and seed.

    Examples:
        plyground search connect_four --position 444 --time 2s
        plyground search tictactoe --position "b2 a1" --backup solver
        plyground search connect_four --simulations 10k --tree tree.html
    """
    limits = (simulations, time, nodes, megabytes, converged, gap)
    if all(limit is None for limit in limits):
        simulations = DEFAULT_SIMULATIONS
    budget = Budget(
        simulations=simulations,
        seconds=time,
        nodes=nodes,
        megabytes=megabytes,
        converged=converged,
        gap=gap,
    )
    check_files(tree, trace, save, json, threads)
    parts = {"select": select, "expand": expand, "evaluate": evaluate, "backup": backup, "decide": decide}
    state = find_game(game).position(position)
    if engine == "auto" and not have_native():
        say(f"plyground: {native_missing()}, which runs now, 100 to 1000 times slower")
    if load is not None:
        searcher = load_search(load, state, position, engine, parts, threads)
        state = searcher.state
    else:
        config = configure(**parts)
        searcher = Search(state.game, config, engine=engine, seed=seed, threads=threads, parallel=parallel)
        searcher.start(state)
    if trace is not None:
        searcher.replay()  # refuse an impossible trace before the search
    with _progress(searcher, budget):
        result = searcher.resume(budget)
    if json:
        write_json(result.to_dict() | {"file": game if is_file(game) else None, "position": position})
    else:
        _write(state, position, result)
    write_files(searcher, tree, trace, save)
    return INTERRUPTED if result.stopped == "interrupted" else 0


def _progress(searcher: Search, budget: Budget) -> AbstractContextManager[None]:
    """A line on stderr with the progress of the search."""
    begin = time.perf_counter()

    def line() -> str:
        elapsed = time.perf_counter() - begin
        return "" if elapsed < QUIET_SECONDS else _how_far(searcher, budget, elapsed)

    return status_line(line)


def _how_far(searcher: Search, budget: Budget, elapsed: float) -> str:
    done = searcher.simulations
    parts = [f"{done / budget.simulations:.0%}"] if budget.simulations else []
    parts += [f"{elapsed:.0f} of {budget.seconds:g} s"] if budget.seconds else [f"{elapsed:.0f} s"]
    return f"search {searcher.game}: {done:,} simulations, {', '.join(parts)} (Ctrl-C: the best so far)"


def _write(state: State, position: str, result: Result) -> None:
    print(f"{state.game}{f' after {position}' if position else ''}\n\n{state}\n")
    if state.player == TERMINAL:
        values = ", ".join(f"{state.game.seat_name(seat)} {value:+zg}" for seat, value in enumerate(state.returns()))
        print(f"The game is over: {values}")
        return
    solved = any(move.proven is not None for move in result.moves)
    headings = ["move", "visits", "share", "value", "95 % interval", *(["proven"] if solved else [])]
    total = sum(move.visits for move in result.moves)
    rows = [
        (
            move.name,
            f"{move.visits:,}",
            f"{move.visits / total:.1%}",
            f"{move.value:+z.4f}",
            f"{move.low:+z.4f} to {move.high:+z.4f}",
            *(["–" if move.proven is None else f"{move.proven:+zg}"] if solved else []),
        )
        for move in result.moves[:MOVES_SHOWN]
    ]
    if rows:
        write_table(headings, rows, {"visits", "share", "value", "proven"})
    if len(result.moves) > MOVES_SHOWN:
        print(f"… and {len(result.moves) - MOVES_SHOWN} more moves")
    print(f"\n{_verdict(state, result)}")
    if result.line:
        print(f"line: {' '.join(result.line)}")
    engine = "C++" if result.engine == "native" else "Python"
    print(
        f"{result.simulations:,} simulations in {result.seconds:.3f} s, {result.simulations_per_second:,.0f}/s "
        f"({engine} engine); stopped: {result.stopped}\n"
        f"{result.nodes:,} nodes ({result.visited:,} visited), {result.bytes:,} bytes, "
        f"depth {result.depth}, width {result.width:,}"
    )


def _verdict(state: State, result: Result) -> str:
    if state.player == CHANCE:
        return f"chance moves; value {_value(result.value)} to {state.game.seat_name(result.seat)}"
    assert result.action is not None
    name, seat = state.action_name(result.action), state.game.seat_name(state.player)
    return f"{seat} plays {name}; value {_value(result.action_value)}; mean over all moves {_value(result.value)}"


def _value(value: float | None) -> str:
    return "unknown" if value is None else f"{value:+z.4f}"
