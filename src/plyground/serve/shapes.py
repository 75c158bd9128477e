"""The shapes inside the messages of `messages.py`, which defines seats, players, values and node names."""

from typing import Any, Literal

from msgspec import Struct

# --- the session


class LimitsShown(Struct):
    """The limits of one session."""

    simulations: int  # per move, hint or search
    seconds: float  # per move or search
    megabytes: float  # per search
    tables: int
    searches: int  # a comparison counts as two
    stories: int
    races: int
    message_bytes: int  # longer messages are refused
    rate: float  # messages per second in the long run; bursts may exceed it


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
    presets: dict[str, Any]  # by preset, the value that it has if omitted
    help: str


class CatalogueEntry(Struct):
    """A game, an agent or a part. Its text form is `name(parameter=value, …)`, without parameters at their default."""

    name: str
    summary: str
    description: str
    example: str  # a text form that works as it is
    parameters: list[ParameterForm]


class SpotShown(Struct):
    """The place of a move on a board, for clicks and for its numbers."""

    action: int
    name: str
    x: float  # the centre
    y: float
    width: float
    height: float
    hit: tuple[float, float, float, float]  # the area to click: x, y, width, height
    below: bool  # true: its numbers go below the place instead of on it


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
    """Whether an agent can play one game."""

    name: str
    obstacle: str  # why it cannot play this game; empty: it can
    searches: bool  # true: its search can be watched and stepped through


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
    """A move at the root. Values and scores are to the player who moves at the root."""

    action: int
    name: str
    visits: int
    value: float
    low: float  # 95 % interval
    high: float
    exact: float | None  # proven by the search, or known by a solver
    score: float | None  # null: infinite, as for an untried move, or not compared
    terms: list[float | None]  # of the score, in the order of `frame.terms`


class Opinion(Struct):
    """An agent's opinion of the position in which it moves."""

    done: bool  # true: its last opinion before it moves
    value: float | None  # of the position, to the agent
    simulations: int  # 0: it did not search a tree
    line: list[str]  # the expected line of play
    moves: list[ChildShown]  # most visits first; `terms` are empty


class NodeShown(Struct):
    """A node of the tree, or a note that stands for the `more` siblings that are not shown."""

    node: str
    parent: str  # "" for the children of the root, and for the root itself
    level: int  # 0 for the root
    name: str  # the move that leads here
    seat: int  # who made it; −1 for an outcome of chance
    player: int  # who moves here: a seat, −1 or −2; −3 until the node is first reached
    visits: int
    value: float  # to `worth_to`
    worth_to: int  # the seat whose value the node keeps
    exact: float | None
    more: int  # visited children that are not shown; of a note: siblings
    more_visits: int  # their visits
    note: bool
    x: float  # the centre, from the left edge
    y: float
    radius: float
    width: float  # with its label


class TreeShown(Struct):
    width: float
    height: float
    nodes: list[NodeShown]  # parents first


class CurvePoint(Struct):
    simulations: int
    value: float  # of the root


class FrameShown(Struct):
    """A search at one moment."""

    number: int  # from 1
    state: Literal["waiting", "running", "paused", "ended"]
    simulations: int
    seconds: float  # search time so far
    per_second: float  # simulations
    rows: int
    visited: int  # rows with visits
    bytes: int
    depth: int
    width: int
    value: float | None  # of the root, to the seat of `search_started`
    exact: float | None  # of the root, proven or from a solver
    action: int | None  # the best so far
    line: list[str]  # the best line
    terms: list[str]  # the names of the score's terms
    children: list[ChildShown]  # most visits first
    following: list[int]  # the actions among which the next simulation draws; a single one is certain
    curve: list[CurvePoint]  # new points since the previous frame
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
    lit: list[str]  # nodes to highlight
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
    elo: float | None  # of two players, the difference to the other; null: infinite, or nothing played yet
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
    moves: list[int]  # as `draw` takes them
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
