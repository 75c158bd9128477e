"""The first screen: seven findings, each a sentence, a picture, and the document's statement beside what we found."""

from collections.abc import Callable
from dataclasses import dataclass

from plyground.experiments.base import Row

# Gives the row of a claim, by the experiment and the id of the claim.
Find = Callable[[str, str], Row]


@dataclass(frozen=True)
class Headline:
    document: str
    sentence: str
    says: str
    found: str
    # The picture: experiment and figure; and what to see in it.
    experiment: str
    figure: str
    look: str


def value(row: Row) -> str:
    """Our value alone, without its interval."""
    return row.ours_text.partition(" [")[0]


def headlines(row: Find) -> list[Headline]:
    """In the documents' order; the numbers come from the results."""
    return [*_small_boards(row), *_players_and_trees(row)]


def _small_boards(row: Find) -> list[Headline]:
    """Ali; Qi and Hu."""
    return [
        Headline(
            "ali",
            "A learner that wins 60 % everywhere has learnt to fill the first row.",
            "“Q-learning maintain[s] a win-percentage of greater than 60 % for all board-sizes.”",
            f"{value(row('nxn', 'q/4'))} on 4×4. And it is not learning: if equal moves are chosen at random instead "
            "of the first one, the same learner wins almost nothing on large boards.",
            "nxn",
            "ties",
            "Same learner, same updates; only the choice among equal moves differs.",
        ),
        Headline(
            "ali",
            "Search does not fail on large boards: the game is drawn, and 25 simulations are too few.",
            "“As the size of the board increases, MCTS is less effective against the random agent.”",
            f"Random players draw {value(row('nxn', 'causes/draws')).lstrip('+')} more games on 10×10 than on 3×3. And "
            "with 25,600 simulations the search wins nearly all on every board.",
            "nxn",
            "causes",
            "The top line is the same search with a thousand times the budget.",
        ),
        Headline(
            "qi-hu",
            "The best policy was found; the stopping rule had nothing to do with it.",
            "“Since the difference of two-time iterations is less than ε, we suppose the optimal policy "
            "[…] has been found.”",
            f"{value(row('centre_opening', 'optimal'))} of our searches hold the best policy (29/35). But the rule as "
            f"printed ends {value(row('centre_opening', 'stop/printed'))} of them at iteration 2.",
            "centre_opening",
            "policy",
            "The policy is at its best long before Q, which the rule watches, comes to rest.",
        ),
    ]


def _players_and_trees(row: Find) -> list[Headline]:
    """Yadav, Marchenko, Turcotte."""
    weight, _, _ = row("tree_shape", "near_constant").note.partition(",")
    return [
        Headline(
            "yadav",
            "MCTS played badly because a draw counted as a win.",
            "“MCTS performs poorly despite being sophisticated. Training for more simulations might improve.”",
            "With the rewards that the text states, the same tree with the same playouts wins "
            f"{value(row('thesis_tictactoe', 'rewards/begins'))} moving first and "
            f"{value(row('thesis_tictactoe', 'rewards/follows'))} moving second.",
            "thesis_tictactoe",
            "draw_bars",
            "The table of the thesis fits the middle bars: a draw worth a win, as in a public program.",
        ),
        Headline(
            "yadav",
            "It matters who sits next to whom in Ludo, says the thesis; its own games do not show it.",
            "“The winning ratio depends primarily on the skill of the adjacent player with the next turn.”",
            f"One test over all six seatings gives χ² = {row('thesis_ludo', 'position').ours.value:.1f}; 25.0 is "
            "needed. Four patterns were picked after seeing the table.",
            "thesis_ludo",
            "neighbours",
            "Every interval crosses “no effect” once it allows for the picking.",
        ),
        Headline(
            "marchenko",
            "Tree shape control beats UCT with C = 0.55, but not UCT whose C was tuned just as hard.",
            "“The player with DWC won 55 % more games than UCT”, with C = 0.55 as the best constant.",
            f"DWC wins {value(row('tree_shape', 'dwc/more games/beats'))} of the decisive games against C = 0.55, and "
            f"{value(row('tree_shape', 'dwc/tuned'))} against UCT's own tuned C. One pair refutes nothing.",
            "tree_shape",
            "gain",
            f"With our coefficients {weight}: nearly UCT with a smaller C.",
        ),
        Headline(
            "turcotte",
            "Every printed result is reproduced to the digit; one remark describes a single series.",
            "“Initially, the thinker demonstrates superior performance for approximately the first 75 games.”",
            f"True of the printed series (up to game {value(row('lecture', 'early'))}). Of series with other seeds "
            f"{value(row('lecture', 'typical'))} have the thinker ahead after 50 games.",
            "lecture",
            "early",
            "The printed series stands at −7.",
        ),
    ]
