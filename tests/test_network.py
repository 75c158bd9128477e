"""Networks: one forward pass in NumPy and JAX, files that are checked, and the players that plyground ships."""

from itertools import product

import numpy as np
import pytest

from plyground.agents import parse_agent
from plyground.arena import match
from plyground.errors import PlygroundError
from plyground.games import parse_game
from plyground.games.lines import grid_lines
from plyground.games.planes import pack, unpack
from plyground.net.architecture import parse_architecture
from plyground.net.array_math import NumpyMath
from plyground.net.line_planes import with_completions
from plyground.net.network import KIND, VERSION, Network, load_network
from plyground.net.trained import trained_network
from plyground.sealed_file import seal
from plyground.search import Search, configure
from plyground.selfplay.judge import Verdict, judge_of
from plyground.selfplay.moves import network_moves, searched_moves

GAMES = ["connect_four", "tictactoe", "mnk(5,4,3)", "pig(players=3)", "ludo(players=4)", "nim"]
ARCHITECTURES = ["resnet(8,2)", "mlp(16,2)"]
WITH_LINES = [("connect_four", "resnet(8,2,lines=4)"), ("mnk(5,4,3)", "mlp(16,2,lines=3)")]


def network_of(game, architecture, seed=1):
    """A network whose zero layers are random too: an untrained one gives all positions the same answer."""
    network = Network.random(parse_game(game), architecture, seed)
    rng = np.random.default_rng(seed)
    for name, weight in network.weights.items():
        if not weight.any():
            network.weights[name] = rng.normal(0.0, 0.05, weight.shape).astype(np.float32)
    return network


def positions_of(game, count=40):
    """Positions along random games."""
    rng = np.random.default_rng(0)
    found = []
    while len(found) < count:
        state = parse_game(game).initial_state()
        while state.moves():
            if state.player >= 0:
                found.append(pack(state))
            state.apply(int(rng.choice(state.moves())))
    return np.stack(found[:count])


@pytest.mark.parametrize(("game", "architecture"), [*product(GAMES, ARCHITECTURES), *WITH_LINES])
def test_numpy_and_jax_say_the_same(game, architecture):
    jax = pytest.importorskip("jax", reason="the extra net is not installed")
    from plyground.net.array_math import JaxMath
    from plyground.net.inputs import words_of

    network = network_of(game, architecture)
    positions = positions_of(game)
    values, logits = network.evaluate(positions)
    planes = network.inputs.planes(jax.numpy, words_of(positions), jax.numpy.float32)
    other = network.architecture.forward(JaxMath(), network.weights, planes)
    assert values.shape == (40, network.inputs.shape.values)
    assert logits.shape == (40, network.game.num_actions)
    assert np.ptp(values) > 0.01
    np.testing.assert_allclose(values, np.asarray(other.values), atol=1e-5)
    np.testing.assert_allclose(logits, np.asarray(other.logits), atol=1e-4)


@pytest.mark.parametrize("game", ["connect_four", "tictactoe", "mnk(5,4,3)", "mnk(1,7,3)", "mnk(3,3,1)", "mnk(2,6,4)"])
def test_planes_of_lines_show_the_cells_that_complete_one(game):
    game = parse_game(game)
    layout, k = game.planes, game.initial_state().k
    stones = np.moveaxis(unpack(layout, positions_of(str(game))), 1, 3).astype(np.float32)
    found = with_completions(np, stones, k)
    assert np.array_equal(found[..., :2], stones)
    completing = 0
    lines, _ = grid_lines(layout.rows, layout.cols, k)
    for position, planes in zip(stones, found, strict=True):
        for seat in (0, 1):
            filled = position[..., seat].reshape(-1)
            cells = {
                cell
                for line in lines
                for cell in line
                if not position.reshape(-1, 2)[cell].any() and all(filled[other] for other in line if other != cell)
            }
            assert set(np.flatnonzero(planes[..., 2 + seat])) == cells
            completing += len(cells)
    assert completing > 0


@pytest.mark.parametrize(
    ("game", "text"), [("ludo", "resnet(lines=4)"), ("tictactoe", "mlp(lines=4)"), ("nim", "mlp(lines=2)")]
)
def test_lines_need_stones_and_room(game, text):
    with pytest.raises(PlygroundError, match=r"lines=\d needs planes with the stones of two seats and room"):
        Network.random(parse_game(game), text)


@pytest.mark.parametrize("size", [(1, 6, 7, 3), (3, 1, 1, 2), (2, 1, 5, 4), (2, 19, 2, 1)])
def test_a_convolution_is_a_sum_over_nine_neighbours(size):
    rng = np.random.default_rng(3)
    boards = rng.standard_normal(size).astype(np.float32)
    kernel = rng.standard_normal((3, 3, size[3], 5)).astype(np.float32)
    batch, rows, columns, _ = size
    expected = np.zeros((batch, rows, columns, 5))
    for row, column, down, right in np.ndindex(rows, columns, 3, 3):
        near = (row + down - 1, column + right - 1)
        if 0 <= near[0] < rows and 0 <= near[1] < columns:
            expected[:, row, column] += boards[:, *near] @ kernel[down, right]
    np.testing.assert_allclose(NumpyMath().conv(boards, kernel), expected, atol=1e-5)


