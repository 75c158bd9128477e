"""The pages of the guide and their code blocks."""

import re
import textwrap

from search_helpers import PROJECT

DOCS = PROJECT / "docs"
PAGES = {path.stem: path for path in (PROJECT / "README.md", PROJECT / "CONTRIBUTING.md", *sorted(DOCS.glob("*.md")))}
PAGES["experiments"] = DOCS / "experiments" / "README.md"


def blocks(page: str, *languages: str) -> list[tuple[str, str]]:
    """The fenced blocks of these languages, each with its language, dedented."""
    text = PAGES[page].read_text(encoding="utf-8")
    found = re.findall(r"^( *)```(.*)\n((?:.*\n)*?)\1```$", text, re.MULTILINE)
    return [(language, textwrap.dedent(block)) for _, language, block in found if language in languages]
