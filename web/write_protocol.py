"""Generate web/src/protocol.ts and the lists in docs/protocol.md from the classes of `plyground.serve`.

`python web/write_protocol.py` writes both, `--check` fails if they are not up to date.
"""

import ast
import inspect
import io
import json
import sys
import tokenize
import types
import typing
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from plyground.serve import messages, requests, shapes
from plyground.serve.protocol import PROTOCOL

PROJECT = Path(__file__).parent.parent
TYPESCRIPT = PROJECT / "web" / "src" / "protocol.ts"
PAGE = PROJECT / "docs" / "protocol.md"
EXAMPLES = PROJECT / "docs" / "protocol_examples.json"
BEGIN, END = "<!-- written by web/write_protocol.py -->", "<!-- end -->"
_PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", type(None): "null", Any: "unknown"}


def structs(module: types.ModuleType) -> list[type[msgspec.Struct]]:
    """The shapes of a module in the order of the source, without the two base classes."""
    bases = (requests.Ask, messages.ServerMessage)
    return [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, msgspec.Struct)
        and value.__module__ == module.__name__
        and value not in bases
    ]


def comments(cls: type) -> dict[str, str]:
    """The comment beside each field."""
    found: dict[str, str] = {}
    source = inspect.getsource(cls)
    fields = {node.end_lineno: node.target.id for node in ast.walk(ast.parse(source)) if _is_field(node)}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and token.start[0] in fields:
            found[fields[token.start[0]]] = token.string.removeprefix("#").strip()
    return found


def _is_field(node: ast.AST) -> bool:
    return isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)


def tag(cls: type[msgspec.Struct]) -> str:
    return str(cls.__struct_config__.tag)


def typescript(hint: Any) -> str:
    """A Python type as TypeScript."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is Annotated:
        return typescript(arguments[0])
    if origin in (types.UnionType, typing.Union):
        return " | ".join(dict.fromkeys(map(typescript, arguments)))
    if origin is Literal:
        return " | ".join(json.dumps(word) for word in arguments)
    if origin is list:
        inner = typescript(arguments[0])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(map(typescript, arguments))}]"
    if origin is dict:
        return f"Record<{typescript(arguments[0])}, {typescript(arguments[1])}>"
    return str(_PLAIN.get(hint) or hint.__name__)


def interface(cls: type[msgspec.Struct], asked: bool) -> str:
    """One shape in TypeScript. In a request, fields with a default are optional."""
    notes, hints = comments(cls), typing.get_type_hints(cls, include_extras=True)
    lines = [f"/** {' '.join((cls.__doc__ or '').split())} */"] if _has_docstring(cls) else []
    lines.append(f"export interface {cls.__name__} {{")
    if cls.__struct_config__.tag is not None:
        lines.append(f'  type: "{tag(cls)}";')
    for field in msgspec.structs.fields(cls):
        optional = asked and not field.required and field.name != "id"
        note = notes.get(field.name, "")
        lines += [f"  /** {note} */"] if note else []
        lines.append(f"  {field.name}{'?' if optional else ''}: {typescript(hints[field.name])};")
    return "\n".join([*lines, "}"])


def _has_docstring(cls: type) -> bool:
    return "__doc__" in vars(cls) and bool(cls.__doc__)


def write_typescript() -> str:
    parts = [
        "// Written by web/write_protocol.py from src/plyground/serve: do not edit.",
        f"export const PROTOCOL = {PROTOCOL};",
        *(interface(cls, asked=True) for cls in structs(requests)),
        *(interface(cls, asked=False) for cls in (*structs(shapes), *structs(messages))),
        f"export type Request =\n  | {_union(requests.Request)};",
        f"export type Message =\n  | {_union(messages.Message)};",
    ]
    return "\n\n".join(parts) + "\n"


def _union(union: Any) -> str:
    return "\n  | ".join(cls.__name__ for cls in typing.get_args(union))


def write_lists() -> str:
    """The lists of docs/protocol.md: every request and message with its fields."""
    lines: list[str] = []
    for heading, module in (
        ("Requests", requests),
        ("Messages", messages),
        ("Shapes inside requests and messages", shapes),
    ):
        lines += [f"## {heading}", ""]
        for cls in structs(module):
            tagged = cls.__struct_config__.tag is not None
            words = f": {' '.join((cls.__doc__ or '').split())}" if _has_docstring(cls) else ""
            lines += [f"**`{tag(cls) if tagged else cls.__name__}`**{words}", ""]
            lines += [*_fields(cls), ""]
    return "\n".join(lines)


def _fields(cls: type[msgspec.Struct]) -> list[str]:
    notes, hints = comments(cls), typing.get_type_hints(cls, include_extras=True)
    lines = []
    for field in msgspec.structs.fields(cls):
        if field.name == "id":
            continue
        default = "" if field.required else f" = {json.dumps(_default(field))}"
        note = f" – {notes[field.name]}" if field.name in notes else ""
        lines.append(f"- `{field.name}: {typescript(hints[field.name])}{default}`{note}")
    return lines


def _default(field: msgspec.structs.FieldInfo) -> Any:
    return field.default_factory() if field.default is msgspec.NODEFAULT else field.default


def main(check: bool) -> int:
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    new_page = f"{before}{BEGIN}\n\n{write_lists()}\n{END}{rest.partition(END)[2]}"
    wanted = {TYPESCRIPT: write_typescript(), PAGE: new_page}
    stale = [path for path, text in wanted.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    if check:
        for path in stale:
            print(f"{path.relative_to(PROJECT)} is not up to date: run python web/write_protocol.py")
        return 1 if stale else 0
    for path in stale:
        path.write_text(wanted[path], encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv))
