"""What `score --format` writes for other programs, read by programs that are not ours."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from junitparser import JUnitXml
from markdown_it import MarkdownIt

from gates.report import Verdict
from tests.cli.run import inside, workbench
from tests.cli.samples import write_opaque, write_transcript
from tests.cli.score_files import score, write_files, written

ALL = ("junit", "sarif", "markdown", "html", "github")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a compaction that fails, one that passes, a hostile one and an unreadable file."""
    return write_files(tmp_path_factory.mktemp("formats"))


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize(("target", "code"), [("in/bad.jsonl", 1), ("in/good one.jsonl", 0), ("in", 2)])
def test_a_format_changes_no_exit_code(files: Path, name: str, target: str, code: int) -> None:
    """Failed, passed and unreadable end as they do in text."""
    assert score(files, target).code == code
    assert score(files, target, "--format", name).code == code


@pytest.mark.parametrize("name", ALL)
def test_an_unreadable_target_is_in_every_format(files: Path, name: str) -> None:
    """Among other targets and alone: the report and stderr name it."""
    for target in ("in", "in/broken.jsonl"):
        stated = score(files, target, "--format", name)
        assert stated.code == 2
        assert "broken.jsonl" in stated.err
        assert "broken.jsonl" in stated.out
        assert "not a transcript" in stated.out or "cannot" in stated.out or "binary" in stated.out


@pytest.mark.parametrize("name", ALL)
def test_nothing_to_score_is_an_entry(files: Path, name: str, tmp_path: Path) -> None:
    """Exit 2 with the reason in the report; with --allow-empty exit 0 and nothing wrong."""
    write_transcript(tmp_path / "none.jsonl", None)
    stated = inside("score", "none.jsonl", "--format", name, cwd=tmp_path)
    assert stated.code == 2
    assert "no compaction was found in none.jsonl" in stated.out.replace("&#34;", '"')
    empty = inside("score", "none.jsonl", "--format", name, "--allow-empty", cwd=tmp_path)
    assert empty.code == 0
    assert "no compaction was found" not in empty.out


def test_processes_write_the_same_bytes(files: Path, tmp_path: Path) -> None:
    """One process or two."""
    for jobs in ("1", "2"):
        given = [f"--format={name}={tmp_path / name}-{jobs}" for name in ALL]
        assert workbench("score", "in", *given, "--jobs", jobs, cwd=files).code == 2
    for name in ALL:
        assert (tmp_path / f"{name}-1").read_bytes() == (tmp_path / f"{name}-2").read_bytes()


@pytest.mark.parametrize("name", ALL)
def test_no_character_that_a_terminal_obeys_is_written(files: Path, name: str) -> None:
    """Controls and marks that reorder text are shown as escapes."""
    out = score(files, "in/hostile.jsonl", "--format", name).out
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", out)
    assert "u202egnirts" in out


def test_junit_has_a_case_a_gate_and_compaction(files: Path) -> None:
    """An independent parser finds failures, errors and skips in their places."""
    found = JUnitXml.fromstring(written(files, "in", "junit").encode())
    suites = {suite.name: suite for suite in found}
    bad = suites["in/bad.jsonl: events 0..16"]
    outcomes = {case.name: [type(each).__name__ for each in case.result] for case in bad}
    assert outcomes == {
        "A structure": [],
        "B traceability": ["Skipped"],
        "C retention": ["Failure"],
        "D contradiction": ["Failure"],
        "E cost": ["Skipped"],
    }
    assert (bad.tests, bad.failures, bad.errors, bad.skipped) == (5, 2, 0, 2)
    (case,) = (case for case in bad if case.name == "C retention")
    (failure,) = case.result
    assert "2 dropped" in failure.message
    assert "line 5" in failure.text
    good = suites["in/good one.jsonl: events 0..16"]
    assert (good.failures, good.errors) == (0, 0)
    unreadable = suites["targets that could not be read"]
    assert (unreadable.errors, unreadable.failures) == (1, 0)


