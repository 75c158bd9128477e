"""Messages of the server: an answer carries the `id` of its request; news, which no request asks for, carry `id` 0.

Seats count from 0. A `player` is a seat, −1 where chance moves, −2 where the game is over. Values lie in the range of
the game, usually −1 to 1. An infinite score is null. The name of a tree node is the path to it, one "seat.action" for
each row, such as "0.4/1.3"; the seat is the one whose value the row keeps. The name of the root is "".
"""

from typing import Literal

from msgspec import Struct

from plyground.serve.requests import tag_of
from plyground.serve.shapes import (
    AgentFor,
    BoardShown,
    CatalogueEntry,
    ChildShown,
    FrameShown,
    LegalMove,
    Lesson,
    LimitsShown,
    MoveMade,
    NodeShown,
    Opinion,
    PayoffCell,
    PhaseShown,
    RaceGame,
    RaceLine,
    RatedPlayer,
    RolloutBoard,
    SeatFacts,
    SeatShown,
    SprtShown,
    TableLine,
    TreeShown,
)


class ServerMessage(Struct, tag_field="type", tag=tag_of, kw_only=True):
    """Base class of all messages of the server."""

    id: int = 0  # of the request that it answers; 0: news


# --- the session


class Welcome(ServerMessage):
    """The session is open. `session` is its key: a later `hello` with it finds the same games."""

    session: str
    resumed: bool  # true: an earlier session, found by its key
    version: str  # of plyground
    protocol: int
    limits: LimitsShown


class Failure(ServerMessage, tag="failed"):
    """A request failed; `message` says why, in one sentence."""

    message: str
    about: str = ""  # the `type` of the request


class Done(ServerMessage):
    """The request succeeded and has no other result."""


class Catalogue(ServerMessage):
    games: list[CatalogueEntry]
    agents: list[CatalogueEntry]
    parts: dict[str, list[CatalogueEntry]]  # by kind: select, expand, evaluate, backup, decide
    offered_agents: list[str]  # text forms of the agents that `plyground serve --agent` named


class GameFacts(ServerMessage):
    game: str  # its text form, without defaults
    seats: list[SeatFacts]
    dice: bool
    value_range: tuple[float, float]
    agents: list[AgentFor]
    board: BoardShown  # at the start


class AgentFacts(ServerMessage):
    agent: str  # its text form, without defaults
    obstacle: str  # always empty: if the agent cannot play the game, the answer is `failed`
    searches: bool  # true: its search can be watched and stepped through


class Drawn(ServerMessage):
    game: str
    ply: int
    player: int
    status: str  # "X to move", "O won"
    board: BoardShown
    moves: list[LegalMove]  # the legal moves; the outcomes where chance moves
    returns: list[float] | None  # at the end
    text: str  # the position as text


# --- play


class TableShown(ServerMessage, tag="table"):
    """The whole state of one game. Sent as an answer, and as news whenever the game changes."""

    table: str
    game: str
    seats: list[SeatShown]
    dice: Literal["roll", "ask"]
    seed: int
    moves: list[MoveMade]  # made so far, dice included
    redo: int  # number of moves that were taken back and can be made again
    position: str  # the moves as one text; a link to the table holds this, `game` and the agents
    player: int
    status: str
    board: BoardShown
    legal: list[LegalMove]  # for the person to move, or who enters the dice; otherwise empty
    thinking: int | None  # the seat whose agent is thinking
    over: bool
    returns: list[float] | None  # at the end, also after a resignation
    winners: list[int]  # empty after a draw
    result: str  # at the end, in words
    resigned: int | None  # the seat that resigned
    trouble: str  # why the game is stuck, such as an error of the agent to move; `set_seats` or `undo` restarts it
    can_undo: bool
    created: str  # ISO 8601
    updated: str


class TableList(ServerMessage, tag="games"):
    games: list[TableLine]


class Moved(ServerMessage):
    """A move was made; for animations. `table` follows."""

    table: str
    ply: int  # counted from 1
    player: int
    action: int
    name: str
    outcomes: list[LegalMove]  # of a throw of dice: all that were possible
    seconds: float  # thinking time of the agent


class Thought(ServerMessage):
    """An agent's opinion: repeatedly once its search has taken 0.3 s, and a last time before it moves."""

    table: str
    ply: int  # number of moves made so far; the agent makes the next one
    player: int
    opinion: Opinion


class BarShown(ServerMessage, tag="evaluation"):
    """The evaluation bar after a move."""

    table: str
    ply: int
    values: list[float | None]  # expected return of each seat; null: unknown, as in games of more than two seats
    low: list[float | None]  # 95 % intervals of the values
    high: list[float | None]
    exact: bool  # from a solver, or proven
    source: str  # of the values, in words: "exact", "1,000 simulations"


