"""The laws that every game keeps, tested by random play: for plyground's games and for yours.

    print(check_game(MyGame()))

The report of a broken law names the game, the moves that lead to the breach and the values found. An error that one of
the game's methods raises is a broken law too. A game that passes works with every search and agent.
"""

import math
import re
import time
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from plyground.deadline import CutOff, look, until
from plyground.errors import FAILURES, PlygroundError, named
from plyground.games.base import CHANCE, TERMINAL, Game, State, parse_game
from plyground.games.contents import contents
from plyground.games.native import NativeState, native_game, native_state
from plyground.games.playouts import random_playouts
from plyground.games.position_laws import Finding, game_laws, is_integer, position_laws, short, value_laws
from plyground.rng import Rng
from plyground.text_form import require_number

T = TypeVar("T")

LAWS = {
    "methods": "no method raises in a position that play can reach",
    "player": "player is a seat, CHANCE or TERMINAL",
    "actions": "actions are sorted, distinct integers from 0; at least one at a decision, none elsewhere",
    "chance": "chance states have distinct outcomes of positive probability that sum to one, else none",
    "returns": "returns are one finite number per seat, within value_range",
    "zero sum": "if zero_sum is true, the returns of every end sum to 0",
    "settled": "every continuation returns what settled() promises",
    "heuristic": "heuristic() is one finite number per seat, within value_range",
    "ending": "random play ends",
    "questions": "asking a state twice gives the same answers",
    "apply": "apply changes its own state only",
    "clone": "a clone is equal, and independent down to nested lists",
    "replay": "the same moves lead to the same position",
    "key": "positions with equal keys have the same player and actions",
    "names": "action names are distinct, and parse_action reads them back",
    "text": "str() shows every position",
    "images": "images share one canonical key, and their action maps lead to images again",
    "rebuild": "state_from_key rebuilds every position",
    "text form": "parse_game(str(game)) == game",
    "twin": "the C++ twin agrees with Python in every position and every random game",
}

LONGEST_GAME = 20_000
# The most positions that the walk visits, nearest to the start first; a small game is walked through completely.
WALKED = 2000
# Every position is checked up to this ply, then one in THEN_EVERY: long games would take minutes.
THOROUGH_PLIES = 40
THEN_EVERY = 16
TWIN_PLAYOUTS = 50
MOST_GAMES = 1_000_000
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")


@dataclass(frozen=True)
class BrokenLaw:
    """A breach of one law."""

    law: str
    message: str


@dataclass
class LawReport:
    """The number of checks of each law, and the first breach of each broken one."""

    game: Game
    checks: dict[str, int] = field(default_factory=lambda: dict.fromkeys(LAWS, 0))
    broken: list[BrokenLaw] = field(default_factory=list)
    stopped: bool = False  # by the limit of time, before all checks were made

    @property
    def ok(self) -> bool:
        return not self.broken

    @property
    def verdict(self) -> str:
        """The outcome in words."""
        return f"{'keeps its laws' if self.ok else 'breaks laws'}{', as far as time allowed' if self.stopped else ''}"

    def require_ok(self) -> None:
        """Raise one error that lists the broken laws, if there are any."""
        if self.broken:
            raise PlygroundError("\n".join(breach.message for breach in self.broken))

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        messages = {breach.law: breach.message for breach in self.broken}
        lines = [f"{_text_of(self.game)}: {self.verdict}"]
        for law, count in self.checks.items():
            verdict = "BROKEN" if law in messages else f"{count:,} checks" if count else "not used"
            lines.append(f"  {law:<10} {verdict:>14}  {messages.get(law, LAWS[law])}")
        return "\n".join(lines)


class _Breach(Exception):
    """A law is broken; this random game cannot go on."""


def check_game(game: Game | str, games: int = 20, seed: int = 0, seconds: float | None = None) -> LawReport:
    """Play random games and test every law in every position, for at most that many seconds."""
    require_number("the number of games", games, 0, MOST_GAMES)
    if seconds is not None:
        require_number("the seconds", seconds, 0)
    checker = _Checker(parse_game(game))
    try:
        with until(math.inf if seconds is None else time.perf_counter() + seconds):
            checker.check(games, seed)
    except CutOff:
        checker.report.stopped = True
    return checker.report