def test_junit_calls_what_could_not_be_judged_an_error(files: Path, tmp_path: Path) -> None:
    """An encrypted summary is no failure; left out, it is skipped."""
    opaque = write_opaque(tmp_path / "opaque.json")

    def outcomes(*arguments: str) -> dict[str | None, list[str]]:
        stated = score(files, str(opaque), "in/bad.jsonl", "--format", "junit", *arguments)
        suite = ElementTree.fromstring(stated.out)[0]
        return {case.get("name"): [each.tag for each in case if each.tag != "system-out"] for case in suite}

    assert outcomes()["C retention"] == ["error"]
    assert outcomes()["B traceability"] == ["skipped"]
    assert set(map(tuple, outcomes("--skip-opaque").values())) == {("skipped",)}


def test_junit_is_xml_in_every_locale(files: Path) -> None:
    """The bytes are UTF-8 as declared, and hostile text is only text."""
    stated = workbench(
        "score", "in/hostile.jsonl", "--format", "junit", cwd=files, LC_ALL="C", PYTHONUTF8="0"
    )
    root = ElementTree.fromstring(stated.out)
    assert [child.tag for child in root] == ["testsuite"]
    text = "".join(root.itertext())
    assert "</testsuite><script>alert(1)</script>" in text
    assert r"\ufffe\uffff" in text


def test_markdown_shows_hostile_text_as_text(files: Path) -> None:
    """Another's renderer makes no link, image, mention or tag of it."""
    body = written(files, "in/hostile.jsonl", "markdown")
    markdown = MarkdownIt("gfm-like")
    assert markdown.linkify is not None
    markdown.linkify.set({"fuzzy_link": False, "fuzzy_email": True})
    page = markdown.render(body)
    assert "<a " not in page
    assert "<img" not in page
    assert "<script" not in page
    assert "&lt;/testsuite&gt;&lt;script&gt;" in page
    assert "@<!-- -->octocat" in page
    assert "<code>code</code>" not in page
    assert page.count("<table>") == page.count("</table>") == 2


def test_markdown_fits_a_step_summary(files: Path, tmp_path: Path) -> None:
    """Compactions by the hundred stay under a megabyte, those that fail first, the rest counted."""
    from workbench.cli.formats import markdown
    from workbench.cli.formats.checkout_paths import Places
    from workbench.services.scores.score_results import ReportSummary, Rules, ScoreSummary

    judged = [
        ReportSummary(f"{n}.jsonl", 0, 9, (Verdict.PASS,) * 5, ("A", "C", "D"), n % 2 == 0, False, None)
        for n in range(400)
    ]
    summary = ScoreSummary("p", Rules(), judged)
    sections = ((f"section {n} {'x' * 20_000}\n").encode() for n in range(400))
    body = "".join(markdown.markdown_pieces(summary, sections, Places(".", ".")))
    assert len(body.encode()) < 1_000_000
    stated = [int(each) for each in re.findall(r"^section (\d+)", body, re.MULTILINE)]
    assert stated and all(each % 2 for each in stated)
    assert f"{400 - len(stated)} compactions left out, since there is no room" in body


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.links: set[str] = set()
        self.handlers: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            if name in ("href", "src", "action", "srcset", "data", "formaction", "poster"):
                self.links.add(value or "")
            if name.startswith("on"):
                self.handlers.add(name)


def test_html_is_one_page_that_fetches_nothing(files: Path) -> None:
    """No script, no image, no address but anchors of its own; a policy forbids the rest."""
    page = written(files, "in", "html")
    found = _Tags()
    found.feed(page)
    assert not found.tags & {"script", "img", "link", "iframe", "object", "embed", "form", "base", "svg"}
    assert found.links and all(each.startswith("#c") for each in found.links)
    assert not found.handlers
    assert "default-src 'none'" in page
    assert "&lt;/testsuite&gt;&lt;script&gt;" in page
    assert {f'id="{each[1:]}"' in page for each in found.links} == {True}


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
def test_html_opens_in_a_browser(files: Path, tmp_path: Path) -> None:
    """A real browser makes of it what was meant: no element of a hostile text, every compaction there."""
    place = tmp_path / "page.html"
    assert score(files, "in", "--format", f"html={place}").code == 2
    done = subprocess.run(
        [
            *(
                str(CHROMIUM),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                f"--user-data-dir={tmp_path}/profile",
            ),
            *("--host-resolver-rules=MAP * ~NOTFOUND", "--dump-dom", place.as_uri()),
        ],
        capture_output=True,
        check=False,
        timeout=300,
    )
    found = _Tags()
    found.feed(done.stdout.decode("utf-8"))
    assert "section" in found.tags
    assert not found.tags & {"script", "img", "iframe"}
    assert done.stdout.decode("utf-8").count("<section>") == 3


