"""Boards as pictures: well-formed, clickable where a move is legal, readable, and right."""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from search_helpers import example, needs_native, other_games

from plyground import view
from plyground.errors import PlygroundError
from plyground.games import CHANCE, TERMINAL, Game, State, parse_game
from plyground.games.native import native_state
from plyground.search import Search
from plyground.view.svg import PALETTE
from plyground.view.text_width import text_width

SVG = "{http://www.w3.org/2000/svg}"
GAMES = [
    "tictactoe",
    "tictactoe(5)",
    "mnk(5,7,4)",
    "mnk(9,9,5)",
    "mnk(19,19,5)",
    "mnk(1,3,2)",
    "connect_four",
    "connect_four(4,5,3)",
    "connect_four(19,19,4)",
    "ludo",
    "ludo(players=2)",
    "ludo(players=3, rules=maedn)",
    "ludo(rules=thesis)",
    "ludo(track=24, home=2, tokens=2)",
    "nim",
    "nim([1])",
    "nim([99,20,3,1,1,1,1,1])",
    "pig",
    "pig(players=4, target=30)",
    "pig(players=8, target=30)",
]
GAMES += other_games(GAMES, twin=False)


def played(game: Game, moves: int, seed: int) -> tuple[State, State]:
    """A state after some random moves, and the one before it."""
    rng, state = random.Random(seed), game.initial_state()
    before = state.clone()
    for _ in range(moves):
        if state.player == TERMINAL:
            break
        before = state.clone()
        state.apply(rng.choice(state.moves()))
    return state, before


def positions(name: str) -> Iterator[tuple[State, State]]:
    for moves in (0, 1, 2, 3, 7, 30, 151, 2000):
        yield played(parse_game(name), moves, moves)


@dataclass
class Words:
    text: str
    left: float
    right: float
    top: float
    bottom: float


def words_of(element: ET.Element, x: float = 0.0, y: float = 0.0, scale: float = 1.0) -> Iterator[Words]:
    """Every text with about the room it takes, in the units of the picture."""
    transform = element.get("transform", "")
    moved = re.search(r"translate\(([-\d.]+) ([-\d.]+)\)", transform)
    if moved:
        x, y = x + scale * float(moved[1]), y + scale * float(moved[2])
    scaled = re.search(r"scale\(([\d.]+)\)", transform)
    scale *= float(scaled[1]) if scaled else 1.0
    if element.tag == f"{SVG}text":
        size = float(element.get("font-size", "0")) * scale
        bold, mono = element.get("font-weight") is not None, "mono" in element.get("class", "").split()
        wide = text_width(element.text or "", size, bold=bold, mono=mono)
        start = {"start": 0.0, "middle": wide / 2, "end": wide}[element.get("text-anchor", "start")]
        left = x + scale * float(element.get("x", "0")) - start
        base = y + scale * float(element.get("y", "0"))
        yield Words(element.text or "", left, left + wide, base - 0.75 * size, base + 0.2 * size)
    for child in element:
        yield from words_of(child, x, y, scale)


def check_picture(picture: str) -> ET.Element:
    """Well-formed, described, and no word outside."""
    root = ET.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title")
    assert root.find(f"{SVG}desc") is not None
    left, top, width, height = map(float, root.get("viewBox", "").split())
    assert (left, top) == (0, 0)
    for words in words_of(root):
        assert words.left >= -1, words
        assert words.right <= width + 1, words
        assert words.top >= -1, words
        assert words.bottom <= height + 1, words
    return root


def clickable(root: ET.Element) -> list[int]:
    return [int(found) for element in root.iter() if (found := element.get("data-action")) is not None]


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_action_can_be_clicked_and_nothing_else(game: str) -> None:
    for state, before in positions(game):
        root = check_picture(view.board(state, last=before))
        assert sorted(clickable(root)) == state.actions()


@pytest.mark.parametrize("game", GAMES)
def test_overlays_stay_inside_and_show_every_number(game: str) -> None:
    state = next(state for state, _ in positions(game) if len(state.moves()) > 0)
    result = Search(state.game, seed=1).run(state, 60)
    for overlay in (result, view.visits(result), {move: 3.0 - move for move in state.moves()}):
        root = check_picture(view.board(state, overlay=overlay))
        assert sorted(clickable(root)) == state.actions()
    titles = [element.text for element in root.iter(f"{SVG}title")]
    assert all(":" in str(title) for title in titles[1:])  # the title has the number where there is no room for it


def test_numbers_stand_on_the_moves() -> None:
    state = parse_game("connect_four").position("444")
    root = check_picture(view.board(state, overlay={3: -2.0, 0: 4.0}))
    words = {found.text for found in words_of(root)}
    assert {"−2", "+4", "exact score", "−4.0"} <= words


@pytest.mark.parametrize(
    ("game", "moves", "lines"),
    [
        ("tictactoe", "a1 b1 a2 b2 a3", 1),
        ("tictactoe", "a1 b1 a3 b3 c1 c2 c3 a2 b2", 2),
        ("tictactoe", "a1 b2 c3", 0),
        ("connect_four", "4152535", 0),
        ("connect_four", "1415141", 1),
        ("mnk(9,9,5)", "a1 a2 b1 b2 c1 c2 d1 d2 e1", 1),
    ],
)
def test_the_winning_lines_are_marked(game: str, moves: str, lines: int) -> None:
    root = check_picture(view.board(parse_game(game).position(moves)))
    marked = [element for element in root.iter() if "win" in element.get("class", "").split()]
    assert len(marked) == lines
    assert ("won" in root.findtext(f"{SVG}title", "")) == (lines > 0)


