"""What the page may ask for. Every request has an `id`, which its answer repeats.

Texts are the text forms that all of plyground shares: a game is "mnk(5,5,4)", an agent "mcts(simulations=500)", a
position the moves that lead to it, "b2 a1". The limits here are those of the protocol; those of a session are in
`limits.py` and reach the page with `welcome`.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

# A text form of a game or an agent; `text_form.read` has the same limit.
FormText = Annotated[str, Meta(max_length=2000)]
# Moves of a game, or a saved game.
GameText = Annotated[str, Meta(max_length=100_000)]
# The moves that lead to a position: by name, by number after a "#" ("#4 0"), or as a list of numbers.
Position = GameText | Annotated[list[int], Meta(max_length=20_000)]
Word = Annotated[str, Meta(max_length=200)]
Count = Annotated[int, Meta(ge=0, le=2**32 - 1)]
Pace = Annotated[float, Meta(gt=0, le=1e9)] | None  # simulations a second, at most; null: full speed
Seed = Annotated[int, Meta(ge=0, le=2**53 - 1)]  # what JavaScript holds exactly


def tag_of(name: str) -> str:
    """The `type` of a message: its class in small letters, words joined by `_`."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


class Ask(Struct, tag_field="type", tag=tag_of, forbid_unknown_fields=True, kw_only=True):
    """A request."""

    id: Count = 0  # chosen by the page; the answer bears it


class Effort(Struct, forbid_unknown_fields=True):
    """How long a search may go on: the first limit that is reached ends it."""

    simulations: Count | None = None
    seconds: Annotated[float, Meta(ge=0, le=3600)] | None = None


class SprtForm(Struct, forbid_unknown_fields=True):
    """A sequential test of a race of two: H0 the difference is elo0, against H1 it is elo1."""

    elo0: Annotated[float, Meta(ge=-1000, le=1000)] = 0.0
    elo1: Annotated[float, Meta(ge=-1000, le=1000)] = 20.0


# --- the session


class Hello(Ask):
    """The first request on a socket. Answer: `welcome`."""

    session: Word = ""  # the key from an earlier `welcome`; empty or unknown: a new session
    token: Word = ""  # where the server was started with --token


class GetCatalogue(Ask):
    """All games, agents and parts with their parameters, for forms. Answer: `catalogue`."""


class DescribeGame(Ask):
    """One game: its seats, and the agents that can play it. Answer: `game_facts`."""

    game: FormText


class CheckAgent(Ask):
    """Is this text an agent that can play this game? Answer: `agent_facts`."""

    agent: FormText
    game: FormText


class Draw(Ask):
    """A position as a picture: of any game after any moves. Answer: `drawn`."""

    game: FormText
    moves: Position = ""
    since: Annotated[int, Meta(ge=0)] | None = None  # mark the moves after this ply; left out: the last one


# --- play


class NewGame(Ask):
    """Set up a table. Answer: `table`."""

    game: FormText
    seats: Annotated[list[FormText], Meta(max_length=16)] = []  # an agent each, "human" for a person; left out: human
    position: Position = ""  # start after these moves
    seed: Seed | None = None  # of the dice and the agents; left out: drawn
    dice: Literal["roll", "ask"] = "roll"  # ask: a person says what the dice show, by `play`


class ListGames(Ask):
    """The tables of this session, the latest first. Answer: `games`."""


class GetGame(Ask):
    """A table as it is now. Answer: `table`."""

    table: Word


class Play(Ask):
    """Play a move, by its action number or its name. Answer: `table`."""

    table: Word
    move: int | Word
    ply: Annotated[int, Meta(ge=0)] | None = None  # refuse the move unless so many moves were made: a late click


class Undo(Ask):
    """Back to the last earlier decision of a person. Answer: `table`."""

    table: Word
    ply: Annotated[int, Meta(ge=0)] | None = None  # back to exactly this ply instead


class Redo(Ask):
    """Make the moves again that `undo` took back. Answer: `table`."""

    table: Word


class Restart(Ask):
    """A new game at the same table: same seats, new seed. Answer: `table`."""

    table: Word


class SetSeats(Ask):
    """Other players from now on; to swap seats, the same in another order. Answer: `table`."""

    table: Word
    seats: Annotated[list[FormText], Meta(max_length=16)]


class Resign(Ask):
    """A person gives up. Answer: `table`."""

    table: Word
    seat: Annotated[int, Meta(ge=0)] | None = None  # left out: the person to move, or the only one


class CloseGame(Ask):
    """Forget a table. Answer: `done`."""

    table: Word


class GetHint(Ask):
    """What a search, or a solver where there is one, would play. Answer: `hint`."""

    table: Word
    effort: Effort | None = None


class SetBar(Ask):
    """Switch the evaluation bar on or off: `evaluation` then comes after every move. Answer: `done`."""

    table: Word
    on: bool = True


class SaveGame(Ask):
    """The game as text, as `plyground play` saves it. Answer: `saved_game`."""

    table: Word


class OpenGame(Ask):
    """A table from the text of a saved game. Answer: `table`."""

    text: GameText
    seats: Annotated[list[FormText], Meta(max_length=16)] = []


