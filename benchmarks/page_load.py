"""A classroom: many people play on one server of this machine at the same time. How long does a move take?

Starts `plyground serve --classroom` on a free port of 127.0.0.1 and lets PLAYERS people play GAMES games of tic-tac-toe
against mcts with 1,000 simulations. They think for PAUSE seconds on average (1 by default), and every tenth game is a
new session. Prints the time from a click to the answer of the agent, and the server's memory over the games.

    python benchmarks/page_load.py [PLAYERS] [GAMES] [PAUSE]
"""

import asyncio
import itertools
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

AGENT = "mcts(simulations=1000)"


class Player:
    """One person: clicks, waits for the answer, thinks."""

    def __init__(self, address: str, pause: float, seed: int) -> None:
        self.address, self.pause = address.replace("http", "ws") + "socket", pause
        self.rng = random.Random(seed)
        self.waits: list[float] = []

    async def play(self, games: "itertools.count[int]", most: int) -> None:
        while True:
            async with connect(self.address, max_size=None) as socket:
                await socket.send('{"type": "hello", "id": 1}')
                for _ in range(10):
                    if next(games) >= most:
                        return
                    await self.game(socket)

    async def game(self, socket: Any) -> None:
        await socket.send(json.dumps({"type": "new_game", "id": 2, "game": "tictactoe", "seats": ["human", AGENT]}))
        table = await self.until(socket, lambda table: table["id"] == 2)
        while not table["over"]:
            await asyncio.sleep(self.rng.uniform(0.0, 2 * self.pause))
            move = self.rng.choice(table["legal"])["action"]
            begin = time.perf_counter()
            await socket.send(json.dumps({"type": "play", "id": 3, "table": table["table"], "move": move}))
            table = await self.until(socket, lambda table: table["over"] or table["player"] == 0)
            self.waits.append(time.perf_counter() - begin)

    async def until(self, socket: Any, arrived: Any) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(await socket.recv())
            if message["type"] == "failed":
                raise SystemExit(message["message"])
            if message["type"] == "table" and arrived(message):
                return message


def megabytes(process: int) -> float:
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1000
    return 0.0


async def classroom(address: str, process: int, people: int, games: int, pause: float) -> None:
    players = [Player(address, pause, seed) for seed in range(people)]
    count = itertools.count()
    begin = time.perf_counter()
    memory = []

    async def watch_memory() -> None:
        while True:
            memory.append(megabytes(process))
            await asyncio.sleep(1.0)

    watcher = asyncio.create_task(watch_memory())
    await asyncio.gather(*(player.play(count, games) for player in players))
    watcher.cancel()
    elapsed = time.perf_counter() - begin
    waits = sorted(wait for player in players for wait in player.waits)
    cut = statistics.quantiles(waits, n=100)
    print(
        f"{people} people, {games:,} games, {len(waits):,} moves in {elapsed:.0f} s, "
        f"{len(waits) / elapsed:.0f} moves a second"
    )
    print(f"a move: median {1e3 * cut[49]:.0f} ms, p95 {1e3 * cut[94]:.0f} ms, p99 {1e3 * cut[98]:.0f} ms")
    quarter = max(1, len(memory) // 4)
    print(
        f"memory: {statistics.mean(memory[:quarter]):.0f} MB in the first quarter, "
        f"{statistics.mean(memory[-quarter:]):.0f} MB in the last, {max(memory):.0f} MB at most"
    )


def main(people: int = 100, games: int = 1000, pause: float = 1.0) -> None:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "plyground", "serve", "--classroom", "--no-browser", "--port", "0", "--data"]
        server = subprocess.Popen([*command, folder], stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            address = server.stdout.readline().rpartition(" ")[2].strip()
            asyncio.run(classroom(address, server.pid, people, games, pause))
        finally:
            server.terminate()
            server.wait(10)


if __name__ == "__main__":
    main(*[int(word) for word in sys.argv[1:3]], *[float(word) for word in sys.argv[3:4]])
