"""Random games: the specification of the C++ rollouts, and the tally of many of them."""

from dataclasses import dataclass

from plyground.deadline import look
from plyground.games.base import CHANCE, TERMINAL, Game, State, parse_game
from plyground.games.broken_rules import RulesMayFail
from plyground.games.native import Engine, choose_engine, quick_start
from plyground.rng import Rng
from plyground.text_form import MOST, require_whole

_LONGEST_LOOK = 1000  # plies, at most, of the random game that looks for dice


@dataclass(frozen=True)
class Playouts:
    """The results of random games. A seat wins a game if its return is above 0."""

    games: int
    wins: tuple[int, ...]
    draws: int


def rollout(state: State, rng: Rng) -> list[float]:
    """Play on at random, in place, until the end or until the returns are settled."""
    while state.player != TERMINAL:
        if state.player == CHANCE:
            state.apply(rng.outcome(state.chance()))
            continue
        settled = state.settled()
        if settled is not None:
            return settled
        actions = state.actions()
        state.apply(actions[rng.below(len(actions))])
    return state.returns()


def has_chance(game: Game) -> bool:
    """Whether a random game reaches a chance state: a game does not declare its dice."""
    rng, state = Rng(0), quick_start(game)
    for _ in range(_LONGEST_LOOK):
        if state.player in (CHANCE, TERMINAL):
            break
        actions = state.actions()
        state.apply(actions[rng.below(len(actions))])
    return state.player == CHANCE


def random_playouts(game: Game | str, games: int, seed: int = 0, engine: Engine = "auto") -> Playouts:
    """Play random games; game i draws from stream i, so that both engines play the same games."""
    require_whole("the number of games", games, 0, MOST)
    game = parse_game(game)
    twin = choose_engine(game, engine)
    if twin is not None:
        tally, draws = twin.random_playouts(games, seed % 2**64)
        return Playouts(games, tuple(tally), draws)
    wins = [0] * game.num_players
    draws = 0
    start = game.initial_state()
    with RulesMayFail():
        for stream in range(games):
            look()
            state = start.clone()
            values = rollout(state, Rng(seed, stream))
            wins = [won + (value > 0.0) for won, value in zip(wins, values, strict=True)]
            draws += max(values) <= 0.0
    return Playouts(games, tuple(wins), draws)
