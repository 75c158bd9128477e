"""Damaged and crafted files: thousands of mutations of saved searches and trainings, each refused or usable.

    python tests/fuzz_saved_files.py 100000     # as `make sanitize` does, under AddressSanitizer

A mutation changes bytes of the file, bytes below the checksum, or single numbers of the decoded content; the last
two get a correct checksum. The file must be refused with a PlygroundError, or the search must continue from it:
anything else, above all a crash, is a fault. The same seed gives the same mutations.
"""

import copy
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from plyground.agents.training import Training
from plyground.agents.training_file import KIND as TRAINING
from plyground.agents.training_file import VERSION as TRAINING_VERSION
from plyground.agents.training_file import load_training, save_training
from plyground.errors import PlygroundError
from plyground.games import parse_game
from plyground.games.native import have_native
from plyground.sealed_file import read_sealed, seal
from plyground.search import Search, configure, saved
from plyground.tree import COLUMNS

SEARCHES: list[tuple[str, dict[str, str]]] = [
    ("tictactoe", {}),
    ("connect_four", {}),
    ("nim", {"expand": "one_child(after=0)"}),
    ("pig(target=20)", {"expand": "open_loop"}),
    ("pig(target=20)", {"select": "ucb1_tuned"}),
    ("ludo(players=4)", {"expand": "open_loop", "select": "tree_shape(wdc, cr=0.01, target=20)"}),
    ("ludo(players=3)", {"select": "rave"}),
    ("tictactoe", {"backup": "solver"}),
    ("pig(target=6)", {"backup": "solver"}),
    ("tictactoe", {"select": "rave", "expand": "all_children"}),
    ("connect_four", {"select": "tree_shape(wdc, cr=0.01, target=20)"}),
    ("connect_four", {"select": "bayes_uct1"}),
    ("tictactoe", {"select": "puct(prior=heuristic)"}),
    ("connect_four", {"backup": "max_mean_mix", "expand": "progressive_widening"}),
    ("tictactoe", {"backup": "mean(win=1, draw=0, loss=0)"}),
]
LEARNERS = [("q_learning", "tictactoe"), ("sarsa(afterstates=true)", "tictactoe"), ("monte_carlo", "nim")]
WHOLE = [0, 1, -1, 2, 3, 4, 63, 64, 127, 128, 255, 256, 65535, 65536, 2**31 - 1, 2**31, 2**32 - 1]
REAL = [0.0, -0.0, 0.5, 1.0, -1.0, 1.0000001, 2.0, 1e300, -1e300, float("inf"), float("nan"), 5e-324]
JUNK = [None, True, -1, 2**63, 2**70, 1.5, float("nan"), "", "x" * 300, b"", b"\0", [], [[]], {}, {"a": 1}]


