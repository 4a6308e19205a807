"""`report` of an artifact or a session: a review to send, and what it refuses."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from tests.cli.hostile import write_hostile
from tests.cli.run import Result, inside
from tests.cli.samples import write_transcript
from workbench.services.output_shapes.report_shapes import ReportShape

DIRECTIVE = "Do not touch the download client."


class Reviewed:
    """A store with a session: its native summary, a repair of it that was accepted, a draft."""

    def __init__(self, folder: Path, *, hostile: bool = False, directive: str = DIRECTIVE) -> None:
        self.folder = folder
        path = (write_hostile if hostile else write_transcript)(folder / "a.jsonl")
        said = path.read_text(encoding="utf-8").replace(DIRECTIVE, directive)
        path.write_text(said.replace("MAX_RETRIES = 5", "MAX_RETRIES = 3"), encoding="utf-8")
        self.run("import", str(path))
        (session,) = self.run("sessions", "--json").json["sessions"]
        self.session = str(session["session_id"])

    def run(self, *arguments: str) -> Result:
        return inside(*arguments, cwd=self.folder, env=None, WORKBENCH_STORE=str(self.folder / "s.duckdb"))

    def report(self, subject: str, *arguments: str) -> Result:
        return self.run("report", subject, *arguments)

    def accepted(self) -> None:
        """The native summary repaired, accepted, and a draft beside it."""
        self.run("repair", f"{self.session}:d-1")
        done = self.run(
            "accept", f"{self.session}:d-2", "--confirm", "C", "--reason", "keeps <b>all</b> | @bob"
        )
        assert done.code == 0, done.err
        self.run("draft", self.session, "--range", "0..16")


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Reviewed:
    """A session in which nothing was drafted yet."""
    return Reviewed(tmp_path_factory.mktemp("fresh"))


@pytest.fixture(scope="module")
def reviewed(tmp_path_factory: pytest.TempPathFactory) -> Reviewed:
    """One with an accepted repair and a draft."""
    made = Reviewed(tmp_path_factory.mktemp("reviewed"))
    made.accepted()
    return made


def test_a_session_without_drafts_is_reported_by_its_own_compactions(fresh: Reviewed) -> None:
    """The verdict, what was lost with its place, no parent, no moves."""
    stated = fresh.report(fresh.session[:12])
    assert stated.code == 0
    assert stated.out.startswith("# Review: Add a retry to the upload client")
    assert "**NOT REPLACEABLE**" in stated.out
    assert "## d-1, draft: events 0..16" in stated.out
    assert "**Lost: 1 decision, 1 open work**" in stated.out
    assert "said at event 11, turn 2, user, line 12" in stated.out
    assert "Nothing was accepted or rolled back in this session yet." in stated.out
    assert "Against" not in stated.out


def test_a_session_is_reported_by_what_is_active(reviewed: Reviewed) -> None:
    """The accepted artifact beside its parent, with the move; the others are counted."""
    stated = reviewed.report(reviewed.session)
    assert "## d-2, active: events 0..16" in stated.out
    assert "**REPLACEABLE**" in stated.out
    assert "### Against its parent d-1 (imported:claude-code/2.1.7)" in stated.out
    assert "**added** open work: Document the retry limit in docs/upload.md" in stated.out
    assert "2 other artifacts of the session left out." in stated.out
    assert "| 1 | accept | d-2 | 0..16 |" in stated.out
    assert "keeps \\<b>all\\</b> \\| @<!-- -->bob confirmed: gate C" in stated.out
    assert "Summary of events 0 to 16" in stated.out


def test_an_artifact_without_a_parent_is_beside_the_native_one(reviewed: Reviewed) -> None:
    """A draft of the same events is compared with the transcript's own summary."""
    stated = reviewed.report(f"{reviewed.session[:12]}:d-3")
    assert "### Against the transcript's own compaction of the same events, d-1" in stated.out


def test_the_json_has_its_shape(reviewed: Reviewed) -> None:
    """Report, differences and moves as the other commands print them."""
    body = reviewed.report(reviewed.session, "--json").json
    ReportShape.model_validate(body)
    (artifact,) = body["artifacts"]
    assert artifact["state"] == "active"
    assert artifact["report"]["replaceable"] is True
    assert artifact["diff"]["schema"] == "workbench.diff/1"
    assert [move["action"] for move in body["moves"]] == ["accept"]
    assert reviewed.run("schema", "report").json["properties"]["artifacts"]


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, _attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)


def test_hostile_texts_stay_texts(tmp_path: Path) -> None:
    """In HTML no element, in Markdown no link or image comes of a transcript, a reason or a change."""
    reviewed = Reviewed(tmp_path, hostile=True)
    reviewed.accepted()
    page = reviewed.report(reviewed.session, "--format", "html").out
    found = _Tags()
    found.feed(page)
    assert not found.tags & {"script", "img", "a", "b", "iframe", "form"}
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<ins>" not in page or "&lt;" in page
    assert "\x1b" not in page
    markdown = MarkdownIt("gfm-like")
    assert markdown.linkify is not None
    markdown.linkify.set({"fuzzy_link": False})
    shown = markdown.render(reviewed.report(reviewed.session).out)
    assert "<script" not in shown
    assert "<img" not in shown
    assert "<a " not in shown


