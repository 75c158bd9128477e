"""`--plot FILE`: a chart of what a command found."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from plyground.agents.episodes import Episodes
from plyground.cli.output import say
from plyground.errors import PlygroundError
from plyground.view import charts

_POINTS = 40  # of a learning curve


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
    """The judge's word on a network over time, alone and with a search."""
    judged = [name for name in ("network", "search_64") if any(name in point for point in curve)]
    if not judged:
        raise PlygroundError(f"nothing exact is known of {game}: there is no curve to draw")
    names = {"network": "the network alone", "search_64": "with 64 simulations"}
    series = {names[name]: [(point["seconds"] / 60, point[name]["all"]) for point in curve] for name in judged}
    return charts.lines(f"Right moves on {game}", series, x="minutes", y="moves that keep the value", percent=True)


def learning_chart(training: Episodes) -> charts.Chart:
    """The results of the last 100 games before each of some episodes."""
    who = "the first seat" if training.opponent == "self" else training.learner.name
    title = f"{training.learner} on {training.game} against {training.opponent}"
    note = f"the last 100 games before each episode, as {who} sees them, 95 % intervals"
    return charts.learning_curve(title, {training.learner.name: training.learning_curve(_POINTS)}, note=note)
