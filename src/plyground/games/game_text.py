"""A game as text: the game's text form, then one move a line as people write it, dice included.

    game: connect_four
    4
    4

It holds no code and no agent; it is replayed move by move, so damage is found at its line. The game of a Python file
has a second line, `source: FILE DIGEST`, which `plyground play` reads; nothing else does.
"""

from collections.abc import Sequence

from plyground.errors import PlygroundError
from plyground.games.base import Game, parse_game

HEADING = "game:"
SOURCE = "source:"
# Moves by the number of their line.
MoveLines = list[tuple[int, str]]


def write_game(game: Game, moves: Sequence[int], source: str = "") -> str:
    lines = [f"{HEADING} {game}", *([f"{SOURCE} {source}"] if source else [])]
    return "\n".join([*lines, *(name for _, name in game.name_moves(moves))]) + "\n"


def split_game(where: str, text: str) -> tuple[str, str, MoveLines]:
    """The text form of the game, its source or nothing, and the lines of its moves; `where` begins an error."""
    lines = text.splitlines()
    if not lines or not lines[0].startswith(HEADING):
        raise PlygroundError(f"{where}, line 1: expected 'game: connect_four' or the like")
    source = lines[1].removeprefix(SOURCE).strip() if len(lines) > 1 and lines[1].startswith(SOURCE) else ""
    first = 3 if source else 2
    moves = [(number, line) for number, line in enumerate(lines[first - 1 :], start=first) if line.strip()]
    return lines[0].removeprefix(HEADING).strip(), source, moves


def replay(where: str, game: Game, lines: MoveLines) -> list[int]:
    """The moves of these lines, each checked."""
    state = game.initial_state()
    moves = []
    for number, line in lines:
        try:
            moves.append(state.parse_action(line))
            state.apply(moves[-1])
        except ValueError as error:  # PlygroundError, or an error of a game's own reader
            raise PlygroundError(f"{where}, line {number}: {error}") from None
    return moves


def read_game(where: str, text: str) -> tuple[Game, list[int]]:
    """The game and its moves."""
    name, _, lines = split_game(where, text)
    try:
        game = parse_game(name)
    except PlygroundError as error:
        raise PlygroundError(f"{where}, line 1: {error}") from None
    return game, replay(where, game, lines)
