"""The requests of the page. Every request has an `id`, which its answer repeats.

Games, agents and positions are in the text forms that all of plyground shares: "mnk(5,5,4)", "mcts(simulations=500)",
and the moves that lead to a position, "b2 a1". The limits in this file belong to the protocol; the limits of a session
are in `limits.py` and reach the page with `welcome`.
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
Pace = Annotated[float, Meta(gt=0, le=1e9)] | None  # simulations per second at most; null: full speed
Seed = Annotated[int, Meta(ge=0, le=2**53 - 1)]  # integers that JavaScript holds exactly


def tag_of(name: str) -> str:
    """The `type` of a message: its class in small letters, words joined by `_`."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


class Ask(Struct, tag_field="type", tag=tag_of, forbid_unknown_fields=True, kw_only=True):
    """Base class of all requests."""

    id: Count = 0  # chosen by the page; the answer repeats it


class Effort(Struct, forbid_unknown_fields=True):
    """The limits of a search; it ends at the first one that it reaches."""

    simulations: Count | None = None
    seconds: Annotated[float, Meta(ge=0, le=3600)] | None = None


class SprtForm(Struct, forbid_unknown_fields=True):
    """A sequential test between two agents. H0: the Elo difference is elo0. H1: it is elo1."""

    elo0: Annotated[float, Meta(ge=-1000, le=1000)] = 0.0
    elo1: Annotated[float, Meta(ge=-1000, le=1000)] = 20.0


# --- the session


class Hello(Ask):
    """The first request on a socket. Answer: `welcome`."""

    session: Word = ""  # the key from an earlier `welcome`; empty or unknown: a new session
    token: Word = ""  # of the address that the server printed, if it has one


class GetCatalogue(Ask):
    """All games, agents and parts with their parameters, for forms. Answer: `catalogue`."""


class DescribeGame(Ask):
    """One game: its seats, and which agents can play it. Answer: `game_facts`."""

    game: FormText


class CheckAgent(Ask):
    """Check that a text names an agent that can play a game. Answer: `agent_facts`."""

    agent: FormText
    game: FormText


class Draw(Ask):
    """Draw any position of any game. Answer: `drawn`."""

    game: FormText
    moves: Position = ""
    since: Annotated[int, Meta(ge=0)] | None = None  # mark what changed after this ply; omitted: the last move


# --- play


class NewGame(Ask):
    """Set up a table. Answer: `table`."""

    game: FormText
    seats: Annotated[list[FormText], Meta(max_length=16)] = []  # an agent each, "human" for a person; omitted: human
    position: Position = ""  # start after these moves
    seed: Seed | None = None  # of the dice and the agents; omitted: random
    dice: Literal["roll", "ask"] = "roll"  # ask: a person enters each throw by `play`


class ListGames(Ask):
    """The tables of this session, the latest first. Answer: `games`."""


class GetGame(Ask):
    """A table as it is now. Answer: `table`."""

    table: Word


class Play(Ask):
    """Play a move, by its action number or its name. Answer: `table`."""

    table: Word
    move: int | Word
    ply: Annotated[int, Meta(ge=0)] | None = None  # refuse the move unless the game is at this ply (a late click)


class Undo(Ask):
    """Go back to the last earlier decision of a person, or of any seat if no person plays. Answer: `table`."""

    table: Word
    ply: Annotated[int, Meta(ge=0)] | None = None  # back to exactly this ply instead


class Redo(Ask):
    """Make moves again that `undo` took back, up to a person's next decision. Answer: `table`."""

    table: Word


class Restart(Ask):
    """Start a new game at the same table: same seats, new seed. Answer: `table`."""

    table: Word


class SetSeats(Ask):
    """Change the players from now on; to swap seats, send the same agents in another order. Answer: `table`."""

    table: Word
    seats: Annotated[list[FormText], Meta(max_length=16)]


class Resign(Ask):
    """A person gives up. Answer: `table`."""

    table: Word
    seat: Annotated[int, Meta(ge=0)] | None = None  # omitted: the person to move, or the only person


class CloseGame(Ask):
    """Forget a table. Answer: `done`."""

    table: Word


class GetHint(Ask):
    """The best move by a solver if one knows the position, otherwise by a search. Answer: `hint`."""

    table: Word
    effort: Effort | None = None


class SetBar(Ask):
    """Switch the evaluation bar on or off; while it is on, every move is followed by `evaluation`. Answer: `done`."""

    table: Word
    on: bool = True


class SaveGame(Ask):
    """The game as text, as `plyground play` saves it. Answer: `saved_game`."""

    table: Word


class OpenGame(Ask):
    """Set up a table from the text of a saved game. Answer: `table`."""

    text: GameText
    seats: Annotated[list[FormText], Meta(max_length=16)] = []  # omitted: the players of the saved game


