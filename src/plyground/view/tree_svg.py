"""A tree as SVG: size by visits, colour by value, moves on the edges, notes for nodes left out."""

import math
from collections.abc import Sequence
from html import escape

from plyground.games.base import CHANCE, TERMINAL, Game
from plyground.view import svg
from plyground.view.boards import draw_state
from plyground.view.drawing import MARGIN, seat_colour
from plyground.view.overlay import Overlay, colour_bar
from plyground.view.text_width import fitting_size, text_width
from plyground.view.tidy_layout import tidy
from plyground.view.tree_model import Shown, line_to

LARGEST, SMALLEST = 20.0, 6.0  # radius of a node
SMALLEST_HEADING = 9.0  # font size
BOARD = 84.0  # the side of a small board in a node
ABOVE, BELOW = 20.0, 34.0  # room for the move above a node, for its numbers below
GAP = 14.0
STEP = 34.0  # for the edges, between two levels


class TreeSvg:
    """The layout and the drawing of some nodes. Those that a page holds folded come last, and have no place yet."""

    def __init__(self, nodes: Sequence[Shown], low: float, high: float, boards: bool = False) -> None:
        self.nodes, self.boards = nodes, boards
        self.scale = Overlay("value to the player who made the move", {}, low, high, {})
        self.most = max(nodes[0].visits, 1)
        placed = [node for node in nodes if node.held_by is None]
        children: list[list[int]] = [[] for _ in placed]
        for node in placed[1:]:
            children[node.parent].append(node.number)
        self.widths = [self.node_width(node) for node in nodes]
        self.x = tidy(children, self.widths[: len(placed)], GAP)
        self.x += [self.x[node.parent] for node in nodes[len(placed) :]]
        half = BOARD / 2 + 3 if boards else LARGEST
        self.pitch = ABOVE + 2 * half + BELOW + STEP
        self.y = [ABOVE + half + node.level * self.pitch for node in nodes]
        self.width = max(self.x[node.number] + self.widths[node.number] / 2 for node in placed)
        self.height = (max(node.level for node in placed) + 1) * self.pitch - STEP + 14

    def share(self, node: Shown) -> float:
        return math.sqrt(min(1.0, node.visits / self.most))

    def radius(self, node: Shown) -> float:
        return SMALLEST + (LARGEST - SMALLEST) * self.share(node)

    def node_width(self, node: Shown) -> float:
        words = max(text_width(line, 11.5, bold=True) for line in self.labels(node))
        shape = 0.0 if node.is_note else BOARD + 6 if self.has_board(node) else 2 * self.radius(node)
        return max(shape, words, text_width(node.name, 13, bold=True))

    def has_board(self, node: Shown) -> bool:
        return self.boards and node.state is not None

    def half(self, node: Shown) -> float:
        """From the middle of a node to its upper or lower edge."""
        return 13.0 if node.is_note else BOARD / 2 + 3 if self.has_board(node) else self.radius(node)

    def labels(self, node: Shown) -> list[str]:
        """The lines below a node."""
        if node.is_note:
            return [f"+{node.more:,} more", f"{node.visits:,} visits"]
        value = svg.signed(node.value) if node.visits else "–"
        if node.proven is not None:
            value = f"{svg.signed(node.proven)} proven"
        return [value, f"{node.visits:,}", *([f"+{node.more:,} more"] if node.more else [])]

    def elements(self) -> list[str]:
        edges = [self.edge(node) for node in self.nodes[1:]]
        return edges + [self.group(node) for node in self.nodes]

    def edge(self, node: Shown) -> str:
        parent = self.nodes[node.parent]
        x1, y1 = self.x[parent.number], self.y[parent.number] + self.half(parent) + BELOW - 3
        x2, y2 = self.x[node.number], self.y[node.number] - self.half(node) - (2 if node.is_note else ABOVE - 2)
        bend = (y1 + y2) / 2
        points = [svg.number(value) for value in (x1, y1, x1, bend, x2, bend, x2, y2)]
        wide = 1.0 if node.is_note else 1.0 + 5.0 * self.share(node)
        dash = ' stroke-dasharray="3 4"' if node.is_note else ""
        return (
            f'<path d="M{points[0]} {points[1]}C{" ".join(points[2:])}" class="s-line edge" fill="none" '
            f'stroke-width="{svg.number(wide)}" data-edge="{node.number}"{dash}/>'
        )

    def group(self, node: Shown) -> str:
        x, y, half = self.x[node.number], self.y[node.number], self.half(node)
        numbers = self.labels(node)
        if node.is_note:
            wide = self.node_width(node)
            parts = [
                svg.rect(x - wide / 2 - 3, y - 13, wide + 6, 34, "f-even", radius=8),
                svg.text(x, y - 2, numbers[0], 11.5, colour="soft", bold=True),
                svg.text(x, y + 12, numbers[1], 10.5, colour="soft"),
            ]
        else:
            parts = [*self.shape(node, x, y)]
            parts.append(svg.text(x, y + half + 11, numbers[0], 11.5, bold=True, halo="paper"))
            parts.append(svg.text(x, y + half + 25, numbers[1], 10.5, colour="soft", halo="paper"))
            if node.more:
                words = svg.text(x, y + half + 38, numbers[2], 10.5, colour="soft", halo="paper")
                parts.append(f'<g class="left-out">{words}</g>')
            if node.name:
                colour = self.name_colour(node)
                parts.append(svg.text(x, y - half - 9, node.name, 13, colour=colour, bold=True, halo="paper"))
        held = "" if node.held_by is None else f' data-held="{node.held_by}"'
        return (
            f'<g class="node{" more" if node.is_note else ""}" data-node="{node.number}" data-parent="{node.parent}" '
            f'data-level="{node.level}"{held} tabindex="0">'
            f"<title>{escape(self.words(node))}</title>{''.join(parts)}</g>"
        )

    def shape(self, node: Shown, x: float, y: float) -> list[str]:
        """A circle where a player moves, a diamond for chance, a square where the game is over; a rim: proven."""
        half = self.half(node)
        fill = self.scale.fill(node.value if node.proven is None else node.proven)
        rim = ' stroke-width="1.5"'
        if self.has_board(node):
            assert node.state is not None
            _, drawing = draw_state(node.state)
            scale = BOARD / max(drawing.width, drawing.height)
            left, top = x - drawing.width * scale / 2, y - drawing.height * scale / 2
            inside = "".join([*drawing.body, *drawing.front])
            return [
                svg.rect(x - half, y - half, 2 * half, 2 * half, fill, radius=8),
                svg.rect(x - half + 3, y - half + 3, 2 * half - 6, 2 * half - 6, "f-paper s-line", radius=6),
                f'<g transform="translate({svg.number(left)} {svg.number(top)}) scale({scale:.3f})">{inside}</g>',
                *self.proven_rim(node, x, y),
            ]
        if node.player == TERMINAL:
            ground = svg.rect(x - half, y - half, 2 * half, 2 * half, "f-card s-soft", rim, 3)
            return [
                ground,
                svg.rect(x - half, y - half, 2 * half, 2 * half, fill, radius=3),
                *self.proven_rim(node, x, y),
            ]
        if node.player == CHANCE:
            path = f'<path d="M{svg.number(x)} {svg.number(y - half)}l{svg.number(half)} {svg.number(half)}'
            path += f"l{svg.number(-half)} {svg.number(half)}l{svg.number(-half)} {svg.number(-half)}Z"
            return [f'{path}" class="f-card s-soft"{rim}/>', f'{path}" class="{fill}"/>', *self.proven_rim(node, x, y)]
        disc = svg.circle(x, y, half, "f-card s-soft", rim)
        return [disc, svg.circle(x, y, half, fill), *self.proven_rim(node, x, y)]

    def proven_rim(self, node: Shown, x: float, y: float) -> list[str]:
        if node.proven is None:
            return []
        half = self.half(node) + 3
        if node.player >= 0 and not self.has_board(node):
            return [svg.ring(x, y, half, "ink", 1.5)]
        return [svg.rect(x - half, y - half, 2 * half, 2 * half, "s-ink", ' fill="none" stroke-width="1.5"', 5)]

    def name_colour(self, node: Shown) -> str:
        game = self.game()
        return "soft" if node.seat < 0 or game is None else seat_colour(game, node.seat).replace("seat", "ink")

    def game(self) -> Game | None:
        states = self.nodes[0].states
        return states[0].game if states else None

    def seat_name(self, seat: int) -> str:
        game = self.game()
        return f"seat {seat}" if game is None else game.seat_name(seat)

    def words(self, node: Shown) -> str:
        """A node in one sentence."""
        if node.is_note:
            return f"{node.more:,} more children with {node.visits:,} visits together"
        line = " ".join(line_to(self.nodes, node)) or "the root"
        value = svg.signed(node.value, 3) if node.proven is None else f"exactly {svg.signed(node.proven, 3)}"
        rest = f"; {node.more:,} children with {node.more_visits:,} visits not shown" if node.more else ""
        return f"{line}: {node.visits:,} visits, value {value} to {self.seat_name(node.worth_to)}{rest}"

    def picture(self, heading: str) -> str:
        """The whole picture with its legend."""
        room = max(self.width, 320.0, text_width(heading, SMALLEST_HEADING))
        bar, bar_height = colour_bar(self.scale, 0, 300.0)
        lines = self.notes()
        size = max(SMALLEST_HEADING, fitting_size(heading, room, 13.0))
        left = MARGIN + (room - self.width) / 2
        head = MARGIN + (30 if heading else 0)
        foot = head + self.height + 12
        height = foot + bar_height + 16 * len(lines) + MARGIN
        body = [
            svg.text(MARGIN, MARGIN + 8, heading, size, "start", "soft") if heading else "",
            f'<g transform="translate({svg.number(left)} {head})" class="tree">',
            *self.elements(),
            "</g>",
            f'<g transform="translate({MARGIN} {svg.number(foot)})" class="legend">',
            *bar,
            *(svg.text(0, bar_height + 8 + 16 * i, words, 11, "start", "soft") for i, words in enumerate(lines)),
            "</g>",
        ]
        return svg.picture(
            room + 2 * MARGIN, height, f"search tree: {heading}".removesuffix(": "), self.description(), body
        )

    def notes(self) -> list[str]:
        """The meaning of the shapes in this picture."""
        nodes = [node for node in self.nodes if not node.is_note]
        return [
            *(["diamond: chance moves"] if any(node.player == CHANCE for node in nodes) else []),
            *(["square: the game is over"] if any(node.player == TERMINAL for node in nodes) else []),
            *(["rim: proven"] if any(node.proven is not None for node in nodes) else []),
        ]

    def description(self) -> str:
        """The root's children in words, for readers who cannot see the picture."""
        below = [node for node in self.nodes[1:] if node.parent == 0]
        return "; ".join(self.words(node) for node in below[:12])


def dot(nodes: Sequence[Shown], picture: TreeSvg) -> str:
    """The same nodes in the language of Graphviz."""
    lines = ["digraph search {", '  node [shape=circle, fontname="Helvetica"];']
    for node in nodes:
        label = "\\n".join(_quoted(words) for words in picture.labels(node))
        kinds = {CHANCE: ", shape=diamond", TERMINAL: ", shape=box"}
        look = ", shape=box, style=dashed" if node.is_note else kinds.get(node.player, "")
        rim = ", peripheries=2" if node.proven is not None else ""
        lines.append(f'  n{node.number} [label="{label}"{look}{rim}];')
    for node in nodes[1:]:
        look = f'label="{_quoted(node.name)}", penwidth={1 + 5 * picture.share(node):.1f}'
        lines.append(f"  n{node.parent} -> n{node.number} [{'style=dashed' if node.is_note else look}];")
    return "\n".join([*lines, "}", ""])


def _quoted(words: str) -> str:
    return words.replace("\\", "\\\\").replace('"', '\\"')
