"""Races: matches and tournaments in the arena's store, which go on without a page and after a restart of the server.

All games are played in worker processes: a process can be killed whatever its agent does, so a race stops at once. The
races of one session are played one after another; the sessions that race share the cores evenly.
"""

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable
from pathlib import Path

from plyground.arena.contest import Contest, make_contest
from plyground.arena.processes import Crew
from plyground.arena.referee import GameRecord
from plyground.arena.report import default_names
from plyground.arena.runner import Progress, SprtWatch, run_contest
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
# The sessions that may race at the same time; the races of others wait.
MOST_SESSIONS = 8
Listener = Callable[[RaceShown], None]
# Called first in a process that plays games: it imports the files of the command line.
Prepare = Callable[[], object] | None


class LiveRace:
    """A race in memory, played by a thread of its own or stopped."""

    def __init__(self, record: RaceRecord, file: Path) -> None:
        self.record, self.file = record, file
        self.state: str = "stopped"
        self.trouble = ""
        self.crew = Crew(1)
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

    def run(self, prepare: Prepare, tell: Listener) -> None:
        """Play the missing games, with the workers of `crew`. Runs in a thread of its own."""

        def watch(progress: Progress) -> None:
            if not self._begin:
                self._begin, self._found = time.monotonic(), len(progress.records)
            self.progress = progress
            begin = time.monotonic()
            if begin >= self._tell_at:
                tell(self.shown())
                # A standing that takes long to compute is sent less often.
                self._tell_at = time.monotonic() + max(_TELL_SECONDS, 10 * (time.monotonic() - begin))

        self._begin = 0.0
        try:
            with contextlib.closing(self.crew), Store(self.file) as store:
                self.progress = run_contest(
                    self.contest(), self.record.games, store, self.crew, sprt=self.sprt, prepare=prepare, watch=watch
                )
            self.state = "ended"
        except Exception as error:  # a failing agent or game ends its own race only
            if self.crew.killed:  # by `pause`
                self.state = "stopped"
                return
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

    def __init__(self, store: SessionStore, file: Path, workers: int, prepare: Prepare = None) -> None:
        self.prepare = prepare
        self.store, self.file, self.workers = store, file, workers
        self.races: dict[tuple[str, str], LiveRace] = {}
        self.listeners: dict[str, Listener] = {}
        self._waiting: list[tuple[str, LiveRace]] = []  # in the order of their start
        self._playing: dict[str, tuple[LiveRace, asyncio.Task[None]]] = {}  # the race of each session

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
        race.state, race.trouble = "waiting", ""
        self._want(mark, race, True)
        self._waiting.append((mark, race))
        self._begin()

    async def pause(self, mark: str, name: str) -> None:
        """Stop a race at once; the games that are being played are lost."""
        race = self.races[mark, name]
        self._want(mark, race, False)
        if race.state == "waiting":
            self._waiting.remove((mark, race))
            race.state = "stopped"
        elif race.state == "running":
            _, task = self._playing[mark]
            race.crew.kill()
            await asyncio.shield(task)

    def _want(self, mark: str, race: LiveRace, wanted: bool) -> None:
        race.record.wanted = wanted
        self.store.keep_of(mark, race.record.race, race.record)

    def _begin(self) -> None:
        """Begin the waiting races of sessions that play none, and share the cores anew."""
        for mark, race in list(self._waiting):
            if mark not in self._playing and len(self._playing) < MOST_SESSIONS:
                self._waiting.remove((mark, race))
                race.state, race.crew = "running", Crew(1)
                self._playing[mark] = race, asyncio.create_task(self._play(mark, race))
        sharing = len(self._playing)
        for place, (race, _) in enumerate(self._playing.values()):
            race.crew.workers = max(1, (self.workers + place) // sharing)

    async def _play(self, mark: str, race: LiveRace) -> None:
        loop, done = asyncio.get_running_loop(), asyncio.Event()

        def in_loop(call: Callable[..., None], *args: object) -> None:
            with contextlib.suppress(RuntimeError):  # the server closed during a game
                loop.call_soon_threadsafe(call, *args)

        def work() -> None:
            try:
                race.run(self.prepare, lambda shown: in_loop(self._tell, mark, shown))
            finally:
                in_loop(done.set)

        threading.Thread(target=work, name="race", daemon=True).start()
        await done.wait()
        del self._playing[mark]
        self._begin()
        if race.state in ("ended", "failed"):
            self._want(mark, race, False)
        with contextlib.suppress(PlygroundError):  # its game is from a file that this server was started without
            self._tell(mark, await asyncio.to_thread(race.shown))

    def _tell(self, mark: str, shown: RaceShown) -> None:
        listener = self.listeners.get(mark)
        if listener is not None:
            listener(shown)

    def close(self) -> None:
        for race, task in self._playing.values():
            race.crew.kill()
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
