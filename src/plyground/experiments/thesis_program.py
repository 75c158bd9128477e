"""The tree of the program that Yadav's thesis resembles (nestedsoftware/tictac), after its description.

Playouts from the empty board build one graph, in which mirrored and rotated boards are one node. A playout takes the
child with the highest

    (wins + draw · draws)/n + √2 · √(ln N/n)

where N counts the visits of *all* parents of the child; an unvisited child comes first, in the order of the board.
Nothing is random: the number of playouts decides the result.
"""

import math
from dataclasses import dataclass, field

from plyground.exact import Policy
from plyground.games import TERMINAL, Game, State

Key = object


@dataclass
class MergedNode:
    visits: int = 0
    total: float = 0.0  # to the player who moved here
    parents: "set[Key]" = field(default_factory=set)


class ThesisTree:
    """The graph after some playouts, and its policy."""

    def __init__(self, game: Game, draw: float) -> None:
        self.game, self.draw = game, draw
        self.nodes: dict[Key, MergedNode] = {}
        self._children: dict[Key, list[tuple[int, State, Key]]] = {}
        self.playouts = 0

    def run(self, playouts: int) -> "ThesisTree":
        """Run until the graph has had this many playouts in all."""
        for _ in range(self.playouts, playouts):
            self._playout()
        self.playouts = max(self.playouts, playouts)
        return self

    def _playout(self) -> None:
        state = self.game.initial_state()
        path: list[tuple[MergedNode, int]] = []
        root = self._node(state.canonical_key())
        while state.player != TERMINAL:
            mover = state.player
            _, state, key = max(self._moves(state), key=lambda move: self._score(self.nodes[move[2]]))
            path.append((self.nodes[key], mover))
        returns = state.returns()
        root.visits += 1
        for node, mover in path:
            node.visits += 1
            node.total += self.draw if returns[mover] == 0 else float(returns[mover] > 0)

    def _node(self, key: Key) -> MergedNode:
        return self.nodes.setdefault(key, MergedNode())

    def _moves(self, state: State) -> list[tuple[int, State, Key]]:
        """The moves of a state in the order of the board, with the states that they lead to."""
        exact = state.key()
        if exact not in self._children:
            parent, found = state.canonical_key(), []
            for action in state.actions():
                after = state.clone()
                after.apply(action)
                key = after.canonical_key()
                self._node(key).parents.add(parent)
                found.append((action, after, key))
            self._children[exact] = found
        return self._children[exact]

    def _score(self, node: MergedNode) -> float:
        if not node.visits:
            return math.inf
        parents = sum(self.nodes[parent].visits for parent in node.parents)
        return node.total / node.visits + math.sqrt(2.0 * math.log(max(1, parents)) / node.visits)

    def policy(self) -> Policy:
        """The first of the moves with the highest mean."""

        def mean(key: Key) -> float:
            node = self.nodes[key]
            return node.total / node.visits if node.visits else 0.0

        return lambda state: {max(self._moves(state), key=lambda move: mean(move[2]))[0]: 1}
