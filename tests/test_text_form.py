"""Text forms: what is written reads back, and any other text is one clear error."""

import contextlib
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import plyground as pg
from plyground.agents import parse_agent
from plyground.errors import PlygroundError
from plyground.games import Game, parse_game
from plyground.text_form import Call, Registry, TextForm, param, read


class Thing(TextForm):
    registry: ClassVar[Registry[Any]]


Thing.registry = Registry[Thing]("thing", "things")


@Thing.registry.register("leaf")
@dataclass(frozen=True)
class Leaf(Thing):
    size: int = param(3, low=1, high=9)
    weight: float = param(1.5, low=0.0)
    label: str = "plain"
    mode: str = param("fast", choices=("fast", "slow"))
    side: Literal["left", "right"] | None = None
    limit: int | None = None
    flags: tuple[int, ...] = ()
    on: bool = True


@Thing.registry.register("pair")
@dataclass(frozen=True)
class Pair(Thing):
    left: Thing
    right: Thing = Leaf()
    extra: int = param(0, kw_only=True)


leaves = st.builds(
    Leaf,
    size=st.integers(1, 9),
    weight=st.floats(0, allow_nan=False, allow_infinity=False),
    label=st.text(max_size=12),
    mode=st.sampled_from(["fast", "slow"]),
    side=st.none() | st.sampled_from(["left", "right"]),
    limit=st.none() | st.integers(),
    flags=st.lists(st.integers(), max_size=4).map(tuple),
    on=st.booleans(),
)
things = st.recursive(leaves, lambda inner: st.builds(Pair, left=inner, right=inner, extra=st.integers()), max_leaves=4)


@given(things)
def test_what_is_written_reads_back(thing: Thing) -> None:
    assert Thing.registry.parse(str(thing)) == thing


@given(st.integers(1, 19), st.integers(1, 19), st.data())
def test_games_read_back(rows: int, cols: int, data: st.DataObject) -> None:
    k = data.draw(st.integers(1, max(rows, cols)))
    for name in ("mnk", "connect_four"):
        game = parse_game(f"{name}({rows},{cols},{k})")
        assert parse_game(str(game)) == game
        assert hash(parse_game(str(game))) == hash(game)


@given(st.lists(st.integers(1, 99), min_size=1, max_size=8))
def test_lists_read_back(heaps: list[int]) -> None:
    game = parse_game(f"nim({heaps})")
    assert parse_game(str(game)) == game


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("connect_four", "connect_four"),
        ("connect_four(6,7,4)", "connect_four"),
        ("connect_four( cols = 8 )", "connect_four(cols=8)"),
        ("mnk(5,5,k=4)", "mnk(5,5,4)"),
        ("nim((1,2))", "nim([1,2])"),
        ("nim([3,4,5])", "nim"),
        ("pig(target=50)", "pig(target=50)"),
    ],
)
def test_one_thing_has_one_text(text: str, written: str) -> None:
    assert str(parse_game(text)) == written


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "cannot read ''"),
        ("conect_four", "did you mean connect_four"),
        ("zzz", "known games: "),
        ("mnk(5,5)", "mnk needs k"),
        ("mnk(5,5,4,3)", "at most 3 values"),
        ("mnk(5,5,4,k=4)", "k is given twice"),
        ("mnk(5,5,kk=4)", "did you mean k"),
        ("mnk(5,5,40)", "k must be from 1 to 19, not 40"),
        ("mnk(3,3,4)", "k must be at most 3"),
        ("mnk(3,3,three)", "k must be int, not three"),
        ("mnk(3,3,true)", "k must be int, not true"),
        ("tictactoe(2.5)", "n must be int, not 2.5"),
        ("mnk(**x)", "'**' has no meaning"),
        ("mnk(1+1,3,3)", "cannot read '1+1'"),
        ("3", "expected name"),
        ("mnk(", "cannot read 'mnk('"),
        ("nim([0,1])", "numbers from 1 to 99"),
        ("nim([])", "numbers from 1 to 99"),
        ("nim(5)", "such as nim([3,4,5]), not 5"),
        ("nim([1,x])", "numbers from 1 to 99"),
        ("nim([1,2,3,4,5,6,7,8,9])", "a list of 1 to 8"),
        ("pig(9)", "players must be from 2 to 8"),
        ("a" * 3000, "at most 2000 characters"),
        ("(" * 1000, "cannot read"),
        ("mnk(" * 400 + ")" * 400, "cannot read"),
    ],
)
def test_a_wrong_text_is_one_clear_sentence(text: str, says: str) -> None:
    with pytest.raises(PlygroundError) as caught:
        parse_game(text)
    assert says in str(caught.value)


@pytest.mark.parametrize("value", [None, 3, b"mnk", ["mnk"]])
def test_a_text_is_a_text(value: Any) -> None:
    with pytest.raises(PlygroundError, match="expected a text"):
        parse_game(value)


