"""The referee of `gumbel` and of `puct` with a network: mctx, the reference code of the paper's authors. From the same
logits, values and noise come the same visits and the same move, over random trees."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from plyground.games import Game, State
from plyground.games.planes import Planes
from plyground.search import SearchPool, configure
from plyground.search.evaluate import Batched
from plyground.tree import ROOT

jax = pytest.importorskip("jax", reason="the referee of gumbel needs mctx: pip install plyground[net]")
mctx = pytest.importorskip("mctx", reason="the referee of gumbel needs mctx: pip install plyground[net]")
ACTIONS = 5
MASK = (1 << 32) - 1


def mix(number: Any) -> Any:
    """The same 32 bits for a Python integer, a NumPy array and a JAX array (Wang's hash, multiplications alone)."""
    for factor, shift in ((0x7FEB352D, 15), (0x846CA68B, 16)):
        number = number ^ (number >> shift)
        number = number * factor & MASK
    return number ^ (number >> 16)


def child_of(code: Any, action: Any) -> Any:
    return mix((code * 31 + action + 1) & MASK)


def judge(code: Any, xp: Any) -> tuple[Any, Any]:
    """Value and logits of positions: a value in [−1, 1], logits in [−2, 2]."""
    places = xp.arange(ACTIONS + 1, dtype=xp.uint64)
    numbers = mix((code[:, None] ^ (places * 0x9E3779B1 & MASK)) & MASK) / 2.0**31 - 1.0
    return numbers[:, 0], 2.0 * numbers[:, 1:]


@dataclass(frozen=True)
class HashTree(Game):
    """Two seats alternate without end; a position is a hash of the path to it."""

    @property
    def num_players(self) -> int:
        return 2

    @property
    def num_actions(self) -> int:
        return ACTIONS

    @property
    def planes(self) -> Planes:
        return Planes(("code",), 1, 32)

    def initial_state(self) -> "HashState":
        return HashState(self, 0)


class HashState(State):
    def __init__(self, game: HashTree, salt: int) -> None:
        super().__init__(game)
        self.player, self.code = 0, mix(salt)

    def actions(self) -> list[int]:
        return list(range(ACTIONS))

    def apply(self, action: int) -> None:
        self.player, self.code = 1 - self.player, child_of(self.code, action)

    def returns(self) -> list[float]:
        return [0.0, 0.0]

    def plane_bits(self) -> list[int]:
        return [self.code]


def network(positions: Any) -> tuple[Any, Any]:
    return judge(positions[:, 0], np)


def roots(salts: Any) -> tuple[Any, Any]:
    """The roots of all trees for mctx, and its function for the next position."""
    jnp = jax.numpy
    codes = jnp.asarray(mix(salts))
    value, logits = judge(codes, jnp)
    root = mctx.RootFnOutput(prior_logits=logits, value=value, embedding=codes)

    def step(params: Any, key: Any, action: Any, codes: Any) -> tuple[Any, Any]:
        after = child_of(codes, action.astype(jnp.uint64))
        value, logits = judge(after, jnp)
        zeros = jnp.zeros_like(value)
        return mctx.RecurrentFnOutput(reward=zeros, discount=zeros - 1.0, prior_logits=logits, value=value), after

    return root, step


def our_trees(salts: Any, config: Any, simulations: int) -> Iterator[Any]:
    """Our trees of the same roots; mctx does not count the evaluation of the root as a simulation."""
    game = HashTree()
    starts = [HashState(game, salt) for salt in salts.tolist()]
    pool = SearchPool(
        game, config, searches=len(starts), simulations=simulations + 1, plays=False, positions=starts, engine="python"
    )
    for _ in pool.run():
        pass
    yield from map(pool.tree, range(len(starts)))


@pytest.mark.parametrize(
    ("trees", "simulations", "considered", "scale"),
    [(600, 2, 16, 0.1), (600, 8, 4, 0.1), (500, 16, 16, 1.0), (300, 33, 3, 0.1), (30, 200, 5, 0.3)],
)
def test_gumbel_makes_the_visits_the_move_and_the_policy_of_mctx(trees, simulations, considered, scale, monkeypatch):
    salts = np.arange(trees, dtype=np.uint64) + 1000 * simulations
    with jax.enable_x64(True):
        root, step = roots(salts)
        key = jax.random.PRNGKey(simulations)
        search = jax.jit(
            lambda root: mctx.gumbel_muzero_policy(
                None,
                key,
                root,
                step,
                simulations,
                max_num_considered_actions=considered,
                qtransform=lambda tree, node: mctx.qtransform_completed_by_mix_value(tree, node, value_scale=scale),
            )
        )
        theirs = search(root)
        visits = np.asarray(theirs.search_tree.summary().visit_counts)
        moves, policies = np.asarray(theirs.action), np.asarray(theirs.action_weights)
        noise = iter(np.asarray(jax.random.gumbel(jax.random.split(key)[1], (trees, ACTIONS), float)).ravel().tolist())
    monkeypatch.setattr("plyground.search.draws.gumbel", lambda rng: next(noise))
    config = configure(select=f"gumbel(considered={considered}, c_scale={scale})", evaluate=Batched(network))
    for number, tree in enumerate(our_trees(salts, config, simulations)):
        assert [tree.visits[child] for child in tree.children(ROOT)] == visits[number].tolist()
        row = config.select.decision(tree)
        assert row is not None
        assert tree.action[row] == moves[number]
        assert config.select.policy(tree) == pytest.approx(policies[number].tolist(), abs=1e-9)


@pytest.mark.parametrize(("trees", "simulations"), [(400, 8), (200, 40)])
def test_puct_makes_the_visits_of_mctx(trees, simulations):
    salts = np.arange(trees, dtype=np.uint64) + 77
    with jax.enable_x64(True):
        jnp = jax.numpy
        root, step = roots(salts)
        search = jax.jit(
            lambda root: mctx.muzero_policy(
                None,
                jax.random.PRNGKey(1),
                root,
                step,
                simulations,
                dirichlet_fraction=0.0,
                pb_c_init=1.25,
                pb_c_base=100.0,
                qtransform=lambda tree, node: jnp.where(tree.children_visits[node] > 0, tree.qvalues(node), -1.0),
            )
        )
        visits = np.asarray(search(root).search_tree.summary().visit_counts)
    config = configure(select="puct(c=1.25, base=100, fpu=-1)", evaluate=Batched(network))
    ours = [[tree.visits[child] for child in tree.children(ROOT)] for tree in our_trees(salts, config, simulations)]
    assert ours == visits.tolist()