def test_a_file_gives_the_network_back(tmp_path):
    network = network_of("connect_four", "resnet(8,1)")
    network.save(tmp_path / "whole")
    network.save(tmp_path / "half", "float16")
    whole, half = load_network(tmp_path / "whole"), load_network(tmp_path / "half", parse_game("connect_four"))
    assert str(whole.architecture) == "resnet(8,1)"
    for name, weight in network.weights.items():
        assert np.array_equal(whole.weights[name], weight)
        np.testing.assert_allclose(half.weights[name], weight, rtol=1e-3, atol=1e-6)
    assert (tmp_path / "half").stat().st_size < 0.6 * (tmp_path / "whole").stat().st_size


def test_damaged_and_crafted_files_are_refused_in_one_sentence(tmp_path):
    import msgspec

    network = network_of("tictactoe", "mlp(4,1)")
    path = tmp_path / "network"
    network.save(path)
    content = path.read_bytes()
    with pytest.raises(PlygroundError, match="trained for tictactoe, not for connect_four"):
        load_network(path, parse_game("connect_four"))
    path.write_bytes(content[:-1])
    with pytest.raises(PlygroundError, match="damaged"):
        load_network(path)
    fields = msgspec.msgpack.decode(content[content.index(b"\n") + 33 :])
    huge = "resnet(channels=1024, blocks=100)"
    crafted = [
        ({"architecture": huge}, "does not have the layers"),
        ({"architecture": "perceptron"}, "unknown network"),
        ({"game": "chess"}, "unknown game"),
        ({"weights": fields["weights"][:-1]}, "does not have the layers"),
        ({"weights": [b"", *fields["weights"][1:]]}, "0 bytes"),
        ({"weights": [b"\xff" * len(fields["weights"][0]), *fields["weights"][1:]]}, "not finite"),
        ({"more": 1}, "more"),
        ({"number": "float8"}, "float8"),
    ]
    for change, words in crafted:
        body = msgspec.msgpack.encode(fields | change)
        path.write_bytes(b"".join(seal(KIND, VERSION, [body])))
        with pytest.raises(PlygroundError, match=words):
            load_network(path)


def test_the_judge_knows_all_of_tic_tac_toe():
    judge = judge_of(parse_game("tictactoe"))
    assert judge is not None
    assert len(judge.states) == 4520
    best = judge.verdict([min(keeping) for keeping in judge.keeping])
    assert best.all.right == 4520
    assert best.hard.right == best.hard.positions
    assert judge_of(parse_game("pig")) is None


def sampled_verdict(game: str, count: int, simulations: int = 0) -> Verdict:
    """The judge's verdict on the shipped network, over a sample of the positions."""
    judge = judge_of(parse_game(game))
    assert judge is not None
    chosen = range(0, len(judge.states), len(judge.states) // count)
    few = type(judge)(*(tuple(column[i] for i in chosen) for column in (judge.states, judge.keeping, judge.hard)))
    answer = trained_network("", parse_game(game)).evaluate
    moves = searched_moves(answer, few.states, simulations) if simulations else network_moves(answer, few.states)
    return few.verdict(moves)


def test_the_shipped_networks_play_well():
    """Measured on all positions: Connect Four 97.7 % alone, tic-tac-toe 99.8 % alone and 100 % with 64 simulations."""
    alone = sampled_verdict("connect_four", 500)
    assert alone.all.right >= 0.95 * alone.all.positions
    searched = sampled_verdict("connect_four", 60, 32)
    assert searched.all.right >= 0.93 * searched.all.positions
    perfect = sampled_verdict("tictactoe", 1000, 64)
    assert perfect.all.right == perfect.all.positions


@pytest.mark.parametrize("agent", ["network", "alphazero(simulations=8)", "alphazero(simulations=8, select=puct)"])
def test_players_with_a_network_beat_random(agent):
    report = match(agent, "random", "tictactoe", games=20, workers=1)
    assert report.score.value > 0.8


def test_a_network_is_a_part_of_any_search():
    game = parse_game("tictactoe")
    config = configure(select="puct", evaluate="network", backup="solver")
    result = Search(game, config, seed=1).run(game.position("b2 a1"), 40)
    assert result.action is not None
    assert [str(path.name) for path in parse_agent("alphazero").files(game)] == ["tictactoe.network"]


def test_a_game_without_a_network_says_what_to_do():
    with pytest.raises(PlygroundError, match="plyground train alphazero"):
        Search("nim", configure(select="puct", evaluate="network")).run(parse_game("nim").initial_state(), 4)
    with pytest.raises(PlygroundError, match="no file"):
        parse_agent('network(file="missing.network")').check(parse_game("tictactoe"))


def test_architectures_have_a_text_form():
    for text in ("resnet(channels=64, blocks=5)", "mlp(width=16)"):
        architecture = parse_architecture(text)
        assert parse_architecture(str(architecture)) == architecture


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("architecture", ["mlp", "resnet(channels=4,blocks=1)"])
def test_huge_weights_are_refused_without_a_warning(architecture: str) -> None:
    plain = Network.random(parse_game("tictactoe"), architecture)
    huge = Network(plain.game, plain.architecture, {name: w + np.float32(1e38) for name, w in plain.weights.items()})
    with pytest.raises(PlygroundError, match="its weights are too large"):
        huge.evaluate(pack(plain.game.initial_state())[None])
