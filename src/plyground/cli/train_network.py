"""`plyground train alphazero`: a network learns a game by playing against itself."""

import os
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from plyground.atomic_file import require_place
from plyground.cli.output import say, status_line
from plyground.errors import PlygroundError
from plyground.files import place_of
from plyground.games.base import Game

if TYPE_CHECKING:
    from plyground.selfplay.judge import Judge
    from plyground.selfplay.strength import NetworkStrength
    from plyground.selfplay.training import AlphaZeroTraining, Players, TrainingProgress

LOOK_SECONDS = 60.0
SAVE_SECONDS = 20.0
SIMULATIONS = 64  # per move of the player that is measured
Device = Literal["auto", "cpu", "gpu"]
Curve = list[dict[str, Any]]


def train_network(
    rule: str,
    game: Game,
    minutes: float,
    seed: int,
    threads: int | None,
    device: Device,
    out: str,
    draw: Callable[[Curve], None] | None,
    cluster: str | None = None,
    prepare: Callable[[], object] | None = None,
) -> dict[str, Any]:
    """Train for a total of `minutes` and write the network to `out`, with a checkpoint beside it until the end.

    `draw` gets the learning curve, one point per minute, at the end or after Ctrl-C; in the latter case the last
    point has no Elo. A `cluster` plays the games; `prepare` is called first in its workers.
    """
    choose_device(device)
    from plyground.selfplay.checkpoint import load_checkpoint
    from plyground.selfplay.training import AlphaZeroRule, AlphaZeroTraining

    path = network_file("alphazero", game, out)
    training = AlphaZeroTraining(game, AlphaZeroRule.registry.parse(rule), seed, threads or os.cpu_count() or 1)
    checkpoint = checkpoint_of(path)
    if find_checkpoint(path):
        load_checkpoint(training, checkpoint)
        say(f"continuing after {training.counts.seconds / 60:.1f} minutes")
    say(f"{training.rule}, {training.network().parameters:,} weights")
    watch = _Watch(training, path, checkpoint)
    with status_line(lambda: watch.line):
        try:
            with _players(training, cluster, prepare) as players:
                training.run(60.0 * minutes, watch.report, players)
        except PlygroundError as error:  # of the cluster
            if not training.counts.steps:
                raise
            watch.save()
            raise PlygroundError(f"{error}; saved to {path}, the same command continues") from None
        except KeyboardInterrupt:
            watch.save()
            if draw is not None:
                watch.look(games=False)
                if drawable(watch.curve):
                    draw(watch.curve)
            raise KeyboardInterrupt(f"saved to {path}; the same command continues") from None
    watch.save()
    watch.look()
    checkpoint.unlink(missing_ok=True)
    if draw is not None:
        draw(watch.curve)
    return {"game": str(game), "rule": str(training.rule), "seed": seed, "file": str(path), "curve": watch.curve}


def _players(
    training: "AlphaZeroTraining", cluster: str | None, prepare: Callable[[], object] | None
) -> "AbstractContextManager[Players | None]":
    """The cluster that plays the games; None if they are played here."""
    if cluster is None:
        return nullcontext()
    from plyground.selfplay.cluster_play import cluster_players

    return cluster_players(training, cluster, prepare)


