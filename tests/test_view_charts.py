"""Charts: their specification, their files, their colours, and what they say about values."""

import json
import math
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from plyground.agents.episodes import Window
from plyground.errors import PlygroundError
from plyground.games import parse_game
from plyground.statistics.intervals import Estimate, wilson
from plyground.statistics.payoff import Payoff
from plyground.statistics.running_average import RunningAverage
from plyground.statistics.seatings import SeatingTable
from plyground.statistics.tally import Tally
from plyground.view import charts
from plyground.view.charts.chart import vega
from plyground.view.charts.style import COLOURS, Style
from plyground.view.charts.values import said, span, spread
from plyground.view.svg import PALETTE

drawing = pytest.mark.skipif(not charts.have_plots(), reason="needs the extra plots")


def payoff() -> Payoff:
    results = Payoff(("mcts", "random"))
    results.add("mcts", "random", Tally(8, 1, 1))
    results.add("random", "mcts", Tally(2, 0, 8))
    return results


def seating_table() -> SeatingTable:
    table = SeatingTable()
    table.add(("a", "b", "c"), 0, 30)
    table.add(("a", "c", "b"), 2, 20)
    return table


def every_chart() -> dict[str, charts.Chart]:
    curve = [(n, wilson(n // 2, n)) for n in (10, 100, 1000)]
    return {
        "lines": charts.lines(
            "t", {"a": curve, "b": [(10, 0.5), (1000, 0.9)]}, x="n", y="won", percent=True, log_x=True
        ),
        "running_average": charts.running_average("t", {"a": RunningAverage((1.0, 0.5, 0.0, 1.0) * 30, paired=True)}),
        "convergence": charts.convergence("t", {"q": [(n, 1 - 1 / n) for n in range(1, 80)]}, 1.0),
        "learning_curve": charts.learning_curve("t", {"q": [Window(100, 10, 5, 3, 2), Window(200, 10, 7, 2, 1)]}),
        "tree_growth": charts.tree_growth("t", {"a": [(10, 2, 5), (100, 4, 20)], "b": [(10, 3, 4), (100, 6, 9)]}),
        "bars": charts.bars("t", ["x", "long name"], {"paper": [0.2, 0.4], "ours": [wilson(2, 9), 0.3]}, percent=True),
        "outcomes": charts.outcomes("t", ["3×3", "4×4"], [Tally(5, 3, 2), Tally(1, 0, 1)], first="a", second="b"),
        "seatings": charts.seatings("t", seating_table()),
        "dots": charts.dots("t", {"a": wilson(3, 9)}, percent=True, level=("even", 0.5)),
        "ratings": charts.ratings("t", {"a": Estimate(30, 10, 50), "b": Estimate(math.inf, 100, math.inf)}),
        "trials": charts.trials("t", [(0.1, wilson(3, 9), 9), (1.0, wilson(60, 90), 90)], x="c", log_x=True, best=1.0),
        "heat_map": charts.heat_map("t", ["r"], ["c", "d"], {("r", "c"): 1.0, ("r", "d"): 2.0}, label="value"),
        "payoff": charts.payoff("t", payoff()),
        "boards": charts.boards("t", {"50": [[0, 1], [2, 3]], "100": [[0, 1], [2, 30]]}),
        "surface": charts.surface("t", lambda x, y: x / y, range(1, 5), range(1, 5), x="N", y="n", label="bonus"),
    }


def texts(svg: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def hover(svg: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}title")]


@drawing
@pytest.mark.parametrize("name", every_chart())
def test_every_chart_is_a_specification_and_a_picture(name: str) -> None:
    chart = every_chart()[name]
    for theme, width in (("light", 720), ("dark", 360)):
        spec = chart.to_dict(theme, width)  # type: ignore[arg-type]
        assert spec["$schema"].startswith("https://vega.github.io/schema/vega-lite/v6")
        assert spec["config"]["background"] == PALETTE["paper"][theme == "dark"]
        json.dumps(spec, allow_nan=False)
    svg = chart.svg("dark", 360)
    assert "t" in texts(svg)
    assert PALETTE["paper"][1] in svg
    assert PALETTE["paper"][0] not in svg
    wide = float(ElementTree.fromstring(svg).attrib["width"])
    assert 200 < wide < 420  # the width asked for, within what axis labels may need
    assert "http" not in svg.replace('xmlns="http://www.w3.org/2000/svg"', "")


def test_every_chart_function_is_tried_here() -> None:
    functions = {name for name in charts.__all__ if name[0].islower()}
    assert functions - {"grid", "have_plots", "require_chart_file"} == set(every_chart())


@drawing
def test_values_and_intervals_are_shown_on_hover() -> None:
    found = hover(every_chart()["lines"].svg())
    assert "a, 100 n: 50.0 % [40.4, 59.6]" in found
    assert "b, 1,000 n: 90.0 %" in found
    assert any(text.startswith("mcts, random: 82.5 % [") for text in hover(every_chart()["payoff"].svg()))
    assert "b: ∞ [100, ∞] Elo" in hover(every_chart()["ratings"].svg())


@drawing
def test_one_colour_for_one_player_in_all_charts() -> None:
    palette = charts.Palette(["a", "b"])
    first = charts.lines("t", {"b": [(1, 1), (2, 3)]}, palette=palette)
    second = charts.dots("t", {"a": 1.0, "b": 2.0}, palette=palette)
    colour = COLOURS[palette.look("b").colour]
    for chart in (first, second):
        assert colour[0] in chart.svg("light")
        assert colour[1] in chart.svg("dark")
    looks = [charts.Palette(map(str, range(7))).look(str(n)) for n in range(7)]
    assert len(set(looks)) == 7
    assert len({(look.dash, look.shape) for look in looks}) == 7  # grey is enough


def test_seats_have_the_colours_of_the_board() -> None:
    palette = charts.Palette.of_seats(parse_game("ludo"))
    assert {name: look.colour for name, look in palette.looks.items()} == {
        "Red": "seat0",
        "Blue": "seat1",
        "Green": "seat2",
        "Yellow": "seat3",
    }


@drawing
def test_one_svg_for_light_and_dark() -> None:
    svg = every_chart()["bars"].svg()
    assert PALETTE["paper"][0] in re.sub(r"<style>.*?</style>", "", svg)
    assert f'.plychart [fill="{PALETTE["paper"][0]}"]{{fill:{PALETTE["paper"][1]}}}' in svg
    light = [colours[0] for colours in COLOURS.values()]
    assert len(set(light)) == len(light)  # each colour has one counterpart


@drawing
def test_charts_on_one_page_share_no_id() -> None:
    ids = [re.findall(r'id="([^"]+)"', every_chart()[name].svg()) for name in ("surface", "heat_map")]
    assert ids[0]
    assert not set(ids[0]) & set(ids[1])
    for name in ("surface", "convergence"):
        svg = every_chart()[name].svg()
        assert set(re.findall(r"url\(#([^)]+)\)", svg)) <= set(re.findall(r'id="([^"]+)"', svg))


@drawing
def test_files_by_their_ending(tmp_path: Path) -> None:
    chart = every_chart()["dots"]
    for ending in charts.CHART_FILES:
        chart.save(tmp_path / f"chart{ending}")
    assert (tmp_path / "chart.svg").read_text(encoding="utf-8").startswith("<svg")
    assert (tmp_path / "chart.png").read_bytes().startswith(b"\x89PNG")
    assert json.loads((tmp_path / "chart.json").read_text(encoding="utf-8"))["config"]
    page = (tmp_path / "chart.html").read_text(encoding="utf-8")
    assert vega() in page
    own = page.replace(vega(), "")
    assert not re.search(r"(src|href)\s*=|url\(|@import", own)
    assert set(re.findall(r"https?:[^\"]*", own)) == {chart.to_dict()["$schema"]}  # a name, not loaded
    assert 500_000 < len(page) < 1_200_000
    with pytest.raises(PlygroundError, match=r"ends with \.svg, \.png, \.html, \.json"):
        chart.save(tmp_path / "chart.gif")
    with pytest.raises(PlygroundError, match="there is no folder"):
        chart.save(tmp_path / "nowhere" / "chart.svg")


@drawing
def test_a_name_cannot_break_a_page(tmp_path: Path) -> None:
    name = "</script><b>&\"x'"
    chart = charts.bars(name, [name], {name: [1.0], "y": [2.0]})
    assert name not in chart.html()
    assert name in texts(chart.svg())
    chart.save(tmp_path / "chart.png")


@drawing
def test_a_notebook_gets_the_specification_and_a_picture() -> None:
    bundle = every_chart()["dots"]._repr_mimebundle_()
    assert bundle["application/vnd.vegalite.v6+json"]["$schema"]
    assert bundle["image/svg+xml"].startswith("<svg")
    assert bundle["text/plain"] == "Chart('t')"


@drawing
def test_lines_are_named_at_their_ends_where_names_fit() -> None:
    apart = charts.lines("t", {"low": [(1, 0), (2, 0)], "high": [(1, 1), (2, 1)]})
    together = charts.lines("t", {"low": [(1, 0), (2, 0.5)], "mid": [(1, 1), (2, 0.5)], "high": [(1, 2), (2, 0.5)]})
    assert "role-legend" not in apart.svg()
    assert "role-legend" in together.svg()
    assert "role-legend" in apart.svg(width=360)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: charts.lines("t", {}), "no points"),
        (lambda: charts.dots("t", {}), "no values"),
        (lambda: charts.bars("t", ["x"], {"a": [1.0, 2.0]}), "a has 2 values for 1 groups"),
        (lambda: charts.outcomes("t", [], []), "no games"),
        (lambda: charts.heat_map("t", [], [], {}), "no cells"),
        (lambda: charts.trials("t", [], x="c"), "no points"),
    ],
)
def test_a_chart_of_nothing_is_refused(make: object, sentence: str) -> None:
    with pytest.raises(PlygroundError, match=sentence):
        make()  # type: ignore[operator]


def test_labels_move_apart_and_keep_their_order() -> None:
    assert spread([1.0, 1.0, 5.0], 0.0, 10.0, 2.0) == [1.0, 3.0, 5.0]
    moved = spread([9.5, 9.9, 9.7], 0.0, 10.0, 2.0)
    assert moved == [6.0, 10.0, 8.0]


def test_infinite_bounds_end_at_the_axis() -> None:
    assert span([Estimate(1.0, -math.inf, math.inf), 3.0], room=0.5) == (0.0, 4.0)
    assert said(Estimate(math.inf, 2.0, math.inf)) == "∞ [2, ∞]"
    assert said(-0.0) == "0"


def test_without_the_extra_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "altair", None)
    assert not charts.have_plots()
    chart = charts.dots("t", {"a": 1.0})
    for use in (chart.svg, chart.to_dict, lambda: charts.require_chart_file(tmp_path / "x.svg")):
        with pytest.raises(PlygroundError, match=re.escape('pip install "plyground[plots]"')):
            use()


