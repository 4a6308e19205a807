"""The historian's draft: ledger and what waits as items, newest turns kept, narrative never alone."""

from __future__ import annotations

import pytest

from gates.artifact import Item, ItemKind
from gates.report import Verdict
from gates.source import EventKind, SourceEvent, SourceRange, ToolAction, ToolFact
from tests.facts.session import SESSION, Script
from tests.strategies.source import NAMES, SAMPLES, Source, ranges, whole, work_session
from workbench.errors import UsageError
from workbench.facts.reading import fold_plans
from workbench.strategies.base import DraftRequest
from workbench.strategies.historian import HistorianStrategy
from workbench.strategies.historian.draft import MOST_FILES, OF_SHORT_RANGE, drafting
from workbench.strategies.historian.ledger_choice import without_parts
from workbench.strategies.historian.rules import narrative_problems
from workbench.strategies.historian.transcript import turns_of


def long_session() -> Script:
    """Five turns: work, an error, two requests, and a question that waits."""
    script = work_session()
    script.user("please add the column for the tax number to the export")
    script.edit("src/tax.py", "", "TAX = 'tax_number'")
    script.agent("The export has a column for the tax number now, in each of the 14 files of a batch.")
    script.user("what is left of the changelog?")
    script.agent("The changelog still needs an entry for the tax number, and one for the batches.")
    script.user("thanks. please keep the old exporter until the review is over")
    script.agent("The old exporter stays until the review is over, beside the new one in src/export.py.")
    script.user("how do we go on?")
    script.agent("The review is on Monday. Which of the two databases should the second run use?")
    return script


def test_the_newest_three_turns_are_kept_in_full() -> None:
    """Their events are `kept`, all of them and no other."""
    source = whole(long_session())
    artifact = source.draft(HistorianStrategy())
    newest = {e.ordinal for e in source.events if e.turn >= 3}
    assert set(artifact.source.kept) == newest


def test_a_range_of_three_turns_keeps_its_messages_and_states_the_work() -> None:
    """Messages stay verbatim, the work between them is reported, and the draft passes."""
    source = whole(work_session())
    artifact = source.draft(HistorianStrategy())
    last = max(e.ordinal for e in source.events if e.kind is EventKind.ASSISTANT)
    assert last in artifact.source.kept
    assert {source.events[o].kind for o in artifact.source.kept} <= {EventKind.USER, EventKind.ASSISTANT}
    assert artifact.narrative is not None
    assert artifact.narrative.startswith("The user asked to move the exporter.")
    assert "The user asked not to touch the invoices table." in artifact.narrative
    assert "the changelog entry is still missing" in artifact.narrative
    assert "Updated src/export.py" in [item.text for item in artifact.items]
    assert not source.judge(artifact).blocking


def test_a_long_last_message_leaves_the_room_to_what_is_reported() -> None:
    """In a short range only messages that fit stay verbatim; a longer one is reported."""
    script = work_session()
    script.user("please read this\n" + "a row of the export, read by nobody\n" * 200)
    script.agent("I read it. The rows hold no name of a customer.")
    kept = whole(script).draft(HistorianStrategy()).source.kept
    assert {script.events[o].kind for o in kept} == {EventKind.ASSISTANT}


def test_a_range_in_which_nobody_spoke_is_reported_by_what_was_done() -> None:
    """Without a goal, the action and its result are separate sentences, and none mentions a beginning."""
    script = work_session()
    begin = len(script.events)
    script.edit("src/tax.py", "", "TAX = 'tax_number'")
    script.agent("I added a column for the tax number to the export.")
    script.run("make test", "15 tests ran without trouble", failed=False)
    script.agent("All 15 tests of the export passed with the new column.")
    artifact = whole(script, begin).draft(HistorianStrategy())
    assert artifact.narrative == (
        "The agent added a column for the tax number to the export. "
        "The agent reported that all 15 tests of the export passed with the new column."
    )