class GetReview(Ask):
    """Review every move of a game; a `review_point` comes for each. Answer: `review`, at the end."""

    table: Word
    effort: Effort | None = None  # for each move: the simulations of each of its searches, the seconds of all


# --- watch


class StartSearch(Ask):
    """Start a search to watch. Answer: `search_started`; `frame`s and `search_ended` follow."""

    game: FormText
    position: Position = ""
    agent: FormText = "mcts"  # mcts or one of its presets
    effort: Effort | None = None  # omitted: the simulations of the agent, or else 100,000
    pace: Pace = None


class PauseSearch(Ask):
    """Pause a search. Answer: `done`; one more `frame` follows."""

    search: Word


class ResumeSearch(Ask):
    """Continue a paused search, or an ended one after `set_effort` raised its limit. Answer: `done`."""

    search: Word


class StopSearch(Ask):
    """End a search now; its tree stays. Answer: `done`."""

    search: Word


class SetEffort(Ask):
    """Change the limits of the whole search, while it runs or afterwards. Answer: `done`."""

    search: Word
    effort: Effort


class SetView(Ask):
    """Choose what the frames of a search show, and its pace. Answer: `done`; a `frame` follows."""

    search: Word
    tree: bool = True
    nodes: Annotated[int, Meta(ge=1, le=500)] = 300  # of the tree: the most visited
    depth: Annotated[int, Meta(ge=1, le=1000)] = 1000
    rate: Annotated[float, Meta(ge=0.2, le=20)] = 10.0  # frames per second at most
    pace: Pace = None


class Unfold(Ask):
    """The children and the position of a node of the tree. Answer: `children`."""

    search: Word
    node: Annotated[str, Meta(max_length=4000)]


class CloseSearch(Ask):
    """Forget a search, or both searches of a comparison. Answer: `done`."""

    search: Word


# --- step


class OpenStory(Ask):
    """Open a search to step through, one simulation at a time. Answer: `story`."""

    game: FormText
    position: Position = ""
    agent: FormText = "mcts"


class GetSimulation(Ask):
    """Any simulation of a story, in its four phases. Answer: `simulation`."""

    story: Word
    number: Annotated[int, Meta(ge=1, le=1_000_000)]
    nodes: Annotated[int, Meta(ge=1, le=500)] = 120  # of the tree: the most visited


class GetRollout(Ask):
    """The positions of a simulation's evaluation, as boards. Answer: `rollout`."""

    story: Word
    number: Annotated[int, Meta(ge=1, le=1_000_000)]
    first: Annotated[int, Meta(ge=0)] = 0
    count: Annotated[int, Meta(ge=1, le=60)] = 20


class CloseStory(Ask):
    """Forget a story. Answer: `done`."""

    story: Word


# --- compare


class StartComparison(Ask):
    """Start two searches of one position, kept in step. Answer: `comparison_started`; `comparison_frame`s follow.

    `pause_search`, `resume_search`, `stop_search`, `set_effort`, `set_view` and `close_search` take its `search` too.
    """

    game: FormText
    agents: Annotated[list[FormText], Meta(min_length=2, max_length=2)]
    position: Position = ""
    by: Literal["simulations", "seconds"] = "simulations"  # what both have spent equally at every frame
    effort: Effort | None = None  # omitted: the simulations of the first agent, or else 100,000
    pace: Pace = None


# --- race


class StartRace(Ask):
    """Start a match of two agents, or a tournament of more, in the arena. Answer: `race`; more follow during play."""

    game: FormText
    agents: Annotated[list[FormText], Meta(min_length=2, max_length=16)]
    games: Annotated[int, Meta(ge=1, le=100_000)] = 100  # per meeting; for seatings in all
    form: Literal["round_robin", "gauntlet", "seatings"] | None = None  # omitted: chosen to suit the game
    seed: Seed = 0
    opening_moves: Annotated[int, Meta(ge=0, le=1000)] = 0
    sprt: SprtForm | None = None  # for two agents: stop as soon as the test is settled


class ListRaces(Ask):
    """All races of this session, the latest first. Answer: `races`."""


class GetRace(Ask):
    """A race and its standing. Answer: `race`; more follow during play."""

    race: Word


class StopRace(Ask):
    """Pause a race; its games are kept. Answer: `race`."""

    race: Word


class ResumeRace(Ask):
    """Continue a race that was stopped or has failed. Answer: `race`."""

    race: Word


class ListRaceGames(Ask):
    """The games of a race, by number. Answer: `race_games`."""

    race: Word
    first: Annotated[int, Meta(ge=0)] = 0
    count: Annotated[int, Meta(ge=1, le=200)] = 50


# --- learn


class ListLessons(Ask):
    """The lessons: walkthrough, guide and report. Answer: `lessons`."""


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
