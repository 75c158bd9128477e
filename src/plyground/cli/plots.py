"""`--plot FILE`: a chart of a command's results."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from plyground.agents.episodes import Episodes
from plyground.cli.output import say
from plyground.errors import PlygroundError
from plyground.statistics.intervals import Estimate
from plyground.view import charts

_POINTS = 40  # of a learning curve
# The two players that the judge tests during the training of a network.
_NAMES = {"network": "the network alone", "search_64": "with 64 simulations"}


def check_plot(plot: Path | None) -> None:
    """Refuse a file that cannot become a chart, before the first game."""
    if plot is not None:
        charts.require_chart_file(plot)


def write_plot(plot: Path | None, draw: Callable[[], charts.Chart]) -> None:
    """Write the chart, if one was asked for, and name its file on stderr."""
    if plot is not None:
        draw().save(plot)
        say(f"the chart is in {plot}")


def network_chart(game: str, curve: Sequence[Mapping[str, Any]]) -> charts.Chart:
    """A network over time: its right moves, alone and with a search, and the Elo of its player."""
    pictures, palette = {"network": _judged, "elo": _elo}, charts.Palette(_NAMES.values())
    panels = [draw(game, curve, palette) for name, draw in pictures.items() if any(name in point for point in curve)]
    if not panels:
        raise PlygroundError(f"plyground has no judge for {game}, and no games were played: there is no curve to draw")
    return panels[0] if len(panels) == 1 else charts.grid(f"alphazero learns {game}", *panels, columns=1)


def _judged(game: str, curve: Sequence[Mapping[str, Any]], palette: charts.Palette) -> charts.Chart:
    series = {
        words: [(point["seconds"] / 60, point[name]["all"]) for point in curve if name in point]
        for name, words in _NAMES.items()
    }
    title, what = f"Right moves on {game}", "moves that keep the value"
    return charts.lines(title, series, x="minutes", y=what, percent=True, palette=palette)


def _elo(game: str, curve: Sequence[Mapping[str, Any]], palette: charts.Palette) -> charts.Chart:
    """The Elo of the network's player, and that of its opponents as level lines."""
    measured = [(point["seconds"] / 60, point["elo"]) for point in curve if "elo" in point]
    last = measured[-1][1]
    series: dict[str, list[tuple[float, Any]]] = {
        _NAMES["search_64"]: [(at, Estimate(elo["value"], elo["low"], elo["high"])) for at, elo in measured]
    }
    series |= {name: [(at, value) for at, _ in measured] for name, value in last["opponents"].items()}
    note = "games against mcts of several sizes, all rated together, 95 % intervals"
    title, what = f"Strength on {game}", f"Elo above {last['above']}"
    level = (last["above"], 0.0)
    return charts.lines(title, series, x="minutes", y=what, note=note, level=level, palette=palette)


def learning_chart(training: Episodes) -> charts.Chart:
    """The results of the last 100 games, at several points of the training."""
    who = "the first seat" if training.opponent == "self" else training.learner.name
    title = f"{training.learner} on {training.game} against {training.opponent}"
    note = f"the last 100 games before each episode, as {who} sees them, 95 % intervals"
    return charts.learning_curve(title, {training.learner.name: training.learning_curve(_POINTS)}, note=note)
