"""`plyground train dqn`: a network learns the values of actions by playing against an opponent."""

import time
from contextlib import suppress
from typing import TYPE_CHECKING

from plyground.cli.interrupts import TrainingStopped, interrupts_held
from plyground.cli.output import progress, say
from plyground.cli.train_network import (
    SAVE_SECONDS,
    Device,
    checkpoint_of,
    choose_device,
    find_checkpoint,
    network_file,
)
from plyground.games.base import Game

if TYPE_CHECKING:
    from plyground.selfplay.dqn import DqnTraining


def train_dqn(
    rule: str, game: Game, episodes: int, opponent: str, seat: int | None, seed: int, device: Device, out: str
) -> "tuple[DqnTraining, str]":
    """Train up to this total of episodes, from the checkpoint if there is one; returns training and network file."""
    choose_device(device)
    from plyground.selfplay.checkpoint import load_checkpoint, save_checkpoint
    from plyground.selfplay.dqn import DqnTraining

    path = network_file("dqn", game, out)
    training = DqnTraining(rule, game, opponent, seat, seed)
    checkpoint = checkpoint_of(path)
    if find_checkpoint(path):
        load_checkpoint(training, checkpoint)
        say(f"continuing after {training.episodes:,} episodes")
    saved = time.monotonic()

    def save() -> None:
        nonlocal saved
        save_checkpoint(training, checkpoint)
        training.network().save(path)
        saved = time.monotonic()

    with interrupts_held() as interrupted, progress("train dqn", episodes) as step:
        step(training.episodes)

        def report(count: int) -> None:
            step(count)
            if interrupted():
                raise TrainingStopped
            if time.monotonic() - saved > SAVE_SECONDS:
                save()

        with suppress(TrainingStopped):
            training.run(episodes, report)
    save()
    if interrupted():
        raise KeyboardInterrupt(f"saved to {path} after {training.episodes:,} episodes; the same command continues")
    checkpoint.unlink()
    return training, str(path)
