"""Every figure of the guide, made from plyground's own views: boards, trees, charts.

The guide inlines its figures (docs/picture.py). Boards and trees take their colours from the page; a chart is drawn
four times, for light and dark pages, wide and narrow ones, and the page shows one.
"""

import json
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import plyground as pg
from plyground.experiments.bundle import load
from plyground.view import charts, svg

DOCS = Path(__file__).parent
BROAD = 700  # pixels: a phone scrolls a wider picture instead of shrinking it
FIGURES: dict[str, Callable[[], str]] = {}


def figure(make: Callable[[], Any]) -> Callable[[], Any]:
    """Register a figure under the name of its function: SVG text, or an object that draws itself."""
    FIGURES[make.__name__] = lambda: inline(make())
    return make


def inline(found: Any) -> str:
    if isinstance(found, charts.Chart):
        return "".join(
            f'<div class="only-{theme}"><div class="wide">{found.svg(theme)}</div>'
            f'<div class="narrow">{found.svg(theme, 360)}</div></div>'
            for theme in ("light", "dark")
        )
    text = svg.unstyled(found if isinstance(found, str) else found.svg())
    width = float(re.findall(r'viewBox="0 0 ([\d.]+)', text)[0])
    return text.replace('class="ply"', 'class="ply broad"', 1) if width > BROAD else text


def study(name: str) -> Any:
    return json.loads((DOCS / "studies" / f"{name}.json").read_text(encoding="utf-8"))


def searched(game: str, position: str, simulations: int, seed: int = 1, **parts: Any) -> pg.Search:
    search = pg.Search(game, pg.configure(**parts), seed=seed)
    search.run(search.game.position(position), simulations)
    return search


# What a search is


@figure
def tree_of_4() -> Any:
    return pg.view.tree(searched("tictactoe", "", 4), boards=True)


@figure
def tree_of_14() -> Any:
    return pg.view.tree(searched("tictactoe", "", 14), top=9)


@figure
def tree_of_1000() -> Any:
    return pg.view.tree(searched("tictactoe", "", 1000), depth=4, top=2, limit=12)


@figure
def values_of_1000() -> str:
    search = searched("tictactoe", "", 1000)
    return pg.view.board(search.state, overlay=search.resume(0))


@figure
def bonus() -> Any:
    """The exploration bonus over the parent's visits."""

    def curve(visits: int) -> list[tuple[float, float]]:
        totals = [total for total in (10, 30, 100, 300, 1000, 3000, 10_000) if total >= visits]
        return [(total, 1.4 * math.sqrt(math.log(total) / visits)) for total in totals]

    series = {f"child with {visits} visits": curve(visits) for visits in (1, 10, 100)}
    return charts.lines("The bonus of UCB1, c = 1.4", series, x="visits of the parent", y="bonus", log_x=True)


# Why more thinking can recommend a losing move


@figure
def losing_board() -> str:
    found = study("losing_move")
    state = pg.parse_game("connect_four").position(found["position"])
    return pg.view.board(state, overlay={state.parse_action(name): score for name, score in found["exact"].items()})


@figure
def losing_moves() -> Any:
    """The share of searches that recommend each kind of move, over the budget."""
    found = study("losing_move")
    kinds = {
        "column 4, which wins": "4",
        "the columns beside it, 3 and 5": "35",
        "the edges, 1 and 7": "17",
        "2 and 6": "26",
    }
    rows = [row for row in found["rows"] if row["rule"] == "ucb1(c=1.4)"]
    series = {
        kind: [(row["simulations"], sum(row["played"].get(name, 0) for name in names) / found["seeds"]) for row in rows]
        for kind, names in kinds.items()
    }
    return charts.lines(
        f"The move recommended after {found['position']}, of {found['seeds']} searches",
        series,
        x="simulations",
        y="searches",
        log_x=True,
        percent=True,
        y_range=(0, 1),
    )


# Racing two ideas


@figure
def race() -> Any:
    steps = study("two_rollouts")["steps"]
    names = {
        "same simulations": "same simulations, defaults",
        "same cost": "same cost, defaults",
        "tuned": "same cost, both tuned",
        "tuned against default": "same cost, only the variant tuned",
    }
    values = {
        words: pg.arena.Estimate(*(steps[step]["json"][field] for field in ("score", "low", "high")))
        for step, words in names.items()
    }
    return charts.dots(
        "The score of two random games a leaf against one", values, x="score", percent=True, level=("even", 0.5)
    )


@figure
def tuning() -> Any:
    steps = study("two_rollouts")["steps"]
    drawn = []
    for step, title in (("tune two", "two random games a leaf"), ("tune one", "one random game a leaf")):
        found = steps[step]["json"]
        points = [(one["values"]["c"], one["score"], one["games"]) for one in found["candidates"]]
        drawn.append(charts.trials(title, points, x="c", log_x=True, best=found["winner"]["values"]["c"]))
    return charts.grid("What the tuning tried", *drawn, columns=2)


