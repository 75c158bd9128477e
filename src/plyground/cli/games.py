"""`plyground games`: list the games."""

from plyground.catalogue import Entry, entry_of, example
from plyground.cli.catalogue import report_broken_plugins, signature, write_entries
from plyground.cli.game_files import find_game, is_file
from plyground.cli.options import GameOrFile, Json, With
from plyground.cli.output import write_json
from plyground.games import Game


def games(game: GameOrFile = "", /, *, own: With = None, json: Json = False) -> None:
    """List the games, or show one in full.

    Args:
        game: Show only this game, in full, with its board: connect_four, mnk(5,5,4), my_game.py.

    Examples:
        plyground games
        plyground games ludo
    """
    one = _find(game) if game else None
    names = [type(one).name] if one else Game.registry.names()
    entries = [_entry(name, one) for name in names]
    report_broken_plugins(Game.registry)
    if json:
        write_json(entries[0] if one else entries)
        return
    write_entries(entries, one is not None, "games", _heading)
    if one:
        print(f"\n{one.initial_state()}\n\nplyground play '{game if is_file(game) else one}'")


def _find(text: str) -> Game:
    """A name alone is enough here, even for a game that needs parameters."""
    if not is_file(text) and text.strip().isidentifier():
        shown = example(Game.registry, text.strip())
        if isinstance(shown, Game):
            return shown
    return find_game(text)


def _heading(entry: Entry) -> str:
    players = f"{entry['players']} players, " if entry["players"] else ""
    engine = "C++ and Python" if entry["native"] else "Python"
    return f"{signature(entry['name'], entry['parameters'])}  ({players}{engine})"


def _entry(name: str, one: Game | None) -> Entry:
    game = one or example(Game.registry, name)
    assert game is None or isinstance(game, Game)
    return {
        **entry_of(Game.registry, name),
        "example": str(game) if game else None,
        "players": game.num_players if game else None,
        "native": game is not None and game.twin is not None,
    }
