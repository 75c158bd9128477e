"""Games: the contract (`base`), its laws (`check`), and the games themselves, one file each. Files in
this folder are imported automatically."""

from plyground.games.base import CHANCE, TERMINAL, Game, State, parse_game, register
from plyground.games.check import LawReport, check_game
from plyground.games.connect_four import ConnectFour
from plyground.games.counting import count_positions, perft
from plyground.games.ludo import Ludo
from plyground.games.mnk import Mnk, TicTacToe
from plyground.games.nim import Nim
from plyground.games.pig import Pig
from plyground.games.playouts import Playouts, random_playouts
from plyground.modules import import_all

import_all(__name__, __path__)

__all__ = [
    "CHANCE",
    "TERMINAL",
    "ConnectFour",
    "Game",
    "LawReport",
    "Ludo",
    "Mnk",
    "Nim",
    "Pig",
    "Playouts",
    "State",
    "TicTacToe",
    "check_game",
    "count_positions",
    "parse_game",
    "perft",
    "random_playouts",
    "register",
]
