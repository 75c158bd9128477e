"""`plyground check`: test a game against the laws of `plyground.games.check`."""

from plyground.cli import FAILED
from plyground.cli.game_files import find_game, games_in, is_file
from plyground.cli.options import Count, GameOrFile, Json
from plyground.cli.output import progress, tick, write_json, write_table
from plyground.games import Game
from plyground.games.check import LAWS, LawReport, check_game
from plyground.search import configure


def check(target: GameOrFile, /, *forms: str, games: Count = 20, seed: int = 0, json: Json = False) -> int:
    """Test a game against the laws of the contract; the exit code is 1 if one is broken.

    Args:
        target: A file with games in it (my_game.py), or a game (connect_four).
        forms: For a file, the games in it to check, with their parameters: "my_game(3)"; otherwise, further games.
        games: Number of random games.
        seed: The seed of the random games.

    Examples:
        plyground check my_game.py
        plyground check connect_four "mnk(5,5,4)" --games 100
    """
    chosen = _games(target, forms)
    reports = []
    with progress(f"checking {target}", len(chosen)) as step:
        for game in chosen:
            reports.append(check_game(game, games=games, seed=seed))
            configure().check(game)  # warns of a range of values that the default search cannot handle
            step()
    if json:
        write_json([_entry(report) for report in reports])
    else:
        for report in reports:
            _write(report)
    return 0 if all(report.ok for report in reports) else FAILED


def _games(target: str, forms: tuple[str, ...]) -> list[Game]:
    if not is_file(target) or ".py:" in target:
        return [find_game(text) for text in (target, *forms)]
    return [find_game(f"{target}:{form}") for form in forms or games_in(target)]


def _entry(report: LawReport) -> dict[str, object]:
    broken = {breach.law: breach.message for breach in report.broken}
    return {"game": str(report.game), "ok": report.ok, "checks": report.checks, "broken": broken}


def _write(report: LawReport) -> None:
    broken = {breach.law: breach.message for breach in report.broken}
    print(f"{report.game}: {'keeps its laws' if report.ok else 'breaks laws'}")
    rows = [
        (f"  {tick(law not in broken)}", broken.get(law, f"{LAWS[law]} ({count:,})"))
        for law, count in report.checks.items()
        if count or law in broken
    ]
    write_table(("", ""), rows)
