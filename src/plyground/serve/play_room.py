"""Tables: games between people and agents."""

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal

from plyground.agents import Agent, Human
from plyground.errors import PlygroundError
from plyground.games import Game, parse_game
from plyground.games.game_text import SavedGame, read_game, write_game
from plyground.serve import requests as ask_for
from plyground.serve.limits import moves_of
from plyground.serve.messages import Done, SavedGameShown, ServerMessage, TableList, TableShown, Thought
from plyground.serve.room import Room
from plyground.serve.shapes import Opinion
from plyground.serve.table import TableGame, TableRecord
from plyground.serve.thinking import Choice, SeatedAgents

if TYPE_CHECKING:
    from plyground.serve.session import PageSession


class OpenTable:
    """A table with the agents that think at it."""

    def __init__(self, room: "PlayRoom", table: TableGame) -> None:
        self.room, self.table = room, table
        self.agents: SeatedAgents | None = None
        self.task: asyncio.Task[None] | None = None
        self.thinking: int | None = None
        self.trouble = ""

    def shown(self) -> TableShown:
        return self.table.shown(self.thinking, self.trouble)

    def interrupt(self) -> None:
        """Stop the agent that is thinking, because the game changes."""
        if self.task is not None:
            self.task.cancel()
            if self.thinking is not None:
                self.agents = None  # a thread may still use them
        self.task, self.thinking, self.trouble = None, None, ""

    def changed(self, tell: bool = True) -> None:
        """Store the game, inform the pages, and start the next agent or throw of dice."""
        session = self.room.session
        session.store.keep(session.key, self.table.record.table, self.table.record)
        self.thinking = self.table.player if self._agent_moves else None
        if self.table.over:
            self.agents = None  # frees their memory
        self.room.after_change(self)
        if tell:
            session.send(self.shown())
        if self.task is None and (self._agent_moves or self.table.rolls):
            self.task = session.start(self._go_on())

    @property
    def _agent_moves(self) -> bool:
        return self.table.player >= 0 and self.table.player not in self.table.people

    async def _go_on(self) -> None:
        """Dice and agents move until it is a person's turn."""
        session, table = self.room.session, self.table
        while self._agent_moves or table.rolls:
            if not table.people:
                await session.connected.wait()  # a game without people waits for a viewer
            try:
                choice = Choice(table.throw(), 0.0) if table.rolls else await self._ask_agent()
                moved = table.apply(choice.action)
            except PlygroundError as error:
                self.trouble, self.thinking, self.task = str(error), None, None
                session.send(self.shown())
                return
            moved.seconds = choice.seconds
            table.record.undone.clear()
            session.send(moved)
            self.changed()
            if not table.people:
                await asyncio.sleep(session.services.pace)
        self.task = None

    async def _ask_agent(self) -> Choice:
        session, record = self.room.session, self.table.record
        if self.agents is None:
            self.agents = SeatedAgents(self.table.game, list(record.seats), record.seed, session.limits)
        agents, moves = self.agents, list(record.moves)

        def tell(opinion: Opinion) -> None:
            session.loop.call_soon_threadsafe(self._tell, agents, len(moves), opinion)

        choice: Choice = await session.run(lambda: agents.choose(moves, tell))
        return choice

    def _tell(self, agents: SeatedAgents, ply: int, opinion: Opinion) -> None:
        """Send the opinion of the agent to move, unless the game has changed meanwhile."""
        if self.agents is agents and self.thinking is not None and self.table.ply == ply:
            thought = Thought(table=self.table.record.table, ply=ply, player=self.thinking, opinion=opinion)
            self.room.session.send(thought)


