"""`plyground review`: the worth of every move of a saved game, and its blunders."""

from plyground.cli.opinions import seat_names, write_review
from plyground.cli.options import Count, Json, With
from plyground.cli.output import progress, write_json
from plyground.cli.saved_games import load_game
from plyground.review import SIMULATIONS, review_game


def review(
    file: str,
    /,
    *,
    simulations: Count = SIMULATIONS,
    seed: int = 0,
    own: With = None,
    json: Json = False,
) -> None:
    """Review a saved game: the worth of every move to its player, and the blunders.

    The worth is exact if plyground can solve the game: Connect Four, tic-tac-toe, small games. Otherwise a search
    judges each position; its values have 95 % intervals, and only a drop beyond them counts as a blunder.

    Args:
        file: The saved game; `save FILE` writes one while you play.
        simulations: Simulations per position that a search judges.
        seed: The seed of the searches.

    Examples:
        plyground review saved.txt
        plyground review saved.txt --simulations 50k --json
    """
    saved = load_game(file, command="review")
    with progress("review", len(saved.moves)) as step:
        found = review_game(saved.game, saved.moves, simulations, seed, step)
    if json:
        write_json({**found.to_dict(), "players": list(saved.players), "result": saved.result})
        return
    write_review(found, seat_names(saved.game, saved.players))
    if saved.result:
        print(saved.result)