def test_bare_words_and_values() -> None:
    assert read("a(b, 1, -2.5, 'x y', [1, [2]], none, true, key=c(1))") == Call(
        "a", (Call("b"), 1, -2.5, "x y", (1, (2,)), None, True), (("key", Call("c", (1,))),)
    )


@given(st.text(max_size=60) | st.text(alphabet="mnk(){}[]=,.*'\"\\0123456789 truefalsnoi_-+x\n\0", max_size=60))
@example("mnk(5,5,4)")
@example("\ud800")
@example("x\0")
def test_any_text_gives_a_thing_or_a_plyground_error(text: str) -> None:
    for parse, kind in ((parse_game, Game), (parse_agent, object), (read, Call)):
        with contextlib.suppress(PlygroundError):
            assert isinstance(parse(text), kind)


def test_names_are_lower_case_identifiers_and_unique() -> None:
    for name in ("Leaf", "my leaf", ""):
        with pytest.raises(PlygroundError, match="needs a lower-case name"):
            Thing.registry.register(name)(Pair)
    with pytest.raises(PlygroundError, match="already"):
        Thing.registry.register("leaf")(Pair)


@pytest.mark.parametrize("word", ["table.plg", "runs/table.plg", "./t", "/tmp/t-1.plg", "~/t.plg", "2024/t.plg"])
def test_a_file_name_needs_no_quotes(word: str) -> None:
    assert read(f"q_learning(file={word}, c=.5)") == Call("q_learning", (), (("file", word), ("c", 0.5)))
    assert read(f"q_learning(file='{word}')") == Call("q_learning", (), (("file", word),))


def test_words_in_quotes_stay_as_they_are() -> None:
    assert read("""a("10k", 'x=1.5k')""") == Call("a", ("10k", "x=1.5k"))


def test_a_name_with_hyphens_is_told_the_right_one() -> None:
    with pytest.raises(PlygroundError, match=r"did you mean connect_four\?"):
        read("connect-four")


def test_what_a_call_needs_is_shown_as_it_is_written() -> None:
    with pytest.raises(PlygroundError, match=r"mnk needs cols, k: it is written mnk\(rows, cols, k\)"):
        parse_game("mnk(3)")


def test_a_class_that_is_not_registered_goes_by_its_own_name() -> None:
    @dataclass(frozen=True)
    class Twig(Leaf):
        pass

    assert str(Twig(4)) == "Twig(4)"
    with pytest.raises(PlygroundError, match=r"^Twig: size must be from 1 to 9, not 10"):
        Twig(10)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("leaf(mode=slwo)", "leaf: mode must be one of fast, slow, not slwo; did you mean slow?"),
        ("leaf(side=rihgt)", "leaf: side must be one of left, right, not rihgt; did you mean right?"),
        ("leaf(side=up)", "leaf: side must be one of left, right, not up"),
        ("leaf(side=3)", "leaf: side must be str or none, not 3"),
    ],
)
def test_a_word_that_is_not_among_the_choices(text: str, message: str) -> None:
    with pytest.raises(PlygroundError) as error:
        Thing.registry.parse(text)
    assert str(error.value) == message


class _Unfinished(pg.Game):
    def initial_state(self) -> pg.State:
        raise NotImplementedError


class _Stranger:
    def choose(self, state: pg.State) -> pg.Decision:
        raise NotImplementedError


class _Bare(pg.Decide):
    def choose(self, tree: pg.Tree, rng: pg.Rng) -> int:
        return 1


@pytest.mark.parametrize(
    ("register", "cls", "sentence"),
    [
        (pg.register_game, _Unfinished, "the game 'mine': the class _Unfinished lacks num_players"),
        (pg.register_agent, _Stranger, "the agent 'mine': derive the class _Stranger from a base class such as"),
        (pg.register_agent, _Bare, "the agent 'mine': derive the class _Bare from"),
    ],
)
def test_a_class_that_cannot_work_is_refused_when_it_is_registered(register: Any, cls: type, sentence: str) -> None:
    with pytest.raises(PlygroundError, match=sentence):
        register("mine")(cls)


class _Even(pg.Select):
    def scores(self, tree: pg.Tree, path: Any, children: Any) -> list[float]:
        return [-float(tree.visits[child]) for child in children]


@pytest.mark.parametrize("engine", ["python", "auto"])
def test_a_rule_that_is_a_plain_class_has_no_parameters(engine: Any) -> None:
    pg.register_select("even")(_Even)
    try:
        assert pg.Search("nim", "even", engine=engine).run("", 50).simulations == 50
    finally:
        pg.Select.registry._entries.pop("even")


class _Number(pg.Agent):
    def choose(self, state: pg.State) -> Any:
        return 0


def test_an_agent_that_chooses_no_decision_is_told_what_to_return() -> None:
    with pytest.raises(PlygroundError, match=r"_Number.choose must return a Decision, such as .*, not 0"):
        _Number().act(pg.parse_game("nim").initial_state())