def test_a_review_goes_to_a_file(reviewed: Reviewed) -> None:
    """The page is what stdout would have; --json may go with it."""
    stated = reviewed.report(reviewed.session, "--format", "html=review.html", "--json")
    assert stated.json["schema"] == "workbench.report/1"
    assert "written to review.html" in stated.err
    page = (reviewed.folder / "review.html").read_text(encoding="utf-8")
    assert page == reviewed.report(reviewed.session, "--format", "html").out
    assert page.startswith("<!doctype html>")


def test_secrets_are_masked_and_counted(tmp_path: Path) -> None:
    """In quotes, in the text of the artifact and in the reason of a move."""
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    reviewed = Reviewed(tmp_path, directive=f"Never use {secret}.")
    reviewed.run("repair", f"{reviewed.session}:d-1")
    reviewed.run("accept", f"{reviewed.session}:d-2", "--confirm", "C", "--reason", f"tried with {secret}")
    for name in ("html", "markdown"):
        stated = reviewed.report(reviewed.session, "--format", name)
        assert "accept" in stated.out
        assert secret not in stated.out
        assert "masked" in stated.err


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["abcdef"], "no record is named abcdef"),
        (["gone.jsonl"], "gone.jsonl is not there"),
        (["r.jsonl", "abcdef"], "r.jsonl is a file of results and abcdef is not"),
        (["abcdef", "abcdef"], "a review is of one artifact or session"),
        (["r.jsonl", "--format", "html"], "--format html is of a review, not of results"),
        (["abcdef", "--format", "pdf"], "there is no format 'pdf'"),
        (["abcdef", "--format", "html", "--json"], "--json and --format html exclude each other"),
        (["abcdef", "--format", "html=no/such/x.html"], "cannot write no/such/x.html"),
    ],
)
def test_what_makes_no_sense_is_refused(reviewed: Reviewed, given: list[str], message: str) -> None:
    """Exit 2 with one line."""
    stated = reviewed.run("report", *given)
    assert stated.code == 2
    assert message in stated.err


def test_a_session_without_an_artifact_says_what_to_do(tmp_path: Path) -> None:
    """No compaction in it, none drafted."""
    write_transcript(tmp_path / "none.jsonl", None)
    store = str(tmp_path / "s.duckdb")
    inside("import", "none.jsonl", cwd=tmp_path, env=None, WORKBENCH_STORE=store)
    (session,) = inside("sessions", "--json", cwd=tmp_path, env=None, WORKBENCH_STORE=store).json["sessions"]
    stated = inside("report", session["session_id"], "--json", cwd=tmp_path, env=None, WORKBENCH_STORE=store)
    assert stated.code == 2
    assert stated.json["code"] == "nothing_to_report"
    assert "workbench draft" in stated.json["hint"]


def test_a_report_opens_with_how_much_its_verdict_rests_on(reviewed: Reviewed) -> None:
    """Statements, events, and what gate C looked for; that little is little."""
    text = reviewed.report(f"{reviewed.session}:d-3").out
    head = text.partition("Session ses")[0]
    assert "d-3 puts" in head
    assert "in place of 17 events; gate C looked for" in head
    assert "that is little to judge by" in head


def test_the_text_of_a_report_is_the_one_of_a_context(reviewed: Reviewed) -> None:
    """Letter for letter, the quoted objective in its fence included: only the range's line is around it."""
    draft = f"{reviewed.session}:d-2"
    shown = reviewed.run("context", reviewed.session, "--format", "text").out
    _, _, rest = shown.partition("=== artifact in place of events 0 to 16\n")
    text = rest.split("\n--- event", 1)[0]
    assert text.startswith("# Summary of events 0 to 16\n")
    assert text in reviewed.report(draft, "--format", "markdown").out


def test_every_measure_has_its_line_under_what_is_needed(reviewed: Reviewed) -> None:
    """A gate that needs nothing shows a dash; a gate A that passed says so once."""
    rows = [line for line in reviewed.report(reviewed.session).out.splitlines() if line[:2] == "| "]
    cells = {row.split(" | ")[0][2:]: row.split(" | ")[2:] for row in rows}
    for gate in ("A structure", "B traceability", "C retention", "D contradiction", "E cost"):
        measured, needed = cells[gate]
        assert measured.count("<br>") == needed.count("<br>")
        assert all(needed.removesuffix(" |").split("<br>"))
    assert cells["A structure"][0] == "parsed"


@pytest.mark.parametrize("name", ["none.jsonl", "none.parquet"])
def test_an_empty_file_of_results_says_how_to_fill_it(tmp_path: Path, name: str) -> None:
    """Nothing was written to it, which is not the same as no compaction."""
    (tmp_path / name).touch()
    stated = inside("report", name, "--json", cwd=tmp_path, env=None)
    assert (stated.code, stated.json["code"]) == (2, "input_empty")
    assert f"workbench score FOLDER --out {name}" in stated.json["hint"]
