"""Many searches that share one network.

A network is fast only in batches, and one search has one leaf at a time. So a pool runs many searches. Each grows a
tree of its own, bit by bit the same as a single search would grow:

    pool = SearchPool("connect_four", configure(select="gumbel", evaluate=…), searches=65536, simulations=32)
    while …:
        positions = pool.collect()      # the packed leaves of the next batch of searches
        values, logits = network(positions)
        pool.deliver(values, logits)    # their trees go on, on other threads
        records = pool.take_records()   # decisions of finished games, to learn from

The searches are divided into `batches`. While the network evaluates one batch, the threads walk the trees of the
others: collect up to that number of batches before the first deliver. Deliver answers in the order in which positions
were collected.

With `plays` every search plays games against itself: after its simulations it plays a move and begins a new tree, and
after a game it begins the next game. Twin: `src/native/search/pool/`.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from plyground.errors import PlygroundError
from plyground.games.base import CHANCE, TERMINAL, Game, State, parse_game, position_of
from plyground.games.native import Engine, choose_engine
from plyground.games.planes import pack
from plyground.rng import Rng
from plyground.search import answers
from plyground.search.backup import Mean
from plyground.search.columns.base import COLUMN_TYPES
from plyground.search.config import Config
from plyground.search.decide import MostVisits, Sampled
from plyground.search.engine import DECISION_STREAM, PythonEngine
from plyground.search.evaluate.batched import BatchEvaluator, NetworkEvaluate, judge_once, seat_values
from plyground.search.native import describe, key_of
from plyground.search.part import Select, is_ours, own_parts
from plyground.search.walk import Walk
from plyground.text_form import MOST, SEEDS, require_number
from plyground.tree import ROOT, Tree

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

# Simulations before a forced move in a game: there is nothing to choose, and two give a value to learn.
FORCED = 2


@dataclass(frozen=True)
class Records:
    """Decisions of finished games, one per row of every array."""

    positions: "Array"  # packed: (n, words)
    policies: "Array"  # the policy as the search improved it: (n, actions)
    values: "Array"  # the search's value of the position to the seat that moves
    outcomes: "Array"  # the returns of the game: (n, seats), first of the seat that moves, then of those after it
    seats: "Array"  # the seat that moves
    actions: "Array"  # the action played
    searches: "Array"  # the number of the search in the pool
    games: "Array"  # the number of the game in that search
    moves: "Array"  # the number of the decision in that game

    def __len__(self) -> int:
        return len(self.values)


class SearchPool:
    """Many searches of one game that share one network.

    Args:
        game: The game.
        config: select=puct or gumbel, backup=mean, decide=most_visits or sampled; only `run` uses `evaluate`. Each
            search waits for one leaf at a time, whatever `leaves` says.
        searches: Number of searches.
        simulations: Simulations of each search; the first one evaluates its root. A forced move in a game takes two.
        batches: Number of batches into which the searches are divided; the batches take turns.
        threads: Number of threads that walk the trees.
        seed: Seed of all random draws.
        plays: Play games; otherwise each search ends after its simulations.
        games: Games per search; 0 means no limit.
        random_plies: A game begins with random moves, from none to this many, all numbers equally likely; records leave
            them out.
        positions: Start positions, given to the searches in turn; by default the start of the game.
        cache: Number of evaluations to keep for positions that recur; valid only while the network stays the same.
        engine: The engine that walks the trees: C++ where the game has a twin, or Python.
    """

    def __init__(
        self,
        game: Game | str,
        config: Config | str,
        *,
        searches: int,
        simulations: int,
        batches: int = 1,
        threads: int = 1,
        seed: int = 0,
        plays: bool = True,
        games: int = 0,
        random_plies: int = 0,
        positions: Iterable[State | str] = (),
        cache: int = 0,
        engine: Engine = "auto",
    ) -> None:
        self.game = parse_game(game)
        config = Config.of(config)
        self.config = config = (
            config.one_by_one() if config.evaluate.gives_logits else replace(config, evaluate=Outside())
        )
        _check_parts(config, self.game)
        require_number("searches", searches, 1, MOST)
        require_number("simulations", simulations, 2, MOST)
        require_number("batches", batches, 1, searches)
        require_number("threads", threads, 1, 1024)
        require_number("seed", seed, *SEEDS)
        require_number("games", games, 0, MOST)
        require_number("random_plies", random_plies, 0, 10_000)
        require_number("cache", cache, 0, MOST)
        starts = [position_of(state, self.game) for state in positions]
        for state in starts:
            if state.game != self.game:
                raise PlygroundError(f"this pool is for {self.game}, a position is of {state.game}")
        twin = choose_engine(self.game, engine)
        if twin is None:
            work = _Work(self.game, config, starts, searches, simulations, seed, plays, games, random_plies)
            self._pool: Any = PythonPool(work, batches)
            return
        from plyground import _native

        low, high = self.game.value_range
        sampled = config.decide if isinstance(config.decide, Sampled) else None
        settings = {
            "searches": searches,
            "batches": batches,
            "simulations": simulations,
            "actions": self.game.num_actions,
            "plays": plays,
            "games": games,
            "random_plies": random_plies,
            "seed": seed % 2**64,
            "low": low,
            "high": high,
            "temperature": sampled.temperature if sampled else 1.0,
            "sampled_moves": (MOST if sampled.moves is None else sampled.moves) if sampled else 0,
            "cached": cache,
        }
        self._pool = _native.pool(twin, describe(config.select), settings, [key_of(state) for state in starts], threads)

    def collect(self) -> "Array":
        """The packed positions (n, words) of the next batch, without a copy: read them before you deliver the answers.
        No rows when every search has ended."""
        positions: Array = self._call(self._pool.collect)
        return positions

    def deliver(self, values: Any, logits: Any) -> None:
        """Give the answers to the earliest batch that was collected and not answered: see `BatchEvaluator`."""
        import numpy as np

        self._call(self._pool.deliver, np.asarray(values), np.asarray(logits))

    def take_records(self) -> Records:
        """The decisions of all games finished by the last `collect` and not taken yet."""
        return Records(**self._pool.take_records())

    @property
    def simulations(self) -> int:
        """Simulations of all searches together."""
        return int(self._call(lambda: self._pool.simulations))

    @property
    def found(self) -> int:
        """Number of evaluations taken from the cache."""
        return int(self._pool.found)

    def forget_evaluations(self) -> None:
        """Empty the cache: the network has changed."""
        self._call(self._pool.forget_evaluations)

    def tree(self, search: int) -> Tree:
        """The current tree of a search."""
        found: dict[str, Any] | Tree = self._call(self._pool.tree, search)
        return found if isinstance(found, Tree) else Tree.from_core(found, COLUMN_TYPES)

    def root(self, search: int) -> State:
        """The position at the root of a search."""
        return self.game.state_from_key(self._call(self._pool.key, search))

    def seed(self, search: int) -> int:
        """The seed of a search's current tree: a single search of the root with this seed grows the same tree."""
        return int(self._call(self._pool.seed, search))

    def run(self, rounds: int | None = None) -> Iterator[Records]:
        """Let the config's network answer, and yield the records after every batch, for `rounds` batches or until every
        search has ended. The network evaluates equal positions of a batch once."""
        part = self.config.evaluate
        assert isinstance(part, NetworkEvaluate)
        network = part.evaluator(self.game)
        while rounds is None or rounds > 0:
            positions = self.collect()
            yield self.take_records()
            if not len(positions):
                return
            self.deliver(*judge_once(network, positions))
            rounds = None if rounds is None else rounds - 1

    def _call(self, method: Any, *args: Any) -> Any:
        try:
            return method(*args)
        except (ValueError, TypeError, RuntimeError, IndexError) as error:
            raise PlygroundError(f"the pool of {self.game}: {error}") from None


