"""`plyground parts`: what a search can be made of."""

from typing import Any

from plyground.cli.catalogue import (
    describe_parameter,
    description,
    parameters_of,
    report_broken_plugins,
    signature,
    summary,
    write_entry,
)
from plyground.cli.output import write_json
from plyground.errors import PlygroundError
from plyground.search import Backup, Decide, Evaluate, Expand, Select

KINDS: dict[str, Any] = {
    "select": Select,
    "expand": Expand,
    "evaluate": Evaluate,
    "backup": Backup,
    "decide": Decide,
}


def parts(part: str = "", /, *, json: bool = False) -> None:
    """List the parts of a search with their formulas, or show one in full.

    Args:
        part: Show this part alone, or all of one kind: select, expand, evaluate, backup or decide.
        json: Print JSON.
    """
    entries = [_entry(kind, name) for kind, base in KINDS.items() for name in base.registry.names()]
    for base in KINDS.values():
        report_broken_plugins(base.registry)
    one = bool(part) and part not in KINDS
    if part:
        entries = [entry for entry in entries if part in (entry["kind"], entry["name"])]
    if not entries:
        names = [name for base in KINDS.values() for name in base.registry.names()]
        raise PlygroundError(f"there is no part {part!r}; there are {', '.join(names)}")
    if json:
        write_json(entries)
        return
    for entry in entries:
        text = entry["description"].splitlines()
        details = map(describe_parameter, entry["parameters"])
        lines = [*text, *details] if one else [text[0], summary(entry["parameters"])]
        write_entry(f"{entry['kind']}={signature(entry['name'], entry['parameters'])}", "", [*filter(None, lines)])


def _entry(kind: str, name: str) -> dict[str, Any]:
    cls = KINDS[kind].registry.get(name)
    return {
        "kind": kind,
        "name": name,
        "description": description(cls),
        "parameters": parameters_of(cls),
    }
