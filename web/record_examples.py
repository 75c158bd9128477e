"""Record docs/protocol_examples.json: one real example of every request and message, shortened for readers.

python web/record_examples.py
"""

import json
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

from plyground.serve.run import ServeOptions, listen, make_server, web_server

EXAMPLES = Path(__file__).parent.parent / "docs" / "protocol_examples.json"
LONGEST, MOST = 160, 4  # characters of a text, items of a list
SEARCH = {"game": "tictactoe", "position": "b2 a1", "effort": {"simulations": 2000}}
# A request; then the message to wait for. A name after $ is taken from an earlier answer.
SESSION: list[tuple[dict[str, Any], str]] = [
    ({"type": "hello"}, "welcome"),
    ({"type": "get_catalogue"}, "catalogue"),
    ({"type": "describe_game", "game": "tictactoe"}, "game_facts"),
    ({"type": "check_agent", "agent": "mcts(simulations=500)", "game": "tictactoe"}, "agent_facts"),
    ({"type": "draw", "game": "connect_four", "moves": "444", "since": 2}, "drawn"),
    ({"type": "new_game", "game": "tictactoe", "seats": ["human", "mcts(simulations=200)"], "seed": 7}, "table"),
    ({"type": "list_games"}, "games"),
    ({"type": "get_game", "table": "$table"}, "table"),
    ({"type": "set_bar", "table": "$table", "on": True}, "evaluation"),
    ({"type": "play", "table": "$table", "move": "b2", "ply": 0}, "thought"),
    ({"type": "undo", "table": "$table"}, "table"),
    ({"type": "redo", "table": "$table"}, "table"),
    ({"type": "set_seats", "table": "$table", "seats": ["human", "human"]}, "table"),
    ({"type": "get_hint", "table": "$table", "effort": {"simulations": 1000}}, "hint"),
    ({"type": "save_game", "table": "$table"}, "saved_game"),
    ({"type": "open_game", "text": "game: tictactoe\na1\nb2\na2\nc3\nb3\n"}, "table"),
    ({"type": "get_review", "table": "$table"}, "review"),
    ({"type": "restart", "table": "$table"}, "table"),
    ({"type": "resign", "table": "$table", "seat": 0}, "table"),
    ({"type": "close_game", "table": "$table"}, "done"),
    ({"type": "play", "table": "t99", "move": 4}, "failed"),
    ({"type": "start_search", "agent": "mcts(seed=1)", **SEARCH}, "search_ended"),
    ({"type": "pause_search", "search": "$search"}, "done"),
    ({"type": "set_effort", "search": "$search", "effort": {"simulations": 3000}}, "done"),
    ({"type": "resume_search", "search": "$search"}, "search_ended"),
    ({"type": "stop_search", "search": "$search"}, "done"),
    ({"type": "set_view", "search": "$search", "nodes": 40, "rate": 5}, "frame"),
    ({"type": "unfold", "search": "$search", "node": ""}, "children"),
    ({"type": "close_search", "search": "$search"}, "done"),
    ({"type": "open_story", "game": "tictactoe", "agent": "mcts(seed=1)"}, "story"),
    ({"type": "get_simulation", "story": "$story", "number": 12, "nodes": 20}, "simulation"),
    ({"type": "get_rollout", "story": "$story", "number": 12}, "rollout"),
    ({"type": "close_story", "story": "$story"}, "done"),
    ({"type": "start_comparison", "agents": ["mcts", "bayes_mcts"], "by": "simulations", **SEARCH}, "comparison_frame"),
    (
        {
            "type": "start_race",
            "game": "tictactoe",
            "agents": ["mcts(simulations=50)", "random"],
            "games": 200,
            "sprt": {"elo0": 0, "elo1": 20},
        },
        "race",
    ),
    ({"type": "list_races"}, "races"),
    ({"type": "get_race", "race": "$race"}, "race"),
    ({"type": "stop_race", "race": "$race"}, "race"),
    ({"type": "resume_race", "race": "$race"}, "race"),
    ({"type": "list_race_games", "race": "$race", "first": 0, "count": 20}, "race_games"),
    ({"type": "list_lessons"}, "lessons"),
]


def shortened(value: Any) -> Any:
    if isinstance(value, str):
        return value if len(value) <= LONGEST else f"{value[: LONGEST - 20]} … {value[-6:]}"
    if isinstance(value, list):
        return [shortened(item) for item in value[:MOST]]
    if isinstance(value, dict):
        return {key: shortened(item) for key, item in value.items()}
    return round(value, 4) if isinstance(value, float) else value


def record(address: str) -> list[dict[str, Any]]:
    asked: dict[str, dict[str, Any]] = {}
    told: dict[str, dict[str, Any]] = {}
    names: dict[str, str] = {}
    with connect(address.replace("http", "ws") + "socket", max_size=None) as socket:
        for number, (fields, answer) in enumerate(SESSION, start=1):
            request = {key: names[value[1:]] if str(value).startswith("$") else value for key, value in fields.items()}
            request = {"id": number, **request}
            asked.setdefault(request["type"], request)
            socket.send(json.dumps(request))
            missing = {number, answer}
            while missing:
                message = json.loads(socket.recv(timeout=30))
                told.setdefault(message["type"], message)
                names |= {key: message[key] for key in ("table", "search", "story", "race") if key in message}
                if message["type"] == "race" and message["state"] != "ended":
                    missing.discard(message["id"])
                    continue
                if answer in ("frame", "comparison_frame", "race") and message["type"] == answer:
                    told[answer] = message
                missing -= {message["id"], message["type"]}
    told["welcome"]["session"] = "u4Xv9dKp2mQeZr7sTb1w"
    return [shortened(message) for message in (*asked.values(), *told.values())]


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        listener = listen("127.0.0.1", 0)
        server = make_server(ServeOptions(data=Path(folder)))
        runner = web_server(server)
        thread = threading.Thread(target=runner.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        while not runner.started:
            time.sleep(0.01)
        examples = record(f"http://127.0.0.1:{listener.getsockname()[1]}/")
        runner.should_exit = True
        thread.join(10)
    lines = ",\n".join(json.dumps(example, ensure_ascii=False) for example in examples)
    EXAMPLES.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
