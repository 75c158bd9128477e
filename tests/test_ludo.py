"""Ludo: its rules in hand-made positions, exact chances, and its board. The twin: test_ludo_twin.py."""

import itertools

import pytest

from plyground.errors import IllegalAction, PlygroundError
from plyground.games import CHANCE, TERMINAL, Ludo, parse_game
from plyground.games.ludo import ENTER, PASS, LudoState
from plyground.games.ludo_board import column_cell, track_cell


def place(game: str, *tokens: list[int], seat: int = 0, roll: int = 0, sixes: int | None = None) -> LudoState:
    """The position with these steps of every seat's tokens; a single six is counted without asking."""
    ludo = parse_game(game)
    assert isinstance(ludo, Ludo)
    if sixes is None:
        sixes = int(roll == 6 and ludo.rule_book.three_sixes)
    steps = [step for mine in tokens for step in sorted(mine)]
    return ludo.state_from_key(bytes([*steps, seat, roll, sixes]))


def names(state: LudoState) -> list[str]:
    return [state.action_name(action) for action in state.actions()]


def after(state: LudoState, *moves: str) -> LudoState:
    state = state.clone()
    for move in moves:
        state.apply(state.parse_action(move))
    return state


# --- Text forms and options ---


def test_text_form():
    assert str(parse_game("ludo(players=4, rules=international)")) == "ludo"
    for text in ("ludo(players=2, rules=thesis)", "ludo(tokens=2, safe=false, stack=free)"):
        assert str(parse_game(text)) == text
        assert parse_game(str(parse_game(text))) == parse_game(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ludo(players=5)", "players must be from 2 to 4"),
        ("ludo(rules=chess)", "rules must be one of international, maedn, thesis"),
        ("ludo(track=50)", "track must be a multiple of 4"),
        ("ludo(track=24)", "home must be at most 2 on a track of 24 squares"),
        ("ludo(slots=true, home=3)", "4 tokens do not fit into 3 slots"),
        ("ludo(six_again=false, three_sixes=true)", "three_sixes=true means nothing with six_again=false"),
        ("ludo(capture=false, safe=true)", "safe=true means nothing with capture=false"),
        ("ludo(stack=high)", "stack must be one of free, forbidden, block"),
        ("ludo(exact=1)", "exact must be bool or none"),
    ],
)
def test_options_that_do_not_fit(text, message):
    with pytest.raises(PlygroundError, match=message):
        parse_game(text)


def test_a_rule_of_the_preset_that_an_option_empties_is_dropped():
    assert not Ludo(six_again=False).rule_book.three_sixes
    assert not Ludo(capture=False).rule_book.safe


@pytest.mark.parametrize(
    ("rules", "lap", "last", "goal"),
    [("international", 51, 57, 57), ("thesis", 40, 45, 45), ("maedn", 40, 44, 41)],
)
def test_geometry(rules, lap, last, goal):
    book = Ludo(rules=rules).rule_book
    assert (book.lap, book.last, book.goal) == (lap, last, goal)


def test_seats_and_safe_squares():
    assert [Ludo(players=2).rule_book.square(seat, 1) for seat in range(2)] == [0, 26]
    assert [Ludo().rule_book.square(seat, 1) for seat in range(4)] == [0, 13, 26, 39]
    assert sorted(Ludo().rule_book.safe_squares) == [0, 8, 13, 21, 26, 34, 39, 47]
    assert not Ludo(rules="thesis").rule_book.safe_squares


# --- The rules, one position each ---

YARD = [0, 0, 0, 0]
TWO = "ludo(players=2)"
THESIS = "ludo(players=2, rules=thesis)"
MAEDN = "ludo(players=2, rules=maedn)"


def test_a_die_is_thrown_before_every_move():
    state = Ludo().initial_state()
    assert state.player == CHANCE
    assert state.actions() == []
    assert state.chance() == [(roll, 1 / 6) for roll in range(1, 7)]
    state.apply(3)
    assert state.player == 0
    assert names(state) == ["pass"]
    state.apply(PASS)
    assert (state.player, state.seat) == (CHANCE, 1)