@dataclass(frozen=True)
class Outside(NetworkEvaluate):
    """Stands for the network of a pool whose config has none: the caller delivers the answers."""

    def evaluator(self, game: Game) -> BatchEvaluator:
        raise PlygroundError(
            "the pool has no network: configure(evaluate=…), or deliver the answers to collect() yourself"
        )

    def __str__(self) -> str:
        return "the answers delivered"


def _check_parts(config: Config, game: Game) -> None:
    config.check(game)
    rules = [name for _, name, part in own_parts() if issubclass(part, Select) and part.for_pools]
    if config.select.name not in rules or not is_ours(config.select):
        raise PlygroundError(f"a pool of searches takes select={' or '.join(rules)}, not {config.select}")
    if type(config.decide) not in (MostVisits, Sampled):
        raise PlygroundError(f"a pool of searches takes decide=most_visits or sampled, not {config.decide}")
    if config.backup != Mean():
        raise PlygroundError(f"a pool of searches takes values as they are: use backup=mean, not {config.backup}")


@dataclass
class _Work:
    """The settings that all searches of a pool share."""

    game: Game
    config: Config
    starts: Sequence[State]
    searches: int
    simulations: int
    seed: int
    plays: bool
    games: int
    random_plies: int


class PoolSearch:
    """One search of a pool: `walk_on` to a leaf that the network must evaluate, `absorb` its answer, and so on."""

    def __init__(self, work: _Work, number: int) -> None:
        self.work, self.number = work, number
        self.rng = Rng(work.seed, number)  # seeds of trees, dice
        self.games = self.simulations_before = 0
        self.ended = False
        self.walk: Walk
        self._begin_game()

    def _begin_game(self) -> None:
        starts = self.work.starts
        while True:
            self.root = starts[self.number % len(starts)].clone() if starts else self.work.game.initial_state()
            if self._play_at_random():
                break
        self.records: list[dict[str, Any]] = []
        self._begin_search()

    def _play_at_random(self) -> bool:
        """Random moves before the game, so that the network learns unusual positions. False if they ended the game."""
        root, rng = self.root, self.rng
        if root.player == TERMINAL:
            return True
        left = rng.below(self.work.random_plies + 1)
        while left > 0 and root.player != TERMINAL:
            while root.player == CHANCE:
                root.apply(rng.outcome(root.chance()))
            if root.player != TERMINAL:
                actions = root.actions()
                root.apply(actions[rng.below(len(actions))])
            left -= 1
        return root.player != TERMINAL

    def _begin_search(self) -> None:
        while self.work.plays and self.root.player == CHANCE:
            self.root.apply(self.rng.outcome(self.root.chance()))
        self.seed = self.rng.next()
        self.engine = PythonEngine(self.work.config, self.root, self.seed)
        self.engine.plan(self.work.simulations)

    def walk_on(self) -> list[dict[str, Any]]:
        """Simulate and play until a leaf waits for the network or the search has ended. Returns records of games."""
        finished: list[dict[str, Any]] = []
        while not self.ended:
            if self.root.player == TERMINAL or self.engine.simulations >= self._wanted():
                finished += self._end_search()
                continue
            self.walk = self.engine.begin()
            if self.walk.state.player != TERMINAL:
                break
            self.walk.values = self.engine.evaluate(self.walk)
            self.engine.absorb(self.walk)
        return finished

    def _wanted(self) -> int:
        forced = self.work.plays and self.engine.tree.num_children[ROOT] == 1
        return FORCED if forced else self.work.simulations

    def absorb(self, values: Any, logits: Any) -> None:
        walk, part = self.walk, self.work.config.evaluate
        walk.values = answers.leaf_values(part, seat_values(walk.state, values), self.work.game)
        actions = walk.state.actions()
        walk.logits = answers.leaf_logits(part, [float(logits[action]) for action in actions], walk.state)
        self.engine.absorb(walk)

    def _end_search(self) -> list[dict[str, Any]]:
        if not self.work.plays:
            self.ended = True
            return []
        if self.root.player != TERMINAL:
            self._play_move()
            return []
        finished, returns, players = self.records, self.root.returns(), self.work.game.num_players
        for record in finished:
            record["outcomes"] = [returns[(record["seats"] + i) % players] for i in range(players)]
        self.games += 1
        self.ended = self.games == self.work.games
        if not self.ended:
            self._begin_game()
        return finished

    def _play_move(self) -> None:
        tree, config, move = self.engine.tree, self.work.config, len(self.records)
        children = tree.children(0)
        policy = [0.0] * self.work.game.num_actions
        for child, probability in zip(children, config.select.policy(tree), strict=True):
            policy[tree.action[child]] = probability
        decide = config.decide.at_move(move)
        row = config.select.decision(tree) if isinstance(decide, MostVisits) else None
        row = decide.choose(tree, Rng(self.seed, DECISION_STREAM)) if row is None else row
        self.records.append(
            {
                "positions": pack(self.root),
                "policies": policy,
                "values": tree.value[0],
                "seats": self.root.player,
                "actions": tree.action[row],
                "searches": self.number,
                "games": self.games,
                "moves": move,
            }
        )
        self.simulations_before += self.engine.simulations
        self.root.apply(tree.action[row])
        self._begin_search()


