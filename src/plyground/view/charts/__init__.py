"""Charts: plain data in, one `Chart` out, for notebook, report, file and page. They need the extra `plots`.

A `Chart` is drawn by Vega-Altair and vl-convert, without a browser and without the network, when it is shown or saved.
Values are numbers, or estimates (`plyground.statistics.intervals.Estimate`) whose intervals are drawn too. One
`Palette` handed to several charts gives a player the same colour, dash and shape in all.
"""

from plyground.view.charts.bars import bars, outcomes, seatings
from plyground.view.charts.chart import CHART_FILES, Chart, grid, require_chart_file
from plyground.view.charts.dots import dots, ratings, trials
from plyground.view.charts.heat import boards, heat_map, payoff, surface
from plyground.view.charts.library import have_plots
from plyground.view.charts.lines import convergence, learning_curve, lines, running_average, tree_growth
from plyground.view.charts.style import Palette

__all__ = [
    "CHART_FILES",
    "Chart",
    "Palette",
    "bars",
    "boards",
    "convergence",
    "dots",
    "grid",
    "have_plots",
    "heat_map",
    "learning_curve",
    "lines",
    "outcomes",
    "payoff",
    "ratings",
    "require_chart_file",
    "running_average",
    "seatings",
    "surface",
    "tree_growth",
    "trials",
]