@pytest.mark.parametrize(
    ("game", "chance"), [("ludo", 1 / 6), ("ludo(enter_on_one=true)", 1 / 3), ("ludo(rules=maedn)", 1 / 6)]
)
def test_chance_to_enter(game, chance):
    state = parse_game(game).initial_state()
    entering = 0.0
    for roll, p in state.chance():
        rolled = state.clone()
        rolled.apply(roll)
        entering += p * (ENTER in rolled.actions())
    assert entering == pytest.approx(chance, abs=1e-15)


def test_entry_by_roll():
    game = "ludo(players=2, rules=thesis, enter_on_one=true, entry_by_roll=true)"
    assert after(place(game, YARD, YARD, roll=6), "enter").tokens[0] == (0, 0, 0, 6)
    assert after(place(game, YARD, YARD, roll=1), "enter").tokens[0] == (0, 0, 0, 1)
    assert names(place(game, YARD, YARD, roll=2)) == ["pass"]


@pytest.mark.parametrize(("game", "seat"), [(TWO, 0), (THESIS, 0), (MAEDN, 0), ("ludo(players=2, six_again=false)", 1)])
def test_six_moves_again(game, seat):
    six = after(place(game, YARD, YARD, roll=6), "enter")
    assert (six.player, six.seat) == (CHANCE, seat)
    five = after(place(game, [0, 0, 0, 5], YARD, roll=5), "5")
    assert (five.player, five.seat) == (CHANCE, 1)


def test_third_six_is_void():
    third = after(place(TWO, YARD, YARD), "6", "enter", "6", "enter", "6")
    assert names(third) == ["pass"]
    ended = after(third, "pass")
    assert (ended.seat, ended.sixes, ended.tokens[0]) == (1, 0, (0, 0, 1, 1))
    # Without the rule a third six is a move like any other, and the seat goes on.
    goes_on = after(place(THESIS, YARD, YARD), "6", "enter", "6", "1", "6")
    assert names(goes_on) == ["enter", "7"]
    assert after(goes_on, "7").seat == 0


def test_sixes_in_a_row_are_forgotten_with_the_turn():
    state = after(place(TWO, [0, 0, 0, 10], YARD), "6", "10", "6", "16", "5")
    assert (state.player, state.sixes) == (0, 0)
    assert names(state) == ["22"]


def test_capture_sends_home():
    # Green starts at square 20, so that its step 26 is square 5, which is Red's step 6.
    state = after(place(THESIS, [0, 0, 0, 2], [0, 26, 26, 30], roll=4), "2")
    assert state.tokens == [(0, 0, 0, 6), (0, 0, 0, 30)]


def test_no_capture_by_option():
    game = "ludo(players=2, rules=thesis, capture=false)"
    assert after(place(game, [0, 0, 0, 2], [0, 0, 0, 26], roll=4), "2").tokens[1] == (0, 0, 0, 26)


def test_entry_captures_on_the_start_square_unless_it_is_safe():
    thesis = place(THESIS, YARD, [0, 0, 0, 21], roll=6)
    assert after(thesis, "enter").tokens == [(0, 0, 0, 1), (0, 0, 0, 0)]
    safe = place(TWO, YARD, [0, 0, 0, 27], roll=6)
    assert after(safe, "enter").tokens == [(0, 0, 0, 1), (0, 0, 0, 27)]


def test_safe_squares():
    # Red's step 9 is the star on square 8, Green's step 35.
    star = [0, 0, 0, 5], [0, 0, 0, 35]
    assert after(place(TWO, *star, roll=4), "5").tokens[1] == (0, 0, 0, 35)
    assert after(place("ludo(players=2, safe=false)", *star, roll=4), "5").tokens[1] == (0, 0, 0, 0)
    # One square further nobody is safe.
    assert after(place(TWO, [0, 0, 0, 5], [0, 0, 0, 36], roll=5), "5").tokens[1] == (0, 0, 0, 0)


