"""Agents that fail in every way that an agent can, for the tests of the arena; workers import them from here."""

import os
import re
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from plyground.agents import Agent, Decision, register
from plyground.arena.referee import Stopped
from plyground.games import Game, State


@register("failing")
@dataclass
class Failing(Agent):
    """Plays the first action, and fails in its own way when `ply` moves were made."""

    how: str = "raise"
    ply: int = 2

    def reset(self, game: Game, seat: int, seed: int) -> None:
        self._moves = 0
        if self.how == "reset":
            raise RuntimeError("no reset today")

    def choose(self, state: State) -> Decision:
        if self._moves >= self.ply:
            match self.how:
                case "raise":
                    raise RuntimeError("no idea")
                case "base":
                    raise BaseException("no Exception")
                case "stopped":
                    raise Stopped  # the referee's own
                case "illegal":
                    return Decision(99)
                case "text":
                    return Decision("a1")  # type: ignore[arg-type]
                case "slow":
                    time.sleep(0.3)
                case "vandal":
                    for action in state.actions()[:1]:
                        state.apply(action)
                    return Decision(99)
        return Decision(state.actions()[0])

    def observe(self, state: State, action: int) -> None:
        self._moves += 1
        if self.how == "observe" and self._moves > self.ply:
            raise RuntimeError("did not look")


@register("deadly")
@dataclass
class Deadly(Agent):
    """Kills its process: in every game, or only once if it has a file for its mark."""

    mark: str = ""

    def choose(self, state: State) -> Decision:
        if not self.mark or not Path(self.mark).exists():
            if self.mark:
                Path(self.mark).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return Decision(state.actions()[-1])


@register("hanging")
@dataclass
class Hanging(Agent):
    """Plays the first action, and never returns from one of its methods once `ply` moves were made."""

    how: str = "loop"
    ply: int = 2
    where: str = "move"

    def reset(self, game: Game, seat: int, seed: int) -> None:
        self._moves = 0
        if self.where == "reset":
            self.hang()

    def choose(self, state: State) -> Decision:
        if self.where == "move" and self._moves >= self.ply:
            self.hang()
        return Decision(state.actions()[0])

    def observe(self, state: State, action: int) -> None:
        self._moves += 1
        if self.where == "observe" and self._moves > self.ply:
            self.hang()

    def hang(self) -> None:
        match self.how:
            case "loop":
                while True:
                    pass
            case "sleep":
                time.sleep(1e6)
            case "gil":  # exponential time in C, where no other thread runs
                re.fullmatch("(a|a)+b", "a" * 60)
