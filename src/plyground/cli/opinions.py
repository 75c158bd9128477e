"""Text for the terminal: an agent's opinion of its move, and reviews of positions and games."""

from plyground.agents import Decision
from plyground.cli.output import write_table
from plyground.games import CHANCE, Game, State
from plyground.review import Assessment, Review, until_dice

LINE_SHOWN = 8


def opinion(state: State, decision: Decision) -> str:
    """What an agent thinks of the move that it chose; empty for an agent without an opinion."""
    info, words = decision.info, []
    if info.get("slip"):
        return "a random move: its level slips now and then"
    if decision.values is not None:
        words.append(f"value {decision.values[state.player]:+z.2f}")
    elif isinstance(info.get("action_value"), float):
        words.append(f"value {info['action_value']:+z.2f}")
    if info.get("exact"):
        words.append("exact")
    visits = {move["action"]: move["visits"] for move in info.get("moves", [])}
    if decision.action in visits:
        words.append(f"{visits[decision.action]:,} of {sum(visits.values()):,} visits")
    words += [f"depth {info['depth']}"] if "moves" not in info and "depth" in info else []
    line = until_dice(state, info.get("line", []))[:LINE_SHOWN]
    words += [f"line {' '.join(line)}"] if line else []
    return ", ".join(words)


def write_assessment(assessment: Assessment) -> None:
    """A row for every move, best first."""
    rows = [(move.name, move.words, "" if move.visits is None else f"{move.visits:,}") for move in assessment.moves]
    searched = assessment.simulations > 0
    headings = ["move", f"worth ({assessment.source})", *(["visits"] if searched else [])]
    write_table(headings, [row[: len(headings)] for row in rows], {"visits"})
    if not assessment.exact:
        worth = assessment.worth
        print(
            f"the position: value {worth.value:+z.2f} [{worth.low:+z.2f}, {worth.high:+z.2f}], the mean over all moves"
        )


def write_review(review: Review, names: list[str]) -> None:
    """A row for every decision, then the blunders of each player; `names` has one name for each seat."""
    game = review.game
    rows = [
        (
            f"{ply.number}.",
            "dice" if ply.player == CHANCE else game.seat_name(ply.player),
            ply.name,
            "" if ply.worth is None else ply.worth.words,
            f"?? {ply.blunder}; better: {ply.best.name}" if ply.blunder and ply.best else "",
        )
        for ply in review.plies
    ]
    write_table(["move", "player", "played", "worth", "blunder"], rows, {"move"})
    print()
    for seat, name in enumerate(names):
        found = [ply for ply in review.blunders if ply.player == seat]
        places = f": {', '.join(f'{ply.number}. {ply.name}' for ply in found)}" if found else ""
        print(f"{name}: {count(len(found), 'blunder')}{places}")


def seat_names(game: Game, players: tuple[str, ...]) -> list[str]:
    """`X (human)`, or `X` alone if the players are not known."""
    seats = [game.seat_name(seat) for seat in range(game.num_players)]
    return [f"{seat} ({player})" for seat, player in zip(seats, players, strict=True)] if players else seats


def count(number: int, noun: str) -> str:
    """`1 move`, `2 moves`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