def test_annotations_are_commands_and_nothing_else(files: Path) -> None:
    """Every line is one command of three kinds; no text ends one or begins another."""
    out = written(files, "in", "github")
    for line in out.splitlines():
        assert re.match(r"::(error|warning|notice)( [a-z]+=[^,:]*(,[a-z]+=[^,:]*)*)?::", line), line
        assert "##[" not in line
        assert "%" not in re.sub(r"%(25|0A|3A|2C)", "", line)
    assert "::error file=in/bad.jsonl,line=5,title=C open work dropped::" in out
    assert "::error file=in/broken.jsonl,title=cannot be judged::" in out


def test_annotations_name_paths_from_the_checkout(files: Path) -> None:
    """Run in a folder of the checkout, the path is that from its root; outside it, the whole path."""
    stated = inside("score", "bad.jsonl", "--format", "github", cwd=files / "in", GITHUB_WORKSPACE=str(files))
    assert "file=in/bad.jsonl," in stated.out
    whole = inside("score", str(files / "in" / "bad.jsonl"), "--format", "github", cwd=files / "in")
    assert "file=bad.jsonl," in whole.out


def test_several_formats_from_one_run(files: Path, tmp_path: Path) -> None:
    """Each file holds what the format alone prints; stdout has text."""
    names = {name: tmp_path / f"out.{name}" for name in (*ALL, "json")}
    given = [f"--format={name}={place}" for name, place in names.items()]
    stated = score(files, "in/bad.jsonl", *given)
    assert stated.code == 1
    assert stated.out == score(files, "in/bad.jsonl").out
    for name, place in names.items():
        assert place.read_text(encoding="utf-8") == written(files, "in/bad.jsonl", name)
    both = score(files, "in/bad.jsonl", "--json", f"--format=junit={tmp_path / 'j.xml'}")
    assert json.loads(both.out)["schema"] == "workbench.score/1"


@pytest.mark.parametrize(
    ("given", "message", "hint"),
    [
        (["--format", "junti"], "there is no format 'junti'", "did you mean junit?"),
        (["--format", "junit="], "'junit=' names no file", "--format junit=FILE"),
        (["--format", "junit", "--format", "html"], "junit and html cannot both go to stdout", "html=FILE"),
        (["--json", "--format", "html"], "--json and --format html exclude each other", "html=FILE"),
        (["--format=junit=x", "--format=html=./x"], "junit and html cannot both go to ./x", "html=FILE"),
        (["--format", "junit=in/../in/bad.jsonl"], "is to be judged and cannot be written", "another file"),
        (["--out", "in/bad.jsonl"], "is to be judged and cannot be written", "another file"),
        (["--format", "html=no/such/x.html"], "cannot write no/such/x.html", "name another place"),
        (["--out", "x.jsonl", "--format", "junit"], "--out writes rows", "leave --out"),
    ],
)
def test_what_does_not_go_together_is_said(files: Path, given: list[str], message: str, hint: str) -> None:
    """Exit 2, one line, and what to write instead; nothing is scored first."""
    stated = score(files, "in/bad.jsonl", *given)
    assert stated.code == 2
    assert message in stated.err
    assert hint in stated.err
    assert stated.out == "" or "workbench.error/1" in stated.out


def test_a_stored_artifact_has_a_place_without_a_file(files: Path, tmp_path: Path) -> None:
    """Scored by id, a result names session and event; every format is written."""
    store = {"WORKBENCH_STORE": str(tmp_path / "s.duckdb")}
    inside("import", "in/bad.jsonl", cwd=files, env=None, **store)
    (session,) = inside("sessions", "--json", cwd=files, env=None, **store).json["sessions"]
    target = f"{session['session_id'][:12]}:d-1"
    for name in ALL:
        assert score(files, target, "--format", name, **store).code == 1
    log = json.loads(score(files, target, "--format", "sarif", **store).out)
    place = log["runs"][0]["results"][0]["locations"][0]
    assert "physicalLocation" not in place
    assert place["logicalLocations"][0]["fullyQualifiedName"].startswith("ses_")