# Our own questions


def measured(experiment: str, id: str) -> Any:
    """A figure of an experiment, from its stored results."""
    studies = load(experiment).values()
    return next(one for study in studies for one in study.outcome.figures if one.id == id).chart()


@figure
def openings_ratio() -> Any:
    return measured("openings", "ratio")


@figure
def openings_split() -> Any:
    return measured("openings", "split")


@figure
def openings_judge() -> Any:
    return measured("openings", "judge")


@figure
def more_search_errors() -> Any:
    return measured("more_search", "errors")


@figure
def more_search_classes() -> Any:
    return measured("more_search", "classes")


@figure
def more_search_turned() -> Any:
    return measured("more_search", "flips")


# The gallery


@figure
def connect_four() -> str:
    search = searched("connect_four", "4453", 50_000)
    return pg.view.board(search.state, overlay=search.resume(0))


@figure
def connect_four_tree() -> Any:
    return pg.view.tree(searched("connect_four", "4453", 50_000), depth=6, top=2, limit=14)


@figure
def gomoku() -> str:
    search = searched("mnk(9,9,5)", "e5 e6 d5 f5 d4", 20_000)
    return pg.view.board(search.state, overlay=pg.view.visits(search.resume(0)))


@figure
def ludo() -> str:
    game, rng = pg.Ludo(), pg.Rng(4)
    state = game.initial_state()
    for _ in range(160):
        if state.player == pg.CHANCE:
            state.apply(rng.outcome(state.chance()))
        else:
            actions = state.actions()
            state.apply(actions[rng.below(len(actions))])
    return pg.view.board(state)


@figure
def nim() -> str:
    return pg.view.board(pg.Nim().initial_state())


@figure
def pig() -> str:
    search = searched("pig", "roll 5 roll 6", 20_000)
    return pg.view.board(search.state, overlay=search.resume(0))


@figure
def proven_tree() -> Any:
    return pg.view.tree(searched("tictactoe", "a1 b2 c3", 5000, backup="solver"), depth=1, top=6, boards=True)


@figure
def tournament() -> Any:
    """The payoff matrix of a small round robin, played during the build."""
    agents = {
        "random": "random",
        "20 simulations": "mcts(simulations=20)",
        "100 simulations": "mcts(simulations=100)",
        "500 simulations": "mcts(simulations=500)",
        "alpha-beta, depth 4": "alpha_beta(depth=4)",
    }
    report = pg.tournament(agents, "connect_four", games=20, opening_moves=2, seed=1)
    return charts.payoff("Connect Four, 20 games a meeting", report.payoff)


@figure
def hero() -> str:
    """A board with the values of a search, and its tree beside it."""
    moves, simulations = "2767231674", 2000
    search = searched("connect_four", moves, simulations)
    left = pg.view.board(search.state, overlay=search.resume(0))
    right = pg.view.tree(search, depth=3, top=3, limit=11).svg()
    sizes = [tuple(map(float, re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', part)[0])) for part in (left, right)]
    height = 380.0
    body, x = [], 0.0
    for part, (width, tall) in zip((left, right), sizes, strict=True):
        wide = width * height / tall
        place = f' x="{svg.number(x)}" width="{svg.number(wide)}" height="{height:.0f}"'
        size = r' width="[\d.]+" height="[\d.]+" style="[^"]*" role="img"'
        body.append(re.sub(size, place, svg.unstyled(part), count=1))
        x += wide
    words = f"Connect Four after {moves}: the values of a search of {simulations:,} simulations, and its tree"
    return svg.picture(x, height, words, words, body)


def write(folder: Path) -> None:
    folder.mkdir(parents=True)
    for name, make in FIGURES.items():
        (folder / f"{name}.html").write_text(make(), encoding="utf-8")


def write_style(folder: Path) -> None:
    """Write the style sheet: colours of boards and trees on light and dark pages, and the chart for each page width."""
    folder.mkdir(parents=True)
    light, dark = ("".join(f"--{name}:{colours[which]};" for name, colours in svg.PALETTE.items()) for which in (0, 1))
    rules = [
        svg.STYLE,
        f".picture{{{light}overflow-x:auto;margin:1.2em 0}}",
        f"body[data-theme=dark] .picture{{{dark}}}",
        f"@media(prefers-color-scheme:dark){{body:not([data-theme=light]) .picture{{{dark}}}}}",
        ".picture .caption{color:var(--color-foreground-secondary);font-size:var(--font-size--small);margin-top:.3em}",
        ".picture .broad{min-width:640px}",
        ".picture .narrow{display:none}",
        "@media(max-width:600px){.picture .wide{display:none}.picture .narrow{display:block}}",
    ]
    (folder / "pictures.css").write_text("\n".join(rules) + "\n", encoding="utf-8")