class PythonPool:
    """The pool in Python: the same batches, one search after another."""

    found = 0  # it keeps no evaluations

    def __init__(self, work: _Work, batches: int) -> None:
        self.work = work
        self.all = [PoolSearch(work, number) for number in range(work.searches)]
        self.turns: deque[list[PoolSearch]] = deque(
            [search for search in self.all if search.number * batches // work.searches == batch]
            for batch in range(batches)
        )
        self.out: deque[list[PoolSearch]] = deque()
        self.finished: list[dict[str, Any]] = []

    def collect(self) -> "Array":
        import numpy as np

        while self.turns:
            batch = self.turns.popleft()
            for search in batch:
                self.finished += search.walk_on()
            waiting = [search for search in batch if not search.ended]
            if waiting:
                self.out.append(waiting)
                return np.stack([pack(search.walk.state) for search in waiting])
        if self.out:
            raise RuntimeError("every batch is out: deliver answers before the next collect")
        return np.zeros((0, self.work.game.planes.words), dtype=np.uint64)

    def deliver(self, values: Any, logits: Any) -> None:
        if not self.out:
            raise RuntimeError("no batch is out: collect positions before answers are delivered")
        rows, actions = len(self.out[0]), self.work.game.num_actions
        if len(values) != rows or len(logits) != rows or len(logits[0]) != actions:
            raise ValueError(f"the answers must be {rows} values, and {rows} rows of {actions} logits")
        batch = self.out.popleft()
        for search, value, logit in zip(batch, values, logits, strict=True):
            search.absorb(value, logit)
        self.turns.append(batch)

    def take_records(self) -> dict[str, Any]:
        import numpy as np

        finished, self.finished = self.finished, []
        game = self.work.game
        shapes = {"positions": (game.planes.words,), "policies": (game.num_actions,), "outcomes": (game.num_players,)}
        types = {"positions": "u8", "seats": "i1", "actions": "u2", "searches": "u4", "games": "u4", "moves": "u4"}
        names = ("positions", "policies", "values", "outcomes", "seats", "actions", "searches", "games", "moves")
        columns = {name: [record[name] for record in finished] for name in names}
        return {
            name: np.array(column, dtype=types.get(name, "f4")).reshape(-1, *shapes.get(name, ()))
            for name, column in columns.items()
        }

    @property
    def simulations(self) -> int:
        return sum(search.simulations_before + search.engine.simulations for search in self.all)

    def forget_evaluations(self) -> None: ...

    def tree(self, search: int) -> Tree:
        return self.all[search].engine.tree

    def key(self, search: int) -> Any:
        return self.all[search].root.key()

    def seed(self, search: int) -> int:
        return self.all[search].seed
