"""`plyground tune`: tune an agent's numbers."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from plyground.arena.live import LiveTable
from plyground.arena.store import IN_MEMORY
from plyground.arena.tune import tune as tune_agent
from plyground.cli.contests import Cluster, Openings, StoreFile, game_and_import, leaving
from plyground.cli.match import read_sprt
from plyground.cli.options import AgentText, Count, GameText, Json, With, Workers
from plyground.cli.output import write_json
from plyground.cli.plots import check_plot, write_plot
from plyground.errors import PlygroundError


def tune(
    agent: str,
    /,
    *,
    against: AgentText = "",
    game: GameText = "",
    ranges: Annotated[list[str] | None, Parameter(name="--range", negative=())] = None,
    games: Count = 2000,
    sprt: str = "0,20",
    seed: int = 0,
    openings: Openings = 0,
    store: StoreFile = "",
    workers: Workers = None,
    cluster: Cluster = None,
    plot: Path | None = None,
    own: With = None,
    json: Json = False,
) -> None:
    """Find the numbers that score best against a fixed opponent; a match on fresh seeds then tests the winner.

    Args:
        agent: The agent with {names} in place of numbers: "mcts(select=ucb1(c={c}))".
        against: The opponent.
        ranges: The range of one name: c=0.1:3, c=0.01:10:log, n=1:20 (whole numbers). Give one for each name.
        games: Games of the search; the confirming match plays at most as many again.
        sprt: The two Elo differences of the confirming match.
        seed: Seed of the search and of the games.
        plot: Draw the score against each number: chart.svg, .png, .html, .json (Vega-Lite).

    Examples:
        plyground tune "uct_nxn(epsilon={e})" --against mcts --game nim --range e=0:1
    """
    check_plot(plot)
    if not against:
        raise PlygroundError("which opponent? for example: --against mcts")
    rules, prepare = game_and_import(game)
    with LiveTable() as live, leaving(store or IN_MEMORY):
        report = tune_agent(
            agent,
            against,
            rules,
            ranges or [],
            games=games,
            seed=seed,
            opening_moves=openings,
            sprt=read_sprt(sprt),
            store=store or IN_MEMORY,
            workers=workers,
            cluster=cluster,
            prepare=prepare,
            watch=live,
            stopped=lambda draw: write_plot(plot, draw),
        )
    write_plot(plot, report.chart)
    if json:
        write_json(report.to_dict())
    else:
        print(report)