@pytest.mark.parametrize(("rows", "whole_turns"), [(40, True), (900, False)])
def test_newest_turns_that_are_most_of_a_range_keep_their_messages(rows: int, whole_turns: bool) -> None:
    """They stay in full only within a compaction's limit; else messages stay and the work is reported."""
    script = long_session()
    script.user("please read all rows of the export once more")
    script.run("cat rows.txt", "a row of the export, read by nobody\n" * rows)
    script.agent("All rows were read again, and none holds the name of a customer.")
    source = whole(script)
    artifact = source.draft(HistorianStrategy())
    kept = {source.events[ordinal].kind for ordinal in artifact.source.kept}
    assert (EventKind.TOOL_RESULT in kept) is whole_turns
    assert {EventKind.USER, EventKind.ASSISTANT} <= kept
    assert not source.judge(artifact).blocking


def test_a_range_of_nothing_but_its_newest_turns_is_refused() -> None:
    """There is nothing to compress, and the narrative alone is never offered."""
    opened = Script()
    opened.add(EventKind.SYSTEM, "You are a careful baker.")
    for number in range(3):
        opened.user(f"please bake bread number {number}")
        opened.agent(f"Bread number {number} is in the oven.")
    with pytest.raises(UsageError, match="hold 3, and no work"):
        whole(opened).draft(HistorianStrategy())


def test_what_waits_for_the_user_is_an_item() -> None:
    """The pending clarification is in the agent's words, although its turn is kept."""
    items = whole(long_session()).draft(HistorianStrategy()).items
    waits = [item.text for item in items if item.kind is ItemKind.OPEN_QUESTION]
    assert waits == ["Which of the two databases should the second run use?"]


def test_what_a_run_knows_to_wait_is_an_item_where_the_reply_says_it() -> None:
    """A proposal that is no question joins the questions; what the reply does not say adds nothing."""
    script = long_session()
    script.user("and the lamp?")
    script.agent("I propose to hang the lamp higher. Which of the two hooks is free?")
    source = whole(script)
    waits = ("I propose to hang the lamp higher.", "Which of the two hooks is free?", "Sell it?")
    made = drafting(waits=waits)(DraftRequest(source.range, source.events))
    stated = [item["text"] for item in made.payload["items"] if item["kind"] == "open_question"]
    assert stated == ["Which of the two hooks is free?", "I propose to hang the lamp higher."]


def test_the_ledger_is_made_of_items() -> None:
    """Files with what was done to them, errors, turn summaries; and what binds, so that nothing is lost."""
    items = whole(long_session()).draft(HistorianStrategy()).items
    stated = {kind: [i.text for i in items if i.kind is kind] for kind in ItemKind}
    assert any(text.startswith("Updated src/tax.py") for text in stated[ItemKind.ARTIFACT_REF])
    assert any("`make deploy` failed" in text for text in stated[ItemKind.FAILURE])
    assert any("column for the tax number now" in text for text in stated[ItemKind.CLAIM])
    assert "never touch the invoices table" in stated[ItemKind.CONSTRAINT]


def test_the_narrative_is_two_or_three_sentences_without_ids() -> None:
    """It keeps the rules over the turns it mentions, and every sentence of it is covered."""
    source = whole(long_session())
    artifact = source.draft(HistorianStrategy())
    assert artifact.narrative is not None
    turns = turns_of(source.events, 0)
    stated = " ".join(f"{t.given.user_message}\n{t.given.final_response}" for t in turns)
    plans = " ".join(plan.title for plan in fold_plans(source.events))
    problems = narrative_problems([], f"{stated}\n{plans}", artifact.narrative)
    assert problems == ()
    report = source.judge(artifact)
    assert not report.blocking
    assert not [f for f in report.gates["B"].findings if f.rule == "narrative_uncovered"]


