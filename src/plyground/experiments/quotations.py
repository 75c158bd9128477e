"""Words between “ and ” are a document's own, verbatim; […] stands for words left out. Other quotation marks are ours.

    python -m plyground.experiments.quotations FOLDER

compares every quotation of the findings and the chapters with the texts of the documents (one .txt file each, found by
its title) and prints the digests for `CHECKED`. The documents do not come with plyground, so the tests only see that no
quotation was changed since it was compared.
"""

import argparse
import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

from plyground.errors import PlygroundError
from plyground.experiments.documents import CHAPTERS, DOCUMENTS, Document
from plyground.experiments.headlines import headlines
from plyground.experiments.report import Report

CHECKED = frozenset({
    "116dbc8b3440", "27e3c562d8d8", "30236f4f46e0", "4a7f634d6eb2", "4cbc117fd4b6", "5456f380bba0", "716c140969a4",
    "7cc74f963e66", "a81ceb227a62", "b4e1a59169fb", "bdcdc84af2ab", "c34db9cc29f0", "ccb3b5647b4e",
})  # fmt: skip


def quotations() -> Iterator[tuple[Document, str]]:
    """Every quotation, in the pieces between the words left out."""
    by_id = {document.id: document for document in DOCUMENTS}
    for one in headlines(Report([], "quick", 0, "", "")):
        yield from ((by_id[one.document], piece) for piece in pieces(one.says))
    for document in DOCUMENTS:
        for name in () if document.own else document.experiments:
            text = (CHAPTERS / f"{name}.md").read_text(encoding="utf-8")
            for found in re.findall("“([^”]*)”", text):
                yield from ((document, piece) for piece in pieces(found))


def pieces(quotation: str) -> list[str]:
    return [piece for part in quotation.split("[…]") if (piece := plain(part))]


def plain(text: str) -> str:
    """Text without line breaks and marks of Markdown."""
    return re.sub(r"\s+", " ", text.replace("*", "").replace("$", "").replace("\\", "")).strip()


def digest(document: Document, piece: str) -> str:
    return hashlib.sha256(f"{document.id}: {piece}".encode()).hexdigest()[:12]


def compare(folder: Path) -> list[tuple[Document, str]]:
    """The pieces that are not in their document."""
    texts = [plain(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.txt"))]
    found: dict[str, str] = {}
    for document in DOCUMENTS:
        name = document.short.split(",")[0]
        known = [text for text in texts if document.title.lower() in text.lower() and name in text]
        if not known:
            raise PlygroundError(f"no text in {folder} is {document.title!r} by {document.authors}")
        found[document.id] = "\n".join(known)
    return [(document, piece) for document, piece in quotations() if piece not in found[document.id]]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m plyground.experiments.quotations", description=__doc__)
    parser.add_argument("folder", type=Path, help="the documents as text files")
    missing = compare(parser.parse_args().folder)
    for document, piece in missing:
        print(f"not in {document.short}: {piece}")
    for one in sorted({digest(*pair) for pair in quotations() if pair not in missing}):
        print(f'    "{one}",')


if __name__ == "__main__":
    main()
