"""Stories: searches to step through, one simulation at a time, forward, back and to any number."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import TYPE_CHECKING

from plyground.errors import PlygroundError
from plyground.games import parse_game
from plyground.search import Search
from plyground.search.engine import PythonEngine
from plyground.search.trace import Trace
from plyground.serve import requests as ask_for
from plyground.serve.frames import tree_shown
from plyground.serve.limits import moves_of, position_text
from plyground.serve.messages import Done, RolloutShown, ServerMessage, SimulationShown, Story
from plyground.serve.pictures import picture
from plyground.serve.room import Room
from plyground.serve.shapes import (
    ChangeShown,
    ComparedShown,
    ComparisonTable,
    PhaseShown,
    RolloutBoard,
    TreeShown,
)
from plyground.serve.watch_room import open_search
from plyground.view.story import Comparison, Key, Phase, introduction, narrate_next, rule
from plyground.view.tree_model import shown_nodes
from plyground.view.walkthroughs import NOTES

if TYPE_CHECKING:
    from plyground.serve.session import PageSession

MOST_STEPS = 100_000  # simulations of a story: its tree is kept in Python
KEPT_TRACES = 50
_ALL = 1 << 30


@dataclass
class LiveStory:
    """A search, and a Python engine that has replayed it up to some simulation."""

    search: Search
    engine: PythonEngine
    traces: OrderedDict[int, Trace] = field(default_factory=OrderedDict)

    def simulation(self, name: str, number: int, nodes: int) -> SimulationShown:
        """One simulation in its four phases. The next one is quick; any other needs a replay from the start."""
        if self.engine.simulations != number - 1:
            self.engine = self.search.replay(number - 1)
        if self.engine.solved or self.engine.simulations != number - 1:
            raise PlygroundError(f"the root is proven after {self.engine.simulations} simulations: there are no more")
        before = self.tree(nodes, []) if self.engine.simulations else None
        told, trace = narrate_next(self.search, self.engine)
        self.traces[number] = trace
        while len(self.traces) > KEPT_TRACES:
            self.traces.popitem(last=False)
        return SimulationShown(
            story=name,
            number=number,
            last=self.engine.solved,
            phases=[phase_shown(phase) for phase in told.phases],
            path=list(map(node_name, told.path)),
            added=list(map(node_name, told.added)),
            before=before,
            after=self.tree(nodes, trace.path),
            rollout=len(trace.rollout),
        )

    def tree(self, nodes: int, path: Sequence[int]) -> TreeShown:
        pruned = self.engine.tree.pruned(_ALL, _ALL, 1, max(nodes, len(path)), keep=path)
        return tree_shown(shown_nodes(pruned, self.search.state), self.search.value_range())

    def rollout(self, name: str, number: int, first: int, count: int) -> RolloutShown:
        """Some of the positions of a simulation's evaluation."""
        if number not in self.traces:
            self.simulation(name, number, 1)
        trace = self.traces[number]
        assert trace.leaf is not None
        state, boards = trace.leaf.clone(), []
        for place, (player, action) in enumerate(trace.rollout[: first + count]):
            before = state.clone()
            state.apply(action)
            if place >= first:
                boards.append(RolloutBoard(player, before.action_name(action), picture(state, last=before)))
        return RolloutShown(
            story=name, number=number, first=first, total=len(trace.rollout), boards=boards, values=trace.values
        )


class StepRoom(Room):
    requests = ("open_story", "get_simulation", "get_rollout", "close_story")

    def __init__(self, session: "PageSession") -> None:
        super().__init__(session)
        self.stories: OrderedDict[str, LiveStory] = OrderedDict()

    async def open_story(self, ask: ask_for.OpenStory) -> ServerMessage:
        game = parse_game(ask.game)
        moves = moves_of(game, ask.position)
        mcts, search = open_search(self.limits, ask.agent, game, moves)
        search.plan(mcts.budget.simulations or 0)
        story = LiveStory(search, search.replay())
        while len(self.stories) >= self.limits.stories:
            self.stories.popitem(last=False)
        name = self.session.new_name("w")
        self.stories[name] = story
        return Story(
            story=name,
            game=str(game),
            agent=ask.agent,
            position=position_text((word for _, word in game.name_moves(moves)), moves),
            introduction=introduction(search),
            rule=rule(search.config.select),
            board=picture(search.state),
        )

    def find(self, name: str) -> LiveStory:
        if name not in self.stories:
            raise PlygroundError(f"there is no story {name!r} in this session: open it again")
        return self.stories[name]

    def _require_number(self, number: int) -> None:
        most = min(MOST_STEPS, self.limits.simulations)
        if number > most:
            raise PlygroundError(f"a story goes to simulation {most:,} at most, not to {number:,}")

    async def get_simulation(self, ask: ask_for.GetSimulation) -> ServerMessage:
        story = self.find(ask.story)
        self._require_number(ask.number)
        answer: ServerMessage = await self.session.run(lambda: story.simulation(ask.story, ask.number, ask.nodes))
        return answer

    async def get_rollout(self, ask: ask_for.GetRollout) -> ServerMessage:
        story = self.find(ask.story)
        self._require_number(ask.number)
        answer: ServerMessage = await self.session.run(
            lambda: story.rollout(ask.story, ask.number, ask.first, ask.count)
        )
        return answer

    async def close_story(self, ask: ask_for.CloseStory) -> ServerMessage:
        self.find(ask.story)
        del self.stories[ask.story]
        return Done()


def node_name(key: Key) -> str:
    """The name of a node, as `frames.node_names` writes it."""
    return "/".join(f"{seat}.{action}" for seat, action in key)


def phase_shown(phase: Phase) -> PhaseShown:
    return PhaseShown(
        name=phase.name,
        sentences=phase.sentences,
        lit=list(map(node_name, phase.lit)),
        board=None if phase.state is None else picture(phase.state, phase.since),
        note=NOTES.get(phase.name, ""),
        comparisons=[_comparison(comparison) for comparison in phase.comparisons],
        changes=[
            ChangeShown(change.place, change.seat, node_name(change.key), *change.before, *change.after)
            for change in phase.changes
        ],
    )


def _comparison(comparison: Comparison) -> ComparisonTable:
    return ComparisonTable(
        comparison.place,
        comparison.visits,
        comparison.terms,
        [
            ComparedShown(
                move.name,
                move.visits,
                [term if isfinite(term) else None for term in move.terms],
                move.score if isfinite(move.score) else None,
                move.chosen,
            )
            for move in comparison.candidates
        ],
    )
