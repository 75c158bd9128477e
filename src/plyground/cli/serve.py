"""`plyground serve`: the local web page."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from plyground.catalogue import example
from plyground.cli.game_files import importer, load_with
from plyground.cli.options import With
from plyground.games import Game
from plyground.serve.run import DEFAULT_PORT, ServeOptions, serve_page


def serve(
    *files: str,
    host: str = "127.0.0.1",
    port: int = DEFAULT_PORT,
    token: str = "",
    no_browser: bool = False,
    classroom: bool = False,
    agent: Annotated[list[str] | None, Parameter(negative=())] = None,
    allow_origin: Annotated[list[str] | None, Parameter(negative=())] = None,
    threads: int | None = None,
    data: Path | None = None,
    own: With = None,
) -> None:
    """Serve the local web page: play, watch a search, step through it, compare, race.

    No request leaves the machine. Games and races are kept on disk and continue after a restart.

    Args:
        files: Python files with games, agents or rules of your own, the first game of which opens; the page itself
            cannot load code.
        host: The address to listen on; 0.0.0.0 admits other machines, which need the token.
        port: The port; 0 picks a free one.
        token: A secret that the page must send; drawn at random if the host is not this machine.
        no_browser: Do not open a browser.
        classroom: Tighter limits per person, for many people: simulations, time, memory, open games.
        agent: Also offer this agent, which may read a file; may be given several times.
        allow_origin: Let web pages of this origin, such as http://localhost:8888, show the page in a frame and open its
            socket; may be given several times.
        threads: Threads for the searches of all people together (default: the number of cores).
        data: The folder for games and races (default: the user's data folder).

    Examples:
        plyground serve
        plyground serve my_game.py --port 9000
        plyground serve --agent "q_learning(file=table.plg)"
        plyground serve --allow-origin http://localhost:8888
        plyground serve --classroom --host 0.0.0.0 --token secret
    """
    games = [example(Game.registry, name) for file in files for name in load_with(file).games]
    first = next((str(game) for game in games if game is not None), "")
    serve_page(
        ServeOptions(
            host=host,
            port=port,
            token=token,
            browser=not no_browser,
            classroom=classroom,
            threads=threads,
            data=data,
            agents=tuple(agent or ()),
            origins=tuple(allow_origin or ()),
            game=first,
            prepare=importer(),
        )
    )