def test_the_library_loads_when_a_chart_is_drawn() -> None:
    code = (
        "import sys, plyground as pg\npg.view.charts.dots('t', {'a': 1.0})\n"
        "print(sorted(sys.modules.keys() & {'altair', 'vl_convert'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_narrow_titles_wrap() -> None:
    title = "a title that is too long for one line on a phone"
    assert len(Style(width=360).title(title)["text"]) == 2
    assert Style().title(title)["text"] == [title]
    longer = "Wins fall with n for two reasons: the game's own draws, and too small a budget"
    assert len(Style().title(longer)["text"]) == 2  # the font may be wide
    assert Style(fixed=True).title(longer)["text"] == [longer]


def chapter() -> str:
    page = (Path(__file__).parent.parent / "docs" / "view.md").read_text(encoding="utf-8")
    return page.split("## Charts")[1].split("\n## ")[0]


@drawing
def test_the_code_in_the_docs_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (code,) = re.findall(r"```python\n(.*?)```", chapter(), re.DOTALL)
    exec(compile(code, "docs/view.md", "exec"), {})
    assert (tmp_path / "match.svg").is_file()


def test_the_docs_name_every_chart() -> None:
    named = set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| `.*?\|", chapter(), re.MULTILINE))))
    assert named == {*every_chart(), "grid"}
