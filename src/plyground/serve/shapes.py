"""What messages are made of: the shapes inside those of `messages.py`, which says what the numbers mean."""

from typing import Any, Literal

from msgspec import Struct

# --- the session


class LimitsShown(Struct):
    """What one session may use."""

    simulations: int  # a move, a hint, or a search
    seconds: float  # the same
    megabytes: float  # a search
    tables: int
    searches: int  # comparisons count two
    stories: int
    races: int
    message_bytes: int  # longer messages are refused
    rate: float  # messages a second, over some seconds


class ParameterForm(Struct):
    """One parameter of a game, an agent or a part."""

    name: str
    kind: Literal["int", "float", "bool", "text", "choice", "part", "agent", "list"]
    required: bool
    optional: bool  # may be "none"
    default: Any  # as JSON; a part as its text form
    low: float | None
    high: float | None
    choices: list[str]
    part: str  # for kind part: select, expand, evaluate, backup or decide
    presets: dict[str, Any]  # what it is, where it is left out, by preset
    help: str


class CatalogueEntry(Struct):
    """A game, an agent or a part. Its text form is `name(parameter=value, …)`, without those left at their default."""

    name: str
    summary: str
    description: str
    example: str  # a text form that works as it is
    parameters: list[ParameterForm]


class SpotShown(Struct):
    """The place of a move on a board: to click, and for its numbers."""

    action: int
    name: str
    x: float  # the middle
    y: float
    width: float
    height: float
    hit: tuple[float, float, float, float]  # the area to click: x, y, width, height
    below: bool  # its numbers go below it instead of on it


class BoardShown(Struct):
    """SVG elements without frame, caption and style, and the places of the moves (outcomes, where chance moves)."""

    width: float
    height: float
    svg: str
    spots: list[SpotShown]


class SeatFacts(Struct):
    name: str  # X, Red, player 1
    colour: str  # the name of its colour: seat0 to seat3


class AgentFor(Struct):
    """An agent and one game."""

    name: str
    obstacle: str  # why it cannot play this game; empty: it can
    searches: bool  # can it be watched and stepped through?


class LegalMove(Struct):
    action: int
    name: str


class MoveMade(Struct):
    player: int  # who made it: a seat, or −1 for dice
    action: int
    name: str


# --- play


class SeatShown(Struct):
    name: str
    colour: str
    agent: str  # text form; "human"
    person: bool


class TableLine(Struct):
    table: str
    game: str
    seats: list[str]
    plies: int
    over: bool
    status: str
    updated: str


# --- watch


class ChildShown(Struct):
    """A move at the root. Numbers are to the player who moves there."""

    action: int
    name: str
    visits: int
    value: float
    low: float  # 95 % interval
    high: float
    exact: float | None  # proven by the search, or known by a solver
    score: float | None  # null: infinite, never tried
    terms: list[float | None]  # of the score, in the order of `frame.terms`


class Opinion(Struct):
    """What an agent thinks of the position in which it moves."""

    done: bool  # it moves now
    value: float | None  # of the position, to the agent
    simulations: int  # 0: it did not search a tree
    line: list[str]  # how the game would go on
    moves: list[ChildShown]  # most visits first; `terms` are empty


class NodeShown(Struct):
    """A node of the tree, or a note beside its siblings: `more` of them are not shown."""

    node: str
    parent: str  # null for the root is ""; the root's own `level` is 0
    level: int
    name: str  # the move that leads here
    seat: int  # who made it; −1 an outcome of chance
    player: int  # who moves here: a seat, −1, −2; −3 unknown yet
    visits: int
    value: float  # to `worth_to`
    worth_to: int
    exact: float | None
    more: int  # visited children that are not shown
    more_visits: int
    note: bool
    x: float  # the middle, from the left edge
    y: float
    radius: float
    width: float  # with its words


class TreeShown(Struct):
    width: float
    height: float
    nodes: list[NodeShown]  # parents first


class CurvePoint(Struct):
    simulations: int
    value: float  # of the root


class FrameShown(Struct):
    """One look at a search."""

    number: int  # from 1
    state: Literal["waiting", "running", "paused", "ended"]
    simulations: int
    seconds: float  # that it has searched
    per_second: float
    rows: int
    visited: int
    bytes: int
    depth: int
    width: int
    value: float | None  # of the root, to the seat of `search_started`
    exact: float | None
    action: int | None  # the best so far
    line: list[str]  # the best line
    terms: list[str]  # the names of the score's terms
    children: list[ChildShown]  # most visits first
    following: list[int]  # the actions from which the next simulation draws; one: it takes that
    curve: list[CurvePoint]  # since the frame before
    tree: TreeShown | None


# --- step


class ComparedShown(Struct):
    name: str
    visits: int
    terms: list[float | None]
    score: float | None
    chosen: bool


class ComparisonTable(Struct):
    """The children of one node, compared by select; the largest score wins."""

    place: str
    visits: int
    terms: list[str]
    candidates: list[ComparedShown]


class ChangeShown(Struct):
    """A node before and after the backup."""

    place: str
    seat: str
    node: str
    visits_before: int
    value_before: float
    visits_after: int
    value_after: float


class PhaseShown(Struct):
    name: str  # select, expand, evaluate, back up
    sentences: list[str]
    lit: list[str]  # nodes
    board: BoardShown | None
    note: str  # the legend of the marks on the board
    comparisons: list[ComparisonTable]
    changes: list[ChangeShown]


class RolloutBoard(Struct):
    player: int
    name: str
    board: BoardShown


# --- race


class RatedPlayer(Struct):
    name: str
    agent: str
    games: int
    elo: float | None  # null: infinite, or nothing played yet
    low: float | None
    high: float | None
    score: float | None  # share of points
    score_low: float | None
    score_high: float | None


class PayoffCell(Struct):
    wins: int
    draws: int
    losses: int


class SprtShown(Struct):
    elo0: float
    elo1: float
    llr: float
    lower: float
    upper: float
    verdict: Literal["H0", "H1"] | None


class RaceLine(Struct):
    race: str
    game: str
    agents: list[str]
    state: str
    created: str


class RaceGame(Struct):
    number: int
    seats: list[str]  # the names of the players
    moves: list[int]  # for `draw`
    opening: int
    returns: list[float]
    seconds: list[float]
    forfeit: int | None
    reason: str
    result: str


# --- learn


class Lesson(Struct):
    title: str
    summary: str
    address: str  # a page of this server; empty: not built
    how: str  # how to build it
