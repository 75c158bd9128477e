"""The C++ engine, wrapped to have the methods of the Python engine."""

import dataclasses
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from plyground.games.base import Game, State
from plyground.games.native import have_native, native_game, native_missing, native_states
from plyground.search import answers
from plyground.search.columns.base import COLUMN_TYPES
from plyground.search.config import Config
from plyground.search.evaluate.playout import Playout
from plyground.search.limits import SLICE_SECONDS
from plyground.search.part import KINDS, Evaluate, Expand, Part, Select, is_ours
from plyground.search.select.around import Around
from plyground.search.walk import Move, Walk
from plyground.tree import COLUMNS, Tree, encode

if TYPE_CHECKING:
    from plyground import _native


@cache
def twins(kind: str) -> frozenset[str]:
    """The names of the parts ("select", "backup", …) or statistics ("statistic") of one kind that exist in C++; those
    of the rules that pools run ("network")."""
    from plyground import _native

    return frozenset(getattr(_native, f"{kind}_twins")())


def native_obstacle(game: Game, config: Config) -> str | None:
    """One sentence on why the C++ engine cannot run this search; None if it can."""
    if not have_native():
        return native_missing()
    if native_game(game) is None:
        return f"{game} has no C++ twin: use engine=python"
    return config.once("native_obstacle", lambda: _parts_obstacle(config))


def _parts_obstacle(config: Config) -> str | None:
    if not has_twin(config.backup):
        return f"{config.backup} has no C++ twin: use engine=python"
    uncalled = [name for name in ("arrive", "children") if _has_own(config.expand, name, Expand)]
    if uncalled and not has_twin(config.expand):
        return f"{config.expand} has `{uncalled[0]}` in Python, which the C++ engine does not call: use engine=python"
    for name in sorted(config.needs - twins("statistic")):
        return f"the statistic {name} has no C++ twin: use engine=python"
    # The C++ engine calls only `choose` of a rule in Python; it computes the priors of `puct` itself.
    rules = [rule for rule in config.all_parts() if isinstance(rule, Select)]
    unasked = [
        rule
        for rule in rules
        if _has_own(rule, "stops", Select, Around) or (_has_own(rule, "priors", Select, Around) and not is_ours(rule))
    ]
    if unasked and not has_twin(config.select):
        return f"{unasked[0]} has `stops` or `priors` in Python, which the C++ engine does not call: use engine=python"
    if config.evaluate.all_needs() and not has_twin(config.evaluate):
        return f"{config.evaluate} reads statistics in Python, which the C++ engine keeps: use engine=python"
    return None


def has_twin(part: Part) -> bool:
    """Whether the part, and those inside it, exist in C++."""
    kind = next(kind for kind, base in KINDS.items() if isinstance(part, base))
    return is_ours(part) and part.name in twins(kind) and all(map(has_twin, part.inner_parts()))


def calls_python(config: Config) -> bool:
    """Whether the C++ engine calls parts that are written in Python."""
    return not all(map(has_twin, (config.select, config.expand, config.evaluate)))


class NativeEngine:
    """A search tree below one state, in C++."""

    def __init__(
        self,
        config: Config,
        state: State,
        seed: int,
        stream: int = 0,
        threads: int = 1,
        transpositions: "_native.Transpositions | None" = None,
        general: bool = False,
    ) -> None:
        """With `general` the engine for any parts runs even a classic search; the tree is the same."""
        from plyground import _native

        self.threads = threads
        self._limits = _native.Limits
        # The arguments that `__setstate__` needs to make a copy; the state is never changed.
        self._made = {"config": config, "state": state, "seed": seed, "stream": stream}
        self._made |= {"transpositions": transpositions, "general": general}
        twin = native_game(state.game)
        assert twin is not None  # `native_obstacle` checked it
        described, *called, evaluates = config.once("description", lambda: _description(config))
        select, expand, evaluate, backup, needs = described
        python_select, python_expand = called
        self._search = _native.search(
            twin,
            key_of(state),
            select,
            expand,
            evaluate,
            backup,
            needs,
            seed & (1 << 64) - 1,
            stream,
            python_select,
            python_expand,
            None if evaluates else _python_evaluate(state.game, config.evaluate),
            config.evaluate.leaves if config.evaluate.gives_logits else 0,
            transpositions,
            general or threads > 1,  # the engine for classic searches is for one thread
        )

    def __getstate__(self) -> dict[str, Any]:
        return {
            "made": {**self._made, "threads": self.threads},
            "tree": self.subtree(None),
            "simulations": self.simulations,
        }

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__init__(**kept["made"])  # type: ignore[misc]
        self.restore(kept["tree"], kept["simulations"])

    @property
    def simulations(self) -> int:
        return self._search.simulations

    @property
    def rows(self) -> int:
        return self._search.rows

    @property
    def bytes(self) -> int:
        return self._search.size_in_bytes

    @property
    def solved(self) -> bool:
        return self._search.solved

    def limits(self, seconds: float, most_bytes: int) -> "_native.Limits":
        limits = self._limits(seconds, most_bytes, SLICE_SECONDS)
        self.charge(limits)
        return limits

    def charge(self, limits: "_native.Limits") -> None:
        """Count the memory that this engine already holds against the limits."""
        self._search.charge(limits)

    def run(self, count: int, converged: float = 0.0, limits: "_native.Limits | None" = None, more: int = 0) -> str:
        return self._search.run(count, converged, self.threads, limits, more)

    def plan(self, simulations: int) -> None:
        self._search.plan(simulations)

    def subtree(self, levels: int | None) -> Tree:
        columns = self._search.arrays() if levels is None else self._search.columns(levels)
        return Tree.from_core(columns, COLUMN_TYPES)

    def pruned(self, depth: int, top: int, min_visits: int, limit: int, start: int) -> Tree:
        return Tree.from_columns(self._search.pruned(depth, top, min_visits, limit, start))

    def summary(self, first: int | None = None) -> tuple[int, int, int, list[int]]:
        return self._search.summary(first)

    def restore(self, tree: Tree, simulations: int) -> None:
        columns = {name: getattr(tree, name) for name in COLUMNS}
        extra = {name: encode(COLUMN_TYPES[name], cells) for name, cells in tree.extra.items()}
        self._search.restore({**columns, "extra": extra}, simulations)

    def advance(self, action: int, state: State) -> bool:
        found = self._search.advance(action, key_of(state))
        if found:
            self._made["state"] = state
        return found


