"""`plyground agents`: list the agents."""

from plyground.agents import Agent
from plyground.catalogue import entry_of, example
from plyground.cli.catalogue import report_broken_plugins, signature, write_entries
from plyground.cli.options import AgentText, Json, With
from plyground.cli.output import write_json
from plyground.text_form import read


def agents(agent: AgentText = "", /, *, own: With = None, json: Json = False) -> None:
    """List the agents, or show one in full.

    Args:
        agent: Show only this agent, in full.

    Examples:
        plyground agents
        plyground agents level
    """
    names = [read(agent).name] if agent else Agent.registry.names()
    entries = [
        {**entry_of(Agent.registry, name), "example": str(example(Agent.registry, name) or name)} for name in names
    ]
    report_broken_plugins(Agent.registry)
    if json:
        write_json(entries[0] if agent else entries)
        return
    write_entries(entries, bool(agent), "agents", lambda entry: signature(entry["name"], entry["parameters"]))
    if agent:
        shown = entries[0]["example"] if agent.strip().isidentifier() else agent
        print(f"\nplyground play GAME human '{shown}'")
