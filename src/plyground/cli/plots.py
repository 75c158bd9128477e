"""`--plot FILE`: a chart of what a command found."""

from collections.abc import Callable
from pathlib import Path

from plyground.agents.training import Training
from plyground.cli.output import say
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


def learning_chart(training: Training) -> charts.Chart:
    """The results of the last 100 games before each of some episodes."""
    who = "the first seat" if training.opponent == "self" else training.learner.name
    title = f"{training.learner} on {training.game} against {training.opponent}"
    note = f"the last 100 games before each episode, as {who} sees them, 95 % intervals"
    return charts.learning_curve(title, {training.learner.name: training.learning_curve(_POINTS)}, note=note)
