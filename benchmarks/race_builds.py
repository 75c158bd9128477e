"""The speed of searches in two builds of plyground, say before and after a change of the C++ core.

    git worktree add /tmp/before HEAD~1
    pip install --no-deps --target /tmp/before-site --config-settings=cmake.define.PLYGROUND_NATIVE=ON /tmp/before
    pip install --no-deps --target /tmp/after-site --config-settings=cmake.define.PLYGROUND_NATIVE=ON .
    python benchmarks/race_builds.py /tmp/before-site /tmp/after-site --game connect_four

Both builds search the same position with the same seeds, each round in processes of their own that take turns. Prints
the median of the rounds' ratios, time before / time after (more than 1: the second build is faster), and their range.
The time is the processor time from `Search(…)` to the result, the mean of the fastest tenth of the searches.
"""

import argparse
import subprocess
import sys
import sysconfig
from pathlib import Path
from statistics import median

from plyground.bench.search import COSTS

# Parts by name, as arguments of `configure`.
SEARCHES: dict[str, dict[str, str]] = {
    "plain": {},
    **COSTS,
    "puct": {"select": "puct", "expand": "all_children"},
    "ucb1_tuned": {"select": "ucb1_tuned"},
}
# Numbers of simulations, and how many searches are timed.
SIZES = {1_000: 120, 10_000: 16, 100_000: 3}

MEASURE = """
import sys, time
site, packages, game, parts, simulations, searches = sys.argv[1:]
sys.path += [site, packages]
import plyground as pg
game, config = pg.parse_game(game), pg.configure(**eval(parts))
state, times = game.initial_state(), []
for seed in range(int(searches)):
    start = time.process_time()
    pg.Search(game, config, seed=seed).run(state, int(simulations))
    times.append(time.process_time() - start)
fastest = sorted(times)[: max(1, len(times) // 10)]
print(sum(fastest) / len(fastest))
"""


def seconds(site: str, game: str, parts: dict[str, str], simulations: int, searches: int) -> float:
    arguments = [site, sysconfig.get_path("purelib"), game, repr(parts), str(simulations), str(searches)]
    command = [sys.executable, "-S", "-c", MEASURE, *arguments]  # -S hides an editable install
    return float(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", help="the folder of an installed plyground")
    parser.add_argument("after", help="the folder of another one")
    parser.add_argument("--game", default="connect_four")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--share", type=float, default=1.0, help="of the usual number of searches, for slow games")
    parser.add_argument("--simulations", type=int, nargs="+", choices=list(SIZES), default=list(SIZES))
    names = list(SEARCHES)
    parser.add_argument("--searches", nargs="+", choices=names, default=names, metavar="SEARCH", help=", ".join(names))
    options = parser.parse_args()
    for site in (options.before, options.after):
        if not (Path(site) / "plyground").is_dir():
            parser.error(f"there is no plyground in {site}")
    for name in options.searches:
        for simulations in options.simulations:
            count = max(1, round(SIZES[simulations] * options.share))
            ratios = []
            for number in range(options.rounds):
                turns = (options.before, options.after)
                times = {
                    site: seconds(site, options.game, SEARCHES[name], simulations, count)
                    for site in (turns if number % 2 == 0 else turns[::-1])
                }
                ratios.append(times[options.before] / times[options.after])
            spread = f"({min(ratios):.3f} to {max(ratios):.3f})"
            print(f"{options.game} {name:10} {simulations:7,} {median(ratios):.3f} {spread}", flush=True)


if __name__ == "__main__":
    main()
