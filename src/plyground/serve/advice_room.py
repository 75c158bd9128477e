"""Advice on a table's game: hints, the evaluation bar, the review of its moves."""

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace

from plyground.errors import PlygroundError
from plyground.games import CHANCE, TERMINAL, Game, State
from plyground.review import SEARCHES_PER_PLY, Assessment, MoveWorth, PlyReview, assess, review_ply
from plyground.search import Budget
from plyground.serve import requests as ask_for
from plyground.serve.messages import BarShown, Done, Hint, ReviewPoint, ReviewShown, ServerMessage
from plyground.serve.play_room import OpenTable, PlayRoom
from plyground.serve.room import Room
from plyground.serve.shapes import ChildShown, LegalMove
from plyground.statistics.intervals import Estimate
from plyground.view.svg import signed

# A game with more moves, as in Ludo, gets fewer simulations per move in its review.
REVIEWED_WHOLE = 100


class AdviceRoom(Room):
    requests = ("get_hint", "set_bar", "get_review")

    @property
    def play_room(self) -> PlayRoom:
        return self.session.room(PlayRoom)

    def wake(self) -> None:
        self.play_room.after_change = self.show_bar

    def _budget(self, effort: ask_for.Effort | None = None) -> Budget:
        """The budget of an assessment."""
        limits = self.limits
        return limits.budget(effort or ask_for.Effort(limits.bar_simulations, limits.bar_seconds))

    async def get_hint(self, ask: ask_for.GetHint) -> ServerMessage:
        table = self.play_room.find(ask.table).table
        state, ply, budget = table.state.clone(), table.ply, self._budget(ask.effort)
        if table.player < 0:
            raise PlygroundError("no seat decides here: the game is over, or dice are thrown")

        def look() -> tuple[Assessment, list[str]]:
            found = assess(state, budget)
            return found, found.line  # solving the line takes time, too

        found, line = await self.session.run(look)
        return Hint(
            table=ask.table,
            ply=ply,
            action=found.best.action,
            name=found.best.name,
            exact=found.best.exact,
            sentence=hint_words(found),
            line=line,
            moves=[child_shown(move) for move in found.moves],
        )

    async def set_bar(self, ask: ask_for.SetBar) -> ServerMessage:
        opened = self.play_room.find(ask.table)
        opened.table.record.bar = ask.on
        self.session.store.keep(self.session.key, ask.table, opened.table.record)
        self.show_bar(opened)
        return Done()

    def show_bar(self, opened: OpenTable) -> None:
        """Called after every change of a table."""
        if opened.table.record.bar:
            self.session.start(self._show_bar(opened))

    async def _show_bar(self, opened: OpenTable) -> None:
        table = opened.table
        state, ply, budget = table.state.clone(), table.ply, self._budget()
        try:
            found = await self.session.run(lambda: position_worth(state, budget))
        except PlygroundError as error:
            found = PositionWorth([None] * table.game.num_players, False, str(error))
        if opened.table is table and table.ply == ply:
            bar = BarShown(
                table=table.record.table,
                ply=ply,
                values=[None if seat is None else seat.value for seat in found.seats],
                low=[None if seat is None else seat.low for seat in found.seats],
                high=[None if seat is None else seat.high for seat in found.seats],
                exact=found.exact,
                source=found.source,
            )
            self.session.send(bar)

    async def get_review(self, ask: ask_for.GetReview) -> ServerMessage:
        table = self.play_room.find(ask.table).table
        game, moves = table.game, list(table.record.moves)
        budget = share(self._budget(ask.effort), min(1.0, REVIEWED_WHOLE / max(1, len(moves))))
        if budget.seconds is not None:  # of the whole review of a move
            budget = replace(budget, seconds=budget.seconds / SEARCHES_PER_PLY)

        def tell(ply: PlyReview) -> ReviewPoint:
            return point_of(ask.table, game, ply)

        send = self.session.send_soon

        def job() -> Generator[None, None, list[ReviewPoint]]:
            return review_moves(game, moves, budget, lambda ply: send(tell(ply)), tell)

        points = await self.session.run(job)
        return ReviewShown(table=ask.table, points=points, summary=summary(game, points))


def review_moves(
    game: Game,
    moves: list[int],
    budget: Budget,
    tell: Callable[[PlyReview], None],
    point: Callable[[PlyReview], ReviewPoint],
) -> Generator[None, None, list[ReviewPoint]]:
    """Review all moves of a game, one per step."""
    state, points = game.initial_state(), []
    for number, action in enumerate(moves, start=1):
        found = review_ply(state, number, action, budget)
        tell(found)
        points.append(point(found))
        state.apply(action)
        yield
    return points