@dataclasses.dataclass(frozen=True)
class CheckedSelect:
    """A selection rule in Python, for calls from the C++ engine; checks the child that it chooses."""

    part: Select

    def choose(self, tree: Any, path: list[int], children: list[int], rng: Any) -> int:
        return answers.choice(self.part, tree, path, children, rng)


@dataclasses.dataclass(frozen=True)
class CheckedExpand:
    """An expansion rule in Python, for calls from the C++ engine; checks its answers."""

    part: Expand

    @property
    def after(self) -> int:
        return self.part.after

    @property
    def all_at_once(self) -> bool:
        return self.part.all_at_once

    @property
    def picks(self) -> bool:
        """Whether the rule picks the next child itself."""
        return _has_own(self.part, "pick", Expand)

    def limit(self, visits: int, count: int) -> int:
        return answers.limit(self.part, visits, count)

    def pick(self, tree: Any, path: list[int], untried: list[int], rng: Any) -> int:
        return answers.picked(self.part, tree, path, untried, rng)


def native_transpositions(symmetric: bool) -> "_native.Transpositions":
    """Statistics by state that successive C++ engines share."""
    from plyground import _native

    return _native.Transpositions(symmetric)


def _description(config: Config) -> tuple[Any, ...]:
    """What the C++ core is told about a search: the parts and the statistics that they need; the rules for selection
    and expansion that it calls in Python, None for those in C++; and whether the evaluation exists in C++."""
    parts = (config.select, config.expand, config.evaluate, config.backup)
    return (
        (*map(describe, parts), sorted(config.needs)),
        None if has_twin(config.select) else CheckedSelect(config.select),
        None if has_twin(config.expand) else CheckedExpand(config.expand),
        has_twin(config.evaluate),
    )


def describe(part: Part) -> tuple[str, dict[str, Any]]:
    """A part in the form that the C++ core reads: its name and its fields."""
    fields: dict[str, Any] = {}
    known: tuple[dataclasses.Field[Any], ...] = ()  # a plain class has no parameters
    if dataclasses.is_dataclass(part):
        known = dataclasses.fields(part)
    for field in known:
        value = getattr(part, field.name)
        if isinstance(value, Part):
            value = describe(value)
        elif isinstance(value, tuple):
            value = list(value)
        elif not (value is None or isinstance(value, (int, float, str))):
            continue
        fields[field.name] = value
    return part.name, fields


def _python_evaluate(game: Game, part: Evaluate) -> Any:
    """The function that the C++ engine calls at a leaf, for an evaluation that exists in Python alone."""
    if part.gives_logits:
        return lambda keys, rngs: _judge(game, part, keys, rngs)
    if isinstance(part, Playout) and not _has_own(part, "values", Playout):
        twin_of = native_states(game)
        return lambda key, rng: _play_out(part, twin_of(key), rng)
    return lambda key, rng: _evaluate(game, part, key, rng)


def _play_out(part: Playout, state: State, rng: Any) -> tuple[list[float], Sequence[Move]]:
    """As `_evaluate`, for a policy in Python: the rules run in C++, which refuse an illegal move."""
    played = list[Move]()
    return answers.leaf_values(part, part.values(state, rng, played), state.game), played


def _evaluate(game: Game, part: Evaluate, key: bytes, rng: Any) -> tuple[list[float], Sequence[Move]]:
    """The values of a leaf, and the moves that the evaluation played."""
    played = list[Move]()
    values = answers.leaf_values(part, part.values(game.state_from_key(key), rng, played), game)
    return values, answers.played_moves(part, played, game)


def _judge(game: Game, part: Evaluate, keys: list[bytes], rngs: list[Any]) -> list[list[float]]:
    """The values of each state, followed by its logits."""
    leaves = [Walk(game.state_from_key(key), rng) for key, rng in zip(keys, rngs, strict=True)]
    return [
        answers.leaf_values(part, values, game) + answers.leaf_logits(part, logits, leaf.state)
        for leaf, (values, logits) in zip(leaves, part.judge(leaves), strict=True)
    ]


def key_of(state: State) -> bytes:
    """The key of a position, which is bytes for a game with a twin."""
    key = state.key()
    assert isinstance(key, bytes)
    return key


def _has_own(part: Part, method: str, *bases: type[Part]) -> bool:
    """Whether the part has a method of its own, instead of that of one of these classes."""
    return getattr(type(part), method) not in [getattr(base, method) for base in bases]
