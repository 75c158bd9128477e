"""`plyground train`: train a learner, and show its progress."""

import shlex
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from plyground.agents.episodes import Episodes, Window, parse_opponent
from plyground.agents.training import Training, parse_learner
from plyground.agents.training_file import load_training, save_training
from plyground.atomic_file import require_place
from plyground.cli.contests import Cluster, game_and_import
from plyground.cli.game_files import find_game, spell
from plyground.cli.interrupts import TrainingStopped, interrupts_held
from plyground.cli.options import AgentText, Count, CountOrZero, Json
from plyground.cli.output import progress, say, write_json, write_table
from plyground.cli.plots import check_plot, learning_chart, network_chart, write_plot
from plyground.cli.train_dqn import train_dqn
from plyground.cli.train_network import Curve, Device, train_network
from plyground.errors import PlygroundError
from plyground.files import find_file
from plyground.games import Game
from plyground.games.native import Engine

BAR = 40


def train(
    learner: AgentText = "",
    /,
    *,
    game: str = "",
    episodes: CountOrZero = 1000,
    opponent: str | None = None,
    seat: int | None = None,
    seed: int | None = None,
    out: str = "",
    resume: bool = False,
    engine: Engine = "auto",
    minutes: float = 5.0,
    threads: Count | None = None,
    device: Device = "auto",
    cluster: Cluster = None,
    plot: Path | None = None,
    json: Json = False,
) -> None:
    """Train a learner by playing: a table or a network (dqn) against an opponent, or a network against itself
    (alphazero).

    Args:
        learner: The learner: q_learning, sarsa(alpha=0.3), monte_carlo, dqn, alphazero, alphazero(simulations=64).
        game: The game: tictactoe, mnk(5,5,4), my_game.py.
        episodes: Number of games; with --resume, of further games. For dqn the total: the same command continues a
            training that was killed.
        opponent: The player of the other seats: random (the default), self, any agent.
        seat: The learner's seat, from 1; by default the learner changes seats from game to game.
        seed: The same seed repeats a training (default: 0).
        out: Write the table or the network to this file; play it as q_learning(file=FILE).
        resume: Continue the training of the table in the --out file.
        engine: The engine that plays the games.
        minutes: Total time of an alphazero training; the same command continues a training that was killed.
        threads: Search threads of an alphazero training (default: one for each core).
        device: The device that computes a network.
        plot: Draw the learning curve: chart.svg, .png, .html, .json (Vega-Lite). For alphazero it shows the right moves
            and, in games of two seats or more, the Elo above mcts(simulations=100).

    Examples:
        plyground train q_learning --game tictactoe --episodes 100k --out table.plg
        plyground train --resume --out table.plg --episodes 100k
        plyground train dqn --game tictactoe --episodes 10k --out q.network
        plyground train alphazero --game tictactoe --minutes 1
    """
    check_plot(plot)
    if learner.partition("(")[0] == "alphazero":
        _train_network(learner, game, minutes, seed, threads, device, cluster, out, plot, json)
        return
    if cluster is not None:
        raise PlygroundError("--cluster is for alphazero only")
    if learner.partition("(")[0] == "dqn":
        if resume:
            raise PlygroundError("dqn continues by itself: repeat the command without --resume")
        rules = _game(learner, game)
        place = _seat(seat, rules)
        dqn, file = train_dqn(learner, rules, episodes, opponent or "random", place, seed or 0, device, out)
        _show(dqn, "", file, plot, json)
        return
    if resume:
        training = _resume(out, learner, game, opponent, seat, seed, engine)
    else:
        training = _start(out, learner, game, opponent, seat, seed, engine)
    with interrupts_held() as interrupted, progress(f"train {training.learner.name}", episodes) as step:
        with suppress(TrainingStopped):
            training.run(episodes, lambda count: _report(count, step, interrupted))
        if out:
            stopped = f"stopped after {training.episodes:,} episodes; " if interrupted() else ""
            say(f"{stopped}saving to {out} …")  # a large table takes seconds
            save_training(training, out)
    if interrupted():
        if training.episodes:
            write_plot(plot, lambda: learning_chart(training))
        raise KeyboardInterrupt(f"saved to {out}" if out else f"stopped after {training.episodes:,} episodes")
    _show(training, training.engine, out, plot, json)


def _show(training: Episodes, engine: str, out: str, plot: Path | None, json: bool) -> None:
    """Show the learning curve of a finished training, and the command that plays its learner."""
    if training.episodes:
        write_plot(plot, lambda: learning_chart(training))
    if json:
        write_json(_as_dict(training, engine, out))
        return
    _write_curve(training, engine)
    if out:
        player = f'{training.learner.name}(file="{out}")'
        say(f"saved to {out}; play it with: {shlex.join(['plyground', 'play', spell(training.game), 'human', player])}")


