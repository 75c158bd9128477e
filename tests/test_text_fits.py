"""No text leaves its picture, measured in a browser that has only DejaVu Sans, the widest of the usual fonts."""

import pytest
from page_helpers import Browser
from test_view_boards import GAMES, positions
from test_view_charts import drawing, every_chart
from text_helpers import check_texts

from plyground import view
from plyground.search import Search, configure
from plyground.statistics.intervals import wilson
from plyground.statistics.tally import Tally
from plyground.view import charts
from plyground.view.text_width import arial_width, fitting_size, text_width, wrapped

# The widths of some texts.
WIDTHS = """([words, font]) => {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = font;
  return words.map((each) => pen.measureText(each).width);
}"""


LONG = "Wins fall with n for two reasons: the game's own draws, and too small a budget"
NAMES = ["a corner, the most visited", "random among equal moves", "a WIDE NAME, 100 %", "mcts(simulations=16000)"]


def charts_with_long_names() -> list[charts.Chart]:
    curve = [(n, wilson(n // 2, n)) for n in (10, 100, 100_000)]
    values = {name: wilson(3, 9) for name in NAMES}
    note = "MCTS begins against a random player; 95 % intervals; the mean of 1,000 games on every board"
    return [
        charts.lines(LONG, dict.fromkeys(NAMES[:2], curve), x=LONG[:40], y=LONG[:30], note=note, log_x=True),
        charts.lines(LONG, dict.fromkeys(NAMES, curve), x="n", y="won", level=("exact 29/35, in any corner", 0.5)),
        charts.bars(LONG, NAMES, {name: [0.1, 0.2, 0.3, 0.4] for name in NAMES}, percent=True),
        charts.outcomes(LONG, NAMES, [Tally(5, 3, 2)] * 4, first=NAMES[0], second=NAMES[1]),
        charts.dots(LONG, values, percent=True, x=LONG[:40], level=(NAMES[0], 0.5)),
        charts.heat_map(LONG, NAMES, NAMES, {(a, b): 0.5 for a in NAMES for b in NAMES}, label=LONG[:30]),
    ]


@drawing
@pytest.mark.parametrize("width", [360, 500, 720])
def test_texts_of_charts_stay_inside(dejavu: Browser, width: int) -> None:
    shown = [*every_chart().values(), *charts_with_long_names()]
    check_texts(dejavu, "".join(chart.svg(width=width) for chart in shown), 300)


@drawing
def test_texts_of_charts_that_a_browser_draws_stay_inside(dejavu: Browser) -> None:
    for chart in charts_with_long_names()[:3]:
        for width in (390, 1280):
            check_texts(dejavu, chart.html(), 10, width)


def test_texts_of_boards_and_trees_stay_inside(dejavu: Browser) -> None:
    pictures = []
    for game in GAMES:
        state = next(state for state, _ in positions(game) if len(state.moves()) > 0)
        search = Search(state.game, configure(select="puct(fpu=0.3)", expand="all_children"), seed=1)
        result = search.run(state, 60)
        pictures += [view.board(state), view.board(state, overlay=result), view.tree(search, depth=2).svg()]
        pictures.append(view.tree(search, limit=2).svg())
    check_texts(dejavu, "".join(pictures), 1_000)


SENTENCES = [
    *("not drawn by random players", "MCTS, 25,600", "mcts(simulations=400, select=ucb1(c=1.4))", "WWW MMM %%%"),
    *("a corner, the most visited", "won, last 100 of 1,000 games, %", "−0.25 ± 0.03", "0123456789"),
    *("UCT, C = 0.55: 2,000 simulations", "value to the player who made the move", "Red · 33 %", "±1σ … n² → ∞"),
]


@pytest.mark.parametrize("bold", [False, True])
def test_the_room_for_a_text_is_enough_and_no_waste(dejavu: Browser, bold: bool) -> None:
    tab = dejavu.new_page()
    wide = tab.evaluate(WIDTHS, [SENTENCES, f"{'600 ' if bold else ''}100px sans-serif"])
    tab.close()
    for words, width in zip(SENTENCES, wide, strict=True):
        assert width <= text_width(words, 100, bold=bold) <= 1.2 * width, words
        assert arial_width(words, 100, bold=bold) < width, words


def test_a_text_is_wrapped_and_shrunk_to_its_room() -> None:
    words = "the game is drawn, and 25 simulations are too few"
    lines = wrapped(words, 150, 12, bold=True)
    assert " ".join(lines) == words
    assert len(lines) > 1
    assert all(text_width(line, 12, bold=True) <= 150 for line in lines)
    assert wrapped("incomprehensibilities", 10, 12) == ["incomprehensibilities"]
    assert fitting_size("ab", 1_000, 12) == fitting_size("", 0, 12) == 12
    assert text_width(words, fitting_size(words, 100, 12)) == pytest.approx(100)
