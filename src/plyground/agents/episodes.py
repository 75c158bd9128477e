"""Games of a learner against an opponent, one episode after the other, and their results."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

from plyground.agents.base import Agent, parse_agent
from plyground.agents.simple import Random
from plyground.errors import PlygroundError
from plyground.games.base import Game, State, parse_game
from plyground.rng import Rng
from plyground.text_form import TextForm

LOST, DRAWN, WON = 0, 1, 2
SELF = "self"


@dataclass(frozen=True)
class Window:
    """The learner's results in the last games before an episode."""

    episode: int
    games: int
    won: int
    drawn: int
    lost: int


class Episodes(ABC):
    """The episodes of a training so far.

    The opponent has every other seat: `random`, any agent, or `self`, with which all seats learn. The learner changes
    its seat from episode to episode, unless `seat` fixes it.
    """

    learner: TextForm

    def __init__(self, game: Game | str, opponent: Agent | str, seat: int | None, seed: int) -> None:
        self.game = parse_game(game)
        self.opponent = parse_opponent(opponent)
        self.seat = seat
        self.seed = seed % 2**64
        if seat is not None and not 0 <= seat < self.game.num_players:
            raise PlygroundError(f"{self.game} has seats 0 to {self.game.num_players - 1}, not {seat}")
        self.results = bytearray()  # one per episode: the learner's; when all seats learn, the first seat's

    def __repr__(self) -> str:
        sizes = ", ".join(f"{count:,} {what}" for what, count in self.sizes.items())
        return f"<{self.rule} on {self.game} against {self.opponent}: {self.episodes:,} episodes, {sizes}>"

    @property
    def episodes(self) -> int:
        """The number of episodes so far."""
        return len(self.results)

    @property
    def rule(self) -> str:
        """The learner's text form, without the parameters that only matter in play."""
        return str(self.learner)

    @property
    @abstractmethod
    def sizes(self) -> dict[str, int]:
        """The size of the table or network that learns: `{"cells": 5478}`."""

    def last_games(self, episode: int, games: int = 100) -> Window:
        """The results of the last games up to an episode."""
        recent = self.results[max(0, episode - games) : episode]
        return Window(episode, len(recent), recent.count(WON), recent.count(DRAWN), recent.count(LOST))

    def learning_curve(self, points: int = 10, games: int = 100) -> list[Window]:
        """`last_games` at `points` episodes, evenly spread up to the last one."""
        episodes = sorted({round(self.episodes * point / points) for point in range(1, points + 1)} - {0})
        return [self.last_games(episode, games) for episode in episodes]

    def seat_in(self, episode: int) -> int:
        """The learner's seat in an episode."""
        return episode % self.game.num_players if self.seat is None else self.seat

    def result(self, returns: list[float], seat: int) -> int:
        """The result of an episode for the learner; when all seats learn, for the first seat."""
        value = returns[0 if self.opponent == SELF else seat]
        return WON if value > 0.0 else LOST if value < 0.0 else DRAWN

    def seat_opponents(self, seat: int, rng: Rng) -> dict[int, Agent]:
        """The opponents by seat. A random one needs no agent: it draws from the episode's stream."""
        if not isinstance(self.opponent, Agent) or isinstance(self.opponent, Random):
            return {}
        others = {other: parse_agent(str(self.opponent)) for other in range(self.game.num_players) if other != seat}
        for other, agent in others.items():
            agent.reset(self.game, other, rng.next())
        return others


def opponent_move(state: State, others: dict[int, Agent], rng: Rng) -> int:
    """The move of an opponent; if there are no agents, a random one."""
    if others:
        move = others[state.player].choose(state.clone()).action
        state.require_legal(move)
        return move
    actions = state.actions()
    return actions[rng.below(len(actions))]


def parse_opponent(text: Agent | str) -> Agent | str:
    """The opponent that a text names: an agent, or `self`."""
    return SELF if text == SELF else parse_agent(text)