class PlayRoom(Room):
    requests = (
        *("new_game", "list_games", "get_game", "play", "undo", "redo", "restart", "set_seats", "resign", "close_game"),
        *("save_game", "open_game"),
    )

    def __init__(self, session: "PageSession") -> None:
        super().__init__(session)
        self.tables: dict[str, OpenTable] = {}
        self.after_change: Callable[[OpenTable], None] = lambda opened: None
        for record in session.store.kept(session.key, TableRecord):
            # A game from a Python file that this server was started without is hidden, but stays on disk.
            with contextlib.suppress(PlygroundError):
                self.tables[record.table] = OpenTable(self, TableGame(record))

    @property
    def busy(self) -> bool:
        return any(table.thinking is not None and table.table.people for table in self.tables.values())

    def wake(self) -> None:
        """After a restart of the server, agents continue their games."""
        for table in self.tables.values():
            if table.task is None and not table.table.over:
                table.changed(tell=False)

    def rest(self) -> None:
        """Drop idle agents; they are set up again when they are next to move."""
        for opened in self.tables.values():
            if opened.task is None:
                opened.agents = None

    async def new_game(self, ask: ask_for.NewGame) -> ServerMessage:
        game = parse_game(ask.game)
        agents = self.seat(game, ask.seats)
        moves = moves_of(game, ask.position)
        return self._open(game, agents, moves, ask.seed, ask.dice)

    async def open_game(self, ask: ask_for.OpenGame) -> ServerMessage:
        saved = read_game("the saved game", ask.text)
        agents = self.seat(saved.game, ask.seats or saved.players)
        return self._open(saved.game, agents, moves_of(saved.game, saved.moves))

    def seat(self, game: Game, texts: Sequence[str]) -> list[Agent]:
        """One agent for every seat; a person sits at the seats that are not named."""
        if len(texts) > game.num_players:
            seats = "one seat" if game.num_players == 1 else f"{game.num_players} seats"
            raise PlygroundError(f"{game} has {seats}, and {len(texts)} were named")
        named = [*texts, *[Human.name] * (game.num_players - len(texts))]
        return [self.limits.agent(text, game) for text in named]

    def _open(
        self,
        game: Game,
        agents: list[Agent],
        moves: list[int],
        seed: int | None = None,
        dice: Literal["roll", "ask"] = "roll",
    ) -> ServerMessage:
        self._make_room()
        table = TableGame.new(self.session.new_name("t"), game, agents, seed)
        table.record.dice = dice
        table.start_from(moves)
        opened = self.tables[table.record.table] = OpenTable(self, table)
        return self._shown(opened)

    def _shown(self, opened: OpenTable) -> ServerMessage:
        """Answer a request that changed a table: store it, and start the next agent or throw of dice."""
        opened.changed(tell=False)
        return opened.shown()

    def _make_room(self) -> None:
        """If all places are taken, drop the oldest table that is finished or has no moves."""
        if len(self.tables) < self.limits.tables:
            return
        idle = [open_table for open_table in self.tables.values() if open_table.table.over or not open_table.table.ply]
        if not idle:
            raise PlygroundError(f"{self.limits.tables} games are open: close one first")
        self._forget(min(idle, key=lambda open_table: open_table.table.record.updated))

    def _forget(self, opened: OpenTable) -> None:
        opened.interrupt()
        name = opened.table.record.table
        del self.tables[name]
        self.session.store.drop(self.session.key, name)

    def find(self, name: str) -> OpenTable:
        if name not in self.tables:
            raise PlygroundError(f"there is no game {name!r} in this session")
        return self.tables[name]

    async def list_games(self, ask: ask_for.ListGames) -> ServerMessage:
        lines = [opened.table.line() for opened in self.tables.values()]
        return TableList(games=sorted(lines, key=lambda line: line.updated, reverse=True))

    async def get_game(self, ask: ask_for.GetGame) -> ServerMessage:
        return self.find(ask.table).shown()

    async def play(self, ask: ask_for.Play) -> ServerMessage:
        opened = self.find(ask.table)
        table = opened.table
        if ask.ply is not None and ask.ply != table.ply:
            raise PlygroundError(f"this move was meant for ply {ask.ply}, but the game is at ply {table.ply}")
        action = table.read_move(ask.move)
        opened.interrupt()
        moved = table.apply(action)
        table.record.undone.clear()
        self.session.send(moved)
        return self._shown(opened)

    async def undo(self, ask: ask_for.Undo) -> ServerMessage:
        opened = self.find(ask.table)
        opened.table.undo(ask.ply)
        opened.interrupt()
        return self._shown(opened)

    async def redo(self, ask: ask_for.Redo) -> ServerMessage:
        opened = self.find(ask.table)
        made = opened.table.redo()
        opened.interrupt()
        for moved in made:
            self.session.send(moved)
        return self._shown(opened)

    async def restart(self, ask: ask_for.Restart) -> ServerMessage:
        opened = self.find(ask.table)
        opened.interrupt()
        record = opened.table.record
        fresh = TableGame.new(record.table, opened.table.game, self.seat(opened.table.game, record.seats))
        fresh.record.dice, fresh.record.bar = record.dice, record.bar
        opened.table, opened.agents = fresh, None
        return self._shown(opened)

    async def set_seats(self, ask: ask_for.SetSeats) -> ServerMessage:
        opened = self.find(ask.table)
        agents = self.seat(opened.table.game, ask.seats)
        opened.interrupt()
        opened.table.record.seats, opened.agents = [str(agent) for agent in agents], None
        return self._shown(opened)

    async def resign(self, ask: ask_for.Resign) -> ServerMessage:
        opened = self.find(ask.table)
        opened.table.resign(ask.seat)
        opened.interrupt()
        return self._shown(opened)

    async def close_game(self, ask: ask_for.CloseGame) -> ServerMessage:
        self._forget(self.find(ask.table))
        return Done()

    async def save_game(self, ask: ask_for.SaveGame) -> ServerMessage:
        table = self.find(ask.table).table
        name = type(table.game).name or "game"
        returns = table.returns()
        saved = SavedGame(
            table.game, table.record.moves, tuple(table.record.seats), "" if returns is None else table.result(returns)
        )
        return SavedGameShown(text=write_game(saved), file_name=f"{name}.txt")
