"""`plyground match`: two agents, many games."""

from pathlib import Path

from plyground.arena.contest import make_contest
from plyground.arena.report import match_report
from plyground.arena.store import IN_MEMORY
from plyground.cli.contests import Cluster, OnForfeits, Openings, StoreFile, game_and_import, play_live
from plyground.cli.options import AgentText, Count, GameText, Json, Seconds, With, Workers
from plyground.cli.output import say, write_json
from plyground.cli.plots import check_plot, write_plot
from plyground.errors import PlygroundError
from plyground.statistics.sprt import Sprt


def match(
    a: AgentText,
    b: AgentText,
    /,
    *,
    game: GameText = "",
    games: Count = 100,
    sprt: str = "",
    seed: int = 0,
    openings: Openings = 0,
    move_seconds: Seconds | None = None,
    store: StoreFile = "",
    workers: Workers = None,
    cluster: Cluster = None,
    forfeits: OnForfeits = "stop",
    plot: Path | None = None,
    own: With = None,
    json: Json = False,
) -> None:
    """Play two agents against each other, in pairs of games with swapped seats and the same opening and dice.

    Args:
        a: An agent: "mcts(simulations=500)".
        b: Its opponent: random.
        games: The number of games; --sprt may end the match earlier.
        sprt: Stop as soon as the games decide between these two Elo differences: 0,20.
        seed: Seed of the openings, the dice and the agents' draws.
        move_seconds: An agent that takes longer for a move forfeits the game and is stopped: 2s, 500ms.
        plot: Draw the running score and the Elo difference: chart.svg, .png, .html, .json (Vega-Lite).

    Examples:
        plyground match "level(5)" "level(3)" --game connect_four
        plyground match "mcts(simulations=500)" mcts --game nim --sprt 0,20
    """
    check_plot(plot)
    rules, prepare = game_and_import(game)
    test = read_sprt(sprt) if sprt else None
    contest = make_contest(rules, [a, b], seed=seed, opening_moves=openings, move_seconds=move_seconds)
    done = play_live(
        contest,
        games,
        store or IN_MEMORY,
        sprt=test,
        workers=workers,
        cluster=cluster,
        prepare=prepare,
        forfeits=forfeits,
        plot=lambda progress: write_plot(plot, lambda: match_report(progress).chart()),
    )
    report = match_report(done)
    if json:
        for remark in report.remarks():
            say(f"plyground: {remark}")
        write_json(report.to_dict())
    else:
        print(report)


def read_sprt(text: str) -> Sprt:
    """The test of a text such as "0,20"."""
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        raise PlygroundError(f"--sprt takes two Elo differences such as 0,20, not {text!r}") from None
    return Sprt(elo0, elo1)
