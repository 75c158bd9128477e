"""A Ludo board as text: the cross, the tokens on it, and one line about every seat.

Quarter 0 enters the track at the bottom, left of its home column; the others follow by quarter turns,
clockwise, the way tokens walk. An arm is three squares wide and `arm` long, the board 2 · arm + 3 across.
A quarter of an even number of squares turns at an inner corner (40 squares: 11 × 11), one of an odd number
cuts that corner (52 squares: 15 × 15).
"""

from collections import Counter
from collections.abc import Sequence

from plyground.games.base import CHANCE, TERMINAL
from plyground.games.ludo_rules import LudoRules

SEATS = ("Red", "Green", "Yellow", "Blue")
Cell = tuple[int, int]


def draw(
    rules: LudoRules,
    tokens: Sequence[Sequence[int]],
    player: int,
    seat: int,
    roll: int,
    moves: Sequence[str],
) -> str:
    """The board, every seat's tokens in steps, and the moves."""
    size = 2 * arm_length(rules) + 3
    grid = [["   "] * size for _ in range(size)]
    for (row, column), text in _cells(rules, tokens).items():
        grid[row][column] = f"{text:^3}"
    lines = ["".join(row).rstrip() for row in grid]
    lines.append("")
    lines += [_seat_line(rules, name, steps) for name, steps in zip(SEATS, tokens, strict=False)]
    who = SEATS[seat]
    if player == TERMINAL:
        lines.append(f"{who} has won.")
    elif player == CHANCE:
        lines.append(f"{who} rolls the die.")
    else:
        lines.append(f"{who} rolled {roll}: {', '.join(moves)}")
    return "\n".join(lines)


def _seat_line(rules: LudoRules, name: str, steps: Sequence[int]) -> str:
    yard = sum(step == 0 for step in steps)
    home = sum(step >= rules.goal for step in steps)
    walking = [step for step in steps if 0 < step < rules.goal]
    shown = ", ".join(f"{step} ({rules.goal - step} to go)" for step in walking) or "none"
    return f"{name:6} ({name[0]})  yard {yard}  home {home}  on step {shown}"


def _cells(rules: LudoRules, tokens: Sequence[Sequence[int]]) -> dict[Cell, str]:
    cells = {track_cell(rules, square): "." for square in range(rules.track)}
    cells |= {track_cell(rules, square): "o" for square in rules.safe_squares}
    standing: dict[Cell, Counter[str]] = {}
    for seat, steps in enumerate(tokens):
        letter = SEATS[seat][0]
        quarter = rules.quarters[seat]
        cells[track_cell(rules, quarter * (rules.track // 4))] = letter.lower()
        cells |= {column_cell(rules, quarter, i): ":" for i in range(rules.home)}
        yard = sum(step == 0 for step in steps)
        for i in range(rules.tokens):
            cells[turn_cell(rules, (2 * arm_length(rules) + 1 + i // 2, i % 2), quarter)] = letter if i < yard else "_"
        for step in steps:
            square = rules.square(seat, step)
            if square is not None:
                cell = track_cell(rules, square)
            elif rules.lap < step <= rules.lap + rules.home:
                cell = column_cell(rules, quarter, step - rules.lap - 1)
            else:
                continue
            standing.setdefault(cell, Counter())[letter] += 1
    for cell, letters in standing.items():
        cells[cell] = "".join(f"{letter}{n if n > 1 else ''}" for letter, n in letters.items())
        if len(cells[cell]) > 3:  # the lines below the board have the numbers
            cells[cell] = "".join(letters)[:3]
    return cells


def arm_length(rules: LudoRules) -> int:
    return (rules.track // 4 - 1) // 2


def track_cell(rules: LudoRules, square: int) -> Cell:
    arm = arm_length(rules)
    # The start square is the first of its arm, or the second where the lap ends one square earlier.
    quarter, i = divmod((square + (0 if rules.full_lap else 1)) % rules.track, rules.track // 4)
    up = rules.track // 4 - arm - 1
    if i < up:
        cell = (2 * arm + 2 - i, arm)
    elif i < up + arm:
        cell = (arm + 2, arm - 1 - (i - up))
    else:
        cell = (arm + 1, 0)
    return turn_cell(rules, cell, quarter)


def column_cell(rules: LudoRules, quarter: int, i: int) -> Cell:
    arm = arm_length(rules)
    return turn_cell(rules, (2 * arm + 1 - i, arm + 1), quarter)


def turn_cell(rules: LudoRules, cell: Cell, quarters: int) -> Cell:
    """The cell after `quarters` clockwise quarter turns of the board."""
    for _ in range(quarters):
        cell = (cell[1], 2 * arm_length(rules) + 2 - cell[0])
    return cell