def point_of(table: str, game: Game, ply: PlyReview) -> ReviewPoint:
    """The review of one move, for the page."""
    worth, best = ply.worth, ply.best
    value = None if worth is None else worth.value
    two = game.num_players == 2 and game.zero_sum
    return ReviewPoint(
        table=table,
        ply=ply.number,
        player=ply.player,
        action=ply.action,
        name=ply.name,
        value=value,
        low=None if worth is None else worth.low,
        high=None if worth is None else worth.high,
        best=None if best is None else LegalMove(best.action, best.name),
        best_value=None if best is None else best.value,
        exact=worth is not None and best is not None and worth.exact and best.exact,
        loss=ply.drop,
        mark="blunder" if ply.blunder else "best" if best is not None and not ply.drop else "",
        blunder=ply.blunder,
        curve=(value if ply.player == 0 else 0.0 - value) if two and value is not None else None,
    )


def summary(game: Game, points: list[ReviewPoint]) -> list[str]:
    """One sentence per seat."""
    sentences = []
    for seat in range(game.num_players):
        own = [point for point in points if point.player == seat and point.value is not None]
        blunders = [point for point in own if point.blunder]
        best = sum(point.mark == "best" for point in own)
        words = "no blunder" if not blunders else f"{len(blunders)} blunder{'s' if len(blunders) > 1 else ''}"
        worst = max(blunders, key=lambda point: point.loss, default=None)
        most = "" if worst is None else f", the worst at move {worst.ply}, {worst.name}: {worst.blunder}"
        sentences.append(f"{game.seat_name(seat)}: {best} best moves of {len(own)}, {words}{most}.")
    return sentences


@dataclass(frozen=True)
class PositionWorth:
    """The expected return of every seat with its interval, None where unknown; whether it is exact; its source."""

    seats: list[Estimate | None]
    exact: bool
    source: str


def position_worth(state: State, budget: Budget) -> PositionWorth:
    game = state.game
    if state.player == TERMINAL:
        return PositionWorth([Estimate(value, value, value) for value in state.returns()], True, "the game is over")
    if state.player == CHANCE:
        return _before_throw(state, budget)
    found = assess(state, budget)
    seats: list[Estimate | None] = [None] * game.num_players
    worth = seats[state.player] = found.worth
    if game.num_players == 2 and game.zero_sum:
        seats[1 - state.player] = Estimate(0.0 - worth.value, 0.0 - worth.high, 0.0 - worth.low)
    return PositionWorth(seats, found.exact, "exact" if found.exact else found.source)


def _before_throw(state: State, budget: Budget) -> PositionWorth:
    """The mean over the outcomes of the dice; None for a seat whose value after some outcome is unknown."""
    outcomes = state.chance()
    after = []
    for outcome, _ in outcomes:
        thrown = state.clone()
        thrown.apply(outcome)
        after.append(thrown)
    nobody: list[Estimate | None] = [None] * state.game.num_players
    if any(thrown.player == CHANCE for thrown in after):  # throws in a row: evaluated only after the last one
        return PositionWorth(nobody, False, "dice are thrown")
    found = [position_worth(thrown, share(budget, 1 / len(outcomes))) for thrown in after]
    odds = [probability for _, probability in outcomes]
    seats = [_mean(odds, [each.seats[seat] for each in found]) for seat in range(state.game.num_players)]
    exact = all(each.exact for each in found)
    return PositionWorth(seats, exact, "exact" if exact else "a search of every throw")


def _mean(odds: list[float], estimates: list[Estimate | None]) -> Estimate | None:
    """The mean, with an interval that is wide enough however the estimates depend on each other."""
    known = [each for each in estimates if each is not None]
    if len(known) < len(estimates):
        return None
    value, low, high = (
        sum(p * bound for p, bound in zip(odds, bounds, strict=True))
        for bounds in zip(*((each.value, each.low, each.high) for each in known), strict=True)
    )
    return Estimate(value, low, high)


def share(budget: Budget, part: float) -> Budget:
    """A part of the simulations and the seconds of a budget."""
    return replace(
        budget,
        simulations=None if budget.simulations is None else max(1, int(budget.simulations * part)),
        seconds=None if budget.seconds is None else budget.seconds * part,
    )


def hint_words(found: Assessment) -> str:
    best = found.best
    if best.exact and best.plies is not None and best.value:
        ending = "wins" if best.value > 0 else "loses"
        return f"{best.name} {ending} in {best.plies} move{'s' if best.plies != 1 else ''} with best play."
    if best.exact:
        return f"{best.name}: exact value {signed(best.value)}."
    doubt = "" if found.is_clear else " Other moves may be as good."
    return f"{best.name}: {best.words}, from {best.visits:,} of {found.simulations:,} simulations.{doubt}"


def child_shown(move: MoveWorth) -> ChildShown:
    """A move of a hint, in the shape of a search's moves."""
    return ChildShown(
        action=move.action,
        name=move.name,
        visits=move.visits or 0,
        value=move.value,
        low=move.low,
        high=move.high,
        exact=move.value if move.exact else None,
        score=None,
        terms=[],
    )
