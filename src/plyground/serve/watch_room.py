"""Searches to watch, one alone or two in step."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from plyground.agents.mcts import Mcts
from plyground.errors import PlygroundError
from plyground.games import TERMINAL, Game, parse_game
from plyground.search import Search
from plyground.serve import requests as ask_for
from plyground.serve.frames import View
from plyground.serve.limits import SessionLimits, mcts_of, moves_of, position_text
from plyground.serve.messages import (
    Children,
    ComparisonFrame,
    ComparisonStarted,
    Done,
    Frame,
    SearchEnded,
    SearchStarted,
    ServerMessage,
)
from plyground.serve.pictures import picture, position_at
from plyground.serve.room import Room
from plyground.serve.shapes import FrameShown
from plyground.serve.watched import By, Watched, unfold
from plyground.solve.best_play import exact_moves
from plyground.view.svg import signed

if TYPE_CHECKING:
    from plyground.serve.session import PageSession

DEFAULT_SIMULATIONS = 100_000
EXACT_SECONDS = 10.0  # for the solver's values of a position: on a large board they would take days


class WatchRoom(Room):
    requests = (
        *("start_search", "start_comparison", "pause_search", "resume_search", "stop_search", "set_effort"),
        *("set_view", "unfold", "close_search"),
    )

    def __init__(self, session: "PageSession") -> None:
        super().__init__(session)
        self.watched: dict[str, Watched] = {}

    async def start_search(self, ask: ask_for.StartSearch) -> ServerMessage:
        name, started = self._open(ask.game, ask.position, [ask.agent], ask.effort, pace=ask.pace)
        return msgspec.structs.replace(started[0], search=name)

    async def start_comparison(self, ask: ask_for.StartComparison) -> ServerMessage:
        name, started = self._open(ask.game, ask.position, ask.agents, ask.effort, ask.by, ask.pace)
        return ComparisonStarted(search=name, sides=started)

    def _open(
        self,
        game_text: str,
        position: str | list[int],
        agents: Sequence[str],
        effort: ask_for.Effort | None,
        by: By = "simulations",
        pace: float | None = None,
    ) -> tuple[str, list[SearchStarted]]:
        game = parse_game(game_text)
        moves = moves_of(game, position)
        players = [open_search(self.limits, text, game, moves) for text in agents]
        searches = [search for _, search in players]
        if effort is None:
            default = players[0][0].simulations or DEFAULT_SIMULATIONS
            effort = ask_for.Effort(simulations=min(default, self.limits.simulations))
        budget = self.limits.budget(effort)
        for search in searches:
            search.plan(effort.simulations or 0)
        self._make_room(len(searches))
        name = self.session.new_name("s")
        watched = self.watched[name] = Watched(searches, budget, self.session.aside, by, pace)
        watched.tell = lambda frames: self._tell(name, watched, frames)
        self._run(name, watched)
        self.session.start(self._look_up_exact(watched))
        started = [
            SearchStarted(
                search=name,
                game=str(game),
                agent=text,
                position=position_text((word for _, word in game.name_moves(moves)), moves),
                parts=search.settings()["parts"],
                seat=max(search.state.player, 0),
                value_range=search.value_range(),
                engine=search.engine_name,
                effort=budget.limits(),
            )
            for text, search in zip(agents, searches, strict=True)
        ]
        return name, started

    def _make_room(self, count: int) -> None:
        """Close the oldest searches if a new one needs their place: a reloaded page has lost track of its searches."""
        used = sum(len(watched.sides) for watched in self.watched.values())
        if count > self.limits.searches:
            raise PlygroundError(f"{count} searches at once are too many: the limit here is {self.limits.searches}")
        for name in list(self.watched):
            if used + count <= self.limits.searches:
                break
            used -= len(self.watched[name].sides)
            self.watched.pop(name).close()

    async def _look_up_exact(self, watched: Watched) -> None:
        """Look up a solver's value of every move, if a solver knows the position."""
        state = watched.sides[0].search.state.clone()
        if state.player < 0:
            return
        known = await self.session.run(lambda: exact_moves(state, EXACT_SECONDS))
        for side in watched.sides:
            side.watcher.exact = {move.action: move.values[state.player] for move in known or ()}
        if watched.state in ("paused", "ended") and known:
            await self._show(watched)

    def _run(self, name: str, watched: Watched) -> None:
        watched.wanted, watched.state = "run", "waiting"
        self.session.start(self._work(name, watched))

    async def _work(self, name: str, watched: Watched) -> None:
        try:
            await self.session.run(watched.run)
            while watched.rest:  # the pace asks for a rest: no thread waits during it
                await asyncio.sleep(watched.rest)
                await self.session.run(watched.run)
        except PlygroundError as error:
            watched.state = "ended"
            self.session.send(SearchEnded(search=name, reason="failed", sentence=str(error)))
            return
        await watched.drawn()
        if watched.state == "ended":
            self.session.send(SearchEnded(search=name, reason=watched.reason, sentence=_ending(watched)))

    def _tell(self, name: str, watched: Watched, frames: list[FrameShown]) -> None:
        if self.watched.get(name) is not watched:
            return
        if len(frames) == 1:
            self.session.send(Frame(search=name, frame=frames[0]))
            return
        agree, sentence = disagreement([side.search for side in watched.sides], frames)
        self.session.send(ComparisonFrame(search=name, frames=frames, agree=agree, sentence=sentence))

    def find(self, name: str) -> Watched:
        if name not in self.watched:
            raise PlygroundError(f"there is no search {name!r} in this session")
        return self.watched[name]

    async def pause_search(self, ask: ask_for.PauseSearch) -> ServerMessage:
        watched = self.find(ask.search)
        if watched.state in ("running", "waiting"):
            watched.wanted = "pause"
        return Done()

    async def resume_search(self, ask: ask_for.ResumeSearch) -> ServerMessage:
        self._go_on(ask.search, self.find(ask.search))
        return Done()

    def _go_on(self, name: str, watched: Watched) -> None:
        if watched.state in ("paused", "ended"):
            self._run(name, watched)
        elif watched.wanted == "pause":
            watched.wanted = "run"

    async def stop_search(self, ask: ask_for.StopSearch) -> ServerMessage:
        watched = self.find(ask.search)
        if watched.state == "paused":
            watched.wanted = "stop"
            self.session.start(self._work(ask.search, watched))
        else:
            watched.wanted = "stop"
        return Done()

    async def set_effort(self, ask: ask_for.SetEffort) -> ServerMessage:
        watched = self.find(ask.search)
        watched.set_budget(self.limits.budget(ask.effort))
        return Done()

    async def set_view(self, ask: ask_for.SetView) -> ServerMessage:
        watched = self.find(ask.search)
        watched.set_view(View(ask.tree, ask.nodes, ask.depth, ask.rate))
        watched.set_pace(ask.pace)
        if watched.state in ("paused", "ended"):
            self.session.start(self._show(watched))
        return Done()

    async def _show(self, watched: Watched) -> None:
        """Send a frame of a search that is not running."""
        shots = await self.session.run(watched.snapshots)
        watched.tell(await self.session.aside(watched.draw, shots))

    async def unfold(self, ask: ask_for.Unfold) -> ServerMessage:
        watched = self.find(ask.search)
        search = watched.sides[0].search
        children, state = await self.session.aside(unfold, search, ask.node)
        return Children(
            search=ask.search, node=ask.node, children=children, board=None if state is None else picture(state)
        )

    async def close_search(self, ask: ask_for.CloseSearch) -> ServerMessage:
        self.find(ask.search).close()
        del self.watched[ask.search]
        return Done()

    def rest(self) -> None:
        for watched in self.watched.values():
            if watched.state in ("running", "waiting") and watched.wanted == "run":
                watched.wanted, watched.unwatched = "pause", True

    def wake(self) -> None:
        for name, watched in self.watched.items():
            if watched.unwatched:
                watched.unwatched = False
                self._go_on(name, watched)

    def close(self) -> None:
        for watched in self.watched.values():
            watched.close()


