"""Races: matches and tournaments in the arena's store, which go on without a page and after a restart of the server."""

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable
from pathlib import Path

from plyground.arena.contest import Contest, make_contest
from plyground.arena.play import play
from plyground.arena.referee import GameRecord
from plyground.arena.report import default_names
from plyground.arena.runner import Progress, SprtWatch
from plyground.arena.store import Store
from plyground.errors import PlygroundError, named
from plyground.games import Game
from plyground.serve.messages import RaceGames, RaceShown
from plyground.serve.shapes import RaceGame, RaceLine
from plyground.serve.standing import sprt_shown, standing
from plyground.serve.store import RaceRecord, SessionStore
from plyground.statistics.sprt import Sprt
from plyground.view.boards import status

_TELL_SECONDS = 0.5
Listener = Callable[[RaceShown], None]
# Called first in a process that plays games: it imports the files of the command line.
Prepare = Callable[[], object] | None


class _Paused(Exception):
    """Raised between two games to pause a race; the games played so far are stored."""


class LiveRace:
    """A race in memory, played by a thread of its own or stopped."""

    def __init__(self, record: RaceRecord, file: Path) -> None:
        self.record, self.file = record, file
        self.state: str = "stopped"
        self.trouble = ""
        self.stop = threading.Event()
        self.progress: Progress | None = None
        self._begin, self._tell_at, self._found = 0.0, 0.0, 0
        self._names: tuple[str, ...] = ()

    def contest(self) -> Contest:
        record = self.record
        contest = make_contest(
            record.game,
            record.agents,
            form=record.form,  # type: ignore[arg-type]
            seed=record.seed,
            opening_moves=record.opening_moves,
            move_seconds=record.move_seconds,
        )
        self._names = default_names(contest)
        return contest

    @property
    def sprt(self) -> Sprt | None:
        return None if self.record.sprt is None else Sprt(*self.record.sprt)

    def load(self) -> Progress:
        """Read the games that are in the store."""
        if self.progress is None:
            contest = self.contest()
            numbers = contest.numbers(self.record.games)
            with Store(self.file) as store:
                found = [run.id for run in store.runs() if run.identity == contest.identity]
                records = store.records(found[0]) if found else []
            wanted = set(numbers)
            known = {record.number: record for record in records if record.number in wanted}
            test = None if self.sprt is None else SprtWatch(self.sprt)
            if test is not None:
                test.look(known)
            if self.progress is not None:  # the race began meanwhile, and knows more
                return self.progress
            self.progress = Progress(contest, len(numbers), len(known), known, test)
            if len(known) == len(numbers) or (test is not None and test.verdict is not None):
                self.state = "ended"
        return self.progress

    def run(self, workers: int, prepare: Prepare, tell: Listener) -> None:
        """Play the missing games. Runs in a thread of its own."""

        def watch(progress: Progress) -> None:
            if not self._begin:
                self._begin, self._found = time.monotonic(), len(progress.records)
            self.progress = progress
            if self.stop.is_set():
                raise _Paused
            begin = time.monotonic()
            if begin >= self._tell_at:
                tell(self.shown())
                # A standing that takes long to compute is sent less often.
                self._tell_at = time.monotonic() + max(_TELL_SECONDS, 10 * (time.monotonic() - begin))

        self._begin = 0.0
        try:
            self.progress = play(
                self.contest(),
                self.record.games,
                self.file,
                sprt=self.sprt,
                workers=workers,
                prepare=prepare,
                watch=watch,
            )
            self.state = "ended"
        except _Paused:
            self.state = "stopped"
        except Exception as error:  # a failing agent or game ends its own race only
            self.state = "failed"
            self.trouble = str(error) if isinstance(error, PlygroundError) else named(error)

    def line(self) -> RaceLine:
        record = self.record
        return RaceLine(record.race, record.game, record.agents, self.state, record.created)

    def shown(self) -> RaceShown:
        progress, record = self.load(), self.record
        records = dict(progress.records)  # a copy: the thread of the race adds to it
        seen = Progress(
            progress.contest,
            progress.total,
            progress.found,
            records,
            progress.test,
            set(progress.lost),
            progress.notices,
        )
        elapsed = time.monotonic() - self._begin if self._begin and self.state == "running" else 0.0
        players, payoff, remarks = standing(seen, self._names) if records else ([], [], [])
        return RaceShown(
            race=record.race,
            game=record.game,
            agents=record.agents,
            form=record.form,
            state=self.state,  # type: ignore[arg-type]
            played=len(records),
            total=progress.total,
            per_second=(len(records) - self._found) / elapsed if elapsed else 0.0,
            players=players,
            names=list(self._names),
            payoff=payoff,
            sprt=sprt_shown(seen),
            remarks=[*remarks, *progress.notices, *([self.trouble] if self.trouble else [])],
            created=record.created,
        )

    def games(self, first: int, count: int) -> RaceGames:
        progress = self.load()
        numbers = sorted(progress.records)
        shown = [
            _game(progress.contest.game, self._names, progress.records[number])
            for number in numbers[first : first + count]
        ]
        return RaceGames(race=self.record.race, first=first, total=len(numbers), games=shown)


