"""`plyground agents`: who can play."""

from typing import Any

from plyground.agents import Agent
from plyground.cli.catalogue import (
    describe_parameter,
    description,
    example,
    parameters_of,
    report_broken_plugins,
    signature,
    summary,
    write_entry,
)
from plyground.cli.output import write_json
from plyground.text_form import read


def agents(agent: str = "", /, *, json: bool = False) -> None:
    """List the agents, or show one in full.

    Args:
        agent: Show this agent alone.
        json: Print JSON.
    """
    names = [read(agent).name] if agent else Agent.registry.names()
    entries: list[dict[str, Any]] = [
        {
            "name": name,
            "description": description(Agent.registry.get(name)),
            "parameters": parameters_of(Agent.registry.get(name)),
            "example": str(example(Agent.registry, name) or name),
        }
        for name in names
    ]
    report_broken_plugins(Agent.registry)
    if json:
        write_json(entries[0] if agent else entries)
        return
    for entry in entries:
        text = entry["description"].splitlines()
        details = map(describe_parameter, entry["parameters"])
        lines = [*text, *details] if agent else [text[0], summary(entry["parameters"])]
        write_entry(signature(entry["name"], entry["parameters"]), "", [*filter(None, lines)])
    if agent:
        print(f"\nplyground play connect_four human '{agent}'")