class _Watch:
    """Shows the progress of a training, measures its player every minute, and saves."""

    def __init__(self, training: "AlphaZeroTraining", path: Path, checkpoint: Path) -> None:
        from plyground.selfplay.judge import judge_of
        from plyground.selfplay.strength import NetworkStrength

        self.training, self.path, self.checkpoint = training, path, checkpoint
        self.line = "compiling …"
        self.curve: Curve = []
        self._judge = judge_of(training.game)
        self._strength = (
            NetworkStrength(training.game, training.threads) if NetworkStrength.makes_sense(training.game) else None
        )
        # The points of the curve with games for the Elo.
        self._measured: Curve = []
        self._saved = time.monotonic()
        self._looked = training.counts.seconds

    def report(self, progress: "TrainingProgress") -> bool:
        counts, losses = progress.counts, progress.losses
        self.training.counts = counts
        learning = f", loss {losses.policy:.3f} + {losses.value:.3f}" if losses else ""
        self.line = (
            f"{counts.seconds:.0f} s, {counts.games:,} games, {counts.positions:,} positions, {counts.steps:,} steps; "
            f"{progress.games_per_second:,.0f} games/s, {progress.simulations_per_second:,.0f} simulations/s{learning}"
        )
        if counts.seconds - self._looked > LOOK_SECONDS:
            self.save()
            self.look()
        elif time.monotonic() - self._saved > SAVE_SECONDS:
            self.save()
        return True

    def save(self) -> None:
        """Save the network, ready to play, and the checkpoint of the training beside it."""
        from plyground.selfplay.checkpoint import save_checkpoint

        save_checkpoint(self.training, self.checkpoint)
        self.training.network().save(self.path)
        self._saved = time.monotonic()

    def look(self, games: bool = True) -> None:
        """Add a point to the curve: the judge's verdict on the network and, if `games`, the saved player's Elo."""
        point: dict[str, Any] = self.training.counts._asdict()
        words = [f"{point['seconds'] / 60:.1f} min", f"{point['games']:,} games"]
        self.curve.append(point)
        if self._judge is not None:
            words += self._ask_judge(self._judge, point)
        if games and self._strength is not None:
            words += self._measure(self._strength, point, point["seconds"] - self._looked)
        self._looked = point["seconds"]
        say("; ".join(words))

    def _ask_judge(self, judge: "Judge", point: dict[str, Any]) -> list[str]:
        """The share of positions in which the network keeps the value, alone and with a search."""
        from plyground.selfplay.moves import network_moves, searched_moves

        answer, states = self.training.evaluator(), judge.states
        alone = judge.verdict(network_moves(answer, states))
        searched = judge.verdict(searched_moves(answer, states, SIMULATIONS, self.training.threads))
        point |= {"network": alone.to_dict(), f"search_{SIMULATIONS}": searched.to_dict()}
        return [f"right moves: network {alone}", f"with {SIMULATIONS} simulations {searched}"]

    def _measure(self, strength: "NetworkStrength", point: dict[str, Any], seconds: float) -> list[str]:
        """Play games against mcts of several sizes, and compute the Elo of every point so far."""
        from plyground.agents import AlphaZero
        from plyground.selfplay.strength import opponent

        strength.measure(AlphaZero(file=str(self.path), simulations=SIMULATIONS), seconds)
        self._measured.append(point)
        tallies = strength.tallies(-1)
        point["against"] = {opponent(size): tally.to_dict() for size, tally in tallies.items()}
        others = {name: elo.value for name, elo in strength.opponents_elo().items()}
        for earlier, elo in zip(self._measured, strength.elo(), strict=True):
            if elo is not None:
                earlier["elo"] = {"above": strength.smallest, **elo.to_dict(), "opponents": others}
        if not tallies:
            return []
        elo = point["elo"]
        results = ", ".join(f"{tally} against {size:,}" for size, tally in tallies.items())
        return [f"Elo {elo['value']:.0f} [{elo['low']:.0f}, {elo['high']:.0f}] above {strength.smallest} ({results})"]


def drawable(curve: Curve) -> bool:
    """True if a point of the curve has a figure to draw."""
    return any("network" in point or "elo" in point for point in curve)


def choose_device(device: Device) -> None:
    """Choose where JAX computes; call this before its first use."""
    if device != "auto":
        os.environ["JAX_PLATFORMS"] = {"cpu": "cpu", "gpu": "cuda"}[device]
    from plyground.net.array_math import need_jax

    try:
        need_jax().devices()
    except RuntimeError as error:
        raise PlygroundError(f"--device {device}: {str(error).splitlines()[0]}") from None


def network_file(learner: str, game: Game, out: str) -> Path:
    """The file for the network of a training."""
    name = "".join(letter if letter.isalnum() else "_" for letter in str(game)).strip("_")
    path = place_of(out or f"{learner}_{name}.network")
    require_place(path)
    return path


def checkpoint_of(path: Path) -> Path:
    """The file that holds the state of a training until it ends."""
    return path.with_name(path.name + ".training")


def find_checkpoint(path: Path) -> bool:
    """True if there is a training to continue; raises if the network of a finished one would be overwritten."""
    if checkpoint_of(path).exists():
        return True
    if path.exists():
        raise PlygroundError(f"{path} exists: name another file with --out")
    return False
