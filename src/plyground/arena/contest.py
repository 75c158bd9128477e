"""A contest: a list of numbered games, each a pure function of the contest and its number.

Games come in blocks that share their opening and their dice. If two sides meet, a block is a pair of games
with the seats swapped; if all agents sit at one table, it is one game in every seating. Luck that favours a seat
then favours every side equally, so the variance of whole blocks is smaller. In a game of one seat, a block is one game
of every agent.
"""

import hashlib
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any, Literal, get_args

import plyground
from plyground.agents import Agent, Human, parse_agent
from plyground.arena.blame import game_failed, is_the_games
from plyground.arena.identity import Code, code_of
from plyground.arena.own_code import OwnCode
from plyground.errors import CannotPlay, PlygroundError, named
from plyground.games import Game, parse_game
from plyground.rng import Rng
from plyground.statistics.seatings import circular_seatings
from plyground.text_form import require_choice

# round_robin: every two agents meet; gauntlet: the first meets all others; seatings: all at one table;
# alone: each plays a game of one seat.
Form = Literal["round_robin", "gauntlet", "seatings", "alone"]
MOST_AT_A_TABLE = 5


@dataclass(frozen=True)
class Fixture:
    """One game to play: the agent of each seat, and the seed of chance."""

    number: int
    block: int
    # For each seat, the index of its agent in the contest's list.
    seats: tuple[int, ...]
    # The seed of the block, for its dice and its opening.
    seed: int
    agent_seeds: tuple[int, ...]


@dataclass(frozen=True)
class Contest:
    """The game, the agents and the form of a series of games."""

    game: Game
    agents: tuple[Agent, ...]
    form: Form = "round_robin"
    seed: int = 0
    # The number of random moves that begin every game, the same in all games of a block.
    opening_moves: int = 0
    # An agent that takes longer for one move forfeits the game.
    move_seconds: float | None = None

    def __post_init__(self) -> None:
        seats, count = self.game.num_players, len(self.agents)
        require_choice("the form", self.form, get_args(Form))
        if (seats == 1) != (self.form == "alone"):
            if seats == 1:
                raise PlygroundError(f'{self.game} has one seat: its form is "alone", not "{self.form}"')
            raise PlygroundError(f'{self.game} has {seats} seats, and only a game of one seat has the form "alone"')
        if count < 2:
            raise PlygroundError(f"a contest needs at least two agents, not {count}")
        if self.form == "seatings" and count != seats:
            raise PlygroundError(f"seatings of {self.game} need one agent for each of its {seats} seats, not {count}")
        if any(isinstance(agent, Human) for agent in self.agents):
            raise PlygroundError("people cannot play in the arena: use plyground play")
        if not 0 <= self.seed < 1 << 63:
            raise PlygroundError(f"the seed must be from 0 to 2^63 − 1, not {self.seed}")
        if self.opening_moves < 0:
            raise PlygroundError(f"the number of opening moves must be at least 0, not {self.opening_moves}")
        if self.move_seconds is not None and not self.move_seconds > 0:
            raise PlygroundError(f"the time for a move must be above 0 seconds, not {self.move_seconds}")
        if self.form == "seatings" and count > MOST_AT_A_TABLE:
            raise PlygroundError(f"{count} agents have {math.factorial(count)} seatings: too many for one block")

    @cached_property
    def meetings(self) -> list[tuple[int, ...]]:
        """The agents of each meeting, by index; with all agents at one table there is one meeting."""
        places = range(len(self.agents))
        if self.form in ("seatings", "alone"):
            return [tuple(places)]
        if self.form == "gauntlet":
            return [(0, other) for other in places[1:]]
        return list(combinations(places, 2))

    def block_seatings(self, meeting: int) -> list[tuple[int, ...]]:
        """The seatings of one block. Two sides at a table with more than two seats take alternate seats."""
        players = self.meetings[meeting]
        if self.form == "alone":
            return [(agent,) for agent in players]
        if self.form != "seatings":
            a, b = players
            seats = range(self.game.num_players)
            return [
                tuple(a if seat % 2 == 0 else b for seat in seats),
                tuple(b if seat % 2 == 0 else a for seat in seats),
            ]
        around = _circular(len(players))
        return [seating[turn:] + seating[:turn] for turn in range(len(players)) for seating in around]

    @property
    def block_size(self) -> int:
        return len(self.block_seatings(0))

    def numbers(self, games: int) -> list[int]:
        """The numbers of the first `games` games of every meeting, in the order to play them."""
        size, meetings = self.block_size, len(self.meetings)
        rounds = -(-games // size)
        return [
            number
            for number in range(rounds * meetings * size)
            if number // size // meetings * size + number % size < games
        ]

    @cached_property
    def thinks_in_python(self) -> tuple[bool, ...]:
        """For each agent, whether it thinks in Python when it plays this game."""
        return tuple(agent.thinks_in_python(self.game) for agent in self.agents)

    def fixture(self, number: int) -> Fixture:
        """The game with this number."""
        block, place = divmod(number, self.block_size)
        seats = self.block_seatings(block % len(self.meetings))[place]
        family = Rng(self.seed, block)
        seed, agents_seed = family.next(), family.next()
        first = 0 if self.form == "alone" else place * len(seats)  # alone, all agents draw from the same seed
        return Fixture(
            number, block, seats, seed, tuple(Rng(agents_seed, first + seat).next() for seat in range(len(seats)))
        )

    def describe(self) -> dict[str, Any]:
        """The data from which the identity of a run is computed."""
        return {
            "game": str(self.game),
            "agents": [str(agent) for agent in self.agents],
            "form": self.form,
            "seed": self.seed,
            "opening_moves": self.opening_moves,
            "move_seconds": self.move_seconds,
            "code": self.code,
            "version": plyground.__version__,
        }

    @cached_property
    def code(self) -> Code:
        """The code and files that the games depend on, see `plyground.arena.identity`."""
        return code_of(self.game, self.agents)

    @cached_property
    def sources(self) -> list[str]:
        """The files of your own that register the game, the agents and their parts; no part of the identity."""
        return OwnCode([self.game, *self.agents]).sources

    @cached_property
    def identity(self) -> str:
        """Two contests with the same identity play the same games."""
        return hashlib.sha256(json.dumps(self.describe()).encode()).hexdigest()[:16]


def _circular(count: int) -> list[tuple[int, ...]]:
    names = [str(player) for player in range(count)]
    return [tuple(map(int, seating)) for seating in circular_seatings(names)]


def make_contest(
    game: Game | str,
    agents: Sequence[Agent | str],
    *,
    form: Form | None = None,
    seed: int = 0,
    opening_moves: int = 0,
    move_seconds: float | None = None,
) -> Contest:
    """A contest from text forms or objects; raises unless the agents can play the game.

    By default a game of one seat is played alone, and in all others every two agents meet.
    """
    rules = parse_game(game)
    form = form or ("alone" if rules.num_players == 1 else "round_robin")
    contest = Contest(rules, tuple(map(parse_agent, agents)), form, seed, opening_moves, move_seconds)
    for agent in contest.agents:
        require_able(agent, contest.game)
    return contest


def require_able(agent: Agent, game: Game) -> None:
    """Raise one sentence unless the agent can play the game."""
    try:
        agent.check(game)
    except PlygroundError as error:
        raise CannotPlay(str(error)) from None
    except Exception as error:
        if is_the_games(error):
            raise game_failed(game, error) from error
        raise CannotPlay(f"{agent} cannot play {game}: {named(error)}") from error
