"""Builds the guide as static HTML: `make docs`, then open build/guide/html/index.html.

The build gathers all pages, the examples and the generated pages (figures, a page per command, the reference of all
public names) in build/guide/source, in the same folders as in the repository, so that links and paths work in both
places. A warning of Sphinx is an error.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import command_pages
import example_pages
import figures
import parts_table
import reference_pages

DOCS = Path(__file__).parent
PROJECT = DOCS.parent
BUILD = PROJECT / "build" / "guide"
# Files that pages link to, and files of the repository's root that are pages here.
COPIED = ("LICENSE", "src/plyground/search/engine.py")
ROOT_PAGES = {"CHANGELOG.md": "changes.md", "CONTRIBUTING.md": "contributing.md", "SECURITY.md": "security.md"}
CHAPTERS = "src/plyground/experiments/chapters"


def gather(source: Path) -> Path:
    """Copy the written pages and generate the others; returns the folder for Sphinx."""
    shutil.rmtree(source, ignore_errors=True)
    pages = source / "docs"
    shutil.copytree(DOCS, pages, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(PROJECT / "examples", source / "examples", ignore=shutil.ignore_patterns("__pycache__"))
    for name in COPIED:
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PROJECT / name, source / name)
    for name, page in ROOT_PAGES.items():
        text = (
            (PROJECT / name).read_text(encoding="utf-8").replace("](docs/", "](").replace("](LICENSE)", "](../LICENSE)")
        )
        for other, its_page in ROOT_PAGES.items():
            text = text.replace(f"]({other})", f"]({its_page})")
        (pages / page).write_text(text, encoding="utf-8")
    for path in pages.glob("*.md"):
        text = path.read_text(encoding="utf-8")
        for name, page in ROOT_PAGES.items():
            text = text.replace(f"](../{name})", f"]({page})")
        path.write_text(text, encoding="utf-8")
    take_chapters(pages)
    command_pages.write(pages / "commands")
    reference_pages.write(pages / "reference")
    example_pages.write(pages / "examples.md")
    figures.write(pages / "figures")
    figures.write_style(pages / "_static")
    list_all_pages(pages)
    make_room_for_search(pages)
    return pages


def take_chapters(pages: Path) -> None:
    """Copy the chapters of the reproduction, which belong to the package, beside docs/experiments/README.md."""
    shutil.copytree(PROJECT / CHAPTERS, pages / "experiments", dirs_exist_ok=True)
    for page in (*pages.glob("*.md"), pages / "experiments" / "README.md"):
        text = page.read_text(encoding="utf-8")
        text = text.replace(f"](../../{CHAPTERS}/", "](").replace(f"](../{CHAPTERS}/", "](experiments/")
        page.write_text(text, encoding="utf-8")


def make_room_for_search(pages: Path) -> None:
    """Rename docs/search.md: Sphinx needs the name search.html for the page on which readers search the guide."""
    (pages / "search.md").rename(pages / "the_search.md")
    for path in pages.rglob("*.md"):
        text = path.read_text(encoding="utf-8")
        link = "](search.md" if path.parent == pages else "](../search.md"
        text = text.replace(link, link.replace("search", "the_search"))
        if path.name == "index.md" and path.parent == pages:
            text = text.replace("\nsearch\n", "\nthe_search\n")
        path.write_text(text, encoding="utf-8")


def list_all_pages(pages: Path) -> None:
    """Append pages that docs/index.md does not name to its last list."""
    index = pages / "index.md"
    text = index.read_text(encoding="utf-8")
    unnamed = [path.stem for path in sorted(pages.glob("*.md")) if f"\n{path.stem}\n" not in text and path != index]
    index.write_text(text.rstrip().removesuffix("```") + "\n".join([*unnamed, "```"]) + "\n", encoding="utf-8")


def build(pages: Path, html: Path) -> int:
    """Run Sphinx; returns its exit code."""
    options = ["--fail-on-warning", "--keep-going", "--fresh-env", "--quiet"]
    return subprocess.run([sys.executable, "-m", "sphinx", *options, str(pages), str(html)], check=False).returncode


def main() -> int:
    parts_table.write()
    html = BUILD / "html"
    code = build(gather(BUILD / "source"), html)
    print(f"The guide: {(html / 'index.html').relative_to(PROJECT)}" if code == 0 else "The guide was not built.")
    return code


if __name__ == "__main__":
    sys.exit(main())
