"""Games: the contract (`base`), its laws (`check`), and the games themselves, one file each."""

from plyground.games.base import CHANCE, TERMINAL, Game, State, parse_game, register
from plyground.games.connect_four import ConnectFour
from plyground.games.ludo import Ludo
from plyground.games.mnk import Mnk, TicTacToe

__all__ = [
    "CHANCE",
    "TERMINAL",
    "ConnectFour",
    "Game",
    "Ludo",
    "Mnk",
    "State",
    "TicTacToe",
    "parse_game",
    "register",
]