class Hint(ServerMessage):
    table: str
    ply: int
    action: int
    name: str
    exact: bool
    sentence: str
    line: list[str]  # the expected line of play
    moves: list[ChildShown]  # best first, without moves that the search never visited; `terms` are empty


class SavedGameShown(ServerMessage, tag="saved_game"):
    text: str
    file_name: str


class ReviewPoint(ServerMessage):
    """The review of one move. Values are to the player who made it."""

    table: str
    ply: int  # counted from 1: the move moves[ply − 1]
    player: int
    action: int
    name: str
    value: float | None  # null for dice, and for a move that the search never visited
    low: float | None  # 95 % interval
    high: float | None
    best: LegalMove | None
    best_value: float | None
    exact: bool  # true: both values are solved or proven
    loss: float  # by how much the best move is better
    mark: Literal["", "best", "blunder"]
    blunder: str  # what the move gave away, in words: "a win becomes a draw"
    curve: float | None  # value to the first seat after this move, in zero-sum games of two; null: unknown


class ReviewShown(ServerMessage, tag="review"):
    table: str
    points: list[ReviewPoint]
    summary: list[str]  # one sentence per seat


# --- watch


class SearchStarted(ServerMessage):
    search: str
    game: str
    agent: str  # as the request named it
    position: str
    parts: dict[str, str]  # text forms, by kind
    seat: int  # the seat whose value the curve and the bar show
    value_range: tuple[float, float]
    engine: str
    effort: dict[str, float]  # the limits of the search


class Frame(ServerMessage):
    search: str
    frame: FrameShown


class SearchEnded(ServerMessage):
    search: str
    reason: str  # simulations, seconds, solved, stopped, megabytes (its limit), memory (of the machine) or failed
    sentence: str


class Children(ServerMessage):
    search: str
    node: str
    children: list[NodeShown]  # x and y are 0: the page lays them out below the node
    board: BoardShown | None  # of the node; null if it stands for several positions


# --- step


class Story(ServerMessage):
    story: str
    game: str
    agent: str
    position: str
    introduction: list[str]
    rule: str  # the formula of select, in words
    board: BoardShown


class SimulationShown(ServerMessage, tag="simulation"):
    """One simulation. `before` is the tree of the first phase; `after`, with the new nodes, is that of the others."""

    story: str
    number: int
    last: bool  # true: the root is proven, so no simulation follows
    phases: list[PhaseShown]
    path: list[str]  # nodes, from the root down
    added: list[str]  # new nodes
    before: TreeShown | None  # null for the first simulation
    after: TreeShown
    rollout: int  # number of moves of its evaluation


class RolloutShown(ServerMessage, tag="rollout"):
    story: str
    number: int
    first: int
    total: int
    boards: list[RolloutBoard]
    values: list[float]


# --- compare


class ComparisonStarted(ServerMessage):
    search: str
    sides: list[SearchStarted]


class ComparisonFrame(ServerMessage):
    search: str
    frames: list[FrameShown]  # two
    agree: bool  # on the best move
    sentence: str  # compares their best moves


# --- race


class RaceShown(ServerMessage, tag="race"):
    """A race and its standing."""

    race: str
    game: str
    agents: list[str]
    form: str
    state: Literal["waiting", "running", "stopped", "ended", "failed"]
    played: int
    total: int
    per_second: float
    players: list[RatedPlayer]  # strongest first
    names: list[str]  # of the rows and columns of `payoff`, in order
    payoff: list[list[PayoffCell | None]]  # row against column
    sprt: SprtShown | None
    remarks: list[str]
    created: str


class Races(ServerMessage):
    races: list[RaceLine]


class RaceGames(ServerMessage):
    race: str
    first: int
    total: int
    games: list[RaceGame]


# --- learn


class Lessons(ServerMessage):
    lessons: list[Lesson]


Message = (
    Welcome
    | Failure
    | Done
    | Catalogue
    | GameFacts
    | AgentFacts
    | Drawn
    | TableShown
    | TableList
    | Moved
    | Thought
    | BarShown
    | Hint
    | SavedGameShown
    | ReviewPoint
    | ReviewShown
    | SearchStarted
    | Frame
    | SearchEnded
    | Children
    | Story
    | SimulationShown
    | RolloutShown
    | ComparisonStarted
    | ComparisonFrame
    | RaceShown
    | Races
    | RaceGames
    | Lessons
)
