"""A whole plain chat with replaced values and small talk, captured, and its summaries judged."""

from __future__ import annotations

from gates.artifact import Artifact, ArtifactSource, Item, ItemKind, Origin
from gates.evaluate import Evaluator
from gates.report import GateReport, Retention, Verdict
from gates.search.index import SourceIndex
from gates.source import SourceRange
from tests.facts.session import SESSION, Script
from workbench.capture import capture_range

CHAT = (
    "Hi there! I'm organising the summer regatta for our rowing club.",
    "Nice. What should I keep in mind?",
    "The prize money is 800 euros. The first race starts at 09:30.",
    "Noted: 800 euros and 09:30.",
    "Only members may row, unless the harbour master has signed.",
    "Understood.",
    "Thanks, go on. Let me know what you think.",
    "It looks well planned.",
    "Raise it to 950.",
    "950 euros it is.",
    "Move the first race to 10:15. Never launch boats after dark.",
    "Done, 10:15 and no launches after dark.",
)
FIRST = "The user is organising the rowing club's summer regatta."
LAST = "Boats must never be launched after dark."
RULE = "Only members may row, unless the harbour master has signed."
RIGHT = (FIRST, "Prize money: 950 euros (raised from 800).", "The first race starts at 10:15.", RULE, LAST)
STALE = (FIRST, "The prize money is 800 euros.", "The first race starts at 09:30.", RULE, LAST)


def judged(*summary: str) -> GateReport:
    """Return the report on a summary of the chat, one statement a line."""
    script = Script()
    for number, text in enumerate(CHAT):
        (script.agent if number % 2 else script.user)(text)
    end = len(CHAT) - 1
    capture = capture_range(SESSION, script.events, 0, end)
    index = SourceIndex.build(SourceRange(SESSION, 0, end), tuple(script.events), scope_complete=True)
    judge = Evaluator(index, capture)
    made = Artifact(
        source=ArtifactSource(session_id=SESSION, source_start=0, source_end=end),
        strategy="native",
        prompt_version="imported:text/1",
        origin=Origin.IMPORTED,
    ).with_items(tuple(Item(kind=ItemKind.CLAIM, text=text) for text in summary))
    return judge.evaluate(judge.linked(made))


def lost(report: GateReport) -> dict[str, Retention]:
    """Return the counted items that are not retained, with their verdict."""
    return {each.text: each.verdict for each in report.retention if each.counted and not each.retained}


def test_a_right_summary_passes() -> None:
    """It gives the newer values in words of its own, and may name a former one."""
    report = judged(*RIGHT)
    assert (report.gates["C"].status, lost(report)) == (Verdict.PASS, {})
    assert report.gates["D"].findings == ()


def test_old_values_fail_and_name_what_they_were_replaced_by() -> None:
    """The finding names both."""
    report = judged(*STALE)
    assert report.gates["C"].status is Verdict.FAIL
    changed = ("Raise it to 950.", "Move the first race to 10:15.")
    assert lost(report) == dict.fromkeys(changed, Retention.MUTATED)
    messages = [each.message for each in report.gates["C"].findings]
    assert messages == [
        "decision may have been altered: Raise it to 950. (it replaced: The prize money is 800 euros.)",
        "decision may have been altered: Move the first race to 10:15. "
        "(it replaced: The first race starts at 09:30.)",
    ]
    assert [each.rule for each in report.gates["D"].findings] == ["superseded", "superseded"]


def test_a_dropped_condition_fails() -> None:
    """Beside the right values."""
    report = judged(*(text.partition(", unless")[0] for text in RIGHT))
    assert report.gates["C"].status is Verdict.FAIL
    assert set(lost(report)) == {RULE}


def test_another_time_is_not_the_newer_one() -> None:
    """Half an hour later is too late."""
    other = (FIRST, RIGHT[1], "The first race starts at 10:45.", RULE, LAST)
    assert set(lost(judged(*other))) == {"Move the first race to 10:15."}
