"""Games: the contract (`base`), its laws (`check`), and the games themselves, one file each."""

from plyground.games.base import CHANCE, TERMINAL, Game, State, parse_game, register
from plyground.games.connect_four import ConnectFour
from plyground.games.mnk import Mnk, TicTacToe

__all__ = [
    "CHANCE",
    "TERMINAL",
    "ConnectFour",
    "Game",
    "Mnk",
    "State",
    "TicTacToe",
    "parse_game",
    "register",
]