def test_home_column_is_private():
    # Red's step 53 is in its column; Green walks over the squares beside it.
    state = after(place(TWO, [0, 0, 0, 50], [0, 0, 0, 26], roll=3), "50")
    assert state.tokens == [(0, 0, 0, 53), (0, 0, 0, 26)]


def test_blocks_stop_others_and_not_their_owner():
    # Green's pair on its step 32 is square 5, Red's step 6.
    blocked = [0, 0, 2, 5], [0, 0, 32, 32]
    assert names(place(TWO, *blocked, roll=3)) == ["2"]
    assert names(place(TWO, *blocked, roll=4)) == ["pass"]
    assert names(place(TWO, *blocked, roll=5)) == ["pass"]
    assert names(place("ludo(players=2, stack=free)", *blocked, roll=5)) == ["2", "5"]
    assert names(place(TWO, [0, 0, 2, 5], [0, 0, 0, 32], roll=5)) == ["2", "5"]
    assert names(place(TWO, [0, 0, 6, 6], [0, 0, 0, 31], seat=0, roll=5)) == ["6"]
    # A pair on another seat's start square keeps the yard shut.
    assert names(place(TWO, YARD, [0, 0, 27, 27], roll=6)) == ["pass"]
    assert names(place(TWO, YARD, [0, 0, 0, 27], roll=6)) == ["enter"]


def test_free_stacks_are_captured_whole():
    state = place("ludo(players=2, stack=free)", [0, 0, 0, 2], [0, 32, 32, 32], roll=4)
    assert after(state, "2").tokens[1] == (0, 0, 0, 0)


def test_own_token_stands_in_the_way_where_stacks_are_forbidden():
    game = "ludo(players=2, rules=thesis, stack=forbidden)"
    assert names(place(game, [0, 0, 3, 7], YARD, roll=4)) == ["7"]
    assert names(place(game, [0, 0, 3, 7], YARD, roll=5)) == ["3", "7"]
    assert names(place(game, [0, 1, 45, 45], YARD, roll=6)) == ["1"]
    assert names(place(game, [0, 0, 41, 43], YARD, roll=2)) == ["43"]


def test_tokens_on_one_square_are_one_action():
    assert place(THESIS, [3, 3, 3, 9], YARD, roll=2).actions() == [4, 10]


@pytest.mark.parametrize(("roll", "exact", "high"), [(3, ["54"], ["54"]), (4, ["pass"], ["54"]), (2, ["54"], ["54"])])
def test_exact_count_home(roll, exact, high):
    tokens = [54, 57, 57, 57], YARD
    assert names(place(TWO, *tokens, roll=roll)) == exact
    loose = place("ludo(players=2, exact=false)", *tokens, roll=roll)
    assert names(loose) == high
    if roll >= 3:
        won = after(loose, "54")
        assert (won.player, won.returns()) == (TERMINAL, [1.0, -1.0])


def test_slots_hold_one_token_each():
    inside = [0, 41, 42, 44], YARD
    assert names(place(MAEDN, *inside, roll=1)) == ["42"]
    assert names(place(MAEDN, *inside, roll=2)) == ["41"]
    assert names(place(MAEDN, *inside, roll=3)) == ["pass"]
    won = after(place(MAEDN, [39, 41, 42, 43], YARD, roll=5), "39")
    assert won.player == TERMINAL
    loose = "ludo(players=2, rules=maedn, exact=false)"
    assert names(place(loose, [41, 39, 38, 37], YARD, roll=6)) == ["37", "38", "39", "41"]
    assert names(place(loose, [44, 39, 38, 37], YARD, roll=6)) == ["37"]


def test_maedn_clears_the_start_square_then_enters():
    assert names(place(MAEDN, [0, 1, 5, 9], YARD, roll=3)) == ["1"]
    assert names(place(MAEDN, [0, 1, 4, 9], YARD, roll=3)) == ["4", "9"]
    assert names(place(MAEDN, [0, 2, 4, 9], YARD, roll=6)) == ["enter"]
    assert names(place(MAEDN, [1, 2, 4, 9], YARD, roll=6)) == ["1", "2", "4", "9"]
    assert names(place(THESIS, [0, 1, 5, 9], YARD, roll=6)) == ["enter", "1", "5", "9"]