class Fuzz:
    """Mutates saved files in a folder, by one random generator."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.rng = random.Random(seed)
        self.engines = ["python", "native"] if have_native() else ["python"]
        self.counts: Counter[str] = Counter()
        self.searches = [self._search(number, *spec) for number, spec in enumerate(SEARCHES)]
        self.trainings = [self._training(number, *spec) for number, spec in enumerate(LEARNERS)]

    def _search(self, number: int, game: str, parts: dict[str, str]) -> Path:
        search = Search(game, configure(**parts), seed=number)
        result = search.run(parse_game(game).initial_state(), 40)
        if number % 3 == 2 and result.action is not None:
            search.advance(result.action)
        path = self.folder / f"search {number}"
        search.save(path)
        return path

    def _training(self, number: int, learner: str, game: str) -> Path:
        training = Training(learner, parse_game(game), seed=number)
        training.run(20)
        path = self.folder / f"training {number}"
        save_training(training, path)
        return path

    def run(self, count: int) -> None:
        for _ in range(count):
            self.mutate_once()

    def mutate_once(self) -> None:
        """One mutation of one file: refused, or usable."""
        mutated = self.folder / "mutated"
        if self.rng.random() < 0.15:
            mutated.write_bytes(self._mutated_training(self.rng.choice(self.trainings)))
            use = self._use_training
        else:
            mutated.write_bytes(self._mutated_search(self.rng.choice(self.searches)))
            use = self._use_search
        refusal = None
        try:
            use(mutated)
        except PlygroundError as error:
            refusal = str(error)
        assert refusal is None or str(mutated) in refusal, f"the file is not named: {refusal}"
        self.counts["usable" if refusal is None else "refused"] += 1

    def _use_search(self, path: Path) -> None:
        search = Search.load(path, engine=self.rng.choice(self.engines))
        result = search.resume(15)
        search.tree()
        if result.action is not None:
            search.advance(result.action)
            search.resume(5)

    def _use_training(self, path: Path) -> None:
        training = load_training(path, engine=self.rng.choice(["python", "auto"]))
        training.run(3)
        len(training.table)

    def _mutated_search(self, path: Path) -> bytes:
        kind = self.rng.randrange(8)
        if kind == 0:
            return self._flip(path.read_bytes())
        body = read_sealed(path, saved.KIND, saved.VERSION)
        if kind == 1:
            return b"".join(seal(saved.KIND, saved.VERSION, [self._flip(body)]))
        header, tree = saved.read(path)
        if kind == 2:
            plain = msgspec.to_builtins(header, builtin_types=(bytes,))
            self._change_field(plain)
            start = 4 + int.from_bytes(body[:4], "big")
            head = msgspec.json.encode(plain)
            pieces = [len(head).to_bytes(4, "big"), head, body[start:]]
            return b"".join(seal(saved.KIND, saved.VERSION, pieces))
        for _ in range(self.rng.choice([1, 1, 1, 2, 4])):
            self._change_row(tree)
        try:
            return b"".join(saved.pack(header, tree))
        except (PlygroundError, OverflowError):  # no file can hold it
            return self._flip(path.read_bytes())

    def _mutated_training(self, path: Path) -> bytes:
        kind = self.rng.randrange(4)
        if kind == 0:
            return self._flip(path.read_bytes())
        body = read_sealed(path, TRAINING, TRAINING_VERSION)
        if kind == 1:
            return b"".join(seal(TRAINING, TRAINING_VERSION, [self._flip(body)]))
        content = msgspec.msgpack.decode(body)
        self._change_field(content)
        try:
            body = msgspec.msgpack.encode(content)
        except OverflowError:
            body = b""
        return b"".join(seal(TRAINING, TRAINING_VERSION, [body]))

    def _flip(self, content: bytes) -> bytes:
        """Some bits flipped, or a part cut out, doubled or moved."""
        rng, changed = self.rng, bytearray(content)
        kind = rng.randrange(6)
        at = rng.randrange(len(changed))
        length = rng.randrange(1, 20)
        if kind == 0:
            return bytes(changed[:at])
        if kind == 1:
            del changed[at : at + length]
        elif kind == 2:
            changed[at:at] = changed[at : at + length]
        else:
            for _ in range(rng.choice([1, 1, 2, 8])):
                changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
        return bytes(changed)

    def _change_field(self, plain: dict[str, Any]) -> None:
        rng = self.rng
        name = rng.choice(sorted(plain))
        value = plain[name]
        if isinstance(value, dict) and rng.random() < 0.8:
            self._change_field(value)
        elif isinstance(value, list) and value and rng.random() < 0.8:
            at = rng.randrange(len(value))
            value[at] = rng.choice([*JUNK, value[0], *WHOLE, *REAL])
        elif isinstance(value, int) and rng.random() < 0.7:
            plain[name] = rng.choice([*WHOLE, value + 1, value - 1])
        elif rng.random() < 0.2:
            del plain[name]
        else:
            plain[name] = rng.choice(JUNK)

    def _change_row(self, tree: Any) -> None:
        """One number of one row, or two rows that change places."""
        rng = self.rng
        row, other = rng.randrange(len(tree)), rng.randrange(len(tree))
        if rng.random() < 0.1:
            tree.swap_rows(row, other)
            return
        name = rng.choice([*COLUMNS, *tree.extra])
        column = getattr(tree, name) if name in COLUMNS else tree.extra[name]
        if rng.random() < 0.2:
            column[row] = copy.deepcopy(column[other])
        else:
            column[row] = self._changed(column[row], row)

    def _changed(self, value: Any, row: int) -> Any:
        rng = self.rng
        if isinstance(value, bool):
            return not value
        if isinstance(value, int):
            return rng.choice([*WHOLE, value + 1, value - 1, row])
        if isinstance(value, float):
            return rng.choice([*REAL, -value, value * 1.01])
        if isinstance(value, list) and value and rng.random() < 0.8:
            at = rng.randrange(len(value))
            return [*value[:at], self._changed(value[at], row), *value[at + 1 :]]
        if isinstance(value, dict) and value:
            move, entry = rng.choice(list(value.items()))
            changed = {**value, move: [self._changed(number, row) for number in entry]}
            if rng.random() < 0.5:
                changed[(rng.choice(WHOLE[:10]), rng.choice(WHOLE))] = [1, 0.0]
            return changed
        return None


def main() -> None:
    count = int(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        fuzz = Fuzz(Path(folder), seed=1)
        while (done := fuzz.counts.total()) < count:
            fuzz.run(min(10_000, count - done))
            print(f"{fuzz.counts.total():,} mutations: {dict(fuzz.counts)}", flush=True)


if __name__ == "__main__":
    main()
