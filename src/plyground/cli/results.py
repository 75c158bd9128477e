"""`plyground results`: the content of a store."""

import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from plyground.agents import Agent, Decision
from plyground.arena.contest import Contest
from plyground.arena.export import export as export_games
from plyground.arena.referee import GameRecord
from plyground.arena.report import MatchReport, TournamentReport, match_report, tournament_report
from plyground.arena.runner import Progress
from plyground.arena.store import Store, StoredRun
from plyground.cli.game_files import sources_of
from plyground.cli.options import Json, With
from plyground.cli.output import write_json, write_table
from plyground.cli.plots import check_plot, write_plot
from plyground.cli.saved_games import command_to_load, save_game, with_digests
from plyground.errors import CannotPlay, PlygroundError
from plyground.games import CHANCE, Game, State, parse_game
from plyground.games.game_text import SavedGame
from plyground.view.result_tables import running_average_table


def results(
    store: str,
    run: int | None = None,
    number: int | None = None,
    /,
    *,
    game: str = "",
    agent: str = "",
    export: str = "",
    plot: Path | None = None,
    own: With = None,
    json: Json = False,
) -> None:
    """List the runs of a store, show one in full, or replay one game.

    Args:
        store: The results file.
        run: Show this run.
        number: Replay this game of the run.
        game: Only runs of games with this text in their name.
        agent: Only runs with an agent that has this text in its name.
        export: Write the games to this file (.csv, .parquet), or a single game as a saved game (.txt).
        plot: Draw the run: chart.svg, .png, .html, .json (Vega-Lite).

    Examples:
        plyground results league.db
        plyground results league.db 1 7 --export game.txt
    """
    check_plot(plot)
    if plot is not None and (run is None or number is not None or export):
        raise PlygroundError("--plot draws one run: plyground results STORE RUN --plot FILE")
    with Store(store, must_exist=True) as found:
        runs = [one for one in found.runs() if game in one.game and any(agent in text for text in one.agents)]
        if run is not None:
            runs = [one for one in runs if one.id == run] or [found.run(run)]
        if number is not None:
            _one_game(runs[0], _find(found, runs[0], number), export, json)
        elif export:
            for one in runs:
                _game_of(one)  # raises if the game is unknown: the export names its moves
            print(f"{export_games(found, runs, export)} games written to {export}")
        elif run is not None:
            report = report_of(found, runs[0])
            write_plot(plot, report.chart)
            if json:
                write_json(report.to_dict())
            else:
                _write_report(runs[0], report)
        else:
            _list(runs, json)


def _list(runs: Iterable[StoredRun], json: bool) -> None:
    if json:
        write_json([run.to_dict() for run in runs])
        return
    headings = ["run", "game", "agents", "games", "seed", "plyground", "begun"]
    rows = [
        (
            str(run.id),
            run.game,
            " | ".join(run.agents),
            str(run.games),
            str(run.seed),
            run.build,
            run.created[: len("2026-01-31T12:00")].replace("T", " "),
        )
        for run in runs
    ]
    write_table(headings, rows, {"run", "games", "seed", "version", "begun"})


def report_of(store: Store, run: StoredRun) -> MatchReport | TournamentReport:
    """The report of a stored run, from its rows."""
    if not run.games:
        raise CannotPlay(f"run {run.id} of {store.path} has no games yet")
    contest = Contest(
        _game_of(run),
        tuple(map(StoredAgent, run.agents)),
        run.form,
        run.seed,
        run.opening_moves,
        run.move_seconds,
    )
    records = {record.number: record for record in store.records(run.id)}
    progress = Progress(contest, len(records), len(records), records)
    if len(contest.agents) == 2 and contest.form != "seatings":
        return match_report(progress)
    return tournament_report(progress)


@dataclass
class StoredAgent(Agent):
    """An agent of a stored run: only its text, because its class or its files may be gone."""

    text: str

    def choose(self, state: State) -> Decision:
        raise PlygroundError(f"{self} has played already")

    def __str__(self) -> str:
        return self.text


def _game_of(run: StoredRun) -> Game:
    try:
        return parse_game(run.game)
    except PlygroundError as error:
        own = " ".join(f"--with {shlex.quote(file)}" for file in run.sources) or "--with FILE"
        raise PlygroundError(f"{error}; a game of your own needs {own}") from None


def _write_report(run: StoredRun, report: MatchReport | TournamentReport) -> None:
    print(f"run {run.id}, begun {run.created}, plyground {run.build}, seed {run.seed}")
    print(report)
    if isinstance(report, MatchReport) and report.returns is None:
        print(f"\nthe running score\n{running_average_table(report.running_average)}")


def _find(store: Store, run: StoredRun, number: int) -> GameRecord:
    for record in store.records(run.id):
        if record.number == number:
            return record
    raise PlygroundError(f"run {run.id} of {store.path} has no game {number}")


def _one_game(run: StoredRun, record: GameRecord, export: str, json: bool) -> None:
    game = _game_of(run)
    moves = [int(move) for move in record.moves.split()]
    if export:
        if Path(export).suffix != ".txt":
            raise PlygroundError(f"one game is written to a .txt file, not to {export}")
        players = tuple(run.agents[agent] for agent in record.seats)
        sources = with_digests([*sources_of(game), *run.sources])
        save_game(export, SavedGame(game, moves, players, _returns(record), sources))
        print(f"game {record.number} written to {export}: {command_to_load(export, sources)} continues from there")
    elif json:
        agents = [run.agents[agent] for agent in record.seats]
        names = [name for _, name in game.name_moves(moves)]
        write_json({**record.__dict__, "agents": agents, "moves": names, "actions": moves})
    else:
        _replay(run, record, game, moves)


def _replay(run: StoredRun, record: GameRecord, game: Game, moves: list[int]) -> None:
    seats = [f"{game.seat_name(seat)} ({run.agents[agent]})" for seat, agent in enumerate(record.seats)]
    print(f"{game}, game {record.number}: {', '.join(seats)}")
    for ply, (player, name) in enumerate(game.name_moves(moves), start=1):
        who = "dice" if player == CHANCE else seats[player]
        print(f"{ply:3d}. {who}: {name}{'  (opening)' if ply <= record.opening else ''}")
    print(f"\n{game.position(moves)}\n")
    if record.forfeit is not None:
        print(f"forfeited by {seats[record.forfeit]}: {record.reason}")
    print(_returns(record))


def _returns(record: GameRecord) -> str:
    return f"returns {', '.join(f'{value:zg}' for value in record.returns)}"
