"""A page for every command, from its own help."""

import io
from contextlib import redirect_stdout
from pathlib import Path

from plyground.cli import COMMANDS, main

SEEN = {
    "match": "arena.md#a-match",
    "tournament": "arena.md#a-tournament",
    "results": "arena.md#stored-results",
    "tune": "arena.md#tuning",
    "search": "search.md",
    "parts": "search.md",
    "play": "play.md",
    "review": "play.md#review",
    "check": "own_game.md",
    "train": "learners.md",
    "reproduce": "reproduce.md",
    "bench": "performance.md",
    "signature": "developing.md#twins",
}


def help_of(command: str) -> str:
    said = io.StringIO()
    with redirect_stdout(said):
        main([command, "--help"])
    return said.getvalue()


def page(command: str) -> str:
    """The page of a command, like a manual page: name, synopsis, description, arguments, options, examples."""
    usage, *paragraphs = [part.strip("\n") for part in help_of(command).strip().split("\n\n")]
    parts = [f"# plyground {command}", COMMANDS[command]]
    parts += ["## Synopsis", f"```text\n{usage.removeprefix('Usage: ')}\n```", "## Description"]
    for paragraph in paragraphs:
        title, *rows = paragraph.split("\n")
        if not rows:
            parts.append(paragraph)
        elif title == "Examples:":
            parts += ["## Examples", "```text\n" + "\n".join(row.strip() for row in rows) + "\n```"]
        else:
            parts.append(f"## {title.rstrip(':').replace('Parameters', 'Options')}")
            parts += [definition(row.strip()) for row in rows]
    if command in SEEN:
        target = SEEN[command]
        parts += ["## See also", f"[{Path(target.partition('#')[0]).stem.replace('_', ' ')}](../{target})"]
    return "\n\n".join(parts) + "\n"


def definition(row: str) -> str:
    """`--games COUNT: The most games. [default: 100]` as a term and its meaning."""
    term, _, meaning = row.partition(": ")
    return f"`{term}`\n: {meaning or '–'}"


def write(folder: Path) -> None:
    folder.mkdir(parents=True)
    for command in COMMANDS:
        (folder / f"{command}.md").write_text(page(command), encoding="utf-8")
    rows = "\n".join(f"| [`{command}`]({command}.md) | {line} |" for command, line in COMMANDS.items())
    toc = "\n".join(COMMANDS)
    index = f"""# Commands

`plyground COMMAND --help` prints the same text. Counts are written 1000, 1_000, 1e3, 10k or 2M, durations 500ms, 2s or
1m, on every command. Exit codes: 0 success; 1 a check failed, an agent or a game cannot play, or the output cannot be
written; 2 wrong usage; 130 interrupted.

| command | what it does |
|---|---|
{rows}

```{{toctree}}
:hidden:

{toc}
```
"""
    (folder / "index.md").write_text(index, encoding="utf-8")
