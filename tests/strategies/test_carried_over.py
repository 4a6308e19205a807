"""Statements from before a range that it does not repeat are on its page and pass gate B."""

from __future__ import annotations

from gates.artifact import parse
from gates.report import Verdict
from gates.source import SourceRange
from tests.facts.session import SESSION, Script
from tests.strategies.source import whole
from workbench.capture import capture_range
from workbench.facts.reading import bound
from workbench.strategies.base import DraftRequest
from workbench.strategies.intentional import IntentionalStrategy
from workbench.strategies.scope import in_scope

WISH = "I think nested, it leaves us space to go on later."


def two_parts() -> tuple[Script, int]:
    """A wish, work after it, and the ordinal at which the second part begins."""
    script = Script()
    script.user("Write the exporter of the desk in src/export.py, it reads the ledger of each month.")
    script.run("ls src", "export.py")
    script.agent("I think two forms would do: flat, or nested in the options of the strategy.")
    script.user(f"{WISH} please use the british spelling :)")
    for number in range(8):
        script.edit("src/export.py", f"total = {number}", f"total = {number + 1}")
        script.agent(f"The exporter reads the ledger of month {number} now, and writes its totals.")
        script.user(f"and what does the reader do with row {number}?")
        script.run("cat src/reader.py", f"rows = {number}")
        script.agent(f"The reader holds row {number} of the ledger until the next one is there.")
    start = script.user("Add the totals of May to the ledger, please.")
    for number in range(8):
        script.edit("src/ledger.py", f"may = {number}", f"may = {number + 1}\n" + "# of the ledger\n" * 20)
    script.agent("The totals of May stand in the ledger now, in the last column.")
    return script, start


def test_a_wish_of_before_is_proposed_as_carried() -> None:
    """It comes after the range's own statements; an earlier question is not proposed."""
    script, start = two_parts()
    found = bound(script.events, start)
    said = [c.text for c in found.proposed if c.carried(start)]
    assert WISH in said
    assert not any("what does the reader" in text for text in said)
    capture = capture_range(SESSION, script.events, start, len(script.events) - 1)
    assert any(item.carried and item.text == WISH for item in capture.proposed)


def test_it_stands_on_the_page_with_its_words() -> None:
    """Linked to the event before the range, which is in scope."""
    script, start = two_parts()
    request = DraftRequest(SourceRange(SESSION, start, len(script.events) - 1), script.events)
    drafted = parse(IntentionalStrategy().draft(request).payload)
    stated = [item for item in drafted.items if WISH in item.text]
    assert [link.ordinal for item in stated for link in item.links] == [4]
    assert list(in_scope(request, stated)) == stated
    assert whole(script, start).judge(drafted).gates["B"].status is Verdict.PASS
