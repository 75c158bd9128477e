"""Play a match or a tournament, from Python."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from plyground.agents import Agent
from plyground.arena.contest import Form, make_contest
from plyground.arena.play import play
from plyground.arena.report import MatchReport, TournamentReport, match_report, tournament_report
from plyground.arena.runner import Forfeits, Progress
from plyground.arena.store import IN_MEMORY
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
    watch: Callable[[Progress], None] = lambda progress: None,
) -> MatchReport:
    """Two agents meet, in pairs of games with the seats swapped; `sprt` stops the match as soon as it is settled.

    Games in the store are not played again. `workers` defaults to the number of cores. An agent that
    raised an error in three games ends the match, unless `forfeits` is "count": then they are lost games.
    """
    contest = make_contest(game, [a, b], seed=seed, opening_moves=opening_moves, move_seconds=move_seconds)
    done = play(contest, games, store, sprt=sprt, workers=workers, cluster=cluster, forfeits=forfeits, watch=watch)
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
    watch: Callable[[Progress], None] = lambda progress: None,
) -> TournamentReport:
    """Many agents meet; a mapping gives them names.

    Forms: "round_robin" (every two agents meet), "gauntlet" (the first meets all others), each in `games`
    games a meeting; "seatings" (all at one table, in every seating), in `games` games. Default: seatings if
    the game has more than two seats and as many agents, else round_robin. The other arguments are those of `match`.
    """
    names = tuple(agents) if isinstance(agents, Mapping) else None
    players = list(agents.values()) if isinstance(agents, Mapping) else agents
    contest = make_contest(
        game,
        players,
        form=form or default_form(parse_game(game), len(players)),
        seed=seed,
        opening_moves=opening_moves,
        move_seconds=move_seconds,
    )
    done = play(contest, games, store, workers=workers, cluster=cluster, forfeits=forfeits, watch=watch)
    return tournament_report(done, names)


def default_form(game: Game, agents: int) -> Form:
    return "seatings" if game.num_players > 2 and agents == game.num_players else "round_robin"
