"""The report: the stored results, the seven findings, a page that stands alone, and its data."""

import html
import json
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from plyground.errors import PlygroundError
from plyground.experiments import EXPERIMENTS, Claim, Figure, Finding, Measured, Outcome, Report, StudyResult
from plyground.experiments.base import Row
from plyground.experiments.bundle import load, store, take_over
from plyground.experiments.documents import DOCUMENTS, GUESSED, sections
from plyground.experiments.headlines import WHAT_IS_MCTS
from plyground.experiments.quotations import CHECKED, digest, quotations
from plyground.experiments.verdict import HOLDS, VERDICTS, Range, percent_of
from plyground.statistics.intervals import Estimate, wilson
from plyground.view.charts import have_plots

ORIGIN = Measured("plyground reproduce nxn --quick", "quick", 7, "plyground 0", "a machine", "2024-01-01", 1.0, "00")


def make_report(mode: str = "quick") -> Report:
    outcome = Outcome()
    outcome.add(Claim("q/4", "A <beats> B", "table 1", percent_of(60, 1000), key=True), wilson(700, 1000), 1000, "why")
    outcome.add(Claim("b", "more is better", "text", Range(0.0, 1.0, "more"), key=True), wilson(50, 100), 100)
    outcome.figures.append(Figure("f", "Dots", "dots", {"a": Estimate(0.5, 0.4, 0.6)}, {"x": "won"}))
    measured = {"bars": StudyResult(outcome, replace(ORIGIN, mode=mode))}
    return Report([Finding(EXPERIMENTS["nxn"], measured)], mode, 7, "plyground reproduce nxn", "2024-01-01")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The page of a quick run."""
    out = tmp_path_factory.mktemp("report")
    return make_report().write(out).read_text(encoding="utf-8")


def test_every_study_is_stored_and_judged_by_the_rule_of_today() -> None:
    for name, experiment in EXPERIMENTS.items():
        stored = load(name)
        assert set(stored) == {study.name for study in experiment.studies}
        for study in stored.values():
            assert study.measured.mode == "full"
            assert study.outcome.rows or study.outcome.figures
            assert {row.verdict for row in study.outcome.rows} <= set(VERDICTS)
            for row in study.outcome.rows:
                assert row.n == 0 or row.ours.low < row.ours.high, f"{name} {row.claim.id}: an interval of width zero"
                assert row.n == 0 or row.n >= 20 or row.verdict != HOLDS


def test_stored_results_keep_what_a_study_says() -> None:
    report = make_report()
    one = report.findings[0].studies["bars"]
    again = StudyResult.from_dict(json.loads(json.dumps(one.to_dict(), allow_nan=False)))
    assert again.outcome.rows == one.outcome.rows
    assert again.outcome.figures == one.outcome.figures
    assert again.measured == one.measured


def test_only_full_runs_are_kept(tmp_path: Path) -> None:
    with pytest.raises(PlygroundError, match="--full"):
        take_over(make_report().to_dict(), tmp_path)
    store("nxn", {"decisions": {"kept": 1}}, tmp_path)
    take_over(make_report("full").to_dict(), tmp_path)
    found = json.loads((tmp_path / "nxn.json").read_text(encoding="utf-8"))
    assert found["decisions"] == {"kept": 1}
    assert found["bars"]["rows"][0]["text"] == "A <beats> B"


def test_a_quick_run_stands_beside_the_stored_results() -> None:
    report = make_report()
    part = report.parts["nxn"]
    assert part.fresh["q/4"].n == 1000
    assert report.row("nxn", "q/4").n != 1000
    full = make_report("full")
    assert full.row("nxn", "q/4").n == 1000
    assert not full.parts["nxn"].fresh


def test_seven_findings_in_the_order_of_the_documents() -> None:
    report = make_report()
    found = report.headlines
    assert len(found) == 7
    order = [document.id for document in DOCUMENTS]
    places = [order.index(one.document) for one in found]
    assert places == sorted(places)
    assert set(places) == set(range(5))
    for one in found:
        assert report.figure(one.experiment, one.figure).has_chart
        assert one.picture.has_chart


def test_a_finding_needs_no_formula() -> None:
    """The first screen is for a reader who meets the subject here: no symbols, no names of rules, no fractions."""
    for one in make_report().headlines:
        words = one.sentence + one.found
        assert not re.search(r"[χ²√Σ]|\bDWC\b|\bWDC\b|\d/\d|\bQ =", words), words
        assert len(one.sentence) <= 105
        assert len(one.found) <= 330
    assert "random" in WHAT_IS_MCTS


def test_quotations_are_verbatim() -> None:
    """No quotation was changed since all were compared with the documents: see `plyground.experiments.quotations`."""
    for document, piece in quotations():
        assert digest(document, piece) in CHECKED, f"compare it with the document: {document.short}: {piece}"


def test_a_band_ends_where_values_end() -> None:
    """No policy is better than the best one: the band of all searches lies below it."""
    figure = make_report().figure("centre_opening", "policy")
    best = figure.options["level"][1]
    for _, (middle, low, high) in figure.data["the policy's exact value"]:
        assert low <= middle <= high <= best + 1e-12


def test_conclusions_are_counted_not_cells() -> None:
    report = make_report()
    lines = report.summary()
    assert len(lines) <= 10
    own = {name for document in DOCUMENTS if document.own for name in document.experiments}
    claimed = [row for name, part in report.parts.items() if name not in own for row in part.rows]
    assert lines[0].startswith(f"{sum(row.claim.key for row in claimed)} conclusions")
    assert [line.startswith("Our own question") for line in lines[-3:]] == [False, True, True]


def test_every_chapter_has_its_prose() -> None:
    for document in DOCUMENTS:
        between = ["What we did", "The controls"] if document.own else ["What they did", "What we did", GUESSED]
        for name in document.experiments:
            assert list(sections(name)) == ["The question", *between, "What we found"]
    assert sorted(name for document in DOCUMENTS for name in document.experiments) == sorted(EXPERIMENTS)


@pytest.mark.skipif(not have_plots(), reason="needs the extra plots")
def test_the_page_stands_alone(page: str) -> None:
    assert len(page.encode()) < 5_500_000
    assert "<script" not in page
    assert not re.search(r"""\ssrc\s*=|url\((?!#)|@import""", page)
    assert all(link.startswith(("#", "data:text/csv")) for link in re.findall(r'href="([^"]*)"', page))
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert page.count('class="finding"') == 7
    assert "this run: 70.0 % [67.1, 72.8], n = 1,000" in page


@pytest.mark.skipif(not have_plots(), reason="needs the extra plots")
@pytest.mark.parametrize("width", [390, 1280])
def test_no_text_of_the_report_leaves_its_picture(page: str, dejavu: Any, width: int) -> None:
    from text_helpers import check_texts

    check_texts(dejavu, page, 1_500, width)


def test_the_studies_of_one_run_name_their_origin_once() -> None:
    report = make_report("full")
    how = "plyground reproduce nxn --quick, seed 7, plyground 0, signature 00, a machine"
    assert [one[:2] for one in report.origins[how]] == [("nxn", "bars")]
    assert sum(map(len, report.origins.values())) == sum(len(one.studies) for one in EXPERIMENTS.values())


def test_links_to_claims_open_the_fold(page: str) -> None:
    """A browser opens a closed fold for a target inside it, not for the fold itself."""
    for name in EXPERIMENTS:
        fold = page.index("</summary>", page.index("claims: ", page.index(f'<section id="{name}">')))
        assert page.index(f'id="claims-{name}"') > fold


@pytest.mark.skipif(not have_plots(), reason="needs the extra plots")
def test_every_link_leads_somewhere(page: str) -> None:
    ids = re.findall(r'\bid="([^"]*)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]*)"', page)) <= set(ids)


def test_without_the_extra_for_charts_the_page_says_so_once_a_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "altair", None)
    text = html.unescape(make_report().html())
    assert 'pip install "plyground[plots]"' in text
    assert "plychart" not in text


def test_text_is_escaped() -> None:
    report = make_report("full")
    assert "A &lt;beats&gt; B" in report.html()


@pytest.mark.parametrize(
    ("figure", "lines"),
    [
        (
            Figure("a", "t", "lines", {"x": [(1, Estimate(0.5, 0.4, 0.6))]}),
            ["name,x,value,low,high", "x,1,0.5,0.4,0.6"],
        ),
        (Figure("a", "t", "bars", {"groups": ["g"], "series": {"x": [3]}}), ["group,name,value,low,high", "g,x,3,,"]),
        (Figure("a", "t", "boards", {"x": [[1, 2]]}), ["board,row,column,value", "x,1,1,1", "x,1,2,2"]),
    ],
)
def test_the_data_of_a_figure_as_csv(figure: Figure, lines: list[str]) -> None:
    assert figure.csv().splitlines() == lines


def test_a_missing_result_says_which() -> None:
    with pytest.raises(PlygroundError, match="'nothing' of nxn"):
        make_report().row("nxn", "nothing")
    assert isinstance(make_report().row("lecture", "rerun"), Row)
