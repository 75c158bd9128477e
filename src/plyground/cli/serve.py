"""`plyground serve`: the local web page."""

from functools import partial
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from plyground.cli.game_files import load_file
from plyground.files import place_of
from plyground.serve.run import DEFAULT_PORT, ServeOptions, serve_page


def serve(
    *files: str,
    host: str = "127.0.0.1",
    port: int = DEFAULT_PORT,
    token: str = "",
    no_browser: bool = False,
    classroom: bool = False,
    agent: Annotated[list[str] | None, Parameter(negative=())] = None,
    threads: int | None = None,
    data: Path | None = None,
) -> None:
    """Serve the local web page: play, watch a search, step through it, compare, race.

    No request leaves the machine. Games and races are kept on disk and continue after a restart.

    Args:
        files: Python files with games, agents or rules of your own; the page itself cannot load code.
        host: The address to listen on; 0.0.0.0 admits other machines, which need the token.
        port: The port; 0 picks a free one.
        token: A secret that the page must send; drawn at random if the host is not this machine.
        no_browser: Do not open a browser.
        classroom: Tighter limits per person, for many people: simulations, time, memory, open games.
        agent: Also offer this agent, which may read a file; may be given several times.
        threads: Threads for the searches of all people together (default: the number of cores).
        data: The folder for games and races (default: the user's data folder).

    Examples:
        plyground serve
        plyground serve my_game.py --port 9000
        plyground serve --agent "q_learning(file=table.plg)"
        plyground serve --classroom --host 0.0.0.0 --token secret
    """
    prepare = partial(_import_files, tuple(str(place_of(file).resolve()) for file in files))
    prepare()
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
            prepare=prepare if files else None,
        )
    )


def _import_files(files: tuple[str, ...]) -> None:
    for file in files:
        load_file(file)
