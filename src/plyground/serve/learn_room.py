"""The lessons: the walkthrough, and the guide and the report if they were built."""

from functools import cache
from pathlib import Path

from starlette.requests import Request as HttpRequest
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from plyground.search import Search
from plyground.serve import requests as ask_for
from plyground.serve.messages import Lessons, ServerMessage
from plyground.serve.room import Room
from plyground.serve.shapes import Lesson
from plyground.view import walkthrough

# The output of `make docs` and of `plyground reproduce`, below the working folder or the folder of the sources.
GUIDE = Path("build", "guide", "html")
REPORT = Path("reproduction", "report.html")


def find_built(path: Path) -> Path | None:
    """A built file or folder, below the working folder or the folder of the sources; None if there is none."""
    for folder in (Path.cwd(), Path(__file__).parents[3]):
        if (folder / path).exists():
            return folder / path
    return None


class LearnRoom(Room):
    requests = ("list_lessons",)

    async def list_lessons(self, ask: ask_for.ListLessons) -> ServerMessage:
        guide, report = find_built(GUIDE), find_built(REPORT)
        return Lessons(
            lessons=[
                Lesson(
                    "A search, step by step",
                    "The first twelve simulations of tic-tac-toe: what select compares, what a rollout finds, "
                    "what the backup writes.",
                    "/learn/walkthrough.html",
                    "",
                ),
                Lesson(
                    "The guide",
                    "Games, searches, matches and pictures, from the first move to a rule of your own.",
                    "" if guide is None else "/learn/guide/index.html",
                    "" if guide is not None else "Not built yet: run `make docs`, then start the server again.",
                ),
                Lesson(
                    "Five documents reproduced",
                    "Their claims, our measurements with intervals, and a verdict for each.",
                    "" if report is None else "/learn/report.html",
                    "" if report is not None else "Not built yet: run `plyground reproduce` (three minutes).",
                ),
            ]
        )


def learn_routes() -> list[BaseRoute]:
    """The pages at /learn/."""

    async def show_walkthrough(request: HttpRequest) -> Response:
        return HTMLResponse(_walkthrough())

    async def show_report(request: HttpRequest) -> Response:
        report = find_built(REPORT)
        return Response(status_code=404) if report is None else FileResponse(report)

    routes: list[BaseRoute] = [
        Route("/learn/walkthrough.html", show_walkthrough),
        Route("/learn/report.html", show_report),
    ]
    guide = find_built(GUIDE)
    if guide is not None:
        routes.append(Mount("/learn/guide", StaticFiles(directory=guide, html=True)))
    return routes


@cache
def _walkthrough() -> str:
    search = Search("tictactoe", seed=1)
    search.start(search.game.initial_state())
    return walkthrough(search, 12).html()
