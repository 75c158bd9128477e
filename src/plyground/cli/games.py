"""`plyground games`: what can be played."""

from typing import Any

from plyground.cli.catalogue import (
    describe_parameter,
    description,
    example,
    parameters_of,
    report_broken_plugins,
    signature,
    summary,
    write_entry,
)
from plyground.cli.game_files import find_game, is_file
from plyground.cli.output import write_json
from plyground.games import Game


def games(game: str = "", /, *, json: bool = False) -> None:
    """List the games, or show one in full.

    Args:
        game: Show this game alone, with its board: connect_four, mnk(5,5,4), my_game.py.
        json: Print JSON.
    """
    one = _find(game) if game else None
    names = [type(one).name] if one else Game.registry.names()
    entries = [_entry(name, one) for name in names]
    report_broken_plugins(Game.registry)
    if json:
        write_json(entries[0] if one else entries)
        return
    for entry in entries:
        players = f"{entry['players']} players" if entry["players"] else ""
        engine = "C++ and Python" if entry["native"] else "Python"
        text = entry["description"].splitlines()
        details = map(describe_parameter, entry["parameters"])
        lines = [*text, *details] if one else [text[0], summary(entry["parameters"])]
        write_entry(signature(entry["name"], entry["parameters"]), f"{players}, {engine}", [*filter(None, lines)])
    if one:
        print(f"\n{one.initial_state()}\n\nplyground play '{game if is_file(game) else one}'")


def _find(text: str) -> Game:
    """A name alone is enough here, even for a game that needs parameters."""
    if not is_file(text) and text.strip().isidentifier():
        shown = example(Game.registry, text.strip())
        if isinstance(shown, Game):
            return shown
    return find_game(text)


def _entry(name: str, one: Game | None) -> dict[str, Any]:
    cls = Game.registry.get(name)
    game = one or example(Game.registry, name)
    assert game is None or isinstance(game, Game)
    return {
        "name": name,
        "description": description(cls),
        "parameters": parameters_of(cls),
        "example": str(game) if game else None,
        "players": game.num_players if game else None,
        "native": game is not None and game.twin is not None,
    }