class GetReview(Ask):
    """Judge every move of a table. `review_point` comes for every move; answer: `review`, at the end."""

    table: Word
    effort: Effort | None = None  # for each move


# --- watch


class StartSearch(Ask):
    """Search a position and watch. Answer: `search_started`; then `frame`s, and `search_ended`."""

    game: FormText
    position: Position = ""
    agent: FormText = "mcts"  # mcts or a preset of it: its parts and its seed count
    effort: Effort | None = None  # left out: the agent's own
    pace: Pace = None


class PauseSearch(Ask):
    """Answer: `done`; one more `frame` shows where it stands."""

    search: Word


class ResumeSearch(Ask):
    """Go on after a pause, or after its end once `set_effort` gave it more. Answer: `done`."""

    search: Word


class StopSearch(Ask):
    """End it now; it can still be looked at. Answer: `done`."""

    search: Word


class SetEffort(Ask):
    """Another limit for the whole search, while it runs or after. Answer: `done`."""

    search: Word
    effort: Effort


class SetView(Ask):
    """What its frames show. Answer: `done`; a `frame` follows."""

    search: Word
    tree: bool = True
    nodes: Annotated[int, Meta(ge=1, le=500)] = 300  # of the tree, the most visited
    depth: Annotated[int, Meta(ge=1, le=1000)] = 1000
    rate: Annotated[float, Meta(ge=0.2, le=20)] = 10.0  # frames a second, at most
    pace: Pace = None


class Unfold(Ask):
    """The children of a node of the tree. Answer: `children`."""

    search: Word
    node: Annotated[str, Meta(max_length=4000)]


class CloseSearch(Ask):
    """Forget a search, or both of a comparison. Answer: `done`."""

    search: Word


# --- step


class OpenStory(Ask):
    """Walk through a search, one simulation at a time. Answer: `story`."""

    game: FormText
    position: Position = ""
    agent: FormText = "mcts"


class GetSimulation(Ask):
    """One simulation in its four phases, any one of them. Answer: `simulation`."""

    story: Word
    number: Annotated[int, Meta(ge=1, le=1_000_000)]
    nodes: Annotated[int, Meta(ge=1, le=500)] = 120  # of the tree


class GetRollout(Ask):
    """The positions of a simulation's evaluation, as boards. Answer: `rollout`."""

    story: Word
    number: Annotated[int, Meta(ge=1, le=1_000_000)]
    first: Annotated[int, Meta(ge=0)] = 0
    count: Annotated[int, Meta(ge=1, le=60)] = 20


class CloseStory(Ask):
    """Answer: `done`."""

    story: Word


# --- compare


class StartComparison(Ask):
    """Two searches of one position, kept in step. Answer: `comparison_started`; then `comparison_frame`s.

    `pause_search`, `resume_search`, `stop_search`, `set_effort`, `set_view` and `close_search` take its id too.
    """

    game: FormText
    agents: Annotated[list[FormText], Meta(min_length=2, max_length=2)]
    position: Position = ""
    by: Literal["simulations", "seconds"] = "simulations"  # what both have spent alike at every frame
    effort: Effort | None = None
    pace: Pace = None


# --- race


class StartRace(Ask):
    """A match of two or a tournament of more, in the arena. Answer: `race`, again whenever games were played."""

    game: FormText
    agents: Annotated[list[FormText], Meta(min_length=2, max_length=16)]
    games: Annotated[int, Meta(ge=1, le=100_000)] = 100  # of every meeting
    form: Literal["round_robin", "gauntlet", "seatings"] | None = None  # left out: what suits the game
    seed: Seed = 0
    opening_moves: Annotated[int, Meta(ge=0, le=1000)] = 0
    sprt: SprtForm | None = None  # for two agents: stop as soon as it is settled


class ListRaces(Ask):
    """All races of this session, the latest first. Answer: `races`."""


class GetRace(Ask):
    """Answer: `race`; and again whenever games were played."""

    race: Word


class StopRace(Ask):
    """Pause it; its games stay. Answer: `race`."""

    race: Word


class ResumeRace(Ask):
    """Go on where it stopped. Answer: `race`."""

    race: Word


class ListRaceGames(Ask):
    """Its games by number. Answer: `race_games`."""

    race: Word
    first: Annotated[int, Meta(ge=0)] = 0
    count: Annotated[int, Meta(ge=1, le=200)] = 50


# --- learn


class ListLessons(Ask):
    """What there is to read. Answer: `lessons`."""


Request = (
    Hello
    | GetCatalogue
    | DescribeGame
    | CheckAgent
    | Draw
    | NewGame
    | ListGames
    | GetGame
    | Play
    | Undo
    | Redo
    | Restart
    | SetSeats
    | Resign
    | CloseGame
    | GetHint
    | SetBar
    | SaveGame
    | OpenGame
    | GetReview
    | StartSearch
    | PauseSearch
    | ResumeSearch
    | StopSearch
    | SetEffort
    | SetView
    | Unfold
    | CloseSearch
    | OpenStory
    | GetSimulation
    | GetRollout
    | CloseStory
    | StartComparison
    | StartRace
    | ListRaces
    | GetRace
    | StopRace
    | ResumeRace
    | ListRaceGames
    | ListLessons
)