def test_winner_takes_one_and_the_others_lose_one():
    state = after(place("ludo(players=3)", YARD, [56, 57, 57, 57], YARD, seat=1, roll=1), "56")
    assert state.player == TERMINAL
    assert state.actions() == []
    assert state.chance() == []
    assert state.returns() == [-1.0, 1.0, -1.0]


@pytest.mark.parametrize(("option", "chance"), [("six_again=false", 6 / 11), ("six_again=true", 5 / 9)])
def test_exact_chance_to_win_a_race_of_ones(option, chance):
    """Both seats need a 1: p = 1/6 + 5/6 (1 − p), or with a second roll p = 1/6 + p/6 + 4/6 (1 − p)."""
    start = place(f"ludo(players=2, rules=thesis, tokens=1, {option})", [44], [44])
    value = {start.key(): 0.5}
    for _ in range(100):
        for key in list(value):
            total = 0.0
            for roll, p in (here := start.game.state_from_key(key)).chance():
                child = here.clone()
                child.apply(roll)
                assert len(child.actions()) == 1
                child.apply(child.actions()[0])
                won = child.returns()[0] / 2 + 0.5
                total += p * (won if child.player == TERMINAL else value.setdefault(child.key(), 0.5))
            value[key] = total
    assert value[start.key()] == pytest.approx(chance, abs=1e-12)


def test_heuristic_is_progress():
    state = place("ludo(players=3)", [57, 57, 57, 56], YARD, YARD)
    assert state.heuristic() == [2 * 227 / 456, -227 / 456, -227 / 456]
    assert Ludo().initial_state().heuristic() == [0.0] * 4


# --- For people ---


def test_moves_in_words():
    state = parse_game(TWO).position("6 enter 3 1 4 pass")
    assert state.tokens[0] == (0, 0, 0, 4)
    assert after(parse_game(TWO).position("6"), " E ").tokens[0] == (0, 0, 0, 1)
    with pytest.raises(IllegalAction, match="no move '9' after a roll of 6; legal: enter"):
        parse_game(TWO).position("6").parse_action("9")
    with pytest.raises(IllegalAction, match="legal: 1, 2, 3, 4, 5, 6"):
        Ludo().initial_state().apply(7)
    with pytest.raises(IllegalAction, match="legal: pass"):
        parse_game(TWO).position("5").apply(ENTER)


def test_board_shows_tokens_roll_and_moves():
    text = str(place(TWO, [0, 0, 3, 53], [0, 27, 57, 57], roll=2))
    assert "Red    (R)  yard 2  home 0  on step 3 (54 to go), 53 (4 to go)" in text
    assert "Green  (G)  yard 1  home 2  on step 27 (30 to go)" in text
    assert text.endswith("Red rolled 2: 3 → 5, 53 → 55")
    board = [line.ljust(45) for line in text.split("\n\n")[0].split("\n")]
    assert len(board) == 15
    assert board[11][18:21] == " R "
    assert board[12][21:24] == " R "
    assert board[13][18:21] == " G "
    assert [line[:6] for line in board[13:]] == [" R  R ", " _  _ "]


@pytest.mark.parametrize("track", range(24, 53, 4))
@pytest.mark.parametrize("full_lap", [False, True])
def test_the_track_on_the_board_is_one_closed_walk(track, full_lap):
    rules = Ludo(track=track, home=(track // 4 - 1) // 2, full_lap=full_lap).rule_book

    def beside(a, b):
        return max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1

    cells = [track_cell(rules, square) for square in range(track)]
    columns = [[column_cell(rules, quarter, i) for i in range(rules.home)] for quarter in range(4)]
    assert len({*cells, *itertools.chain(*columns)}) == track + 4 * rules.home
    assert all(beside(cells[i - 1], cells[i]) for i in range(track))
    for seat, column in enumerate(columns):
        way = [cells[rules.square(seat, rules.lap)], *column]
        assert all(beside(a, b) for a, b in itertools.pairwise(way))
