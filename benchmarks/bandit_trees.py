"""Bayes-UCT on bandit trees: python benchmarks/bandit_trees.py [trees]

It measures the share of wrong moves at the root after a number of trials, and the mean loss; see
`plyground.experiments.bandit_trees`. The reference is an independent program's table (4000 trees of depth 2, 2000 of
depth 3); ours carries 95 % intervals.
"""

import sys

from plyground.experiments.bandit_trees import RULES, TRIALS, BanditTree, losses
from plyground.statistics.intervals import wilson

# Wrong moves in per cent and mean regret, by depth and rule, after 25, 100, 500 and 2000 trials.
REFERENCE = {
    (2, "UCT"): ((58.9, 0.100), (40.4, 0.046), (18.5, 0.0091), (8.6, 0.0020)),
    (2, "Bayes-UCT1"): ((61.0, 0.107), (39.9, 0.044), (16.2, 0.0075), (6.8, 0.0013)),
    (2, "Bayes-UCT2"): ((54.4, 0.082), (32.5, 0.029), (13.1, 0.0047), (5.9, 0.0012)),
    (3, "UCT"): ((74.7, 0.127), (65.5, 0.090), (46.0, 0.038), (23.9, 0.0101)),
    (3, "Bayes-UCT1"): ((75.8, 0.126), (67.5, 0.099), (43.0, 0.033), (18.1, 0.0059)),
    (3, "Bayes-UCT2"): ((69.5, 0.107), (58.5, 0.066), (28.9, 0.0154), (11.4, 0.0026)),
}
REFERENCE_OF = {"with priors 1": "Bayes-UCT1", "with priors 2": "Bayes-UCT2"}


def main(trees: int) -> None:
    print(f"{trees} trees; wrong moves % [95 % interval], mean regret; the reference in brackets\n")
    compared = [(depth, rule, REFERENCE[depth, REFERENCE_OF.get(rule, rule)]) for depth in (2, 3) for rule in RULES]
    for depth, rule, reference in compared:
        table = [losses(BanditTree(depth, seed), RULES[rule]) for seed in range(trees)]
        for trials, column, (wrong, regret) in zip(TRIALS, zip(*table, strict=True), reference, strict=True):
            errors = sum(loss > 0 for loss in column)
            rate = wilson(errors, trees)
            print(
                f"depth {depth}  {rule:13}  {trials:4} trials  "
                f"{100 * rate.value:4.1f} [{100 * rate.low:4.1f}, {100 * rate.high:4.1f}] ({wrong:4.1f})  "
                f"{sum(column) / trees:.4f} ({regret:.4f})",
                flush=True,
            )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
