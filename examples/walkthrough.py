"""The walkthrough of Turcotte's lecture: four simulations of a tiny tree, step by step, with its numbers.

You learn what select, expand, evaluate and back up do to two numbers per node.

    python examples/walkthrough.py
"""

from dataclasses import dataclass

import plyground as pg

# Both children score infinity at first: this seed breaks such ties as the lecture does, S1 first, later S6.
SEED = 8
# The value of a rollout from each state. The lecture gives one each from S1, S2, a child of S1 and S6.
ROLLOUTS = {1: 20.0, 2: 10.0, 3: 0.0, 4: 0.0, 5: 14.0, 6: 14.0}


@dataclass(frozen=True)
class Lecture(pg.Game):
    """A root S0 with two actions to S1 and S2, each with two actions again: S3, S4 and S5, S6."""

    name = "lecture"
    num_players = 1
    value_range = (0.0, 20.0)

    def initial_state(self) -> "LectureState":
        return LectureState(self)


class LectureState(pg.State):
    def __init__(self, game: Lecture) -> None:
        super().__init__(game)
        self.number, self.player = 0, 0

    def actions(self) -> list[int]:
        return [] if self.player == pg.TERMINAL else [2 * self.number + 1, 2 * self.number + 2]

    def apply(self, action: int) -> None:
        self.number = action
        self.player = 0 if action <= 2 else pg.TERMINAL

    def returns(self) -> list[float]:
        return [ROLLOUTS[self.number]]

    def action_name(self, action: int) -> str:
        return f"S{action}"


def lecture_search() -> pg.Search:
    """UCB1 with C = 2; all children at once; a leaf is evaluated before it gets children."""
    config = pg.configure(select="ucb1(c=2)", expand="all_children", evaluate=LectureState.returns, decide="best_value")
    search = pg.Search(Lecture(), config, engine="python", seed=SEED)
    search.start(Lecture().initial_state())
    return search


def describe(search: pg.Search, trace) -> str:
    """One simulation in the lecture's four steps."""
    tree, number = search.tree(), trace.simulation + 1
    choices = [
        ", ".join(f"S{tree.action[row]} = {score:.2f}" for row, score in zip(step.children, step.scores, strict=True))
        + f"; S{tree.action[step.chosen]} is selected"
        for step in trace.steps
    ]
    expanded = f"S{tree.action[trace.path[1]]}, visited before: {choices[1]}" if len(choices) > 1 else "none"
    lines = [
        f"{number}.1 selection: {choices[0]}",
        f"{number}.2 expansion: {expanded}",
        f"{number}.3 rollout from S{tree.action[trace.path[-1]]}: {trace.values[0]:g}",
    ]
    totals = ", ".join(
        f"S{tree.action[row]} {tree.value[row] * tree.visits[row]:g}/{tree.visits[row]}" for row in trace.path
    )
    lines.append(f"{number}.4 back-propagation (total/visits): {totals}")
    return "\n".join(lines)


def main() -> None:
    search = lecture_search()
    for _ in range(4):
        print(describe(search, search.trace()), end="\n\n")
    print(f"The best value so far: {search.state.action_name(search.decide())}")


if __name__ == "__main__":
    main()
