"""One game being played: its moves, its seats, and its `table` message. No threads and no sockets."""

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Literal

from msgspec import Struct

from plyground.agents import Agent, Human
from plyground.arena.at_the_table import earlier_decision, result_words, roll
from plyground.errors import PlygroundError
from plyground.games import CHANCE, TERMINAL, Game, State, parse_game
from plyground.serve.limits import MOST_PLIES, position_text
from plyground.serve.messages import Moved, TableShown
from plyground.serve.pictures import colours, picture
from plyground.serve.shapes import LegalMove, MoveMade, SeatShown, TableLine
from plyground.view.boards import status


class TableRecord(Struct):
    """The stored data of a table."""

    table: str
    game: str
    seats: list[str]
    seed: int
    created: str
    dice: Literal["roll", "ask"] = "roll"
    moves: list[int] = []
    undone: list[int] = []  # moves taken back; `redo` makes the last one first
    resigned: int | None = None
    bar: bool = False
    updated: str = ""


class TableGame:
    """The game at a table."""

    def __init__(self, record: TableRecord) -> None:
        self.record = record
        self.game: Game = parse_game(record.game)
        self.start_from(record.moves)

    @classmethod
    def new(cls, name: str, game: Game, agents: Sequence[Agent], seed: int | None = None) -> "TableGame":
        seed = secrets.randbits(32) if seed is None else seed
        return cls(TableRecord(name, str(game), [str(agent) for agent in agents], seed, now(), updated=now()))

    def start_from(self, moves: Sequence[int]) -> None:
        """Replay these moves from the start of the game."""
        self.state: State = self.game.initial_state()
        self.before: State | None = None
        self.made: list[MoveMade] = []
        self.record.moves = []
        for action in moves:
            self.apply(action)

    @property
    def people(self) -> list[int]:
        return [seat for seat, agent in enumerate(self.record.seats) if agent == Human.name]

    @property
    def ply(self) -> int:
        return len(self.record.moves)

    @property
    def over(self) -> bool:
        return self.state.player == TERMINAL or self.record.resigned is not None

    @property
    def player(self) -> int:
        return TERMINAL if self.over else self.state.player

    @property
    def rolls(self) -> bool:
        """True if the server throws dice now."""
        return self.player == CHANCE and (self.record.dice == "roll" or not self.people)

    def throw(self) -> int:
        return roll(self.state, self.record.seed, self.ply)

    def apply(self, action: int) -> Moved:
        """Make a move. The caller clears `undone`, unless it makes a move of it again."""
        self.state.require_legal(action)
        if self.ply >= MOST_PLIES:
            raise PlygroundError(f"a game has at most {MOST_PLIES} moves here")
        player, name = self.state.player, self.state.action_name(action)
        outcomes = legal_moves(self.state) if player == CHANCE else []
        self.before = self.state.clone()
        self.state.apply(action)
        self.made.append(MoveMade(player, action, name))
        self.record.moves.append(action)
        self.record.updated = now()
        return Moved(
            table=self.record.table,
            ply=self.ply,
            player=player,
            action=action,
            name=name,
            outcomes=outcomes,
            seconds=0.0,
        )

    def read_move(self, move: int | str) -> int:
        """The action of a person's move. Raises if it is illegal, or if it is not a person's turn."""
        if self.over:
            raise PlygroundError("the game is over")
        if self.state.player == CHANCE and self.record.dice != "ask":
            raise PlygroundError("the dice are thrown here, not chosen")
        if self.state.player != CHANCE and self.state.player not in self.people:
            raise PlygroundError(f"{self.game.seat_name(self.state.player)} is played by {self.mover_agent}")
        action = self.state.parse_action(move) if isinstance(move, str) else move
        self.state.require_legal(action)
        return action

    @property
    def mover_agent(self) -> str:
        return self.record.seats[self.state.player]

    def undo(self, ply: int | None = None) -> None:
        """Go back to a ply; if omitted, to the last earlier decision of a person, or of any seat if no person plays.

        A resignation is taken back too; if no ply is given, nothing else is.
        """
        if ply is None:
            if self.record.resigned is not None:
                self.record.resigned = None
                return
            seats = self.people or range(self.game.num_players)
            if self.state.player in self.people:
                seats = [self.state.player]
            ply = earlier_decision(self.game, self.record.moves, seats)
        if ply > self.ply:
            raise PlygroundError(f"the game is at ply {self.ply}, so it cannot go back to ply {ply}")
        self.record.resigned = None
        moves, undone = self.record.moves, self.record.undone
        self.record.undone = undone + moves[ply:][::-1]
        self.start_from(moves[:ply])
        self.record.updated = now()

    def redo(self) -> list[Moved]:
        """Make moves again up to a person's next decision."""
        undone = self.record.undone
        if not undone or self.over:
            raise PlygroundError("there is no move to make again")
        made = [self.apply(undone.pop())]
        while undone and self.state.player not in self.people and self.state.player != TERMINAL:
            made.append(self.apply(undone.pop()))
        return made

    def resign(self, seat: int | None) -> None:
        people = self.people
        if self.over:
            raise PlygroundError("the game is over")
        if seat is None:
            seat = self.state.player if self.state.player in people else people[0] if len(people) == 1 else None
        if seat is None or seat not in people:
            raise PlygroundError("name the seat of the person who resigns")
        self.record.resigned = seat
        self.record.updated = now()

    def returns(self) -> list[float] | None:
        """Returns at the end. A seat that resigns gets the lowest value, all others the highest, as in the arena."""
        if self.record.resigned is None:
            return self.state.returns() if self.state.player == TERMINAL else None
        low, high = self.game.value_range
        return [low if seat == self.record.resigned else high for seat in range(self.game.num_players)]

    def result(self, returns: list[float]) -> str:
        words = result_words(returns, self.game.seat_name)
        if self.record.resigned is None:
            return words
        return f"{self.game.seat_name(self.record.resigned)} resigns. {words}"

    def position(self) -> str:
        return position_text((move.name for move in self.made), self.record.moves)

    def line(self) -> TableLine:
        record = self.record
        returns = self.returns()
        words = status(self.state)[0] if returns is None else self.result(returns)
        return TableLine(record.table, record.game, record.seats, self.ply, self.over, words, record.updated)

    def shown(self, thinking: int | None = None, trouble: str = "") -> TableShown:
        record, returns = self.record, self.returns()
        asks = self.player in self.people or (self.player == CHANCE and not self.rolls)
        best = None if returns is None else max(returns)
        drawn = best is None or (returns is not None and min(returns) == best)
        names = zip(colours(self.game), record.seats, strict=True)
        return TableShown(
            table=record.table,
            game=record.game,
            seats=[
                SeatShown(self.game.seat_name(seat), colour, agent, agent == Human.name)
                for seat, (colour, agent) in enumerate(names)
            ],
            dice=record.dice,
            seed=record.seed,
            moves=self.made,
            redo=len(record.undone),
            position=self.position(),
            player=self.player,
            status=status(self.state)[0] if returns is None or record.resigned is None else self.result(returns),
            board=picture(self.state, last=self.before),
            legal=legal_moves(self.state) if asks else [],
            thinking=thinking,
            over=self.over,
            returns=returns,
            winners=[] if drawn else [seat for seat, value in enumerate(returns or []) if value == best],
            result="" if returns is None else self.result(returns),
            resigned=record.resigned,
            trouble=trouble,
            can_undo=self._can_undo(),
            created=record.created,
            updated=record.updated,
        )

    def _can_undo(self) -> bool:
        seats = self.people or range(self.game.num_players)
        return self.record.resigned is not None or any(move.player in seats for move in self.made)


def legal_moves(state: State) -> list[LegalMove]:
    return [LegalMove(action, state.action_name(action)) for action in state.moves()]


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