@pytest.mark.parametrize(
    ("game", "moves"), [("tictactoe", "b2"), ("connect_four", "4"), ("nim", "b2"), ("ludo", "6 enter")]
)
def test_the_last_move_is_marked_from_the_state_before(game: str, moves: str) -> None:
    parsed = parse_game(game)
    actions = parsed.read_moves(moves)
    state, before = parsed.position(actions), parsed.position(actions[:-1])
    assert view.board(state, last=before) != view.board(state)
    if game != "ludo":  # with dice an action alone does not say what moved
        assert view.board(state, last=before) == view.board(state, last=actions[-1])


@needs_native
@pytest.mark.parametrize("game", ["tictactoe", "connect_four", "ludo", "nim", "pig"])
def test_twins_look_the_same(game: str) -> None:
    state, before = played(parse_game(game), 4, 1)
    twin, twin_before = native_state(state), native_state(before)
    assert view.board(twin, last=twin_before) == view.board(state, last=before)
    assert twin._repr_svg_() == state._repr_svg_() == view.board(state)


def test_ludo_draws_every_token_once() -> None:
    state, _ = played(parse_game("ludo(rules=thesis)"), 400, 3)
    drawn = [found.text for found in words_of(check_picture(view.board(state)))]
    for seat, letter in enumerate("RGYB"):
        counts = [int(text[1:] or 1) for text in drawn if re.fullmatch(rf"{letter}\d?", text)]
        turn = state.player != TERMINAL and state.seat == seat  # the strip below the board names the seat too
        assert sum(counts) == len(state.tokens[seat]) + turn


def test_a_custom_game_gets_its_text_and_its_moves() -> None:
    state = example("my_game").MisereNim().initial_state()
    root = check_picture(view.board(state))
    words = [found.text for found in words_of(root)]
    assert "heap 1: ooo" in words
    assert sorted(clickable(root)) == state.actions()
    assert {"11", "35"} <= set(words)
    for action in (11, 11, 11, 24, 35):
        state.apply(action)
    assert clickable(check_picture(state._repr_svg_())) == []


def test_a_drawing_can_be_registered() -> None:
    base = type(example("my_game").MisereNim().initial_state())

    class Drawn(base):  # type: ignore[valid-type, misc]
        pass

    @view.draw.register
    def _(state: Drawn, last: object = None) -> view.Drawing:
        return view.Drawing(100, 20, ['<rect width="9" height="9"/>'], {11: view.Spot(5, 5, 9, 9)})

    state = Drawn(example("my_game").MisereNim())
    with pytest.raises(PlygroundError, match="no spot for 12"):
        view.board(state)
    state.heaps = [1, 0, 0]
    assert clickable(check_picture(view.board(state))) == [11]


def test_markup_in_a_games_text_is_text() -> None:
    state = example("my_game").MisereNim().initial_state()
    type(state).action_name, kept = (lambda self, action: f"<b>&{action}"), type(state).action_name
    try:
        root = check_picture(view.board(state))
    finally:
        type(state).action_name = kept
    assert "<b>&11" in [found.text for found in words_of(root)]


def test_a_wrong_last_is_refused() -> None:
    state = parse_game("tictactoe").initial_state()
    with pytest.raises(PlygroundError, match="last is the action"):
        view.board(state, last="b2")  # type: ignore[arg-type]
    with pytest.raises(PlygroundError, match="last is a state of nim"):
        view.board(state, last=parse_game("nim").initial_state())


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("dark", [0, 1])
def test_words_can_be_read_on_their_ground(dark: int) -> None:
    """Contrast as the Web Content Accessibility Guidelines count it: 4.5 for words, 3 for large signs."""
    words = [("ink", ground) for ground in ("paper", "card", "good", "bad", "even")]
    words += [("soft", "paper"), ("soft", "card"), *((f"ink{seat}", "paper") for seat in range(4))]
    signs = [("on_seat", "seat0"), ("on_seat", "seat1"), ("on_seat", "seat2"), ("on_seat3", "seat3")]
    for pairs, least in ((words, 4.5), (signs, 3.0)):
        for ink, ground in pairs:
            low, high = sorted(luminance(PALETTE[name][dark]) for name in (ink, ground))
            assert (high + 0.05) / (low + 0.05) >= least, (ink, ground)


def test_a_picture_stands_alone() -> None:
    picture = view.board(parse_game("ludo").initial_state())
    assert "prefers-color-scheme:dark" in picture
    addresses = re.findall(r"https?://[^\"']+", picture)
    assert addresses == ["http://www.w3.org/2000/svg"]


def test_a_result_is_a_table_and_a_board() -> None:
    state = parse_game("tictactoe").position("a1 b1 a2 b2")
    result = Search("tictactoe", seed=1).run(state, 200)
    page = result._repr_html_()
    assert page.count("<tr>") == 1 + len(result.moves)
    assert page.count("data-action") == len(state.actions())
    assert all(f"<b>{move.name}</b>" in page for move in result.moves)
    over = parse_game("tictactoe").position("a1 b1 a2 b2 a3")
    assert "X won" in Search("tictactoe").run(over, 10)._repr_html_()


def test_chance_states_show_outcomes_but_nobody_clicks_them() -> None:
    state = parse_game("ludo").initial_state()
    assert state.player == CHANCE
    root = check_picture(view.board(state))
    assert clickable(root) == []
    assert "6 · 17%" in [found.text for found in words_of(root)]


def test_templates_are_installed_with_the_package() -> None:
    assert (Path(view.__file__).parent / "templates" / "walkthrough.html").exists()


def test_a_text_is_no_overlay() -> None:
    with pytest.raises(PlygroundError, match="expected the result of a search, an overlay or a number per action"):
        view.board("connect_four", "444")  # type: ignore[arg-type]
