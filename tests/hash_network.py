"""A network that is a hash of the position: its answers look random, and every search can be repeated with them."""

from typing import Any

import numpy as np

from plyground.games import Game


class HashNetwork:
    """Values in [−1, 1] and logits about 0, each a function of the packed position alone."""

    def __init__(self, game: Game, salt: int = 0, seats: int = 0, half: bool = False) -> None:
        self.actions, self.seats, self.salt = game.num_actions, seats, salt
        self.type = np.float16 if half else np.float32
        self.positions = 0  # that it has judged

    def __call__(self, positions: Any) -> tuple[Any, Any]:
        self.positions += len(positions)
        hashed = np.full(len(positions), self.salt, dtype=np.uint64)
        for column in np.asarray(positions, dtype=np.uint64).T:
            hashed = self._mix(hashed + column + np.uint64(1))
        values = np.stack([self._number(hashed, i) for i in range(max(self.seats, 1))], axis=1)
        logits = np.stack([3.0 * self._number(hashed, 100 + i) for i in range(self.actions)], axis=1)
        values = values if self.seats else values[:, 0]
        return values.astype(self.type), logits.astype(self.type)

    def _number(self, hashed: Any, place: int) -> Any:
        return self._mix(hashed ^ np.uint64(place * 0x9E3779B97F4A7C15 & (1 << 64) - 1)).astype(np.int64) / 2.0**63

    @staticmethod
    def _mix(z: Any) -> Any:
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return z ^ (z >> np.uint64(31))
