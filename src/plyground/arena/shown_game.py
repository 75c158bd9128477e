"""A game of a contest in a notebook: who played, the moves, the result and the last position."""

import textwrap
from typing import TYPE_CHECKING

from plyground.view.boards import board
from plyground.view.moves_table import report_html

if TYPE_CHECKING:
    from plyground.arena.referee import GameRecord


def game_html(record: "GameRecord") -> str:
    """The game as an HTML fragment for any page; without its contest, the numbers of its record."""
    contest = record.contest
    if contest is None:
        return report_html(repr(record), "")
    game, actions = contest.game, [int(move) for move in record.moves.split()]
    seats = [game.seat_name(seat) for seat in range(len(record.seats))]
    state, names = game.initial_state(), [name for _, name in game.name_moves(actions)]
    for action in actions:
        state.apply(action)
    players = [f"{seat}: {contest.agents[agent]}" for seat, agent in zip(seats, record.seats, strict=True)]
    forfeit = [] if record.forfeit is None else [f"{seats[record.forfeit]} forfeited: {record.reason}"]
    opening = f", the first {record.opening} at random" if record.opening else ""
    lines = [
        f"game {record.number} of {game}",
        *players,
        f"{len(names)} moves{opening}",
        *textwrap.wrap(" ".join(names)),
    ]
    return report_html("\n".join([*lines, *forfeit]), board(state))
