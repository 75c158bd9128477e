"""The command line: `plyground COMMAND …`, one file per command.

Commands are named as text and imported when they are called: `plyground --help` imports no game.
"""

import contextlib
import errno
import inspect
import io
import os
import sys
import textwrap
import warnings
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from cyclopts import App, CycloptsError, Parameter

from plyground import __version__
from plyground.errors import CannotPlay, PlygroundError, PlygroundWarning

_PYTHONS_WARNING = warnings.showwarning
FAILED, MISUSED, INTERRUPTED, READER_GONE = 1, 2, 130, 141
# Errors of writing to stdout: the reader has gone, the disk is full or fails, a quota or a limit is reached.
_OUTPUT_ERRORS = (errno.EPIPE, errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EFBIG)

COMMANDS = {
    "games": "List the games, or show one in full.",
    "agents": "List the agents, or show one in full.",
    "play": "Play in the terminal: people and agents, in any seats.",
    "review": "Review a saved game: the worth of every move, and the blunders.",
    "serve": "Serve the local web page: play, watch a search, step through it, compare, race.",
    "search": "Search a position and show the result.",
    "parts": "List the parts of a search, or show one in full.",
    "signature": "Print one number that changes when any search does.",
    "train": "Train a learner by playing: a table or a network.",
    "match": "Play two agents against each other: wins, Elo, and a test that may end the match early.",
    "tournament": "Play a tournament that a file describes.",
    "results": "List, show, replay and export stored games.",
    "tune": "Tune an agent's numbers against a fixed opponent.",
    "reproduce": "Reproduce the claims of five documents, and judge them.",
    "perft": "Count the move sequences of a game, ply by ply.",
    "check": "Test a game against the laws of the contract.",
    "doctor": "Show the engine in use, versions and missing packages.",
    "bench": "Measure the speed, beside other libraries where they are installed.",
}


def _worth_showing(default: object) -> str | None:
    """The default as help shows it; None for flags and optional values."""
    return None if default is None or default is False or default == "" else str(default)


def build_app(chosen: str = "") -> App:
    """The app with all commands. Help is plain text outside a terminal; the chosen command shows its docstring."""
    app = App(
        name="plyground",
        help="A Monte Carlo tree search workbench: the search that you read is the search that runs.\n\n"
        "To begin: plyground play connect_four. Each command explains itself: plyground search --help.",
        version=__version__,
        default_parameter=Parameter(negative=(), show_default=_worth_showing),
        help_formatter=_help_formatter(),
        help_format="plaintext",
        result_action="return_int_as_exit_code_else_zero",
        print_error=False,
        exit_on_error=False,
        suppress_keyboard_interrupt=False,
    )
    for number, (name, help_line) in enumerate(COMMANDS.items()):
        said, examples = (None, examples_of(name)) if name == chosen else (help_line, None)
        app.command(f"plyground.cli.{name}:{name}", name=name, help=said, help_epilogue=examples, sort_key=number)
    app.register_install_completion_command(help="Install completion for your shell (bash, zsh, fish, PowerShell).")
    return app


def examples_of(command: str) -> str:
    """The examples in the docstring of a command, for the end of its help."""
    text = inspect.getdoc(getattr(import_module(f"plyground.cli.{command}"), command)) or ""
    examples = text.partition("\nExamples:\n")[2]
    return f"Examples:\n{textwrap.indent(textwrap.dedent(examples), '  ')}"


def _help_formatter() -> Any:
    if sys.stdout.isatty():
        return "default"
    from plyground.cli.plain_help import PlainHelp

    return PlainHelp()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code.

    0: success; 1: a check failed, an agent or a game cannot play, or the output cannot be written; 2: wrong usage;
    130: interrupted; 141: the reader of the output has gone.
    """
    _prepare_output()
    with warnings.catch_warnings():  # restores what the next line sets
        warnings.showwarning = _show_warning
        code = _run(arguments)
    arena = sys.modules.get("plyground.arena.workers")
    if arguments is None and arena is not None and arena.games_left_behind():
        # Native code that is still busy would return to a finalised Python, and abort.
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.flush()
        os._exit(code)
    return code


def _run(arguments: Sequence[str] | None) -> int:
    try:
        given = sys.argv[1:] if arguments is None else arguments
        code = int(build_app(next(iter(given), ""))(given))
        sys.stdout.flush()
    except (PlygroundError, CycloptsError) as error:
        # A function that reads an option raises a complete sentence.
        said = error.__cause__ if isinstance(error.__cause__, PlygroundError) else error
        _complain(f"plyground: {' '.join(str(said).split())}")
        return FAILED if isinstance(error, CannotPlay) else MISUSED
    except KeyboardInterrupt as interrupt:
        _complain(f"\nplyground: {str(interrupt) or 'stopped'}")
        return INTERRUPTED
    except OSError as error:
        if error.errno not in _OUTPUT_ERRORS or error.filename is not None:
            raise
        _drop_output()
        if error.errno == errno.EPIPE:  # `head` has read enough: no message
            return READER_GONE
        _complain(f"plyground: cannot write the output: {error.strerror}")
        return FAILED
    return code


def _prepare_output() -> None:
    """Make stdout and stderr safe to write to: a closed one swallows all text, an open one takes any character."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without ✓ or × gets ?, not a traceback


def _complain(text: str) -> None:
    with contextlib.suppress(OSError):
        print(text, file=sys.stderr)


def _show_warning(message: Warning | str, *details: Any, **more: Any) -> None:
    """One of ours as a sentence, others as Python shows them."""
    if isinstance(message, PlygroundWarning):
        _complain(f"plyground: {message}")
    else:
        _PYTHONS_WARNING(message, *details, **more)


def _drop_output() -> None:
    """Python flushes its buffers at exit: let that succeed."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
