"""What a picture of a tree shows: the nodes that are left after pruning, with names and positions of the game."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from plyground.games.base import CHANCE, State
from plyground.games.native import NativeState
from plyground.tree import ROOT, Tree


@dataclass
class Shown:
    """One node of the picture, or a note beside its siblings (`is_note`) that children were left out."""

    number: int
    parent: int  # −1 for the root
    level: int
    name: str  # the move that leads here
    seat: int  # who made it; CHANCE for an outcome; the root: who moves
    visits: int
    value: float  # to the seat that the row keeps it for, `worth_to`
    worth_to: int
    player: int = CHANCE  # who moves here
    proven: float | None = None
    # Visited children that were left out, and their visits: a note's, or those of a node that shows none of its own.
    more: int = 0
    more_visits: int = 0
    is_note: bool = False
    state: State | None = field(default=None, repr=False)
    row: int = ROOT  # in the pruned tree


def shown_nodes(tree: Tree, state: State | None) -> list[Shown]:
    """The rows of a pruned tree, breadth first, each with its visited children and a note of those left out."""
    root = state.specification() if isinstance(state, NativeState) else state
    nodes = [_node(tree, ROOT, None, 0, "", root)]
    for node in nodes:  # grows while it is read
        if node.is_note:
            continue
        for row in tree.children(node.row):
            before = _before_move(node.state, tree.player[node.row], tree.action[row])
            name, after = str(tree.action[row]), None
            if before is not None:
                name, after = before.action_name(tree.action[row]), before.clone()
                after.apply(tree.action[row])
            nodes.append(_node(tree, row, node, len(nodes), name, after))
        more, visits = tree.extra["more"][node.row], tree.extra["more_visits"][node.row]
        if more and tree.num_children[node.row]:
            note = Shown(len(nodes), node.number, node.level + 1, "", CHANCE, visits, 0.0, 0)
            note.more, note.more_visits, note.is_note = more, visits, True
            nodes.append(note)
        else:
            node.more, node.more_visits = more, visits
    return nodes


def _node(tree: Tree, row: int, parent: Shown | None, number: int, name: str, state: State | None) -> Shown:
    proven = tree.extra.get("proven")
    return Shown(
        number=number,
        parent=-1 if parent is None else parent.number,
        level=0 if parent is None else parent.level + 1,
        name=name,
        seat=tree.player[row] if parent is None else tree.player[parent.row],
        visits=tree.visits[row],
        value=tree.value[row],
        worth_to=tree.seat[row],
        player=tree.player[row],
        proven=None if proven is None or proven[row] is None else proven[row][tree.seat[row]],
        state=state,
        row=row,
    )


def _before_move(state: State | None, player: int, action: int) -> State | None:
    """The state in which somebody makes this move; None where it is not known.

    An open loop search has no rows for throws: there any throw after which the move is legal will do.
    """
    waiting = [] if state is None else [state]
    while waiting:
        here = waiting.pop()
        if here.player == player and action in here.moves():
            return here
        if here.player == CHANCE and player != CHANCE:
            for outcome, _ in here.chance():
                waiting.append(here.clone())
                waiting[-1].apply(outcome)
    return None


def line_to(nodes: Sequence[Shown], node: Shown) -> list[str]:
    """The names of the moves from the root to a node."""
    names: list[str] = []
    while node.parent >= 0:
        names.append(node.name)
        node = nodes[node.parent]
    return names[::-1]
