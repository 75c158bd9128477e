"""The content of a tree picture: the nodes after pruning, with names and positions of the game."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from plyground.games.base import CHANCE, State
from plyground.games.native import NativeState
from plyground.tree import ROOT, Tree

MOST_POSITIONS = 12  # positions followed below omitted dice: enough to name the moves
NEXT_CHILDREN, MOST_HELD = 12, 400  # nodes that a page holds folded: below one node, and in all


@dataclass
class Shown:
    """One node of the picture, or a note beside its siblings (`is_note`) about children left out."""

    number: int
    parent: int  # −1 for the root
    level: int
    name: str  # the move that leads here
    action: int
    seat: int  # the seat that made this move; CHANCE for an outcome; at the root: the seat to move
    visits: int
    value: float  # to the seat `worth_to`
    worth_to: int
    player: int = CHANCE  # the seat to move here
    proven: float | None = None
    # Visited children that are left out, and their visits: kept by the note, or by the node if it shows no children.
    more: int = 0
    more_visits: int = 0
    is_note: bool = False
    held_by: int | None = None  # the node that a page unfolds to show this one
    # The positions that the node may stand for: one, or several below dice that an open loop search left out.
    states: list[State] = field(default_factory=list, repr=False)
    row: int = ROOT  # in the pruned tree

    @property
    def state(self) -> State | None:
        """The position, where it is certain."""
        return self.states[0] if len(self.states) == 1 else None


# The name and the positions of nodes, by the moves that lead to them: kept between the drawings of a growing tree.
KnownNodes = dict[tuple[tuple[int, int], ...], tuple[str, list[State]]]


def shown_nodes(tree: Tree, state: State | list[State] | None, known: KnownNodes | None = None) -> list[Shown]:
    """The rows of a pruned tree, breadth first, each with its visited children and a note of those left out.

    `state` is the position of the first row, or the list of its possible positions.
    """
    roots = [] if state is None else state if isinstance(state, list) else [state]
    roots = [root.specification() if isinstance(root, NativeState) else root for root in roots]
    known = {} if known is None else known
    paths: dict[int, tuple[tuple[int, int], ...]] = {0: ()}
    nodes = [_node(tree, ROOT, None, 0, "", roots)]
    for node in nodes:  # grows while it is read
        if node.is_note:
            continue
        for row in tree.children(node.row):
            move = _mover(tree, node.row, row), tree.action[row]
            path = paths[len(nodes)] = (*paths[node.number], move)
            if path not in known:
                known[path] = follow(node.states, *move)
            nodes.append(_node(tree, row, node, len(nodes), *known[path]))
        more, visits = tree.extra["more"][node.row], tree.extra["more_visits"][node.row]
        if more and tree.num_children[node.row]:
            note = Shown(len(nodes), node.number, node.level + 1, "", 0, CHANCE, visits, 0.0, 0)
            note.more, note.more_visits, note.is_note = more, visits, True
            nodes.append(note)
        else:
            node.more, node.more_visits = more, visits
    return nodes


class Prunable(Protocol):
    """A tree or a search."""

    def pruned(self, depth: int, top: int, min_visits: int, limit: int, start: int) -> Tree: ...


def held_nodes(source: Prunable, pruned: Tree, nodes: Sequence[Shown]) -> list[Shown]:
    """The nodes that a page holds folded: the next children of the nodes that leave some out, from the root down.

    A note follows for the children that the page does not hold. The numbers go on after those of `nodes`.
    """
    held: list[Shown] = []
    rows = pruned.extra["row"]
    for holder in [node for node in nodes if node.more]:
        parent = nodes[holder.parent] if holder.is_note else holder
        shown = pruned.num_children[parent.row]
        most = min(NEXT_CHILDREN, MOST_HELD - len(held))
        if most <= 0:
            break
        around = source.pruned(1, shown + most, 1, shown + most + 1, rows[parent.row])
        found = [node for node in shown_nodes(around, parent.states)[1:] if not node.is_note]
        others = [node for node in found if around.extra["row"][node.row] not in rows]
        left = holder.more - len(others)
        if left:
            note = Shown(0, 0, 0, "", 0, CHANCE, holder.more_visits - sum(node.visits for node in others), 0.0, 0)
            note.more, note.more_visits, note.is_note = left, note.visits, True
            others.append(note)
        for node in others:
            node.number, node.parent, node.level = len(nodes) + len(held), parent.number, parent.level + 1
            node.held_by = holder.number
            held.append(node)
    return held


def follow(states: Sequence[State], mover: int, action: int) -> tuple[str, list[State]]:
    """The name of a move, and the positions after it."""
    before = _before_move(states, mover, action)
    after = [here.clone() for here in before]
    for here in after:
        here.apply(action)
    return before[0].action_name(action) if before else str(action), after


def _node(tree: Tree, row: int, parent: Shown | None, number: int, name: str, states: list[State]) -> Shown:
    proven = tree.find("proven")
    return Shown(
        number=number,
        parent=-1 if parent is None else parent.number,
        level=0 if parent is None else parent.level + 1,
        name=name,
        action=tree.action[row],
        seat=tree.player[row] if parent is None else _mover(tree, parent.row, row),
        visits=tree.visits[row],
        value=tree.value[row],
        worth_to=tree.seat[row],
        player=tree.player[row],
        proven=None if proven is None or proven[row] is None else proven[row][tree.seat[row]],
        states=states,
        row=row,
    )


def _mover(tree: Tree, row: int, child: int) -> int:
    """The seat that makes the move to a child. An open loop row has children of several seats."""
    return CHANCE if tree.player[row] == CHANCE else tree.seat[child]


def _before_move(states: Sequence[State], mover: int, action: int) -> list[State]:
    """The positions in which this move is legal, also after dice that an open loop search left out."""
    found: list[State] = []
    waiting = list(states)
    for here in waiting:  # grows while it is read
        if here.player == mover and action in here.moves():
            found.append(here)
        elif here.player == CHANCE and mover != CHANCE:
            for outcome, _ in here.chance():
                waiting.append(here.clone())
                waiting[-1].apply(outcome)
        if len(found) == MOST_POSITIONS:
            break
    return found


def line_to(nodes: Sequence[Shown], node: Shown) -> list[str]:
    """The names of the moves from the root to a node."""
    names: list[str] = []
    while node.parent >= 0:
        names.append(node.name)
        node = nodes[node.parent]
    return names[::-1]
