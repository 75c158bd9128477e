"""Boards, trees and a walkthrough for the chapters: drawn when the report is made, the same every time."""

from collections.abc import Callable
from dataclasses import dataclass

from plyground.agents.presets import SHAPES, UctClassic
from plyground.experiments.bundle import load
from plyground.experiments.centre_opening import CELLS, GAME, best_reply, game_values, position
from plyground.games import CHANCE, TERMINAL, parse_game
from plyground.rng import Rng
from plyground.search import Search, configure
from plyground.solve import analyse
from plyground.view import board, tree, walkthrough

SEED = 4


@dataclass(frozen=True)
class Sketch:
    """A picture as SVG, or a text to read in a fixed font."""

    title: str
    svg: str = ""
    text: str = ""
    caption: str = ""


def drawings(experiment: str) -> list[Sketch]:
    return _DRAWN[experiment]() if experiment in _DRAWN else []


def _centre() -> list[Sketch]:
    values = {action: float(value) for action, value in best_reply().action_values(position()).items()}
    caption = "The exact chance that O wins: 29/35 in any corner, 74/105 on any edge."
    found = [Sketch("O's eight replies", board(position(), overlay=values), caption=caption)]
    state, exact = position(), game_values()[1:]
    for step, ((action, visits, wins, printed), (_, q, value)) in enumerate(zip(GAME, exact, strict=True), 1):
        who = "XO"[state.player]
        state.apply(action)
        caption = (
            f"{who} {CELLS[action]}. Printed: N {visits:,}, R {wins:,}, Q {q:.4f}, UCB {printed:.4f}. The exact chance "
            f"that O wins is {value} = {float(value):.4f}."
        )
        found.append(Sketch(f"Figure 3, move {step} of the printed game", board(state), caption=caption))
    return found


def _ludo() -> list[Sketch]:
    state, rng = parse_game("ludo(rules=thesis)").initial_state(), Rng(SEED)
    for _ in range(60):
        if state.player == TERMINAL:
            break
        moves = [move for move, _ in state.chance()] if state.player == CHANCE else state.actions()
        state.apply(moves[rng.below(len(moves))])
    return [Sketch("The Ludo board of the thesis (figure 2.1), in play", board(state))]


def _connect_four() -> list[Sketch]:
    found = []
    for name, select in (
        ("UCT, C = 0.55", "ucb1(c=3.1113)"),
        ("DWC as in mcts_tsc", "tree_shape(dwc, c=0.55, cr={}, target={})".format(*SHAPES["dwc"])),
    ):
        search = Search("connect_four", configure(select=select), seed=SEED)
        search.run(parse_game("connect_four").initial_state(), 2000)
        caption = "The 60 most visited nodes."
        found.append(
            Sketch(f"{name}: 2,000 simulations", tree(search, depth=12, top=3, limit=60).svg(), caption=caption)
        )
    return found


def _lecture() -> list[Sketch]:
    found = []
    for simulations in (10, 50, 250, 500, 1000):
        search = Search("tictactoe", UctClassic().expanded().config, seed=SEED)
        search.run(parse_game("tictactoe").initial_state(), simulations)
        depth, title = (4, "with all levels") if simulations == 10 else (1, "the first moves")
        picture = tree(search, depth=depth, top=9, limit=40).svg()
        found.append(Sketch(f"Search tree, {simulations} simulations, {title}", picture))
    search = Search("tictactoe", UctClassic().expanded().config, seed=SEED)
    search.start(parse_game("tictactoe").initial_state())
    found.append(Sketch("Walk-through of the first four simulations", text=walkthrough(search, 4).text()))
    return found


def _hurt() -> list[Sketch]:
    """The positions that more search hurts most, with the exact scores of the moves."""
    figures = [figure for study in load("more_search").values() for figure in study.outcome.figures]
    found = []
    for moves, right, trap, *_ in next((figure.data["rows"] for figure in figures if figure.id == "worst"), [])[:3]:
        state = parse_game("connect_four").position([int(move) - 1 for move in moves])
        caption = f"Right: {right.replace(' ', ', ')}. Shortest trap: {trap} plies."
        found.append(Sketch(f"After {moves}", board(state, overlay=analyse(state)), caption=caption))
    return found


_DRAWN: dict[str, Callable[[], list[Sketch]]] = {
    "centre_opening": _centre,
    "thesis_ludo": _ludo,
    "tree_shape": _connect_four,
    "lecture": _lecture,
    "more_search": _hurt,
}