@pytest.mark.parametrize("name", NAMES)
def test_drafts_of_the_samples_pass(name: str) -> None:
    """Each sample's range passes every gate, keeps whole turns, and calls no model."""
    for source in ranges(SAMPLES / name):
        artifact = source.draft(HistorianStrategy())
        report = source.judge(artifact)
        assert not report.blocking
        assert report.gates["C"].status is Verdict.PASS
        kept = {source.events[ordinal].turn for ordinal in artifact.source.kept}
        assert len(kept) == 3
        assert artifact.generation_record.counts() == (0, 0, 0, 0)


def test_a_call_whose_result_is_in_a_kept_turn_is_kept_with_it() -> None:
    """The kept part never begins between a call and its result."""
    script = long_session()
    tool = ToolFact("Bash", "late", ToolAction.COMMAND, "sleep 1")
    events = list(script.events)
    third = next(e.ordinal for e in events if e.turn == 3)
    call = SourceEvent(
        third, EventKind.TOOL_CALL, "Bash\ncommand: sleep 1", "late1", turn=2, tokens=8, tool=tool
    )
    result = SourceEvent(third + 2, EventKind.TOOL_RESULT, "done", "late2", turn=3, tokens=2, tool=tool)
    order = [*events[:third], call, events[third], result, *events[third + 1 :]]
    moved = tuple(_at(event, ordinal) for ordinal, event in enumerate(order))
    artifact = Source(moved, SourceRange(SESSION, 0, len(moved) - 1)).draft(HistorianStrategy())
    assert artifact.source.kept[0] == third


def _at(event: SourceEvent, ordinal: int) -> SourceEvent:
    return event._replace(ordinal=ordinal)


def test_turns_of_a_transcript_give_typed_inputs() -> None:
    """Decision, results, artifacts and entities as the events say them."""
    turns = turns_of(whole(long_session()).events, 0)
    assert [t.number for t in turns] == [1, 2, 3, 4, 5]
    first, tax, last = turns[0].given, turns[1].given, turns[-1].given
    assert [r.error for r in first.step_results if r.status == "error"][-1] == (
        "error: no credentials for the registry"
    )
    assert [(e.id, e.action) for e in tax.turn_entities] == [("src/tax.py", "updated")]
    assert [a.label for s in tax.step_metadata for a in s.artifacts] == ["src/tax.py"]
    assert sum(r.saved.get("file", 0) for r in tax.step_results) == 1
    assert last.think_output.decision == "understand"
    assert tax.think_output.decision == "plan_direct"


def test_equal_requests_give_equal_drafts_and_later_events_do_not_matter() -> None:
    """A draft is made of what was known at the range's end."""
    source = whole(long_session())
    longer = long_session()
    longer.user("and now something else")
    one = HistorianStrategy().draft(DraftRequest(source.range, source.events))
    other = HistorianStrategy().draft(DraftRequest(source.range, list(longer.events)))
    assert one.payload == other.payload


def test_a_fact_inside_a_longer_one_is_reported_once() -> None:
    """Numbering and the full stop are ignored; other texts are separate items."""
    texts = ["1. The tax column is read.", "The tax column is read twice.", "The tax column is read once."]
    items = [
        Item(kind=ItemKind.CLAIM, text=text, links=()) for text in ("The tax column is read", *texts[1:])
    ]
    assert [item.text for item in without_parts(items)] == texts[1:]
    items[0] = Item(kind=ItemKind.CLAIM, text=texts[0], links=())
    assert [item.text for item in without_parts(items)] == texts[1:]
    items[0] = Item(kind=ItemKind.ARTIFACT_REF, text=texts[0], links=())
    assert [item.text for item in without_parts(items)] == texts


def reading_session(printed: str) -> tuple[Script, int]:
    """Six turns, the last with a command that printed a text; and the ordinal of its result."""
    script = long_session()
    script.user("please read all rows of the export once more")
    result = script.run("cat rows.txt", printed)
    script.agent("All rows were read again, and none holds the name of a customer.")
    return script, result


