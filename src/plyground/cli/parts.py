"""`plyground parts`: list the parts of a search."""

import difflib

from plyground.catalogue import Entry, entry_of
from plyground.cli.catalogue import report_broken_plugins, signature, write_entries
from plyground.cli.options import Json, With
from plyground.cli.output import write_json
from plyground.errors import PlygroundError
from plyground.search.part import KINDS
from plyground.text_form import read


def parts(part: str = "", /, *, own: With = None, json: Json = False) -> None:
    """List the parts of a search, or show one in full, with its formula and its paper.

    Args:
        part: Show only this part, in full, or list one kind: select, expand, evaluate, backup or decide.

    Examples:
        plyground parts select
        plyground parts puct
    """
    entries = [_entry(kind, name) for kind, base in KINDS.items() for name in base.registry]
    for base in KINDS.values():
        report_broken_plugins(base.registry)
    name = read(part).name if part else ""
    names = [*KINDS, *(entry["name"] for entry in entries)]
    if name and name not in names:
        near = difflib.get_close_matches(name, names, n=3, cutoff=0.5)
        hint = f"did you mean {' or '.join(near)}?" if near else "plyground parts lists them all"
        raise PlygroundError(f"there is no part {name!r}; {hint}")
    if name:
        entries = [entry for entry in entries if name in (entry["kind"], entry["name"])]
    if json:
        write_json(entries)
        return
    write_entries(entries, bool(name) and name not in KINDS, "parts", _heading)


def _entry(kind: str, name: str) -> Entry:
    registry = KINDS[kind].registry
    entry = {"kind": kind, **entry_of(registry, name)}
    slow: tuple[str, ...] = getattr(registry.get(name), "tries_every_move", ())
    if slow:
        entry["description"] += (
            f"\n\nSlow in the Python engine, because every legal move is tried each time: {', '.join(slow)}."
        )
    return entry


def _heading(entry: Entry) -> str:
    return f"{entry['kind']}={signature(entry['name'], entry['parameters'])}"
