"""The directive `picture`: a figure from docs/figures.py, inlined so that it follows the page's light or dark theme.

```{picture} connect_four
The caption.
```
"""

from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective


class Picture(SphinxDirective):
    """Inlines `figures/NAME.html`, and the caption below it."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        path = Path(self.env.srcdir) / "figures" / f"{self.arguments[0]}.html"
        self.env.note_dependency(str(path))
        if not path.is_file():
            raise self.error(f"docs/figures.py makes no figure {self.arguments[0]}")
        caption = nodes.container("", *self.parse_content_to_nodes(), classes=["caption"])
        picture = nodes.raw("", path.read_text(encoding="utf-8"), format="html")
        return [nodes.container("", picture, caption, classes=["picture"])]


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("picture", Picture)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