class RaceHall:
    """The races of all sessions, by the mark of their session. All methods but `add` run in the event loop."""

    def __init__(self, store: SessionStore, file: Path, workers: int, at_once: int, prepare: Prepare = None) -> None:
        self.prepare = prepare
        self.store, self.file, self.workers = store, file, workers
        self.races: dict[tuple[str, str], LiveRace] = {}
        self.listeners: dict[str, Listener] = {}
        self._places = asyncio.Semaphore(at_once)
        self._tasks: set[asyncio.Task[None]] = set()

    def wake(self) -> None:
        """After a restart of the server: continue the races that were running."""
        for mark, record in self.store.wanted_races():
            self.races[mark, record.race] = LiveRace(record, self.file)
            self.start(mark, record.race)

    def of(self, mark: str) -> dict[str, LiveRace]:
        """The races of one session."""
        for record in self.store.kept_of(mark, RaceRecord):
            self.races.setdefault((mark, record.race), LiveRace(record, self.file))
        return {name: race for (owner, name), race in self.races.items() if owner == mark}

    def add(self, mark: str, record: RaceRecord) -> LiveRace:
        race = LiveRace(record, self.file)
        race.contest()  # raises for agents that cannot play
        self.races[mark, record.race] = race
        return race

    def start(self, mark: str, name: str) -> None:
        race = self.races[mark, name]
        if race.state in ("running", "waiting"):
            race.stop.clear()
            return
        race.state, race.trouble = "waiting", ""
        self._want(mark, race, True)
        race.stop.clear()
        task = asyncio.create_task(self._play(mark, race))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def pause(self, mark: str, name: str) -> None:
        race = self.races[mark, name]
        race.stop.set()
        self._want(mark, race, False)

    def _want(self, mark: str, race: LiveRace, wanted: bool) -> None:
        race.record.wanted = wanted
        self.store.keep_of(mark, race.record.race, race.record)

    async def _play(self, mark: str, race: LiveRace) -> None:
        loop, done = asyncio.get_running_loop(), asyncio.Event()

        def in_loop(call: Callable[..., None], *args: object) -> None:
            with contextlib.suppress(RuntimeError):  # the server closed during a game
                loop.call_soon_threadsafe(call, *args)

        def work() -> None:
            try:
                race.run(self.workers, self.prepare, lambda shown: in_loop(self._tell, mark, shown))
            finally:
                in_loop(done.set)

        async with self._places:
            if not race.stop.is_set():
                race.state = "running"
                threading.Thread(target=work, name="race", daemon=True).start()
                await done.wait()
            else:
                race.state = "stopped"
        if race.state in ("ended", "failed"):
            self._want(mark, race, False)
        with contextlib.suppress(PlygroundError):  # its game is from a file that this server was started without
            self._tell(mark, await asyncio.to_thread(race.shown))

    def _tell(self, mark: str, shown: RaceShown) -> None:
        listener = self.listeners.get(mark)
        if listener is not None:
            listener(shown)

    def close(self) -> None:
        for race in self.races.values():
            race.stop.set()
        for task in self._tasks:
            task.cancel()


def _game(game: Game, names: tuple[str, ...], record: GameRecord) -> RaceGame:
    moves = [int(move) for move in record.moves.split()]
    state = game.initial_state()
    for move in moves:
        state.apply(move)
    result = status(state)[0] if record.forfeit is None else f"{names[record.seats[record.forfeit]]} forfeits"
    return RaceGame(
        number=record.number,
        seats=[names[agent] for agent in record.seats],
        moves=moves,
        opening=record.opening,
        returns=list(record.returns),
        seconds=list(record.seconds),
        forfeit=record.forfeit,
        reason=record.reason,
        result=result,
    )
