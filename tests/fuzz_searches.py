"""Random searches: any game, any parts with any parameters, any operations in any order.

    python tests/fuzz_searches.py 10000         # a few minutes; a second number is the first seed

Each case runs in both engines. Both must grow the same tree after every operation. Now and then one of the searches is
saved and loaded: what is saved loads, and goes on as it would have. The same seed gives the same case. Parts and
parameters come from the registries, so that new ones take part.
"""

import contextlib
import json
import math
import random
import sys
import tempfile
import warnings
from collections import Counter
from pathlib import Path
from typing import Any

from plyground.catalogue import parameters_of
from plyground.errors import PlygroundError, PlygroundWarning
from plyground.games import TERMINAL, Game, parse_game
from plyground.games.native import have_native
from plyground.search import Search, configure
from plyground.search.part import KINDS, own_parts
from plyground.text_form import MOST, Registry
from plyground.tree import COLUMNS, Tree

OWN = {kind: [name for found, name, _ in own_parts() if found == kind] for kind in KINDS}
REGISTRIES = {cls.registry.kind: (cls.registry, OWN[kind]) for kind, cls in KINDS.items()}
GAMES = ["mnk", "tictactoe", "connect_four", "nim", "pig", "ludo", "ludo"]
# Most random combinations of parts are refused; these ask for each other.
TOGETHER = {"puct": "all_children", "gumbel": "all_children", "fpu": "all_children"}
BELIEVERS = ("thompson", "bayes_uct")


