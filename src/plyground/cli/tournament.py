"""`plyground tournament`: many agents, described by a file.

game = "connect_four"
games = 200                  # of each meeting
form = "round_robin"         # or gauntlet (the first meets all others), seatings (all at one table)
openings = 4
seed = 1

[agents]
random = "random"
quick = "mcts(simulations=100)"
"""

import difflib
import tomllib
from pathlib import Path
from typing import Any, get_args

from plyground.arena.contest import Form, make_contest
from plyground.arena.matches import default_form
from plyground.arena.report import tournament_report
from plyground.arena.store import IN_MEMORY
from plyground.cli.contests import Cluster, OnForfeits, StoreFile, game_and_import, play_live
from plyground.cli.options import Json, Workers
from plyground.cli.output import write_json
from plyground.cli.plots import check_plot, write_plot
from plyground.errors import PlygroundError
from plyground.files import read_text
from plyground.text_form import require_choice

_KEYS: dict[str, tuple[type, ...]] = {
    "game": (str,),
    "agents": (dict, list),
    "games": (int,),
    "form": (str,),
    "openings": (int,),
    "seed": (int,),
    "move_seconds": (int, float),
    "store": (str,),
}


def tournament(
    file: str,
    /,
    *,
    store: StoreFile = "",
    workers: Workers = None,
    cluster: Cluster = None,
    forfeits: OnForfeits = "stop",
    plot: Path | None = None,
    json: Json = False,
) -> None:
    """Play a tournament that a TOML file describes: game, agents, games, form, openings, seed, move_seconds, store.

    The shortest file: game = "connect_four", then a line [agents], then a line for each agent, such as
    quick = "mcts(simulations=100)".

    Args:
        file: The TOML file, such as league.toml. Without "form" every two agents meet; all sit at one table if the
            game has more than two seats and one agent for each.
        plot: Draw the ratings and the payoff matrix, or the seatings: chart.svg, .png, .html, .json (Vega-Lite).

    Examples:
        plyground tournament league.toml --store league.db
    """
    check_plot(plot)
    league = read_league(file)
    rules, prepare = game_and_import(league["game"])
    players = league["agents"]
    names = tuple(players) if isinstance(players, dict) else None
    texts = list(players.values()) if isinstance(players, dict) else players
    contest = make_contest(
        rules,
        texts,
        form=league.get("form") or default_form(rules, len(texts)),
        seed=league.get("seed", 0),
        opening_moves=league.get("openings", 0),
        move_seconds=league.get("move_seconds"),
    )
    path = store or league.get("store", IN_MEMORY)
    done = play_live(
        contest,
        league.get("games", 100),
        path,
        names=names,
        workers=workers,
        cluster=cluster,
        prepare=prepare,
        forfeits=forfeits,
        plot=lambda progress: write_plot(plot, lambda: tournament_report(progress, names).chart()),
    )
    report = tournament_report(done, names)
    if json:
        write_json(report.to_dict())
    else:
        print(report)


def read_league(path: str) -> dict[str, Any]:
    """The file, with every key checked."""
    try:
        league = tomllib.loads(read_text(path, "a TOML file"))
    except tomllib.TOMLDecodeError as error:
        raise PlygroundError(f"{path} is not a TOML file: {error}") from None
    for key, value in league.items():
        if key not in _KEYS:
            near = difflib.get_close_matches(key, _KEYS, n=1)
            hint = f"did you mean {near[0]}?" if near else f"it takes {', '.join(_KEYS)}"
            raise PlygroundError(f"{path} has an unknown key {key!r}; {hint}")
        if not isinstance(value, _KEYS[key]) or isinstance(value, bool):
            raise PlygroundError(f"{path}: {key} cannot be {value!r}")
    for key in ("game", "agents"):
        if key not in league:
            raise PlygroundError(f"{path} lacks {key} = …")
    agents = league["agents"]
    texts = list(agents.values()) if isinstance(agents, dict) else agents
    if not all(isinstance(text, str) for text in texts):
        raise PlygroundError(f'{path}: every agent is a text such as "mcts(simulations=100)"')
    require_choice(f"{path}: form", league.get("form", "round_robin"), get_args(Form))
    return league
