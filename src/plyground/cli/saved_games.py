"""A game as a text file: the game's text form, then one move a line as people write it, dice included.

    game: connect_four
    4
    4

A file holds no code and no agent; it is replayed move by move, so a damaged one is noticed at its line.
"""

from pathlib import Path

from plyground.atomic_file import write_file
from plyground.errors import PlygroundError
from plyground.games import Game, parse_game

_HEADING = "game:"


def move_names(game: Game, moves: list[int]) -> list[tuple[int, str]]:
    """Who made each move (a seat or CHANCE), and how it is written."""
    state = game.initial_state()
    names = []
    for move in moves:
        names.append((state.player, state.action_name(move)))
        state.apply(move)
    return names


def save_game(path: str, game: Game, moves: list[int]) -> None:
    """Write a game; a file that is not a saved game is never overwritten."""
    file = _file(path)
    lines = [f"{_HEADING} {game}", *(name for _, name in move_names(game, moves))]
    try:
        if file.exists() and not file.read_text(encoding="utf-8", errors="replace").startswith(_HEADING):
            raise PlygroundError(f"{path} exists and is not a saved game: it was left as it is")
    except OSError as error:
        raise PlygroundError(f"cannot write {path}: {error.strerror}") from None
    write_file(file, "\n".join(lines) + "\n")


def load_game(path: str, expected: Game | None = None) -> tuple[Game, list[int]]:
    """The game and its moves; `expected` is the game that it must be."""
    try:
        lines = _file(path).read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise PlygroundError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise PlygroundError(f"{path} is not a saved game: it is no text") from None
    if not lines or not lines[0].startswith(_HEADING):
        raise PlygroundError(f"{path}, line 1: expected 'game: connect_four' or the like")
    try:
        game = parse_game(lines[0].removeprefix(_HEADING).strip())
    except PlygroundError as error:
        raise PlygroundError(f"{path}, line 1: {error}") from None
    if expected is not None and game != expected:
        raise PlygroundError(f"{path} is a game of {game}, not of {expected}")
    state = game.initial_state()
    moves = []
    for number, line in enumerate(lines[1:], start=2):
        if line.strip():
            try:
                moves.append(state.parse_action(line))
                state.apply(moves[-1])
            except ValueError as error:  # PlygroundError, or what a game's own reader raises
                raise PlygroundError(f"{path}, line {number}: {error}") from None
    return game, moves


def _file(path: str) -> Path:
    if not path:
        raise PlygroundError("a file name is missing: save FILE, load FILE")
    return Path(path).expanduser()
