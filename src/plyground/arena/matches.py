"""Play a match or a tournament, from Python."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from plyground.agents import Agent
from plyground.arena.contest import Form, make_contest
from plyground.arena.live import Watch, watched
from plyground.arena.play import play
from plyground.arena.report import MatchReport, TournamentReport, match_report, tournament_report
from plyground.arena.runner import Forfeits
from plyground.arena.store import IN_MEMORY
from plyground.errors import PlygroundError
from plyground.games import Game, parse_game
from plyground.statistics.sprt import Sprt


def match(
    a: Agent | str,
    b: Agent | str,
    game: Game | str,
    *,
    games: int = 100,
    seed: int = 0,
    opening_moves: int = 0,
    move_seconds: float | None = None,
    sprt: Sprt | None = None,
    store: str | Path = IN_MEMORY,
    workers: int | None = None,
    cluster: str | None = None,
    forfeits: Forfeits = "stop",
    watch: Watch | None = None,
) -> MatchReport:
    """Play two agents against each other, in pairs of games with the seats swapped; each alone in a game of one seat.

    `sprt` ends the match as soon as it accepts a hypothesis. Games in the store are not played again. `workers`
    defaults to the number of cores. The match ends with an error after three games in which agents raised errors;
    with `forfeits` "count" it goes on, and these games count as lost. `watch` is called after every batch of games; by
    default a terminal or a notebook shows the progress.
    """
    contest = make_contest(game, [a, b], seed=seed, opening_moves=opening_moves, move_seconds=move_seconds)
    with watched(watch) as show:
        done = play(contest, games, store, sprt=sprt, workers=workers, cluster=cluster, forfeits=forfeits, watch=show)
    return match_report(done)


def tournament(
    agents: Sequence[Agent | str] | Mapping[str, Agent | str],
    game: Game | str,
    *,
    games: int = 100,
    form: Form | None = None,
    seed: int = 0,
    opening_moves: int = 0,
    move_seconds: float | None = None,
    store: str | Path = IN_MEMORY,
    workers: int | None = None,
    cluster: str | None = None,
    forfeits: Forfeits = "stop",
    watch: Watch | None = None,
) -> TournamentReport:
    """Play a tournament of several agents; a mapping gives them names.

    Forms: "round_robin" (every two agents meet) and "gauntlet" (the first agent meets all others), with `games` games
    per meeting; "seatings" (all agents at one table, in every seating), with `games` games in all; "alone" (each agent
    plays a game of one seat, on the same seeds), with `games` games in all. The default is alone if the game has one
    seat, seatings if it has more than two seats and one agent for each, else round_robin. The other arguments are
    those of `match`.
    """
    names = tuple(agents) if isinstance(agents, Mapping) else None
    for name in names or ():
        if not isinstance(name, str) or name != name.encode(errors="replace").decode():
            raise PlygroundError(f"the name of an agent must be a text that a file can hold, not {name!r}")
    players = list(agents.values()) if isinstance(agents, Mapping) else agents
    contest = make_contest(
        game,
        players,
        form=form or default_form(parse_game(game), len(players)),
        seed=seed,
        opening_moves=opening_moves,
        move_seconds=move_seconds,
    )
    with watched(watch) as show:
        done = play(contest, games, store, workers=workers, cluster=cluster, forfeits=forfeits, watch=show)
    return tournament_report(done, names)


def default_form(game: Game, agents: int) -> Form:
    if game.num_players == 1:
        return "alone"
    return "seatings" if game.num_players > 2 and agents == game.num_players else "round_robin"
