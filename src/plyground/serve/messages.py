"""What the server sends: answers, which bear the `id` of their request, and news, whose `id` is 0.

Seats count from 0; a `player` is a seat, −1 where chance moves, −2 where the game is over. Values lie in the range of
the game, usually −1 to 1. A score that is infinite is null. A node of a tree is named by the rows that lead to it,
each "seat.action", as "0.4/1.3", with the seat whose value the row keeps; the root is "".
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


class Told(Struct, tag_field="type", tag=tag_of, kw_only=True):
    """A message of the server."""

    id: int = 0  # of the request that it answers; 0: nobody asked


# --- the session


class Welcome(Told):
    """The session is open. The page keeps `session`, to come back to its games."""

    session: str
    resumed: bool  # is it an earlier session?
    version: str  # of plyground
    protocol: int
    limits: LimitsShown


class Failure(Told, tag="failed"):
    """A request that could not be done, in one sentence; nothing has changed."""

    message: str
    about: str = ""  # the `type` of the request


class Done(Told):
    """It is done, and there is nothing else to say."""


class Catalogue(Told):
    games: list[CatalogueEntry]
    agents: list[CatalogueEntry]
    parts: dict[str, list[CatalogueEntry]]  # by kind: select, expand, evaluate, backup, decide
    offered_agents: list[str]  # further text forms that the server was started with


class GameFacts(Told):
    game: str  # its text form, in full
    seats: list[SeatFacts]
    dice: bool
    value_range: tuple[float, float]
    agents: list[AgentFor]
    board: BoardShown  # at the start


class AgentFacts(Told):
    agent: str  # its text form, in full
    obstacle: str
    searches: bool


class Drawn(Told):
    game: str
    ply: int
    player: int
    status: str  # "X to move", "O won"
    board: BoardShown
    moves: list[LegalMove]  # legal here; outcomes where chance moves
    returns: list[float] | None
    text: str  # the position as text


# --- play


class TableShown(Told, tag="table"):
    """One game being played, whole. It comes as an answer, and as news whenever the game has changed."""

    table: str
    game: str
    seats: list[SeatShown]
    dice: Literal["roll", "ask"]
    seed: int
    moves: list[MoveMade]  # made so far, dice included
    redo: int  # how many moves `redo` would make
    position: str  # the moves as one text: with `game` and the agents it is the whole table, for an address
    player: int
    status: str
    board: BoardShown
    legal: list[LegalMove]  # of the person to move; empty while an agent thinks
    thinking: int | None  # the seat whose agent thinks
    over: bool
    returns: list[float] | None  # at the end, also after a resignation
    winners: list[int]
    result: str  # at the end, in words
    resigned: int | None
    trouble: str  # why the agent to move could not; `set_seats` or `undo` helps
    can_undo: bool
    created: str  # ISO 8601
    updated: str


class TableList(Told, tag="games"):
    games: list[TableLine]


class Moved(Told):
    """A move was made: to animate. `table` follows."""

    table: str
    ply: int  # counted from 1
    player: int
    action: int
    name: str
    outcomes: list[LegalMove]  # of a throw: all that could have come
    seconds: float  # what the agent thought


class Thought(Told):
    """What an agent thinks: now and then while it searches for longer than 0.3 s, and once more before it moves."""

    table: str
    ply: int  # the moves made before it: that of the agent will be the next one
    player: int
    opinion: Opinion


class BarShown(Told, tag="evaluation"):
    """The evaluation bar after a move."""

    table: str
    ply: int
    values: list[float | None]  # expected return of every seat; null: not known, in games of more than two seats
    exact: bool  # from a solver, or proven
    source: str  # in words: "exact", "1,000 simulations"


class Hint(Told):
    table: str
    ply: int
    action: int
    name: str
    exact: bool
    sentence: str
    line: list[str]  # how the game would go on
    moves: list[ChildShown]  # all legal moves with what is known of them; `terms` are empty


class SavedGameShown(Told, tag="saved_game"):
    text: str
    file_name: str


class ReviewPoint(Told):
    """One move, judged. Values are to the player who made it."""

    table: str
    ply: int  # counted from 1: the move moves[ply − 1]
    player: int
    action: int
    name: str
    value: float | None  # null for dice, and where nothing is known
    low: float | None  # 95 % interval
    high: float | None
    best: LegalMove | None
    best_value: float | None
    exact: bool  # does a solver know both values?
    loss: float  # what the best move had more
    mark: Literal["", "best", "blunder"]
    blunder: str  # what the move gave away, in words: "a win becomes a draw"
    curve: float | None  # the value to the first seat after this move, in a game of two; null: not known


class ReviewShown(Told, tag="review"):
    table: str
    points: list[ReviewPoint]
    summary: list[str]  # a sentence for every seat


# --- watch


class SearchStarted(Told):
    search: str
    game: str
    agent: str  # with all its parts
    position: str
    parts: dict[str, str]
    seat: int  # whose value the curve and the bar show
    value_range: tuple[float, float]
    engine: str
    effort: dict[str, float]


class Frame(Told):
    search: str
    frame: FrameShown


class SearchEnded(Told):
    search: str
    reason: str  # the limit that ended it: simulations, seconds, solved, stopped, memory
    sentence: str


class Children(Told):
    search: str
    node: str
    children: list[NodeShown]  # without places: x, y are 0; the page lays them out below the node
    board: BoardShown | None  # of the node, where its position is certain


# --- step


class Story(Told):
    story: str
    game: str
    agent: str
    position: str
    introduction: list[str]
    rule: str  # the formula of select, in words
    board: BoardShown


class SimulationShown(Told, tag="simulation"):
    """One simulation. The tree is that before it for the first phase, with the new nodes from the second on."""

    story: str
    number: int
    last: bool  # nothing comes after: the root is proven
    phases: list[PhaseShown]
    path: list[str]
    added: list[str]
    before: TreeShown | None
    after: TreeShown
    rollout: int  # how many moves its evaluation has


class RolloutShown(Told, tag="rollout"):
    story: str
    number: int
    first: int
    total: int
    boards: list[RolloutBoard]
    values: list[float]


# --- compare


class ComparisonStarted(Told):
    search: str
    sides: list[SearchStarted]


class ComparisonFrame(Told):
    search: str
    frames: list[FrameShown]  # two
    agree: bool  # on the best move
    sentence: str  # where they disagree


# --- race


class RaceShown(Told, tag="race"):
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
    names: list[str]  # the order of rows and columns of `payoff`
    payoff: list[list[PayoffCell | None]]  # row against column
    sprt: SprtShown | None
    remarks: list[str]
    created: str


class Races(Told):
    races: list[RaceLine]


class RaceGames(Told):
    race: str
    first: int
    total: int
    games: list[RaceGame]


# --- learn


class Lessons(Told):
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
