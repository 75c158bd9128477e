"""What a notebook shows: of a search, the board beside the table of moves; of a report, its text and its chart."""

from plyground.search.result import Result
from plyground.view import pages, svg
from plyground.view.boards import board

MOST = 20  # moves in the table


def result_html(result: Result) -> str:
    """An HTML fragment for any page."""
    low, high = result.value_range
    whole = (high - low) or 1.0

    def share(value: float) -> float:
        return 100.0 * (value - low) / whole

    most = max((move.visits for move in result.moves), default=1)
    rows = [
        {
            "name": move.name,
            "visits": f"{move.visits:,}",
            "bar": 100.0 * move.visits / most,
            "value": svg.signed(move.value, 3),
            "left": share(move.low),
            "wide": max(1.5, share(move.high) - share(move.low)),
            "interval": f"{svg.signed(move.low, 3)} to {svg.signed(move.high, 3)}",
            "proven": "" if move.proven is None else svg.signed(move.proven),
        }
        for move in result.moves[:MOST]
    ]
    picture = board(result.state, overlay=result if result.moves else None)
    return pages.render(
        "result.html",
        result=result,
        rows=rows,
        left_out=max(0, len(result.moves) - MOST),
        proven=any(move.proven is not None for move in result.moves),
        picture=pages.drawn(picture),
    )


def report_html(text: str, picture: str) -> str:
    """A report as an HTML fragment for any page: its text, as at a prompt, and an SVG below it."""
    return pages.render("report.html", text=text, picture=pages.drawn(picture))