def open_search(limits: SessionLimits, agent: str, game: Game, moves: list[int]) -> tuple[Mcts, Search]:
    """An agent and its search of this position, not yet run."""
    mcts = mcts_of(limits.agent(agent, game))
    if mcts is None:
        raise PlygroundError(f"{agent} does not search a tree: choose mcts or one of its presets")
    state = position_at(game, moves, len(moves))
    if state.player == TERMINAL:
        raise PlygroundError("the game is over: there is nothing to search")
    mcts.reset(game, max(state.player, 0), mcts.seed)
    return mcts, mcts.searcher(state)


_ENDINGS = {
    "simulations": "All simulations were made.",
    "seconds": "The time is used up.",
    "solved": "The position is solved: nothing is left to search.",
    "stopped": "The search was stopped.",
    "megabytes": "The memory of this search is used up.",
    "memory": "The memory of this machine is used up.",
}


def _ending(watched: Watched) -> str:
    return _ENDINGS.get(watched.reason, f"The search ended: {watched.reason}.")


def disagreement(searches: Sequence[Search], frames: Sequence[FrameShown]) -> tuple[bool, str]:
    """Whether two searches play the same move, and a comparison in words."""
    state = searches[0].state
    best = [frame.action for frame in frames]
    if best[0] is None or best[1] is None:
        return True, "No seat decides here: chance moves."
    names = [state.action_name(action) for action in best if action is not None]
    opinions = [_opinion(frame, action) for frame, action in zip(frames, best, strict=True) if action is not None]
    if best[0] == best[1]:
        gap = abs((frames[0].value or 0.0) - (frames[1].value or 0.0))
        return True, f"Both play {names[0]}, {opinions[0]} and {opinions[1]}; their values differ by {gap:.2f}."
    other = _opinion(frames[0], best[1])
    return False, (
        f"The first plays {names[0]} ({opinions[0]}), the second {names[1]} ({opinions[1]}). "
        f"In the first search, {names[1]}: {other}."
    )


def _opinion(frame: FrameShown, action: int) -> str:
    child = next((child for child in frame.children if child.action == action), None)
    if child is None or not child.visits:
        return "never tried"
    share = child.visits / max(1, sum(other.visits for other in frame.children))
    return f"{signed(child.value)} with {share:.0%} of the visits"
