"""JUnit XML for the test view of a CI: one suite per compaction, one case per gate.

A gate that decides and fails is a failure, one that could not be judged an error. One that decides nothing,
has nothing to judge or has only problems known from the baseline is skipped, with the reason. Characters that
XML does not allow are escaped before anything is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from workbench.cli.formats.checkout_paths import Places
from workbench.cli.formats.sentences import (
    details,
    excerpt,
    headline,
    kind,
    mark,
    over_budget,
    shown,
    unread_words,
    verdict,
)
from workbench.escaping import visible
from workbench.presentation.review_page import GateRow, ReviewPage, review_pages
from workbench.services.scores.score_results import Rules, Scored, ScoreSummary
from workbench.services.transcript_files.unread_lines import UnreadLines

MOST = 50
"""Entries reported of one gate."""
_NO_XML = re.compile("[\ufffe\uffff]")


@dataclass(frozen=True)
class JUnitReports:
    """Writer of one `testsuite` per compaction; can be sent to worker processes."""

    places: Places

    def __call__(self, scored: Sequence[Scored], rules: Rules) -> list[str]:
        """Return one XML element per report."""
        return [_written(_suite(page, self.places)) for page in review_pages(scored, rules)]


def junit_pieces(summary: ScoreSummary, suites: Iterable[bytes]) -> Iterator[str]:
    """Yield the whole document, with the suites as `JUnitReports` wrote them."""
    yield '<?xml version="1.0" encoding="utf-8"?>\n<testsuites name="compaction gates">\n'
    for suite in suites:
        yield suite.decode("utf-8")
    yield from map(_written, _about_the_run(summary))
    yield "</testsuites>\n"


def xml_text(text: str) -> str:
    """Return a text with characters escaped that XML does not allow or that control a terminal."""
    return _NO_XML.sub(lambda found: f"\\u{ord(found.group()):04x}", visible(text))


def _written(suite: Element) -> str:
    indent(suite)
    return tostring(suite, encoding="unicode") + "\n"


def _suite(page: ReviewPage, places: Places) -> Element:
    path = places.file(page.transcript or page.target)
    name = xml_text(f"{places.path(page.target)}: {page.title}")
    cases = [_case(page, gate, path, name) for gate in page.gates]
    return _counted(name, cases)


def _counted(name: str, cases: Sequence[Element]) -> Element:
    """Return a suite with its counts."""
    suite = Element("testsuite", name=name, tests=str(len(cases)))
    for outcome, attribute in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
        suite.set(attribute, str(sum(case.find(outcome) is not None for case in cases)))
    suite.set("time", "0")
    suite.extend(cases)
    return suite


def _case(page: ReviewPage, gate: GateRow, path: str, suite: str) -> Element:
    case = Element("testcase", name=f"{gate.letter} {gate.title}", classname=suite, file=xml_text(path))
    if page.line:
        case.set("line", str(page.line))
    case.set("time", "0")
    body = xml_text("\n".join(_body(page, gate)))
    skipped = _why_skipped(page, gate)
    if skipped:
        SubElement(case, "skipped", message=xml_text(skipped))
        if body:
            SubElement(case, "system-out").text = body
    elif gate.status == "UNVERIFIABLE":
        SubElement(case, "error", type="unverifiable", message=xml_text(excerpt(gate.why))).text = body
    elif gate.fails:
        why = gate.why or gate.status.lower().replace("_", " ")
        SubElement(case, "failure", type=gate.title, message=xml_text(excerpt(why))).text = body
    elif body:
        SubElement(case, "system-out").text = body
    return case


def _why_skipped(page: ReviewPage, gate: GateRow) -> str:
    """Return why a gate is neither passed nor failed; empty if it is either."""
    if page.outcome == "left out":
        return "opaque: left out by --skip-opaque"
    if gate.fails or gate.status == "PASS":
        return ""
    if gate.status == "NOT_APPLICABLE":
        return "not applicable: there is nothing to judge"
    if not gate.decides:
        return f"advisory: {gate.status}, and this gate does not decide here"
    return "known: every problem of this gate is in the baseline"


def _body(page: ReviewPage, gate: GateRow) -> Iterator[str]:
    for measure in gate.measures:
        yield f"{measure.name}: {measure.value}{f', needs {measure.needed}' if measure.needed else ''}"
    mine = [each for each in page.entries if each.gate == gate.letter and each.severity != "cleared"]
    stated, more = shown(sorted(mine, key=lambda each: not each.fails), MOST)
    for entry in stated:
        yield f"- {kind(entry)}{headline(entry)}{mark(entry)}"
        yield from (f"    {line}" for line in details(entry))
    if more:
        yield f"and {more} more; `workbench score --json` lists all"


def _unread(each: UnreadLines, summary: ScoreSummary) -> Element:
    case = Element(
        "testcase",
        name="every line can be read",
        classname=xml_text(each.target),
        file=xml_text(each.target),
        line=str(max(each.first[0][0], 1)),
        time="0",
    )
    message = xml_text(unread_words(each))
    if "unread" in summary.over_budget:
        SubElement(case, "failure", type="unread_lines", message=message)
    else:
        SubElement(case, "skipped", message=message)
    return case


def _about_the_run(summary: ScoreSummary) -> Iterator[Element]:
    """Yield suites that belong to no compaction: unreadable targets and lines, budgets."""
    unreadable = []
    for target, error in summary.unreadable:
        case = Element(
            "testcase", name="can be read", classname=xml_text(target), file=xml_text(target), time="0"
        )
        SubElement(case, "error", type=error.code, message=xml_text(error.message)).text = xml_text(
            error.hint
        )
        unreadable.append(case)
    if unreadable:
        yield _counted("targets that could not be read", unreadable)
    if summary.unread:
        yield _counted("lines that could not be read", [_unread(each, summary) for each in summary.unread])
    budget = summary.rules.budget
    budgets = []
    for name, allowed in (("failed", budget.failed or None), ("warnings", budget.warnings)):
        if allowed is None:
            continue
        case = Element("testcase", name=name, classname="budgets", time="0")
        if name in summary.over_budget:
            SubElement(case, "failure", type="budget", message=over_budget(summary, name)).text = verdict(
                summary
            )
        budgets.append(case)
    if budgets:
        yield _counted("budgets", budgets)