class _Checker:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.report = LawReport(game)
        self.moves: list[int] = []
        # By key: the player and actions of the position, and the moves that led there.
        self.known: dict[Hashable, tuple[int, list[int], list[int]]] = {}

    def check(self, games: int, seed: int) -> None:
        self.run(self.text_form)
        for stream in range(games):
            self.run(partial(self.random_game, Rng(seed, stream)))
            if any(breach.law == "ending" for breach in self.report.broken):
                break
        if self.report.ok:
            self.run(self.walk)
        if self.report.ok:
            self.run(partial(self.twin_playouts, games, seed))

    # Reporting

    def run(self, check: Callable[[], None]) -> None:
        self.moves = []
        try:
            check()
        except _Breach:
            pass
        except CutOff:
            raise
        except Exception as error:  # an answer that cannot be compared or shown
            self.breach("methods", f"an answer cannot be used: {named(error)}")

    def expect(self, law: str, kept: bool, problem: str) -> None:
        self.report.checks[law] += 1
        if not kept:
            self.breach(law, problem)
            raise _Breach

    def keep(self, findings: Iterable[Finding]) -> None:
        for finding in findings:
            self.expect(*finding)

    def breach(self, law: str, problem: str) -> None:
        """Note the first breach of a law."""
        if law not in [breach.law for breach in self.report.broken]:
            where = f"after the moves {short(self.moves)}" if self.moves else "at the start"
            message = f"{_text_of(self.game)} breaks the law {law!r} {where}: {problem}"
            self.report.broken.append(BrokenLaw(law, message))

    def call(self, method: str, ask: Callable[[], T], law: str = "methods") -> T:
        """The answer of a method of the game; an error that it raises is a broken law."""
        try:
            answer = ask()
        except FAILURES as error:
            self.breach(law, f"{method} raised {named(error)}")
            raise _Breach from None
        self.report.checks[law] += 1
        return answer

    # One game

    def random_game(self, rng: Rng) -> None:
        self.seats()
        state = self.initial_state()
        witness, replay = self.initial_state(), self.initial_state()
        witness_sees = self.answers(witness)
        twin = None
        if self.has_twin():
            twin = self.call("the C++ twin", partial(native_state, state), law="twin")
        promised: list[float] | None = None
        for ply in range(LONGEST_GAME):
            look()
            sees = self.answers(state)
            thorough = ply < THOROUGH_PLIES or ply % THEN_EVERY == 0 or sees["player"] == TERMINAL
            self.position(sees)
            promised = promised if sees["settled"] is None else sees["settled"]
            if twin is not None:
                self.twin(twin, state, sees)
            if thorough:
                self.same("questions", sees, self.answers(state), "asked again")
                self.same("replay", sees, self.answers(replay), "in a second game with the same moves")
                self.names(state, sees)
                self.rebuild(state, sees)
            if sees["player"] == TERMINAL:
                self.zero_sum(sees["returns"])
                self.expect(
                    "settled",
                    promised in (None, sees["returns"]),
                    f"the game ended with {sees['returns']}, settled() had promised {promised}",
                )
                self.expect("ending", True, "")
                return
            move = self.choose(sees, rng)
            if thorough:
                self.clone(state, sees, move, witness, witness_sees)
                self.images(state, sees, move)
            for mover in (state, replay, twin):
                if mover is not None:
                    self.apply(mover, move)
            self.moves.append(move)
        self.expect("ending", False, f"the game did not end within {LONGEST_GAME:,} plies")

    def walk(self) -> None:
        """Test the returns of all ends of a small game: random play may miss the one that breaks a law."""
        start = self.initial_state()
        waiting: deque[tuple[State, list[int]]] = deque([(start, [])])
        seen: set[Hashable] = {self.call("key()", start.key)}
        while waiting:
            state, before = waiting.popleft()
            self.moves = before
            if state.player == TERMINAL:
                returns = self.call("returns()", state.returns)
                self.keep(value_laws("returns", returns, self.game))
                self.zero_sum(returns)
                continue
            for move in self.call("moves()", state.moves):
                look()
                if len(seen) >= WALKED:
                    break
                self.moves = before
                child = self.call("clone()", state.clone)
                self.apply(child, move)
                self.moves = [*before, move]
                key = self.call("key()", child.key)
                if key not in seen:
                    seen.add(key)
                    waiting.append((child, self.moves))

    def zero_sum(self, returns: list[float]) -> None:
        if self.call("zero_sum", lambda: self.game.zero_sum):
            total = math.fsum(returns)
            self.expect("zero sum", abs(total) < 1e-9, f"the returns {short(returns)} sum to {total:g}")

    def seats(self) -> None:
        self.call("num_players", lambda: self.game.num_players)
        self.call("value_range", lambda: tuple(map(float, self.game.value_range)))
        self.keep(game_laws(self.game))

    def initial_state(self) -> State:
        state = self.call("initial_state()", self.game.initial_state)
        self.expect("methods", isinstance(state, State), f"initial_state() gave a {type(state).__name__}, not a State")
        return state

    def apply(self, state: State, move: int) -> None:
        self.call(f"apply({move})", partial(state.apply, move))

    def choose(self, sees: dict[str, Any], rng: Rng) -> int:
        if sees["player"] == CHANCE:
            return rng.outcome(sees["chance"])
        actions: list[int] = sees["actions"]
        return actions[rng.below(len(actions))]

    def answers(self, state: State) -> dict[str, Any]:
        """All answers of a position."""
        player = self.call("player", lambda: state.player)
        sees: dict[str, Any] = {
            "player": player,
            "actions": self.call("actions()", state.actions),
            "chance": self.call("chance()", state.chance),
            "settled": self.call("settled()", state.settled),
            "heuristic": self.call("heuristic()", state.heuristic),
            "key": self.call("key()", state.key),
            "text": self.call("str()", partial(str, state), law="text"),
        }
        if player == TERMINAL:
            sees["returns"] = self.call("returns()", state.returns)
        return sees

    def same(self, law: str, one: dict[str, Any], other: dict[str, Any], where: str) -> None:
        for name in one:
            self.expect(
                law,
                name in other and _equal(one[name], other[name]),
                f"{name} is {short(one[name])}, but {short(other.get(name))} {where}",
            )

    # The laws of one position

    def position(self, sees: dict[str, Any]) -> None:
        self.keep(position_laws(self.game, sees))
        key, player, actions = sees["key"], sees["player"], sees["actions"]
        self.call("hash(key())", partial(hash, key), law="key")
        before = self.known.setdefault(key, (player, actions, list(self.moves)))
        self.expect(
            "key",
            before[:2] == (player, actions),
            f"after the moves {short(before[2])} the key was the same, but the actions or the player differed",
        )
        self.expect("text", isinstance(sees["text"], str), "str() gives no text")

    def names(self, state: State, sees: dict[str, Any]) -> None:
        moves = sees["actions"] or [outcome for outcome, _ in sees["chance"]]
        taken: dict[str, int] = {}
        for move in moves:
            name = self.call(f"action_name({move})", partial(state.action_name, move))
            self.expect("names", isinstance(name, str), f"the name of action {move} is {name!r}, not a text")
            other = taken.setdefault(name.strip().lower(), move)
            self.expect("names", other == move, f"actions {other} and {move} are both named {name!r}")
            back = self.call(f"parse_action({name!r})", partial(state.parse_action, name), law="names")
            self.expect("names", back == move, f"{name!r} names action {move}, but parse_action reads {back!r}")

    def clone(
        self, state: State, sees: dict[str, Any], move: int, witness: State, witness_sees: dict[str, Any]
    ) -> None:
        before = contents(state)
        copy = self.call("clone()", state.clone)
        self.expect("clone", type(copy) is type(state), f"clone() gave a {type(copy).__name__}")
        self.same("clone", sees, self.answers(copy), "in its clone")
        copy_of_copy = self.call("clone()", copy.clone)
        self.apply(copy, move)
        # No move was played in this game: a change shows that states share data.
        self.same("apply", witness_sees, self.answers(witness), f"after action {move} in another game")
        self.unchanged(before, contents(state), f"playing {move} in a clone changed the original")
        self.unchanged(before, contents(copy_of_copy), f"playing {move} in a state changed its clone")
        self.same("clone", sees, self.answers(state), f"after action {move} in its clone")
        self.same("clone", sees, self.answers(copy_of_copy), f"in a clone after action {move} in the original")

    def unchanged(self, before: dict[str, Any], after: dict[str, Any], problem: str) -> None:
        for name in before:
            self.expect("clone", _equal(before[name], after.get(name)), f"{problem}: see the attribute {name!r}")

    def rebuild(self, state: State, sees: dict[str, Any]) -> None:
        if type(self.game).state_from_key is Game.state_from_key:
            return
        again = self.call("state_from_key(key)", partial(self.game.state_from_key, sees["key"]), law="rebuild")
        self.same("rebuild", sees, self.answers(again), "when rebuilt from its key")

    def images(self, state: State, sees: dict[str, Any], move: int) -> None:
        images = self.call("images()", state.images)
        if not images:
            return
        least = self.call("canonical_key()", state.canonical_key)
        self.expect("images", sees["key"] in [key for key, _ in images], "the position is not among its images")
        moves = sees["actions"] or [outcome for outcome, _ in sees["chance"]]
        child = self.call("clone()", state.clone)
        self.apply(child, move)
        child_images = [key for key, _ in self.call("images()", child.images)]
        for number, (key, to) in enumerate(images):
            image_moves = self.call("the map of images()", partial(_mapped, to, moves), law="images")
            self.expect(
                "images",
                all(map(is_integer, image_moves)) and len(set(image_moves)) == len(moves),
                f"image {number} maps the actions to {short(image_moves)}",
            )
            if type(self.game).state_from_key is not Game.state_from_key:
                self.image(number, key, sees["player"], least, image_moves)
                image = self.call("state_from_key(image)", partial(self.game.state_from_key, key))
                self.apply(image, to[move])
                self.expect(
                    "images",
                    self.call("key()", image.key) in child_images,
                    f"action {to[move]} in image {number} does not lead to an image of the state after {move}",
                )

    def image(self, number: int, key: Any, player: int, least: Hashable, image_moves: list[int]) -> None:
        image = self.call("state_from_key(image)", partial(self.game.state_from_key, key), law="images")
        self.expect(
            "images",
            self.call("canonical_key()", image.canonical_key) == least,
            f"image {number} has another canonical key",
        )
        self.expect(
            "images",
            image.player == player and sorted(image_moves) == sorted(self.call("moves()", image.moves)),
            f"image {number} has another player or other actions than the map says",
        )

    # The laws of the whole game

    def text_form(self) -> None:
        text = self.call("str(game)", partial(str, self.game), law="text form")
        if self.game.name not in Game.registry:
            return
        again = self.call(f"parse_game({text!r})", partial(parse_game, text), law="text form")
        self.expect("text form", again == self.game, f"{text!r} is read as {again!r}")

    def twin(self, twin: NativeState, state: State, sees: dict[str, Any]) -> None:
        sees = {**sees, "canonical_key": self.call("canonical_key()", state.canonical_key)}
        for name, answer in (
            ("player", twin.player),
            ("actions", twin.actions()),
            ("chance", twin.chance()),
            ("settled", twin.settled()),
            ("heuristic", twin.heuristic()),
            ("key", twin.key()),
            ("canonical_key", twin.canonical_key()),
            ("returns", twin.returns() if twin.player == TERMINAL else None),
        ):
            self.expect(
                "twin",
                answer == sees.get(name),
                f"{name} is {short(sees.get(name))} in Python and {short(answer)} in C++",
            )

    def has_twin(self) -> bool:
        named = self.call("twin", lambda: self.game.twin) is not None
        return named and self.call("the C++ twin", partial(native_game, self.game), law="twin") is not None

    def twin_playouts(self, games: int, seed: int) -> None:
        if not self.has_twin():
            return
        games = min(games, TWIN_PLAYOUTS)
        python, native = (random_playouts(self.game, games, seed, engine) for engine in ("python", "native"))
        self.expect("twin", python == native, f"random games end as {python} in Python, {native} in C++")


def _equal(one: object, other: object) -> bool:
    try:
        if one == other:
            return True
    except Exception:  # comparing arrays, for example, gives an array
        return False
    # An object that shows neither equality nor a text stands in the default key and text with its address.
    texts = str(one), str(other)
    return _ADDRESS.search(texts[0]) is not None and len({_ADDRESS.sub("", text) for text in texts}) == 1


def _mapped(to: Sequence[int], moves: list[int]) -> list[int]:
    return [to[move] for move in moves]


def _text_of(game: Game) -> str:
    """The game's text form; for a class that is not registered, the name of the class."""
    try:
        return str(game) if game.name else type(game).__name__
    except Exception:
        return type(game).__name__
