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
from plyground.serve.messages import Done, SavedGameShown, TableList, TableShown, Thought, Told
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
        """The game changes: what an agent thinks at present is of no use."""
        if self.task is not None:
            self.task.cancel()
            if self.thinking is not None:
                self.agents = None  # a thread may still use them
        self.task, self.thinking, self.trouble = None, None, ""

    def changed(self, tell: bool = True) -> None:
        """Store the game, tell the pages, and let whoever is next move."""
        session = self.room.session
        session.store.keep(session.key, self.table.record.table, self.table.record)
        self.thinking = self.table.player if self._agent_moves else None
        if self.table.over:
            self.agents = None  # with all that they hold
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
                await session.connected.wait()  # a game without people waits for someone who looks
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
        """What the agent to move thinks; not if the game has changed meanwhile."""
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
            # A game from a file that the server was started without stays on disk.
            with contextlib.suppress(PlygroundError):
                self.tables[record.table] = OpenTable(self, TableGame(record))

    @property
    def busy(self) -> bool:
        return any(table.thinking is not None and table.table.people for table in self.tables.values())

    def wake(self) -> None:
        """After a restart of the server, agents go on where they were."""
        for table in self.tables.values():
            if table.task is None and not table.table.over:
                table.changed(tell=False)

    def rest(self) -> None:
        """Agents that do not think are forgotten: they see the game again when they are asked next."""
        for opened in self.tables.values():
            if opened.task is None:
                opened.agents = None

    async def new_game(self, ask: ask_for.NewGame) -> Told:
        game = parse_game(ask.game)
        agents = self.seat(game, ask.seats)
        moves = moves_of(game, ask.position)
        return self._open(game, agents, moves, ask.seed, ask.dice)

    async def open_game(self, ask: ask_for.OpenGame) -> Told:
        saved = read_game("the saved game", ask.text)
        agents = self.seat(saved.game, ask.seats or saved.players)
        return self._open(saved.game, agents, moves_of(saved.game, saved.moves))

    def seat(self, game: Game, texts: Sequence[str]) -> list[Agent]:
        """One agent for every seat; seats that are not named are people's."""
        if len(texts) > game.num_players:
            raise PlygroundError(f"{game} has {game.num_players} seats, and {len(texts)} were named")
        named = [*texts, *[Human.name] * (game.num_players - len(texts))]
        return [self.limits.agent(text, game) for text in named]

    def _open(
        self,
        game: Game,
        agents: list[Agent],
        moves: list[int],
        seed: int | None = None,
        dice: Literal["roll", "ask"] = "roll",
    ) -> Told:
        self._make_room()
        table = TableGame.new(self.session.new_name("t"), game, agents, seed)
        table.record.dice = dice
        table.start_from(moves)
        opened = self.tables[table.record.table] = OpenTable(self, table)
        return self._shown(opened)

    def _shown(self, opened: OpenTable) -> Told:
        """The answer to a request that changed a table: it is stored, and whoever is next moves."""
        opened.changed(tell=False)
        return opened.shown()

    def _make_room(self) -> None:
        """A new table takes the place of the oldest one that is finished or was never begun."""
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

    async def list_games(self, ask: ask_for.ListGames) -> Told:
        lines = [opened.table.line() for opened in self.tables.values()]
        return TableList(games=sorted(lines, key=lambda line: line.updated, reverse=True))

    async def get_game(self, ask: ask_for.GetGame) -> Told:
        return self.find(ask.table).shown()

    async def play(self, ask: ask_for.Play) -> Told:
        opened = self.find(ask.table)
        table = opened.table
        if ask.ply is not None and ask.ply != table.ply:
            raise PlygroundError(f"this move was for ply {ask.ply}, and the game is at ply {table.ply}")
        action = table.read_move(ask.move)
        opened.interrupt()
        moved = table.apply(action)
        table.record.undone.clear()
        self.session.send(moved)
        return self._shown(opened)

    async def undo(self, ask: ask_for.Undo) -> Told:
        opened = self.find(ask.table)
        opened.table.undo(ask.ply)
        opened.interrupt()
        return self._shown(opened)

    async def redo(self, ask: ask_for.Redo) -> Told:
        opened = self.find(ask.table)
        opened.interrupt()
        for moved in opened.table.redo():
            self.session.send(moved)
        return self._shown(opened)

    async def restart(self, ask: ask_for.Restart) -> Told:
        opened = self.find(ask.table)
        opened.interrupt()
        record = opened.table.record
        fresh = TableGame.new(record.table, opened.table.game, self.seat(opened.table.game, record.seats))
        fresh.record.dice, fresh.record.bar = record.dice, record.bar
        opened.table, opened.agents = fresh, None
        return self._shown(opened)

    async def set_seats(self, ask: ask_for.SetSeats) -> Told:
        opened = self.find(ask.table)
        agents = self.seat(opened.table.game, ask.seats)
        opened.interrupt()
        opened.table.record.seats, opened.agents = [str(agent) for agent in agents], None
        return self._shown(opened)

    async def resign(self, ask: ask_for.Resign) -> Told:
        opened = self.find(ask.table)
        opened.table.resign(ask.seat)
        opened.interrupt()
        return self._shown(opened)

    async def close_game(self, ask: ask_for.CloseGame) -> Told:
        self._forget(self.find(ask.table))
        return Done()

    async def save_game(self, ask: ask_for.SaveGame) -> Told:
        table = self.find(ask.table).table
        name = type(table.game).name or "game"
        returns = table.returns()
        saved = SavedGame(
            table.game, table.record.moves, tuple(table.record.seats), "" if returns is None else table.result(returns)
        )
        return SavedGameShown(text=write_game(saved), file_name=f"{name}.txt")
