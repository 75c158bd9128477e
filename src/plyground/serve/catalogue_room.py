"""The catalogue of games, agents and parts for the page's forms, and pictures of positions."""

from functools import cache
from typing import Any

from plyground.agents import Agent
from plyground.catalogue import entry_of, example
from plyground.errors import PlygroundError
from plyground.games import CHANCE, TERMINAL, Game, State, parse_game
from plyground.search.part import KINDS
from plyground.serve.limits import SessionLimits, mcts_of, moves_of
from plyground.serve.messages import AgentFacts, Catalogue, Drawn, GameFacts, ServerMessage
from plyground.serve.pictures import colours, picture, position_at
from plyground.serve.requests import CheckAgent, DescribeGame, Draw, GetCatalogue
from plyground.serve.room import Room
from plyground.serve.shapes import AgentFor, CatalogueEntry, ParameterForm, SeatFacts
from plyground.serve.table import legal_moves
from plyground.text_form import Registry
from plyground.view.boards import status

_KIND_OF = {"int": "int", "float": "float", "bool": "bool"}
_PART_OF = {base.registry.kind: kind for kind, base in KINDS.items()}  # "selection rule": "select"


class CatalogueRoom(Room):
    requests = ("get_catalogue", "describe_game", "check_agent", "draw")

    async def get_catalogue(self, ask: GetCatalogue) -> ServerMessage:
        return Catalogue(
            games=entries(Game.registry),
            agents=entries(Agent.registry),
            parts={kind: entries(base.registry) for kind, base in KINDS.items()},
            offered_agents=sorted(self.limits.offered),
        )

    async def describe_game(self, ask: DescribeGame) -> ServerMessage:
        game = parse_game(ask.game)
        state = game.initial_state()
        names = zip(map(game.seat_name, range(game.num_players)), colours(game), strict=True)
        return GameFacts(
            game=str(game),
            seats=[SeatFacts(name, colour) for name, colour in names],
            dice=has_dice(game),
            value_range=game.value_range,
            agents=[AgentFor(name, *agent_facts(self.limits, _example_text(name), game)) for name in Agent.registry],
            board=picture(state),
        )

    async def check_agent(self, ask: CheckAgent) -> ServerMessage:
        game = parse_game(ask.game)
        agent = self.limits.agent(ask.agent, game)
        return AgentFacts(agent=str(agent), obstacle="", searches=mcts_of(agent) is not None)

    async def draw(self, ask: Draw) -> ServerMessage:
        game = parse_game(ask.game)
        moves = moves_of(game, ask.moves)
        since = max(0, len(moves) - 1) if ask.since is None else ask.since
        state, before = position_at(game, moves, len(moves)), position_at(game, moves, since)
        return Drawn(
            game=str(game),
            ply=len(moves),
            player=state.player,
            status=status(state)[0],
            board=picture(state, last=before if moves else None),
            moves=legal_moves(state),
            returns=state.returns() if state.player == TERMINAL else None,
            text=str(state),
        )


def agent_facts(limits: SessionLimits, text: str, game: Game) -> tuple[str, bool]:
    """Why an agent cannot play a game (empty if it can), and whether its search can be watched."""
    try:
        return "", mcts_of(limits.agent(text, game)) is not None
    except PlygroundError as error:
        return str(error), False


@cache
def has_dice(game: Game) -> bool:
    """Whether a game has dice. Only the first moves are searched: games with dice throw them early."""
    level: list[State] = [game.initial_state()]
    for _ in range(3):
        following = []
        for state in level[:8]:
            if state.player == CHANCE:
                return True
            for action in state.moves()[:4]:
                following.append(state.clone())
                following[-1].apply(action)
        level = following
    return False


def _example_text(name: str) -> str:
    return str(example(Agent.registry, name) or name)


def entries(registry: Registry[Any]) -> list[CatalogueEntry]:
    found = []
    for name in registry:
        entry = entry_of(registry, name)
        found.append(
            CatalogueEntry(
                name,
                entry["summary"],
                entry["description"],
                str(example(registry, name) or name),
                [_form(parameter) for parameter in entry["parameters"]],
            )
        )
    return found


def _form(parameter: dict[str, Any]) -> ParameterForm:
    """A parameter for a form of the page."""
    words = str(parameter["type"])
    kind, part = _KIND_OF.get(words, "text"), ""
    if parameter["choices"]:
        kind = "choice"
    elif words in _PART_OF:
        kind, part = "part", _PART_OF[words]
    elif words == "agent":
        kind = "agent"
    elif words.startswith("tuple"):
        kind = "list"
    elif "float" in words:
        kind = "float"
    return ParameterForm(
        name=parameter["name"],
        kind=kind,  # type: ignore[arg-type]
        required=parameter["required"],
        optional=not parameter["required"] and parameter["default"] is None,
        default=parameter["default"],
        low=None if parameter["low"] is None else float(parameter["low"]),
        high=None if parameter["high"] is None else float(parameter["high"]),
        choices=list(parameter["choices"] or ()),
        part=part,
        presets=parameter["presets"],
        help=parameter["description"],
    )