def _train_network(
    learner: str,
    game: str,
    minutes: float,
    seed: int | None,
    threads: int | None,
    device: Device,
    cluster: str | None,
    out: str,
    plot: Path | None,
    json: bool,
) -> None:
    _require(learner, game)
    rules, prepare = game_and_import(game)

    def draw(curve: Curve) -> None:
        write_plot(plot, lambda: network_chart(str(rules), curve))

    drawing = draw if plot else None
    result = train_network(
        learner, rules, minutes, seed or 0, threads, device, out, drawing, cluster=cluster, prepare=prepare
    )
    if json:
        write_json(result)
    command = ["plyground", "play", spell(rules), "human", f'alphazero(file="{result["file"]}")']
    say(f"saved to {result['file']}; play it with: {shlex.join(command)}")


def _game(learner: str, game: str) -> Game:
    _require(learner, game)
    return find_game(game)


def _require(learner: str, game: str) -> None:
    if not learner or not game:
        raise PlygroundError("which learner and which game? for example: plyground train q_learning --game tictactoe")


def _start(
    out: str, learner: str, game: str, opponent: str | None, seat: int | None, seed: int | None, engine: Engine
) -> Training:
    rules = _game(learner, game)
    if out:
        require_place(out)
        if find_file(out) is not None:
            raise PlygroundError(f"{out} exists: add --resume to continue it, or name another file")
    return Training(learner, rules, opponent or "random", _seat(seat, rules), seed or 0, engine)


def _resume(
    out: str, learner: str, game: str, opponent: str | None, seat: int | None, seed: int | None, engine: Engine
) -> Training:
    """The training in the file; options that are given must agree with it."""
    if not out:
        raise PlygroundError("--resume needs the file of the training: --out FILE")
    try:
        training = load_training(out, find_game(game) if game else None, engine)
    except PlygroundError as error:
        own = "" if game or "unknown game" not in str(error) else "; a game of your own needs --game FILE"
        raise PlygroundError(f"{error}{own}") from None
    _seat(seat, training.game)
    given = [
        ("learner", parse_learner(learner).rule if learner else None, training.learner.rule),
        ("opponent", str(parse_opponent(opponent)) if opponent else None, str(training.opponent)),
        ("seat", seat, "each in turn" if training.seat is None else training.seat + 1),
        ("seed", None if seed is None else seed % 2**64, training.seed),
    ]
    for what, wanted, saved in given:
        if wanted is not None and wanted != saved:
            raise PlygroundError(f"{out} was trained with {what} {saved}, not {wanted}: leave it out, or train anew")
    return training


def _seat(seat: int | None, game: Game) -> int | None:
    """The seat from 0; people count from 1."""
    if seat is not None and not 1 <= seat <= game.num_players:
        raise PlygroundError(f"--seat must be from 1 to {game.num_players} in {game}, not {seat}")
    return None if seat is None else seat - 1


def _report(count: int, step: Callable[[int], None], interrupted: Callable[[], bool]) -> None:
    step(count)
    if interrupted():
        raise TrainingStopped


def _write_curve(training: Episodes, engine: str) -> None:
    rows = [
        (f"{w.episode:,}", _percent(w, w.won), _percent(w, w.drawn), _percent(w, w.lost), _bar(w))
        for w in training.learning_curve()
    ]
    who = "the first seat" if training.opponent == "self" else str(training.learner.name)
    print(f"{training.learner} on {training.game} against {training.opponent}: the last 100 games, as {who} sees them")
    write_table(["episode", "won", "drawn", "lost", ""], rows, {"episode", "won", "drawn", "lost"})
    sizes = ", ".join(f"{count:,} {what}" for what, count in training.sizes.items())
    print(f"{training.episodes:,} episodes, {sizes}" + (f" ({engine})" if engine else ""))


def _percent(window: Window, games: int) -> str:
    return f"{100 * games / window.games:.0f} %"


def _bar(window: Window) -> str:
    return "#" * round(BAR * window.won / window.games)


def _as_dict(training: Episodes, engine: str, out: str) -> dict[str, object]:
    return {
        "learner": training.rule,
        "game": str(training.game),
        "opponent": str(training.opponent),
        "seat": None if training.seat is None else training.seat + 1,
        "seed": training.seed,
        "engine": engine or None,
        "episodes": training.episodes,
        **training.sizes,
        "curve": [asdict(window) for window in training.learning_curve()],
        "file": out or None,
    }