class RandomSearch:
    """A random case: a game with a position, the parts of a search, and its operations."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.done: list[Any] = []
        self.game = ""
        self.parts: dict[str, str] = {}
        self.seed = self.rng.choice([0, 1, 2**64 - 1, self.rng.getrandbits(64)])

    def __str__(self) -> str:
        return json.dumps({"game": self.game, "parts": self.parts, "seed": self.seed, "done": self.done})

    def make(self) -> list[Search]:
        """The same search twice, in both engines if there are two."""
        self.game = self._text(Game.registry, GAMES, 0.4, small=True)
        game = parse_game(self.game)
        for kind, base in KINDS.items():
            if self.rng.random() < 0.8:
                self.parts[kind] = self._text(base.registry, OWN[kind], 0.5)
        select = self.parts.get("select", "")
        for word, expand in TOGETHER.items():
            if word in select and self.rng.random() < 0.9:
                self.parts["expand"] = expand
        if any(word in select for word in BELIEVERS) and self.rng.random() < 0.9:
            self.parts["backup"] = "bayes"
        engines = ["python", "native" if have_native() else "python"]
        return [Search(game, configure(**self.parts), engine=engine, seed=self.seed) for engine in engines]

    def _text(
        self, registry: Registry[Any], names: list[str], share: float, small: bool = False, depth: int = 0
    ) -> str:
        """A random text form of one of these names, with a share of its parameters."""
        name = self.rng.choice(names)
        given = []
        for parameter in parameters_of(registry.get(name)):
            wanted = parameter["required"] or self.rng.random() < share
            if wanted and (value := self._value(parameter, small, depth)) is not None:
                given.append(f"{parameter['name']}={value}")
        return f"{name}({', '.join(given)})"

    def _value(self, parameter: dict[str, Any], small: bool, depth: int) -> str | None:
        kind, low, high = parameter["type"], parameter["low"], parameter["high"]
        if kind in REGISTRIES:
            registry, names = REGISTRIES[kind]
            plain = [
                name for name in names if not any(p["type"] in REGISTRIES for p in parameters_of(registry.get(name)))
            ]
            return self._text(registry, names if depth < 2 else plain, 0.5, small, depth + 1)
        if parameter["choices"]:
            return self.rng.choice(parameter["choices"])
        if kind == "bool":
            return self.rng.choice(["true", "false"])
        if "tuple" in kind:
            whole = "int" in kind
            return "[" + ",".join(self._number(whole, low, high, small) for _ in range(self.rng.randrange(1, 4))) + "]"
        if kind in ("int", "float"):
            return self._number(kind == "int", low, high, small)
        return None

    def _number(self, whole: bool, low: float, high: float, small: bool) -> str:
        """An end of the range, a number like those that people use, or one of any size."""
        rng, chance = self.rng, self.rng.random()
        if whole and (small or chance < 0.7 or high < MOST):  # a million rollouts would take long
            return str(min(int(high), int(low) + rng.randrange(5)))
        if chance < 0.1:
            value = rng.choice([low, high, min(max(0.0, low), high)])
        elif chance < 0.7:
            value = round(min(max(rng.uniform(-2 if low < 0 else 0, 3), low), high), rng.randrange(9))
        else:
            value = min(max(10 ** rng.uniform(-12, 6) * rng.choice([1, -1 if low < 0 else 1]), low), high)
        return str(int(value)) if whole else repr(float(value))

    def start(self, searches: list[Search]) -> None:
        """Begin at a random position."""
        state = searches[0].game.initial_state()
        for _ in range(self.rng.choice([0, 0, 1, 3, 8, 20])):
            if state.player != TERMINAL:
                state.apply(self.rng.choice(state.moves()))
        for search in searches:
            search.start(state)

    def step(self, searches: list[Search], folder: Path) -> None:
        """One random operation on all searches; a save replaces one of them by its file."""
        rng, state = self.rng, searches[0].state
        size = 6 if len(state.moves()) > 40 or "ludo" in self.game else 60
        operation = rng.choice(["resume", "resume", "plan", "advance", "save", "trace", "replay", "decide"])
        self.done.append(operation)
        if operation == "resume":
            self.done[-1] = count = rng.randrange(size)
            same("result", [_shown(search, count) for search in searches])
        elif operation == "plan":
            for search in searches:
                search.plan(size)
        elif operation == "advance" and state.player != TERMINAL:
            action = rng.choice(state.moves())
            self.done[-1] = f"advance({action})"
            for search in searches:
                search.advance(action)
        elif operation == "save":
            place = rng.randrange(len(searches))
            self.done[-1] = f"save({place})"
            searches[place].save(folder / "search")
            with contextlib.suppress(FileNotFoundError):
                searches[place] = Search.load(folder / "search", engine=searches[place].engine_name)  # type: ignore[arg-type]
        elif operation in ("trace", "replay") and state.player != TERMINAL:
            number = (
                rng.randrange(searches[0].simulations) if operation == "replay" and searches[0].simulations else None
            )
            if number is not None or not searches[0].engine.solved:
                same("trace", [_answer(search, number) for search in searches])
        elif operation == "decide" and state.player >= 0:
            same("decision", [search.decide() for search in searches])
            assert searches[0].decide() in state.actions(), "the decision is not legal"
        same("simulations", [search.simulations for search in searches])
        same_trees([search.tree() for search in searches])


def _shown(search: Search, count: int) -> dict[str, Any]:
    result = search.resume(count).to_dict()
    return {key: result[key] for key in ("action", "value", "simulations", "nodes", "stopped", "line", "moves")}


def _answer(search: Search, number: int | None) -> Any:
    try:
        return str(search.trace(number))
    except PlygroundError as error:
        return error.args


def same(what: str, answers: list[Any]) -> None:
    assert all(_equal(answer, answers[0]) for answer in answers), f"{what}: {answers}"


def same_trees(trees: list[Tree]) -> None:
    for column in [*COLUMNS, *trees[0].extra]:
        cells = [getattr(tree, column) if column in COLUMNS else tree.extra[column] for tree in trees]
        if not _equal(*cells):
            row = next(
                (r for r, (a, b) in enumerate(zip(*cells, strict=False)) if not _equal(a, b)), min(map(len, cells))
            )
            raise AssertionError(f"{column} of row {row}: {[column_of[row : row + 1] for column_of in cells]}")


def _equal(one: Any, other: Any) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        return one == other or (math.isnan(one) and math.isnan(other))
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(map(_equal, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_equal(one[key], other[key]) for key in one)
    return bool(one == other)


def run_case(seed: int, folder: Path) -> str:
    """Run one case; says whether its parts were refused. An AssertionError names the seed."""
    case = RandomSearch(seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PlygroundWarning)  # random values have any range
        return _run(case, folder, seed)


def _run(case: RandomSearch, folder: Path, seed: int) -> str:
    try:
        searches = case.make()
    except PlygroundError:
        return "refused"
    try:
        case.start(searches)
        for _ in range(case.rng.randrange(2, 9)):
            case.step(searches, folder)
    except Exception as error:
        raise AssertionError(f"case {seed}: {type(error).__name__}: {error}\n{case}") from error
    return "run"


def main(count: int, first: int = 0) -> None:
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, first + count):
            try:
                counts[run_case(seed, Path(folder))] += 1
            except AssertionError as error:
                counts["faults"] += 1
                print(str(error)[:1500], flush=True)
    print(dict(counts))
    sys.exit(counts["faults"] > 0)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