@pytest.mark.parametrize(("beyond", "whole_turns"), [(0, True), (1, False)])
def test_newest_turns_stay_in_full_up_to_6000_characters(beyond: int, whole_turns: bool) -> None:
    """With one character more, only their messages stay."""
    bare, _ = reading_session("")
    newest = sum(len(event.text) for event in bare.events if event.turn >= 4)
    script, result = reading_session("x" * (6_000 - newest + beyond))
    assert (result in whole(script).draft(HistorianStrategy()).source.kept) is whole_turns


def test_files_errors_and_turns_are_reported_up_to_2200_tokens() -> None:
    """Rules and open work are reported beyond the limit; the last other item that fits is included."""
    script = work_session()
    for number in range(120):
        script.user(f"what lies on shelf {number}?")
        script.run(f"ls shelf{number}", "box\n" * 300)  # an eighth of the range is more than the list
        script.agent(
            f"The {number}th shelf holds {number + 3} hammers, {number + 5} saws of the north garden, and "
            f"{number + 7} ladders that the volunteers of street {number + 11} lent to the tool shed."
        )
    items = whole(script).draft(HistorianStrategy()).items
    told = sum(len(item.text) for item in items)
    assert 4 * 2_200 - 200 < told <= 4 * 2_200


MOVED = "The file lists 240 harbours by month, and seven of them have no captain."


def moving_session(next_message: str) -> Script:
    """Return a session that moves rows, with the next message about it and three more turns."""
    script = Script()
    script.user("Please put the rows of the export into shelves.toml instead.")
    script.edit("shelves.toml", "", "rows = 240\n" * 999)
    script.agent(MOVED)
    script.user(next_message)
    script.edit("rows.csv", "", "rows")
    script.agent("The reader of the harbour tables prints a heading for each month now.")
    for number in range(3):
        script.user(f"please read the table of harbour {number}")
        script.run(f"cat harbour{number}", "ships\n" * 9, failed=False)
        script.agent(f"The table of harbour {number} names nine ships.")
    return script


@pytest.mark.parametrize(
    ("message", "stands"),
    [("Put it back to the version before, please.", False), ("Now see to the reader of the tables.", True)],
)
def test_what_a_later_message_took_back_is_not_reported(message: str, *, stands: bool) -> None:
    """Neither its requests nor its actions are reported; those of other turns are."""
    source = whole(moving_session(message))
    told = drafting("The user asked to read the table of harbour 0.")
    made = told(DraftRequest(source.range, source.events))
    texts = [item["text"] for item in made.payload["items"]]
    assert any("into shelves.toml instead" in text for text in texts) is stands
    assert any("no captain" in text for text in texts) is stands
    assert any("heading for each month" in text for text in texts)


def test_the_list_of_a_short_range_is_no_longer_than_a_page() -> None:
    """A long list of claims hides what is decided."""
    script = Script()
    script.user("Please go through the fields of the orchard and write down what grows there.")
    for n in range(1, 30):
        script.run(f"cat fields/{n}.toml", f"apples = {n}\n" * 20)
        script.agent(f"Field {n} of the orchard has {n} rows of apples, because the frost took the pears.")
        script.edit(f"notes/{n}.md", "a", "b")
    script.agent("All fields are written down, and nothing else was changed in the orchard.")
    for _ in range(4):
        script.user("Now do the same for the meadow behind the orchard, please.")
        script.agent("The meadow has no rows, so there is nothing to write down for it.")
    source = whole(script)
    made = source.draft(HistorianStrategy())
    stated = sum(len(item.text) for item in made.items)
    replaced = sum(len(event.text) for event in source.events if event.ordinal not in made.source.kept)
    assert stated <= replaced * OF_SHORT_RANGE + 400
    assert sum(item.kind is ItemKind.ARTIFACT_REF for item in made.items) <= MOST_FILES
