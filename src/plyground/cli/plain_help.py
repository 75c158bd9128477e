"""Help for a pipe: plain text with one line per command or option, so that `grep` finds it whole."""

import re
from typing import TYPE_CHECKING

from cyclopts.help import PlainFormatter

if TYPE_CHECKING:
    from rich.console import Console


class PlainHelp(PlainFormatter):
    """Plain text with one line per paragraph, of any width."""

    def _print_plain(self, console: "Console", text: str) -> None:
        joined = re.sub(r"(?<=\S) *\n *(?=\S)", " ", text)
        console.print(joined, highlight=False, markup=False, soft_wrap=True)
