"""The races of one session."""

from typing import TYPE_CHECKING

from plyground.agents import Human
from plyground.arena.matches import default_form
from plyground.errors import PlygroundError
from plyground.games import parse_game
from plyground.serve import requests as ask_for
from plyground.serve.messages import Races, ServerMessage
from plyground.serve.races import LiveRace
from plyground.serve.room import Room
from plyground.serve.store import RaceRecord, mark_of
from plyground.serve.table import now
from plyground.statistics.sprt import Sprt

if TYPE_CHECKING:
    from plyground.serve.session import PageSession


class RaceRoom(Room):
    requests = ("start_race", "list_races", "get_race", "stop_race", "resume_race", "list_race_games")

    def __init__(self, session: "PageSession") -> None:
        super().__init__(session)
        self.hall, self.mark = session.services.hall, mark_of(session.key)
        self.hall.listeners[self.mark] = session.send

    def close(self) -> None:
        self.hall.listeners.pop(self.mark, None)

    async def start_race(self, ask: ask_for.StartRace) -> ServerMessage:
        game = parse_game(ask.game)
        agents = [self.limits.agent(text, game) for text in ask.agents]
        if any(isinstance(agent, Human) for agent in agents):
            raise PlygroundError("people cannot race: name agents")
        if game.num_players == 1:
            raise PlygroundError(f"{game} has one seat, and agents race at a table: compare them with plyground match")
        races = self.hall.of(self.mark)
        active = sum(race.state in ("running", "waiting") for race in races.values())
        if active >= self.limits.races:
            raise PlygroundError(f"{active} races are running, and only {self.limits.races} may run at once")
        if ask.sprt is not None:
            Sprt(ask.sprt.elo0, ask.sprt.elo1)
            if len(agents) != 2:
                raise PlygroundError("an SPRT needs a race of two agents")
        record = RaceRecord(
            race=self.session.new_name("r"),
            game=str(game),
            agents=[str(agent) for agent in agents],
            games=ask.games,
            form=ask.form or default_form(game, len(agents)),
            seed=ask.seed,
            opening_moves=ask.opening_moves,
            sprt=None if ask.sprt is None else (ask.sprt.elo0, ask.sprt.elo1),
            created=now(),
            move_seconds=self.limits.patience,
        )
        race = await self.session.aside(self.hall.add, self.mark, record)
        self.hall.start(self.mark, record.race)
        return await self._shown(race)

    async def _shown(self, race: LiveRace) -> ServerMessage:
        return await self.session.aside(race.shown)

    async def find(self, name: str) -> LiveRace:
        race = self.hall.of(self.mark).get(name)
        if race is None:
            raise PlygroundError(f"there is no race {name!r} in this session")
        if race.state == "stopped":
            await self.session.aside(race.load)
        return race

    async def list_races(self, ask: ask_for.ListRaces) -> ServerMessage:
        races = [await self.find(name) for name in self.hall.of(self.mark)]
        lines = [race.line() for race in races]
        return Races(races=sorted(lines, key=lambda line: line.created, reverse=True))

    async def get_race(self, ask: ask_for.GetRace) -> ServerMessage:
        return await self._shown(await self.find(ask.race))

    async def stop_race(self, ask: ask_for.StopRace) -> ServerMessage:
        race = await self.find(ask.race)
        await self.hall.pause(self.mark, ask.race)
        return await self._shown(race)

    async def resume_race(self, ask: ask_for.ResumeRace) -> ServerMessage:
        race = await self.find(ask.race)
        if race.state in ("stopped", "failed"):
            self.hall.start(self.mark, ask.race)
        return await self._shown(race)

    async def list_race_games(self, ask: ask_for.ListRaceGames) -> ServerMessage:
        race = await self.find(ask.race)
        return await self.session.aside(race.games, ask.first, ask.count)
