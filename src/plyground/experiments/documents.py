"""The five documents, in their order, then our own questions; and the prose of their chapters."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt

CHAPTERS = Path(__file__).parent / "chapters"
GUESSED = "What we had to guess"


@dataclass(frozen=True)
class Document:
    """One document, and the experiments on it."""

    id: str
    short: str
    title: str
    authors: str
    kind: str
    experiments: tuple[str, ...]
    # True for a question of our own: nobody's claim is judged.
    own: bool = False


DOCUMENTS = (
    Document(
        "ali", "Ali", "NxN Tic-Tac-Toe with Monte Carlo Tree Search", "Abdul Basit Ali",
        "a course report, Northeastern University", ("nxn",),
    ),
    Document(
        "qi-hu", "Qi, Hu", "Report on Assignment 3", "Dingran Qi, Tianzheng Hu",
        "a course report, Vrije Universiteit Amsterdam", ("centre_opening",),
    ),
    Document(
        "yadav", "Yadav", "Designing Monte Carlo Tree Search Based Heuristic AI Agents", "Himanshu Yadav",
        "a master's thesis, Indian Statistical Institute, Kolkata, 2024", ("thesis_tictactoe", "thesis_ludo"),
    ),
    Document(
        "marchenko", "Marchenko",
        "Further development of the Monte Carlo tree search method by controlling the search tree shape",
        "Oleksii Marchenko", "an article, Kyiv Polytechnic Institute, 2024", ("tree_shape",),
    ),
    Document(
        "turcotte", "Turcotte", "Monte Carlo Tree Search", "Marcel Turcotte",
        "a lecture with its program, CSI 4106, University of Ottawa, 2025", ("lecture",),
    ),
    Document(
        "question-openings", "Openings", "How many openings does a fair race need?", "plyground",
        "a question of our own", ("openings",), own=True,
    ),
    Document(
        "question-more-search", "More search", "When does more search hurt?", "plyground", "a question of our own",
        ("more_search",), own=True,
    ),
)  # fmt: skip


@cache
def sections(experiment: str) -> dict[str, str]:
    """The prose of an experiment's chapter: heading → HTML."""
    text = (CHAPTERS / f"{experiment}.md").read_text(encoding="utf-8")
    found = {}
    for part in text.split("\n## ")[1:]:
        heading, _, body = part.partition("\n")
        found[heading.strip()] = MarkdownIt().render(body)
    return found
