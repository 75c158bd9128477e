"""Games from chosen openings, and searches of solved positions: what "How many openings does a fair race need?" plays.

All randomness follows from the seed of the session. The races of one board and depth share their openings, and nothing
else; the number of threads changes nothing.
"""

from collections.abc import Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

from plyground.agents import Agent, parse_agent
from plyground.games import TERMINAL, Game, State, parse_game
from plyground.games.native import quick_start
from plyground.rng import Rng
from plyground.selfplay.judged import JudgedPosition, judged_positions, moves_that_keep

# Streams of a seed.
OPENINGS, GAMES, POSITIONS = 1 << 41, 1 << 42, 1 << 43
TRIES = 100
# Letters of a game's result for the first agent, by twice its score.
RESULTS = "ldw"


def draw_openings(game: Game, plies: int, count: int, seed: int) -> list[list[int]]:
    """Random moves, `count` times, to positions that differ and are no mirror images; fewer where there are fewer."""
    found: dict[Hashable, list[int]] = {}
    rng = Rng(seed, OPENINGS + plies)
    for _ in range(TRIES * count):
        state, moves = game.initial_state(), list[int]()
        while len(moves) < plies and state.player != TERMINAL:
            actions = state.actions()
            moves.append(actions[rng.below(len(actions))])
            state.apply(moves[-1])
        if state.player != TERMINAL:
            found.setdefault(state.canonical_key(), moves)
        if len(found) == count:
            break
    return list(found.values())


def play_race(
    game: str, first: str, second: str, openings: Sequence[Sequence[int]], pairs: int, seed: int, threads: int | None
) -> dict[str, Any]:
    """Pairs of games from every opening, seats swapped.

    `results`: for each opening, two letters a pair, the first agent's result moving first and second; `moves`: the
    number of moves, each of which is a search.
    """
    board = parse_game(game)

    def play(number: int) -> tuple[str, int]:
        agents = [parse_agent(first), parse_agent(second)]
        results, moves = "", 0
        for pair in range(pairs):
            rng = Rng(seed, (number << 20) + pair)
            for swapped in (False, True):
                score, length = _play(board, agents[::-1] if swapped else agents, openings[number], rng)
                results += RESULTS[2 - score if swapped else score]
                moves += length
        return results, moves

    with ThreadPoolExecutor(threads) as pool:
        played = list(pool.map(play, range(len(openings))))
    return {"results": [results for results, _ in played], "moves": sum(moves for _, moves in played)}


def _play(game: Game, agents: Sequence[Agent], opening: Sequence[int], rng: Rng) -> tuple[int, int]:
    """Twice the score of the first seat, and the number of moves after the opening."""
    for seat, agent in enumerate(agents):
        agent.reset(game, seat, rng.next())
    state, moves = quick_start(game), 0
    for move in opening:
        state.apply(move)
    while state.player != TERMINAL:
        state.apply(agents[state.player].act(state.clone()))
        moves += 1
    return round(1 + state.returns()[0]), moves


def pair_scores(results: str) -> list[float]:
    """The score of every pair of games, from 0 to 1."""
    games = [RESULTS.index(letter) / 2 for letter in results]
    return [(a + b) / 2 for a, b in zip(games[::2], games[1::2], strict=True)]


def split(results: str) -> int:
    """The number of pairs in which the same seat won both games: the opening decided, not the players."""
    return sum(results[at : at + 2] in ("wl", "lw") for at in range(0, len(results), 2))


@cache
def open_positions() -> tuple[JudgedPosition, ...]:
    """The solved positions of Connect Four in which some move loses the value."""
    return tuple(one for one in judged_positions() if len(moves_that_keep(one.scores)) < len(one.scores))


def regrets(agent: str, count: int, seeds: int, seed: int, threads: int | None) -> list[list[int]]:
    """For each of the first `count` open positions, what the agent's moves give away in searches with several seeds.

    Twice the difference between the exact score of the position and that of the move: 1 from a win to a draw or from
    a draw to a loss, 2 from a win to a loss.
    """
    game = parse_game("connect_four")
    positions = open_positions()[:count]

    def search(number: int) -> list[int]:
        player, position = parse_agent(agent), positions[number]
        state: State = position.state()
        worth = {move: (score > 0) - (score < 0) for move, score in position.scores.items()}
        found = []
        for repeat in range(seeds):
            player.reset(game, state.player, Rng(seed, number * seeds + repeat).next())
            found.append(max(worth.values()) - worth[player.act(state.clone())])
        return found

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(search, range(len(positions))))
