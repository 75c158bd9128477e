"""The first screen: seven findings, each a sentence, a small picture, and the document's words beside what we found."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from plyground.experiments.base import Row
from plyground.experiments.figures import Figure

# What the findings are about, for a reader who meets it here first.
WHAT_IS_MCTS = (
    "Monte Carlo tree search looks for a good move by playing many games to their end at random: it keeps their first "
    "moves as a tree, and lets the moves that won more often begin more of the next games."
)
PICTURE_HEIGHT = 90


@dataclass(frozen=True)
class Headline:
    document: str
    sentence: str
    # The document's words, verbatim; […] stands for words left out. `where` is their place in the document.
    says: str
    where: str
    found: str
    picture: Figure
    # The evidence: experiment and figure.
    experiment: str
    figure: str


class Results(Protocol):
    """Where the numbers come from."""

    def row(self, experiment: str, claim: str) -> Row: ...

    def figure(self, experiment: str, figure: str) -> Figure: ...


def headlines(results: Results) -> list[Headline]:
    """In the documents' order; the numbers come from the results."""
    return [
        *_ali(results), _qi_hu(results), _yadav_draws(results), _yadav_neighbours(results), _marchenko(results),
        _turcotte(results),
    ]  # fmt: skip


def value(row: Row) -> str:
    """Our value alone, without its interval."""
    return row.ours_text.partition(" [")[0]


def _percent(found: Any) -> str:
    return f"{100 * (found[0] if isinstance(found, list) else found):.1f} %"


def _dots(values: Mapping[str, Any], x: str, **options: Any) -> Figure:
    return Figure("picture", "", "dots", values, {"x": x, "percent": True, **options})


def _three(row: Row) -> list[float]:
    return [row.ours.value, row.ours.low, row.ours.high]


def _ali(results: Results) -> list[Headline]:
    series = results.figure("nxn", "control").data["series"]
    learner, untaught = series.values()
    small, large = 1, len(learner) - 1  # 4×4 and the largest board
    boards = results.figure("nxn", "control").data["groups"]
    lines = results.figure("nxn", "causes").data
    shown = {f"{name} simulations": lines[name] for name in (min(lines, key=_count), max(lines, key=_count))}
    most = {name: dict(map(tuple, points)) for name, points in lines.items()}[max(lines, key=_count)]
    return [
        Headline(
            "ali",
            "The learner's 60 % is not learning: the same player without any reward wins more.",
            "Q-learning maintaining a win-percentage of greater than 60% for all board-sizes",
            "results",
            f"It wins {_percent(learner[small])} on {boards[small]} and {_percent(learner[large])} on {boards[large]}. "
            "With all rewards 0 it learns nothing, fills the first free cells, and wins "
            f"{_percent(untaught[small])} and {_percent(untaught[large])}: a random player blocks the first row in "
            "only four games of ten. Learning pays on 3×3 alone.",
            _dots(
                {
                    f"{name}, {boards[i]}": values[i]
                    for i in (small, large)
                    for name, values in (("learner", learner), ("untaught", untaught))
                },
                "won against random", level=("60 %", 0.6),
            ),
            "nxn",
            "control",
        ),
        Headline(
            "ali",
            "Search wins less on larger boards, as the report says: its budget is too small for them.",
            "as the size of the domain(board) increases, MCTS is less effective against the random agent",
            "abstract",
            "So it is with the report's 25 to 100 simulations a move. As it predicts, more of them help: with "
            f"{max(lines, key=_count)} the same search wins {_percent(min(most.values()))} or more on every board.",
            Figure(
                "picture", "", "lines", shown,
                {"x": "board size n", "y": "won", "percent": True, "y_range": (0, 1), "height": PICTURE_HEIGHT},
            ),
            "nxn",
            "causes",
        ),
    ]  # fmt: skip


def _count(name: str) -> int:
    return int(name.replace(",", ""))


