"""The searches of the documents: their parts, and that they play as their documents say."""

import pytest

from plyground.agents import MctsThesis, parse_agent
from plyground.agents.presets import Preset
from plyground.errors import PlygroundError
from plyground.games.base import parse_game

TICTACTOE = parse_game("tictactoe")
ROOT_2 = "1.4142135623730951"
EXPANDED = {
    "uct_classic": f"mcts(simulations=500, select=ucb1({ROOT_2}, plus_one=true))",
    "uct_learner": f"mcts(simulations=500, select=ucb1({ROOT_2}, plus_one=true), merge=states)",
    "uct_nxn": f"mcts(simulations=100, select=epsilon_greedy(0.1, ucb1({ROOT_2})), expand=all_children)",
    "uct_vs_random": f"mcts(simulations=200001, select=random_opponent(ucb1({ROOT_2})), backup=mean(loss=0.0))",
    "bayes_mcts": "mcts(simulations=1000, select=bayes_uct2, backup=bayes)",
    "mcts_tsc": "mcts(simulations=50000, select=tree_shape(cr=0.03383, target=9.778))",
    "mcts_tsc(criterion=wdc)": "mcts(simulations=50000, select=tree_shape(wdc, cr=0.02084, target=1.879))",
}


@pytest.mark.parametrize(("text", "expanded"), EXPANDED.items())
def test_expands_to_the_parts_of_its_document(text: str, expanded: str) -> None:
    agent, plain = parse_agent(text), parse_agent(expanded)
    assert isinstance(agent, Preset)
    assert agent.expanded().config == plain.config  # type: ignore[attr-defined]
    assert parse_agent(str(agent.expanded())) == agent.expanded()
    assert agent.expanded().merge == plain.merge  # type: ignore[attr-defined]
    assert agent.expanded().simulations == plain.simulations  # type: ignore[attr-defined]
    assert str(agent) == text
    assert parse_agent(str(agent)) == agent


@pytest.mark.parametrize("text", [*EXPANDED, "mcts_thesis"])
def test_takes_a_win_and_stops_one(text: str) -> None:
    amount = "playouts" if text == "mcts_thesis" else "simulations"
    short = text.replace(")", f", {amount}=1500)") if "(" in text else f"{text}({amount}=1500)"
    agent = parse_agent(short)
    agent.reset(TICTACTOE, 0, 1)
    assert agent.choose(TICTACTOE.position("a1 a2 b1 b2")).action == 2
    if text != "uct_vs_random":  # whose opponent may miss its win
        assert agent.choose(TICTACTOE.position("a1 b2 c3 b1")).action == 7


def test_learner_remembers_across_games() -> None:
    agent = parse_agent("uct_learner(simulations=50)")
    state = TICTACTOE.initial_state()
    visits = []
    for game in range(3):
        agent.reset(TICTACTOE, 0, game)
        moves = agent.choose(state).info["moves"]
        visits.append(sum(move["visits"] for move in moves))
    assert visits[0] <= 50 < visits[1] < visits[2]


def test_vs_random_finds_the_corner_and_its_worth() -> None:
    """X in the centre plays on at random: a corner is worth 29/35 to O, an edge 74/105."""
    agent = parse_agent("uct_vs_random(simulations=60000)")
    agent.reset(TICTACTOE, 1, 5)
    decision = agent.choose(TICTACTOE.position("b2"))
    assert decision.action in (0, 2, 6, 8)
    best = max(decision.info["moves"], key=lambda move: move["visits"])
    assert 74 / 105 < best["value"] < 29 / 35  # a mean over all visits, those that explored too


def test_thesis_player_learns_once_and_keeps_it() -> None:
    agent = parse_agent("mcts_thesis(playouts=300)")
    assert isinstance(agent, MctsThesis)
    agent.reset(TICTACTOE, 0, 1)
    first = agent.choose(TICTACTOE.initial_state())
    search = agent._search
    assert search is not None
    assert search.simulations == 300
    agent.reset(TICTACTOE, 0, 2)
    assert agent.choose(TICTACTOE.initial_state()).action == first.action
    assert agent._search is search
    # Mirrored boards are one: after a corner, all four corners have led to the same state.
    assert first.info["known"] == 9
    assert len(search.transpositions) < 765 + 1  # type: ignore[arg-type]


def test_thesis_player_cannot_tell_a_draw_from_a_win() -> None:
    """Its fault in Yadav's table: it beats a random player in about four games of five as X, not in 99 of 100."""
    agent = parse_agent("mcts_thesis(playouts=4000)")
    agent.reset(TICTACTOE, 0, 3)
    chance = win_chance(agent)
    assert 0.6 < chance < 0.97


def win_chance(agent: object) -> float:
    """The exact chance to win, over all games of a random O."""
    known: dict[bytes, float] = {}

    def chance(key: bytes) -> float:
        if key not in known:
            state = TICTACTOE.state_from_key(key)
            if state.player < 0:
                known[key] = float(state.returns()[0] == 1.0)
            else:
                mine = state.player == 0
                actions = [agent.choose(state).action] if mine else state.actions()  # type: ignore[attr-defined]
                total = 0.0
                for action in actions:
                    child = state.clone()
                    child.apply(action)
                    total += chance(child.key())
                known[key] = total / len(actions)
        return known[key]

    return chance(TICTACTOE.initial_state().key())


@pytest.mark.parametrize("text", [*EXPANDED, "mcts_thesis"])
def test_a_finished_game_is_refused(text: str) -> None:
    with pytest.raises(PlygroundError, match="the game is over: there is nothing to decide"):
        parse_agent(text).choose(TICTACTOE.position("a1 a2 b1 b2 c1"))


def test_bayes_refuses_three_players() -> None:
    game = parse_game("pig(players=3)")
    with pytest.raises(PlygroundError, match="two players"):
        parse_agent("bayes_mcts").choose(game.initial_state())


def test_unknown_criterion() -> None:
    with pytest.raises(PlygroundError, match="mcts_tsc: criterion must be one of dwc, wdc, not dw"):
        parse_agent("mcts_tsc(criterion=dw)")