def _qi_hu(results: Results) -> Headline:
    policy = results.figure("centre_opening", "policy")
    options = {name: policy.options[name] for name in ("x", "y", "log_x", "level")}
    return Headline(
        "qi-hu",
        "The best policy was found, but the rule that stopped the search could not know it.",
        "Since the difference of two-time iterations is less than the ϵ we set (0.000001), we suppose the optimal "
        "policy according to the highest Q-value has been found.",
        "section 3.2",
        f"{value(results.row('centre_opening', 'optimal'))} of our searches hold the best policy at the end. The rule "
        f"as printed ends {value(results.row('centre_opening', 'stop/printed'))} of them at the second iteration; read "
        "kindly, it counts iterations, whatever was learnt.",
        Figure("picture", "", "lines", policy.data, {**options, "height": PICTURE_HEIGHT}),
        "centre_opening",
        "policy",
    )


def _yadav_draws(results: Results) -> Headline:
    bars = results.figure("thesis_tictactoe", "draw_bars").data["series"]
    off = results.row("thesis_tictactoe", "budget/text")
    return Headline(
        "yadav",
        "The weak MCTS of the thesis fits one assumption: a draw counted as a win.",
        "MCTS performs poorly despite being sophisticated. Training for more simulations might improve its "
        "performance.",
        "section 6.1.1",
        "With the rewards that the text states, no number of simulations that we tried gives its table: the nearest is "
        f"{value(off).lstrip('+')} off. With a draw worth a win the table comes out within "
        f"{value(results.row('thesis_tictactoe', 'budget/program')).lstrip('+')}.",
        _dots({name: values[1] for name, values in bars.items()}, "won moving second"),
        "thesis_tictactoe",
        "budgets",
    )


def _yadav_neighbours(results: Results) -> Headline:
    shown = {
        name.rpartition(": ")[2]: values
        for name, values in results.figure("thesis_ludo", "neighbours").data.items()
        if name.startswith("MCTS, MinMax next")
    }
    first, second = (results.row("thesis_ludo", f"next/MCTS-MinMax/ours/{i}") for i in (1, 2))
    return Headline(
        "yadav",
        "Who sits next to whom in Ludo: one pattern of four came again in new games, and then did not.",
        "The winning ratio of a player in a particular game setting depends primarily on the skill of the adjacent "
        "player with the next turn.",
        "section 6.2.1",
        f"MCTS won {value(first).lstrip('+')} more before MinMax in {first.n:,} new games, and {value(second)} in the "
        f"next {second.n:,}. The other three patterns came in neither, and all our games together show none.",
        _dots(shown, "MCTS before MinMax, points more", level=("no effect", 0.0), percent=False),
        "thesis_ludo",
        "neighbours",
    )


def _marchenko(results: Results) -> Headline:
    dots = {
        f"{opponent}, {words}": _three(results.row("tree_shape", row))
        for opponent, rows in (("C = 0.55", ("dwc-C/0", "dwc/beats")), ("tuned C", ("dwc-uct/0", "dwc/tuned")))
        for words, row in zip(("empty board", "openings"), rows, strict=True)
    }
    return Headline(
        "marchenko",
        "Tree shape control beats the search it was tuned against; plain search that is tuned too is as strong.",
        "The MCTS-TSC player won 55% more games than the MCTS-UCT player when using the DWC criterion",
        "abstract",
        f"It wins {value(results.row('tree_shape', 'dwc-C/0'))} of the decisive games from the empty board, where it "
        f"was tuned, and {value(results.row('tree_shape', 'dwc/beats'))} from random openings; against plain search "
        f"tuned just as hard {value(results.row('tree_shape', 'dwc/tuned'))}.",
        _dots(dots, "decisive games won", level=("even", 0.5)),
        "tree_shape",
        "gain",
    )


def _turcotte(results: Results) -> Headline:
    digits = results.figure("lecture", "to_the_digit")
    return Headline(
        "turcotte",
        "Every printed result comes out again, to the digit; other seeds give other series.",
        "In this example, […] Initially, the MCTSClassicSolver demonstrates superior performance for approximately the "
        "first 75 games.",
        "after cell 53",
        "All 36 printed counts of wins are the same. The remark is right about its example, up to game "
        f"{value(results.row('lecture', 'early'))}; with other seeds that player is ahead after 50 games in "
        f"{value(results.row('lecture', 'typical'))} of the series.",
        Figure("picture", "", "lines", digits.data, {"x": "wins printed", "y": "wins, ours", "height": PICTURE_HEIGHT}),
        "lecture",
        "early",
    )
